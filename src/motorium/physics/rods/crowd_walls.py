"""Walls around a crowd of puppets, a vector of figures at a time."""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

from motorium.physics.rods.crowd_layout import Array, constant
from motorium.physics.simd import Lanes, choose, inverse_sqrt, maximum, minimum, where_positive

__all__ = ["bounced"]


@register_jitable
def bounced(
    lanes: Lanes,
    like: Array,
    bounce: Any,
    friction: Any,
    low: Any,
    high: Any,
    push: Any,
    x: Any,
    v: Any,
) -> Any:
    """Where points are and how fast, triples, after walls have thrown them back; push: what two
    steps of force make of a velocity. See `physics.rods.walls.bounce_off`."""
    for axis in range(3):
        x, v = _bounced_off(lanes, like, bounce, friction, low[axis], high[axis], push[axis], x, v)
        # Round about, so that the next axis is the first.
        x, v = (x[1], x[2], x[0]), (v[1], v[2], v[0])
    return x, v


@register_jitable
def _bounced_off(
    lanes: Lanes,
    like: Array,
    bounce: Any,
    friction: Any,
    low: Any,
    high: Any,
    push: Any,
    x: Any,
    v: Any,
) -> Any:
    """Off the two walls across the first axis."""
    zero, one = constant(lanes, like, 0.0), constant(lanes, like, 1.0)
    across, below, above = v[0], low - x[0], x[0] - high
    beyond = choose(below, zero - below, above)
    speed = maximum(across, zero - across)
    kept = choose(speed - maximum(push, zero - push), bounce, zero)
    back = choose(below, low, high) - kept * beyond
    place = choose(maximum(below, above), minimum(maximum(back, low), high), x[0])
    hits = where_positive(maximum(below, above), across * beyond)
    along = v[1] * v[1] + v[2] * v[2]
    rubbed = friction * (one + kept) * speed
    left = maximum(one - rubbed * inverse_sqrt(maximum(along, constant(lanes, like, 1e-30))), zero)
    left = choose(hits, left, one)
    turned = choose(hits, zero - kept * across, across)
    return (place, x[1], x[2]), (turned, left * v[1], left * v[2])
