"""The muscle motor: fishes that move because their simulated muscles push simulated water."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import (
    BODY_LENGTH,
    CENTIMETRE,
    MUSCLES,
    NODES,
    TAIL_TIP_AS_PRINTED,
    TENTH_SECOND,
    Faces,
)
from motorium.bodies.species import MENDED_TAIL_TIP, Species
from motorium.contracts.commands import FISH, Commands, Vocabulary
from motorium.contracts.frames import Floats, body_to_world, world_to_body
from motorium.contracts.motor import Handover
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS, time_scale
from motorium.motors.swim import (
    LAG,
    LAG_AS_PRINTED,
    SwimModel,
    SwimState,
    drive_muscles,
    inherit,
)
from motorium.physics.fish_blocks import FishBlocks, Physics
from motorium.physics.fish_frame import observe_fishes
from motorium.physics.fish_kernel import Row

__all__ = [
    "FASTEST_CURRENT",
    "MENDED",
    "PRINTED_STEPS",
    "PUBLISHED",
    "MuscleMotor",
    "MuscleOptions",
]

PRINTED_STEPS: Final = 3
"""Of the printed model in a frame: dt = 0.0556 of the seed's time units; the seed uses 0.055."""

WATER_APPROACH: Final = 0.05
"""Share of a change of viscosity that is made in a frame."""
NEARLY: Final = 1e-4
CURRENT_APPROACH: Final = 0.02
"""Most by which the current that fishes feel changes in a frame [m/s]."""
FASTEST_CURRENT: Final = 10.0
"""[m/s]"""
NOBODY: Final = np.zeros(0, dtype=np.int8)

Lanes = NDArray[np.intp]
Report = Callable[[int, str], None]


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

    Limitation: pectoral fins stay folded; of the fish vocabulary it carries out speed and turn
    rate.
    """

    name = "muscle"
    vocabulary = Vocabulary(setpoints=FISH.setpoints)

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
        self.options = options or MuscleOptions()
        self._population = population
        self._commands = commands
        self._report_broken = report_broken
        self._viscosity = viscosity
        self._felt_viscosity = viscosity
        self._current: Floats = np.zeros(3)
        self._felt_current: Floats = np.zeros(3)
        self.cores: int | None = None
        """How many to work on; None for as many as pay."""
        self.schools = [_School(kind, self.options) for kind in species]
        self._lane_of_slot: Lanes = np.full(population.capacity, -1, dtype=np.intp)
        self.current = np.array(current)
        self._felt_current = self._current

    @property
    def viscosity(self) -> float:
        """The water's mu (Tu, Eq. 4.3); a change reaches the fishes within a second."""
        return self._viscosity

    @viscosity.setter
    def viscosity(self, value: float) -> None:
        if not 0 <= value < np.inf:
            raise ValueError(f"viscosity {value} is not a number from 0 upwards")
        self._viscosity = value

    @property
    def current(self) -> Floats:
        """Velocity of the water everywhere [m/s], in the world, shape (3,).

        A change reaches the fishes by and by, as a sudden torrent would crumple them.
        """
        return self._current.copy()

    @current.setter
    def current(self, value: Sequence[float] | Floats) -> None:
        flow = np.array(value, dtype=np.float64)
        if flow.shape != (3,) or not (np.abs(flow) <= FASTEST_CURRENT).all():
            raise ValueError(
                f"current {value} is not three numbers in m/s, at most {FASTEST_CURRENT:g} each way"
            )
        if self.options.physics == "printed" and flow.any():
            raise ValueError("the printed model knows no current; the natural one does")
        self._current = flow

    @property
    def felt_current(self) -> Floats:
        """What fishes feel of the current now [m/s], shape (3,)."""
        return self._felt_current.copy()

    def _flow(self) -> None:
        """Let the current that is felt approach what was asked for."""
        missing = self._current - self._felt_current
        if not missing.any():
            return
        share = min(1.0, CURRENT_APPROACH / float(np.linalg.norm(missing)))
        self._felt_current = self._felt_current + missing * share if share < 1 else self._current
        for school in self.schools:
            school.set_current(np.arange(school.blocks.count), self._felt_current)

    def _stir(self) -> None:
        """Let the medium approach what was asked for: a sudden change may break bodies."""
        missing = self._viscosity - self._felt_viscosity
        if missing == 0:
            return
        self._felt_viscosity += missing * WATER_APPROACH
        if abs(missing) < NEARLY:
            self._felt_viscosity = self._viscosity
        for school in self.schools:
            lanes = np.arange(school.blocks.count)
            school.blocks.set_row(Row.WATER, lanes, self._felt_viscosity)

    def advance(self, frame: int) -> None:
        """Move everybody by one frame; a fish that has broken is put back to rest where it was."""
        people = self._population
        self._stir()
        self._flow()
        for school in self.schools:
            if school.blocks.count == 0:
                continue
            slots = school.slots[: school.blocks.count]
            self._commands.refuse_unknown(slots, self.vocabulary)
            school.advance(frame, people, self._commands, self.cores)
            for lane in np.flatnonzero(school.broken[: school.blocks.count]):
                slot = int(school.slots[lane])
                school.put_to_rest(int(lane), people)
                self._report_broken(slot, "its body broke; put back to rest where it was")

    def adopt(self, slots: Slots, handover: Handover) -> None:
        """Take fishes on with all their motion; a handover that does not fit changes nothing."""
        if len(handover.positions) != len(slots):
            raise ValueError(f"handover of {len(handover.positions)} for {len(slots)} fishes")
        if handover.nodes.shape[1:] != (NODES, 3) or handover.contraction.shape[1:] != (MUSCLES,):
            raise ValueError(
                f"a fish has {NODES} nodes and {MUSCLES} muscles; the handover has not"
            )
        kinds = self._population.species[slots]
        for kind in np.unique(kinds):
            rows = np.flatnonzero(kinds == kind)
            lanes = self.schools[kind].adopt(
                slots[rows],
                rows,
                handover,
                self._population,
                self._felt_viscosity,
                self._felt_current,
            )
            self._lane_of_slot[slots[rows]] = lanes

    def release(self, slots: Slots) -> Handover:
        """Let fishes go with all their motion."""
        if (self._lane_of_slot[slots] < 0).any():
            stranger = int(slots[np.argmin(self._lane_of_slot[slots])])
            raise KeyError(
                f"individual {self._population.ids[stranger]} is not on the motor {self.name!r}"
            )
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
        )
        kinds = people.species[slots]
        for kind in np.unique(kinds):
            rows = np.flatnonzero(kinds == kind)
            lanes = self._lane_of_slot[slots[rows]]
            self.schools[kind].describe(lanes, rows, people, given)
        for slot in slots:
            self._remove(int(slot))
        return given

    def _remove(self, slot: int) -> None:
        school = self.schools[self._population.species[slot]]
        lane = int(self._lane_of_slot[slot])
        moved = school.remove(lane)
        self._lane_of_slot[slot] = -1
        if moved != lane:
            self._lane_of_slot[school.slots[lane]] = lane


class _School:
    """All simulated fishes of one species, by lane.

    slots: whose lane it is; origins [m]: where a fish's own coordinates begin; scales: length over
    that of the fish of 20 cm, in whose units the kernels calculate.
    """

    def __init__(self, species: Species, options: MuscleOptions) -> None:
        if options.physics == "natural":
            self.blocks = FishBlocks(species.body)
            self._model = SwimModel.of(species)
            steps = species.steps_per_frame
        else:
            body = species.printed_body(options.faces, options.tail_tip_mass)
            self.blocks = FishBlocks(body, "printed", clamp=options.clamp)
            self._model = SwimModel.printed(options.lag)
            steps = PRINTED_STEPS
        self._steps = options.steps_per_frame or steps
        self._species_scale = species.scale
        # As printed a body is so limp that it folds and unfolds by itself.
        self._finds_knots = options.physics == "natural"
        self._allocate(self.blocks.width)

    def _allocate(self, lanes: int) -> None:
        self.slots: Lanes = np.zeros(lanes, dtype=np.intp)
        self.origins: Floats = np.zeros((lanes, 3))
        self.scales: Floats = np.ones(lanes)
        self.knots = np.zeros(lanes, dtype=np.int8)
        self.broken = np.zeros(lanes, dtype=np.bool_)
        self.swim = SwimState.resting(lanes)

    def _columns(self) -> tuple[NDArray[np.generic], ...]:
        return (
            self.slots,
            self.origins,
            self.scales,
            self.knots,
            self.broken,
            *self.swim.arrays(),
        )

    def adopt(
        self,
        slots: Slots,
        rows: Lanes,
        given: Handover,
        people: Population,
        viscosity: float,
        current: Floats,
    ) -> Lanes:
        lanes = self.blocks.add(len(slots))
        if self.blocks.count > len(self.slots):
            before = self._columns()
            self._allocate(2 * self.blocks.count)
            for old, new in zip(before, self._columns(), strict=True):
                new[: len(old)] = old
        self.scales[lanes] = people.sizes[slots] * self._species_scale
        unit, pace = _units(self.scales[lanes])
        turn = given.orientations[rows]
        self.slots[lanes] = slots
        self.origins[lanes] = given.positions[rows]
        blocks = self.blocks
        blocks.put(
            Row.POSITION, lanes, body_to_world(turn, given.nodes[rows]) / unit[:, None, None]
        )
        velocities = body_to_world(turn, given.node_velocities[rows]) / pace[:, None, None]
        blocks.put(Row.VELOCITY, lanes, velocities)
        blocks.put(Row.LATELY, lanes, velocities)
        blocks.put(Row.CONTRACTION, lanes, given.contraction[rows])
        blocks.set_row(Row.WATER, lanes, viscosity)
        slower = unit / pace
        blocks.set_row(Row.DT, lanes, FRAME_SECONDS / self._steps / slower)
        self.set_current(lanes, current)
        self._take_over(lanes, rows, given, current, slower)
        people.positions[slots] = given.positions[rows]
        people.orientations[slots] = given.orientations[rows]
        people.velocities[slots] = given.velocities[rows]
        people.angular_velocities[slots] = given.angular_velocities[rows]
        people.nodes[slots] = given.nodes[rows]
        return lanes

    def set_current(self, lanes: Lanes, current: Floats) -> None:
        """Let water flow around these fishes [m/s]."""
        _, pace = _units(self.scales[lanes])
        self.blocks.put(Row.CURRENT, lanes, current / pace[:, None])

    def _take_over(
        self, lanes: Lanes, rows: Lanes, given: Handover, current: Floats, slower: Floats
    ) -> None:
        """Go on beating as fast as the fish swims, from the muscles as they are."""
        through_water = given.velocities[rows] - current
        forward = world_to_body(given.orientations[rows], through_water[:, None])[:, 0, 0]
        speed = forward / (self.scales[lanes] * CENTIMETRE * BODY_LENGTH)
        model, swim = self._model, self.swim
        swim.phase[lanes] = given.phase[rows]
        swim.drive[lanes] = np.clip(speed * slower / TENTH_SECOND, 0.0, model.speeds[-1])
        swim.bias[lanes] = 0.0
        beside = np.zeros((len(lanes), MUSCLES))
        contraction = given.contraction[rows]
        phase, drive = swim.phase[lanes], swim.drive[lanes]
        inherit(model.speeds, model.depths, model.offsets, phase, drive, contraction, beside)
        swim.inherited[lanes] = beside

    def describe(self, lanes: Lanes, rows: Lanes, people: Population, given: Handover) -> None:
        """Fill these rows of a handover with how fishes are inside."""
        slots = self.slots[lanes]
        unit, pace = _units(self.scales[lanes])
        turn = people.orientations[slots]
        offset = people.positions[slots] - self.origins[lanes]
        nodes = self.blocks.positions(lanes) * unit[:, None, None] - offset[:, None, :]
        velocities = self.blocks.velocities(lanes) * pace[:, None, None]
        given.nodes[rows] = world_to_body(turn, nodes)
        given.node_velocities[rows] = world_to_body(turn, velocities)
        given.contraction[rows] = self.blocks.contraction(lanes)
        given.phase[rows] = self.swim.phase[lanes]

    def remove(self, lane: int) -> int:
        last = self.blocks.remove(lane)
        for column in self._columns():
            column[lane] = column[last]
        return last

    def advance(
        self, frame: int, people: Population, commands: Commands, cores: int | None
    ) -> None:
        """Contract muscles, step physics, and write how the fishes are into the population."""
        blocks = self.blocks
        speed, turn_rate = commands["speed"], commands["turn_rate"]

        def part(core: int, first_block: int, last_block: int) -> None:
            first, last = first_block * blocks.width, min(last_block * blocks.width, blocks.count)
            drive_muscles(
                *self._model.arguments(),
                blocks.width,
                first,
                last,
                self._steps,
                FRAME_SECONDS,
                self.slots,
                self.scales,
                speed,
                turn_rate,
                *self.swim.arrays(),
                blocks.state,
            )
            blocks.step_part(core, first_block, last_block, self._steps)
            observe_fishes(
                blocks.body.rest_lengths,
                blocks.width,
                first,
                last,
                self.slots,
                self.scales,
                FRAME_SECONDS,
                frame,
                blocks.state,
                self.origins,
                people.positions,
                people.orientations,
                people.velocities,
                people.angular_velocities,
                people.nodes,
                self.knots if self._finds_knots else NOBODY,
                self.broken,
            )

        blocks.share(part, cores)

    def put_to_rest(self, lane: int, people: Population) -> None:
        """Rest shape in the pose of the last good frame, without motion."""
        slot = self.slots[lane]
        one = np.array([lane])
        self.blocks.rest(one)
        turned = body_to_world(people.orientations[slot : slot + 1], self.blocks.body.nodes[None])
        self.blocks.put(Row.POSITION, one, turned)
        self.origins[lane] = people.positions[slot]
        for column in self.swim.arrays():
            column[lane] = 0.0
        people.velocities[slot] = 0.0
        people.angular_velocities[slot] = 0.0
        people.nodes[slot] = self.blocks.body.nodes * (CENTIMETRE * self.scales[lane])


def _units(scales: Floats) -> tuple[Floats, Floats]:
    """What the seed's unit of length [m] and of speed [m/s] are for individuals of these scales."""
    unit = CENTIMETRE * scales
    return unit, unit / (TENTH_SECOND * time_scale(scales))
