"""The shape of a fish at rest: an outline becomes control points of B-spline surfaces.

Body frame (x forward, y left, z up), lengths in body lengths. Done once a species.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from motorium.bodies.outline import Fin, Outline, Pectoral
from motorium.contracts.frames import Floats
from motorium.looks.bspline import evaluate, greville, passing_through

__all__ = [
    "BODY_COLUMNS",
    "BODY_ROWS",
    "FIN_COLUMNS",
    "PECTORAL_COLUMNS",
    "Flank",
    "fin_points",
    "half_body_points",
    "pectoral_points",
    "smooth",
]

BODY_ROWS: Final = 9
BODY_COLUMNS: Final = 21
FIN_COLUMNS: Final = 12
"""Numbers of control points (Tu 1999, section 5.1)."""
PECTORAL_COLUMNS: Final = 4
TAIL_COLUMN: Final = 15
"""The column where the tail fin leaves the body."""
FIN_THICKNESS: Final = 0.004
"""Half the thickness of the tail fin."""
ROOT_DEPTH: Final = 0.02
"""How deep the roots of fins lie inside the body, so that no gap opens in any pose."""
ROOT_WIDTH: Final = 0.3
"""Width of a pectoral fin's root in that of its edge."""
ROUNDED: Final = np.array([0.85, 1.1, 1.05, 0.65])
POINTED: Final = np.array([1.0, 0.55, 0.4, 0.25])
"""How far the edge of a pectoral fin reaches, from its front to its rear."""
PECTORAL_DEPTH: Final = 0.01
"""How deep the roots of the pectoral fins lie inside the flank."""
BLUNT: Final = 0.15
"""How much of the body is drawn out into the rounding of the snout."""
LIP: Final = 0.5
"""How far the lips recede for their width."""
LEAST: Final = 0.4
"""The least half width in that of the nodes: so it stays positive where they are squeezed."""
FULL: Final = 1.08
"""Half depth and width of the skin in those of the stations, where the outline is silent."""

CUBIC = (3, 3)


def half_body_points(nodes: Floats, outline: Outline) -> Floats:
    """Control points of the left half, rows from back to belly, shape (9, 21, 3).

    nodes at rest, shape (23, 3). Rows 0 and 8, columns 0 and 20 lie in the plane y = 0.
    """
    back, belly, width = _curves(nodes, outline)
    start = _tail_start(nodes, outline)
    row = greville(BODY_ROWS, 3)
    column = greville(BODY_COLUMNS, 3)
    flat = 1 - 2 * row
    round_y, round_z = _section(outline.section)

    # Where each column cuts the body, and how far it is along the tail fin.
    t = np.minimum(column / column[TAIL_COLUMN], 1.0)
    place = start * t * t * (1 + BLUNT) / (t + BLUNT)
    along = np.maximum(column - column[TAIL_COLUMN], 0.0) / (1 - column[TAIL_COLUMN])

    # A cross-section is round on the body, a flat row of points at the nose and in the fin.
    flatness = np.clip(along / 0.5, 0.0, 1.0)
    flatness = flatness**2 * (3 - 2 * flatness)
    flatness[0] = 1.0
    q = (1 - flatness) * round_z[:, None] + flatness * flat[:, None]
    top, bottom = _along(back, place), _along(belly, place)
    points = np.empty((BODY_ROWS, BODY_COLUMNS, 3))
    points[..., 0] = -place
    points[..., 2] = (top + bottom) / 2 + q * (top - bottom) / 2
    edge_x, edge_z = _rear_edge(nodes, outline, start, q)
    points[..., 0] += along * (edge_x - points[..., 0])
    points[..., 2] += along**outline.tail.flare * (edge_z - points[..., 2])
    thin = (1 - along) * FIN_THICKNESS
    fade = np.clip(1 - along / 0.6, 0.0, 1.0) ** 2
    half_width = np.maximum(
        thin + fade * (_along(width, place) - thin), LEAST * _box_width(nodes, points[4, :, 0])
    )
    points[..., 1] = round_y[:, None] * half_width
    points[[0, -1], :, 1] = 0.0
    points[:, [0, -1], 1] = 0.0

    # So far the surface should pass through the columns; find the control points that make it so.
    control = passing_through(points, 3)
    control[[0, -1], :, 1] = 0.0
    control[:, [0, -1], 1] = 0.0
    # A row beside the seam is level with it: the two halves meet without an edge.
    control[[1, -2], 1:TAIL_COLUMN, 2] = control[[0, -1], 1:TAIL_COLUMN, 2]
    # A slight edge where they meet at the snout: a lip, and a surface that faces sidewards at the
    # corners, as their normal must.
    control[:, 1, 0] = control[:, 0, 0] - LIP * control[:, 1, 1].max()
    control[..., 0] += nodes[0, 0]
    return control


def fin_points(body: Floats, fin: Fin, upwards: bool) -> Floats:
    """Control points of a fin on the back or the belly, root and edge, shape (2, 12, 3).

    body: control points of the left half, whose seam the fin grows out of. The columns are spread
    evenly over the outline of the fin, so that a steep edge has as many as a long one.
    """
    sign = 1.0 if upwards else -1.0
    seam, _ = evaluate(body, CUBIC, np.array([0.0 if upwards else 1.0]), np.linspace(0, 1, 400))
    seam_x, seam_z = -seam[0, :, 0], seam[0, :, 2]
    nose = -body[0, 0, 0]

    fine = np.linspace(0.0, 1.0, 200)
    heights = smooth(list(zip(np.linspace(0, 1, len(fin.heights)), fin.heights, strict=True)), fine)
    steps = np.hypot(np.diff(fine) * (fin.end - fin.start), np.diff(heights))
    travelled = np.concatenate([[0.0], np.cumsum(steps)])
    at = np.interp(greville(FIN_COLUMNS, 3) * travelled[-1], travelled, fine)

    place = nose + fin.start + at * (fin.end - fin.start)
    height = np.interp(at, fine, heights)
    surface = np.interp(place, seam_x, seam_z)
    points = np.zeros((2, FIN_COLUMNS, 3))
    points[0, :, 0] = -place
    points[0, :, 2] = surface - sign * ROOT_DEPTH
    points[1, :, 0] = -place - fin.lean * height
    points[1, :, 2] = surface + sign * height
    # The root keeps to the back; the edge is only drawn towards its points, as they may be spiky.
    control = np.stack([passing_through(points[0], 3), points[1]])
    control[..., 1] = 0.0
    return control


def pectoral_points(flank: Flank, fin: Pectoral) -> Floats:
    """Control points of the left pectoral fin, root and edge, shape (2, 4, 3)."""
    root, _ = flank.at(fin.behind_nose, fin.height)
    nose = root[0] + fin.behind_nose
    angle, droop = np.deg2rad(fin.angle), np.deg2rad(fin.droop)
    out = np.array([-np.cos(angle) * np.cos(droop), np.sin(angle) * np.cos(droop), -np.sin(droop)])
    chord = np.deg2rad(fin.chord)
    up = np.array([np.cos(chord), 0.0, np.sin(chord)])
    up -= (up @ out) * out
    up /= np.linalg.norm(up)
    across = np.array([0.5, 0.17, -0.17, -0.5])
    reach = (1 - fin.pointed) * ROUNDED + fin.pointed * POINTED
    points = np.empty((2, PECTORAL_COLUMNS, 3))
    points[0] = root + ROOT_WIDTH * fin.width * across[:, None] * up
    for point in points[0]:
        skin, _ = flank.at(nose - point[0], point[2])
        point[1] = max(skin[1] - PECTORAL_DEPTH, skin[1] / 2)
    # The tip of a pointed fin is drawn back.
    edge = across - fin.pointed * np.array([0.6, 0.45, 0.2, 0.0])
    points[1] = root + fin.length * reach[:, None] * out + fin.width * edge[:, None] * up
    return points


class Flank:
    """The left half seen from the side: finds the place of the skin behind a point of the view."""

    def __init__(self, body: Floats) -> None:
        self._u, self._v = np.linspace(0.0, 1.0, 121), np.linspace(0.0, 1.0, 241)
        self._points, _ = evaluate(body, CUBIC, self._u, self._v)
        self._nose = float(body[0, 0, 0])

    def at(self, behind_nose: float, height: float) -> tuple[Floats, Floats]:
        """The nearest point of the skin, shape (3,), and its (u, v), shape (2,)."""
        away_x = self._points[..., 0] - (self._nose - behind_nose)
        away = np.hypot(away_x, self._points[..., 2] - height)
        i, j = np.unravel_index(int(np.argmin(away)), away.shape)
        return self._points[i, j], np.array([self._u[i], self._v[j]])


def smooth(points: Sequence[tuple[float, float]], at: Floats) -> Floats:
    """A curve through points that never overshoots them (slopes after Fritsch and Butland)."""
    x, y = np.array(points, dtype=np.float64).T
    gaps = np.diff(x)
    rise = np.diff(y) / gaps
    slopes = np.concatenate([rise[:1], np.zeros(len(x) - 2), rise[-1:]])
    for i in range(1, len(x) - 1):
        if rise[i - 1] * rise[i] > 0:
            before, after = 2 * gaps[i] + gaps[i - 1], gaps[i] + 2 * gaps[i - 1]
            slopes[i] = (before + after) / (before / rise[i - 1] + after / rise[i])
    at = np.clip(at, x[0], x[-1])
    k = np.clip(np.searchsorted(x, at, side="right") - 1, 0, len(x) - 2)
    t = (at - x[k]) / gaps[k]
    found: Floats = (
        (1 + 2 * t) * (1 - t) ** 2 * y[k]
        + t * (1 - t) ** 2 * gaps[k] * slopes[k]
        + t * t * (3 - 2 * t) * y[k + 1]
        - t * t * (1 - t) * gaps[k] * slopes[k + 1]
    )
    return found


def _along(curve: Sequence[tuple[float, float]], place: Floats) -> Floats:
    """A curve of the outline. Over the root of the place, so that the snout is rounded."""
    return smooth([(place**0.5, value) for place, value in curve], np.sqrt(place))


def _section(form: float) -> tuple[Floats, Floats]:
    """Control points (y, z) of half a unit circle, or of what `form` makes of it; shapes (9,)."""
    angle = np.pi * greville(BODY_ROWS, 3)
    y, z = passing_through(np.stack([np.sin(angle) ** form, np.cos(angle)], axis=1), 3).T
    z[1], z[-2] = z[0], z[-1]
    y[0] = y[-1] = 0.0
    return y, z


def _tail_start(nodes: Floats, outline: Outline) -> float:
    last = float(nodes[0, 0] - nodes[17, 0])
    return last if outline.tail.start is None else outline.tail.start


def _rear_edge(nodes: Floats, outline: Outline, start: float, q: Floats) -> tuple[Floats, Floats]:
    """x and z of the tail fin's rear edge at q = 1 (upper tip) to -1 (lower tip)."""
    tail = outline.tail
    length = float(nodes[0, 0] - nodes[21, 0])
    height = float(nodes[21, 2]) if tail.height is None else tail.height
    notch = -length + max(tail.fork, 0.0)
    upper = -length + max(-tail.fork, 0.0)
    lower = -start + (upper + start) * tail.lower
    tip = np.where(q > 0, upper, lower)
    far = np.minimum(np.abs(q), 1.0)
    bow = far**1.5 if tail.fork > 0 else 1 - np.sqrt(1 - far**2)
    x = notch + (tip - notch) * bow
    return x, height * q * np.where(q > 0, 1.0, tail.lower)


def _box_width(nodes: Floats, x: Floats) -> Floats:
    """Half the distance between left and right nodes at -x behind the nose."""
    corners = [17, 13, 9, 5, 1]
    places = np.array([nodes[21, 0], *nodes[corners, 0], nodes[0, 0]]) - nodes[0, 0]
    found: Floats = np.interp(x, places, [0.0, *nodes[corners, 1], 0.0])
    return found


def _curves(
    nodes: Floats, outline: Outline
) -> tuple[list[tuple[float, float]], list[tuple[float, float]], list[tuple[float, float]]]:
    """Back, belly and half width over the place behind the nose."""
    stations = nodes[1:21].reshape(5, 4, 3)
    place = nodes[0, 0] - stations[:, 0, 0]
    high, wide = FULL * stations[:, 0, 2], FULL * stations[:, 0, 1]

    def silent(values: Floats, nose: float) -> list[tuple[float, float]]:
        return [(0.0, nose), *((float(a), float(b)) for a, b in zip(place, values, strict=True))]

    back = list(outline.back) or silent(high, 0.012)
    belly = list(outline.belly) or silent(-high, -0.012)
    width = list(outline.width) or silent(wide, 0.0)
    return back, belly, width
