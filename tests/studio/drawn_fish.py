"""A photograph of a fish, drawn here."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

SIZE = (640, 420)
NOSE, TAIL = 110, 540
BACK, BELLY = 125, 295


def drawn_fish(kind: str = "PNG", size: tuple[int, int] = SIZE) -> bytes:
    """The bytes of a picture of an orange fish before pale water, nose to the left."""
    image = Image.new("RGB", SIZE, (200, 225, 235))
    draw = ImageDraw.Draw(image)
    draw.ellipse((NOSE, BACK, 450, BELLY), fill=(228, 118, 32))
    draw.polygon([(425, 210), (TAIL, 140), (515, 210), (TAIL, 280)], fill=(214, 92, 22))
    draw.rectangle((240, 130, 262, 290), fill=(250, 248, 240))
    draw.ellipse((150, 185, 166, 201), fill=(20, 16, 12))
    out = io.BytesIO()
    image.resize(size).save(out, kind)
    return out.getvalue()


def empty_water() -> bytes:
    """The bytes of a picture with no fish in it."""
    out = io.BytesIO()
    Image.new("RGB", SIZE, (200, 225, 235)).save(out, "PNG")
    return out.getvalue()
