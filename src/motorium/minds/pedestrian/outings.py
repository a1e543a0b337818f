"""Outings: goals of walkers, the ways to them, and what they do there."""

from __future__ import annotations

import math
from enum import IntEnum
from typing import Final

import numpy as np

from motorium.minds.pedestrian.net import Net, Place
from motorium.minds.pedestrian.state import MOST_LEGS, Mode, Reason, Walkers

__all__ = ["Outings", "Stage"]

TRIES: Final = 6
"""Goals are looked at until one is far enough away."""
FAR_ENOUGH: Final = 12.0
"""[m]"""
BENCH: Final = 0.25
WINDOW: Final = 0.45
"""How often somebody wants to a bench, and to a window; else he just walks about."""
PHONE: Final = 0.4
STANDS: Final = 0.25
"""How often somebody at a window looks at his phone, and how often he just stands."""
LOOKS_IN: Final = 0.6
"""How often he looks into it; else he looks about, with his back to the wall."""
SITS: Final = (20.0, 60.0)
WAITS: Final = (6.0, 25.0)
"""How long [s]."""
TURNING: Final = 4.0
"""Nobody takes longer to turn [s]."""
SETTLING: Final = 0.3
"""One looks whether he has turned so often [s]."""
RISING: Final = 0.4
"""[s] from what one did to the next way, at least."""


class Stage(IntEnum):
    """Of a stay."""

    BETWEEN = 0
    """He is on his way."""
    TURNING = 1
    THERE = 2
    RISING = 3


class Outings:
    """Rows by slot. wakes [s]: when somebody who stays is to be looked after; deadline [s]: when
    his stage is over at the latest."""

    def __init__(self, net: Net, walkers: Walkers, random: np.random.Generator) -> None:
        capacity = len(walkers.pace)
        self._net, self._walkers, self._random = net, walkers, random
        self.wakes = np.full(capacity, math.inf)
        self.deadline = np.zeros(capacity)
        self.stage = np.zeros(capacity, dtype=np.int8)
        self.posture = ["standing"] * capacity
        self._edges = np.full((capacity, MOST_LEGS), -1, dtype=np.int32)
        self._spot = np.full(capacity, -1, dtype=np.int32)
        self._goal = [""] * capacity
        self._stay = [""] * capacity
        self._start: list[object] = [None] * capacity
        self._taken = np.zeros(len(net.spots), dtype=bool)
        kinds = np.array([spot.kind for spot in net.spots])
        self._benches = np.flatnonzero(kinds == "bench")
        self._windows = np.flatnonzero(kinds == "window")
        walked = [edge for edge in net.edges if edge.kind != "crossing"]
        self._nodes = sorted({node for edge in walked for node in (edge.one, edge.other)})
        self._waits_at: list[tuple[tuple[int, int], int] | None] = [None] * capacity
        self._queues = {key: np.zeros(len(one), dtype=bool) for key, one in net.waiting.items()}

    # ------------------------------------------------------------ words

    def goal_of(self, slot: int) -> str:
        """Where somebody wants to, like "the bench on the square"."""
        return self._goal[slot]

    def stay_of(self, slot: int) -> str:
        """What somebody does where he stays, like "sits on the bench"."""
        return self._stay[slot]

    def street_of(self, slot: int) -> str:
        """Which street's crossing is next on somebody's way, or that which he is on."""
        walkers = self._walkers
        leg = int(walkers.leg[slot])
        for number in range(leg, min(leg + 2, int(walkers.legs[slot]))):
            edge = int(self._edges[slot, number])
            if edge >= 0 and self._net.edges[edge].kind == "crossing":
                return self._net.edges[edge].name
        return "the street"

    # ------------------------------------------------------------ ways

    def begin(self, slot: int, place: Place) -> None:
        """A first goal, from any place."""
        self.forget(slot)
        self._start[slot] = self._net.beside(place)
        self.onward(slot)

    def onward(self, slot: int) -> None:
        """A new goal, from where the last way has ended."""
        net, walkers = self._net, self._walkers
        leaves = int(self._spot[slot])
        if leaves >= 0:
            self._taken[leaves] = False
            self._spot[slot] = -1
        start = self._start[slot]
        for _ in range(TRIES):
            spot, node = self._chosen()
            goal = net.at_spot(spot) if spot >= 0 else net.at_node(node)
            way = net.way(start, goal)
            far = float(np.linalg.norm(way.points[-1] - way.points[0])) if len(way.halves) else 0.0
            if far > FAR_ENOUGH and 0 < len(way.halves) <= MOST_LEGS:
                break
        legs = min(len(way.halves), MOST_LEGS)
        walkers.points[slot, : legs + 1] = way.points[: legs + 1]
        walkers.halves[slot, :legs] = way.halves[:legs]
        walkers.lights[slot] = -1
        self._edges[slot] = -1
        self._edges[slot, :legs] = way.edges[:legs]
        for number, edge in enumerate(way.edges[:legs].tolist()):
            if edge >= 0:
                walkers.lights[slot, number] = net.edges[edge].light
                walkers.kerbs[slot, number] = net.edges[edge].kerb
        walkers.legs[slot], walkers.leg[slot] = legs, 0
        walkers.granted[slot] = -1
        walkers.passes[slot] = spot < 0
        walkers.mode[slot] = Mode.WALKING
        walkers.reason[slot] = Reason.WALKS
        walkers.hindered[slot] = 0.0
        self.stage[slot], self.wakes[slot] = Stage.BETWEEN, math.inf
        self.posture[slot] = "standing"
        self._start[slot] = goal
        if spot >= 0:
            self._spot[slot], self._taken[spot] = spot, True
            self._goal[slot] = _named(net.spots[spot].kind, net.spots[spot].name)
        else:
            names = {
                edge.name for edge in net.edges
                if node in (edge.one, edge.other) and edge.kind != "crossing"
            }  # fmt: skip
            self._goal[slot] = " and ".join(sorted(names)[:2])
            if len(names) > 1:
                self._goal[slot] = f"the corner of {self._goal[slot]}"

    def forget(self, slot: int) -> None:
        """Whatever somebody had taken is free again."""
        self.stop_waiting(slot)
        spot = int(self._spot[slot])
        if spot >= 0:
            self._taken[spot] = False
            self._spot[slot] = -1
        self.wakes[slot] = math.inf
        self.stage[slot] = Stage.BETWEEN

    def _chosen(self) -> tuple[int, int]:
        """The number of a free spot, or -1 and that of a node."""
        wish = self._random.random()
        for share, spots in ((BENCH, self._benches), (BENCH + WINDOW, self._windows)):
            if wish < share:
                free = spots[~self._taken[spots]]
                if len(free):
                    return int(self._random.choice(free)), -1
        return -1, int(self._random.choice(self._nodes))

    # ------------------------------------------------------------ lights

    def wait(self, slot: int, place: Place) -> None:
        """Somebody who is barred takes the nearest free place at the kerb."""
        walkers, net = self._walkers, self._net
        self.stop_waiting(slot)
        leg = int(walkers.leg[slot])
        for number in range(leg, min(leg + 2, int(walkers.legs[slot]))):
            if walkers.lights[slot, number] < 0 or walkers.granted[slot] == number:
                continue
            edge = int(self._edges[slot, number])
            start, end = walkers.points[slot, number], walkers.points[slot, number + 1]
            nodes = net.edges[edge].one, net.edges[edge].other
            node = min(nodes, key=lambda one: float(np.linalg.norm(net.places[one] - start)))
            places, taken = net.waiting[edge, node], self._queues[edge, node]
            walkers.face[slot] = math.atan2(end[1] - start[1], end[0] - start[0])
            free = np.flatnonzero(~taken)
            if len(free):
                # Near to him, and rather in the first row.
                cost = np.linalg.norm(places[free] - np.array(place), axis=1) + 0.1 * free
                best = int(free[np.argmin(cost)])
                taken[best] = True
                self._waits_at[slot] = (edge, node), best
                walkers.target[slot] = places[best]
            return

    def stop_waiting(self, slot: int) -> None:
        """His place at the kerb is free again."""
        held = self._waits_at[slot]
        if held is not None:
            self._queues[held[0]][held[1]] = False
            self._waits_at[slot] = None

    # ------------------------------------------------------------ stays

    def arrive(self, slot: int, seconds: float) -> None:
        """At the end of a way: who wants to stay turns to where he looks."""
        spot = int(self._spot[slot])
        if spot < 0:
            return
        stay, walkers = self._net.spots[spot], self._walkers
        turned = stay.kind == "window" and self._random.random() > LOOKS_IN
        walkers.face[slot] = stay.heading + (math.pi if turned else 0.0)
        walkers.mode[slot], walkers.reason[slot] = Mode.STAYING, Reason.STAYS
        self.stage[slot] = Stage.TURNING
        self.wakes[slot] = seconds + SETTLING
        self.deadline[slot] = seconds + TURNING
        at = {"bench": "sits down on", "window": "stops at"}[stay.kind]
        self._stay[slot] = f"{at} {_named(stay.kind, stay.name)}"
        if turned:
            self._stay[slot] = f"stops in front of {stay.name}"

    def settle(self, slot: int, seconds: float) -> tuple[str, str]:
        """Which posture somebody takes up where he stays, and which gesture he makes, if any."""
        stay, random = self._net.spots[int(self._spot[slot])], self._random
        bench = stay.kind == "bench"
        least, most = SITS if bench else WAITS
        self.stage[slot] = Stage.THERE
        self.wakes[slot] = self.deadline[slot] = seconds + random.uniform(least, most)
        wish, looks_in = random.random(), "stops at" in self._stay[slot]
        phone = not bench and wish < PHONE
        stands = not bench and wish > 1.0 - STANDS
        self.posture[slot] = "sitting" if bench else "standing" if phone or stands else "waiting"
        if bench:
            self._stay[slot] = f"sits on {stay.name}"
        elif phone:
            self._stay[slot] = f"looks at his phone in front of {stay.name}"
        elif looks_in:
            self._stay[slot] = f"looks into the window of {stay.name}"
        else:
            self._stay[slot] = f"waits in front of {stay.name}"
        return self.posture[slot], "looking at a phone" if phone else ""

    def rise(self, slot: int, seconds: float) -> None:
        """He has stayed long enough."""
        self.stage[slot] = Stage.RISING
        self.wakes[slot] = self.deadline[slot] = seconds + RISING
        self._stay[slot] = "gets up" if self.posture[slot] == "sitting" else "sets off"


def _named(kind: str, name: str) -> str:
    return f"the window of {name}" if kind == "window" else name
