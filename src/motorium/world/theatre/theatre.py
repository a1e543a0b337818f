"""A puppet on a stage: people take it by the hand, throw it, pin it, and let it do it again.

    theatre = Theatre(load_puppet("person"))
    theatre.grab("left hand", [0.5, 1.5])
    for _ in range(60):
        theatre.advance()
    theatre.let_go("left hand")

Deterministic: the same document and the same calls give the same bytes.
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from pydantic import ValidationError

from motorium.bodies.puppet.document import PuppetDocument, Stage
from motorium.bodies.puppet.model import Puppet, in_space
from motorium.bodies.puppet.naming import counted
from motorium.bodies.puppet.refusals import Problem
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE
from motorium.problems import did_you_mean, problems_of
from motorium.world.theatre.building import BuildError, from_tables
from motorium.world.theatre.figure import Figure
from motorium.world.theatre.hands import Hands
from motorium.world.theatre.history import History
from motorium.world.theatre.paths import Course
from motorium.world.theatre.takes import Notes

__all__ = ["Theatre"]

DIAL: Final = FRAME_RATE
"""Frames within which a dial is dragged on, not touched anew."""
SENTENCES_KEPT: Final = 8
FARTHEST: Final = 1e6
"""[m] from the origin that a hand may be, along any axis, and as fast [m/s]."""
WALLS: Final = {"low", "high"}
"""Keys of a stage that a puppet must have room in."""
ALONE: Final = "alone"
"""Whose hand it is if nobody says."""


class Theatre:
    """A puppet of a document, hands, paths, a take, and what was before.

    tick: frames since it was opened, also those in which nothing plays; revision: of the document;
    told: sentences about what happened by itself, the oldest first, for whoever takes them out;
    poised: whether it plays only as soon as somebody takes it by the hand.
    """

    def __init__(self, document: PuppetDocument) -> None:
        _check_document(document)
        self._history = History(document)
        self._hands = Hands()
        self._notes: Notes | None = None
        self._frame = 0
        self._turned = 0
        self.tick = 0
        self.revision = 0
        self.playing = True
        self.poised = False
        self.looping = False
        self.told: deque[str] = deque(maxlen=SENTENCES_KEPT)
        self._set_up(None)

    # ------------------------------------------------------------ how it is

    @property
    def document(self) -> PuppetDocument:
        """All of the puppet, its stage and its take; frozen."""
        return self._history.document

    @property
    def puppet(self) -> Puppet:
        """The same as arrays."""
        return self._figure.puppet

    @property
    def positions(self) -> Floats:
        """Of the skeleton's points [m], shape (points, 3)."""
        return self._figure.positions

    @property
    def momenta(self) -> Floats:
        """Of the skeleton's points [kg m/s], shape (points, 3)."""
        return self._figure.momenta

    @property
    def skin(self) -> Floats:
        """Vertices of all parts [m], shape (vertices, 3)."""
        return self._figure.skin

    @property
    def spans(self) -> list[slice]:
        """Which of the skin's vertices are of which part."""
        return self._figure.spans

    @property
    def seconds(self) -> float:
        """Since it began at rest, or since its take began [s]: the time of paths."""
        return self._frame / FRAME_RATE

    @property
    def iterations(self) -> int:
        """The most that a step of the last frame took."""
        return self._figure.iterations

    @property
    def deviation(self) -> float:
        """Of rods from their allowed lengths, as a share of all lengths at rest."""
        return self._figure.deviation

    @property
    def held(self) -> list[int]:
        """Points in somebody's hand."""
        return list(self._hands)

    @property
    def recording(self) -> bool:
        """Whether it is noted what hands do."""
        return self._notes is not None

    @property
    def undoable(self) -> bool:
        """Whether there is a document before."""
        return self._history.undoable

    @property
    def redoable(self) -> bool:
        """Whether one was undone."""
        return self._history.redoable

    # ------------------------------------------------------------ hands

    def grab(self, point: int | str, place: Sequence[float], whose: object = ALONE) -> None:
        """Take a point, by number or name, and bring it to a place [m]: (x, y, z), or (x, z)."""
        self._hands.grab(self._number(point), self._place(place), whose)
        self.poised = False

    def carry(self, point: int | str, place: Sequence[float], whose: object = ALONE) -> None:
        """Bring a point elsewhere; if it is no longer in this hand, nothing happens."""
        self._hands.carry(self._number(point), self._place(place), whose)

    def let_go(
        self,
        point: int | str,
        whose: object = ALONE,
        velocity: Sequence[float] | None = None,
    ) -> None:
        """It flies on as it was moved; or as fast as the hand itself says it was [m/s], however
        late and seldom it could say where it is."""
        thrown = None if velocity is None else self._velocity(velocity)
        self._hands.let_go(self._number(point), whose, thrown)

    def leave(self, whose: object) -> None:
        """Somebody goes, and lets go of everything."""
        self._hands.leave(whose)

    # ------------------------------------------------------------ documents

    def build(self, document: PuppetDocument) -> None:
        """Another document comes on. If its points are the same at rest, they go on as they are."""
        _check_document(document)
        self._refuse_while_recording()
        self._history.change(document)
        self._set_up(self._figure)

    def pin(self, point: int | str, pinned: bool = True) -> None:
        """Let a point stay where it is, or let it fall."""
        points = [one.model_dump() for one in self.document.point]
        points[self._number(point)]["pinned"] = pinned
        self.build(from_tables(self.document.model_dump() | {"point": points}))

    def set_stage(self, **changes: Any) -> None:
        """Change keys of the table [stage]. A dial that is dragged is one step back."""
        self._refuse_while_recording()
        table = self.document.stage.model_dump() | changes
        try:
            stage = Stage.model_validate(table)
        except ValidationError:
            problems = [one.partition(": ") for one in problems_of(table, Stage)]
            named = [Problem(f"stage.{key}", f"{key} {why}") for key, _, why in problems]
            raise BuildError(named) from None
        if stage == self.document.stage:
            return
        if changes.keys() & WALLS:
            document = from_tables(self.document.model_dump() | {"stage": stage.model_dump()})
        else:
            # Nothing else rests on the others.
            document = self.document.model_copy(update={"stage": stage})
        if self.tick - self._turned > DIAL:
            self._history.let_go_of_dial()
        self._turned = self.tick
        self._history.change(document, dial=frozenset(changes))
        self._set_up(self._figure)

    def undo(self) -> None:
        """Back to the document before."""
        self._refuse_while_recording()
        self._history.undo()
        self._set_up(self._figure)

    def redo(self) -> None:
        """What was undone, again."""
        self._refuse_while_recording()
        self._history.redo()
        self._set_up(self._figure)

    # ------------------------------------------------------------ play

    def rest(self) -> None:
        """All points where the document has them, without momentum; scripts begin again."""
        self._refuse_while_recording()
        self.looping = False
        self._frame = 0
        self._figure.rest()

    def poise(self) -> None:
        """To rest, and to stand there until somebody takes it; what is scripted begins at once."""
        self.rest()
        self.poised = not any(self._scripted(course) for course in self._courses)

    def step(self) -> None:
        """One frame further, and no more."""
        self.playing, self.poised = True, False
        self.advance()
        self.playing = False

    def record(self, on: bool = True) -> None:
        """Begin to note what hands do, from how it is now; or end it: it becomes the take."""
        if on and self._notes is None:
            self.looping = False
            self._frame = 0
            # What is played again begins awake, too.
            self._figure.wake()
            self._notes = Notes(self.positions, self._figure.velocities)
        elif not on and self._notes is not None:
            notes, self._notes = self._notes, None
            if not notes.frames:
                raise ValueError("nothing was recorded: it stood still all the time")
            scripts = {one.point: one.model_dump() for one in self.document.path if one.loop}
            paths = notes.paths(self.puppet, scripts)
            taken = {one["point"] for one in paths}
            paths += [script for point, script in scripts.items() if point not in taken]
            changed = {"take": notes.take(), "path": paths}
            self.build(from_tables(self.document.model_dump() | changed))

    def end_recording(self, why: str) -> None:
        """End it for a reason that is told, not by a wish that could be refused."""
        try:
            self.record(False)
        except ValueError as problem:
            self.told.append(f"{why}, and it could not be kept: {problem}")
        else:
            self.told.append(f"{why}; what was recorded is the take")

    def loop(self, on: bool = True) -> None:
        """Play the take again and again, each time to the byte; or leave it."""
        self._refuse_while_recording()
        if on and self.document.take is None:
            raise ValueError("there is no take to loop: record one first")
        if on:
            self._begin_take()
        self.looping = on
        self.poised &= not on

    def advance(self) -> None:
        """One frame of 1/60 s, if it plays."""
        self.tick += 1
        if self.playing and not self.poised:
            self._play_frame()
        self._hands.end_throws()

    # ------------------------------------------------------------ inside

    def _play_frame(self) -> None:
        take = self.document.take
        if self.looping and take and self._frame >= round(take.seconds * FRAME_RATE):
            self._begin_take()
        self._frame += 1
        held = self._hold()
        self._figure.end_frame()
        if self._figure.lost:
            self._give_up()
        elif self._notes is not None:
            self._notes.note(held, by_hand=self._hands)
            if self._notes.full:
                self.end_recording(self._notes.full)

    def _set_up(self, before: Figure | None) -> None:
        """For the document as it is now."""
        self.revision += 1
        self._figure = Figure(self.document, before)
        numbers = {name: number for number, name in enumerate(self.puppet.names)}
        self._courses = [Course.of(path, numbers[path.point]) for path in self.document.path]
        if before is None or not before.same_points(self.puppet):
            self._hands.keep(())
            self._frame = 0
            self.looping = False
        self.looping &= self.document.take is not None

    def _begin_take(self) -> None:
        if self.document.take is not None:
            self._frame = 0
            self._figure.begin(self.document.take)

    def _hold(self) -> dict[int, Floats]:
        """Who is held in this frame, and where [m]; a hand holds what a script would, too."""
        self._figure.begin_frame()
        held: dict[int, Floats] = {}
        for course in self._courses:
            if self._scripted(course) or self.looping:
                place = course.place(self.seconds)
                if place is not None:
                    held[course.point] = self._figure.hold(course.point, place)
        for point in self._hands:
            place = self._hands.reach(point, self.positions[point])
            held[point] = self._figure.hold(point, place)
        return held

    def _scripted(self, course: Course) -> bool:
        """Whether it is followed at any time, not only while a take is played."""
        return course.loops or self.document.take is None

    def _give_up(self) -> None:
        """Back to rest, and held there: what was lost once is soon lost again."""
        recorded = "; what was recorded is lost, too" if self._notes else ""
        self._notes = None
        self.playing = False
        self.poised = False
        self.looping = False
        self._frame = 0
        self._hands.keep(())
        self._figure.rest()
        stage = self.document.stage
        iterations, steps = counted(stage.iterations, "iteration"), counted(stage.steps, "step")
        self.told.append(
            f"the puppet was lost (scheme {stage.scheme}, {iterations}, {steps} a frame): "
            f"it has been put back to rest, and waits{recorded}"
        )

    def _number(self, point: int | str) -> int:
        names = self.puppet.names
        if isinstance(point, str):
            if point not in names:
                known = ", ".join(names)
                meant = did_you_mean(point, names)
                raise ValueError(f"no point is called {point!r}; known are {known}{meant}")
            return names.index(point)
        try:
            number = operator.index(point)
        except TypeError:
            number = None
        if number is None or isinstance(point, bool):  # True would be 1.
            raise ValueError(f"a point is a name or a whole number, not {point!r}")
        if not 0 <= number < len(names):
            raise ValueError(f"no point has the number {number}; there are {len(names)}, from 0 on")
        return number

    def _place(self, place: Sequence[float]) -> Floats:
        return self._vector(
            place, f"a place is x, z or x, y, z, at most {FARTHEST:g} m from the origin"
        )

    def _velocity(self, velocity: Sequence[float]) -> Floats:
        return self._vector(
            velocity, f"a velocity is along x, z or x, y, z, at most {FARTHEST:g} m/s"
        )

    def _vector(self, numbers: Sequence[float], rule: str) -> Floats:
        try:
            given = np.array(numbers)
        except ValueError:  # Rows of different lengths.
            raise ValueError(f"{rule}, not {numbers!r}") from None
        fits = given.dtype.kind in "iuf" and given.shape in ((2,), (3,))
        if not fits or not (abs(given) <= FARTHEST).all():
            raise ValueError(f"{rule}, not {numbers!r}")
        x, y, z = in_space(given.astype(float).tolist())
        return np.array([x, y if self.puppet.dimensions == 3 else 0.0, z])

    def _refuse_while_recording(self) -> None:
        if self.recording:
            raise ValueError("a recording is under way: end it first")


def _check_document(document: object) -> None:
    if not isinstance(document, PuppetDocument):
        raise TypeError(f"a theatre needs a document, as of load_puppet(), not {document!r}")
