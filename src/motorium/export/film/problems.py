"""What keeps a film from being made."""

from __future__ import annotations

__all__ = ["FilmError"]


class FilmError(RuntimeError):
    """It cannot be made; the text says why, and what can."""
