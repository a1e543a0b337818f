"""A certificate that the studio signs itself: kept with the user's data, and renewed in time."""

from __future__ import annotations

import ipaddress
import os
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from motorium.folders import data_folder, one_at_a_time
from motorium.studio.tls import TlsError, read_certificate

__all__ = ["own_certificate", "own_names"]

SPARE: Final = 30 * 86_400.0
"""It is renewed when less than this is left [s]."""
ELSEWHERE: Final = ("192.0.2.1", "2001:db8::1")
"""Addresses that nobody has (RFC 5737, RFC 3849): the way to them starts at our own address."""
EVERYWHERE: Final = ("", "0.0.0.0", "::")


def own_certificate(host: str, folder: Path | None = None) -> tuple[Path, Path]:
    """Files of a certificate for this machine, listening at `host`, and of its key; made if there
    is none that fits. folder: left out, the user's own."""
    folder = folder or data_folder() / "tls"
    certificate, key = folder / "studio.crt", folder / "studio.key"
    wanted = own_names(host)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)
        with one_at_a_time(certificate):
            if _serves(certificate, key, wanted):
                key.chmod(0o600)
            else:
                _make(certificate, key, wanted)
    except OSError as problem:
        raise TlsError(
            f"cannot keep a certificate in {folder}: {problem.strerror}; give one with "
            "--tls-cert and --tls-key"
        ) from None
    return certificate, key


def own_names(host: str) -> frozenset[str]:
    """Names and addresses by which this machine may be asked for."""
    names = {"localhost", "127.0.0.1", "::1"}
    with suppress(OSError, UnicodeError):
        names.add(socket.gethostname())
        names |= {str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None)}
    for family, far in zip((socket.AF_INET, socket.AF_INET6), ELSEWHERE, strict=True):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            # Nothing is sent: only the way is looked up.
            probe.connect((far, 9))
            names.add(str(probe.getsockname()[0]))
    if host not in EVERYWHERE:
        names.add(host)
    return frozenset(_plain(name) for name in names if name.isascii())


def _plain(name: str) -> str:
    """An address as Python writes it, a name in small letters."""
    try:
        return str(ipaddress.ip_address(name.partition("%")[0]))
    except ValueError:
        return name.lower()


def _serves(certificate: Path, key: Path, wanted: frozenset[str]) -> bool:
    try:
        found = read_certificate(certificate, key)
    except TlsError:
        return False
    return found.until - time.time() > SPARE and wanted <= {_plain(name) for name in found.names}


def _make(certificate: Path, key: Path, names: frozenset[str]) -> None:
    try:
        from motorium.studio.signing import self_signed
    except ImportError:
        raise TlsError(
            "--tls makes a certificate with a package that is missing: pip install "
            "'motorium[tls]', or give one with --tls-cert and --tls-key"
        ) from None
    signed, secret = self_signed(names)
    _replace_private(key, secret)
    _replace_private(certificate, signed)


def _replace_private(path: Path, data: bytes) -> None:
    """Write a file that nobody else may read, at no time."""
    half = path.with_suffix(f"{path.suffix}.{os.getpid()}.half")
    half.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise
