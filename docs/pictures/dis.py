"""DIS: a soldier who runs a slalom, as told of, as dead-reckoned, and as shown."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, panel, save
from motorium.contracts.frames import Floats, quaternion_from_heading
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.wire.dis.entities import Entities
from motorium.wire.dis.geodesy import Origin
from motorium.wire.dis.kinds import SOLDIER
from motorium.wire.dis.sending import Sender

ORIGIN = Origin.at_degrees(36.618, -121.902)
SECONDS = 7.0
SPEED = 3.2
WIDTH, LENGTH = 2.2, 13.0
"""How far the slalom swings, and after how long it repeats [m]."""


class Run(NamedTuple):
    """A row a frame: where he is, is dead-reckoned, and is shown [m]; told: frames with packets."""

    true: Floats
    reckoned: Floats
    shown: Floats
    told: list[int]


def run() -> Run:
    sent: list[bytes] = []
    sender = Sender(ORIGIN, lambda view: sent.append(bytes(view)), turned=math.pi)
    slot = sender.enter(SOLDIER, "SLALOM", model=2)
    jumping, smooth = Entities(ORIGIN, convergence=0.0), Entities(ORIGIN)
    rows: list[list[Floats]] = [[], [], []]
    told = []
    x = 0.0
    for frame in range(round(SECONDS * FRAME_RATE)):
        slope = 2.0 * math.pi * WIDTH / LENGTH * math.cos(2.0 * math.pi * x / LENGTH)
        ahead = np.array([1.0, slope, 0.0]) / math.hypot(1.0, slope)
        sender.positions[slot] = (x, WIDTH * math.sin(2.0 * math.pi * x / LENGTH), 0.0)
        sender.velocities[slot] = SPEED * ahead
        sender.orientations[slot] = quaternion_from_heading(math.atan2(slope, 1.0))
        for entities in (jumping, smooth):
            entities.advance(FRAME_SECONDS)
        if sender.update(FRAME_SECONDS):
            told.append(frame)
            data = np.frombuffer(sent.pop(), dtype=np.uint8)[np.newaxis]
            jumping.take(data)
            smooth.take(data)
        places = (sender.positions[slot], jumping.positions[0], smooth.positions[0])
        for column, place in zip(rows, places, strict=True):
            column.append(place.copy())
        x += SPEED * ahead[0] * FRAME_SECONDS
    true, reckoned, shown = map(np.array, rows)
    return Run(true, reckoned, shown, told)


def main() -> None:
    found = run()
    figure, (above, over) = panel(10.0, 3.8, 2, width_ratios=(3, 2))
    broken = found.reckoned.copy()
    # A line from where it was to where it jumped would look like a way.
    for frame in found.told[1:]:
        broken[frame] = np.nan
    above.plot(*found.true[:, :2].T, color=DIM, linewidth=4, alpha=0.6, label="where he is")
    above.plot(*broken[:, :2].T, color=CORAL, linewidth=1.2, label="dead-reckoned")
    above.plot(*found.shown[:, :2].T, color=REEF, linewidth=1.8, label="shown")
    above.plot(*found.true[found.told, :2].T, "o", color=GOLD, markersize=6, label="packets")
    above.set(aspect="equal", xlabel="east, m", ylabel="north, m", ylim=(-4.2, 5.4))
    above.legend(loc="upper right", ncols=4, fontsize=8, columnspacing=1.0)
    above.set_title(f"{len(found.told)} packets in {SECONDS:g} s")
    seconds = np.arange(len(found.true)) * FRAME_SECONDS
    for places, color in ((found.reckoned, CORAL), (found.shown, REEF)):
        speeds = np.linalg.norm(np.diff(places, axis=0), axis=1) * FRAME_RATE
        over.plot(seconds[1:], speeds, color=color, linewidth=1.4)
    over.text(2.2, 10.4, "60 m/s", color=CORAL, fontsize=8)
    over.set(xlabel="s", ylabel="m/s", ylim=(0.0, 12.0), title="How fast that is")
    over.axhline(SPEED, color=FOAM, linewidth=0.8, linestyle=":")
    save(figure, "dis.svg")


if __name__ == "__main__":
    main()
