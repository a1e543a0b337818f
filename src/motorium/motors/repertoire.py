"""The repertoire motor: fishes that replay what was compiled from simulated ones.

Yu & Terzopoulos 1999, sections 4.2, 5.1, 5.2 and 6.1, with mended increments: motion is read along
a course, so that it can be slowed, steered and pitched, and never drifts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motorium.bodies.fish import MUSCLES, NODES
from motorium.bodies.species import Species
from motorium.contracts.commands import FISH, ActionState, Commands
from motorium.contracts.frames import (
    Floats,
    heading_pitch_roll,
    quaternion_from_axes,
    rotation_matrix,
)
from motorium.contracts.motor import Handover
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS, time_scale
from motorium.cores import share_blocks, usable_cores
from motorium.memory import ALIGNMENT, aligned_zeros
from motorium.motion.cut import rotation_of
from motorium.motion.segments import CONTROL_POINTS, Repertoire
from motorium.motors.beat import HALF_LIFE
from motorium.motors.following import QUICK, SLUGGISH
from motorium.motors.medium import Medium
from motorium.motors.playback import Workspace, play_fishes
from motorium.motors.readings import Readings, composed, decomposed, read_fishes
from motorium.motors.resuming import find_turn, settle_turn
from motorium.motors.rows import State
from motorium.motors.skinning import bindings_of
from motorium.motors.stretching import Stretching
from motorium.motors.tables import (
    HEADING,
    MUSCLE,
    OFFSET,
    POINTS_ROW,
    ROW,
    SPEED,
    TURN,
    Tables,
    Trait,
)
from motorium.motors.warping import FRESH, JUMPED, LEAST_WARP, PASSAGE, PASSING, WARPING
from motorium.physics.simd import Lanes, host_width

__all__ = ["RepertoireMotor", "RepertoireOptions"]

SERIAL_BLOCKS: Final = 512
"""Fewer blocks than this a core are played faster than another thread is woken."""
STREAMED: Final = 1 << 21
"""Where nodes take more bytes than this, what is only written is written past the caches."""
STRAIGHT: Final = 1e-3
"""Who turns more slowly [rad/s] swims straight on."""

DRIVES: Final = 25
"""Drives that are tried when a fish is taken on."""
RELAXED: Final = 0.01
"""Muscles that are all as near as this to their natural length are at rest."""
UNLIKELY: Final = 0.05
"""What a drive that is off by the fastest speed counts, against squares of contraction."""

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
        self._species = list(species)
        self.width = width or host_width()
        self._lanes = Lanes(self.width)
        self.tables = Tables.build(repertoires, species, self.width, self.options.points)
        capacity = population.capacity
        self._blocks = -(-capacity // self.width)
        self._state = aligned_zeros(self._blocks * State.COUNT * self.width, np.float32)
        self._passages = np.zeros(capacity, dtype=PASSAGE)
        self._busy = np.zeros(capacity, dtype=np.uint8)
        self._mine = np.zeros(capacity, dtype=np.uint8)
        self._count = 0
        self._warped = np.zeros((capacity, 2, ROW), dtype=np.float32)
        kept = capacity * POINTS_ROW if self.options.points else 0
        self._points = aligned_zeros(kept, np.float32)
        self._bindings = bindings_of(species) if kept else np.zeros((1, 0, 6))
        self._stretching: Stretching | None = None
        self._playing = self._mine
        if self.options.gliding == "published":
            self._stretching = Stretching(population, State.COUNT)
            self._playing = np.zeros_like(self._mine)
        self._spaces = [Workspace(self.width)]
        self._frame = 0
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
        self._setpoints = tuple(commands[setpoint.name] for setpoint in FISH.setpoints)
        self._drift = np.zeros(3, dtype=np.float32)

    @property
    def points(self) -> NDArray[np.float32]:
        """Control points [m] in the body frame, shape (capacity, 426, 3)."""
        if not self.options.points:
            raise ValueError("this motor keeps no control points; see RepertoireOptions.points")
        rows = self._points.reshape(-1, POINTS_ROW)[:, : 3 * CONTROL_POINTS]
        return rows.reshape(-1, CONTROL_POINTS, 3)

    def advance(self, frame: int) -> None:
        """Move everybody by one frame."""
        self._frame = frame
        self._drift[:] = self.medium.felt_current * FRAME_SECONDS
        cores = self.cores or max(
            1, min(usable_cores(), self._count // self.width // SERIAL_BLOCKS)
        )
        while len(self._spaces) < cores:
            self._spaces.append(Workspace(self.width))
        if self._stretching is None:
            share_blocks(self._play, self._blocks, cores)
        else:
            self._play_published(self._stretching, cores)

    def _play_published(self, stretching: Stretching, cores: int) -> None:
        """As `advance`, but who has changed his segment is held until his nodes are there."""
        stretching.remember()
        np.logical_and(self._mine, ~stretching.held, out=self._playing)
        share_blocks(self._play, self._blocks, cores)
        jumped = np.flatnonzero(self._busy & JUMPED)
        self._busy[jumped] &= 0xFF ^ JUMPED
        stretching.hold(jumped, self._columns()[jumped // self.width, :, jumped % self.width])
        arrived, columns = stretching.stretch()
        self._columns()[arrived // self.width, :, arrived % self.width] = columns

    def _play(self, core: int, first: int, last: int) -> None:
        commands, tables = self._commands, self.tables
        # Called with lists of arrays, which a checker cannot follow.
        play: Callable[..., None] = play_fishes
        play(
            self._lanes,
            self.width,
            first,
            last,
            self._population.capacity,
            tables.poses,
            tables.points,
            tables.traits,
            tables.clips,
            self._bindings,
            *self._setpoints,
            commands.action_value,
            self._population.species,
            self._playing,
            self._stretching is None,
            self._streams,
            FRAME_SECONDS,
            self._frame,
            self._population.ids,
            self._drift,
            self._state,
            self._passages,
            self._busy,
            self._warped,
            *self._spaces[core].arrays,
            commands.action_state,
            commands.action_left,
            commands.advice,
            *self._outputs,
            self._points,
        )

    def adopt(self, slots: Slots, handover: Handover) -> None:
        """Take fishes on with all their motion; a handover that does not fit changes nothing."""
        if len(handover.positions) != len(slots):
            raise ValueError(f"handover of {len(handover.positions)} for {len(slots)} fishes")
        if handover.nodes.shape[1:] != (NODES, 3) or handover.contraction.shape[1:] != (MUSCLES,):
            raise ValueError(
                f"a fish has {NODES} nodes and {MUSCLES} muscles; the handover has not"
            )
        if len(slots) == 0:
            return
        people = self._population
        self._measure_out(slots)
        lengths = people.lengths[slots].astype(np.float64)
        slower = time_scale(people.sizes[slots].astype(np.float64))
        through_water = handover.velocities - self.medium.felt_current
        axes = rotation_matrix(handover.orientations)
        forward = np.einsum("ni,ni->n", through_water, axes[:, :, 0]) / lengths * slower
        fast = self._trait(slots, Trait.FAST_SPEED)
        self._set(slots, State.SHARE, handover.phase / (2 * np.pi) % 1.0)
        self._set(slots, State.SPEED, forward)
        moving = np.maximum(np.abs(forward), SLUGGISH * self._trait(slots, Trait.MEDIUM_SPEED))
        most = self._trait(slots, Trait.TIGHTEST) * moving
        turning = self._commands["turn_rate"][slots] * slower
        self._set(slots, State.TURNING, np.clip(turning, -most, most))
        self._passages[slots] = 0
        self._busy[slots] = 0
        self._set(slots, State.DRIVE, self._drives(slots, handover.contraction, forward, fast))
        self._resume_turns(slots, handover, lengths, forward)
        seen = self._read(slots)
        self._set(slots, State.SPEED, forward - seen.rates[:, OFFSET])
        # How much a body bends depends on its speed.
        seen = self._read(slots)
        sway = rotation_of(seen.rows[:, TURN : TURN + 3])
        course = axes @ np.swapaxes(sway, -1, -2)
        angles = heading_pitch_roll(quaternion_from_axes(course))
        for row, values in zip((State.HEADING, State.PITCH, State.ROLL), angles.T, strict=True):
            self._set(slots, row, values)
        for k in range(3):
            self._set(slots, State.AHEAD + k, course[:, k, 0])
            self._set(slots, State.OFFSET + k, seen.rows[:, OFFSET + k] * lengths)
        for k in range(4):
            self._set(slots, State.QUATERNION + k, handover.orientations[:, k])
        self._warp_from(slots, handover, lengths, slower)
        people.positions[slots] = handover.positions
        people.orientations[slots] = handover.orientations
        people.velocities[slots] = handover.velocities
        people.angular_velocities[slots] = handover.angular_velocities
        people.nodes[slots] = handover.nodes
        people.contraction[slots] = handover.contraction
        self._mine[slots] = 1
        self._count += len(slots)

    def release(self, slots: Slots) -> Handover:
        """Let fishes go with all their motion."""
        if not self._mine[slots].all():
            stranger = int(slots[np.argmin(self._mine[slots])])
            raise KeyError(
                f"individual {self._population.ids[stranger]} is not on the motor {self.name!r}"
            )
        people = self._population
        lengths = people.lengths[slots].astype(np.float64)[:, None, None]
        slower = time_scale(people.sizes[slots].astype(np.float64))[:, None, None]
        seen = self._read(slots)
        nodes = people.nodes[slots].astype(np.float64)
        velocities = self._base(slots, seen) + composed(
            nodes / lengths, seen.warp_rates, self._sway(seen)
        )
        carried = np.broadcast_to(self.medium.felt_current, (len(slots), 3))[:, None]
        turned = np.einsum("nji,npj->npi", rotation_matrix(people.orientations[slots]), carried)
        handover = Handover(
            positions=people.positions[slots],
            orientations=people.orientations[slots],
            velocities=people.velocities[slots],
            angular_velocities=people.angular_velocities[slots],
            nodes=nodes,
            node_velocities=velocities * lengths / slower + turned,
            contraction=people.contraction[slots].astype(np.float64),
            phase=self._get(slots, State.SHARE) * (2 * np.pi),
        )
        self._mine[slots] = 0
        self._count -= len(slots)
        self._busy[slots] = 0
        if self._stretching is not None:
            self._stretching.held[slots] = False
        return handover

    # ------------------------------------------------------------ inside

    def _columns(self) -> NDArray[np.float32]:
        """The state as blocks, shape (blocks, State.COUNT, width)."""
        return self._state.reshape(-1, State.COUNT, self.width)

    def _set(self, slots: Slots, row: int, values: ArrayLike) -> None:
        self._columns()[slots // self.width, row, slots % self.width] = values

    def _get(self, slots: Slots, row: int) -> Floats:
        values: Floats = self._columns()[slots // self.width, row, slots % self.width].astype(
            np.float64
        )
        return values

    def _trait(self, slots: Slots, trait: int) -> Floats:
        traits = self.tables.traits.reshape(-1, Trait.COUNT, self.width)
        values: Floats = traits[self._population.species[slots], trait, 0].astype(np.float64)
        return values

    def _measure_out(self, slots: Slots) -> None:
        """Size and the times that follow from it; nothing else is known of a fish yet."""
        people = self._population
        for row in range(State.COUNT):
            self._set(slots, row, 0.0)
        sizes = people.sizes[slots].astype(np.float64)
        scales = np.array([kind.scale for kind in self._species])[people.species[slots]]
        own_dt = FRAME_SECONDS / time_scale(sizes * scales)
        self._set(slots, State.DT, FRAME_SECONDS / time_scale(sizes))
        self._set(slots, State.OWN_DT, own_dt)
        self._set(slots, State.SLOWER, time_scale(sizes))
        self._set(slots, State.LENGTH, people.lengths[slots])
        self._set(slots, State.KEPT, 0.5 ** (own_dt / HALF_LIFE))
        self._set(slots, State.SPRING, np.exp(-QUICK * own_dt))
        for k in range(4):
            self._set(slots, State.FIN + k, people.fins[slots].reshape(-1, 4)[:, k])

    def _resume_turns(
        self, slots: Slots, handover: Handover, lengths: Floats, speeds: Floats
    ) -> None:
        """Who is in the midst of a turn goes on with a recorded one, from where it is like his."""
        commands, kinds = self._commands, self._population.species
        for n in np.flatnonzero(commands.action_state[slots] == ActionState.RUNNING):
            slot = slots[n]
            angle, kind = float(commands.action_left[slot]), int(kinds[slot])
            nodes = handover.nodes[n] / lengths[n]
            found = find_turn(self.tables, kind, nodes, handover.contraction[n])
            one = slots[n : n + 1]
            dt = float(self._get(one, State.DT)[0])
            passage = self._passages[slot]
            if found is None:
                continue
            settle_turn(self.tables, kind, found, angle, float(speeds[n]), dt, passage)
            self._busy[slot] = PASSING
            beat = float(self._trait(one, Trait.MEDIUM_BEAT)[0])
            to_go = (1.0 - float(passage["place"])) * float(passage["seconds"])
            self._set(one, State.SHARE, (float(passage["end_share"]) - to_go * beat) % 1.0)
            self._set(one, State.TURNS, 1.0)
            self._set(one, State.TURNING, 0.0)

    def _drives(self, slots: Slots, contraction: Floats, speeds: Floats, fastest: Floats) -> Floats:
        """For which speeds [L/s] muscles work that look like this, in this phase of the beat.

        Of drives that look alike the one nearest to the speed; muscles at rest work for none.
        """
        # Muscles that bend a fish for a turn say nothing of its beat.
        turns = self._commands.action_state[slots] == ActionState.RUNNING
        drives = np.where(turns, np.clip(speeds, 0.0, fastest), 0.0)
        works = np.flatnonzero(~turns & (np.abs(contraction - 1.0).max(axis=1) > RELAXED))
        own, top = slots[works], fastest[works]
        least = np.full(len(works), np.inf)
        for share in np.linspace(0.0, 1.0, DRIVES):
            self._set(own, State.DRIVE, share * top)
            played = self._read(own).rows[:, MUSCLE : MUSCLE + MUSCLES]
            off = np.square(contraction[works] - played).sum(axis=1)
            off += UNLIKELY * np.square(share - speeds[works] / top)
            better = off < least
            least[better] = off[better]
            drives[works[better]] = share * top[better]
        return drives

    def _read(self, slots: Slots) -> Readings:
        return read_fishes(
            self.tables,
            self._lanes,
            self.width,
            slots,
            self._population.species,
            self._state,
            self._passages,
            self._busy,
            self._warped,
        )

    def _base(self, slots: Slots, seen: Readings) -> Floats:
        """Node velocities [L/s] in the world, in body axes, of fishes that follow their tables.

        Where a fish swims straight on these are the recorded ones; in curves and turns, which may
        be faster or slower than recorded, they are those of what is read.
        """
        passing = (self._busy[slots] & PASSING) > 0
        speed, turning = self._get(slots, State.SPEED), self._get(slots, State.TURNING)
        straight = (~passing & (np.abs(turning) < STRAIGHT))[:, None, None]
        gain = np.where(passing, self._passages["gain"][slots], 0.0)
        sway = self._sway(seen)
        nodes = seen.rows[:, :OFFSET].reshape(-1, NODES, 3)
        faster = np.where(straight[:, 0], (speed - seen.rows[:, SPEED])[:, None], speed[:, None])
        read = np.where(straight, seen.velocities, composed(nodes, seen.rates, sway))
        spins = self._course_spins(slots, turning + gain * seen.rates[:, HEADING])
        spins = np.einsum("nji,nj->ni", sway, spins)
        moved = (faster * sway[:, 0, :])[:, None]
        base: Floats = read + moved + np.cross(spins[:, None], nodes)
        return base

    def _course_spins(self, slots: Slots, heading: Floats) -> Floats:
        """How courses turn [rad/s], in their axes, (n, 3); heading [rad/s]: about the vertical."""
        own = self._get(slots, State.OWN_DT) / self._get(slots, State.DT)
        pitching = own * self._get(slots, State.PITCHING)
        rolling = own * self._get(slots, State.ROLLING)
        pitch, roll = self._get(slots, State.PITCH), self._get(slots, State.ROLL)
        spins: Floats = np.stack(
            [
                heading * np.sin(pitch) + rolling,
                heading * np.cos(pitch) * np.sin(roll) - pitching * np.cos(roll),
                heading * np.cos(pitch) * np.cos(roll) + pitching * np.sin(roll),
            ],
            axis=-1,
        )
        return spins

    def _sway(self, seen: Readings) -> Floats:
        """Axes of the body frame in its course."""
        return rotation_of(seen.rows[:, TURN : TURN + 3])

    def _warp_from(self, slots: Slots, handover: Handover, lengths: Floats, slower: Floats) -> None:
        """Begin to warp from a body as it is given to what the tables hold."""
        seen = self._read(slots)
        long = lengths[:, None, None]
        nodes = handover.nodes / long
        carried = np.broadcast_to(self.medium.felt_current, (len(slots), 3))[:, None]
        axes = rotation_matrix(handover.orientations)
        turned = np.einsum("nji,npj->npi", axes, carried)
        given = (handover.node_velocities - turned) / long * slower[:, None, None]
        off = np.zeros((len(slots), 2, ROW))
        off[:, 0, :OFFSET] = nodes.reshape(len(slots), -1) - seen.rows[:, :OFFSET]
        off[:, 0, MUSCLE : MUSCLE + MUSCLES] = (
            handover.contraction - seen.rows[:, MUSCLE : MUSCLE + MUSCLES]
        )
        off[:, 1] = decomposed(nodes, given - self._base(slots, seen), self._sway(seen))
        self._warped[slots] = off
        passages = self._passages
        farthest = np.linalg.norm(off[:, 0, :OFFSET].reshape(-1, NODES, 3), axis=-1).max(axis=1)
        own = self._get(slots, State.DT) / self._get(slots, State.OWN_DT)
        passages["warp_seconds"][slots] = own * np.maximum(0.5 * farthest, LEAST_WARP)
        passages["warp_clock"][slots] = 0.0
        self._busy[slots] |= FRESH | WARPING
