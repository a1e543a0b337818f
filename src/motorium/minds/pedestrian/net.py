"""What a walker must know of a town: ways, spots, crossings and lights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats

__all__ = ["Crossed", "Lights", "Net", "Stay", "Way"]

Place = tuple[float, float]


class Way(Protocol):
    """points [m] (legs + 1, 2): corners of its middle; halves [m] (legs,): how far one may go to
    either side; edges (legs,): which edge of the net each leg is on, -1 if none."""

    @property
    def points(self) -> Floats: ...
    @property
    def halves(self) -> Floats: ...
    @property
    def edges(self) -> NDArray[np.int64]: ...


class Stay(Protocol):
    """Where one can stay for a while: a place [m], and where one looks there [rad]; kind: "window"
    or "bench"; name: of what is there."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def place(self) -> Place: ...
    @property
    def heading(self) -> float: ...


class Crossed(Protocol):
    """An edge of the net, from a node to another: "pavement", "path" or "crossing"; name: of its
    street or path; light: the number of its light, -1 if it has none; kerb: how far kerbs are from
    its ends [m]."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def one(self) -> int: ...
    @property
    def other(self) -> int: ...
    @property
    def light(self) -> int: ...
    @property
    def kerb(self) -> float: ...


class Net(Protocol):
    """places [m] (nodes, 2); waiting: by the numbers of an edge and of a node, where people wait
    for its light [m] (places, 2)."""

    @property
    def places(self) -> Floats: ...
    @property
    def edges(self) -> Sequence[Crossed]: ...
    @property
    def spots(self) -> Sequence[Stay]: ...
    @property
    def waiting(self) -> Mapping[tuple[int, int], Floats]: ...
    def at_spot(self, number: int) -> Any:
        """A spot as the end of a way."""

    def at_node(self, node: int) -> Any:
        """A node as the end of a way."""

    def beside(self, place: Place) -> Any:
        """Any place as the end of a way."""

    def way(self, start: Any, goal: Any) -> Way:
        """The shortest one."""


class Lights(Protocol):
    """Lights for walkers: 0 green, 1 flashing, 2 red."""

    def states(self, seconds: float) -> NDArray[np.int8]:
        """Of all of them."""

    def until_red(self, seconds: float) -> Floats:
        """How long each is not yet red [s]."""
