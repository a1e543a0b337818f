"""What pages might say: wishes with any values, wishes that are damaged, and rubbish."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, Final, get_args

from motorium.wire import behaving, wishes

__all__ = ["messages"]

NUMBERS: Final = (0, 1, -1, 0.5, 2.0, -3.25, 12, 1e9, -1e300, 2**53, 2**80, 1e-320, 300)
VALUES: Final[tuple[Any, ...]] = (
    *(
        None,
        True,
        False,
        "",
        "muscle",
        "repertoire",
        "automatic",
        "../../etc/passwd",
        "\0",
        "ä" * 40,
    ),
    *([], {}, [[]], {"type": "step"}, [1.0, 2.0], [0.1, -0.2, 0.3], [1e9, 0.0, 0.0]),
)
NAMES: Final = {
    "drive": behaving.DriveName,
    "trait": behaving.TraitName,
    "habit": behaving.HabitName,
}
WORLDS: Final = (
    *("restart", "seed", "compare", "motor"),
    *("stock", "put", "take-away", "plankton", "undo", "save", "load", "ask-scenarios"),
)
"""Wishes that take long: they come less often than others."""


def messages(count: int, seed: int) -> Iterator[str]:
    """So many, the same for a seed."""
    dice = random.Random(seed)
    kinds = {
        str(one.model_fields["type"].default): list(one.model_fields)
        for one in get_args(wishes.AnyClientMessage)
    }
    names = list(kinds)
    for _ in range(count):
        kind = dice.choice(names)
        if kind in WORLDS and dice.random() < 0.95:
            kind = "drive"
        wish: dict[str, Any] = {"type": kind}
        for key in kinds[kind]:
            if key != "type":
                wish[key] = _value(dice, kind, key)
        text = json.dumps(wish)
        match dice.randrange(16):
            case 0:
                wish.pop(dice.choice(list(wish)))
                text = json.dumps(wish)
            case 1:
                text = json.dumps(wish | {dice.choice(("x", "type", "id")): _any(dice)})
            case 2:
                place = dice.randrange(len(text))
                text = text[:place] + chr(dice.randrange(0x20, 0x2FF)) + text[place + 1 :]
            case 3:
                text = text[: dice.randrange(len(text))]
            case 4 if dice.random() < 0.3:
                text = "[" * dice.choice((1, 900, 5000))
        yield text


def _any(dice: random.Random) -> Any:
    return dice.choice(NUMBERS) if dice.random() < 0.5 else dice.choice(VALUES)


def _value(dice: random.Random, kind: str, key: str) -> Any:
    """Likely one that is allowed."""
    if dice.random() < 0.1:
        return _any(dice)
    match key:
        case "id":
            return dice.choice((None, *range(12)))
        case "count":
            return dice.randrange(40)
        case "choice":
            return dice.choice(("muscle", "automatic"))
        case "on" | "stop" | "back" | "everybody" | "replace":
            return dice.random() < 0.5
        case "value" if kind == "seed":
            return dice.randrange(1000)
        case "value":
            return dice.random() < 0.5 if kind == "paused" else 3.0 * dice.random()
        case "drive" | "trait" | "habit":
            return dice.choice(get_args(NAMES[key]))
        case "place" if kind == "put":
            return [dice.uniform(-3.0, 3.0) for _ in range(2)]
        case "place" | "velocity":
            return [dice.uniform(-0.4, 0.4) for _ in range(2 if kind == "cast" else 3)]
        case "name" if kind in ("save", "load"):
            return dice.choice(("mine", "yours", "../mine", "reef/..", "C:mine", "a" * 50))
        case "name":
            return dice.choice((None, "reef-20260305-140709", "../reef", "reef.arrow", ""))
        case "eyes":
            return [_eye(dice) for _ in range(dice.randrange(3))]
        case "kind":
            return dice.choice(("rock", "coral", "cylinder", "kelp", "ribbon", "grass"))
        case "sort":
            return dice.choice(("obstacle", "weed"))
        case "index":
            return dice.choice((None, *range(6))) if kind == "put" else dice.randrange(6)
        case "radius" | "height":
            return dice.uniform(0.05, 0.6)
        case "species":
            return dice.choice(("herring", "sardine", "shark", "dragon"))
        case "milliseconds":
            return dice.choice((None, dice.uniform(0.1, 100.0)))
    return dice.uniform(-1.0, 1.0)


def _eye(dice: random.Random) -> dict[str, Any]:
    def vector() -> list[float]:
        return [dice.uniform(-9.0, 9.0) for _ in range(3)]

    return {
        "position": vector(),
        "ahead": vector(),
        "up": vector() if dice.random() < 0.9 else [0.0, 0.0, 0.0],
        "field": dice.uniform(0.01, 3.1),
        "aspect": dice.uniform(0.1, 3.0),
        "height": dice.uniform(1.0, 2000.0),
        "far": dice.uniform(0.1, 1000.0),
    }
