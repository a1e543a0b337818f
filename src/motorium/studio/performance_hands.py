"""Pages' hands on the Performance stage: one each, which takes a double by a part and pulls it."""

from __future__ import annotations

from motorium.wire.performing.wishes import Pull, Release, Take
from motorium.world.performance.performance import Performance

__all__ = ["grant", "let_go"]


def grant(performance: Performance, page: object, wish: Take | Pull | Release) -> None:
    """Take somebody, move the hand that has him, or open it."""
    match wish:
        case Take(performer=number, part=part, place=place):
            performance.motor.take(page, performance.slot(number), part, place)
        case Pull(place=place):
            performance.motor.continuum.pulling.pull(page, place)
        case Release():
            let_go(performance, page)


def let_go(performance: Performance, page: object) -> None:
    """A page's hand is empty now."""
    performance.motor.continuum.pulling.let_go(page)
