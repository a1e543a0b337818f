"""One renderer for all tests that draw; they skip where nothing can be drawn."""

from __future__ import annotations

import pytest

from motorium.looks.drawing.context import GraphicsError
from motorium.looks.drawing.renderer import Renderer, thread_renderer


@pytest.fixture(scope="session")
def renderer() -> Renderer:
    try:
        return thread_renderer()
    except GraphicsError as problem:
        pytest.skip(str(problem))
