"""Submarines and a fishing line, at the end of a snapshot (the layout is in `wire.layout`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.wire.layout import LINE_BYTES, LINE_STATES, MOST_SUBMARINES, SUBMARINE_BYTES
from motorium.wire.message import WireError

__all__ = ["Line", "Submarine", "read_vessels", "vessel_bytes", "write_vessels"]

_SUBMARINE = np.dtype(
    [
        ("position", "<f4", (3,)),
        ("orientation", "<f4", (4,)),
        ("velocity", "<f4", (3,)),
        ("helm", "<f4", (4,)),
        ("number", "<u4"),
    ]
)
_LINE = np.dtype([("hook", "<f4", (3,)), ("top", "<f4", (3,)), ("state", "<u2"), ("caught", "<u2")])
assert (_SUBMARINE.itemsize, _LINE.itemsize) == (SUBMARINE_BYTES, LINE_BYTES)


@dataclass(frozen=True)
class Submarine:
    """Position [m], orientation (w, x, y, z), velocity [m/s]; helm: thrust, turn, pitch, lift;
    number: from 1 on, by which it is known."""

    position: Floats
    orientation: Floats
    velocity: Floats
    helm: tuple[float, float, float, float]
    number: int = 1


@dataclass(frozen=True)
class Line:
    """Where its hook is and where it enters the water [m]; what it does, by one of LINE_STATES;
    whether somebody hangs on it."""

    hook: Floats
    top: Floats
    state: str
    caught: bool


def vessel_bytes(submarines: Sequence[Submarine], line: Line | None) -> int:
    """How long they are."""
    return len(submarines) * SUBMARINE_BYTES + (line is not None) * LINE_BYTES


def write_vessels(
    submarines: Sequence[Submarine], line: Line | None, out: NDArray[np.uint8]
) -> None:
    """One behind the other."""
    at = 0
    for submarine in submarines:
        boat = out[at : at + SUBMARINE_BYTES].view(_SUBMARINE)[0]
        boat["position"] = submarine.position
        boat["orientation"] = submarine.orientation
        boat["velocity"] = submarine.velocity
        boat["helm"] = submarine.helm
        boat["number"] = submarine.number
        at += SUBMARINE_BYTES
    if line is not None:
        tackle = out[at : at + LINE_BYTES].view(_LINE)[0]
        tackle["hook"] = line.hook
        tackle["top"] = line.top
        tackle["state"] = LINE_STATES.index(line.state)
        tackle["caught"] = line.caught


def read_vessels(
    data: bytes, at: int, submarines: int, lines: int
) -> tuple[tuple[Submarine, ...], Line | None]:
    """As many as there are."""
    if submarines > MOST_SUBMARINES or lines > 1:
        raise WireError(
            f"snapshot of {submarines} submarines and {lines} lines; there is room for "
            f"{MOST_SUBMARINES} and 1"
        )
    boats: list[Submarine] = []
    line = None
    for boat in np.frombuffer(data, _SUBMARINE, submarines, at):
        names = ("position", "orientation", "velocity", "helm")
        place, turn, velocity, helm = (boat[name].astype(np.float64) for name in names)
        if not all(np.isfinite(part).all() for part in (place, turn, velocity, helm)):
            raise WireError("snapshot of a submarine that is nowhere")
        number = int(boat["number"])
        if not 1 <= number <= MOST_SUBMARINES or number in (one.number for one in boats):
            raise WireError(
                f"snapshot of a submarine {number}; they have numbers of their own from 1 to "
                f"{MOST_SUBMARINES}"
            )
        boats.append(Submarine(place, turn, velocity, tuple(helm.tolist()), number))
        at += SUBMARINE_BYTES
    if lines:
        tackle = np.frombuffer(data, _LINE, 1, at)[0]
        hook, top = tackle["hook"].astype(np.float64), tackle["top"].astype(np.float64)
        state = int(tackle["state"])
        if state >= len(LINE_STATES) or not (np.isfinite(hook).all() and np.isfinite(top).all()):
            known = ", ".join(LINE_STATES)
            raise WireError(f"snapshot of a line in state {state}; 0 to 3 are {known}, at a place")
        line = Line(hook, top, LINE_STATES[state], bool(tackle["caught"]))
    return tuple(boats), line
