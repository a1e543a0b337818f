"""The motor controllers at work, on herrings: turns, climbs, speeds, and a current from the side.

Four pictures, everything measured: each fish is alone, on the muscle motor, without a mind.
"""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SHOAL, panel, save
from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.measure.basin import Basin, Watched

HERRING = load_species("herring")
SLOW, MEDIUM, FAST = (gait.speed for gait in HERRING.gaits.all)
SETTLE = 10
"""Beats before anything is shown."""
ANGLES = (30, 60, 90, 135, 180)
ANGLE_COLORS = (SHOAL, REEF, FOAM, GOLD, CORAL)
CLIMBS = (45, 30, 0, -30, -45)
CLIMB_COLORS = (GOLD, REEF, DIM, SHOAL, CORAL)
DRIFT = 0.5
"""Speed of the current from the side, in those of the fish."""
SPEED_STEPS = ((0.0, SLOW), (4.0, MEDIUM), (8.0, FAST), (12.0, SLOW / 2))
"""From when [s], and what is asked for [L/s]."""


def swimming(count: int, speed: float = MEDIUM) -> Basin:
    """Herrings that swim steadily."""
    basin = Basin(HERRING, count)
    basin.ask(speed=speed)
    basin.advance(basin.beats(SETTLE))
    return basin


def smoothed(seen: Watched, beat: int) -> tuple[Floats, Floats]:
    """Forward through still water [L/s] and steepness of the path [degrees], over a beat each,
    (rows, fishes)."""
    velocities = seen.velocities(beat)
    headings = seen.over_a_beat(seen.headings, beat)[: len(velocities)]
    ahead = np.stack([np.cos(headings), np.sin(headings)], axis=-1)
    level = np.linalg.norm(velocities[..., :2], axis=-1)
    forward = (velocities[..., :2] * ahead).sum(axis=-1)
    return forward, np.degrees(np.arctan2(velocities[..., 2], level))


def fish(axes: Axes, place: Floats, heading: float, color: str, size: float = 0.5) -> None:
    """A mark that shows where a fish is and where it points."""
    along = np.linspace(0.0, 1.0, 12)
    body = 0.5 - 0.8 * along
    wide = 0.3 * np.sqrt(along) * (1 - along) + 0.018
    x = size * np.concatenate([body, [-0.5, -0.44, -0.5], body[::-1]])
    y = size * np.concatenate([wide, [0.11, 0.0, -0.11], -wide[::-1]])
    c, s = np.cos(heading), np.sin(heading)
    shape = np.stack([c * x - s * y, s * x + c * y], axis=1) + place
    axes.add_patch(Polygon(shape, facecolor=color, edgecolor="none", zorder=4))


def turns() -> None:
    """Paths of C-turns to both sides, and the steering map that they are read from."""
    both = np.radians([*ANGLES, *(-angle for angle in ANGLES)])
    basin = swimming(len(both))
    before = basin.watch(basin.beats(1.5))
    basin.turn(both)
    after = basin.watch(basin.beats(6))
    start = after.centres[0]
    course = before.centres[-1] - before.centres[0]
    ways = np.concatenate([before.centres, after.centres[1:]]) - start
    figure, (left, right) = panel(9.5, 4.3, 2, width_ratios=(1.45, 1))
    for number, (angle, color) in enumerate(zip(ANGLES * 2, ANGLE_COLORS * 2, strict=True)):
        bearing = -np.arctan2(course[number, 1], course[number, 0])
        c, s = np.cos(bearing), np.sin(bearing)
        way = ways[:, number, :2] @ np.array([[c, s], [-s, c]])
        # Seen from above, swimming up the page: left is left.
        way = way[:, ::-1] * (-1, 1)
        left.plot(*way.T, color=color, linewidth=1.6, alpha=0.9)
        heading = after.headings[-basin.beat_frames :, number].mean() + bearing + np.pi / 2
        fish(left, way[-1], heading, color, size=1.0)
        if number < len(ANGLES):
            left.plot([], [], color=color, label=f"{angle}°")
    left.plot(0, 0, "o", color=FOAM, markersize=5, zorder=5)
    left.text(0.2, -0.1, "asked here", color=DIM, fontsize=9)
    left.set_aspect("equal")
    left.set(xlabel="[L]", ylabel="[L]", title="C-turns to both sides, from above")
    left.legend(fontsize=9, loc="lower right", ncols=1, handlelength=1.2)

    found = HERRING.calibration.steering_map
    names = ("at rest", "slow gait", "medium gait", "fast gait")
    for row, (name, color) in enumerate(zip(names, (SHOAL, REEF, GOLD, CORAL), strict=True)):
        fine = np.linspace(0, found.reach[row], 91)
        depth = np.interp(fine, found.angles, found.amplitudes[row])
        right.plot(fine, depth, color=color, label=f"{name}, {found.speeds[row]:.1f} L/s")
        right.plot(fine[-1], depth[-1], "o", color=color, markersize=6)
    right.set(
        xlabel="angle of one C-turn [°]",
        ylabel="how deep (1: as searched for)",
        title="The herring's steering map",
    )
    right.set_xlim(0, 93)
    right.set_ylim(0, 1.5)
    right.legend(fontsize=9, loc="upper left")
    save(figure, "turning.svg")


def climbs() -> None:
    """Side view of climbs and dives, and how steep the path is over time."""
    basin = swimming(len(CLIMBS))
    beat = basin.beat_frames
    before = basin.watch(basin.beats(2))
    basin.ask(climb=np.radians(CLIMBS))
    held = basin.watch(basin.beats(10))
    basin.ask(climb=0.0)
    after = basin.watch(basin.beats(8))
    seen = joined(before, held, after)
    ways = seen.centres - held.centres[0]
    _, steep = smoothed(seen, beat)
    seconds = (np.arange(len(steep)) + beat / 2 - len(before.centres)) * FRAME_SECONDS
    figure, (left, right) = panel(9.5, 4.2, 2, width_ratios=(1.35, 1))
    for number, (climb, color) in enumerate(zip(CLIMBS, CLIMB_COLORS, strict=True)):
        way = ways[:, number]
        along = np.linalg.norm(way[:, :2], axis=1) * np.sign(way[:, 0])
        left.plot(along, way[:, 2], color=color)
        every = basin.beats(3)
        for frame in range(len(before.centres) + every // 2, len(way), every):
            pitch = seen.pitches[max(frame - beat, 0) : frame, number].mean()
            fish(left, np.array([along[frame], way[frame, 2]]), pitch, color, size=1.0)
        right.plot(seconds, steep[:, number], color=color, label=f"{climb:+d}°" if climb else "0")
        right.plot([0, (len(held.centres) - 1) * FRAME_SECONDS], [climb] * 2, ":", color=color)
    left.set_aspect("equal")
    left.set(xlabel="ahead [L]", ylabel="up [L]", title="Climbs and dives, from the side")
    right.set(
        xlabel="time since it was asked for [s]",
        ylabel="steepness of the path [°]",
        title="Asked for (dotted) and swum",
    )
    right.legend(fontsize=9, loc="upper right")
    save(figure, "climbing.svg")


def joined(*parts: Watched) -> Watched:
    """One after the other; the first frame of each is the last of the one before."""
    return Watched(
        *(
            np.concatenate(
                [getattr(part, name)[1 if number else 0 :] for number, part in enumerate(parts)]
            )
            for name in ("centres", "headings", "pitches", "rolls")
        )
    )


def paces() -> None:
    """Speed over time: steps of what is asked for; brake, glide and oars."""
    figure, (left, right) = panel(9.5, 3.9, 2)
    basin = Basin(HERRING, 1)
    beat = basin.beat_frames
    parts, asked = [], []
    ends = [*(start for start, _ in SPEED_STEPS[1:]), 17.0]
    for (start, speed), end in zip(SPEED_STEPS, ends, strict=True):
        basin.ask(speed=speed)
        parts.append(basin.watch(round((end - start) * FRAME_RATE)))
        asked += [speed, speed]
    forward, _ = smoothed(joined(*parts), beat)
    seconds = (np.arange(len(forward)) + beat / 2) * FRAME_SECONDS
    times = [
        time for (start, _), end in zip(SPEED_STEPS, ends, strict=True) for time in (start, end)
    ]
    left.plot(times, asked, ":", color=FOAM, label="asked for")
    left.plot(seconds, forward[:, 0], color=REEF, label="swum")
    left.set(xlabel="time [s]", ylabel="forward [L/s]", title="Steps of the speed asked for")
    left.set_ylim(0)
    left.legend(fontsize=9, loc="upper left")

    backward = 0.6 * HERRING.calibration.fin_map.fastest_backward
    cases = (
        ("glide", {"speed": 0.0}, SHOAL),
        ("brake", {"brake": 1.0}, GOLD),
        ("backward", {"speed": 0.0, "backward": backward}, CORAL),
    )
    basin = swimming(len(cases))
    before = basin.watch(basin.beats(2))
    for name in ("speed", "brake", "backward"):
        values = [one.get(name, MEDIUM if name == "speed" else 0.0) for _, one, _ in cases]
        basin.ask(**{name: np.array(values)})
    seen = joined(before, basin.watch(8 * FRAME_RATE))
    forward, _ = smoothed(seen, beat)
    seconds = (np.arange(len(forward)) + beat / 2 - len(before.centres)) * FRAME_SECONDS
    right.axhline(0, color=DIM, linewidth=0.8)
    for number, (name, _, color) in enumerate(cases):
        right.plot(seconds, forward[:, number], color=color, label=name)
    right.plot([0, 8], [-backward] * 2, ":", color=CORAL)
    right.set(
        xlabel="time since it was asked for [s]",
        ylabel="forward [L/s]",
        title="Three ways to swim no more",
    )
    right.legend(fontsize=9, loc="upper right")
    save(figure, "pace.svg")


def currents() -> None:
    """A current from the side sets in: where a fish goes, and where it points."""
    figure, (left, right) = panel(9.5, 3.4, 2, width_ratios=(1.35, 1))
    off = []
    across = DRIFT * MEDIUM * HERRING.length
    for flow, color in ((0.0, REEF), (across, GOLD)):
        basin = swimming(1)
        beat = basin.beat_frames
        before = basin.watch(basin.beats(3))
        basin.motor.medium.current = np.array([0.0, flow, 0.0])
        seen = joined(before, basin.watch(basin.beats(12)))
        way = seen.centres[:, 0] - before.centres[-1, 0]
        turned = seen.over_a_beat(seen.headings, beat)[:, 0]
        label = (
            f"current of {flow / HERRING.length:.1f} L/s from the right" if flow else "still water"
        )
        left.plot(*way[:, :2].T, color=color, label=label)
        for frame in range(beat, len(way), basin.beats(2.5)):
            fish(left, way[frame, :2], turned[frame - beat], color, size=1.0)
        off.append(np.degrees(turned - turned[0]))
        seconds = (np.arange(len(turned)) + beat / 2 - len(before.centres)) * FRAME_SECONDS
        right.plot(seconds, off[-1], color=color)
    left.set_aspect("equal")
    left.set(xlabel="[L]", ylabel="[L]", title="Where they go, and where they point")
    left.legend(fontsize=9, loc="upper left")
    right.set(
        xlabel="time since the current set in [s]", ylabel="[°]", title="Heading, mean over a beat"
    )
    right.set_ylim(-10, 10)
    save(figure, "current.svg")


def main() -> None:
    turns()
    climbs()
    paces()
    currents()


if __name__ == "__main__":
    main()
