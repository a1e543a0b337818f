"""The constraint motor: points with mass that rods and joints keep together, and hands that pull.

It moves puppets, and whatever else is made of points and rods: a fish's nodes are points and its
units rods, so that it can be let go limp in the midst of a beat, and given back to its muscles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motorium.bodies.fish import CENTIMETRE
from motorium.bodies.puppet.model import Puppet
from motorium.bodies.species import Species
from motorium.contracts.commands import Commands, Setpoint, Vocabulary
from motorium.contracts.frames import (
    Floats,
    body_to_world,
    heading_pitch_roll,
    world_to_body,
)
from motorium.contracts.motor import Handover, Intent
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.motors.covering import FORESEEN
from motorium.motors.limp import DAMPING, TONE, at_ease, limp
from motorium.motors.troupe import Troupe
from motorium.physics.rods.crowd import MOST_ITERATIONS
from motorium.physics.rods.crowd_frame import FISH_FRAME, IN_PLANE, IN_SPACE
from motorium.physics.rods.walls import Walls

__all__ = ["FASTEST_HAND", "PUPPET", "ConstraintMotor"]

ITERATIONS: Final = 7
"""In a step, as van Overveld's (section 4.1)."""
PUPPET: Final = Vocabulary(
    (
        Setpoint(
            "iterations",
            "1",
            0.0,
            float(MOST_ITERATIONS),
            float(ITERATIONS),
            "how often rods and joints are seen to in a step; few let a figure squash and stretch",
        ),
    )
)
"""What puppets can be asked for. Limp fishes can be asked for nothing."""
FASTEST_HAND: Final = 20.0
"""[m/s]: a hand that is farther away leads its point towards itself."""
FARTHEST: Final = 1e6
"""[m] from the world's origin that a hand may be, along any axis."""

Report = Callable[[int, str], None]


def _nobody_hears(slot: int, detail: str) -> None:
    """Of whoever broke."""


class ConstraintMotor:
    """Moves every figure that it has adopted, one crowd a species.

    gravity [m/s2], shape (3,), and walls, None for none: of all alike, to be set by whom it
    concerns. Limp fishes begin without either: they are as heavy as the water, which they do not
    feel. Limitation: no cones and no twists (physics.rods.crowd).
    """

    name = "constraint"

    def __init__(
        self,
        population: Population,
        commands: Commands,
        troupes: Sequence[Troupe],
        report_broken: Report = _nobody_hears,
        steps: int = 1,
    ) -> None:
        points = population.nodes.shape[1]
        for troupe in troupes:
            if troupe.crowd.points != points:
                raise ValueError(
                    f"{troupe.crowd.puppet.title!r} has {troupe.crowd.points} points, and "
                    f"individuals of this population have {points}"
                )
        if steps < 1:
            raise ValueError(f"a frame has at least one step, not {steps}")
        self.vocabulary = PUPPET if commands.vocabulary == PUPPET else Vocabulary(())
        self.troupes = list(troupes)
        self.steps = steps
        self.gravity: Floats = np.zeros(3)
        self.walls: Walls | None = None
        self.cores: int | None = None
        """How many to work on; None for as many as pay."""
        self._population = population
        self._commands = commands
        self._report_broken = report_broken
        self._lane_of_slot: NDArray[np.intp] = np.full(population.capacity, -1, dtype=np.intp)
        self._phase: Floats = np.zeros(population.capacity)
        self._hands: dict[tuple[int, int], Floats] = {}

    @classmethod
    def of_puppets(
        cls,
        population: Population,
        commands: Commands,
        puppets: Sequence[Puppet],
        report_broken: Report = _nobody_hears,
        steps: int = 1,
    ) -> ConstraintMotor:
        """For a population whose species are puppets, all with as many points."""
        troupes = [
            Troupe(puppet, 1.0, IN_PLANE if puppet.dimensions == 2 else IN_SPACE, ITERATIONS)
            for puppet in puppets
        ]
        return cls(population, commands, troupes, report_broken, steps)

    @classmethod
    def of_fishes(
        cls,
        population: Population,
        commands: Commands,
        species: Sequence[Species],
        report_broken: Report = _nobody_hears,
    ) -> ConstraintMotor:
        """For a population of fishes, as a world has: limp ones."""
        troupes = [
            Troupe(limp(kind.body), CENTIMETRE * kind.scale, FISH_FRAME, ITERATIONS)
            for kind in species
        ]
        for troupe in troupes:
            troupe.crowd.tone, troupe.crowd.damping = TONE, DAMPING
        return cls(population, commands, troupes, report_broken)

    def advance(self, frame: int) -> None:
        """Move everybody by one frame; who has come apart is put back to rest where it was."""
        people, asked = self._population, None
        if len(self.vocabulary.setpoints):
            asked = self._commands["iterations"]
        for (slot, point), place in self._hands.items():
            self._lead(slot, point, place)
        for troupe in self.troupes:
            crowd = troupe.crowd
            if crowd.count == 0:
                continue
            slots = troupe.slots[: crowd.count]
            if len(self._commands.vocabulary.actions):
                self._commands.refuse_unknown(slots, self.vocabulary)
            crowd.gravity[:] = self.gravity
            crowd.walls = self.walls
            troupe.advance(people, asked, FRAME_SECONDS, self.steps, self.cores)
            if troupe.broken[: crowd.count].any():
                for lane in np.flatnonzero(troupe.broken[: crowd.count]):
                    troupe.put_to_rest(int(lane), people)
                    self._report_broken(
                        int(slots[lane]), "it came apart; put back to rest where it was"
                    )

    def adopt(self, slots: Slots, handover: Handover) -> None:
        """Take figures on with all their motion; a handover that does not fit changes nothing."""
        people = self._population
        handover.check_fit(len(slots), people.nodes.shape[1], people.contraction.shape[1])
        kinds = people.species[slots]
        for kind in np.unique(kinds):
            rows = np.flatnonzero(kinds == kind)
            turn = handover.orientations[rows]
            self._lane_of_slot[slots[rows]] = self.troupes[kind].adopt(
                slots[rows],
                people.sizes[slots[rows]].astype(np.float64),
                handover.positions[rows][:, None] + body_to_world(turn, handover.nodes[rows]),
                body_to_world(turn, handover.node_velocities[rows]),
            )
        self._phase[slots] = handover.phase
        people.positions[slots] = handover.positions
        people.orientations[slots] = handover.orientations
        people.velocities[slots] = handover.velocities
        people.angular_velocities[slots] = handover.angular_velocities
        people.nodes[slots] = handover.nodes
        people.contraction[slots] = handover.contraction

    def release(self, slots: Slots) -> Handover:
        """Let figures go with all their motion, also whoever is held."""
        self._refuse_strangers(slots)
        people = self._population
        points = people.nodes.shape[1]
        nodes, velocities = np.zeros((2, len(slots), points, 3))
        kinds = people.species[slots]
        for kind in np.unique(kinds):
            rows = np.flatnonzero(kinds == kind)
            lanes = self._lane_of_slot[slots[rows]]
            nodes[rows] = self.troupes[kind].crowd.positions(lanes)
            velocities[rows] = self.troupes[kind].crowd.velocities(lanes)
        turn = people.orientations[slots]
        given = Handover(
            positions=people.positions[slots],
            orientations=turn,
            velocities=people.velocities[slots],
            angular_velocities=people.angular_velocities[slots],
            nodes=world_to_body(turn, nodes - people.positions[slots][:, None]),
            node_velocities=world_to_body(turn, velocities),
            contraction=people.contraction[slots].astype(np.float64),
            phase=self._phase[slots],
            intent=self._at_ease(slots, nodes, velocities),
        )
        self.let_go(slots)
        for slot in slots.tolist():
            self._remove(slot)
        return given

    def _at_ease(self, slots: Slots, nodes: Floats, velocities: Floats) -> Intent | None:
        """For muscles: that a limp fish is about nothing, and which part of its shape and motion
        is not to be simulated, or its springs would jerk it. Nodes [m] and velocities [m/s] in the
        world."""
        people = self._population
        muscles = people.contraction.shape[1]
        if muscles == 0:
            return None
        turn, zeros = people.orientations[slots], np.zeros(len(slots))
        shapes = np.empty_like(nodes)
        motion = np.empty_like(nodes)
        for kind in np.unique(people.species[slots]):
            rows = np.flatnonzero(people.species[slots] == kind)
            crowd = self.troupes[kind].crowd
            units = crowd.units[self._lane_of_slot[slots[rows]]][:, None, None]
            shapes[rows], motion[rows] = at_ease(
                units * crowd.puppet.rest, crowd.puppet.masses, nodes[rows], velocities[rows]
            )
        borrowed = [world_to_body(turn, nodes - shapes), world_to_body(turn, velocities - motion)]
        frames = np.arange(1, FORESEEN + 1)[:, None, None]
        return Intent(
            headings=heading_pitch_roll(turn)[:, 0],
            drives=zeros,
            turn_angles=zeros,
            turn_seconds=zeros - 1.0,
            turn_speeds=zeros,
            coming=nodes[:, None] + FRAME_SECONDS * frames * velocities[:, None],
            borrowed=np.stack(borrowed, axis=1),
            borrowed_contraction=people.contraction[slots].astype(np.float64) - 1.0,
        )

    # ------------------------------------------------------------ hands

    def hold(self, slots: Slots, points: ArrayLike, places: ArrayLike) -> None:
        """Take figures by the hand, at a point each, and lead it to a place [m] in the world.

        Called again for the same point it moves the hand, for another one it takes a second hand.
        """
        self._refuse_strangers(slots)
        held, where = self._checked_grips(points, places, len(slots))
        for slot, point, place in zip(slots.tolist(), held.tolist(), where, strict=True):
            self._hands[slot, point] = place

    def let_go(self, slots: Slots) -> None:
        """Take all hands away from whoever of these is held; they fly on as they were led."""
        freed = set(slots.tolist()) & {slot for slot, _ in self._hands}
        self._hands = {grip: at for grip, at in self._hands.items() if grip[0] not in freed}
        for slot in freed:
            self._troupe_of(slot).crowd.let_go(self._lane_of_slot[[slot]])

    def _lead(self, slot: int, point: int, place: Floats) -> None:
        crowd, lanes = self._troupe_of(slot).crowd, self._lane_of_slot[[slot]]
        now = crowd.positions(lanes)[0, point]
        way = place - now
        reach = FASTEST_HAND * FRAME_SECONDS
        way *= reach / max(reach, float(np.linalg.norm(way)))
        crowd.hold(lanes, np.array([point]), (now + way)[None])

    def _checked_grips(
        self, points: ArrayLike, places: ArrayLike, count: int
    ) -> tuple[NDArray[np.intp], Floats]:
        held, where = np.asarray(points), np.asarray(places, dtype=np.float64)
        whole, many = np.issubdtype(held.dtype, np.integer), self._population.nodes.shape[1]
        if not whole or held.shape not in ((), (count,)) or ((held < 0) | (held >= many)).any():
            raise ValueError(
                f"point {points!r}: a figure is held by one of its points, 0 to {many - 1}"
            )
        if where.shape not in ((3,), (count, 3)) or not (abs(where) <= FARTHEST).all():
            raise ValueError(
                f"a hand at {places!r}: its place is three finite numbers of metres, "
                f"{FARTHEST:g} at most"
            )
        return (
            np.broadcast_to(held, (count,)).astype(np.intp),
            np.broadcast_to(where, (count, 3)).copy(),
        )

    def _troupe_of(self, slot: int) -> Troupe:
        return self.troupes[int(self._population.species[slot])]

    def _refuse_strangers(self, slots: Slots) -> None:
        if (self._lane_of_slot[slots] < 0).any():
            stranger = int(slots[np.argmin(self._lane_of_slot[slots])])
            raise KeyError(
                f"individual {self._population.ids[stranger]} is not on the motor {self.name!r}"
            )

    def _remove(self, slot: int) -> None:
        troupe = self._troupe_of(slot)
        lane = int(self._lane_of_slot[slot])
        moved = troupe.remove(lane)
        self._lane_of_slot[slot] = -1
        if moved != lane:
            self._lane_of_slot[troupe.slots[lane]] = lane
