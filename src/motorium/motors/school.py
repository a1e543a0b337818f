"""All simulated fishes of one species: from handovers to lanes, from lanes to the population."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import BODY_LENGTH, CENTIMETRE, NODES, TENTH_SECOND
from motorium.compiled import borrowing_kernel
from motorium.contracts.commands import FISH, Commands
from motorium.contracts.frames import (
    Floats,
    body_to_world,
    heading_pitch_roll,
    world_to_body,
)
from motorium.contracts.motor import Handover
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS, time_scale
from motorium.motors.beat import inherit
from motorium.motors.controllers import control_fishes
from motorium.motors.controls import TOLD, Controls, packed, resting
from motorium.motors.medium import Medium
from motorium.motors.stilling import without_way
from motorium.motors.turns import resume_turns, turn_clocks
from motorium.physics.fish_blocks import FishBlocks
from motorium.physics.fish_frame import observe_fishes
from motorium.physics.fish_kernel import Array, Row
from motorium.physics.natural_reference import NaturalFish
from motorium.physics.settings import PhysicsSettings

__all__ = ["Lanes", "School"]

Lanes = NDArray[np.intp]
_NOBODY: Final = np.zeros(0, dtype=np.int8)
_WATER: Final = Row.WATER
_CURRENT: Final = Row.CURRENT
_NO_WATER: Final = Medium(viscosity=0.0, current=(0.0, 0.0, 0.0), flows=False)


class School:
    """All simulated fishes of one species, by lane.

    slots: whose lane it is; origins [m]: where a fish's own coordinates begin; scales: length over
    that of the fish of 20 cm, in whose units the kernels calculate; paces [m/s]: of speed.
    """

    def __init__(
        self, blocks: FishBlocks, controls: Controls, steps: int, scale: float, finds_knots: bool
    ) -> None:
        self.blocks = blocks
        self.controls = controls
        self._own_steps = self._steps = steps
        self._frame_seconds = FRAME_SECONDS
        self.after_step: Callable[[], None] | None = None
        """Called after every step, for who looks on between frames; then on one core only."""
        self._species_scale = scale
        self.wet = 1.0
        """How much of the water they feel: 0, nothing presses on bodies."""
        self._finds_knots = finds_knots
        self._allocate(blocks.width)

    @property
    def controls(self) -> Controls:
        """What its controllers know."""
        return self._controls

    @controls.setter
    def controls(self, controls: Controls) -> None:
        self._controls = controls
        self._packed = packed(controls)

    @property
    def frame_seconds(self) -> float:
        """How long a frame is [s]: the world's, but for who captures whole beats."""
        return self._frame_seconds

    @frame_seconds.setter
    def frame_seconds(self, seconds: float) -> None:
        self._frame_seconds = seconds
        self._pace_steps(np.arange(self.blocks.count))

    @property
    def steps(self) -> int:
        """In a frame."""
        return self._steps

    @cached_property
    def reference(self) -> NaturalFish:
        """The same body in float64, for who looks closely."""
        return NaturalFish(self.blocks.body)

    def obey(self, physics: PhysicsSettings) -> None:
        """Let bodies be of this from now on, and time be cut so."""
        self.blocks.alter(physics.made(self.blocks.body))
        self._steps = physics.steps_taken(self._own_steps)
        self._pace_steps(np.arange(self.blocks.count))

    def units(self, lanes: Lanes) -> tuple[Floats, Floats]:
        """What the kernels' units of length [m] and of speed [m/s] are for these fishes."""
        return _units(self.scales[lanes])

    def _pace_steps(self, lanes: Lanes) -> None:
        unit, pace = _units(self.scales[lanes])
        self.blocks.set_row(Row.DT, lanes, self._frame_seconds / self._steps / (unit / pace))

    def _allocate(self, lanes: int) -> None:
        self.slots: Lanes = np.zeros(lanes, dtype=np.intp)
        self.origins: Floats = np.zeros((lanes, 3))
        self.scales: Floats = np.ones(lanes)
        self.paces: Floats = np.ones(lanes)
        self.currents: Floats = np.zeros((lanes, 3))
        self.knots = np.zeros(lanes, dtype=np.int8)
        self.broken = np.zeros(lanes, dtype=np.bool_)
        self.memory = resting(lanes)

    def _columns(self) -> tuple[NDArray[np.generic], ...]:
        return (
            self.slots,
            self.origins,
            self.scales,
            self.paces,
            self.currents,
            self.knots,
            self.broken,
            self.memory,
        )

    def adopt(
        self,
        slots: Slots,
        rows: Lanes,
        given: Handover,
        people: Population,
        medium: Medium,
    ) -> Lanes:
        lanes = self.blocks.add(len(slots))
        if self.blocks.count > len(self.slots):
            before = self._columns()
            self._allocate(2 * self.blocks.count)
            for old, new in zip(before, self._columns(), strict=True):
                new[: len(old)] = old
        self.scales[lanes] = people.sizes[slots] * self._species_scale
        unit, pace = _units(self.scales[lanes])
        self.paces[lanes] = pace
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
        self.feel(lanes, medium)
        if self.wet == 0.0:
            self.still(lanes)
        self._pace_steps(lanes)
        self._take_over(lanes, rows, given, unit / pace)
        people.positions[slots] = given.positions[rows]
        people.orientations[slots] = given.orientations[rows]
        people.velocities[slots] = given.velocities[rows]
        people.angular_velocities[slots] = given.angular_velocities[rows]
        return lanes

    def feel(self, lanes: Lanes, medium: Medium) -> None:
        """Let these fishes feel what they swim in; without water no current either."""
        around = medium if self.wet > 0.0 else _NO_WATER
        _feel(
            self.blocks.width,
            self.wet * around.felt_viscosity,
            around.felt_current,
            around.felt_local,
            around.carrying,
            lanes,
            self.slots,
            self.paces,
            self.currents,
            self.blocks.rows,
        )

    def still(self, lanes: Lanes) -> None:
        """Let these go nowhere as a whole: without water nothing would ever brake them."""
        blocks = self.blocks
        positions = blocks.positions(lanes)
        for row in (Row.VELOCITY, Row.LATELY):
            velocities = blocks.get(row, (NODES, 3), lanes)
            blocks.put(row, lanes, without_way(blocks.body.masses, positions, velocities))

    def carry(self, medium: Medium) -> None:
        """Move bodies as a whole with the water that takes them with it, for a frame."""
        if self.wet == 0.0:
            return
        lanes = slice(0, self.blocks.count)
        self.origins[lanes] += self._frame_seconds * medium.carrying[self.slots[lanes]]

    def _take_over(self, lanes: Lanes, rows: Lanes, given: Handover, slower: Floats) -> None:
        """Go on with what the fish is about, from the muscles as they are; who is told nothing of
        it lets it beat as fast as it swims."""
        through_water = given.velocities[rows] - self.currents[lanes]
        forward = world_to_body(given.orientations[rows], through_water[:, None])[:, 0, 0]
        speed = forward / (self.scales[lanes] * CENTIMETRE * BODY_LENGTH)
        memory = resting(len(lanes))
        memory["phase"] = given.phase[rows]
        own_time = slower / TENTH_SECOND
        drives = speed
        angles = heading_pitch_roll(given.orientations[rows])
        memory["climb"] = angles[:, 1]
        if given.intent is not None:
            intent = given.intent.rows(rows)
            drives = intent.drives
            memory["fresh"] = TOLD
            memory["speed"] = speed * own_time
            memory["heading"] = memory["held"] = intent.headings
            # How far the nose is beside its course, in this phase of the beat.
            aside = (angles[:, 0] - intent.headings + np.pi) % (2 * np.pi) - np.pi
            phases = np.stack([np.cos(memory["phase"]), np.sin(memory["phase"])], axis=-1)
            memory["swing"] = aside[:, None] * phases
            memory["turn_clock"] = intent.turn_seconds / own_time
            memory["turn_angle"] = intent.turn_angles
            memory["turn_entry"] = intent.turn_speeds * own_time
        memory["drive"] = np.clip(drives * own_time, 0.0, self.controls.speeds[-1])
        resume_turns(self._packed, memory)
        inherit(self._packed, given.contraction[rows], memory)
        self.memory[lanes] = memory

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
        memory = self.memory[lanes]
        given.phase[rows] = memory["phase"]
        intent = given.intent
        if intent is None:
            return
        own_time = time_scale(self.scales[lanes])
        intent.headings[rows] = memory["heading"]
        intent.drives[rows] = memory["drive"] / own_time
        turns = (memory["turn_legs"] > 0.0) & (memory["turn_due"] == 0.0)
        since = turn_clocks(self._packed, memory)
        intent.turn_angles[rows] = memory["turn_angle"]
        intent.turn_seconds[rows] = np.where(turns, since * own_time, -1.0)
        intent.turn_speeds[rows] = memory["turn_entry"] / own_time

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
        speed, turn_rate, climb, roll, brake, backward = (
            commands[setpoint.name] for setpoint in FISH.setpoints
        )

        def part(core: int, first_block: int, last_block: int) -> None:
            first, last = first_block * blocks.width, min(last_block * blocks.width, blocks.count)
            control_fishes(
                self._packed,
                blocks.width,
                first,
                last,
                self._steps,
                self._frame_seconds,
                self.currents,
                self.slots,
                self.scales,
                speed,
                turn_rate,
                climb,
                roll,
                brake,
                backward,
                commands.action_value,
                commands.action_state,
                commands.action_left,
                people.orientations,
                people.velocities,
                people.angular_velocities,
                self.memory,
                blocks.state,
                people.fins,
                people.contraction,
            )
            if self.after_step is None:
                blocks.step_part(core, first_block, last_block, self._steps)
            else:
                for _ in range(self._steps):
                    blocks.step_part(core, first_block, last_block, 1)
                    self.after_step()
            observe_fishes(
                blocks.lanes,
                blocks.body.rest_lengths,
                blocks.width,
                first,
                last,
                self.slots,
                self.scales,
                self._frame_seconds,
                frame,
                blocks.state,
                self.origins,
                people.positions,
                people.orientations,
                people.velocities,
                people.angular_velocities,
                people.nodes,
                self.knots if self._finds_knots else _NOBODY,
                self.broken,
                blocks.look(core),
            )

        blocks.share(part, cores if self.after_step is None else 1)

    def put_to_rest(self, lane: int, people: Population) -> None:
        """Rest shape in the pose of the last good frame, without motion through the water."""
        slot = self.slots[lane]
        one = np.array([lane])
        current = self.blocks.get(Row.CURRENT, (3,), one)
        self.blocks.rest(one)
        turned = body_to_world(people.orientations[slot : slot + 1], self.blocks.body.nodes[None])
        self.blocks.put(Row.POSITION, one, turned)
        # At rest in the water, which may flow.
        self.blocks.put(Row.CURRENT, one, current)
        for row in (Row.VELOCITY, Row.LATELY):
            self.blocks.put(row, one, np.tile(current, NODES))
        self.origins[lane] = people.positions[slot]
        self.memory[one] = resting(1)
        people.velocities[slot] = current[0] * _units(self.scales[one])[1]
        people.angular_velocities[slot] = 0.0
        people.nodes[slot] = self.blocks.body.nodes * (CENTIMETRE * self.scales[lane])


@borrowing_kernel
def _feel(
    width: int,
    viscosity: float,
    everywhere: Floats,
    local: Floats,
    carrying: Floats,
    lanes: Lanes,
    slots: Lanes,
    paces: Floats,
    currents_out: Floats,
    rows_out: Array,
) -> None:
    """Viscosity, how the water moves where fishes are [m/s], and how it passes them [units]."""
    for index in range(len(lanes)):
        lane = lanes[index]
        block, column, slot = lane // width, lane % width, slots[lane]
        rows_out[block, _WATER, column] = viscosity
        for k in range(3):
            flow = passing = everywhere[k]
            if len(local) > 0:
                flow = flow + local[slot, k] + carrying[slot, k]
                passing = flow - carrying[slot, k]
            currents_out[lane, k] = flow
            rows_out[block, _CURRENT + k, column] = passing / paces[lane]


def _units(scales: Floats) -> tuple[Floats, Floats]:
    """What the seed's unit of length [m] and of speed [m/s] are for individuals of these scales."""
    unit = CENTIMETRE * scales
    return unit, unit / (TENTH_SECOND * time_scale(scales))
