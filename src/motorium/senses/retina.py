"""Retinal images in Python: what a fish sees, drawn by the page's shaders without a page.

Where its eyes are and how far they turn says `senses.eyes`, for the page as well. Pictures are flat
and `eyes.ACROSS` wide, whatever their size; a single eye is the cyclopean one, between both. The
fish itself is not in them. Ranges are distances from the eye, not depths: a wall that one looks at
straight is farther at the border of the picture (Tu 1999, section 6.7, takes depths).
"""

from __future__ import annotations

import math
import operator
from dataclasses import replace
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.species import Species
from motorium.contracts.frames import body_to_world, rotation_matrix
from motorium.contracts.viewing import Camera
from motorium.looks.drawing.moment import Fishes, Moment
from motorium.looks.drawing.renderer import MOST_PIXELS, thread_renderer
from motorium.looks.drawing.skin_mesh import RestBody
from motorium.looks.drawing.view import View
from motorium.looks.shading import shader_constant
from motorium.senses.eyes import (
    ACROSS,
    FARTHEST,
    MOST_PAN,
    MOST_TILT,
    NEAREST,
    RETINA_HEIGHT,
    RETINA_WIDTH,
    THINGS,
    Head,
    eye_frames,
)

__all__ = ["FINER", "SIZE", "Kind", "head_of", "pixels_by_identity", "retina", "retina_views"]

Kind = Literal["rgb", "identity", "range", "brightness"]

SIZE: Final = (RETINA_WIDTH, RETINA_HEIGHT)
"""Width and height of a picture [pixels]."""
FINER: Final = 3.0
"""Fishes are as fine as in a picture so many times as high: what is far is not made coarser."""

_NUMBERS: Final = {
    int(shader_constant(f"SEEN_{seen}")): THINGS[thing]
    for seen, thing in (
        ("NOTHING", "water"),
        ("GROUND", "ground"),
        ("OBSTACLE", "rock"),
        ("WEED", "weed"),
        ("FOOD", "food"),
        ("SUBMARINE", "submarine"),
        ("LINE", "line"),
        ("PLANKTON", "plankton"),
        ("BUBBLE", "bubble"),
    )
}
_FISH: Final = int(shader_constant("SEEN_FISH"))
_BITS: Final = int(shader_constant("SEEN_NUMBER_BITS"))

_heads: dict[int, tuple[Species, Head]] = {}


def retina(
    moment: Moment,
    fish: int,
    kind: Kind = "rgb",
    *,
    eyes: int = 2,
    pan: float = 0.0,
    tilt: float = 0.0,
    size: tuple[int, int] = SIZE,
) -> NDArray[Any]:
    """What a fish of a moment sees, by its id: the left eye first, uppermost rows first.

    kind: "rgb", uint8 (eyes, height, width, 3); "identity", int64 (eyes, height, width), ids of
    fishes and `eyes.THINGS`; "range" [m], float32 (eyes, height, width), inf where there is only
    water; "brightness", float64 (eyes,), the mean of all colours of each picture, 0 to 1. eyes: 1
    or 2; pan: of both to the left, tilt: upwards [rad]; size: width and height [pixels].
    """
    if kind not in get_args(Kind):
        raise ValueError(f"retina: kind must be one of {', '.join(get_args(Kind))}, not {kind!r}")
    size = _checked_size(size)
    views = retina_views(moment, fish, eyes=eyes, pan=pan, tilt=tilt, size=size)
    others = moment.without([fish])
    renderer = thread_renderer()
    if kind in ("rgb", "brightness"):
        pictures = np.stack([renderer.picture(others, view, size) for view in views])
        if kind == "rgb":
            return pictures
        return np.asarray(pictures.mean(axis=(1, 2, 3)) / 255.0)
    maps = [renderer.sight(others, view, size) for view in views]
    if kind == "range":
        return np.stack([ranges for _, ranges in maps])
    return np.stack([_identities(codes, others.fishes) for codes, _ in maps])


def pixels_by_identity(identity: NDArray[np.int64]) -> dict[int, int]:
    """Who and what is seen on identity maps, with how many pixels it has; the most first, water
    left out."""
    seen, pixels = np.unique(identity[identity != THINGS["water"]], return_counts=True)
    order = np.argsort(-pixels, kind="stable")
    return {int(seen[k]): int(pixels[k]) for k in order}


def retina_views(
    moment: Moment,
    fish: int,
    *,
    eyes: int = 2,
    pan: float = 0.0,
    tilt: float = 0.0,
    size: tuple[int, int] = SIZE,
) -> list[View]:
    """The views of its eyes, or of the cyclopean one."""
    row = _row_of(moment.fishes, fish)
    if type(eyes) is not int or eyes not in (1, 2):
        raise ValueError(f"retina: eyes must be 1 or 2, not {eyes!r}")
    for name, angle, most in (("pan", pan, MOST_PAN), ("tilt", tilt, MOST_TILT)):
        if isinstance(angle, bool) or not isinstance(angle, int | float | np.number):
            raise ValueError(f"retina: {name} must be an angle [rad], not {angle!r}")
        if not abs(float(angle)) <= most + 1e-9:
            raise ValueError(
                f"retina: {name} must be within {most:.4f} rad ({math.degrees(most):.0f} degrees) "
                f"to either side, not {angle:g}"
            )
    fishes = moment.fishes
    head = head_of(moment.species[int(fishes.kinds[row])])
    if eyes == 1:
        head = replace(head, eye_aside=0.0)
    turn = fishes.orientations[row]
    nodes = fishes.positions[row] + body_to_world(turn, fishes.nodes[row].astype(np.float64))
    places, axes = eye_frames(
        head, float(fishes.lengths[row]), nodes, rotation_matrix(turn), float(pan), float(tilt)
    )
    field = 2.0 * math.atan(math.tan(ACROSS / 2.0) * size[1] / size[0])
    return [
        View.of(
            Camera(tuple(place), tuple(ahead), tuple(up), field, far=FARTHEST),
            size,
            near=NEAREST,
            finer=FINER,
        )
        for place, (ahead, _, up) in list(zip(places, axes, strict=True))[:eyes]
    ]


def head_of(species: Species) -> Head:
    """Where a species has its eyes."""
    known = _heads.get(id(species))
    if known is None:
        rest = RestBody(species)
        behind, above, aside = rest.landmarks.eye
        eye = np.array([rest.nodes[0, 0] - behind, aside, above])
        # Kept with its species, so that nobody else gets its identity.
        known = _heads[id(species)] = species, Head.of(rest.nodes, eye)
    return known[1]


def _identities(codes: NDArray[np.uint32], fishes: Fishes) -> NDArray[np.int64]:
    kinds, numbers = codes >> _BITS, codes & ((1 << _BITS) - 1)
    found = np.full(codes.shape, THINGS["water"], dtype=np.int64)
    for kind, thing in _NUMBERS.items():
        found[kinds == kind] = thing
    seen = kinds == _FISH
    found[seen] = fishes.ids[numbers[seen]]
    return found


def _row_of(fishes: Fishes, fish: int) -> int:
    try:
        if isinstance(fish, bool):
            raise TypeError
        wanted = operator.index(fish)
    except TypeError:
        raise ValueError(f"retina: a fish is named by its id, not by {fish!r}") from None
    rows = np.flatnonzero(fishes.ids == wanted)
    if not len(rows):
        raise KeyError(f"nobody has id {wanted}; {len(fishes)} individuals live")
    return int(rows[0])


def _checked_size(size: Any) -> tuple[int, int]:
    try:
        width, height = (operator.index(side) for side in size)
    except (TypeError, ValueError):
        raise ValueError(
            f"retina: size is a width and a height in whole pixels, not {size!r}"
        ) from None
    if not (1 <= width <= MOST_PIXELS and 1 <= height <= MOST_PIXELS):
        raise ValueError(
            f"retina: width and height must be 1 to {MOST_PIXELS} pixels, not {width} x {height}"
        )
    return width, height
