"""Handovers and intents: what does not fit is refused by name."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from motorium.contracts.motor import Handover, Intent

POINTS, MUSCLES, FORESEEN = 5, 2, 3


def intent(count: int) -> Intent:
    each = np.arange(count, dtype=np.float64)
    coming = np.arange(count * FORESEEN * POINTS * 3, dtype=np.float64)
    return Intent(
        headings=each,
        drives=each + 0.1,
        turn_angles=each + 0.2,
        turn_seconds=each - 1,
        turn_speeds=each + 0.4,
        coming=coming.reshape(count, FORESEEN, POINTS, 3),
        borrowed=np.arange(count * 2 * POINTS * 3, dtype=np.float64).reshape(count, 2, POINTS, 3),
        borrowed_contraction=np.arange(count * MUSCLES, dtype=np.float64).reshape(count, MUSCLES),
    )


def handover(count: int, about: Intent | None) -> Handover:
    draw = np.random.default_rng(0)
    return Handover(
        positions=draw.normal(size=(count, 3)),
        orientations=draw.normal(size=(count, 4)),
        velocities=draw.normal(size=(count, 3)),
        angular_velocities=draw.normal(size=(count, 3)),
        nodes=draw.normal(size=(count, POINTS, 3)),
        node_velocities=draw.normal(size=(count, POINTS, 3)),
        contraction=draw.normal(size=(count, MUSCLES)),
        phase=draw.normal(size=count),
        intent=about,
    )


PARTS = [part.name for part in fields(Intent)]


def test_rows_are_taken_of_every_part() -> None:
    given = handover(4, intent(4))
    some = np.array([3, 1])
    taken = given.rows(some)
    assert taken.intent is not None
    for name, array in given.arrays.items():
        assert np.array_equal(getattr(taken, name), array[some])
    for name in PARTS:
        assert np.array_equal(getattr(taken.intent, name), getattr(given.intent, name)[some])


def test_nobody_and_those_about_nothing() -> None:
    assert handover(4, None).rows(np.array([2])).intent is None
    nobody = handover(4, intent(4)).rows(np.zeros(0, dtype=np.intp))
    assert len(nobody.positions) == 0
    assert nobody.intent is not None
    assert nobody.intent.coming.shape == (0, FORESEEN, POINTS, 3)


@pytest.mark.parametrize("name", PARTS)
def test_an_intent_of_others_is_refused(name: str) -> None:
    short = replace(intent(4), **{name: getattr(intent(4), name)[:3]})
    with pytest.raises(ValueError, match=f"handover of 4: {name} has 3 rows"):
        handover(4, short)


@pytest.mark.parametrize("name", PARTS)
def test_an_intent_that_is_not_finite_is_refused(name: str) -> None:
    about = intent(2)
    getattr(about, name).flat[-1] = np.nan
    with pytest.raises(ValueError, match=f"handover: {name} is not finite"):
        handover(2, about)


def test_an_intent_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=r"drives has rows of shape \(2,\), not \(\)"):
        handover(3, replace(intent(3), drives=np.zeros((3, 2))))
    fewer = np.zeros((3, FORESEEN, POINTS - 1, 3))
    with pytest.raises(ValueError, match=r"coming has rows of shape \(3, 4, 3\), not \(3, 5, 3\)"):
        handover(3, replace(intent(3), coming=fewer))


def test_whatever_number_of_frames_may_be_foreseen() -> None:
    given = handover(3, replace(intent(3), coming=np.zeros((3, 0, POINTS, 3))))
    assert given.intent is not None
    assert given.intent.coming.shape[1] == 0
