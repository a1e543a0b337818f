"""A cover over bodies that muscles have just taken over.

A replayed body is a mixture of recorded ones, so that its springs are not quite in balance; let go,
they ring for a frame or two. What is shown meanwhile is what the other motor would have shown, and
then the difference dies away (motors.warping); underneath, body and water are simulated from the
first moment on. What a body has but borrowed is not: the rest of a change before would kick its
springs, and changes would add up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import NODES
from motorium.compiled import kernel
from motorium.contracts.frames import (
    Floats,
    body_to_world,
    multiply,
    turned,
    world_to_body,
)
from motorium.contracts.motor import Handover, Intent
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS, time_scale
from motorium.motors.warping import hermite
from motorium.physics.fish_frame import body_frame

__all__ = ["FORESEEN", "Cover", "uncovered"]

FORESEEN: Final = 4
"""Frames until a body that was let go has come to rest in itself."""
FADE: Final = 0.7
"""[s of a fish of 20 cm], in which the cover is taken off."""


class Cover:
    """Over some fishes of a population, row by row.

    All in the world: shown [m] and speeds [m/s]: nodes with their cover, and how they moved in the
    last frame; off [m]: what is added to simulated nodes; begun: this and its rate [m/s], when the
    frames that were foreseen were over.
    """

    def __init__(self, people: Population) -> None:
        self._people = people
        self._row_of: Slots = np.full(people.capacity, -1, dtype=np.intp)
        self.count = 0
        self._allocate(16)

    def _allocate(self, rows: int) -> None:
        self.slots: Slots = np.zeros(rows, dtype=np.intp)
        self.clocks = np.zeros(rows, dtype=np.int64)
        self.frames = np.zeros(rows, dtype=np.int64)
        self.coming = np.zeros((rows, FORESEEN, NODES, 3))
        self.shown = np.zeros((rows, NODES, 3))
        self.speeds = np.zeros((rows, NODES, 3))
        self.off = np.zeros((rows, NODES, 3))
        self.begun = np.zeros((rows, 2, NODES, 3))

    def _columns(self) -> tuple[Any, ...]:
        return (
            self.slots,
            self.clocks,
            self.frames,
            self.coming,
            self.shown,
            self.speeds,
            self.off,
            self.begun,
        )

    def lay(self, slots: Slots, handover: Handover, scales: Floats) -> None:
        """Over fishes that are adopted, where the other motor has foreseen what comes.

        scales: their length over 20 cm.
        """
        intent = _foreseen(handover)
        if intent is None:
            return
        first, last = self.count, self.count + len(slots)
        if last > len(self.slots):
            before = self._columns()
            self._allocate(2 * last)
            for old, new in zip(before, self._columns(), strict=True):
                new[: len(old)] = old
        self.count = last
        self._row_of[slots] = np.arange(first, last)
        self.slots[first:last] = slots
        self.clocks[first:last] = 0
        self.frames[first:last] = np.ceil(FADE * time_scale(scales) / FRAME_SECONDS)
        self.coming[first:last] = intent.coming[:, :FORESEEN]
        turn, nodes = handover.orientations, handover.nodes
        self.shown[first:last] = handover.positions[:, None] + body_to_world(turn, nodes)
        self.speeds[first:last] = body_to_world(turn, handover.node_velocities)
        self.off[first:last] = body_to_world(turn, intent.borrowed[:, 0])

    def lift(self, slots: Slots) -> None:
        """From fishes that are let go."""
        for slot in slots[self._row_of[slots] >= 0]:
            row, last = self._row_of[slot], self.count - 1
            for column in self._columns():
                column[row] = column[last]
            self._row_of[self.slots[row]] = row
            self._row_of[slot] = -1
            self.count = last

    def describe(self, slots: Slots, given: Handover) -> None:
        """Add to a handover of these fishes what covers them: what was seen of them holds."""
        covered = np.flatnonzero(self._row_of[slots] >= 0)
        if len(covered) == 0:
            return
        rows = self._row_of[slots[covered]]
        turn = given.orientations[covered]
        nodes = given.nodes[covered] + world_to_body(turn, self.off[rows])
        velocities = world_to_body(turn, self.speeds[rows])
        # The frame of what is shown is not quite that of what is simulated.
        origins, aside = body_frame(nodes)
        given.positions[covered] += body_to_world(turn, origins[:, None])[:, 0]
        given.orientations[covered] = multiply(turn, aside)
        given.nodes[covered] = world_to_body(aside, nodes - origins[:, None])
        given.node_velocities[covered] = world_to_body(aside, velocities)

    def advance(self) -> None:
        """Show fishes, whose simulated nodes have just been written, with their covers."""
        if self.count == 0:
            return
        people = self._people
        cover: Callable[..., None] = _cover
        cover(self.count, *self._columns(), people.positions, people.orientations, people.nodes)
        over = self.clocks[: self.count] >= FORESEEN + self.frames[: self.count]
        if over.any():
            self.lift(self.slots[: self.count][over])


def uncovered(handover: Handover) -> Handover:
    """What is to be simulated of bodies that get a cover: without what they have borrowed."""
    intent = _foreseen(handover)
    if intent is None:
        return handover
    return replace(
        handover,
        nodes=handover.nodes - intent.borrowed[:, 0],
        node_velocities=handover.node_velocities - intent.borrowed[:, 1],
        contraction=handover.contraction - intent.borrowed_contraction,
    )


def _foreseen(handover: Handover) -> Intent | None:
    """Who foresaw enough for a cover, with what they are about."""
    intent = handover.intent
    return intent if intent is not None and intent.coming.shape[1] >= FORESEEN else None


@kernel
def _cover(
    count: int,
    slots: Slots,
    clocks: NDArray[np.int64],
    frames: NDArray[np.int64],
    coming: Floats,
    shown: Floats,
    speeds: Floats,
    off: Floats,
    begun: Floats,
    positions: Floats,
    orientations: Floats,
    nodes_out: NDArray[np.float32],
) -> None:
    now = np.empty(3)
    for row in range(count):
        slot, clock = slots[row], clocks[row]
        clocks[row] += 1
        q = orientations[slot]
        seconds = frames[row] * FRAME_SECONDS
        here, rate = hermite((clock + 1 - FORESEEN) / frames[row])
        for node in range(NODES):
            body = nodes_out[slot, node]
            now[0], now[1], now[2] = turned(q[0], q[1], q[2], q[3], body[0], body[1], body[2])
            for k in range(3):
                if clock < FORESEEN:
                    aside = coming[row, clock, node, k] - positions[slot, k] - now[k]
                    begun[row, 0, node, k] = aside
                    begun[row, 1, node, k] = (aside - off[row, node, k]) / FRAME_SECONDS
                else:
                    aside = here * begun[row, 0, node, k] + rate * seconds * begun[row, 1, node, k]
                off[row, node, k] = aside
                place = positions[slot, k] + now[k] + aside
                speeds[row, node, k] = (place - shown[row, node, k]) / FRAME_SECONDS
                shown[row, node, k] = place
            body[0], body[1], body[2] = turned(
                q[0],
                -q[1],
                -q[2],
                -q[3],
                now[0] + off[row, node, 0],
                now[1] + off[row, node, 1],
                now[2] + off[row, node, 2],
            )
