"""A document's puppet as it moves: its points, its skin, and which of its points are held."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.puppet.document import PuppetDocument, Take
from motorium.bodies.puppet.model import Puppet, puppet_of
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS
from motorium.looks.draping import Draping
from motorium.physics.rods.stepping import Stepper
from motorium.physics.rods.walls import Walls
from motorium.world.theatre.dozing import Dozing
from motorium.world.theatre.hands import within_reach

__all__ = ["Figure"]

FAR: Final = 10.0
"""A point that is so many times the stage's diagonal away from its middle has left it."""
MOST_MOMENTUM: Final = 1e9
"""[kg m/s]"""


class Figure:
    """positions [m] and momenta [kg m/s], shape (points, 3); skin [m], shape (vertices, 3), and
    spans: which of its rows are of which part; iterations: the most that a step of the last frame
    took.

    before: whom it takes the place of; if the points are the same at rest, it goes on from how
    they are.
    """

    def __init__(self, document: PuppetDocument, before: Figure | None = None) -> None:
        stage = document.stage
        self.puppet = puppet_of(document)
        self.iterations = 0
        self._parts = document.part
        self._steps = stage.steps
        low, high = np.array(stage.low), np.array(stage.high)
        gravity = np.array(stage.gravity)
        if self.puppet.dimensions == 2:
            # Nothing gets out of its plane, wherever the walls before and behind it are.
            gravity[1], low[1], high[1] = 0.0, -1.0, 1.0
        self._low, self._high = low, high
        self._stepper = Stepper(self.puppet, stage.scheme, stage.iterations)
        self._stepper.walls = Walls(low, high, stage.bounce, stage.friction)
        self._dozing = Dozing(self.puppet.rest, self.puppet.masses, low, high, gravity)
        self._held = False
        self._weights = self.puppet.masses[:, np.newaxis] * gravity
        self._damping = stage.damping
        self.positions: Floats = self._stepper.positions
        self.momenta: Floats = self._stepper.momenta
        self._begun = np.zeros_like(self.positions)
        self._goals = np.zeros_like(self.positions)
        self._pins = self.positions.copy()
        if before is not None and before.same_points(self.puppet):
            self._go_on_from(before)
        else:
            self._draping = Draping(self.puppet)

    def same_points(self, puppet: Puppet) -> bool:
        """Whether its points are called as these, and at rest where they are."""
        own = self.puppet
        return (
            own.names == puppet.names
            and own.dimensions == puppet.dimensions
            and np.array_equal(own.rest, puppet.rest)
        )

    @property
    def skin(self) -> Floats:
        return self._draping.vertices

    @property
    def spans(self) -> list[slice]:
        return self._draping.spans

    @property
    def velocities(self) -> Floats:
        """Of all points [m/s], shape (points, 3)."""
        speeds: Floats = self.momenta / self.puppet.masses[:, np.newaxis]
        return speeds

    @property
    def deviation(self) -> float:
        """Of rods from their allowed lengths, as a share of all lengths at rest."""
        return self._stepper.deviation

    @property
    def lost(self) -> bool:
        """Whether its numbers are no longer those of a puppet on this stage."""
        far = FAR * float(np.linalg.norm(self._high - self._low))
        away = np.abs(self.positions - (self._low + self._high) / 2)
        # What is not a number is not below, either.
        return not (np.all(away < far) and np.all(np.abs(self.momenta) < MOST_MOMENTUM))

    def wake(self) -> None:
        """Let it not sleep until it has lain still again."""
        self._dozing.wake(self.positions)

    def rest(self) -> None:
        """All points where the document has them, without momentum."""
        self._stepper.rest()
        self.wake()
        self._pins[:] = self.positions
        self._draping.rest()

    def begin(self, take: Take) -> None:
        """All points as they were when a take began, and all parts as if they never turned."""
        self.rest()
        self.positions[:] = np.reshape(take.positions, (-1, 3))
        velocities = np.reshape(take.velocities, (-1, 3))
        self.momenta[:] = self.puppet.masses[:, np.newaxis] * velocities
        self._pins[:] = self.positions
        self.wake()

    def begin_frame(self) -> None:
        """Nobody is held but those who are pinned."""
        self._stepper.held[:] = self.puppet.pinned
        self._begun[:] = self.positions
        self._goals[:] = self._pins
        self._held = False

    def hold(self, point: int, place: Floats) -> Floats:
        """Bring a point to a place [m] within this frame, as far as a hand gets; returns how far.

        Where it is let go it is pinned, if it is.
        """
        goal: Floats = self._goals[point]
        goal[:] = np.clip(within_reach(self._begun[point], place), self._low, self._high)
        self._pins[point] = goal
        self._stepper.held[point] = 1
        self._held = True
        return goal

    def end_frame(self) -> None:
        """All steps of a frame; what is held goes straight to where it is to be."""
        if self._held:
            self.wake()
        elif self._dozing.asleep:
            self.momenta[:] = 0.0
            self.iterations = 0
            return
        way = self._goals - self._begun
        damping = self._damping if self._stepper.held.any() else 0.0
        damping = max(damping, self._dozing.damping)
        self.iterations = 0
        # What is lost is found out below, without a word on the terminal.
        with np.errstate(all="ignore"):
            for step in range(1, self._steps + 1):
                self._stepper.forces[:] = self._weights - damping * self.momenta
                self._stepper.places[:] = self._begun + (step / self._steps) * way
                used = self._stepper.step(FRAME_SECONDS / self._steps)
                self.iterations = max(self.iterations, used)
        if not self.lost:
            self._draping.drape(self.positions)
            self._dozing.watch(self.positions)

    def _go_on_from(self, before: Figure) -> None:
        self.positions[:] = before.positions
        self.momenta[:] = before.velocities * self.puppet.masses[:, np.newaxis]
        self.iterations = before.iterations
        self._pins[:] = self.positions
        self.wake()
        # Its parts go on as they are turned.
        same = self._parts == before._parts
        self._draping = before._draping if same else Draping(self.puppet)
        self._draping.drape(self.positions)
