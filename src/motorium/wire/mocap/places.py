"""Where packets go to, as people write it."""

from __future__ import annotations

from typing import Final

from motorium.wire.message import WireError

__all__ = ["VMC_PORT", "parse_place"]

VMC_PORT: Final = 39539
"""Of who draws what others track."""


def parse_place(text: str, what: str, port: int) -> tuple[str, int]:
    """HOST, HOST:PORT or :PORT; what: the option, for a sentence; port: if none is written."""
    host, colon, number = text.rpartition(":")
    if not colon:
        host, number = text, str(port)
    if not number.isdecimal() or not 0 < int(number) < 65_536 or host.strip() != host:
        raise WireError(f"{what} {text!r}: must be HOST or HOST:PORT, like 127.0.0.1:{port}")
    return host.strip("[]") or "127.0.0.1", int(number)
