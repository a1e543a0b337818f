"""From a species to its repertoire: everything is simulated, captured, closed and judged."""

from __future__ import annotations

import dataclasses
from typing import Final

import numpy as np

from motorium import __version__
from motorium.bodies.fish import BODY_LENGTH
from motorium.bodies.species import Species
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE
from motorium.looks.skin import control_points, skin_of
from motorium.measure.basin import Basin
from motorium.motion.capture import film
from motorium.motion.cut import closed_cycle
from motorium.motion.cycle import curve_rate, steady_beat
from motorium.motion.digest import repertoire_digest
from motorium.motion.passages import capture_turns
from motorium.motion.receipts import measure_receipt
from motorium.motion.segments import CURVES, HOVER, SKIN_PATCHES, SWIMS, Repertoire, Segment
from motorium.motion.traits import measure_traits

__all__ = ["body_points", "compile_repertoire", "is_populous"]

POPULOUS: Final = 0.5
"""Species that like to school as much as this are met in numbers: their control points are kept."""
RESTING: Final = 12.0
"""Seconds that a fish has hung still when it is captured."""


def compile_repertoire(species: Species, points: bool | None = None) -> Repertoire:
    """Capture all segments of a species, and measure how true they are.

    points: whether to keep the control points of the skin; None keeps those of species that school.
    """
    segments = [_hover(species), *_swims(species), *_curves(species), *capture_turns(species)]
    if is_populous(species) if points is None else points:
        segments = [_with_points(species, segment) for segment in segments]
    repertoire = Repertoire(
        species=species.name,
        digest=repertoire_digest(species),
        segments=tuple(segments),
        traits=measure_traits(species),
        provenance={
            "program": f"motorium {__version__}",
            "length": species.length,
            "steps_per_frame": species.steps_per_frame,
        },
    )
    return dataclasses.replace(repertoire, receipt=measure_receipt(species, repertoire))


def is_populous(species: Species) -> bool:
    """Whether it lives in numbers (Yu & Terzopoulos keep points only of their schooling fish)."""
    return species.habits.schooling >= POPULOUS


def body_points(species: Species, nodes: Floats) -> Floats:
    """The 426 control points [L] of body and median fins around nodes [L], (..., 23, 3)."""
    skin = skin_of(species.body.nodes / BODY_LENGTH, species.skin)
    patches = control_points(skin, nodes)
    flat = [patches[name].reshape(*nodes.shape[:-2], -1, 3) for name in SKIN_PATCHES]
    points: Floats = np.concatenate(flat, axis=-2)
    return points


def _swims(species: Species) -> list[Segment]:
    return [
        closed_cycle(name, "swim", steady_beat(species, speed=gait.speed), curved=False)
        for name, gait in zip(SWIMS, species.gaits.all, strict=True)
    ]


def _curves(species: Species) -> list[Segment]:
    speed, rate = species.gaits.medium.speed, curve_rate(species)
    return [
        closed_cycle(
            name, "curve", steady_beat(species, speed=speed, turn_rate=side * rate), curved=True
        )
        for name, side in zip(CURVES, (1.0, -1.0), strict=True)
    ]


def _hover(species: Species) -> Segment:
    """A fish that hangs in the water, for as long as a medium beat."""
    basin = Basin(species, 1)
    basin.advance(round(FRAME_RATE * RESTING))
    take = film(basin, basin.beat_frames)
    steps = basin.motor.schools[0].steps
    return closed_cycle(HOVER, "hover", take.cut(0, take.moments - 1, 0, steps), curved=False)


def _with_points(species: Species, segment: Segment) -> Segment:
    points = body_points(species, np.asarray(segment.nodes, dtype=np.float64))
    return dataclasses.replace(segment, points=points)
