"""Performers who are captured live: they come, are followed, dispute a name, and leave."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.bodies.rigid.wearing import place
from motorium.contracts.frames import Floats, quaternion_from_axes
from motorium.motion.live.heard import Heard
from motorium.wire.mocap.packets import Packet, SampleReader, pack_sample
from motorium.world.performance.document import load_scene
from motorium.world.performance.live import GONE, MOST_PERFORMERS, LiveCast, LivePerformer
from motorium.world.performance.performance import APART, Performance
from tests.motors.continuum.performers import FIGURE, HIGH, RATE, walking

EMPTY = load_scene("boulder").model_copy(update={"prop": []})


class Clock:
    """Time as tests let it pass."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def sample(
    clock: Clock, pose: Floats, name: str = "HERO", sender: str = "here", size: float = 1.0
) -> Heard:
    placed = place(FIGURE, pose[None])
    turns = quaternion_from_axes(placed.rotations[0])
    return Heard(sender, name, clock(), None, size * placed.positions[0], turns)


def welcome(cast: LiveCast, clock: Clock, name: str = "HERO", sender: str = "here") -> None:
    for _ in range(12):
        clock.seconds += 1 / RATE
        cast.hear(sample(clock, walking()[0], name, sender))


def test_somebody_comes_in_his_own_size_and_is_followed() -> None:
    clock = Clock()
    cast = LiveCast(clock)
    walk = walking()
    for _ in range(12):
        clock.seconds += 1 / RATE
        cast.hear(sample(clock, walk[0], size=0.9))
    (hero,) = cast.meet()
    assert hero.title == "HERO"
    assert hero.sized
    assert hero.skeleton.stature == pytest.approx(0.9 * HIGH.stature, rel=0.03)
    assert cast.take_news() == [
        f"HERO performs, heard from here, {hero.skeleton.stature:.2f} m tall"
    ]
    assert cast.take_news() == []
    show, errors = Performance(EMPTY, hero), []
    for pose in walk[:240]:
        clock.seconds += 1 / RATE
        cast.hear(sample(clock, pose, size=0.9))
        show.advance()
        errors.append(show.motor.continuum.error(0))
    assert not show.motor.continuum.balance.fallen.any()
    assert np.mean(errors) < 0.025
    ahead = show.population.positions[show.slots[0], 0]
    assert ahead == pytest.approx(0.9 * walk[239, 0], abs=0.1)


def test_a_floor_of_theirs_becomes_ours() -> None:
    clock = Clock()
    cast = LiveCast(clock)
    pose = walking()[0].copy()
    pose[2] += 0.1
    for _ in range(12):
        clock.seconds += 1 / RATE
        cast.hear(sample(clock, pose))
    (hero,) = cast.meet()
    assert hero.at(0)[2] == pytest.approx(walking()[0, 2], abs=0.02)


@pytest.mark.parametrize(("size", "unit"), [(100.0, 0.01), (1000.0, 0.001), (39.37, 0.0254)])
def test_other_units_are_found_out(size: float, unit: float) -> None:
    clock = Clock()
    cast = LiveCast(clock)
    walk = walking()
    for frame in range(60):
        clock.seconds += 1 / RATE
        cast.hear(sample(clock, walk[frame], size=size))
    (hero,) = cast.meet()
    assert hero.unit == unit
    assert hero.skeleton.stature == pytest.approx(HIGH.stature, rel=0.03)
    assert hero.at(0)[:2] == pytest.approx(walk[59, :2], abs=0.01)
    assert hero.strange == 0


def test_who_has_no_size_that_people_have_gets_ours() -> None:
    clock = Clock()
    cast = LiveCast(clock)
    for _ in range(12):
        clock.seconds += 1 / RATE
        cast.hear(sample(clock, walking()[0], size=5.0))
    (hero,) = cast.meet()
    assert not hero.sized
    assert hero.skeleton.stature == HIGH.stature
    assert "of no size that people have" in cast.take_news()[0]


def test_who_makes_no_sense_again_and_again_is_not_heard_for_a_while() -> None:
    clock = Clock()
    cast = LiveCast(clock)
    for number in range(1000):
        clock.seconds += 1 / RATE
        pose = walking()[0].copy()
        pose[0] += 20.0 * (number // 60 % 2)
        cast.hear(sample(clock, pose, size=5.0))
    news = cast.take_news()
    assert len(news) < 10
    assert "is not heard for 10 s" in news[-1]
    assert cast.meet() == []
    clock.seconds += 11.0
    welcome(cast, clock)
    assert len(cast.meet()) == 1


def test_who_has_hung_up_leaves_his_name_at_once() -> None:
    clock = Clock()
    cast = LiveCast(clock)
    welcome(cast, clock)
    cast.hung_up("here")
    clock.seconds += 1 / RATE
    cast.hear(sample(clock, walking()[0], sender="there"))
    (hero,) = cast.meet()
    assert hero.sender == "there"


def test_a_time_that_stands_still_is_none() -> None:
    clock = Clock()
    cast = LiveCast(clock)
    walk = walking()
    for frame in range(240):
        clock.seconds += 1 / RATE
        told = min(frame, 60) / RATE
        cast.hear(sample(clock, walk[frame])._replace(told=told))
    (hero,) = cast.meet()
    assert hero.at(0)[0] == pytest.approx(walk[239, 0], abs=0.03)


def test_who_went_on_while_time_was_held_is_joined_again() -> None:
    clock = Clock()
    cast = LiveCast(clock)
    welcome(cast, clock)
    (hero,) = cast.meet()
    show = Performance(EMPTY, hero)
    walk = walking()
    for frame, pose in enumerate(walk[:600]):
        clock.seconds += 1 / RATE
        cast.hear(sample(clock, pose))
        if not 120 <= frame < 300:
            show.advance()
        if frame == 299:
            show.catch_up()
    assert not show.motor.continuum.balance.fallen.any()
    assert not show.motor.recoveries[0].runs
    assert show.motor.continuum.error(0) < 0.05


def test_a_name_belongs_to_who_sends_it_first() -> None:
    clock = Clock()
    cast = LiveCast(clock)
    welcome(cast, clock)
    cast.take_news()
    other = walking()[100]
    for _ in range(5):
        clock.seconds += 1 / RATE
        cast.hear(sample(clock, walking()[0]))
        cast.hear(sample(clock, other, sender="there"))
    (hero,) = cast.meet()
    assert hero.sender == "here"
    assert hero.at(0)[0] == pytest.approx(walking()[0, 0], abs=1e-6)
    assert cast.take_news() == [
        "HERO is sent by here already, and there is not heard before that one is silent for 1 s"
    ]
    clock.seconds += 1.5
    cast.hear(sample(clock, other, sender="there"))
    assert cast.take_news() == ["HERO comes from there now, and no more from here"]
    (same,) = cast.meet()
    assert same is hero


def test_who_is_silent_for_long_has_left() -> None:
    clock = Clock()
    cast = LiveCast(clock)
    welcome(cast, clock)
    assert len(cast.meet()) == 1
    clock.seconds += GONE + 0.1
    assert cast.meet() == []
    assert cast.take_news()[-1] == "HERO was not heard of for 5 s, and has left"
    welcome(cast, clock)
    assert len(cast.meet()) == 1


def test_other_bodies_are_told_what_a_performer_has() -> None:
    clock = Clock()
    cast = LiveCast(clock)
    turns = np.tile([1.0, 0.0, 0.0, 0.0], (12, 1))
    for _ in range(3):
        cast.hear(Heard("here", "CAT", clock(), None, np.zeros((12, 3)), turns))
        cast.hear(Heard("here", "BALL", clock(), None, np.zeros((1, 3)), turns[:1]))
    (sentence,) = cast.take_news()
    assert sentence.startswith("CAT of here has 12 bodies; a performer has 15: pelvis, abdomen")
    assert cast.meet() == []
    assert cast.unused == 6


def test_no_more_than_a_scene_can_hold() -> None:
    clock = Clock()
    cast = LiveCast(clock)
    for number in range(MOST_PERFORMERS + 1):
        welcome(cast, clock, f"NO {number}")
    assert len(cast.meet()) == MOST_PERFORMERS
    assert f"{MOST_PERFORMERS} perform, and no more can" in cast.take_news()[-1]


def _performer(clock: Clock, name: str) -> LivePerformer:
    cast = LiveCast(clock)
    welcome(cast, clock, name)
    return cast.meet()[0]


def test_who_joins_or_leaves_lets_the_others_go_on() -> None:
    clock = Clock()
    first, second = _performer(clock, "ONE"), _performer(clock, "TWO")
    show = Performance(EMPTY, [first])
    show.advance(30)
    pose = show.motor.continuum.coordinates(0).copy()
    speed = show.motor.scene.data.qvel.copy()
    show.recast([first, second])
    assert np.allclose(show.motor.continuum.coordinates(0), pose)
    assert np.allclose(show.motor.scene.data.qvel[:6], speed[:6])
    assert show.frame == 30
    show.advance(60)
    places = show.population.positions[show.slots]
    assert np.linalg.norm(places[1, :2] - places[0, :2]) == pytest.approx(APART, abs=0.05)
    assert not show.motor.continuum.balance.fallen.any()
    there = show.motor.continuum.coordinates(1).copy()
    show.recast([second])
    assert np.allclose(show.motor.continuum.coordinates(0), there)
    show.advance(30)
    assert not show.motor.continuum.balance.fallen.any()
    assert show.kept_seconds == pytest.approx(90 / RATE)


def _boulder(show: Performance) -> Floats:
    """Where it is, and how fast it goes and turns."""
    model, data = show.motor.scene.model, show.motor.scene.data
    body = show.motor.scene.prop_bodies[show.motor.scene.prop_number("boulder")]
    first = model.body_dofadr[body]
    return np.concatenate([data.xpos[body], data.qvel[first : first + 6]])


def test_props_go_on_when_somebody_joins() -> None:
    clock = Clock()
    first, second = _performer(clock, "ONE"), _performer(clock, "TWO")
    show = Performance(load_scene("boulder"), [first])
    show.throw("boulder")
    show.advance(20)
    before = _boulder(show)
    assert before[3:6].any()
    show.recast([first, second])
    assert np.allclose(_boulder(show), before, atol=1e-9)


@pytest.mark.parametrize("near", [True, False])
def test_two_push_each_other(near: bool) -> None:
    """One goes into another, who stands: he is pushed aside, and not by who keeps away."""
    clock = Clock()
    stands, comes = _performer(clock, "STANDS"), _performer(clock, "COMES")
    show = Performance(EMPTY, [stands, comes])
    began = show.population.positions[show.slots[0]].copy()
    pose, farthest = walking()[0].copy(), 0.0
    for frame in range(240):
        clock.seconds += 1 / RATE
        stands.hear(sample(clock, pose, "STANDS"))
        beside = pose.copy()
        beside[1] -= min(frame / RATE, APART if near else 0.3)
        comes.hear(sample(clock, beside, "COMES"))
        show.advance()
        aside = began[1] - show.population.positions[show.slots[0], 1]
        farthest = max(farthest, float(aside))
    assert (farthest > 0.03) == near
    if not near:
        assert farthest < 0.005


def test_what_makes_no_sense_moves_nobody() -> None:
    """A limb elsewhere, a pelvis a kilometre off, a head that spins: left, and counted."""
    clock = Clock()
    cast = LiveCast(clock)
    welcome(cast, clock)
    (hero,) = cast.meet()
    before = hero.at(0)
    for number in range(20):
        clock.seconds += 1 / RATE
        one = sample(clock, walking()[0])
        places, turns = one.places.copy(), one.turns.copy()
        if number % 3 == 0:
            places[number % 15] += 0.5
        elif number % 3 == 1:
            places += 1000.0
        else:
            turns[4] = 0.0, 1.0, 0.0, 0.0
        cast.hear(one._replace(places=places, turns=turns))
        clock.seconds += 1 / RATE
        cast.hear(sample(clock, walking()[0]))
    assert hero.strange == 20
    assert np.allclose(hero.at(0), before, atol=1e-6)
    assert cast.meet() == [hero]


def test_who_is_elsewhere_for_good_is_measured_anew() -> None:
    clock = Clock()
    cast = LiveCast(clock)
    welcome(cast, clock)
    (hero,) = cast.meet()
    far = walking()[0].copy()
    far[:2] += 30.0
    for _ in range(60):
        clock.seconds += 1 / RATE
        cast.hear(sample(clock, far))
    (again,) = cast.meet()
    assert again is not hero
    assert again.at(0)[0] == pytest.approx(far[0], abs=0.01)
    assert any("is measured anew" in sentence for sentence in cast.take_news())


@pytest.mark.parametrize(
    "count", [10_000, pytest.param(1_000_000, marks=pytest.mark.slow)], ids=["few", "a million"]
)
def test_mutated_packets_leave_him_standing(count: int) -> None:
    """Among sane ones, as they come out of what reads packets."""
    clock, rolls = Clock(), np.random.default_rng(11)
    cast = LiveCast(clock)
    welcome(cast, clock)
    (hero,) = cast.meet()
    show = Performance(EMPTY, hero)
    good = sample(clock, walking()[0])
    sane = np.frombuffer(pack_sample([Packet("HERO", good.places, good.turns)]), dtype=np.uint8)
    for number in range(count):
        data = sane.copy()
        data[rolls.integers(8, len(data), size=rolls.integers(1, 4))] = rolls.integers(0, 256)
        reader = SampleReader()
        packets = reader.feed(data.tobytes()) + reader.flush()
        clock.seconds += 0.2 / RATE
        for packet in (one for taken in packets for one in taken):
            cast.hear(Heard("here", "HERO", clock(), None, packet.places, packet.turns))
        if number % 10 == 0:
            cast.hear(sample(clock, walking()[0]))
        if number % 250 == 0:
            show.advance()
    assert cast.meet() == [hero]
    assert hero.strange > count / 50
    assert not show.motor.continuum.balance.fallen.any()
    assert np.isfinite(show.motor.scene.data.qpos).all()
    assert show.motor.continuum.error(0) < 0.05


def test_ever_new_names_are_not_remembered() -> None:
    clock = Clock()
    cast = LiveCast(clock)
    for number in range(2000):
        clock.seconds += 0.001
        cast.hear(sample(clock, walking()[0], f"N{number}"))
    assert len(cast._coming) <= 64
    welcome(cast, clock)
    assert [one.title for one in cast.meet()] == ["HERO"]
