"""Who lives in a town: what is known of each figure besides how it moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Resident", "Source"]

Source = Literal["town", "network", "client"]
"""Who commands a figure: the town's own minds, packets from elsewhere, or a client."""


@dataclass(frozen=True)
class Resident:
    """kind: the posture graph that moves it; armed: whether it carries a rifle; look: the seed of
    its clothes and face."""

    id: int
    kind: str
    name: str
    armed: bool
    look: int
    source: Source
