"""The skin of puppets: van Overveld's Figs. 4 to 8 again, the seam of two parts, and what becomes
of his average of rotation vectors in three dimensions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Polygon
from numpy.typing import ArrayLike
from scipy.spatial.transform import Rotation

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SEA, SHOAL, bare, panel, save
from motorium.bodies.puppet.model import Part, Puppet
from motorium.contracts.frames import Floats
from motorium.looks.draping import Draping, blend_radii

LETTER = [(0.45, 0.5), (-0.35, 0.38), (-0.35, -0.38), (0.45, -0.5)]
"""The skeleton of Fig. 4, roughly a C."""
SIDES = 50
ARM = [(-1.0, 0.0), (-0.5, 0.05), (0.0, 0.0), (0.5, 0.05), (1.0, 0.0)]
TOUCH, WIDE = 1e-9, 1.0
"""Blends [m]: one that reaches nowhere, one as far as fits."""


def flat(points: ArrayLike) -> Floats:
    """In the plane y = 0."""
    x, z = np.array(points, dtype=np.float64).T
    return np.stack([x, 0.0 * x, z], axis=1)


def puppet(rest: Floats, parts: Sequence[tuple[Sequence[int], Floats]], blend: float) -> Puppet:
    """Points and a skin; pictures need no rods."""
    none, faces = np.zeros((0, 2)), np.zeros((0, 3), np.intp)
    return Puppet(
        title="picture",
        dimensions=2,
        names=tuple(str(k) for k in range(len(rest))),
        rest=rest,
        masses=np.ones(len(rest)),
        pinned=np.zeros(len(rest), dtype=bool),
        rods=np.zeros((0, 2), np.intp),
        lengths=none,
        joints=faces,
        angles=none,
        cones=np.zeros((0, 4), np.intp),
        cone_axes=np.zeros((0, 3)),
        cone_angles=np.zeros(0),
        twists=np.zeros((0, 5), np.intp),
        twist_axes=np.zeros((0, 3)),
        twist_angles=none,
        parts=tuple(Part("", np.array(f), v, faces, "#ffffff", blend) for f, v in parts),
    )


def around(bones: Floats, radius: float) -> Floats:
    """A polygon of 50 sides around a chain of bones in the plane, shape (50, 3)."""
    chain = bones[:, ::2]
    along = np.diff(chain, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    left = np.stack([-along[:, 1], along[:, 0]], axis=1)
    # Where neighbouring sides meet.
    corners = left[:-1] + left[1:]
    corners /= np.sum(corners * left[1:], axis=1, keepdims=True)
    sides = np.concatenate([left[:1], corners, left[-1:]])
    turn = np.linspace(0.0, np.pi, 16)[1:-1, None]
    cap = np.cos(turn) * left[-1] + np.sin(turn) * along[-1]
    other = -np.cos(turn) * left[0] - np.sin(turn) * along[0]
    away = np.concatenate([sides, cap, -sides[::-1], other])
    middle = np.concatenate(
        [chain, np.repeat(chain[-1:], 14, 0), chain[::-1], np.repeat(chain[:1], 14, 0)]
    )
    edge = middle + radius * away
    edge = np.concatenate([edge, edge[:1]])
    way = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(edge, axis=0), axis=1))])
    at = np.linspace(0.0, way[-1], SIDES, endpoint=False)
    return flat(np.stack([np.interp(at, way, edge[:, k]) for k in range(2)], axis=1))


def draw(axes: Axes, outline: Floats, bones: Floats, color: str = REEF) -> None:
    axes.add_patch(Polygon(outline[:, ::2], facecolor=SEA, edgecolor=color, linewidth=1.4))
    axes.plot(bones[:, 0], bones[:, 2], "o-", color=GOLD, markersize=4, linewidth=1.2, zorder=3)


def turned(points: Floats, degrees: float) -> Floats:
    """To the left as seen with x to the right and z up."""
    found: Floats = Rotation.from_rotvec([0.0, -np.radians(degrees), 0.0]).apply(points)
    return found


def letters() -> None:
    rest = flat(LETTER)
    outline = around(rest, 0.24)
    model = puppet(rest, [((0, 1, 2, 3), outline)], 0.0)
    plain, cured = Draping(model, turning=False), Draping(model)
    shifted = rest + flat([(0.1, 0.45), (0, 0), (0, 0), (0, 0)])
    cases = [
        ("undeformed", plain, rest, 0.0, False),
        ("one point shifted", plain, shifted, 0.0, False),
        ("turned by 60°, Eq. 3 alone", plain, turned(rest, 60.0), 60.0, True),
        ("turned by 120°, Eq. 3 alone", plain, turned(rest, 120.0), 120.0, True),
        ("turned by 120°, cured", cured, turned(rest, 120.0), 120.0, False),
    ]
    figure, row = panel(9.5, 2.5, len(cases))
    for number, (axes, case) in enumerate(zip(row, cases, strict=True), start=4):
        title, draping, pose, angle, wanted = case
        draping.drape(pose)
        draw(axes, draping.vertices, pose, CORAL if wanted else REEF)
        if wanted:
            ideal = turned(outline, angle)[:, ::2]
            axes.add_patch(Polygon(ideal, fill=False, edgecolor=DIM, linestyle=":", linewidth=1))
        axes.set(title=f"Fig. {number}", xlim=(-1.0, 1.0), ylim=(-1.0, 1.25))
        axes.text(0.0, -0.98, title, color=FOAM, fontsize=8, ha="center")
        bare(axes)
    save(figure, "draping-cure.svg")


def halves() -> list[Floats]:
    """Two halves of an arm that end at its elbow."""
    x = np.linspace(-1.15, 0.0, 24)
    thick = 0.16 * np.sqrt(np.clip(1.0 - ((-x - 0.95).clip(0.0) / 0.2) ** 2, 0.0, 1.0))
    end = np.linspace(-0.16, 0.16, 9)[1:-1]
    upper = np.concatenate(
        [
            np.stack([x, -thick], axis=1),
            np.stack([0.0 * end, end], axis=1),
            np.stack([x, thick], axis=1)[::-1],
        ]
    )
    return [flat(upper), flat(upper * (-1, 1))]


def seams() -> None:
    rest = flat(ARM)
    follows = [(0, 1, 2), (2, 3, 4)]
    bent = rest.copy()
    bent[3:] = turned(rest[3:], 60.0)
    figure, row = panel(9.5, 2.8, 3)
    for axes, blend, pose, title in (
        (row[0], WIDE, rest, "at rest, with the blend"),
        (row[1], TOUCH, bent, "bent, each part for itself"),
        (row[2], WIDE, bent, "bent, blended"),
    ):
        model = puppet(rest, list(zip(follows, halves(), strict=True)), blend)
        draping = Draping(model)
        draping.drape(pose)
        for span, color in zip(draping.spans, (REEF, SHOAL), strict=True):
            outline = draping.vertices[span][:, ::2]
            axes.add_patch(Polygon(outline, facecolor=color, alpha=0.35, edgecolor="none"))
            axes.add_patch(Polygon(outline, fill=False, edgecolor=color, linewidth=1.4))
        axes.plot(pose[:, 0], pose[:, 2], "o-", color=GOLD, markersize=4, linewidth=1.2, zorder=3)
        if pose is rest:
            radius = float(blend_radii(model)[2])
            for share, words in ((1.0, "blend"), (0.5, "one field")):
                ring = Circle((0, 0), share * radius, fill=False, edgecolor=FOAM, linestyle=":")
                axes.add_patch(ring)
                axes.text(0.0, share * radius + 0.03, words, fontsize=8, ha="center")
        axes.set(title=title, xlim=(-1.25, 1.25), ylim=(-0.5, 1.15))
        bare(axes)
    save(figure, "draping-seam.svg")


def average(rest: Floats, now: Floats) -> Floats:
    """Steps 2 and 3 as printed: the mean of the points' own rotation vectors [rad]."""
    p, q = rest - rest.mean(axis=0), now - now.mean(axis=0)
    axis = np.cross(p, q)
    length = np.linalg.norm(axis, axis=1, keepdims=True)
    angle = np.arctan2(length[:, 0], np.sum(p * q, axis=1))
    found: Floats = np.mean(axis / length * angle[:, None], axis=0)
    return found


def rotations() -> None:
    rng = np.random.default_rng(1)
    angles = np.radians(np.linspace(3.0, 177.0, 59))
    shares: dict[str, list[Floats]] = {"average, as printed": [], "best fit": []}
    for angle in angles:
        printed, fitted = [], []
        for _ in range(200):
            rest, axis = rng.normal(size=(4, 3)), rng.normal(size=3)
            axis /= np.linalg.norm(axis)
            now = Rotation.from_rotvec(angle * axis).apply(rest)
            fit, _ = Rotation.align_vectors(now - now.mean(axis=0), rest - rest.mean(axis=0))
            printed.append(average(rest, now) @ axis / angle)
            fitted.append(fit.as_rotvec() @ axis / angle)
        for name, found in zip(shares, (printed, fitted), strict=True):
            shares[name].append(np.percentile(found, (10, 50, 90)))
    figure, axes = panel(6.5, 3.0)
    for (name, rows), color in zip(shares.items(), (CORAL, REEF), strict=True):
        low, middle, high = 100.0 * np.array(rows).T
        axes.fill_between(np.degrees(angles), low, high, color=color, alpha=0.25, linewidth=0)
        axes.plot(np.degrees(angles), middle, color=color, label=name)
    axes.set(
        title="four points in space, turned rigidly: how much of the rotation is found",
        xlabel="rotation [°]",
        ylabel="found [%]",
        ylim=(0, 110),
    )
    axes.legend(loc="lower left")
    save(figure, "draping-average.svg")


def main() -> None:
    letters()
    seams()
    rotations()


if __name__ == "__main__":
    main()
