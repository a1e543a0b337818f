"""Paints the texture of a fish from its species' palette, for programs without our shaders.

    pixels = painted(skin_of(nodes, outline), nodes, seed=3)

It follows ocean/skin_marks.glsl, and is simpler: colours and marks are there, with individual
hue, bands and spots; but no gloss, no relief of scales, no moods, no torn membranes, and a mouth
that is a line. The texture is laid out as `fish_mesh.ROWS` says; colours are mixed as light and
kept as sRGB.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.looks.bspline import evaluate
from motorium.looks.fish_mesh import EYE_REACH, ROWS
from motorium.looks.skin import Skin, control_points
from motorium.looks.srgb import as_shown, light_of

__all__ = ["SIZE", "painted"]

SIZE: Final = 1024
"""Height and width [pixels]."""
SOFT: Final = 0.0025
"""Half the width of an edge between colours [L]."""
BAND_LINE: Final = 0.009
"""How wide the line around a band is [L]."""
RAYS: Final = 62
"""A body length of a fin's root has so many."""
PECTORAL_RAYS: Final = 11
CAUDAL_RAYS: Final = 26
LUMA: Final = np.array([0.30, 0.59, 0.11])


def painted(skin: Skin, rest: Floats, seed: int = 0, size: int = SIZE) -> NDArray[np.uint8]:
    """Pixels (size, size, 4) of an individual; rest [L]: nodes, shape (23, 3)."""
    brush = _Brush(skin, rest, seed)
    light = np.zeros((size, size, 3))
    for part, (first, last) in ROWS.items():
        rows = slice(round(first * size), round(last * size))
        u = (np.arange(rows.stop - rows.start) + 0.5) / (rows.stop - rows.start)
        v = (np.arange(size) + 0.5) / size
        if part == "eye":
            wide = rows.stop - rows.start
            x, y = np.meshgrid(2 * u - 1, 2 * u - 1)
            light[rows] = brush.backs
            light[rows, :wide] = brush.eye(EYE_REACH * np.hypot(x, y))
        else:
            light[rows] = brush.side(u, v) if part == "body" else brush.fin(part, u, v)
    cover = np.full((size, size, 1), 255.0)
    whole = np.rint(np.concatenate([255.0 * as_shown(light), cover], axis=-1))
    pixels: NDArray[np.uint8] = whole.astype(np.uint8)
    return pixels


class _Brush:
    """Colours of an individual as light, and its surfaces at rest."""

    def __init__(self, skin: Skin, rest: Floats, seed: int) -> None:
        self._skin = skin
        self._nose = float(rest[0, 0])
        self._control = control_points(skin, rest)
        self._palette = palette = skin.outline.palette
        self._draws = np.random.default_rng(seed)
        hue, shade = self._own(0.16), 1.0 + self._own(0.17)
        self.backs = light_of(palette.back)
        self._belly, self._accent = light_of(palette.belly), light_of(palette.accent)
        self._own_accent = _hued(self._accent, hue) * shade
        self._flanks = _hued(light_of(palette.flank), hue) * shade
        self._own_backs = _hued(self.backs, hue) * shade
        self._fins = _hued(light_of(palette.fin), hue) * shade
        self._bands = [
            (0.5 * (start + end) + self._own(0.014), 0.5 * (end - start) * (1 + self._own(0.3)))
            for start, end in palette.bands
        ]
        self._shade = self._own(0.10)
        self._clouded = self._own(0.10)
        self._rows = 1.0 + self._own(0.12)
        self._row = self._own(1.0)
        self._tail_from = float(rest[0, 0] - rest[17, 0])

    def _own(self, much: float) -> float:
        """Of this individual, from -much to much."""
        return float(self._draws.uniform(-1.0, 1.0)) * much * self._palette.variety

    # ------------------------------------------------------------ parts

    def side(self, u: Floats, v: Floats) -> Floats:
        """The colours of a side."""
        palette = self._palette
        places = self._places("left", u, v)
        behind, up = places[..., 0], places[..., 1]
        edges = self._places("left", np.array([0.0, 1.0]), v)[..., 1]
        rise = 2.0 * (up - edges[1]) / np.maximum(edges[0] - edges[1], 1e-6) - 1.0
        around = u[:, np.newaxis] + 0.0 * behind
        cloud = _noise(2.3 * behind, 2.3 * up, (4, 8, 16), self._draws) - 0.5
        fine = _noise(7.1 * behind, 7.1 * up, (4, 8, 16), self._draws) - 0.5

        shade = rise + 0.24 * cloud + self._shade
        color = _mix(self._flanks, self._own_backs, _step(0.10, 0.78, shade))
        color = _mix(color, self._belly, _step(-0.12, -0.72, shade))
        trunk = _step(0.17, 0.27, behind)
        line = abs(rise - 0.22 + 0.20 * _step(0.15, 0.6, behind))
        color = _mix(color, 0.6 * self.backs, 0.30 * trunk * _step(0.045, 0.012, line))
        clouds = _step(0.02, 0.22, cloud + 0.55 * fine + self._clouded)
        color = _mix(color, self._accent, 0.75 * palette.mottle * clouds * _step(-0.9, -0.2, rise))
        if palette.stripes:
            rows = palette.stripes * self._rows
            wave = (around * rows + 0.28 * cloud + 0.12 * fine + self._row) % 1.0
            stripe = _step(0.45, 0.75, 2.0 * abs(wave - 0.5)) * _step(0.95, 0.75, abs(rise))
            color = _mix(color, self._fins, 0.85 * stripe * trunk)
        color = self._spotted(color, behind, up, rise)
        wobble = 0.012 * rise * rise + 0.020 * (cloud + 0.4 * fine)
        color = self._banded(color, behind + wobble, 0.93)
        color = self._false_eyed(color, behind, up)
        color = self._gilled(color, behind, rise)
        color = color * (1.0 + 0.10 * self._scales(behind, around))[..., np.newaxis]
        outwards = np.maximum(0.0, (behind - self._tail_from) / (1.0 - self._tail_from))
        rays = _rays(CAUDAL_RAYS * around)
        color = _mix(color, self._membrane(behind, outwards, rays), _step(0.0, 0.45, outwards))
        color = self._mouthed(color, behind, up)
        eye = self._skin.outline.eye
        middle = self._places("left", *self._skin.eye_uv[:, np.newaxis])[0, 0]
        away = np.hypot(behind - middle[0], up - middle[1]) / eye.radius
        return _mix(color, self.eye(away), _step(1.0, 0.86, away))

    def fin(self, part: str, u: Floats, v: Floats) -> Floats:
        """The colours of a fin from its root, u = 0, to its edge."""
        name = f"{part}_left" if part == "pectoral" else part
        behind = self._places(name, u, v)[..., 0]
        count = PECTORAL_RAYS
        if part != "pectoral":
            root = self._places(name, np.zeros(1), np.array([0.0, 1.0]))[0, :, 0]
            count = max(6, round(RAYS * abs(float(root[1] - root[0]))))
        outwards = u[:, np.newaxis] + 0.0 * behind
        return self._membrane(behind, outwards, _rays(count * v)[np.newaxis])

    def eye(self, r: Floats) -> Floats:
        """Pupil, iris and rim by the distance from the middle, in radii."""
        iris = 0.55 * light_of(self._skin.outline.eye.iris)
        dim = (1.0 - 0.45 * _step(0.66, 0.9, r))[..., np.newaxis]
        color = _mix(np.full(3, 0.004), iris * dim, _step(0.55, 0.62, r))
        return _mix(color, 0.4 * self.backs, _step(0.82, 0.94, r))

    # ------------------------------------------------------------ marks

    def _membrane(self, behind: Floats, outwards: Floats, rays: Floats) -> Floats:
        margin = self._palette.margin
        root = 0.5 * self._flanks + 0.3 * self.backs
        color = _mix(root, self._fins, _step(0.0, 0.35, outwards))
        if margin is None:
            color = _mix(color, self._accent, 0.30 * _step(0.82, 0.98, outwards))
        color = self._banded(color, behind, 0.85)
        if margin is not None:
            color = _mix(color, light_of(margin), _step(0.80, 0.90, outwards))
        return color * (0.72 + 0.45 * rays)[..., np.newaxis]

    def _banded(self, color: Floats, behind: Floats, strength: float) -> Floats:
        edge, lined, cover = self._palette.edge, 0.0 * behind, 0.0 * behind
        for middle, half in self._bands:
            away = abs(behind - middle) - half
            cover = np.maximum(cover, _step(SOFT, -SOFT, away))
            lined = np.maximum(lined, _step(BAND_LINE + SOFT, BAND_LINE - SOFT, away))
        if edge is not None:
            color = _mix(color, light_of(edge), strength * lined)
        return _mix(color, self._own_accent, strength * cover)

    def _spotted(self, color: Floats, behind: Floats, up: Floats, rise: Floats) -> Floats:
        spots = self._palette.spots
        if spots is None:
            return color
        cell = 2.9 * spots.size
        x, y = behind / cell + 40.0, up / cell + 40.0
        columns, rows = int(x.max()) + 2, int(y.max()) + 2
        luck, dx, dy, wide = self._draws.random((4, columns, rows))
        cover = 0.0 * behind
        for ahead in (-1, 0, 1):
            for above in (-1, 0, 1):
                i = np.clip(np.floor(x).astype(int) + ahead, 0, columns - 1)
                j = np.clip(np.floor(y).astype(int) + above, 0, rows - 1)
                away = np.hypot(
                    x - i - 0.5 - 0.36 * (2 * dx[i, j] - 1), y - j - 0.5 - 0.36 * (2 * dy[i, j] - 1)
                )
                radius = 0.345 * (0.65 + 0.6 * wide[i, j])
                there = luck[i, j] < spots.density
                cover = np.maximum(cover, there * _step(radius + 0.06, radius - 0.06, away))
        within = _step(spots.start - 0.01, spots.start + 0.03, behind)
        within = within * _step(spots.end + 0.01, spots.end - 0.03, behind)
        within = within * _step(spots.low - 0.05, spots.low + 0.1, rise)
        within = within * _step(spots.high + 0.05, spots.high - 0.1, rise)
        return _mix(color, light_of(spots.color), 0.88 * cover * within)

    def _false_eyed(self, color: Floats, behind: Floats, up: Floats) -> Floats:
        decoy = self._palette.false_eye
        if decoy is None:
            return color
        away = np.hypot(behind - decoy.behind_nose, up - decoy.height) / decoy.radius
        color = _mix(color, self._belly, 0.9 * _step(1.06, 0.94, away))
        return _mix(color, self._accent, 0.95 * _step(0.76, 0.64, away))

    def _gilled(self, color: Floats, behind: Floats, rise: Floats) -> Floats:
        slits = self._palette.gill_slits
        if slits:
            at = (behind - 0.195 + 0.012 * rise) / 0.017
            slit = _step(0.30, 0.12, abs(at % 1.0 - 0.5)) * (at > 0.0) * (at < slits)
            return (
                color * (1.0 - 0.55 * slit * _step(0.52, 0.34, abs(rise + 0.12)))[..., np.newaxis]
            )
        gill = behind - (0.205 - 0.055 * (rise - 0.05) ** 2)
        cover = _step(0.012, 0.0, abs(gill)) * _step(0.85, 0.5, abs(rise))
        return color * (1.0 - 0.55 * cover * _step(-0.004, 0.006, gill))[..., np.newaxis]

    def _mouthed(self, color: Floats, behind: Floats, up: Floats) -> Floats:
        """A dark line from the nose to the corner of the mouth."""
        front, corner = (
            self._places("left", *uv[:, np.newaxis])[0, 0] for uv in self._skin.mouth_uv
        )
        way = corner - front
        share = ((behind - front[0]) * way[0] + (up - front[1]) * way[1]) / float(way @ way)
        near = np.clip(share, 0.0, 1.0)
        away = np.hypot(behind - front[0] - near * way[0], up - front[1] - near * way[1])
        return color * (1.0 - 0.75 * _step(0.0034, 0.0012, away))[..., np.newaxis]

    def _scales(self, behind: Floats, around: Floats) -> Floats:
        """Brighter rims, and each scale a little brighter or darker; about -1 to 1."""
        rows = self._palette.scales
        if not rows:
            return 0.0 * behind
        y = around * rows
        row = np.floor(y).astype(int)
        x = behind * 2.8 * rows + 0.5 * (row % 2)
        rim = np.hypot(x % 1.0 - 0.15, 1.5 * (y % 1.0 - 0.5))
        each = self._draws.random((rows + 2, int(2.8 * rows) + 4))[row, x.astype(int)]
        edge = _step(0.52, 0.80, rim) * _step(1.05, 0.80, rim)
        scales: Floats = (1.6 * edge + 2.0 * each - 1.4) * _step(0.17, 0.27, behind)
        return scales

    def _places(self, name: str, u: Floats, v: Floats) -> Floats:
        """(behind the nose, up) [L] at rest, shape (u, v, 2)."""
        patch = next(one for one in self._skin.patches if one.name == name)
        points, _ = evaluate(self._control[name], patch.degrees, np.asarray(u), np.asarray(v))
        return np.stack([self._nose - points[..., 0], points[..., 2]], axis=-1)


def _rays(across: Floats) -> Floats:
    """Of a fin, 0 on the membrane to 1."""
    return _step(0.45, 0.95, 2.0 * abs(across % 1.0 - 0.5))


def _hued(color: Floats, angle: float) -> Floats:
    """Turned around the circle of hues [rad]."""
    gray = np.full(3, 1.0 / np.sqrt(3.0))
    cosine = np.cos(angle)
    turned = color * cosine + np.cross(gray, color) * np.sin(angle)
    found: Floats = np.maximum(turned + gray * (gray @ color) * (1.0 - cosine), 0.0)
    return found


def _mix(one: Floats, other: Floats, share: Floats) -> Floats:
    part = share[..., np.newaxis]
    mixed: Floats = (1.0 - part) * one + part * other
    return mixed


def _step(low: float, high: float, at: Floats) -> Floats:
    """GLSL's smoothstep."""
    t = np.clip((at - low) / (high - low), 0.0, 1.0)
    smooth: Floats = t * t * (3.0 - 2.0 * t)
    return smooth


def _noise(x: Floats, y: Floats, cells: tuple[int, ...], draws: np.random.Generator) -> Floats:
    """Value noise in octaves, from 0 to 1, with the period 1."""
    total, weight = 0.0 * x, 0.5
    for count in cells:
        lattice = draws.random((count, count))
        i, j = np.floor(x * count).astype(int), np.floor(y * count).astype(int)
        a, b = (t * t * (3.0 - 2.0 * t) for t in (x * count - i, y * count - j))
        corners = [lattice[(i + di) % count, (j + dj) % count] for di in (0, 1) for dj in (0, 1)]
        upper = (1 - a) * corners[0] + a * corners[2]
        lower = (1 - a) * corners[1] + a * corners[3]
        total = total + weight * ((1 - b) * upper + b * lower)
        weight *= 0.5
    noise: Floats = total / (1.0 - 2.0 * weight)
    return noise
