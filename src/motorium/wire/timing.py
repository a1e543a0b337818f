"""What pages ask of a world's time and chance."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from motorium.wire.message import Message

__all__ = ["MAX_SEED", "Seed"]

MAX_SEED: Final = 2**32 - 1


class Seed(Message):
    """Begin again as the scenario says, but for its seed."""

    type: Literal["seed"] = "seed"
    value: int = Field(ge=0, le=MAX_SEED)
