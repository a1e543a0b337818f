"""Where a mesh starts: a fish is told from its background, its head from its tail, its body from
its fins; what is no fish ends in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.bodies.species import Shape
from motorium.contracts.frames import Floats
from motorium.looks.shape import TAIL_COLUMN
from motorium.looks.texture_mesh.background import stand_out
from motorium.looks.texture_mesh.mesh import Mesh
from motorium.looks.texture_mesh.photo import Photo
from motorium.looks.texture_mesh.potential import Field, blurred, fields_of
from motorium.looks.texture_mesh.regions import Mask, filled, hull_area, labelled
from motorium.looks.texture_mesh.silhouette import (
    BINS,
    Frame,
    Known,
    heights_like,
    known_fishes,
    known_of,
    lying,
    profiles,
)

__all__ = ["Found", "NoFish", "find_fish", "place_by_hand"]

SMALLEST, LARGEST = 0.015, 0.85
"""Of the picture that a fish covers."""
RIVAL: Final = 0.4
"""The next region is at most so large, in that of the fish."""
CUT: Final = 0.1
"""Of the fish's extent that may lie on the picture's edge."""
END_CUT: Final = 0.1
"""Of its height that may lie on the left or the right edge: there its head or its tail ends."""
HOLLOW, FULL = 0.42, 0.965
"""Of its convex hull that a fish fills: it has a tail behind a narrow part."""
UPRIGHT: Final = 1.3
"""How much farther what stands upright spreads in height than in width, at least."""
UNLIKE: Final = 0.2
"""What may be left unexplained of its profile by the most similar fish that is known."""
LIFTS: Final = 0.012
"""A fin begins where the silhouette is higher than the body by this much [L]."""
TALLEST: Final = 0.35
"""How high a fin may be [L]."""
STEEP: Final = 0.03
"""What rises so much over two of the places at which heights are compared is a fin [L]."""
PEDUNCLE: Final = 0.08
"""How far from its usual place the narrowest part is looked for [L]."""
BY_HAND: Final = 0.7
"""Of the picture's width that a mesh takes up where nothing was found."""


class NoFish(ValueError):
    """A picture in which there is no fish to be found; its text says why."""


@dataclass(frozen=True)
class Found:
    """A fish in a photograph.

    mesh: regular, over its body and tail, anchored where fins leave the body; frame: where its body
    lies; standing: how much pixels stand out, shape (height, width); mask: which ones are fish,
    with its fins; like: the species that it resembles most.
    """

    mesh: Mesh
    frame: Frame
    standing: Floats
    mask: Mask
    like: Known

    def fields(self) -> list[Field]:
        """Forces of the photograph, from coarse to fine."""
        return fields_of(self.standing, self.frame.length)

    def near_fields(self) -> list[Field]:
        """Those for a mesh that is nearly where it belongs, as that of find_fish."""
        return self.fields()[-2:]


def find_fish(photo: Photo, template: Shape | None = None, flip: bool = False) -> Found:
    """Find the fish; raises NoFish.

    template: a species that it may be like, besides those that ship; flip: its head is at the
    other end than it seems.
    """
    standing, mask = stand_out(photo)
    mask = _only_fish(mask)
    fishes = known_fishes()
    if template is not None and template.name not in [fish.name for fish in fishes]:
        fishes = (known_of(template), *fishes)
    frame, like, unexplained = lying(mask, fishes)
    if unexplained > UNLIKE:
        raise NoFish(
            "what stands out in the picture has not the outline of a fish in profile "
            f"({unexplained:.0%} of it is unlike any that is known, at most {UNLIKE:.0%} may be)"
        )
    if flip:
        frame = Frame(
            frame.nose - frame.length * frame.forward, -frame.forward, frame.up, frame.length
        )
    # Nothing beside the fish is to draw the border.
    near = blurred(mask.astype(np.float64), 3.0) > 0.02
    standing = np.where(near, standing, np.minimum(standing, 0.1))
    standing = np.where(mask, np.maximum(standing, 0.6), standing)
    return Found(start_mesh(mask, frame, like), frame, standing, mask, like)


def place_by_hand(photo: Photo, template: Shape) -> Found:
    """A mesh in the middle of a picture, head to the left, where the fish could not be told."""
    known = known_of(template)
    width, height = photo.size
    length = BY_HAND * min(width, 2 * height)
    nose = np.array([(width - length) / 2, height / 2])
    frame = Frame(nose, np.array([-1.0, 0.0]), np.array([0.0, -1.0]), length)
    everything = np.ones((height, width), dtype=bool)
    return Found(Mesh(frame.to_picture(known.grid)), frame, photo.gray, everything, known)


def start_mesh(mask: Mask, frame: Frame, like: Known) -> Mesh:
    """The half body of a known fish, fitted to a silhouette."""
    y, x = np.nonzero(mask)
    places = frame.to_body(np.stack([x, y], axis=1).astype(np.float64))
    top, bottom = profiles(places)
    tail = _narrowest(top - bottom, like.tail)
    back, finned_above = _without_fin(top, like.top, like.back, like, top, bottom, tail)
    belly, finned_below = _without_fin(-bottom, -like.bottom, -like.belly, like, top, bottom, tail)
    belly = -belly

    grid = like.grid.copy()
    known_top, known_bottom = like.grid[0, :, 1], like.grid[-1, :, 1]
    share = (like.grid[..., 1] - known_bottom) / np.maximum(known_top - known_bottom, 1e-6)
    body = slice(0, TAIL_COLUMN + 1)
    grid[:, body, 0] *= tail / like.tail
    at = grid[0, body, 0]
    upper, lower = _at(back, at), _at(belly, at)
    grid[:, body, 1] = lower + share[:, body] * (upper - lower)
    # The tail fin as the known one has it, stretched to reach as far and as high.
    fin = slice(TAIL_COLUMN + 1, None)
    behind = np.arange(BINS) > tail * BINS
    middle = (upper[-1] + lower[-1]) / 2
    known_middle = (known_top[TAIL_COLUMN] + known_bottom[TAIL_COLUMN]) / 2
    high = top[behind].max() - middle
    low = middle - bottom[behind].min()
    off = like.grid[:, fin, 1] - known_middle
    off = np.where(off > 0, off * high / off.max(), off * low / -off.min())
    grid[:, fin, 1] = middle + off
    stretch = (1 - tail) / (1 - like.tail)
    grid[:, fin, 0] = tail + (like.grid[:, fin, 0] - like.tail) * stretch
    for row in grid:
        beside = places[np.abs(places[:, 1] - row[-1, 1]) < 1.5 / BINS, 0]
        reach = max(beside.max(initial=0.0), tail + (1 - tail) / 3)
        row[fin, 0] = tail + (row[fin, 0] - tail) * (reach - tail) / (row[-1, 0] - tail)

    mesh = Mesh(frame.to_picture(grid))
    for row, finned in ((0, finned_above), (-1, finned_below)):
        for column in range(1, TAIL_COLUMN + 1):
            place = grid[row, column, 0]
            if finned[min(int(place * BINS), BINS - 1)]:
                node = mesh.nodes[row, column]
                mesh.anchors[row % len(grid), column] = (float(node[0]), float(node[1]))
    return mesh


def _only_fish(mask: Mask) -> Mask:
    """The one region that may be a fish, without holes."""
    mask = blurred(mask.astype(np.float64), 1.0) > 0.5
    labels, sizes = labelled(mask)
    sizes[0] = 0
    order = np.argsort(sizes)[::-1]
    area = mask.size
    if sizes[order[0]] < SMALLEST * area:
        raise NoFish(
            "nothing in the picture stands out from its background; a fish in profile before a "
            "plain one is needed"
        )
    if len(order) > 1 and sizes[order[1]] > RIVAL * sizes[order[0]]:
        raise NoFish("several things stand out in the picture; it must show one fish alone")
    fish = filled(labels == order[0])
    if fish.sum() > LARGEST * area:
        raise NoFish(
            "what stands out fills the picture; some of the background must be seen around the fish"
        )
    around = 2 * (np.any(fish, axis=0).sum() + np.any(fish, axis=1).sum())
    on_edge = fish[0].sum() + fish[-1].sum() + fish[:, 0].sum() + fish[:, -1].sum()
    ends = max(fish[:, 0].sum(), fish[:, -1].sum())
    if on_edge > CUT * around or ends > END_CUT * np.any(fish, axis=1).sum():
        raise NoFish("what stands out is cut off by the picture's edge; the whole fish is needed")
    solid = fish.sum() / hull_area(fish)
    if solid > FULL:
        raise NoFish("what stands out in the picture has no tail as a fish has")
    if solid < HOLLOW:
        raise NoFish("what stands out in the picture is too ragged for a fish")
    if _taller(fish) > UPRIGHT:
        raise NoFish(
            "what stands out in the picture stands upright; turn the picture until the fish lies "
            "level, its back above"
        )
    return fish


def _taller(fish: Mask) -> float:
    """How much farther its pixels spread in height than in width."""
    y, x = np.nonzero(fish)
    return float(y.std() / max(x.std(), 1e-9))


def _narrowest(thickness: Floats, usual: float) -> float:
    """Where the tail fin begins."""
    first = max(1, round((usual - PEDUNCLE) * BINS))
    last = min(BINS - 6, round((usual + PEDUNCLE) * BINS))
    return (first + int(np.argmin(thickness[first : last + 1])) + 0.5) / BINS


def _without_fin(
    edge: Floats,
    known_edge: Floats,
    known_body: Floats,
    like: Known,
    top: Floats,
    bottom: Floats,
    tail: float,
) -> tuple[Floats, Mask]:
    """An edge of the silhouette, upwards, as it would be without a fin, and where that is one.

    Where the known fish has a fin, or one stands up from the edge, the body goes on in the known
    one's form between what is seen of it before and behind; what is higher than that is the fin.
    """
    scale, shift = heights_like(like, top, bottom)
    up = 1.0 if edge is top else -1.0
    expected = scale * known_body + up * shift
    places = (np.arange(BINS) + 0.5) / BINS
    hidden = (known_edge - known_body > LIFTS / 2) & (places < tail)
    # Fins may begin a little sooner and end a little later.
    hidden = np.convolve(hidden, np.ones(5), mode="same") > 0
    off = edge - expected
    hidden |= _standing_up(off, tail) | _standing_up(off[::-1], 1.0)[::-1]
    hidden &= (places < tail - 0.5 / BINS) & (places > 0.08)
    bare = ~hidden
    beneath = expected + np.interp(places, places[bare], off[bare])
    body = np.where(hidden, np.minimum(edge, beneath), edge)
    finned = hidden & (edge - body > LIFTS)
    if (edge - body).max() > TALLEST:
        raise NoFish("what stands out in the picture has longer fins than any fish in profile")
    body = np.where(finned, body, edge)
    smooth = np.convolve(np.pad(body, 1, mode="edge"), [0.25, 0.5, 0.25], mode="valid")
    return smooth, finned


def _standing_up(off: Floats, end: float) -> Mask:
    """Where an edge, by its height over what is expected, has risen steeply and not come down yet;
    what has not at the end is no fin."""
    found = np.zeros(BINS, dtype=bool)
    last = int(end * BINS)
    for start in range(last - 2):
        if not found[start] and off[start + 2] - off[start] > STEEP:
            down = np.flatnonzero(off[start + 2 : last] < off[start] + LIFTS)
            if down.size:
                found[start + 1 : start + 2 + down[0]] = True
    return found


def _at(curve: Floats, places: Floats) -> Floats:
    found: Floats = np.interp(places, (np.arange(BINS) + 0.5) / BINS, curve)
    return found
