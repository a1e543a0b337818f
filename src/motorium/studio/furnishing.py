"""Stones, plants and plankton of a world, as its page puts, moves, resizes and takes them away."""

from __future__ import annotations

from typing import Any, Final, TypeVar, get_args

from motorium.wire.making import MakingWish, PlanktonCount, Put, TakeAway, Undo
from motorium.world.habitat.furniture import Furniture, Plant, Stone
from motorium.world.world import World

__all__ = ["MOST_UNDONE", "changed"]

T = TypeVar("T", bound=Stone | Plant)

MOST_UNDONE: Final = 30
"""Changes that are kept to be undone."""
LEAVES: Final = 8
SHORTEST: Final = 0.5
"""Of a new plant's leaves, against its longest."""
OBSTACLES: Final = get_args(Stone.model_fields["kind"].annotation)


def changed(world: World, wish: MakingWish, past: list[Furniture]) -> Furniture:
    """What shall be there after a wish; past: as it was before each change, oldest first."""
    if isinstance(wish, Undo):
        if not past:
            raise ValueError("there is nothing to undo")
        return past[-1]
    now = world.furniture
    match wish:
        case Put():
            if wish.kind in OBSTACLES:
                return _with(now, stones=_put(now.stones, wish, _stone(now, wish)))
            return _with(now, plants=_put(now.plants, wish, _plant(now, wish)))
        case TakeAway(sort="obstacle", index=index):
            return _with(now, stones=_without(now.stones, index, "obstacle"))
        case TakeAway(index=index):
            return _with(now, plants=_without(now.plants, index, "seaweed"))
        case PlanktonCount(count=count):
            return _with(now, plankton=count)
        case _:
            raise ValueError(f"no wish: {wish!r}")


def _stone(now: Furniture, wish: Put) -> Stone:
    told: dict[str, Any] = {"place": wish.place, "radius": wish.radius, "height": wish.height}
    if wish.index is None:
        told |= {"kind": wish.kind, "looks": _new_looks(now.stones)}
        return Stone(**told)
    before = _known(now.stones, wish.index, "obstacle")
    if before.kind != wish.kind:
        raise ValueError(f"obstacle {wish.index} is a {before.kind}, not a {wish.kind}")
    return before.model_copy(update=told)


def _plant(now: Furniture, wish: Put) -> Plant:
    if wish.index is None:
        told: dict[str, Any] = {
            "kind": wish.kind,
            "place": wish.place,
            "leaves": LEAVES,
            "height": (SHORTEST * wish.height, wish.height),
            "looks": _new_looks(now.plants),
        }
        return Plant(**told)
    before = _known(now.plants, wish.index, "seaweed")
    if before.kind != wish.kind:
        raise ValueError(f"seaweed {wish.index} is {before.kind}, not {wish.kind}")
    shortest, longest = before.height
    height = (round(shortest / longest * wish.height, 4), wish.height)
    return before.model_copy(update={"place": wish.place, "height": height})


def _put(things: tuple[T, ...], wish: Put, thing: T) -> tuple[T, ...]:
    at = len(things) if wish.index is None else wish.index
    return (*things[:at], thing, *things[at + 1 :])


def _without(things: tuple[T, ...], index: int, what: str) -> tuple[T, ...]:
    _known(things, index, what)
    return (*things[:index], *things[index + 1 :])


def _known(things: tuple[T, ...], index: int, what: str) -> T:
    if index >= len(things):
        there = f"0 to {len(things) - 1}" if things else "none"
        raise ValueError(f"there is no {what} {index}; there are {there}")
    return things[index]


def _new_looks(things: tuple[Stone, ...] | tuple[Plant, ...]) -> int:
    """That nobody has; the same for the same things, for a recording does it again."""
    taken = {thing.looks for thing in things}
    return next(looks for looks in range(len(taken) + 1) if looks not in taken)


def _with(now: Furniture, **other: Any) -> Furniture:
    return now.model_copy(update=other)
