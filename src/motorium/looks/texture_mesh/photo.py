"""Photographs as people have them: any common format, turned as the camera was held."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats

if TYPE_CHECKING:
    from types import ModuleType

    from PIL import Image

__all__ = ["MOST_BYTES", "Photo", "PhotoError", "encode_png", "pillow", "read_photo"]

MOST_BYTES: Final = 30_000_000
MOST_PIXELS: Final = 60_000_000
LEAST_SIDE: Final = 64
WORKING_SIDE: Final = 800
"""The longer side of what the mesh works on [pixels]."""
FULL_SIDE: Final = 2400
"""The longer side of what textures are cut from."""
FORMATS: Final = ("PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF")
SEE_THROUGH: Final = 0.02
"""Less of a picture than this is no cut-out."""


class PhotoError(ValueError):
    """A picture that cannot be used; its text is a sentence."""


@dataclass(frozen=True)
class Photo:
    """A photograph.

    pixels, shape (height, width, 3), uint8: of working size; full: the same, larger, by the factor
    `enlarged`; cover, shape (height, width), 0 to 1: how solid it is where it has been cut out.
    """

    pixels: NDArray[np.uint8]
    full: NDArray[np.uint8]
    enlarged: float
    cover: Floats | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the working size."""
        height, width = self.pixels.shape[:2]
        return width, height

    @property
    def gray(self) -> Floats:
        """Brightness, 0 to 1, shape (height, width)."""
        found: Floats = self.pixels @ np.array([0.299, 0.587, 0.114]) / 255.0
        return found


def read_photo(data: bytes) -> Photo:
    """A photograph from the bytes of its file."""
    image_module = pillow()
    from PIL import ImageOps

    if not data:
        raise PhotoError("the file is empty; a photograph is needed")
    if len(data) > MOST_BYTES:
        raise PhotoError(
            f"the file has {len(data) / 1e6:.0f} MB; at most {MOST_BYTES / 1e6:.0f} are read"
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with image_module.open(io.BytesIO(data), formats=FORMATS) as opened:
                _check_size(*opened.size)
                if max(opened.size) > 2 * FULL_SIDE:
                    opened.draft("RGB", (FULL_SIDE, FULL_SIDE))
                image = ImageOps.exif_transpose(opened)
                image = _of_8_bits(image).convert("RGBA")
    except PhotoError:
        raise
    except image_module.DecompressionBombError:
        raise PhotoError(
            f"the picture has too many pixels; at most {MOST_PIXELS / 1e6:.0f} million are read"
        ) from None
    except Exception:  # Decoders of damaged files raise nearly anything.
        raise PhotoError(
            f"that is no picture, or a damaged one; {', '.join(FORMATS)} are read"
        ) from None
    full = _within(image, FULL_SIDE)
    working = _within(full, WORKING_SIDE)
    rgba = np.asarray(working)
    cover = rgba[..., 3] / 255.0
    return Photo(
        pixels=np.ascontiguousarray(rgba[..., :3]),
        full=np.ascontiguousarray(np.asarray(full)[..., :3]),
        enlarged=full.width / working.width,
        cover=cover if np.mean(cover < 0.5) > SEE_THROUGH else None,
    )


def encode_png(pixels: NDArray[np.uint8]) -> bytes:
    """As a PNG file; pixels, shape (height, width, 3 or 4)."""
    out = io.BytesIO()
    pillow().fromarray(pixels).save(out, "PNG", optimize=True)
    return out.getvalue()


def pillow() -> ModuleType:
    """Pillow's Image module, or a sentence that says how to get it."""
    try:
        from PIL import Image
    except ImportError:
        raise PhotoError("photographs need an extra: pip install 'motorium[texture]'") from None
    return Image


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise PhotoError(
            f"the picture has {width} x {height} pixels; at most {MOST_PIXELS / 1e6:.0f} million "
            "are read"
        )
    if min(width, height) < LEAST_SIDE:
        raise PhotoError(
            f"the picture has {width} x {height} pixels; at least {LEAST_SIDE} x {LEAST_SIDE} are "
            "needed to find a fish in it"
        )


def _of_8_bits(image: Image.Image) -> Image.Image:
    """Pillow would cut off the brighter ones of 16 bits."""
    if not image.mode.startswith("I"):
        return image
    levels = np.asarray(image)
    bits = 8 if levels.max() > 255 else 0
    found: Image.Image = pillow().fromarray((levels >> bits).astype(np.uint8))
    return found


def _within(image: Image.Image, side: int) -> Image.Image:
    ratio = side / max(image.size)
    if ratio >= 1:
        return image
    width, height = (max(1, round(ratio * length)) for length in image.size)
    return image.resize((width, height), resample=3, reducing_gap=3.0)
