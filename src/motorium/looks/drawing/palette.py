"""What shaders are told of a species' skin (web/.../fish/speciesSkin.ts)."""

from __future__ import annotations

import colorsys
import io
from typing import TYPE_CHECKING, Any

import numpy as np

from motorium.bodies.species import Species
from motorium.looks.drawing.context import GraphicsError
from motorium.looks.drawing.skin_mesh import Landmarks
from motorium.looks.drawing.textures import plain_texture
from motorium.looks.shading import shader_constant
from motorium.looks.srgb import light_of

if TYPE_CHECKING:
    import moderngl

__all__ = ["palette_values"]

SRGB8_ALPHA8 = 0x8C43
SHARPNESS = 4.0
"""Anisotropy of a photograph."""


def palette_values(context: moderngl.Context, species: Species, marks: Landmarks) -> dict[str, Any]:
    """Uniforms of skin_head.glsl and mouth.glsl."""
    palette, eye = species.skin.palette, species.skin.eye
    spots, false_eye = palette.spots, palette.false_eye
    bands = np.full((int(shader_constant("MOST_BANDS")), 2), -1.0)
    bands[: len(palette.bands)] = np.array(palette.bands).reshape(-1, 2)
    accent, fin, flank = map(light_of, (palette.accent, palette.fin, palette.flank))
    return {
        "backColour": light_of(palette.back),
        "flankColour": flank,
        "bellyColour": light_of(palette.belly),
        "finColour": fin,
        "accentColour": accent,
        "edgeColour": light_of(palette.edge) if palette.edge else accent,
        "marginColour": light_of(palette.margin) if palette.margin else accent,
        "courtshipColour": light_of(palette.courtship) if palette.courtship else _blushing(fin),
        "spotColour": light_of(spots.color) if spots else accent,
        "irisColour": light_of(eye.iris),
        "bands": bands,
        "bandCount": len(palette.bands),
        "lined": float(palette.edge is not None),
        "margined": float(palette.margin is not None),
        "stripes": palette.stripes,
        "spotted": (spots.size, spots.density) if spots else (1.0, 0.0),
        "spotRange": (spots.start, spots.end, spots.low, spots.high) if spots else (0, 1, -1, 1),
        "falseEye": (false_eye.behind_nose, false_eye.height, false_eye.radius)
        if false_eye
        else (0.0, 0.0, 0.0),
        "mottling": palette.mottle,
        "scaleRows": palette.scales,
        "gillSlits": palette.gill_slits,
        "variety": palette.variety,
        "silver": _silver(flank),
        "eyePlace": (*marks.eye[:2], eye.radius),
        "mouth": marks.mouth,
        "tailFrom": marks.tail_from,
        "showLevels": 0.0,
        **_photo(context, species.texture),
    }


def _blushing(fin: np.typing.NDArray[np.float64]) -> np.typing.NDArray[np.float64]:
    """What fins blush to where a species does not say: their own hue, bright and warm."""
    hue, _, saturation = colorsys.rgb_to_hls(*fin)
    # Grey has no hue.
    return np.array(colorsys.hls_to_rgb(0.03 if saturation < 0.2 else hue, 0.5, 0.85))


def _silver(flank: np.typing.NDArray[np.float64]) -> float:
    """How much of a mirror flanks are: grey ones are silver, coloured ones have pigment."""
    most, least = max(*flank, 1e-6), min(flank)
    return float(min(1.0, max(0.0, 1.25 - 2.5 * (1.0 - least / most))) * min(1.0, 2.0 * most))


def _photo(context: moderngl.Context, data: bytes | None) -> dict[str, Any]:
    if data is None:
        return {"photo": plain_texture(context, 0, 0, 0, 0), "photographed": 0.0}
    import moderngl

    try:
        from PIL import Image
    except ImportError:
        raise GraphicsError(
            "a fish that wears a photograph needs an extra: pip install 'motorium[film]'"
        ) from None
    image = Image.open(io.BytesIO(data)).convert("RGBA")
    texture = context.texture(image.size, 4, image.tobytes(), internal_format=SRGB8_ALPHA8)
    texture.build_mipmaps()
    texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
    texture.anisotropy = SHARPNESS
    texture.repeat_x = texture.repeat_y = False
    return {"photo": texture, "photographed": 1.0}
