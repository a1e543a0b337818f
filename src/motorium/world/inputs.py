"""Inputs: what comes from outside, noted as it comes, kept, and done again.

The same scenario and the same inputs give the same bytes, whatever the clock said.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, TypeAdapter, ValidationError

from motorium.contracts.time import Clock
from motorium.world.changes import Allowance, Change, Input, InputsError, Look

if TYPE_CHECKING:
    from motorium.world.world import World

__all__ = [
    "Inputs",
    "InputsError",
    "Journal",
    "Replay",
    "load_inputs",
    "read_input",
    "replay",
    "save_inputs",
]

MOST: Final = 500_000
"""Inputs of a recording at most: hours of a camera that never rests."""

Hear = Callable[[Change], None]


class Journal:
    """Tells who listens what comes from outside; made only if somebody does.

    changes: how many there have been that a recording begun now would lack; who looks, and what is
    allowed, it begins with.
    """

    def __init__(self, clock: Clock) -> None:
        self.listeners: list[Hear] = []
        self.changes = 0
        self._clock = clock

    def note(self, kind: type[Change], **said: Any) -> None:
        """Something has come, and was not refused."""
        self.changes += kind not in (Look, Allowance)
        if self.listeners:
            given = kind(frame=self._clock.frame, **said)
            for hear in self.listeners:
                hear(given)


class Inputs(BaseModel):
    """A recording, in the order of its frames; from `first` on."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    format: Literal[1] = 1
    first: StrictInt = Field(default=0, ge=0)
    inputs: list[Input] = Field(default_factory=list, max_length=MOST)
    complete: bool = True
    """False if there were more than fit."""

    def add(self, given: Any) -> None:
        """Keep one more, if there is room."""
        if len(self.inputs) < MOST:
            self.inputs.append(given)
        else:
            self.complete = False


_READER: Final[TypeAdapter[Change]] = TypeAdapter(Input)


def read_input(text: str) -> Change:
    """One input from its JSON."""
    try:
        return _checked(_READER.validate_python(json.loads(text)))
    except (ValidationError, ValueError, RecursionError) as problem:
        raise InputsError(f"an input cannot be read: {_reason(problem)}") from None


def save_inputs(inputs: Inputs, path: Path | str) -> None:
    """Write a recording as JSON."""
    Path(path).write_text(inputs.model_dump_json() + "\n", encoding="utf-8")


def load_inputs(path: Path | str) -> Inputs:
    """Read a recording, and check that it can be replayed."""
    try:
        inputs = Inputs.model_validate(json.loads(Path(path).read_text(encoding="utf-8")))
        for given in inputs.inputs:
            _checked(given)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as problem:
        raise InputsError(f"{path}: cannot be read: {problem}") from None
    except ValueError as problem:
        raise InputsError(f"{path}: {_reason(problem)}") from None
    _check(inputs, str(path))
    return inputs


def replay(world: World, inputs: Inputs, frames: int) -> None:
    """Make frames with what was recorded instead of clocks and viewers."""
    _check(inputs, "inputs")
    if world.clock.frame != inputs.first:
        raise InputsError(
            f"these inputs begin at frame {inputs.first}, the world is at {world.clock.frame}"
        )
    play = Replay(world, inputs.inputs)
    for _ in range(frames):
        play.advance()


class Replay:
    """A world that is given recorded inputs, frame by frame, instead of clocks and viewers."""

    def __init__(self, world: World, inputs: Iterable[Change]) -> None:
        self.world = world
        world.budget = None
        for viewer in world.viewers:
            world.look(viewer, None)
        self._waiting = iter(inputs)
        self._due = next(self._waiting, None)

    def advance(self) -> None:
        """One frame, with what came before it."""
        while self._due is not None and self._due.frame <= self.world.clock.frame:
            self._apply(self._due)
            self._due = next(self._waiting, None)
        self.world.advance()

    def _apply(self, given: Change) -> None:
        try:
            given.apply(self.world)
        except InputsError:
            raise
        except (ValueError, KeyError) as refusal:
            raise InputsError(
                f"an input of frame {given.frame} is refused here: {refusal.args[0]}"
            ) from None


def _checked(given: Change) -> Change:
    """An input whose camera, if it has one, is one."""
    if isinstance(given, Look) and given.view is not None:
        given.view.camera()
    return given


def _reason(problem: Exception) -> str:
    if not isinstance(problem, ValidationError):
        return str(problem)
    worst = problem.errors(include_url=False)[0]
    place = ".".join(str(part) for part in worst["loc"])
    return f"{place}: {worst['msg']}"


def _check(inputs: Inputs, source: str) -> None:
    if not inputs.complete:
        raise InputsError(f"{source}: only the first {MOST} inputs were kept; they do not suffice")
    frames = [inputs.first, *(given.frame for given in inputs.inputs)]
    if any(later < earlier for earlier, later in pairwise(frames)):
        raise InputsError(f"{source}: frames must not go back")
