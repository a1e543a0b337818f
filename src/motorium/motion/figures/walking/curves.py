"""Smooth curves that gaits are made of: polynomials that join with their speed and acceleration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from motorium.contracts.frames import Floats
from motorium.motion.figures.ways import eased

__all__ = [
    "State",
    "bisected",
    "bump",
    "ease",
    "joined",
    "soft_least",
    "soft_most",
    "still",
    "through",
]


class State(NamedTuple):
    """A value, how fast it changes, and how fast that changes; numbers or arrays."""

    value: Floats
    rate: Floats
    gain: Floats


def still(value: Floats | float) -> State:
    """A value that does not change."""
    held = np.asarray(value, dtype=np.float64)
    return State(held, np.zeros_like(held), np.zeros_like(held))


def through(
    times: Floats,
    span: tuple[float, float],
    begin: State,
    end: State,
    way: Sequence[tuple[float, float]] = (),
) -> Floats:
    """A polynomial over a span of time with given states at both ends and way points between them
    (share of the span, value); shape (times, ...)."""
    begun, ended = span
    length = ended - begun
    degree = 6 + len(way)
    powers = np.arange(degree)
    rows = [_row(0.0, degree, order) for order in range(3)]
    rows += [_row(1.0, degree, order) for order in range(3)]
    rows += [np.float64(share) ** powers.astype(np.float64) for share, _ in way]
    scales = (1.0, length, length * length)
    sides: list[Floats] = []
    for state in (begin, end):
        sides += [part * scale for part, scale in zip(state, scales, strict=True)]
    sides += [np.full(np.shape(begin.value), value) for _, value in way]
    known = np.stack(sides)
    flat = known.reshape(degree, -1)
    coefficients = np.linalg.solve(np.array(rows, dtype=np.float64), flat)
    share = (times - begun) / length
    values: Floats = (share[:, np.newaxis] ** powers) @ coefficients
    return values.reshape(len(times), *known.shape[1:])


def joined(times: Floats, knots: Sequence[float], states: Sequence[State]) -> Floats:
    """Polynomials from each state to the next, and standing still before the first and after the
    last; shape (times, ...)."""
    values = np.empty((len(times), *np.shape(states[0].value)))
    values[times <= knots[0]] = states[0].value
    values[times >= knots[-1]] = states[-1].value
    for number in range(len(knots) - 1):
        span = knots[number], knots[number + 1]
        within = (times > span[0]) & (times < span[1])
        values[within] = through(times[within], span, states[number], states[number + 1])
        values[times == span[0]] = states[number].value
    return values


def ease(times: Floats, begun: float, ended: float) -> Floats:
    """From 0 to 1, beginning and ending gently."""
    return eased((times - begun) / (ended - begun))


def bump(
    times: Floats, begun: float, ended: float, rises: float = 3.0, falls: float = 3.0
) -> Floats:
    """From 0 to 1 and back; the steeper it rises, the later it is up, and the other way round."""
    share = np.clip((times - begun) / (ended - begun), 0.0, 1.0)
    peak = rises / (rises + falls)
    values: Floats = share**rises * (1.0 - share) ** falls / (peak**rises * (1.0 - peak) ** falls)
    return values


def bisected(rising: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that rises is 0."""
    for _ in range(50):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if rising(middle) > 0.0 else (middle, high)
    return 0.5 * (low + high)


def soft_least(values: Floats, softness: Floats | float) -> Floats:
    """Over the first axis: a little below the least of them, without a kink where another one
    becomes it."""
    least = values.min(axis=0)
    parts = np.exp((least - values) / softness)
    found: Floats = least - softness * np.log(parts.sum(axis=0))
    return found


def soft_most(values: Floats, softness: Floats | float) -> Floats:
    """Over the first axis: a little above the greatest of them, without a kink."""
    return -soft_least(-values, softness)


def _row(share: float, degree: int, order: int) -> Floats:
    row = np.zeros(degree)
    for power in range(order, degree):
        factor = float(np.prod(np.arange(power - order + 1, power + 1))) if order else 1.0
        row[power] = factor * share ** (power - order)
    return row
