"""C-turns, captured from the moment they are asked for until they are done."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.commands import ActionState
from motorium.contracts.frames import Floats
from motorium.measure.basin import Basin
from motorium.measure.tank import BrokenBody
from motorium.motion.capture import Take, film
from motorium.motion.cut import passage
from motorium.motion.segments import PIVOTS, TURNS, Kind, Segment

__all__ = ["ANGLES", "NotTurned", "capture_turns", "film_turns", "turned"]

ANGLES: Final = {"gradual": 30.0, "sharp": 90.0, "pivot": 45.0}
"""What is asked for [degrees]; a pivot is a turn from rest."""
SETTLING: Final = 24
"""Beats of the medium gait before a turn."""
PATIENCE: Final = 14
AFTER: Final = 3
"""Beats until a turn must be done, and that are filmed after it."""
MOST_MOMENTS: Final = 255
"""Of a passage: the wire counts frames in a byte."""
PHASES: Final = 8
"""Of the beat, out of which a turn is filmed: out of one a fish turns by some degrees more than out
of another, and the turn in the middle is kept."""


class NotTurned(ValueError):
    """A turn that was never done."""


def film_turns(
    species: Species, angles: Floats, speeds: Floats, settling: float = SETTLING
) -> tuple[Take, list[int], list[int]]:
    """Fishes that turn by angles [rad] out of speeds [L/s], filmed from a beat before on.

    Also, for each, the moments at which its turn began and was done; 0 if it was not done in time.
    """
    basin = Basin(species, len(angles))
    basin.ask(speed=speeds)
    basin.advance(basin.beats(settling))
    begun = basin.beats(1)
    steps = basin.motor.schools[0].steps
    done = np.zeros(len(angles), dtype=np.int64)

    def after_frame(frame: int) -> None:
        if frame == begun:
            basin.turn(angles)
        elif frame > begun:
            over = basin.commands.action_state[: len(angles)] == ActionState.DONE
            done[over & (done == 0)] = frame * steps

    take = film(basin, begun + basin.beats(PATIENCE + AFTER), after_frame)
    if basin.broken:
        raise BrokenBody(f"{species.name}: its body breaks while it turns")
    done[done > (begun + basin.beats(PATIENCE)) * steps] = 0
    return take, [begun * steps] * len(angles), [int(moment) for moment in done]


def turned(headings: Floats, begun: int, done: int, beat: int) -> tuple[float, float]:
    """Mean heading over the beat before a turn, and by how much that of two beats soon after it
    differs [rad]; beat: in moments."""
    before = float(headings[max(0, begun - beat) : begun].mean())
    after = float(headings[done + beat // 2 : done + beat // 2 + 2 * beat].mean())
    return before, after - before


def capture_turns(species: Species) -> list[Segment]:
    """All turns and pivots, in the order of `SEGMENTS`."""
    names = (*TURNS, *PIVOTS)
    side = np.array([1.0 if "left" in name else -1.0 for name in names])
    kinds = ["pivot" if name in PIVOTS else name.rsplit("-", 1)[1] for name in names]
    angles = side * np.radians([ANGLES[kind] for kind in kinds])
    speeds = np.where([kind == "pivot" for kind in kinds], 0.0, species.gaits.medium.speed)
    # A basin spreads phases evenly, so that every turn gets them all.
    take, begun, done = film_turns(species, np.tile(angles, PHASES), np.tile(speeds, PHASES))
    headings = take.headings()
    beat = round(1.0 / (species.gaits.medium.beat * take.seconds))
    segments = []
    for number, (name, kind) in enumerate(zip(names, kinds, strict=True)):
        fishes = [fish for fish in range(number, len(done), len(names)) if done[fish]]
        if not fishes:
            raise NotTurned(
                f"{species.name}: a turn of {ANGLES[kind]:.0f} degrees is not done in time"
            )
        made = [turned(headings[:, fish], begun[fish], done[fish], beat) for fish in fishes]
        turns = np.array([turn for _, turn in made])
        middle = int(np.argmin(np.abs(turns - 0.5 * (turns.min() + turns.max()))))
        fish, (before, turn) = fishes[middle], made[middle]
        apart = math.ceil((done[fish] - begun[fish]) / MOST_MOMENTS)
        last = begun[fish] + apart * math.ceil((done[fish] - begun[fish]) / apart)
        cut = take.cut(begun[fish], last, fish, apart)
        family: Kind = "pivot" if kind == "pivot" else "turn"
        segments.append(passage(name, family, cut, before, turn))
    return segments
