"""The repertoire motor: fishes that replay what was compiled from simulated ones.

Yu & Terzopoulos 1999, sections 4.2, 5.1, 5.2 and 6.1, with mended increments: motion is read along
a course, so that it can be slowed, steered and pitched, and never drifts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES, NODES
from motorium.bodies.species import Species
from motorium.contracts.commands import FISH, ActionState, Commands
from motorium.contracts.frames import Floats, body_to_world
from motorium.contracts.motor import Handover
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.cores import share_blocks, usable_cores
from motorium.memory import ALIGNMENT, aligned_zeros
from motorium.motion.segments import CONTROL_POINTS, Repertoire
from motorium.motors.covering import FORESEEN
from motorium.motors.medium import Medium
from motorium.motors.playback import Workspace, play_fishes
from motorium.motors.played import Played
from motorium.motors.rows import State
from motorium.motors.skinning import bindings_of
from motorium.motors.stretching import Stretching
from motorium.motors.swaying import sways_of
from motorium.motors.tables import POINTS_ROW, Tables
from motorium.motors.taking_over import let_go, take_on
from motorium.motors.warping import JUMPED
from motorium.physics.simd import host_width

__all__ = ["RepertoireMotor", "RepertoireOptions"]

SERIAL_BLOCKS: Final = 512
"""Fewer blocks than this a core are played faster than another thread is woken."""
STREAMED: Final = 1 << 21
"""Where nodes take more bytes than this, what is only written is written past the caches."""
Gliding = Literal["warped", "published"]


@dataclass(frozen=True)
class RepertoireOptions:
    """gliding: between segments the pose is warped while the body frame goes on, or, as published
    (appendix A), nodes go straight over and the fish waits; points: keep control points too."""

    gliding: Gliding = "warped"
    points: bool = False


class RepertoireMotor:
    """Replays every fish that it has adopted.

    Limitation: water is as it was when the repertoires were compiled, but for its current.
    """

    name = "repertoire"
    vocabulary = FISH

    def __init__(
        self,
        population: Population,
        commands: Commands,
        species: Sequence[Species],
        repertoires: Sequence[Repertoire],
        medium: Medium,
        options: RepertoireOptions | None = None,
        width: int | None = None,
    ) -> None:
        for kind, repertoire in zip(species, repertoires, strict=True):
            if kind.name != repertoire.species:
                raise ValueError(f"{kind.name} was given the repertoire of {repertoire.species}")
        self.options = options or RepertoireOptions()
        self.medium = medium
        self.cores: int | None = None
        """How many to work on; None for as many as pay."""
        self._population = population
        self._commands = commands
        self.width = width or host_width()
        self.tables = Tables.build(repertoires, species, self.width, self.options.points)
        self._sways = sways_of(self.tables.poses)
        self._played = Played(population, species, self.tables, self.width)
        capacity = population.capacity
        self._mine = np.zeros(capacity, dtype=np.uint8)
        self._count = 0
        kept = capacity * POINTS_ROW if self.options.points else 0
        self._points = aligned_zeros(kept, np.float32)
        self._bindings = bindings_of(species) if kept else np.zeros((1, 0, 6))
        self._stretching: Stretching | None = None
        self._playing = self._mine
        if self.options.gliding == "published":
            self._stretching = Stretching(population, State.COUNT)
            self._playing = np.zeros_like(self._mine)
        self._seen = population.seen if self._stretching is None else np.ones_like(population.seen)
        self._shown = np.ones_like(self._mine)
        """1 where the population has the body as it is now."""
        self._handed: dict[int, Floats] = {}
        """Node velocities [m/s] of whoever has been adopted since the last frame, by slot."""
        people = population
        self._outputs = tuple(
            array.reshape(-1)
            for array in (
                people.positions,
                people.orientations,
                people.velocities,
                people.angular_velocities,
                people.nodes,
                people.fins,
                people.contraction,
            )
        )
        aligned = all(array.ctypes.data % ALIGNMENT == 0 for array in self._outputs)
        self._streams = aligned and people.nodes.nbytes > STREAMED
        self._drift = self._no_drift(1)
        self._arguments = [self._arguments_of_core()]

    @property
    def points(self) -> NDArray[np.float32]:
        """Control points [m] in the body frame, shape (capacity, 426, 3)."""
        if not self.options.points:
            raise ValueError("this motor keeps no control points; see RepertoireOptions.points")
        rows = self._points.reshape(-1, POINTS_ROW)[:, : 3 * CONTROL_POINTS]
        return rows.reshape(-1, CONTROL_POINTS, 3)

    def advance(self, frame: int) -> None:
        """Move everybody by one frame; of who is not seen, only the body frame is written."""
        self._feel(self._population.living)
        cores = self.cores or max(
            1, min(usable_cores(), self._count // self.width // SERIAL_BLOCKS)
        )
        while len(self._arguments) < cores:
            self._arguments.append(self._arguments_of_core())
        if self._stretching is None:
            share_blocks(self._play, self._played.blocks, cores)
        else:
            self._play_published(self._stretching, cores)
        np.copyto(self._shown, self._seen)
        self._handed.clear()

    def _feel(self, slots: Slots) -> None:
        """Let these be carried by the water that they are in."""
        if not self.medium.varies:
            self._drift[0] = self.medium.felt_current[:, None] * FRAME_SECONDS
            return
        if len(self._drift) != self._played.blocks:
            self._drift = self._no_drift(self._played.blocks)
        self.medium.write_steps(self.width, slots, FRAME_SECONDS, self._drift)

    def _no_drift(self, blocks: int) -> NDArray[np.float32]:
        """How far water carries them in a frame [m], shape (blocks, 3, lanes)."""
        return aligned_zeros(blocks * 3 * self.width, np.float32).reshape(blocks, 3, self.width)

    def _play_published(self, stretching: Stretching, cores: int) -> None:
        """As `advance`, but who has changed his segment is held until his nodes are there."""
        stretching.remember()
        np.logical_and(self._mine, ~stretching.held, out=self._playing)
        share_blocks(self._play, self._played.blocks, cores)
        busy, columns = self._played.busy, self._played.columns()
        jumped = np.flatnonzero(busy & JUMPED)
        busy[jumped] &= 0xFF ^ JUMPED
        stretching.hold(jumped, columns[jumped // self.width, :, jumped % self.width])
        arrived, kept = stretching.stretch()
        columns[arrived // self.width, :, arrived % self.width] = kept

    def _play(self, core: int, first: int, last: int) -> None:
        arguments = self._arguments[core]
        arguments[:5] = first, last, self._playing, self._seen, self._drift.reshape(-1)
        # Called with a list, which a checker cannot follow.
        play: Callable[..., None] = play_fishes
        play(*arguments)

    def _arguments_of_core(self) -> list[Any]:
        """For `play_fishes`, with a work space of its own; the first five are filled in each time.

        Kept, for to gather so many takes memory in every frame.
        """
        commands, tables, played = self._commands, self.tables, self._played
        return [
            *(0, 0, self._playing, self._seen, self._drift.reshape(-1)),
            played.lanes,
            self.width,
            tables.poses,
            tables.points,
            self._sways,
            tables.traits,
            tables.clips,
            self._bindings,
            *(commands[setpoint.name] for setpoint in FISH.setpoints),
            commands.action_value,
            self._population.species,
            self._stretching is None,
            self._streams,
            FRAME_SECONDS,
            played.state,
            played.passages,
            played.busy,
            played.warped,
            played.stale,
            *Workspace(self.width).arrays,
            commands.action_state,
            commands.action_left,
            *self._outputs,
            self._points,
        ]

    def adopt(self, slots: Slots, handover: Handover) -> None:
        """Take fishes on with all their motion; a handover that does not fit changes nothing."""
        handover.check_fit(len(slots), NODES, MUSCLES)
        if len(slots) == 0:
            return
        self._feel(slots)
        take_on(
            self._played,
            slots,
            handover,
            self._commands,
            self.medium.current_of(slots),
            self._foreseen,
        )
        self._handed.update(zip(slots.tolist(), handover.node_velocities, strict=True))
        self._mine[slots] = 1
        self._shown[slots] = 1
        self._count += len(slots)

    def release(self, slots: Slots) -> Handover:
        """Let fishes go with all their motion; before they have moved, with that they came with."""
        if not self._mine[slots].all():
            stranger = int(slots[np.argmin(self._mine[slots])])
            raise KeyError(
                f"individual {self._population.ids[stranger]} is not on the motor {self.name!r}"
            )
        self._played.show(slots[self._shown[slots] == 0])
        coming = self._foreseen(slots, FORESEEN if self._stretching is None else 0)
        handover = let_go(self._played, slots, self.medium.current_of(slots), coming)
        for row, slot in enumerate(slots.tolist()):
            if slot in self._handed:
                handover.node_velocities[row] = self._handed.pop(slot)
        self._mine[slots] = 0
        self._count -= len(slots)
        self._played.busy[slots] = 0
        if self._stretching is not None:
            self._stretching.held[slots] = False
        return handover

    def _foreseen(self, slots: Slots, frames: int) -> Floats:
        """Nodes [m], in the world, of fishes in the next frames, shape (n, frames, 23, 3).

        All is put back as it was, and turns that were asked for do not begin.
        """
        people, asked, played = self._population, self._commands, self._played
        written: tuple[NDArray[Any], ...] = (
            asked.action_state,
            asked.action_left,
            people.positions,
            people.orientations,
            people.velocities,
            people.angular_velocities,
            people.nodes,
            people.fins,
            people.contraction,
            played.passages,
            played.busy,
            played.warped,
        )
        now = [array[slots] for array in written]
        # A block is played as a whole: who else is in it must not get ahead.
        blocks, columns = np.unique(slots // self.width), played.columns()
        state, stale = columns[blocks], played.stale.copy()
        asked.action_state[slots] = ActionState.NONE
        playing, seen = self._playing, self._seen
        self._playing, self._seen = np.zeros_like(self._mine), np.ones_like(people.seen)
        self._playing[slots] = 1
        coming = np.empty((len(slots), frames, NODES, 3))
        for frame in range(frames):
            share_blocks(self._play, played.blocks, 1)
            nodes = body_to_world(people.orientations[slots], people.nodes[slots])
            coming[:, frame] = people.positions[slots, None] + nodes
        self._playing, self._seen = playing, seen
        columns[blocks] = state
        played.stale[:] = stale
        for array, kept in zip(written, now, strict=True):
            array[slots] = kept
        return coming
