"""What figures do, in words."""

from __future__ import annotations

from typing import Any

from motorium.bodies.figure.skeleton import SIDES
from motorium.motors.posture.bank import MotionBank
from motorium.motors.posture.tables import Ways

__all__ = ["doing_of", "posture_of"]


def posture_of(bank: MotionBank, one: Any) -> str:
    """The posture that a figure of this state is in, or was in last."""
    return _names(bank, one)[int(one["node"])]


def doing_of(bank: MotionBank, ways: Ways, one: Any) -> str:
    """The posture that it stays in, its way of locomotion, or from where to where it goes."""
    graph, names = int(one["graph"]), _names(bank, one)
    here = names[int(one["node"])]
    if one["falling"]:
        return "falling" if ways.implied[graph, one["node"]] else "getting up"
    if not one["moving"]:
        return _without_side(here)
    end = int(ways.ends[one["clip"]])
    if not ways.fixed[graph, end]:
        return _without_side(names[end])
    return f"{_without_side(here)} to {names[end]}"


def _names(bank: MotionBank, one: Any) -> list[str]:
    return list(bank.graphs[int(one["graph"])].nodes)


def _without_side(posture: str) -> str:
    """What both strides of a way of locomotion are called."""
    words = posture.split()
    return " ".join(words[:-1] if words[-1] in SIDES else words)
