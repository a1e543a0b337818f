"""All figures of one species that the constraint motor moves: from lanes to the population."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.puppet.model import Puppet
from motorium.compiled import borrowing_kernel
from motorium.contracts.frames import Floats, body_to_world
from motorium.contracts.population import Population, Slots
from motorium.memory import aligned_zeros
from motorium.physics.rods.crowd import MOST_ITERATIONS, Crowd
from motorium.physics.rods.crowd_frame import FISH_FRAME, look_rows, observe_crowd
from motorium.physics.rods.crowd_layout import Array

__all__ = ["Troupe"]

SLACKENING: Final = 8.0
"""[1/s], with which muscles relax that nobody moves."""
_MOST: Final = MOST_ITERATIONS


class Troupe:
    """slots: whose lane of the crowd it is; broken: who has come apart, shape (lanes,).

    unit [m]: of an individual of size 1, in which the puppet is given; frame_of: how body frames
    are found (physics.rods.crowd_frame).
    """

    def __init__(self, puppet: Puppet, unit: float, frame_of: int, iterations: int) -> None:
        self.crowd = Crowd(puppet, iterations)
        self.slots: Slots = np.zeros(0, dtype=np.intp)
        self.broken = np.zeros(0, dtype=np.bool_)
        self._unit = unit
        self._frame_of = frame_of
        self._centre = puppet.masses @ puppet.rest / puppet.masses.sum()
        self._rest = puppet.rest - self._centre
        self._looks = [self._new_look()]

    def adopt(self, slots: Slots, sizes: Floats, positions: Floats, velocities: Floats) -> Slots:
        """Take figures on; positions [m] and velocities [m/s] of their points in the world, shape
        (figures, points, 3). Returns their lanes."""
        crowd = self.crowd
        lanes = crowd.add(len(slots))
        if len(crowd.units) > len(self.slots):
            more = len(crowd.units) - len(self.slots)
            self.slots = np.concatenate([self.slots, np.zeros(more, dtype=np.intp)])
            self.broken = np.concatenate([self.broken, np.zeros(more, dtype=np.bool_)])
        self.slots[lanes] = slots
        self.broken[lanes] = False
        crowd.place_figures(lanes, positions, velocities, self._unit * sizes)
        return lanes

    def remove(self, lane: int) -> int:
        """Take a figure out; the last one moves into its lane. Returns the lane that moved."""
        last = self.crowd.remove(lane)
        self.slots[lane], self.broken[lane] = self.slots[last], self.broken[last]
        return last

    def advance(
        self,
        people: Population,
        asked: Floats | None,
        seconds: float,
        steps: int,
        cores: int | None,
    ) -> None:
        """Move everybody by a frame of so many seconds, and write how they are into the population.

        asked: iterations that individuals are to take, shape (capacity,); None for what is usual.
        """
        crowd = self.crowd
        width, place = crowd.width, crowd.place

        def part(core: int, first_block: int, last_block: int) -> None:
            first, last = first_block * width, min(last_block * width, crowd.count)
            if asked is not None:
                _listen(
                    width,
                    place.total,
                    place.iterations,
                    first,
                    last,
                    self.slots,
                    crowd.iterations,
                    asked,
                    crowd.state,
                )
            crowd.step_part(core, first_block, last_block, seconds / steps, steps)
            observe_crowd(
                crowd.lanes,
                self._frame_of,
                crowd.puppet.masses,
                self._rest,
                width,
                first,
                last,
                self.slots,
                crowd.units,
                seconds,
                crowd.state,
                crowd.origins,
                people.positions,
                people.orientations,
                people.velocities,
                people.angular_velocities,
                people.nodes,
                self.broken,
                self._looks[core],
            )

            _slacken(first, last, self.slots, SLACKENING * seconds, people.contraction)

        if cores is None:
            cores = crowd.usual_cores
        while len(self._looks) < cores:
            self._looks.append(self._new_look())
        crowd.share(part, cores)

    def put_to_rest(self, lane: int, people: Population) -> None:
        """Rest shape in the pose of the last good frame, without motion."""
        slot, unit = self.slots[lane], self.crowd.units[lane]
        # A fish is given in its body frame; a puppet's is about its centre of mass.
        own = self.crowd.puppet.rest if self._frame_of == FISH_FRAME else self._rest
        nodes = unit * own
        turned = body_to_world(people.orientations[slot : slot + 1], nodes[None])
        places = people.positions[slot] + turned
        self.crowd.place_figures(np.array([lane]), places, np.zeros_like(places), unit)
        self.broken[lane] = False
        people.velocities[slot] = 0.0
        people.angular_velocities[slot] = 0.0
        people.nodes[slot] = nodes

    def _new_look(self) -> Floats:
        rows = look_rows(self.crowd.points)
        look: Floats = aligned_zeros(rows * self.crowd.width, np.float64)
        return look


@borrowing_kernel
def _listen(
    width: int,
    rows: int,
    row: int,
    first: int,
    last: int,
    slots: NDArray[np.intp],
    usual: int,
    asked: Floats,
    state_out: Array,
) -> None:
    """Iterations that figures are asked to take; what is no number asks for the usual ones."""
    for lane in range(first, last):
        wish = asked[slots[lane]]
        if not np.isfinite(wish):
            wish = usual
        wish = min(max(np.rint(wish), 0.0), _MOST)
        state_out[((lane // width) * rows + row) * width + lane % width] = wish


@borrowing_kernel
def _slacken(
    first: int, last: int, slots: NDArray[np.intp], share: float, contraction_out: Array
) -> None:
    """Let muscles, as far as there are any, come nearer to their length at rest."""
    for lane in range(first, last):
        for muscle in range(contraction_out.shape[1]):
            slack = 1.0 - contraction_out[slots[lane], muscle]
            contraction_out[slots[lane], muscle] += np.float32(share * slack)
