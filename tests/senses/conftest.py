"""Retinas need something that draws."""

from __future__ import annotations

from tests.looks.drawing.conftest import renderer

__all__ = ["renderer"]
