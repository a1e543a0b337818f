"""What comes from outside, with its frame: who looks from where, how many may be on muscles.

The same scenario and the same inputs give the same bytes, whatever the clock said.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

from motorium.contracts.viewing import Camera
from motorium.motion.levels import UNLIMITED

if TYPE_CHECKING:
    from motorium.world.world import World

__all__ = ["Allowance", "Inputs", "InputsError", "Look", "load_inputs", "replay", "save_inputs"]

MOST: Final = 500_000
"""Inputs of a recording at most: hours of a camera that never rests."""


class InputsError(ValueError):
    """Inputs that cannot be used; the text says why."""


class _Input(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    frame: StrictInt = Field(ge=0)
    """Before which it came."""


class View(BaseModel):
    """A `Camera` as it is written; far: left out if it sees all."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    position: tuple[float, float, float]
    ahead: tuple[float, float, float]
    up: tuple[float, float, float]
    field: float
    aspect: float
    height: float
    far: float | None = None

    @classmethod
    def of(cls, camera: Camera) -> View:
        far = camera.far if math.isfinite(camera.far) else None
        return cls(**{**asdict(camera), "far": far})

    def camera(self) -> Camera:
        far = math.inf if self.far is None else self.far
        return Camera(**{**self.model_dump(), "far": far})


class Look(_Input):
    """A viewer, by number, looks from here, or no longer looks."""

    kind: Literal["look"] = "look"
    viewer: StrictInt = Field(ge=0)
    view: View | None


class Allowance(_Input):
    """So many who are automatic may be on muscles; None: all."""

    kind: Literal["allowance"] = "allowance"
    count: StrictInt | None = Field(ge=0)

    @property
    def limit(self) -> int:
        return UNLIMITED if self.count is None else self.count


Input = Annotated[Look | Allowance, Field(discriminator="kind")]


class Inputs(BaseModel):
    """A recording, in the order of its frames; from `first` on."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    format: Literal[1] = 1
    first: StrictInt = Field(default=0, ge=0)
    inputs: list[Input] = Field(default_factory=list, max_length=MOST)
    complete: bool = True
    """False if there were more than fit."""

    def add(self, given: Look | Allowance) -> None:
        """Keep one more, if there is room."""
        if len(self.inputs) < MOST:
            self.inputs.append(given)
        else:
            self.complete = False


def save_inputs(inputs: Inputs, path: Path) -> None:
    """Write a recording as JSON."""
    path.write_text(inputs.model_dump_json() + "\n", encoding="utf-8")


def load_inputs(path: Path) -> Inputs:
    """Read a recording, and check that it can be replayed."""
    try:
        inputs = Inputs.model_validate(json.loads(path.read_text(encoding="utf-8")))
        for given in inputs.inputs:
            if isinstance(given, Look) and given.view is not None:
                given.view.camera()
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as problem:
        raise InputsError(f"{path}: cannot be read: {problem}") from None
    except ValidationError as problem:
        worst = problem.errors(include_url=False)[0]
        place = ".".join(str(part) for part in worst["loc"])
        raise InputsError(f"{path}: {place}: {worst['msg']}") from None
    except ValueError as problem:
        raise InputsError(f"{path}: {problem}") from None
    _check(inputs, str(path))
    return inputs


def replay(world: World, inputs: Inputs, frames: int) -> None:
    """Make frames with what was recorded instead of clocks and viewers."""
    _check(inputs, "inputs")
    if world.clock.frame != inputs.first:
        raise InputsError(
            f"these inputs begin at frame {inputs.first}, the world is at {world.clock.frame}"
        )
    world.budget = None
    waiting = iter(inputs.inputs)
    due = next(waiting, None)
    for _ in range(frames):
        while due is not None and due.frame <= world.clock.frame:
            if isinstance(due, Look):
                world.look(due.viewer, None if due.view is None else due.view.camera())
            else:
                world.allow(due.limit)
            due = next(waiting, None)
        world.advance()


def _check(inputs: Inputs, source: str) -> None:
    if not inputs.complete:
        raise InputsError(f"{source}: only the first {MOST} inputs were kept; they do not suffice")
    frames = [inputs.first, *(given.frame for given in inputs.inputs)]
    if any(later < earlier for earlier, later in pairwise(frames)):
        raise InputsError(f"{source}: frames must not go back")
