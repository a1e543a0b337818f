"""Textures that many shaders look up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from motorium.looks.scenery.textures import noise_texels

if TYPE_CHECKING:
    import moderngl

__all__ = ["noise_texture", "plain_texture"]


def noise_texture(context: moderngl.Context) -> moderngl.Texture:
    """The noise that all shaders look up.

    Not as bytes: software renderers would look up bytes between texels, where graphics cards are
    finer.
    """
    import moderngl

    texels = (noise_texels() / 255.0).astype(np.float32)
    height, width, channels = texels.shape
    texture = context.texture((width, height), channels, texels.tobytes(), dtype="f4")
    texture.build_mipmaps()
    texture.filter = (moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR)
    return texture


def plain_texture(context: moderngl.Context, *texel: int) -> moderngl.Texture:
    """Of one colour everywhere, one number a channel."""
    return context.texture((1, 1), len(texel), bytes(texel))
