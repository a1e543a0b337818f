"""The director: who sleeps, comes, leads and feels when; and that it never moves anybody."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motorium.contracts.motor import Motor
from motorium.contracts.time import FRAME_RATE
from motorium.minds.instinct.behaviours import ERRAND, SLEEP
from motorium.minds.instinct.mental_state import digested, hunger, libido
from motorium.world.directing.director import ARRIVED, NEAR, WOKEN
from motorium.world.scenario import Scenario
from motorium.world.world import ENTERED, EXCHANGED, World
from tests.world.stages import SEA, actor, happened, runner, stage

MOTORS = ("muscle", "repertoire")


def intentions(world: World) -> list[int]:
    slots = world.population.living
    found: list[int] = world.instinct.brains["intention"][slots].tolist()
    return found


# ---------------------------------------------------------------- sleep


@pytest.mark.parametrize("motor", MOTORS)
def test_who_sleeps_rests_until_he_is_woken(motor: str) -> None:
    asleep = {"hunger": 0.0, "asleep": True}
    sleepers = actor("sleepers", "herring", (0, 0, 0), (0, 2, 0), instinct=asleep, motor=motor)
    world = World(stage([sleepers], [{"at": 6.0, "who": "sleepers", "wake": True}]))
    # They come on their way, and glide to a stop.
    world.advance(5 * FRAME_RATE)
    assert intentions(world) == [SLEEP, SLEEP]
    before = world.population.positions[:2].copy()
    world.advance(FRAME_RATE)
    drifted = np.linalg.norm(world.population.positions[:2] - before, axis=1)
    assert drifted.max() < 0.1 * 0.2
    assert not happened(world, "sleepers", WOKEN)
    world.advance(3 * FRAME_RATE)
    assert happened(world, "sleepers", WOKEN) == [6.0, 6.0]
    assert SLEEP not in intentions(world)
    swum = np.linalg.norm(world.population.positions[:2] - before, axis=1)
    assert swum.min() > 0.2


def test_who_comes_to_a_group_that_is_awake_is_awake() -> None:
    sleepers = actor("sleepers", "herring", (0, 0, 0), instinct={"asleep": True})
    world = World(stage([sleepers], [{"at": 1.0, "who": "sleepers", "wake": True}]))
    world.resize(2)
    assert world.instinct.brains["asleep"][:2].tolist() == [1, 1]
    world.advance(FRAME_RATE + 1)
    world.resize(3)
    assert world.instinct.brains["asleep"][:3].tolist() == [0, 0, 0]


def test_who_enters_later_comes_whatever_a_person_has_set_before() -> None:
    early = actor("early", "herring", (0, 0, 0), (0, 2, 0))
    late = actor("late", "herring", (3, 0, 0), (3, 2, 0), (3, 4, 0), enters=0.5)
    world = World(stage([early, late], []))
    world.resize(6)
    assert {world.group_of(int(one)) for one in world.population.ids[:6]} == {"early"}
    world.advance(FRAME_RATE)
    assert len(happened(world, "late", ENTERED)) == 3
    assert len(world.population) == 9
    world.resize(3)
    world.advance(FRAME_RATE)
    assert len(world.population) == 3


# ---------------------------------------------------------------- errands


@pytest.mark.parametrize("motor", MOTORS)
def test_a_leader_goes_along_places_and_his_school_follows(motor: str) -> None:
    way = [(1.5, 0.0, 0.0), (2.5, 1.5, 0.3)]
    sated = {"hunger": 0.0}
    lead = actor("leader", "herring", (0, 0, 0), sizes=[1.5], motor=motor)
    lead["instinct"] = {**sated, "leader": True}
    mates = actor("school", "herring", *[(-0.3 * k, 0.2 * (k % 3 - 1), 0) for k in range(1, 6)])
    mates |= {"instinct": sated, "motor": motor}
    cues = [{"at": 0.0, "who": "leader", "lead": way}]
    world = World(stage([lead, mates], cues, habitat=SEA))
    nearest = np.full(2, np.inf)
    order = []
    while not happened(world, "leader", ARRIVED) and world.seconds < 30.0:
        world.advance(6)
        off = np.linalg.norm(world.population.positions[0] - np.array(way), axis=1)
        order += [k for k in range(2) if off[k] < NEAR * 0.3 and nearest[k] >= NEAR * 0.3]
        nearest = np.minimum(nearest, off)
    assert order == [0, 1]
    people = world.population
    behind = np.linalg.norm(people.positions[1:6] - people.positions[0], axis=1)
    assert np.median(behind) < 1.2
    # Then he is free to do as he likes.
    world.advance(12)
    assert np.isnan(world.instinct.brains["errand"][0]).all()
    assert ERRAND not in intentions(world)


def test_without_a_leader_all_of_a_group_go_and_who_is_gone_is_forgotten() -> None:
    sent = actor("sent", "herring", (0, 0, 0), (0, 1, 0), (0, 2, 0), habits={"schooling": False})
    world = World(stage([sent], [{"at": 0.0, "who": "sent", "lead": [(1.5, 1.0, 0.0)]}]))
    world.advance(12)
    assert intentions(world) == [ERRAND] * 3
    world.remove([1])
    world.advance(10 * FRAME_RATE)
    assert len(happened(world, "sent", ARRIVED)) == 2


# ---------------------------------------------------------------- motives


def test_motives_are_set_as_the_equations_have_them() -> None:
    """A clownfish that eats, far from food and mates: what it feels follows from time alone."""
    alone = actor("alone", "clownfish", (0, 0, 0), eats=["plankton"], instinct={"hunger": 0.1})
    abstinent = actor("abstinent", "clownfish", (40, 0, 0), instinct={"hunger": 0.5})
    told = {"at": 1.0, "hunger": 0.4, "libido": 0.6}
    cues = [{**told, "who": "alone"}, {**told, "who": "abstinent"}]
    world = World(stage([alone, abstinent], cues))
    world.advance(FRAME_RATE)
    brains, tempers = world.instinct.brains, world.instinct.tempers
    assert brains["hunger"][0] == pytest.approx(0.1, abs=0.01)
    world.advance(7)
    eats = tempers["appetite"][0]
    elapsed = brains["decided"][0] - 1.0
    assert 0.0 <= elapsed < 0.11
    left = digested(elapsed, tempers["digestion"][0])
    hungry = hunger(0.6 * eats, eats, left, 0.0)
    assert brains["hunger"][0] == pytest.approx(hungry, abs=1e-5) == pytest.approx(0.4, abs=0.01)
    waited = brains["decided"][0] - brains["last_mating"][0]
    assert brains["libido"][0] == pytest.approx(libido(waited, tempers["lust"][0], hungry, 0.0))
    assert brains["libido"][0] == pytest.approx(0.6, abs=0.01)
    # Who eats nothing is never hungry, and as lustful as was asked for all the same.
    assert brains["hunger"][1] == 0.0
    assert brains["libido"][1] == pytest.approx(0.6, abs=0.01)


# ---------------------------------------------------------------- coming


def test_a_group_comes_when_it_shall_and_is_told_then() -> None:
    late = actor("late", "butterflyfish", (1, 0, 0), (1, 1, 0), enters=1.5, eats=["plankton"])
    cues = [{"at": 0.5, "who": "late", "hunger": 0.9}]
    world = World(stage([runner(), late], cues))
    world.advance(round(1.5 * FRAME_RATE))
    assert len(world.population) == 1
    world.advance()
    assert happened(world, "late", ENTERED) == [1.5, 1.5]
    slots = world.population.living[1:]
    assert world.instinct.brains["hunger"][slots] == pytest.approx([0.9, 0.9], abs=0.01)
    assert np.allclose(world.population.positions[slots], [(1, 0, 0), (1, 1, 0)], atol=0.01)


def test_what_a_group_draws_does_not_depend_on_when_it_comes() -> None:
    drawn = {"species": "herring", "count": 3, "mind": "instinct", "motor": "repertoire"}

    def sizes(enters: float) -> Any:
        group = {**drawn, "name": "late", "enters": enters, "size": (0.7, 1.4)}
        world = World(stage([runner(), group], []))
        world.advance(round(enters * FRAME_RATE) + 1)
        return world.population.sizes[world.population.living[1:]].tolist()

    assert sizes(0.5) == sizes(1.0)


def test_a_group_with_an_appointment_comes_with_those_along() -> None:
    cue = {"at": 9.0, "who": "runner", "event": "arrived", "along": ["friend"]}
    friend = actor("friend", "clownfish", (3, 3, 0))
    world = World(stage([runner(), friend], [cue]), releases={"runner": 0.5, "friend": 0.5})
    assert len(world.population) == 0
    world.advance(FRAME_RATE)
    assert happened(world, "runner", ENTERED) == happened(world, "friend", ENTERED) == [0.5]


# ---------------------------------------------------------------- nobody is ever moved


ROUNDING = 3e-7
"""By which a motor that takes somebody over may have his nodes differently [m]: their last bit."""


class Witness:
    """Sees how everybody is when the motors of a frame are done, and whether they still are so when
    those of the next begin, to the byte."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._seen: dict[int, list[Any]] = {}
        self._told = 0
        self.compared = 0
        first, last = world.motors[0], world.motors[-1]
        self._wrap(first, before=self._compare)
        self._wrap(last, after=self._look)

    def _wrap(
        self,
        motor: Motor,
        before: Callable[[], None] = lambda: None,
        after: Callable[[], None] = lambda: None,
    ) -> None:
        advance = motor.advance

        def watched(frame: int) -> None:
            before()
            advance(frame)
            after()

        motor.advance = watched  # type: ignore[method-assign]

    def _poses(self) -> dict[int, list[Any]]:
        people = self._world.population
        parts = (people.nodes, people.positions, people.orientations, people.velocities)
        return {int(people.ids[s]): [part[s].copy() for part in parts] for s in people.living}

    def _look(self) -> None:
        self._seen = self._poses()
        self._told = self._world.events.total

    def _compare(self) -> None:
        fresh = self._world.events.since(self._told)
        exchanged = {event.subject for event in fresh if event.kind == EXCHANGED}
        for identity, pose in self._poses().items():
            if identity not in self._seen:
                continue
            pairs = list(zip(pose, self._seen[identity], strict=True))
            if identity in exchanged:
                now, then = pairs.pop(0)
                assert np.abs(now - then).max() < ROUNDING
            same = all(now.tobytes() == then.tobytes() for now, then in pairs)
            assert same, f"fish {identity} was moved"
            self.compared += 1


def directed() -> Scenario:
    """Everything a director can do, on both motors, with a shark among prey."""
    sated = {"hunger": 0.0}
    lead = actor("leader", "herring", (0, 0, 0), motor="muscle")
    lead["instinct"] = {**sated, "leader": True}
    groups = [
        lead,
        actor("school", "herring", (-0.4, 0.2, 0), (-0.4, -0.2, 0), (-0.8, 0, 0), instinct=sated),
        actor("sleeper", "butterflyfish", (1, 2, 0), instinct={"asleep": True}),
        actor("late", "clownfish", (1, 3, 0), (1.3, 3, 0), enters=1.0, motor="muscle"),
        actor("shark", "shark", (-4, 0, 0), instinct={"hunger": 0.9}),
    ]
    cues = [
        {"at": 0.0, "who": "leader", "lead": [(1.0, 0.0, 0.2), (2.0, 1.0, 0.0)]},
        {"at": 1.5, "who": "sleeper", "wake": True},
        {"at": 2.0, "who": "late", "libido": 1.0},
        {"at": 3.0, "who": "shark", "event": "hunted"},
    ]
    return stage(groups, cues, habitat={**SEA, "radius": 6.0})


def test_no_pose_is_ever_written_after_a_character_has_entered() -> None:
    world = World(directed(), releases={"shark": 1.0})
    witness = Witness(world)
    for second in range(5):
        world.advance(FRAME_RATE)
        people = world.population
        ids = people.ids[people.living].tolist()
        world.exchange(ids[second % 2 :: 2], MOTORS[second % 2])
    kinds = {event.kind for event in world.events}
    assert {ENTERED, WOKEN, "hunted", EXCHANGED} <= kinds
    assert witness.compared > 5 * FRAME_RATE * 5


def test_a_pose_that_were_written_would_be_seen() -> None:
    world = World(directed(), releases={"shark": 1.0})
    Witness(world)
    world.advance(5)
    world.population.positions[2, 0] += 1e-12
    with pytest.raises(AssertionError, match="fish 2 was moved"):
        world.advance()


# ---------------------------------------------------------------- again


def test_a_recording_of_a_directed_scenario_runs_again_to_the_byte(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from motorium.world.directing import rehearsal
    from motorium.world.recording.reader import Recording
    from motorium.world.recording.recorder import Recorder
    from motorium.world.recording.rerun import check_rerun

    scenario = directed()
    cues = [cue for cue in scenario.cue if cue.event is None]
    late = {"at": 4.0, "who": "runner", "event": "arrived"}
    sent = {"at": 0.0, "who": "runner", "lead": [(0.4, -2.0, 0.0)]}
    told = scenario.model_copy(update={"cue": cues}).model_dump(mode="json", exclude_unset=True)
    told["group"] = [*told["group"][:-1], runner(places=[(0.0, -2.0, 0.0)])]
    told["cue"] += [late, sent]
    world = World(Scenario.model_validate(told))
    with Recorder(world, tmp_path / "film.arrow"):
        world.advance(5 * FRAME_RATE)
    assert happened(world, "runner", ENTERED)[0] > 0.5
    # It must find out anew when to release whom.
    rehearsal._rehearsed.cache_clear()
    with Recording.open(tmp_path / "film.arrow") as recording:
        verdict = check_rerun(recording)
    assert verdict.same, verdict.sentence
    assert verdict.frames == 5 * FRAME_RATE + 1
