"""A puppet on a stage: it falls, is carried, thrown, caught and pinned, and is never lost."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.bodies.puppet.document import PuppetDocument
from motorium.bodies.puppet.files import load_puppet, shipped_puppets
from motorium.contracts.time import FRAME_SECONDS
from motorium.world.theatre.theatre import Theatre
from tests.world.theatre.puppets import NO_GRAVITY, ball, document, stick


def advance(theatre: Theatre, frames: int) -> None:
    for _ in range(frames):
        theatre.advance()


def test_falls_as_worked_by_hand() -> None:
    """p += dt F and then r += dt p / m: after n steps, n (n + 1) / 2 of dt² g."""
    theatre = Theatre(ball())
    advance(theatre, 10)
    assert theatre.positions[0] == pytest.approx([0.0, 0.0, 1.5 - 9.81 * 55 / 3600], abs=1e-12)
    assert theatre.momenta[0] == pytest.approx([0.0, 0.0, -9.81 / 6], abs=1e-12)
    assert theatre.seconds == 10 / 60


def test_more_steps_a_frame_fall_more_exactly() -> None:
    fallen = []
    for steps in (1, 16):
        theatre = Theatre(ball(stage={"steps": steps}))
        advance(theatre, 24)
        fallen.append(1.5 - theatre.positions[0, 2])
    exact = 0.5 * 9.81 * 0.4**2
    assert abs(fallen[1] - exact) < abs(fallen[0] - exact) / 15


def test_a_point_goes_to_the_hand_and_the_rest_follows() -> None:
    theatre = Theatre(stick())
    theatre.grab("high", [0.8, 2.0])
    advance(theatre, 600)
    assert theatre.held == [1]
    assert theatre.positions[1] == pytest.approx([0.8, 0.0, 2.0], abs=1e-12)
    apart = theatre.positions[0] - theatre.positions[1]
    assert np.linalg.norm(apart) == pytest.approx(0.5, rel=1e-3)
    assert theatre.iterations <= theatre.document.stage.iterations


def test_what_hangs_comes_to_rest_and_what_flies_does_not() -> None:
    """A pendulum's swing fades by exp(-rate t / 2); without damping it goes on."""
    widest = {}
    for rate in (0.0, 0.5):
        theatre = Theatre(stick())
        theatre.set_stage(damping=rate)
        theatre.grab("high", theatre.positions[1])
        theatre.momenta[0] = (0.5, 0.0, 0.0)
        swing = []
        for _ in range(600):
            theatre.advance()
            swing.append(abs(theatre.positions[0, 0]))
        widest[rate] = max(swing[:90]), max(swing[-90:])
    assert widest[0.0][1] == pytest.approx(widest[0.0][0], rel=0.03)
    assert widest[0.5][1] / widest[0.5][0] == pytest.approx(np.exp(-0.25 * 8.5), rel=0.3)
    theatre = Theatre(ball(stage=NO_GRAVITY))
    theatre.momenta[0] = (1.0, 0.0, 0.0)
    advance(theatre, 60)
    assert theatre.momenta[0] == pytest.approx([1.0, 0.0, 0.0], abs=1e-12)


def test_a_throw_has_the_speed_of_the_hand() -> None:
    theatre = Theatre(ball(stage=NO_GRAVITY))
    theatre.grab(0, [-1.0, 1.5])
    advance(theatre, 40)
    for frame in range(1, 21):
        theatre.carry(0, [-1.0 + 0.05 * frame, 1.5])
        theatre.advance()
    theatre.let_go(0)
    before = theatre.positions[0].copy()
    theatre.advance()
    assert theatre.positions[0] - before == pytest.approx([0.05, 0.0, 0.0], abs=1e-6)
    assert theatre.momenta[0] == pytest.approx([3.0, 0.0, 0.0], abs=1e-4)


def test_a_throw_survives_pages_that_speak_every_other_frame() -> None:
    theatre = Theatre(ball(stage=NO_GRAVITY))
    theatre.grab(0, [-1.0, 1.5])
    advance(theatre, 40)
    for frame in range(1, 21):
        if frame % 2 == 0:
            theatre.carry(0, [-1.0 + 0.05 * frame, 1.5])
        theatre.advance()
    theatre.let_go(0)
    theatre.advance()
    assert 1.5 < theatre.momenta[0, 0] < 4.5


def test_a_hand_that_could_not_say_where_it_was_throws_as_fast_as_it_says() -> None:
    theatre = Theatre(ball(stage=NO_GRAVITY))
    theatre.grab(0, [-1.0, 1.5])
    advance(theatre, 40)
    theatre.carry(0, [1.0, 1.5])
    theatre.let_go(0, velocity=[3.0, 0.5])
    assert theatre.held == [0]
    theatre.advance()
    assert theatre.held == []
    assert theatre.positions[0] == pytest.approx([-0.95, 0.0, 1.5 + 0.5 / 60], abs=1e-12)
    advance(theatre, 12)
    assert theatre.positions[0] == pytest.approx([-0.35, 0.0, 1.5 + 6.5 / 60], abs=1e-9)
    assert theatre.momenta[0] == pytest.approx([3.0, 0.0, 0.5], abs=1e-9)


def test_no_throw_outlasts_its_frame() -> None:
    theatre = Theatre(ball(stage=NO_GRAVITY))
    theatre.grab(0, [0.0, 1.5])
    advance(theatre, 40)
    theatre.playing = False
    theatre.let_go(0, velocity=[3.0, 0.0])
    theatre.advance()
    assert theatre.held == []
    theatre.playing = True
    advance(theatre, 10)
    assert theatre.positions[0] == pytest.approx([0.0, 0.0, 1.5], abs=1e-9)
    theatre.grab(0, [0.0, 1.5])
    with pytest.raises(ValueError, match="a velocity is along x, z or x, y, z, at most 1e"):
        theatre.let_go(0, velocity=[np.inf, 0.0])


def test_what_flies_is_caught() -> None:
    theatre = Theatre(ball(stage=NO_GRAVITY))
    theatre.momenta[0] = (3.0, 0.0, 1.0)
    advance(theatre, 12)
    theatre.grab("ball", [0.5, 1.8])
    advance(theatre, 40)
    assert theatre.positions[0] == pytest.approx([0.5, 0.0, 1.8], abs=1e-12)
    theatre.let_go("ball")
    advance(theatre, 30)
    assert theatre.positions[0] == pytest.approx([0.5, 0.0, 1.8], abs=1e-12)


def test_no_hand_is_faster_than_a_hand() -> None:
    theatre = Theatre(ball(stage=NO_GRAVITY | {"low": [-50.0, -1.0, 0.0], "high": [50.0, 1.0, 3]}))
    theatre.grab(0, [40.0, 1.5])
    farthest = 0.0
    for _ in range(180):
        before = theatre.positions[0].copy()
        theatre.advance()
        farthest = max(farthest, float(np.linalg.norm(theatre.positions[0] - before)))
    assert farthest == pytest.approx(20.0 * FRAME_SECONDS)
    assert theatre.positions[0] == pytest.approx([40.0, 0.0, 1.5])


def test_no_hand_goes_through_the_floor() -> None:
    theatre = Theatre(stick())
    theatre.grab("low", [3.0, -1.0])
    advance(theatre, 120)
    assert theatre.positions[0] == pytest.approx([2.0, 0.0, 0.0], abs=1e-12)


def test_walls_give_back_what_they_say() -> None:
    theatre = Theatre(ball(stage={"bounce": 0.5, "steps": 16}))
    heights = []
    for _ in range(120):
        theatre.advance()
        heights.append(theatre.positions[0, 2])
    landed = int(np.argmax(np.diff(heights) > 0.0))
    assert min(heights) >= 0.0
    assert max(heights[landed:]) == pytest.approx(0.5**2 * 1.5, abs=0.03)


def test_pins_stay_and_can_be_put_elsewhere() -> None:
    theatre = Theatre(stick())
    theatre.pin("high")
    advance(theatre, 120)
    assert theatre.positions[1] == pytest.approx([0.0, 0.0, 1.5], abs=0.0)
    theatre.grab("high", [0.5, 2.0])
    advance(theatre, 60)
    theatre.let_go("high")
    advance(theatre, 60)
    assert theatre.positions[1] == pytest.approx([0.5, 0.0, 2.0], abs=1e-12)
    theatre.rest()
    advance(theatre, 3)
    assert theatre.positions[1] == pytest.approx([0.0, 0.0, 1.5], abs=0.0)
    theatre.pin("high", pinned=False)
    advance(theatre, 10)
    assert theatre.positions[1, 2] < 1.5


def test_who_is_pinned_in_flight_stays_there() -> None:
    theatre = Theatre(stick())
    advance(theatre, 15)
    there = theatre.positions[1].copy()
    assert there[2] < 1.5
    theatre.pin("high")
    advance(theatre, 60)
    assert theatre.positions[1] == pytest.approx(there, abs=0.0)


def test_many_hands_of_many_people() -> None:
    theatre = Theatre(stick())
    theatre.grab(0, [-0.2, 1.0], whose="Ada")
    theatre.grab(1, [0.2, 1.4], whose="Bob")
    advance(theatre, 60)
    assert theatre.positions == pytest.approx(np.array([[-0.2, 0, 1.0], [0.2, 0, 1.4]]), abs=1e-9)
    theatre.grab(1, [0.1, 1.4], whose="Ada")
    theatre.carry(1, [0.9, 1.4], whose="Bob")
    theatre.let_go(1, whose="Bob")
    advance(theatre, 60)
    assert theatre.held == [0, 1]
    assert theatre.positions[1] == pytest.approx([0.1, 0.0, 1.4], abs=1e-9)
    theatre.leave("Bob")
    assert theatre.held == [0, 1]
    theatre.leave("Ada")
    assert theatre.held == []


def test_held_still_nothing_moves() -> None:
    theatre = Theatre(load_puppet("person"))
    advance(theatre, 20)
    theatre.playing = False
    before = theatre.positions.copy(), theatre.skin.copy()
    theatre.grab(0, [0.0, 2.0])
    advance(theatre, 20)
    assert theatre.tick == 40
    assert np.array_equal(before[0], theatre.positions)
    assert np.array_equal(before[1], theatre.skin)
    theatre.playing = True
    advance(theatre, 60)
    assert theatre.positions[0] == pytest.approx([0.0, 0.0, 2.0], abs=1e-9)


@pytest.mark.parametrize(
    ("point", "place", "sentence"),
    [
        ("hihg", [0.0, 1.0], "no point is called 'hihg'; known are low, high; did you mean 'high'"),
        (2, [0.0, 1.0], "no point has the number 2; there are 2, from 0 on"),
        (-1, [0.0, 1.0], "no point has the number -1"),
        (True, [0.0, 1.0], "a point is a name or a whole number, not True"),
        (0, [0.0], "a place is x, z or x, y, z"),
        (0, [[1, 2], 3], r"a place is x, z or x, y, z, .*, not \[\[1, 2\], 3\]"),
        (0, [0.0, np.nan], r"at most 1e\+06 m"),
        (0, ["1", "2"], r"at most 1e\+06 m"),
        (2.5, [0.0, 1.0], "a name or a whole number, not 2.5"),
        (None, [0.0, 1.0], "a name or a whole number, not None"),
    ],
)
def test_mistakes_are_sentences(point: Any, place: list[Any], sentence: str) -> None:
    theatre = Theatre(stick())
    with pytest.raises(ValueError, match=sentence):
        theatre.grab(point, place)
    assert theatre.held == []


def test_what_is_no_document_changes_nothing() -> None:
    theatre = Theatre(stick())
    before = theatre.document, theatre.revision
    with pytest.raises(TypeError, match=r"a theatre needs a document, .*, not 'person'"):
        theatre.build("person")  # type: ignore[arg-type]
    assert (theatre.document, theatre.revision) == before
    assert not theatre.undoable
    theatre.advance()


def test_a_stage_without_a_puppet_plays_on() -> None:
    """Whoever draws one from nothing begins there."""
    theatre = Theatre(PuppetDocument(format=1))
    advance(theatre, 5)
    assert theatre.positions.shape == theatre.skin.shape == (0, 3)
    assert (theatre.deviation, list(theatre.told)) == (0.0, [])
    theatre.build(ball())
    advance(theatre, 5)
    assert theatre.positions[0, 2] < 1.5


def test_nothing_leaves_its_plane() -> None:
    low, high = [-2.0, 3.0, 0.0], [2.0, 4.0, 3.0]
    theatre = Theatre(stick(stage={"gravity": [1.0, 5.0, -9.81], "low": low, "high": high}))
    theatre.grab("high", [0.3, 0.7, 1.5])
    advance(theatre, 60)
    assert not theatre.positions[:, 1].any()


def test_in_space_all_three_count() -> None:
    places = {"a": [0.0, 0.0, 1.0], "b": [0.0, 0.5, 1.0], "c": [0.5, 0.5, 1.0]}
    theatre = Theatre(document(places, [["a", "b"], ["b", "c"]]))
    theatre.grab("a", [0.3, -0.4, 1.7])
    advance(theatre, 90)
    assert theatre.positions[0] == pytest.approx([0.3, -0.4, 1.7], abs=1e-9)
    theatre.set_stage(gravity=[0.0, 9.81, 0.0], low=[-2.0, -5.0, 0.0], high=[2.0, 5.0, 3.0])
    theatre.set_stage(bounce=0.0)
    advance(theatre, 90)
    assert theatre.positions[2, 1] > 0.0


def test_fewer_iterations_squash_and_stretch() -> None:
    """Shaken, it is off its lengths by more, the fewer iterations there are."""
    usual = {}
    for iterations in (1, 4, 20):
        theatre = Theatre(load_puppet("person"))
        theatre.set_stage(iterations=iterations, scheme="mended", steps=2)
        off = []
        for frame in range(240):
            theatre.grab("head", [0.5 * np.sin(frame / 4), 1.7])
            theatre.advance()
            assert theatre.iterations <= iterations
            off.append(theatre.deviation)
        usual[iterations] = float(np.median(off))
    assert usual[1] > 3.0 * usual[4] > 9.0 * usual[20]


@pytest.mark.parametrize("scheme", ["printed", "mended", "newton"])
def test_schemes_are_chosen(scheme: str) -> None:
    theatre = Theatre(stick())
    theatre.set_stage(scheme=scheme)
    theatre.grab("high", [0.5, 2.0])
    advance(theatre, 120)
    assert list(theatre.told) == []
    assert theatre.positions[1] == pytest.approx([0.5, 0.0, 2.0], abs=1e-9)
    assert theatre.deviation < 0.05


@pytest.mark.parametrize("scheme", ["printed", "mended", "newton"])
@pytest.mark.parametrize(("broken", "value"), [("positions", np.nan), ("momenta", 1e300)])
def test_who_is_lost_is_put_back_to_rest(broken: str, value: float, scheme: str) -> None:
    theatre = Theatre(load_puppet("person"))
    theatre.set_stage(scheme=scheme)
    advance(theatre, 5)
    theatre.grab(2, [0.0, 1.0])
    getattr(theatre, broken)[3] = value
    theatre.advance()
    (told,) = theatre.told
    assert f"the puppet was lost (scheme {scheme}" in told
    assert not theatre.playing, "it waits"
    assert "put back to rest" in told
    assert np.array_equal(theatre.positions, theatre.puppet.rest)
    assert not theatre.momenta.any()
    assert theatre.held == []
    assert np.isfinite(theatre.skin).all()
    advance(theatre, 5)
    assert len(theatre.told) == 1


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["grab", "carry", "let go", "wait", "pin", "stage", "undo", "rest"]),
        st.integers(0, 15),
        st.tuples(st.floats(-30.0, 30.0), st.floats(-1.0, 1.0), st.floats(-3.0, 30.0)),
    ),
    max_size=25,
)


def play(theatre: Theatre, actions: list[tuple[str, int, tuple[float, float, float]]]) -> bytes:
    seen = []
    for action, point, place in actions:
        match action:
            case "grab":
                theatre.grab(point, place)
            case "carry":
                theatre.carry(point, place)
            case "let go":
                theatre.let_go(point)
            case "pin":
                theatre.pin(point, place[0] > 0.0)
            case "stage":
                theatre.set_stage(iterations=1 + point, steps=1 + point % 3)
            case "undo" if theatre.undoable:
                theatre.undo()
            case "rest":
                theatre.rest()
        for _ in range(1 + point):
            theatre.advance()
            seen += [theatre.positions.tobytes(), theatre.skin.tobytes()]
    return b"".join([*seen, theatre.momenta.tobytes()])


@pytest.mark.parametrize("scheme", ["mended", "newton"])
@given(actions=ACTIONS)
@settings(max_examples=30, deadline=None)
def test_the_same_hands_the_same_bytes_and_nothing_explodes(
    scheme: str, actions: list[tuple[str, int, tuple[float, float, float]]]
) -> None:
    one, other = (Theatre(load_puppet("person")) for _ in range(2))
    for theatre in (one, other):
        theatre.set_stage(scheme=scheme)
    assert play(one, actions) == play(other, actions)
    assert list(one.told) == list(other.told) == []
    stage = one.document.stage
    # Pinned points may be beyond walls only if they were put there; nobody was.
    assert np.all(one.positions >= np.array(stage.low) - 1e-9)
    assert np.all(one.positions <= np.array(stage.high) + 1e-9)
    assert np.isfinite(one.skin).all()


@pytest.mark.parametrize("name", shipped_puppets())
def test_all_that_ship_can_be_thrown_about(name: str) -> None:
    """By each of some points in turn: nothing is lost, and what hangs then is whole."""
    theatre = Theatre(load_puppet(name))
    middle = theatre.puppet.rest.mean(axis=0)
    for point in range(0, len(theatre.puppet.names), 5):
        for frame in range(30):
            swing = np.array([0.5 * np.sin(frame / 5), 0.3 * np.cos(frame / 7), 0.3])
            theatre.grab(point, middle + swing)
            theatre.advance()
        theatre.let_go(point)
        advance(theatre, 10)
    assert list(theatre.told) == []
    theatre.grab(0, middle)
    advance(theatre, 600)
    assert np.isfinite(theatre.skin).all()
    assert theatre.deviation < 0.05


def test_stands_until_somebody_takes_it() -> None:
    theatre = Theatre(stick())
    at_rest = theatre.positions.copy()
    theatre.poise()
    advance(theatre, 30)
    assert np.array_equal(theatre.positions, at_rest)
    assert (theatre.seconds, theatre.tick) == (0.0, 30)
    theatre.grab("high", at_rest[1] + [0.1, 0.0, 0.0])
    advance(theatre, 5)
    assert theatre.seconds == pytest.approx(5 / 60)
    theatre.let_go("high")
    advance(theatre, 5)
    assert theatre.positions[1, 2] < at_rest[1, 2]
    theatre.poise()
    # However short somebody touched it.
    theatre.grab("high", at_rest[1])
    theatre.let_go("high")
    advance(theatre, 5)
    assert theatre.positions[1, 2] < at_rest[1, 2]


def test_what_is_scripted_begins_by_itself() -> None:
    path = {"point": "high", "keys": [[0, 0, 1.5], [1, 0.4, 1.5]]}
    theatre = Theatre(stick(path=[path]))
    theatre.poise()
    advance(theatre, 30)
    assert theatre.positions[1] == pytest.approx([0.2, 0.0, 1.5], abs=0.01)


def test_frame_by_frame() -> None:
    theatre, twin = Theatre(stick()), Theatre(stick())
    theatre.poise()
    for _ in range(10):
        theatre.step()
        advance(theatre, 3)
    advance(twin, 10)
    assert theatre.positions.tobytes() == twin.positions.tobytes()
    assert not theatre.playing
