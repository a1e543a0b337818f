"""The graphics context: OpenGL 3.3 without a window, by EGL where there is no other way."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import moderngl

__all__ = ["PACKAGES", "GraphicsError", "graphics"]

LEAST: Final = 330
PACKAGES: Final = "libegl1 libgl1 libgl1-mesa-dri"
"""Of Debian and Ubuntu."""


class GraphicsError(RuntimeError):
    """Nothing can be drawn here; says what is missing."""


def graphics() -> moderngl.Context:
    """A new context; it belongs to the thread that asks."""
    try:
        import moderngl
    except ImportError:
        raise GraphicsError(
            "pictures without a page need an extra: pip install 'motorium[film]'"
        ) from None
    backend: dict[str, Any] = {"backend": "egl"} if sys.platform.startswith("linux") else {}
    try:
        return moderngl.create_context(standalone=True, require=LEAST, **backend)
    except Exception as problem:  # It raises nothing narrower.
        raise GraphicsError(
            "pictures without a page need OpenGL 3.3, and none can be had here "
            f"({str(problem).strip() or type(problem).__name__}); on Debian and Ubuntu "
            f"`apt-get install {PACKAGES}` as root brings one that needs no graphics card"
        ) from None
