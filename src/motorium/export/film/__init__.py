"""Films of worlds and of recordings, drawn without a page, picture by picture."""

from __future__ import annotations

from motorium.export.film.problems import FilmError

__all__ = ["FilmError"]
