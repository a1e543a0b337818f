"""From a relaxed mesh to the table [skin] of a species: the outline that the photograph has."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from motorium.bodies.outline import Fin, Outline
from motorium.bodies.species import Shape, known_species, read_shape, shape_file
from motorium.contracts.frames import Floats
from motorium.looks.bspline import evaluate
from motorium.looks.shape import TAIL_COLUMN, half_body_points
from motorium.looks.texture_mesh.mesh import Mesh
from motorium.looks.texture_mesh.regions import Mask
from motorium.looks.texture_mesh.silhouette import Frame, rest_nodes
from motorium.settings import SettingsError

__all__ = ["check_depth", "far_from_body", "frame_of", "outline_of_mesh"]

FIN_POINTS: Final = 9
FIN_TALLEST: Final = 0.35
"""How far off the body a fin is followed [L]."""
FIN_LEAST: Final = 0.012
"""Lower ones are not there [L]."""
NO_FIN: Final = 0.001
FAR: Final = 0.5
"""How much higher or lower than its physical body a skin may be before one is told, as a share."""
DEEPEST: Final = 3.0
"""How many times as deep as its physical body a skin may be."""


def frame_of(mesh: Mesh) -> Frame:
    """Where the body frame lies: the axis runs through the middles of the columns of the body."""
    body = mesh.nodes[:, : TAIL_COLUMN + 1]
    middles = (body[0] + body[-1]) / 2
    centre = middles.mean(axis=0)
    _, _, axes = np.linalg.svd(middles - centre)
    forward = axes[0] * np.sign(np.dot(axes[0], middles[0] - middles[-1]) or 1.0)
    up = np.array([forward[1], -forward[0]])
    up *= np.sign(np.dot(up, (body[0] - body[-1]).mean(axis=0)) or 1.0)
    along = (mesh.nodes - centre) @ forward
    front, rear = float(along.max()), float(along.min())
    return Frame(centre + front * forward, forward, up, max(front - rear, 1.0))


def outline_of_mesh(
    mesh: Mesh,
    frame: Frame,
    template: Shape,
    mask: Mask,
    eye: tuple[float, float] | None = None,
) -> Outline:
    """The outline of the photograph's fish.

    What a profile does not show, widths, pectoral fins, the form of cross-sections, is the
    template's; the mouth keeps its place in the height of the head, the eye, too, where it was not
    found (behind the nose, height) [L].
    """
    side = frame.to_body(mesh.nodes)
    back = _curve(side[0, : TAIL_COLUMN + 1])
    belly = _curve(side[-1, : TAIL_COLUMN + 1])
    start = float(np.clip(side[[0, -1], TAIL_COLUMN, 0].mean(), 0.5, 0.95))
    table: dict[str, Any] = template.skin.model_dump()
    known = template.skin.tail.start or float(template.body.station[-1].behind_nose)
    table |= {
        "back": _up_to(back, start),
        "belly": _up_to(belly, start),
        "width": [[round(x * start / known, 4), y] for x, y in template.skin.width],
        "tail": _tail(side, start),
    }
    for part in ("eye", "mouth"):
        where = min(float(table[part].get("behind_nose", 0.0)), 0.5)
        old_low, old_high = map(float, _span(template.skin, template, np.array(where)))
        low, high = (float(np.interp(where, *np.array(c).T)) for c in (belly, back))
        share = (table[part]["height"] - old_low) / max(old_high - old_low, 1e-6)
        table[part]["height"] = round(low + float(np.clip(share, 0.1, 0.9)) * (high - low), 4)
    if eye is not None:
        table["eye"] |= {"behind_nose": round(eye[0], 4), "height": round(eye[1], 4)}
    skin = Outline.model_validate(table)
    body = half_body_points(rest_nodes(template), skin)
    fins = {
        "dorsal": _fin(body, frame, mask, template.skin.dorsal, True),
        "ventral": _fin(body, frame, mask, template.skin.ventral, False),
    }
    return skin.model_copy(update=fins)


def far_from_body(skin: Outline, template: Shape) -> str:
    """A sentence if the skin is far from the body that the physics moves; else nothing."""
    ratio, where = max(_depths(skin, template), key=_off)
    if 1 / (1 + FAR) < ratio < 1 + FAR:
        return ""
    return (
        f"at {where:.0%} of its length this fish is {ratio:.1f} times as deep as the body of "
        f"{template.name} that moves it"
    )


def check_depth(skin: Outline, template: Shape) -> None:
    """Refuse a skin so deep that the body in it cannot be what moves it."""
    ratio, where = max(_depths(skin, template))
    if ratio <= DEEPEST:
        return
    shapes = [read_shape(shape_file(name)) for name in known_species()]
    best = min(shapes, key=lambda shape: max(map(_off, _depths(skin, shape))))
    fits = max(_depths(skin, best))[0] <= DEEPEST
    advice = f"take {best.name}" if fits else "is it one whole fish from the side?"
    raise SettingsError(
        f"at {where:.0%} of its length this is {ratio:.1f} times as deep as the body of "
        f"{template.name} that would move it, at most {DEEPEST:.0f} times may be; {advice}"
    )


def _depths(skin: Outline, template: Shape) -> list[tuple[float, float]]:
    """How many times as deep as its body the skin is, and where, behind the nose [L]."""
    stations = template.body.station[:-1]
    where = np.array([station.behind_nose for station in stations])
    low, high = _span(skin, template, where)
    ratios = (high - low) / 2 / np.array([station.half_height for station in stations])
    return list(zip(np.maximum(ratios, 1e-3).tolist(), where.tolist(), strict=True))


def _off(depth: tuple[float, float]) -> float:
    return abs(float(np.log(depth[0])))


def _span(skin: Outline, template: Shape, where: Floats) -> tuple[Floats, Floats]:
    """Heights of belly and back at places behind the nose [L]."""
    seam, _ = evaluate(
        half_body_points(rest_nodes(template), skin), (3, 3), np.array([0.0, 1.0]), _FINE
    )
    behind = seam[0, 0, 0] - seam[..., 0]
    high, low = (np.interp(where, behind[k], seam[k, :, 2]) for k in (0, 1))
    return low, high


_FINE: Final = np.linspace(0, 1, 200)


def _curve(points: Floats) -> list[list[float]]:
    """Points one behind the other, the first at the nose."""
    curve = [[0.0, float(points[0, 1])]]
    for place, height in points[1:].tolist():
        if place > curve[-1][0] + 0.004:
            curve.append([place, height])
    return [[round(place, 4), round(height, 4)] for place, height in curve]


def _up_to(curve: list[list[float]], end: float) -> list[list[float]]:
    kept = [point for point in curve if point[0] <= end + 0.02]
    return kept if len(kept) >= 3 else curve


def _tail(side: Floats, start: float) -> dict[str, float]:
    """The tail fin that is nearest to the mesh's last columns."""
    upper, lower = side[0, -1], side[-1, -1]
    high = max(float(upper[1]), 0.02)
    middle = float(side[3:6, -1, 0].mean())
    tips = float((upper[0] + lower[0]) / 2)
    fork = float(np.clip(tips - middle, -0.1, 0.12))
    v = (np.arange(TAIL_COLUMN, side.shape[1]) - TAIL_COLUMN) / (side.shape[1] - 1 - TAIL_COLUMN)
    rise = side[0, TAIL_COLUMN:, 1]
    opened = np.clip((rise - rise[0]) / max(float(rise[-1] - rise[0]), 1e-6), 0.0, 1.0)
    flares = np.linspace(0.5, 2.5, 41)
    flare = flares[np.argmin([np.sum((v**each - opened) ** 2) for each in flares])]
    return {
        "start": round(start, 4),
        "height": round(high, 4),
        "lower": round(float(np.clip(-lower[1] / high, 0.3, 1.5)), 4),
        "fork": round(fork, 4),
        "flare": round(float(flare), 4),
    }


def _fin(body: Floats, frame: Frame, mask: Mask, known: Fin, upwards: bool) -> Fin:
    """A fin as far as the silhouette goes on beyond the body, leaning as the known one does."""
    seam, _ = evaluate(body, (3, 3), np.array([0.0 if upwards else 1.0]), _FINE)
    behind, level = seam[0, 0, 0] - seam[0, :, 0], seam[0, :, 2]
    sign = 1.0 if upwards else -1.0
    out = np.linspace(0.0, FIN_TALLEST, 176)
    places = np.linspace(0.1, 0.9, 161)
    heights = np.zeros(len(places))
    for k, place in enumerate(places):
        root = np.array([place, np.interp(place, behind, level)])
        ray = root + out[:, None] * np.array([known.lean, sign])
        x, y = np.rint(frame.to_picture(ray)).astype(np.intp).T
        inside = (x >= 0) & (y >= 0) & (x < mask.shape[1]) & (y < mask.shape[0])
        inside[inside] = mask[y[inside], x[inside]]
        # It may begin a little outside the body.
        begun = int(np.argmax(inside[:8])) if inside[:8].any() else 0
        ends = np.flatnonzero(~inside[begun:])
        heights[k] = out[begun + (ends[0] if ends.size else len(out) - 1 - begun)]
    rising = heights > FIN_LEAST
    # The longest stretch that rises, which ends before the tail.
    rising &= places < behind[np.argmax(behind > 0.5)] + 0.45
    edges = np.flatnonzero(np.diff(np.pad(rising.astype(np.int8), 1)))
    spans = [(b - a, a, b - 1) for a, b in zip(edges[::2], edges[1::2], strict=True)]
    if not spans or max(spans)[0] < 6:
        return known.model_copy(update={"heights": [NO_FIN] * FIN_POINTS})
    _, first, last = max(spans)
    at = np.linspace(places[first], places[last], FIN_POINTS)
    found = np.interp(at, places, heights)
    return Fin(
        start=round(float(at[0]), 4),
        end=round(float(at[-1]), 4),
        heights=[round(float(height), 4) for height in found],
        lean=known.lean,
    )
