"""Open-loop C-turns: how far, how quickly, how tight, and how the fish comes out of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.bodies.fish import BODY_LENGTH
from motorium.bodies.gaits import Turn
from motorium.bodies.species import Species
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS
from motorium.measure.record import Measurement
from motorium.measure.tank import Tank, centre_of_mass, frames_of, heading
from motorium.motors.patterns import bending, turning

__all__ = ["TurnFigures", "measure_turns", "turn_figures", "turn_path"]

APPROACH: Final = 10
WATCHED: Final = 5
"""Beats of the medium gait before and after the start of a turn."""
REACHED: Final = 0.9
"""A turn has been made when this share of its final angle is first reached."""


@dataclass(frozen=True)
class TurnFigures:
    """angle [degrees], left positive; beats until it was made; radius [L] of the path meanwhile;
    exit_speed [L/s] along the new heading, negative if backwards; end_bend [degrees] between head
    and tail at the end; of one fish, or of many."""

    angle: Floats
    beats: Floats
    radius: Floats
    exit_speed: Floats
    end_bend: Floats


def measure_turns(species: Species) -> list[Measurement]:
    """Every turn of the species' file, to the left."""
    records = []
    for turn in species.turns:
        figures = turn_figures(species, turn_path(species, turn)[1])
        start = "swimming" if turn.swimming else "rest"
        for quantity, value in (
            ("turn_angle", figures.angle),
            ("turn_beats", figures.beats),
            ("turn_radius", figures.radius),
            ("exit_speed", figures.exit_speed),
            ("end_bend", figures.end_bend),
        ):
            angle = round(turn.angle)
            record = Measurement.of(species.name, quantity, float(value), angle=angle, start=start)
            records.append(record)
    return records


def turn_path(
    species: Species, turn: Turn, to_the_left: bool = True, approach: float = APPROACH
) -> tuple[Floats, Floats]:
    """Nodes before the turn (frames, 23, 3) and from its start on, in a fresh tank."""
    gait = species.gaits.medium
    tank = Tank(species)
    before = tank.swim(gait, approach)[:, 0] if turn.swimming else tank.positions
    start = tank.time

    def muscles(time: float) -> Floats:
        beats = (time - start) * gait.beat
        if turn.swimming:
            return turning(turn, gait, start * gait.beat, beats, to_the_left)
        return bending(turn, beats, to_the_left)

    return before, tank.run(frames_of(gait, WATCHED), muscles)[:, 0]


def turn_figures(species: Species, path: Floats) -> TurnFigures:
    """Of nodes (frames + 1, ..., 23, 3) that begin with the turn, on a course along x."""
    beat = species.gaits.medium.beat
    turned = np.unwrap(heading(path), axis=0)
    last = frames_of(species.gaits.medium, 0.5)
    final = turned[-last:].mean(axis=0)
    made = np.argmax(np.abs(turned) >= REACHED * np.abs(final), axis=0)
    centre = centre_of_mass(species.body, path)
    steps = np.linalg.norm(np.diff(centre, axis=0), axis=-1)
    way = np.concatenate([np.zeros_like(steps[:1]), np.cumsum(steps, axis=0)])
    way_made = np.take_along_axis(way, np.asarray(made)[None], axis=0)[0]
    velocity = (centre[-1] - centre[-last]) / ((last - 1) * FRAME_SECONDS)
    along = velocity[..., 0] * np.cos(final) + velocity[..., 1] * np.sin(final)
    return TurnFigures(
        angle=np.degrees(final),
        beats=made * FRAME_SECONDS * beat,
        radius=way_made / BODY_LENGTH / np.maximum(REACHED * np.abs(final), 1e-6),
        exit_speed=along / BODY_LENGTH,
        end_bend=_bend(path[-1]),
    )


def _bend(nodes: Floats) -> Floats:
    """Angle between the axes of the fore and the hind body [degrees]."""
    head = nodes[..., 0, :] - nodes[..., 5:9, :].mean(axis=-2)
    tail = nodes[..., 9:13, :].mean(axis=-2) - (nodes[..., 21, :] + nodes[..., 22, :]) / 2
    cosine = (head * tail).sum(axis=-1)
    cosine = cosine / np.linalg.norm(head, axis=-1) / np.linalg.norm(tail, axis=-1)
    bend: Floats = np.degrees(np.arccos(np.clip(cosine, -1, 1)))
    return bend
