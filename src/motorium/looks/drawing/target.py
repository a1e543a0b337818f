"""Where pictures are drawn, and how they are read back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import moderngl

__all__ = ["PictureTarget", "SightTarget"]


class PictureTarget:
    """Colours; with several samples a pixel edges are smooth."""

    def __init__(self, context: moderngl.Context, size: tuple[int, int], samples: int = 1) -> None:
        self.size = size
        plain = context.framebuffer(
            [context.renderbuffer(size, 4)], context.depth_renderbuffer(size)
        )
        self._context, self._plain, self.buffer = context, plain, plain
        if samples > 1:
            most = int(context.info["GL_MAX_SAMPLES"])
            many = min(samples, most)
            self.buffer = context.framebuffer(
                [context.renderbuffer(size, 4, samples=many)],
                context.depth_renderbuffer(size, samples=many),
            )

    def begin(self) -> None:
        """Whatever is drawn now goes here, onto black."""
        self.buffer.use()
        self.buffer.depth_mask = True
        self.buffer.clear(0.0, 0.0, 0.0, 1.0)

    def read(self) -> NDArray[np.uint8]:
        """Pixels, shape (height, width, 3), the uppermost row first."""
        if self.buffer is not self._plain:
            self._context.copy_framebuffer(self._plain, self.buffer)
        width, height = self.size
        data = self._plain.read(components=3, alignment=1)
        return np.frombuffer(data, np.uint8).reshape(height, width, 3)[::-1].copy()

    def release(self) -> None:
        """Give the memory back."""
        for one in {self.buffer, self._plain}:
            _release(one)


class SightTarget:
    """What pixels show, and how far it is."""

    def __init__(self, context: moderngl.Context, size: tuple[int, int]) -> None:
        self.size = size
        self._seen = context.texture(size, 4, dtype="u4")
        self.buffer = context.framebuffer([self._seen], context.depth_renderbuffer(size))

    def begin(self) -> None:
        """Whatever is drawn now goes here, onto nothing."""
        self.buffer.use()
        self.buffer.depth_mask = True
        self.buffer.clear()

    def read(self) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        """What is seen with its number (constants.glsl), and ranges [m], inf where nothing is; both
        of shape (height, width), the uppermost row first."""
        width, height = self.size
        words = np.frombuffer(self._seen.read(), np.uint32).reshape(height, width, 4)[::-1]
        codes = words[..., 0].copy()
        ranges = words[..., 1].copy().view(np.float32)
        ranges[codes == 0] = np.inf
        return codes, ranges

    def release(self) -> None:
        """Give the memory back."""
        _release(self.buffer)


def _release(buffer: moderngl.Framebuffer) -> None:
    """With what it draws into."""
    parts: list[Any] = [*buffer.color_attachments, buffer.depth_attachment]
    buffer.release()
    for part in parts:
        part.release()
