"""Remote entities appear, are followed without a jump, and go."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from motorium.contracts.frames import Floats
from motorium.wire.dis.appearance import DEACTIVATED, FROZEN, lifeform_of
from motorium.wire.dis.dead_reckoning import reckoned
from motorium.wire.dis.entities import CONVERGENCE, Entities
from motorium.wire.dis.geodesy import euler_axes
from motorium.wire.dis.kinds import SOLDIER, SUBMARINE, fish_type
from motorium.wire.dis.pdu import EntityKey, EntityState, encode
from motorium.wire.dis.timestamps import timestamp_of
from tests.wire.dis.material import FRAME, ORIGIN, rows, soldier

NOW = 1.75e9
EAST = (2.0, 0.0, 0.0)


def told(*packets: EntityState | bytes, **options: Any) -> Entities:
    entities = Entities(ORIGIN, **options)
    entities.take(*rows(*packets))
    return entities


def test_somebody_appears_as_he_was_told_of() -> None:
    state = soldier(5, (3.0, 4.0, 1.0), (0.0, 1.5, 0.0), math.radians(100), "kneeling firing")
    entities = told(state)
    assert len(entities) == 1
    assert entities.changes() == ([0], [])
    assert entities.changes() == ([], [])
    assert entities.keys == [EntityKey(3, 7, 5)]
    assert entities.markings == ["SOLDIER 5"]
    assert entities.find(EntityKey(3, 7, 5)) == 0
    assert entities.find(EntityKey(3, 7, 6)) is None
    one = entities[0]
    assert one.position == pytest.approx((3.0, 4.0, 1.0), abs=1e-6)
    assert one.velocity == pytest.approx((0.0, 1.5, 0.0), abs=1e-6)
    assert math.degrees(one.heading) == pytest.approx(100.0, abs=1e-4)
    assert (one.entity_type.kind, one.force) == (3, 1)
    # It moves, so that its state is one of locomotion.
    assert one.posture == "standing firing"
    assert one.armed
    assert one.firing
    entities.advance(2.0)
    assert entities[0].position == pytest.approx((3.0, 7.0, 1.0), abs=1e-5)


def test_the_same_numbers_in_two_exercises_are_two_entities() -> None:
    entities = told(soldier(1), soldier(1, (9.0, 0.0, 0.0), exercise=200, marking="OTHER"))
    assert [(one.exercise, one.marking) for one in entities] == [(1, "SOLDIER 1"), (200, "OTHER")]
    assert entities.keys == 2 * [EntityKey(3, 7, 1)]
    assert entities.find(EntityKey(3, 7, 1)) == entities.find(EntityKey(3, 7, 1), 1) == 0
    assert entities.find(EntityKey(3, 7, 1), 200) == 1
    assert entities.find(EntityKey(3, 7, 1), 2) is None
    # One of them goes.
    entities.take(*rows(soldier(1, exercise=200, appearance=1 << 23)))
    assert [one.exercise for one in entities] == [1]


def test_postures_of_people_alone() -> None:
    kinds = (SOLDIER, SUBMARINE, fish_type("herring"))
    entities = told(
        *(soldier(n, posture="kneeling firing", entity_type=kind) for n, kind in enumerate(kinds))
    )
    assert [one.posture for one in entities] == ["kneeling firing", "", ""]
    assert entities.lifeforms[entities.living].tolist() == [True, False, True]
    assert entities.people[entities.living].tolist() == [True, False, False]
    assert [one.firing for one in entities] == [True, False, False]


def test_a_posture_changes_with_the_next_packet() -> None:
    entities = told(soldier(1))
    for posture in ("kneeling deployed", "prone firing", "crawl", "dead"):
        entities.take(*rows(soldier(1, posture=posture)))
        assert entities[0].posture == posture
    assert len(entities) == 1


def test_who_is_silent_is_gone_after_twelve_seconds() -> None:
    entities = told(soldier(1), soldier(2))
    entities.changes()
    entities.advance(11.9)
    entities.take(*rows(soldier(2)))
    entities.advance(0.2)
    assert entities.changes() == ([], [0])
    assert [one.key.entity for one in entities] == [2]
    assert 0 not in entities
    with pytest.raises(KeyError, match="no entity has id 0; 1 are there"):
        entities[0]
    # Whoever comes back is another.
    entities.take(*rows(soldier(1)))
    assert entities.changes() == ([2], [])


def test_who_is_deactivated_is_gone_at_once() -> None:
    last = replace(soldier(1), appearance=lifeform_of("dead").bits | DEACTIVATED)
    entities = told(soldier(1), soldier(2), last)
    assert entities.changes() == ([1], [])
    assert entities.take(*rows(last)) == 0
    # In one batch: gone, and another in its place, and then itself again.
    entities.take(*rows(replace(last, key=EntityKey(3, 7, 2)), soldier(3), soldier(2)))
    assert sorted(one.key.entity for one in entities) == [2, 3]
    assert entities.changes() == ([2, 3], [1])


def test_who_is_frozen_stays() -> None:
    frozen = lifeform_of("standing deployed").bits | FROZEN
    entities = told(replace(soldier(1, velocity=EAST), appearance=frozen))
    entities.advance(3.0)
    assert entities[0].position == pytest.approx((0.0, 0.0, 0.0), abs=1e-6)
    assert entities[0].velocity == (0.0, 0.0, 0.0)
    assert entities[0].frozen
    entities.take(*rows(soldier(1, velocity=EAST)))
    entities.advance(3.0)
    assert entities[0].position[0] == pytest.approx(6.0, abs=0.01)


def test_other_exercises_and_ourselves_are_left_out() -> None:
    entities = told(
        soldier(1, exercise=4),
        soldier(2, exercise=5),
        soldier(3, exercise=4, key=EntityKey(9, 9, 3)),
        exercise=4,
        own=(9, 9),
    )
    assert [one.key.entity for one in entities] == [1]
    assert entities.refused == {"of another exercise": 1, "sent by ourselves": 1}
    assert entities.packets == 1


def test_there_is_room_for_so_many() -> None:
    entities = told(*(soldier(n) for n in range(1, 6)), capacity=3)
    assert [one.key.entity for one in entities] == [1, 2, 3]
    assert entities.refused == {"of an entity for which there is no room": 2}
    assert entities.problem == (
        "there is room for 3 entities, and all of it is taken; 2 PDUs of others were left out"
    )
    entities.advance(13.0)
    assert entities.problem == ""
    entities.take(*rows(soldier(4)))
    assert [one.key.entity for one in entities] == [4]


@pytest.mark.parametrize("model", range(1, 10))
def test_everybody_is_shown_as_he_is_dead_reckoned(model: int) -> None:
    """Local and geocentric frames, and both body frames, give one motion."""
    state = soldier(
        1,
        (20.0, -7.0, 2.0),
        velocity=(1.0, 2.0, 0.5),
        model=model,
        orientation=(0.4, -0.3, 0.9),
        acceleration=(0.3, -0.2, 0.1),
        angular_velocity=(0.2, 0.5, -0.4),
    )
    entities = told(state)
    for _ in range(90):
        entities.advance(FRAME)
    told_of = ("location", "velocity", "acceleration")
    place, velocity, acceleration = (np.array(getattr(state, name)) for name in told_of)
    axes = euler_axes(np.array(state.orientation))
    spin = np.array(state.angular_velocity)
    one = reckoned(model, 1.5, place, velocity, acceleration, axes, spin)
    np.testing.assert_allclose(
        entities.positions[0], ORIGIN.to_local(one.position), rtol=0.0, atol=1e-6
    )
    forward = ORIGIN.turn_to_local(one.axes[:, 0])
    assert entities.headings[0] == pytest.approx(math.atan2(forward[1], forward[0]), abs=1e-6)


# ---------------------------------------------------------------- corrections


def path(entities: Entities, frames: int) -> tuple[Floats, Floats, Floats]:
    """Places, velocities and headings of the first entity, a row a frame."""
    found = []
    for _ in range(frames):
        entities.advance(FRAME)
        found.append((*entities.positions[0], *entities.velocities[0], entities.headings[0]))
    table = np.array(found)
    return table[:, :3], table[:, 3:6], table[:, 6]


def test_a_correction_is_smooth_and_over_in_time() -> None:
    entities = told(soldier(1, velocity=EAST))
    before, fast, _ = path(entities, 60)
    # He is 1.5 m to the left of where we have him, turned, and slower.
    entities.take(*rows(soldier(1, (2.0, 1.5, 0.0), (1.0, 0.0, 0.0), heading=0.8)))
    after, slow, headings = path(entities, 150)
    places = np.vstack([before, after])
    velocities = np.vstack([fast, slow])
    steps = np.diff(places, axis=0) / FRAME
    # Neither place nor velocity jumps: both change by no more than acceleration allows.
    stiff = 6.64 / CONVERGENCE
    hardest = stiff * stiff * 1.5 + 2.0 * stiff * 1.0
    assert np.linalg.norm(np.diff(velocities, axis=0), axis=1).max() < 1.2 * hardest * FRAME
    assert np.linalg.norm(steps - velocities[1:], axis=1).max() < hardest * FRAME
    assert np.abs(np.diff(headings)).max() < 0.8 * stiff * FRAME
    over = round(CONVERGENCE / FRAME)
    wanted = np.array([2.0, 1.5, 0.0]) + np.outer((np.arange(150) + 1) * FRAME, [1.0, 0.0, 0.0])
    off = np.linalg.norm(after - wanted, axis=1)
    assert off[0] > 1.2
    assert off[over] < 0.03
    assert off[-1] < 1e-4
    assert np.diff(off[5:over]).max() < 0.0
    assert headings[-1] == pytest.approx(0.8, abs=1e-4)


def test_the_velocity_shown_goes_over_into_the_new_one() -> None:
    entities = told(soldier(1, velocity=EAST))
    path(entities, 30)
    shown = entities.velocities[0].copy()
    place = entities.positions[0].copy()
    entities.take(*rows(soldier(1, (1.0, 0.3, 0.0), (0.0, 0.0, 0.0))))
    np.testing.assert_allclose(entities.velocities[0], shown, atol=1e-12)
    np.testing.assert_allclose(entities.positions[0], place, atol=1e-12)
    assert not entities.told_velocities[0].any()
    entities.advance(5.0)
    np.testing.assert_allclose(entities.velocities[0], 0.0, atol=1e-9)


def test_packets_that_come_while_a_correction_lasts_need_no_case() -> None:
    """Five a second, each off a little: shown without any jump, and near the truth."""
    draw = np.random.default_rng(4)
    entities = told(soldier(1, velocity=EAST))
    velocities, off = [], []
    for second in np.arange(1, 100) * 0.2:
        place = (2.0 * second, float(draw.normal(0.0, 0.1)), 0.0)
        entities.take(*rows(soldier(1, place, (2.0, float(draw.normal(0.0, 0.1)), 0.0))))
        for frame in range(12):
            entities.advance(FRAME)
            velocities.append(entities.velocities[0].copy())
            off.append(entities.positions[0, 0] - 2.0 * (second + (frame + 1) * FRAME))
    assert np.linalg.norm(np.diff(velocities, axis=0), axis=1).max() < 1.0
    assert np.abs(off[60:]).max() < 0.45


def test_who_was_put_elsewhere_is_there_at_once() -> None:
    entities = told(soldier(1, velocity=EAST), jump=5.0)
    path(entities, 60)
    entities.take(*rows(soldier(1, (2.0, 5.1, 0.0), EAST)))
    assert entities[0].position == pytest.approx((2.0, 5.1, 0.0), abs=1e-5)
    entities.take(*rows(soldier(1, (2.0, 1.0, 0.0), EAST)))
    assert entities[0].position == pytest.approx((2.0, 5.1, 0.0), abs=1e-5)


def test_without_convergence_everybody_jumps() -> None:
    entities = told(soldier(1), convergence=0.0)
    entities.take(*rows(soldier(1, (1.0, 0.0, 0.0), heading=1.0)))
    assert entities[0].position == pytest.approx((1.0, 0.0, 0.0), abs=1e-6)
    assert entities[0].heading == pytest.approx(1.0, abs=1e-6)


def test_turns_are_made_the_short_way() -> None:
    entities = told(soldier(1, heading=3.0))
    entities.take(*rows(soldier(1, heading=-3.0)))
    _, _, headings = path(entities, 60)
    assert np.abs(headings).min() > 2.9


# ---------------------------------------------------------------- delays


def test_what_was_under_way_is_added() -> None:
    state = soldier(1, velocity=EAST, timestamp=timestamp_of(NOW - 0.25))
    for compensates, expected in ((True, 0.6), (False, 0.0)):
        entities = Entities(ORIGIN, compensates=compensates)
        # A quarter of a second on the way, and 50 ms in the rows.
        entities.take(*rows(state), received=np.array([NOW]), now=NOW + 0.05)
        assert entities[0].position[0] == pytest.approx(expected, abs=1e-4)


def test_what_was_overtaken_changes_nothing() -> None:
    newer = soldier(1, (5.0, 0.0, 0.0), timestamp=timestamp_of(NOW))
    older = soldier(1, (4.0, 0.0, 0.0), posture="dead", timestamp=timestamp_of(NOW - 0.1))
    entities = Entities(ORIGIN)
    assert entities.take(*rows(newer, older), received=np.array([NOW, NOW]), now=NOW) == 1
    assert entities[0].position[0] == pytest.approx(5.0, abs=1e-5)
    assert entities[0].posture == "standing deployed"
    assert entities.refused == {"overtaken by a later one": 1}


def test_more_packets_than_a_batch_holds() -> None:
    packets = [encode(soldier(n % 50 + 1, (n / 100, 0.0, 0.0))) for n in range(3000)]
    entities = Entities(ORIGIN, convergence=0.0)
    assert entities.take(*rows(*packets)) == 3000
    assert len(entities) == 50
    assert entities[0].position[0] == pytest.approx(29.5, abs=1e-5)


@pytest.mark.parametrize("options", [{"capacity": 0}, {"timeout": 0.0}, {"jump": math.nan}])
def test_senseless_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(options))}|room"):
        Entities(ORIGIN, **options)
    with pytest.raises(ValueError, match="time passes by -1"):
        Entities(ORIGIN).advance(-1.0)
