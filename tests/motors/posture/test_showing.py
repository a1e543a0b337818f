"""What is shown: rows, rates and levels; and that what happens does not depend on who watches."""

import numpy as np
import pytest

from motorium.motors.posture.fading import FADE_SECONDS
from motorium.motors.posture.shown import JOINTS, SEGMENTS, sliding_segments
from tests.motors.posture.graphs import Troupe


def test_counts_are_those_of_the_paper() -> None:
    """Granieri et al., Fig. 6."""
    assert SEGMENTS == (69, 19, 12)
    assert JOINTS == (73, 17, 11)
    assert [len(sliding_segments(level)) for level in range(3)] == [3, 3, 0]


@pytest.mark.parametrize(("level", "updates"), [(0, 4380), (1, 510), (2, 165)])
def test_joint_updates_of_a_second(level: int, updates: int) -> None:
    """Granieri et al., section 4.1: 73 joints at 60 Hz, 11 at 15 Hz."""
    troupe = Troupe.of()
    troupe.motor.set_levels(troupe.slots, level)
    troupe.advance(1.0)
    before = troupe.motor.joint_updates
    troupe.posture("crawl")
    troupe.advance(1.0)
    assert troupe.motor.joint_updates - before == updates


def test_rows_of_lower_levels_change_less_often_and_in_turns() -> None:
    troupe = Troupe.of(24)
    troupe.motor.set_levels(troupe.slots, np.repeat([0, 1, 2], 8))
    troupe.ask(speed=1.3)
    troupe.advance(1.0)
    shown = troupe.motor.shown
    level_of = {int(shown.slots[row]): int(shown.levels[row]) for row in range(shown.count)}
    changes = np.zeros((24, 60), dtype=int)
    for frame in range(60):
        before = {int(shown.ids[row]): shown.rotations[row].copy() for row in range(shown.count)}
        troupe.motor.advance(frame)
        for row in range(shown.count):
            who = int(shown.ids[row])
            changed = not np.array_equal(before[who], shown.rotations[row])
            assert changed == (shown.stamps[row] == shown.frame)
            changes[shown.slots[row], frame] = changed
    for slot in range(24):
        assert changes[slot].sum() == (60, 30, 15)[level_of[slot]]
    # In any frame about as many of a level as in any other.
    assert set(changes[8:16].sum(axis=0)) == {4}
    assert set(changes[16:].sum(axis=0)) == {2}


def test_rates_hold_whatever_the_frame_rate() -> None:
    for rate in (144, 50, 20):
        troupe = Troupe.of()
        troupe.motor.set_levels(troupe.slots, 2)
        for _ in range(rate):
            troupe.motor.advance_by(1 / rate)
        before = troupe.motor.joint_updates
        for _ in range(rate):
            troupe.motor.advance_by(1 / rate)
        assert (troupe.motor.joint_updates - before) / 11 == pytest.approx(15, abs=1)


def test_levels_fade_over_and_shares_add_up() -> None:
    troupe = Troupe.of(3)
    shown = troupe.motor.shown
    troupe.motor.set_levels(troupe.slots[:1], 1)
    seen = []
    for frame in range(30):
        troupe.motor.advance(frame)
        mine = np.flatnonzero(shown.ids[: shown.count] == 0)
        assert shown.shares[mine].sum() == pytest.approx(1.0, abs=1e-6)
        seen.append({int(shown.levels[row]): float(shown.shares[row]) for row in mine})
        assert shown.count == 2 + len(mine)
    coming = [one.get(1, 0.0) for one in seen]
    assert coming[0] == 0.0
    assert coming[-1] == 1.0
    assert np.diff(coming).max() <= 1.01 / (60 * FADE_SECONDS)
    assert set(seen[0]) == {0, 1}
    assert set(seen[-1]) == {1}


def test_both_rows_of_a_change_show_the_same_motion() -> None:
    """Landmarks of the two levels are about where the others are."""
    troupe = Troupe.of()
    troupe.ask(speed=1.3)
    troupe.advance(2.0)
    troupe.motor.set_levels(troupe.slots, 1)
    troupe.advance(0.1)
    shown = troupe.motor.shown
    assert shown.count == 2
    off = np.linalg.norm(shown.positions[0] - shown.positions[1])
    assert off < 0.05


def test_who_changes_his_mind_waits_until_the_fade_is_over() -> None:
    troupe = Troupe.of()
    shown = troupe.motor.shown
    draw = np.random.default_rng(4)
    most = 0
    for frame in range(300):
        troupe.motor.set_levels(troupe.slots, int(draw.integers(3)))
        troupe.motor.advance(frame)
        most = max(most, shown.count)
        assert shown.shares[: shown.count].sum() == pytest.approx(1.0, abs=1e-6)
    assert most == 2


def test_outcomes_do_not_depend_on_levels() -> None:
    """Bit for bit: places, headings, velocities, postures, and what becomes of actions."""
    watched, unwatched = Troupe.of(12, variation=1.0), Troupe.of(12, variation=1.0)
    draw = np.random.default_rng(5)
    for frame in range(400):
        wishes = draw.random(4), draw.integers(0, 14, 12), draw.random(12), draw.integers(0, 3, 12)
        (kind, fast, course, turn), postures, who, levels = wishes
        for troupe in (watched, unwatched):
            chosen = troupe.slots[who < 0.03]
            if kind < 0.3:
                troupe.commands.set("speed", chosen, max(0.0, 5.0 * fast - 2.0))
                troupe.commands.set("course", chosen, 6.0 * course - 3.0)
            elif kind < 0.5:
                troupe.commands.set("heading", chosen, 20.0 * turn - 10.0)
                troupe.commands.set("aim", chosen, fast)
            elif kind < 0.6:
                troupe.commands.begin("gesture", chosen, 0)
            else:
                troupe.commands.begin("posture", chosen, postures[who < 0.03])
        watched.motor.set_levels(watched.slots, levels)
        for troupe in (watched, unwatched):
            troupe.motor.advance(frame)
        for name in ("positions", "orientations", "velocities", "angular_velocities"):
            assert np.array_equal(getattr(watched.people, name), getattr(unwatched.people, name))
        assert np.array_equal(watched.motor.state, unwatched.motor.state)
        assert np.array_equal(watched.commands.action_state, unwatched.commands.action_state)
    assert len({watched.motor.posture_name(slot) for slot in range(12)}) > 2


def test_rows_follow_who_comes_and_goes() -> None:
    troupe = Troupe.of(5, capacity=8)
    shown, people = troupe.motor.shown, troupe.people
    draw = np.random.default_rng(6)
    for frame in range(200):
        living = people.ids[people.living]
        if draw.random() < 0.3 and len(living) > 1:
            people.leave([int(draw.choice(living))])
        if draw.random() < 0.3 and len(people) < 8:
            slots = people.enter(1)
            troupe.motor.enter(slots, "standing deployed", [[frame, 0.0, 0.0]], [0.0])
        everybody = people.living
        troupe.motor.set_levels(everybody, draw.integers(0, 3, len(everybody)))
        troupe.motor.advance(frame)
        rows = slice(0, shown.count)
        assert set(shown.ids[rows].tolist()) == set(people.ids[people.living].tolist())
        assert (people.ids[shown.slots[rows]] == shown.ids[rows]).all()
        for who in people.ids[people.living]:
            mine = np.flatnonzero(shown.ids[rows] == who)
            assert shown.shares[mine].sum() == pytest.approx(1.0, abs=1e-6)
            for row in mine:
                off = shown.positions[row, :2] - people.positions[shown.slots[row], :2]
                assert np.linalg.norm(off) < 0.2
        assert shown.row_of(10**6) == -1


def test_levels_that_are_none_are_refused() -> None:
    troupe = Troupe.of()
    for level in (-1, 3):
        with pytest.raises(ValueError, match="levels are 0 to 2"):
            troupe.motor.set_levels(troupe.slots, level)
