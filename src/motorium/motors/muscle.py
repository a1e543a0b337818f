"""The muscle motor: fishes that move because their simulated muscles push simulated water."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from motorium.bodies.fish import (
    MUSCLES,
    NODES,
    TAIL_TIP_AS_PRINTED,
    Faces,
)
from motorium.bodies.species import MENDED_TAIL_TIP, Species
from motorium.contracts.commands import FISH, Commands, Vocabulary
from motorium.contracts.motor import Handover, Intent
from motorium.contracts.population import Population, Slots
from motorium.motors.controls import LAG, LAG_AS_PRINTED, controls_of, printed_controls
from motorium.motors.covering import Cover, uncovered
from motorium.motors.grabbing import Hands
from motorium.motors.medium import Medium, approached
from motorium.motors.pushing import pushes_on
from motorium.motors.school import Lanes, School
from motorium.physics.fish_blocks import FishBlocks, Physics
from motorium.physics.pushes import Pushes
from motorium.physics.settings import STANDARD, PhysicsSettings

__all__ = [
    "MENDED",
    "PRINTED_STEPS",
    "PUBLISHED",
    "MuscleMotor",
    "MuscleOptions",
]

PRINTED_STEPS: Final = 3
"""Of the printed model in a frame: dt = 0.0556 of the seed's time units; the seed uses 0.055."""

PRINTED_VOCABULARY: Final = Vocabulary(
    tuple(FISH.setpoint(name) for name in ("speed", "turn_rate"))
)

Report = Callable[[int, str], None]

TRIMS: Final = ("speed_trim", "heading_trim", "climb_trim", "roll_trim")
LEARNT: Final = np.dtype([("id", "i8"), *((name, "f8") for name in TRIMS)])
"""What the controllers have found out about an individual's body, by its id."""


@dataclass(frozen=True)
class MuscleOptions:
    """Which physics, and for the printed one where we mend it; `PUBLISHED` goes back everywhere.

    physics: natural (physics.natural_reference) or printed (physics.fish_reference);
    steps_per_frame: whole steps, None for what the model takes.

    Of the printed one only: clamp: compressed units stay out of the system matrix; lag [rad]
    between the swimming segments; faces: quads keep the fish symmetric (bodies.fish.outer_faces);
    tail_tip_mass [g].
    """

    physics: Physics = "natural"
    steps_per_frame: int | None = None
    clamp: bool = True
    lag: float = LAG
    faces: Faces = "quads"
    tail_tip_mass: float = MENDED_TAIL_TIP


MENDED: Final = MuscleOptions(physics="printed")
"""The printed model with what keeps it whole."""
PUBLISHED: Final = MuscleOptions(
    physics="printed",
    clamp=False,
    lag=LAG_AS_PRINTED,
    faces="triangles",
    tail_tip_mass=TAIL_TIP_AS_PRINTED,
)
"""The model as printed (Tu 1999, chapter 4): it hardly swims, and many of its fishes break."""


class MuscleMotor:
    """Simulates every fish that it has adopted, one set of blocks a species.

    The printed bodies have no fins: of the vocabulary they carry out speed and turn rate.
    """

    name = "muscle"

    def __init__(
        self,
        population: Population,
        commands: Commands,
        species: Sequence[Species],
        report_broken: Report,
        options: MuscleOptions | None = None,
        viscosity: float = 1.0,
        current: Sequence[float] = (0.0, 0.0, 0.0),
    ) -> None:
        if population.contraction.shape[1] != MUSCLES or population.nodes.shape[1] != NODES:
            raise ValueError(
                f"a population of fishes has {NODES} points and {MUSCLES} muscles each, not "
                f"{population.nodes.shape[1]} and {population.contraction.shape[1]}"
            )
        self.options = options or MuscleOptions()
        self.vocabulary = FISH if self.options.physics == "natural" else PRINTED_VOCABULARY
        self._population = population
        self._commands = commands
        self._report_broken = report_broken
        self.medium = Medium(viscosity, current, flows=self.options.physics == "natural")
        self.cores: int | None = None
        """How many to work on; None for as many as pay."""
        self.schools = [_school(kind, self.options) for kind in species]
        self._lane_of_slot: Lanes = np.full(population.capacity, -1, dtype=np.intp)
        self._cover = Cover(population)
        self._learnt = np.zeros(population.capacity, dtype=LEARNT)
        self._learnt["id"] = -1
        self._hands = Hands(population)
        self._physics = STANDARD

    @property
    def physics(self) -> PhysicsSettings:
        """Of what bodies are made, how time is cut, and whether there is water."""
        return self._physics

    @physics.setter
    def physics(self, physics: PhysicsSettings) -> None:
        if physics == self._physics:
            return
        if self.options.physics == "printed":
            raise ValueError(
                "the printed model keeps the physics that is printed; the natural one can have "
                "another"
            )
        for school in self.schools:
            school.obey(physics)
        if self._physics.hydrodynamics and not physics.hydrodynamics:
            for school in self.schools:
                everybody = np.arange(school.blocks.count)
                school.wet = 0.0
                school.feel(everybody, self.medium)
                school.still(everybody)
        self._physics = physics

    def advance(self, frame: int) -> None:
        """Move everybody by one frame; a fish that has broken is put back to rest where it was."""
        people = self._population
        changing = self.medium.approach(people.living)
        if self._immerse() or changing:
            for school in self.schools:
                if school.blocks.count == 0:
                    continue
                school.feel(np.arange(school.blocks.count), self.medium)
                if self.medium.varies:
                    school.carry(self.medium)
        if len(self._hands.slots):
            self._hands.pull(self.schools, self._lane_of_slot)
        with self._hands.keeping_still(self._commands):
            for school in self.schools:
                if school.blocks.count == 0:
                    continue
                if self.vocabulary is not self._commands.vocabulary:
                    slots = school.slots[: school.blocks.count]
                    self._commands.refuse_unknown(slots, self.vocabulary)
                school.advance(frame, people, self._commands, self.cores)
        for school in self.schools:
            for lane in np.flatnonzero(school.broken[: school.blocks.count]):
                slot = int(school.slots[lane])
                self._cover.lift(np.array([slot]))
                school.put_to_rest(int(lane), people)
                self._report_broken(slot, "its body broke; put back to rest where it was")
        self._cover.advance()

    def _immerse(self) -> bool:
        """Water that comes back comes little by little; whether it does."""
        coming = [s for s in self.schools if s.wet < 1.0] if self._physics.hydrodynamics else []
        for school in coming:
            school.wet = approached(school.wet, 1.0)
        return bool(coming)

    def adopt(self, slots: Slots, handover: Handover) -> None:
        """Take fishes on with all their motion; a handover that does not fit changes nothing."""
        handover.check_fit(len(slots), NODES, MUSCLES)
        bare = uncovered(handover)
        kinds = self._population.species[slots]
        for kind in np.unique(kinds):
            rows = np.flatnonzero(kinds == kind)
            lanes = self.schools[kind].adopt(
                slots[rows],
                rows,
                bare,
                self._population,
                self.medium,
            )
            self._lane_of_slot[slots[rows]] = lanes
            self._recall(self.schools[kind], slots[rows], lanes)
            self._cover.lay(slots[rows], handover.rows(rows), self.schools[kind].scales[lanes])
        self._population.nodes[slots] = handover.nodes

    def release(self, slots: Slots) -> Handover:
        """Let fishes go with all their motion, also whoever is held."""
        self._refuse_strangers(slots)
        people = self._population
        given = Handover(
            positions=people.positions[slots],
            orientations=people.orientations[slots],
            velocities=people.velocities[slots],
            angular_velocities=people.angular_velocities[slots],
            nodes=np.zeros((len(slots), NODES, 3)),
            node_velocities=np.zeros((len(slots), NODES, 3)),
            contraction=np.ones((len(slots), MUSCLES)),
            phase=np.zeros(len(slots)),
            intent=self._unknown_intent(len(slots)),
        )
        kinds = people.species[slots]
        for kind in np.unique(kinds):
            rows = np.flatnonzero(kinds == kind)
            lanes = self._lane_of_slot[slots[rows]]
            self.schools[kind].describe(lanes, rows, people, given)
            for name in TRIMS:
                self._learnt[name][slots[rows]] = self.schools[kind].memory[name][lanes]
        self._learnt["id"][slots] = people.ids[slots]
        self._cover.describe(slots, given)
        self._cover.lift(slots)
        self._hands.let_go(slots)
        for slot in slots:
            self._remove(int(slot))
        return given

    def hold(self, slots: Slots, nodes: ArrayLike, places: ArrayLike) -> None:
        """Take fishes by the hand, at a node each, and pull it to a place [m] in the world.

        Called again it moves the hand; `let_go` takes it away.
        """
        if self.options.physics == "printed":
            raise ValueError("fishes of the printed model cannot be held: they would break")
        self._refuse_strangers(slots)
        self._hands.hold(slots, nodes, places)

    def let_go(self, slots: Slots) -> None:
        """Take the hand away from whoever of these is held."""
        self._hands.let_go(slots)

    def pushes(self, slot: int) -> Pushes | None:
        """What the water does to one now; None for who is not on this motor, or printed."""
        lane = int(self._lane_of_slot[slot])
        if lane < 0 or self.options.physics == "printed":
            return None
        return pushes_on(self.schools[self._population.species[slot]], lane)

    def _refuse_strangers(self, slots: Slots) -> None:
        if (self._lane_of_slot[slots] < 0).any():
            stranger = int(slots[np.argmin(self._lane_of_slot[slots])])
            raise KeyError(
                f"individual {self._population.ids[stranger]} is not on the motor {self.name!r}"
            )

    def _recall(self, school: School, slots: Slots, lanes: Lanes) -> None:
        """Who comes back has not forgotten what keeps it straight and at its speed."""
        known = self._learnt["id"][slots] == self._population.ids[slots]
        for name in TRIMS:
            school.memory[name][lanes[known]] = self._learnt[name][slots[known]]

    def _unknown_intent(self, count: int) -> Intent | None:
        """To be filled in by who knows; as printed nobody is about anything."""
        if self.options.physics == "printed":
            return None
        return Intent(
            headings=np.zeros(count),
            drives=np.zeros(count),
            turn_angles=np.zeros(count),
            turn_seconds=np.zeros(count),
            turn_speeds=np.zeros(count),
            coming=np.zeros((count, 0, NODES, 3)),
            borrowed=np.zeros((count, 2, NODES, 3)),
            borrowed_contraction=np.zeros((count, MUSCLES)),
        )

    def _remove(self, slot: int) -> None:
        school = self.schools[self._population.species[slot]]
        lane = int(self._lane_of_slot[slot])
        moved = school.remove(lane)
        self._lane_of_slot[slot] = -1
        if moved != lane:
            self._lane_of_slot[school.slots[lane]] = lane


def _school(species: Species, options: MuscleOptions) -> School:
    if options.physics == "natural":
        blocks, controls = FishBlocks(species.body), controls_of(species)
        steps = species.steps_per_frame
    else:
        body = species.printed_body(options.faces, options.tail_tip_mass)
        blocks = FishBlocks(body, "printed", clamp=options.clamp)
        controls, steps = printed_controls(options.lag), PRINTED_STEPS
    return School(
        blocks,
        controls,
        options.steps_per_frame or steps,
        species.scale,
        # As printed a body is so limp that it folds and unfolds by itself.
        finds_knots=options.physics == "natural",
    )
