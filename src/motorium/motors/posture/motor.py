"""The posture motor: human figures that play the arcs of posture graphs.

Granieri, Crabtree and Badler 1995, section 4: the shortest way in time to the posture asked for,
motion sampled by elapsed time, one set of motions for all, and three levels of detail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motorium.contracts.commands import Commands
from motorium.contracts.frames import Floats
from motorium.contracts.motor import FigurePoses, Handover
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.motion.figures.graph import PostureGraph
from motorium.motors.posture.asking import asked_of
from motorium.motors.posture.bank import MotionBank
from motorium.motors.posture.bending import bends_of
from motorium.motors.posture.fading import Fading
from motorium.motors.posture.handing import (
    check_handed,
    given_of,
    guessed,
    make_of,
    remembered,
    residuals,
)
from motorium.motors.posture.marks import fresh_marks, mark_velocities
from motorium.motors.posture.places import FigurePlaces, figure_places
from motorium.motors.posture.placing import bones_of
from motorium.motors.posture.points import POINTS
from motorium.motors.posture.posing import pose_rows
from motorium.motors.posture.shown import JOINTS, LEVELS, Shown
from motorium.motors.posture.state import States, fresh_states
from motorium.motors.posture.stepping import frames_of, step_figures
from motorium.motors.posture.tables import ways_of
from motorium.motors.posture.telling import doing_of, posture_of
from motorium.motors.posture.vocabulary import FIGURE
from motorium.motors.posture.workspace import fresh_borrowed, fresh_workspace, rows_of
from motorium.settings import SettingsError

__all__ = ["PostureMotor", "PostureOptions"]

BORROWED_FOR: Final = 0.4
"""What an adopted figure differs by from what it plays is gone within so long [s]."""


@dataclass(frozen=True)
class PostureOptions:
    """variation: how much of the small variations there is; 0 plays exactly what was recorded."""

    variation: float = 1.0


class PostureMotor:
    """Plays every figure that it was given; a figure's species is the number of its graph.

    levels: 0 to 2, of everybody, shape (capacity,): what he is to be shown on; shown: what a frame
    shows; joint_updates: how many joints were updated so far.

    Limitations: an arc once begun is played to its end, but for who dies. Strides go straight
    ahead; a course in between is walked sideways by turning the legs. What is asked for faster or
    slower than strides can be hurried slides. Aims are taken as far as a chest can be turned, and
    not with hands on the ground.
    """

    name = "posture"
    vocabulary = FIGURE

    def __init__(
        self,
        population: Population,
        commands: Commands,
        graphs: Sequence[PostureGraph],
        seed: int = 0,
        options: PostureOptions | None = None,
        bank: MotionBank | None = None,
    ) -> None:
        if population.nodes.shape[1] != len(POINTS):
            raise ValueError(
                f"figures have {len(POINTS)} points, the population {population.nodes.shape[1]}"
            )
        self.options = options or PostureOptions()
        self.bank = bank or MotionBank.of(graphs)
        self.ways = ways_of(self.bank)
        self._population, self._commands, self._seed = population, commands, seed
        capacity = population.capacity
        self.state = fresh_states(capacity)
        self.shown = Shown(capacity)
        self.levels = np.zeros(capacity, dtype=np.int8)
        self.joint_updates = 0
        self._fading = Fading(self.shown, capacity)
        self._owners = np.full(capacity, -1, dtype=np.int64)
        self._mine: Slots = np.zeros(0, dtype=np.intp)
        self._revision = -1
        self._led = np.zeros(capacity, dtype=np.uint8)
        self._places: Floats = np.zeros((capacity, 3))
        self._bends, self._bones, self._marks = bends_of(), bones_of(), fresh_marks(capacity)
        self.make = make_of(self.bank)
        self._borrowed = fresh_borrowed(capacity, BORROWED_FOR)
        self._work, self._rows = fresh_workspace(), rows_of(self.shown)
        self._asked = asked_of(commands)
        self._frames = frames_of(population)

    def advance(self, frame: int) -> None:
        """Move everybody by one frame."""
        self.advance_by(FRAME_SECONDS)

    def advance_by(self, seconds: float) -> None:
        """Move everybody by a time, and show how he is then."""
        if not 0.0 < seconds < np.inf:
            raise ValueError(f"figures move by more than 0 seconds, not {seconds!r}")
        self._notice_leavers()
        step_figures(
            self.bank.clips,
            self.ways,
            self._mine,
            self._asked,
            self._led,
            self._places,
            seconds,
            self.options.variation,
            self.state,
            self._frames,
        )
        self.shown.frame += 1
        due = self._fading.advance(self._mine, self.levels, seconds)
        self._show(due)

    def enter(
        self, slots: Slots, postures: Sequence[str] | str, positions: ArrayLike, headings: ArrayLike
    ) -> None:
        """Put newcomers in: each in a posture, at a place on the ground [m], with a heading."""
        count = len(slots)
        names = [postures] * count if isinstance(postures, str) else list(postures)
        places = np.broadcast_to(np.asarray(positions, dtype=np.float64), (count, 3))
        facing = np.broadcast_to(np.asarray(headings, dtype=np.float64), (count,))
        if len(names) != count:
            raise ValueError(f"{count} figures cannot enter in {len(names)} postures")
        rows = fresh_states(count)
        for row, (slot, name) in enumerate(zip(slots, names, strict=True)):
            graph = self._graph_of(int(slot))
            self.bank.graphs[graph].node(name)
            rows[row]["graph"] = graph
            rows[row]["node"] = self.posture_number(int(slot), name)
        rows["clip"] = self.ways.stills[rows["graph"], rows["node"]]
        fixed = self.ways.fixed[rows["graph"], rows["node"]] == 1
        first_fixed = np.argmax(self.ways.fixed, axis=1)[rows["graph"]]
        rows["wish"] = np.where(fixed, rows["node"], first_fixed)
        rows["alive"] = 1.0 - self.ways.implied[rows["graph"], rows["node"]]
        rows["x"], rows["y"], rows["z"] = places.T
        rows["facing"] = facing
        rows["seed"] = _seeds(self._seed, self._population.ids[slots])
        self._take_in(slots, rows)
        self._commands["heading"][slots] = facing

    def release(self, slots: Slots) -> Handover:
        """Let figures go, as they are now."""
        self._refuse_strangers(slots)
        rows = self._fading.rows_of(slots)
        stale = rows[self.shown.stamps[rows] < self.shown.frame]
        self._show(stale)
        given = given_of(
            self._population,
            slots,
            self.shown,
            rows,
            self.state,
            mark_velocities(self._marks, slots),
            self.make,
        )
        self._let_go(slots)
        return given

    def adopt(self, slots: Slots, handover: Handover) -> None:
        """Take figures on where and as they are; what they differ by from what is played dies
        away."""
        check_handed(handover, len(slots))
        graphs = [self._graph_of(int(slot)) for slot in slots]
        rows = remembered(handover, self.make)
        if rows is None:
            rows = guessed(self.bank, graphs, self.ways.stills, handover)
            rows["seed"] = _seeds(self._seed, self._population.ids[slots])
            rows["alive"] = 1.0 - self.ways.implied[rows["graph"], rows["node"]]
        rows["borrowed"] = 0.0
        if handover.poses is not None:
            self.levels[slots] = handover.poses.levels
        self._take_in(slots, rows)
        self._population.velocities[slots] = handover.velocities
        self._population.angular_velocities[slots] = handover.angular_velocities
        if handover.poses is not None:
            self._lend(slots, handover.poses)

    def _lend(self, slots: Slots, poses: FigurePoses) -> None:
        """Begin with these poses, and go over to what is played."""
        shown_in = self._fading.rows_of(slots)
        turns, roots, differs = residuals(self.shown, shown_in, poses, self.state["facing"][slots])
        other = slots[differs]
        self._borrowed.turns[other] = turns[differs]
        self._borrowed.roots[other] = roots[differs]
        self._borrowed.levels[other] = poses.levels[differs]
        self.state["borrowed"][other] = BORROWED_FOR
        self._show(shown_in[differs])

    def _refuse_strangers(self, slots: Slots) -> None:
        strangers = [int(slot) for slot in slots if self._owners[slot] < 0]
        if strangers:
            raise ValueError(f"slots {strangers} are not on the posture motor")

    def _take_in(self, slots: Slots, rows: States) -> None:
        """Of these the motor takes care from now on."""
        self._notice_leavers()
        people = self._population
        ids = people.ids[slots]
        self.state[slots] = rows
        self._owners[slots] = ids
        self.levels[slots] = np.clip(self.levels[slots], 0, LEVELS - 1)
        heading = rows["facing"] - rows["twist"] - rows["swing"]
        people.positions[slots] = np.stack([rows["x"], rows["y"], rows["z"]], axis=1)
        people.orientations[slots] = 0.0
        people.orientations[slots, 0] = np.cos(heading / 2)
        people.orientations[slots, 3] = np.sin(heading / 2)
        people.velocities[slots] = people.angular_velocities[slots] = 0.0
        self._led[slots] = 0
        self._marks.ages[slots] = -1.0
        self._gather()
        for slot in slots:
            self._fading.put(int(slot), int(people.ids[slot]), int(self.levels[slot]))
        self._show(self._fading.rows_of(slots))

    def lead(self, slots: Slots, places: ArrayLike) -> None:
        """Whoever is led is at his place on the ground [m] after the next frame; if he is led on,
        frame by frame, feet that stand are not dragged: he is there as soon as he walks, and comes
        nearer by 5 cm/s while he does not."""
        wanted: Floats = np.asarray(places, dtype=np.float64)
        if not np.isfinite(wanted).all():
            raise ValueError(f"places are finite numbers of metres, not {wanted.tolist()}")
        self._places[slots] = wanted
        self._led[slots] = 1

    def shift(self, slots: Slots, ways: Floats) -> None:
        """Whoever is pushed goes on beside where he was, by x and y, or x, y and z [m]."""
        for axis, way in zip("xyz", ways.T, strict=False):
            self.state[axis][slots] += way

    def set_levels(self, slots: Slots, levels: ArrayLike) -> None:
        """Show them on these levels, 0 to 2; they go over by and by."""
        wanted = np.asarray(levels)
        if not np.isin(wanted, np.arange(LEVELS)).all():
            raise ValueError(f"levels are 0 to {LEVELS - 1}, and whole, not {wanted.tolist()}")
        self.levels[slots] = wanted

    def posture_number(self, slot: int, name: str) -> int:
        """What the action `posture` calls a posture of somebody's graph."""
        graph = self.bank.graphs[self._graph_of(slot)]
        graph.node(name)
        return list(graph.nodes).index(name)

    def gesture_number(self, slot: int, name: str) -> int:
        """What the action `gesture` calls a gesture of somebody's graph."""
        graph = self.bank.graphs[self._graph_of(slot)]
        if name not in graph.gestures:
            known = ", ".join(graph.gestures) or "none"
            raise SettingsError(f"no gesture is called {name!r}; known are {known}")
        return list(graph.gestures).index(name)

    def posture_name(self, slot: int) -> str:
        """The posture that somebody is in, or was in last."""
        return posture_of(self.bank, self.state[slot])

    def doing(self, slot: int) -> str:
        """What somebody does, in words."""
        return doing_of(self.bank, self.ways, self.state[slot])

    def frame_played(self, slot: int) -> float:
        """Which frame of its arc, counted 60 a second, somebody shows."""
        one = self.state[slot]
        return float(one["time"] * self.bank.clips.rates[0, one["clip"]])

    def places(self, slots: Slots) -> list[FigurePlaces]:
        """Where their segments, landmarks and rifles are, as they are shown."""
        return [figure_places(self.shown, int(row)) for row in self._fading.rows_of(slots)]

    def _show(self, due: Slots) -> None:
        pose_rows(
            self.bank.clips,
            self.ways,
            self._bends,
            self._bones,
            self.state,
            self._borrowed,
            due,
            self.shown.frame,
            self.options.variation,
            self._work,
            self._rows,
            self._marks,
            self._population.nodes,
        )
        counts = np.bincount(self.shown.levels[due], minlength=LEVELS)
        self.joint_updates += int(counts @ JOINTS)

    def _notice_leavers(self) -> None:
        if self._revision != self._population.revision:
            ids = self._population.ids[: self._population.capacity]
            gone = np.flatnonzero((self._owners >= 0) & (self._owners != ids))
            self._let_go(gone)

    def _let_go(self, slots: Slots) -> None:
        self._owners[slots] = -1
        for slot in slots:
            self._fading.take_away(int(slot))
        self._gather()

    def _gather(self) -> None:
        self._mine = np.flatnonzero(self._owners >= 0)
        self._revision = self._population.revision

    def _graph_of(self, slot: int) -> int:
        number = int(self._population.species[slot])
        if not 0 <= number < len(self.bank.graphs):
            raise ValueError(
                f"species {number} of slot {slot} has no posture graph; there are "
                f"{len(self.bank.graphs)}"
            )
        return number


def _seeds(seed: int, ids: NDArray[np.int64]) -> NDArray[np.uint64]:
    """One for each, of the motor's own."""
    drawn = [np.random.SeedSequence([seed, int(one)]).generate_state(1, np.uint64) for one in ids]
    return np.concatenate(drawn) if drawn else np.zeros(0, dtype=np.uint64)
