"""What hands did is noted, thinned, and done again to the byte; scripts move points."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.bodies.puppet.document import PuppetDocument
from motorium.bodies.puppet.files import load_puppet, parse_puppet, puppet_text
from motorium.world.theatre import takes
from motorium.world.theatre.paths import Course, thinned
from motorium.world.theatre.theatre import Theatre
from tests.world.theatre.puppets import NO_GRAVITY, ball, stick

FRAMES = 90


def recorded(scheme: str = "mended") -> tuple[Theatre, np.ndarray]:
    """The person, waved about and thrown; and where its points were [m], (FRAMES, points, 3)."""
    theatre = Theatre(load_puppet("person"))
    theatre.set_stage(scheme=scheme, steps=2)
    for _ in range(10):
        theatre.advance()
    theatre.record()
    theatre.grab("head", [0.0, 1.7])
    seen = []
    for frame in range(FRAMES):
        if frame < 60:
            theatre.carry("head", [0.4 * np.sin(frame / 9), 1.7 + 0.002 * frame])
        if frame == 60:
            theatre.let_go("head")
        if frame == 75:
            theatre.grab("left hand", [0.2, 1.5])
        theatre.advance()
        seen.append(theatre.positions.copy())
    theatre.record(False)
    return theatre, np.array(seen)


def looped(theatre: Theatre, frames: int) -> list[bytes]:
    theatre.loop()
    seen = []
    for _ in range(frames):
        theatre.advance()
        seen.append(
            theatre.positions.tobytes() + theatre.momenta.tobytes() + theatre.skin.tobytes()
        )
    return seen


@pytest.mark.parametrize("scheme", ["mended", "newton"])
def test_a_loop_is_the_same_to_the_byte(scheme: str) -> None:
    theatre, _ = recorded(scheme)
    theatre.leave("alone")
    seen = looped(theatre, 3 * FRAMES)
    assert seen[:FRAMES] == seen[FRAMES : 2 * FRAMES] == seen[2 * FRAMES :]
    assert len(set(seen)) == FRAMES
    # And so it is when the file is read elsewhere.
    again = Theatre(parse_puppet(puppet_text(theatre.document), "take.toml"))
    assert looped(again, 2 * FRAMES) == seen[: 2 * FRAMES]


def test_a_loop_in_space_is_the_same_to_the_byte() -> None:
    """Parts whose points are in a line remember how they were turned: a loop forgets it."""
    theatre = Theatre(load_puppet("ragdoll"))
    middle = theatre.positions.mean(axis=0)
    theatre.grab(0, middle)
    theatre.record()
    for frame in range(40):
        theatre.carry(0, middle + 0.3 * np.array([np.sin(frame / 6), np.cos(frame / 5), 0.5]))
        theatre.advance()
    theatre.record(False)
    theatre.leave("alone")
    seen = looped(theatre, 80)
    assert seen[:40] == seen[40:]


def test_a_loop_does_what_was_done() -> None:
    """Hands within the millimetre that is kept; the whole of it soon after within centimetres."""
    theatre, seen = recorded()
    theatre.leave("alone")
    theatre.loop()
    for frame in range(FRAMES):
        theatre.advance()
        apart = np.linalg.norm(theatre.positions - seen[frame], axis=1)
        if frame < 60:
            assert apart[0] < 1.1e-3
        if frame < 30:
            assert apart.max() < 0.02


def test_a_take_is_few_keys_of_its_document() -> None:
    theatre, _ = recorded()
    take, (head, hand) = theatre.document.take, theatre.document.path
    assert take is not None
    assert take.seconds == FRAMES / 60
    assert (head.point, hand.point) == ("head", "left hand")
    assert not head.loop
    assert head.keys[0][0] == pytest.approx(1 / 60, abs=1e-6)
    assert head.keys[-1][0] == pytest.approx(1.0, abs=1e-6)
    # It was waved about; then something was held still.
    assert 20 < len(head.keys) < 60
    assert len(hand.keys) < 12
    theatre.undo()
    assert theatre.document.take is None
    assert theatre.document.path == []
    with pytest.raises(ValueError, match="there is no take to loop: record one first"):
        theatre.loop()
    theatre.redo()
    theatre.loop()
    assert theatre.looping
    theatre.undo()
    assert not theatre.looping


def test_after_a_loop_hands_are_free_again() -> None:
    theatre, _ = recorded()
    theatre.leave("alone")
    theatre.loop()
    for _ in range(10):
        theatre.advance()
    assert theatre.seconds == pytest.approx(10 / 60)
    theatre.loop(False)
    for _ in range(60):
        theatre.advance()
    # Nobody holds the head any longer: it has fallen.
    assert theatre.positions[0, 2] < 1.2


def test_while_it_records_nothing_else_changes() -> None:
    theatre = Theatre(stick())
    theatre.pin("high")
    theatre.record()
    changes = (
        theatre.undo,
        theatre.redo,
        theatre.rest,
        theatre.loop,
        lambda: theatre.build(ball()),
        lambda: theatre.set_stage(bounce=0.1),
    )
    for change in changes:
        with pytest.raises(ValueError, match="a recording is under way: end it first"):
            change()
    theatre.advance()
    theatre.record(False)
    assert theatre.document.take is not None


def test_nothing_that_was_recorded_is_said() -> None:
    theatre = Theatre(stick())
    theatre.playing = False
    theatre.record()
    theatre.advance()
    with pytest.raises(ValueError, match="nothing was recorded"):
        theatre.record(False)
    assert not theatre.recording


def test_a_take_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takes, "LONGEST_TAKE", 60)
    theatre = Theatre(stick())
    theatre.record()
    for _ in range(70):
        theatre.advance()
    assert not theatre.recording
    assert theatre.document.take is not None
    assert theatre.document.take.seconds == 1.0
    assert "1 s long" in theatre.told[0]


def test_a_take_of_many_grips_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takes, "MOST_GRIPS", 3)
    theatre = Theatre(ball())
    theatre.record()
    for frame in range(20):
        (theatre.let_go if frame % 2 else lambda point: theatre.grab(point, [0.3, 1.5]))("ball")
        theatre.advance()
    assert not theatre.recording
    assert len(theatre.document.path) == 3
    assert "grabbed 3 times; what was recorded is the take" in theatre.told[0]


def test_nobody_at_all_can_be_recorded_and_looped() -> None:
    theatre = Theatre(PuppetDocument(format=1))
    theatre.record()
    for _ in range(5):
        theatre.advance()
    theatre.record(False)
    theatre.loop()
    for _ in range(20):
        theatre.advance()
    assert theatre.looping


def test_a_take_begins_when_who_stands_is_taken() -> None:
    theatre = Theatre(stick())
    theatre.poise()
    theatre.record()
    for _ in range(30):
        theatre.advance()
    theatre.grab("high", [0.3, 1.6])
    for _ in range(12):
        theatre.advance()
    theatre.let_go("high")
    theatre.record(False)
    take = theatre.document.take
    assert take is not None
    assert take.seconds == pytest.approx(12 / 60)
    assert take.positions[1][2] == 1.5
    theatre.poise()
    theatre.record()
    theatre.advance()
    with pytest.raises(ValueError, match="nothing was recorded: it stood still all the time"):
        theatre.record(False)


def test_a_take_that_cannot_be_kept_is_told_and_nothing_else_happens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(takes, "LONGEST_TAKE", 10)
    theatre = Theatre(ball())
    theatre.momenta[0] = 5000.0 * theatre.puppet.masses[0]
    theatre.record()
    for _ in range(20):
        theatre.advance()
    assert not theatre.recording
    assert theatre.document.take is None
    assert "could not be kept: " in theatre.told[0]


def test_a_point_can_be_grabbed_twice() -> None:
    theatre = Theatre(ball())
    theatre.record()
    for frame in range(60):
        if frame in (5, 40):
            theatre.grab("ball", [0.3, 1.5])
        if frame in (20, 41):
            theatre.let_go("ball")
        theatre.advance()
    theatre.record(False)
    spans = [(path.keys[0][0], path.keys[-1][0]) for path in theatre.document.path]
    assert spans == [
        pytest.approx((6 / 60, 20 / 60), abs=1e-6),
        pytest.approx((41 / 60, 41 / 60), abs=1e-6),
    ]
    seen = looped(theatre, 120)
    assert seen[:60] == seen[60:]


# ---------------------------------------------------------------- scripts


def test_a_script_moves_its_point_for_ever() -> None:
    keys = [[0.0, -0.5, 1.5], [0.5, 0.5, 1.5], [1.0, -0.5, 1.5]]
    theatre = Theatre(ball(path=[{"point": "ball", "keys": keys}]))
    for frame in range(1, 200):
        theatre.advance()
        if frame > 10:
            phase = (frame / 60) % 1.0
            x = -0.5 + 2.0 * phase if phase < 0.5 else 1.5 - 2.0 * phase
            assert theatre.positions[0] == pytest.approx([x, 0.0, 1.5], abs=1e-9)
    assert theatre.held == []


def test_a_script_that_ends_lets_go() -> None:
    keys = [[0.5, 0.0, 1.5], [1.0, 0.5, 1.5]]
    path = {"point": "ball", "keys": keys, "loop": False}
    theatre = Theatre(ball(path=[path], stage=NO_GRAVITY))
    for _ in range(60):
        theatre.advance()
    assert theatre.positions[0] == pytest.approx([0.5, 0.0, 1.5], abs=1e-9)
    theatre.advance()
    assert theatre.momenta[0] == pytest.approx([1.0, 0.0, 0.0], abs=1e-9)
    theatre.rest()
    for _ in range(60):
        theatre.advance()
    assert theatre.positions[0] == pytest.approx([0.5, 0.0, 1.5], abs=1e-9)


@pytest.mark.parametrize("taken", [False, True])
def test_scripts_go_on_in_takes_unless_a_hand_had_their_point(taken: bool) -> None:
    keys = [[0.0, 0.0, 1.5], [0.25, 0.2, 1.5], [0.5, 0.0, 1.5]]
    theatre = Theatre(stick(path=[{"point": "high", "keys": keys}]))
    for _ in range(17):
        theatre.advance()
    theatre.record()
    theatre.grab("high" if taken else "low", [0.3, 1.2])
    for _ in range(45):
        theatre.advance()
    theatre.record(False)
    theatre.leave("alone")
    assert {(path.point, path.loop) for path in theatre.document.path} == (
        {("high", False)} if taken else {("low", False), ("high", True)}
    )
    seen = looped(theatre, 90)
    assert seen[:45] == seen[45:]


def test_courses_between_keys_and_beyond() -> None:
    times, places = np.array([0.5, 1.0]), np.array([[0.0, 0, 0], [1.0, 0, 2.0]])
    once, ever = (Course(0, times, places, loops) for loops in (False, True))
    assert once.place(0.4) is None
    assert once.place(1.1) is None
    for course in (once, ever):
        middle = course.place(0.75)
        assert middle is not None
        assert middle == pytest.approx([0.5, 0.0, 1.0])
    home = ever.place(1.25)
    assert home is not None
    assert home == pytest.approx([0.5, 0.0, 1.0])
    still = Course(0, np.array([0.0]), np.array([[1.0, 2.0, 3.0]]), True).place(7.0)
    assert still is not None
    assert still == pytest.approx([1.0, 2.0, 3.0])


@given(
    rows=st.lists(st.tuples(*[st.floats(-1.0, 1.0)] * 3), min_size=1, max_size=60),
    tolerance=st.sampled_from([1e-3, 0.1, 0.5]),
)
@settings(max_examples=150, deadline=None)
def test_thinned_keys_say_the_same(
    rows: list[tuple[float, float, float]], tolerance: float
) -> None:
    times, places = np.arange(len(rows)) / 60, np.array(rows)
    kept = thinned(times, places, tolerance)
    assert {0, len(rows) - 1, max(len(rows) - 2, 0)} <= set(kept.tolist())
    between = np.array([np.interp(times, times[kept], places[kept, k]) for k in range(3)]).T
    assert np.linalg.norm(between - places, axis=1).max() <= tolerance + 1e-12


def test_a_straight_line_is_three_keys() -> None:
    times = np.arange(100) / 60
    places = np.outer(times, [1.0, 2.0, 3.0])
    assert thinned(times, places, 1e-3).tolist() == [0, 98, 99]
