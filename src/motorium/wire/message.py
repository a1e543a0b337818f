"""What all messages of the wire have in common."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, ConfigDict

__all__ = ["PROTOCOL", "Message", "WireError"]

PROTOCOL: Final = 9
"""Version of messages and snapshots together; a page of another version says so and stops."""


class WireError(ValueError):
    """A message that is refused; its text is meant for the person who sent it."""


class Message(BaseModel):
    """Strict and closed: a wrong type or an unknown key is an error, never a guess."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)
