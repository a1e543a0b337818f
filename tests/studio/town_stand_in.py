"""A town without motions or minds, for tests of who is told what; and a server in this process."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

import numpy as np
import uvicorn

from motorium.contracts.commands import Commands
from motorium.contracts.population import Population
from motorium.contracts.viewing import Camera
from motorium.motion.figures.gestures import Gesture
from motorium.motion.figures.graph import Node, PostureGraph
from motorium.motors.posture.levels import FigureLevels
from motorium.motors.posture.shown import Shown
from motorium.motors.posture.vocabulary import FIGURE
from motorium.studio.figures import FiguresShow
from motorium.studio.hub import Hub
from motorium.studio.server import Stage
from motorium.studio.serving import configured
from motorium.wire.dis.appearance import POSTURES
from motorium.wire.figures.models import MODELS_PATH, models_bytes
from motorium.world.town.document import load_town
from motorium.world.town.residents import Resident
from motorium.world.town.town import Description, Town

HEIGHTS = dict.fromkeys(POSTURES, 1.0) | {"kneeling deployed": 0.6, "dead": 0.1}
"""Of the first segment [m]: all that these figures do."""


class _Motor:
    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self.joint_updates = 0
        self.led: list[list[float]] = []

    def lead(self, slots: Any, places: Any) -> None:
        self.led += np.asarray(places).tolist()


class StandInTown:
    """Figures are where they were put, as high as their posture; of level 1."""

    def __init__(self, capacity: int = 64) -> None:
        nodes = {name: Node(name, "fixed", {}) for name in HEIGHTS}
        gestures = {"waving": Gesture("standing deployed", 1.0, 0.2, 1.0, {})}
        self.document = load_town()
        self.kinds = ("soldier",)
        self.graphs = (PostureGraph("soldier", nodes, {}, gestures=gestures),)
        self.population = Population(capacity, points=1)
        self.commands = Commands(FIGURE, capacity)
        self.levels = FigureLevels(self.population)
        self.shown = Shown(capacity)
        self.motor = _Motor(self.shown)
        self.outside: list[Any] = []
        self.frame = 0
        self.roster: tuple[Resident, ...] = ()
        self.roster_version = 0
        self.watched: list[Camera] = []
        self.heard: list[tuple[object, ...]] = []
        self.budget: float | None = None
        self.lights = ["red"] * len(self.document.light)
        self.shakes = False
        """Whether everything of everybody changes in every frame."""
        self._postures: dict[int, str] = {}
        self._chance = np.random.default_rng(1)

    @property
    def seconds(self) -> float:
        return self.frame / 60

    def advance(self) -> None:
        self.frame += 1
        for place in self.outside:
            place.advance(1 / 60)
        if self.shakes:
            turns = self.shown.rotations
            turns[:, :, 1:] = 0.1 * self._chance.random((*turns.shape[:2], 3))
        for row in range(self.shown.count):
            goal = HEIGHTS[self._postures[int(self.shown.ids[row])]]
            step = np.clip(goal - self.shown.positions[row, 2], -0.02, 0.02)
            self.shown.positions[row, 2] += step

    def watch(self, cameras: Sequence[Camera]) -> None:
        self.watched = list(cameras)

    def place(
        self,
        kind: str,
        name: str,
        position: Sequence[float],
        heading: float = 0.0,
        posture: str | None = None,
        source: Any = "client",
    ) -> int:
        if kind not in self.kinds:
            raise ValueError(f"no people are called {kind!r}; known are {', '.join(self.kinds)}")
        slots = self.population.enter(1)
        identity = int(self.population.ids[slots[0]])
        row = self.shown.add(identity, int(slots[0]), 1, 1.0)
        self.shown.positions[row] = *position[:2], 1.0
        self.shown.turns[row] = np.cos(heading / 2), 0.0, 0.0, np.sin(heading / 2)
        self.shown.rotations[row] = 1.0, 0.0, 0.0, 0.0
        self.shown.slides[row] = 0.0
        self._postures[identity] = posture or "standing deployed"
        one = Resident(identity, kind, name, True, 5, source)
        self.roster, self.roster_version = (*self.roster, one), self.roster_version + 1
        return identity

    def remove(self, identity: int) -> None:
        self.population.leave([identity])
        self.shown.drop(self.shown.row_of(identity))
        self.roster = tuple(one for one in self.roster if one.id != identity)
        self.roster_version += 1

    def slots_of(self, identity: int) -> Any:
        return self.population.slots([identity])

    def ask_posture(self, identity: int, posture: str) -> None:
        self.slots_of(identity)
        self.graphs[0].node(posture)
        self._postures[identity] = posture
        self.heard.append(("posture", identity, posture))

    def ask_motion(self, identity: int, speed: float, heading: float, course: float) -> None:
        self.slots_of(identity)
        self.heard.append(("motion", identity, speed, heading, course))

    def ask_aim(self, identity: int, turn: float, rise: float, share: float) -> None:
        self.heard.append(("aim", identity, turn, rise, share))

    def ask_gesture(self, identity: int, gesture: str) -> None:
        self.heard.append(("gesture", identity, gesture))

    def let_go(self, identity: int) -> None:
        self.heard.append(("let_go", identity))

    def carry(self, identity: int, place: Sequence[float]) -> None:
        self.slots_of(identity)
        self.heard.append(("carry", identity, tuple(place)))

    def put_down(self, identity: int) -> None:
        self.heard.append(("put_down", identity))

    def describe(self, identity: int) -> Description:
        self.slots_of(identity)
        who = next(one for one in self.roster if one.id == identity)
        posture = self._postures[identity]
        return Description(who, posture, f"{posture} still", "as it was asked", 1, False)


@contextmanager
def served(town: StandInTown, **how: Any) -> Iterator[str]:
    """The address of a MOTION process in this one."""
    hub = Hub()
    opening = how.pop("opening", lambda report: cast(Town, town))
    show = FiguresShow(opening, hub, **how)
    files = {MODELS_PATH: models_bytes}
    with served_stage(Stage("figures", "/figures", show, hub, 65_536, files=files)) as address:
        yield address


@contextmanager
def served_stage(stage: Stage) -> Iterator[str]:
    """The address of a stage, over a real socket of this process."""
    server = uvicorn.Server(configured([stage]))
    listener = socket.create_server(("127.0.0.1", 0))
    # Little is on its way at any time, so that whoever does not read is soon behind.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16_384)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield f"ws://127.0.0.1:{listener.getsockname()[1]}{stage.socket}"
    finally:
        server.should_exit = True
        thread.join(10.0)
        listener.close()
