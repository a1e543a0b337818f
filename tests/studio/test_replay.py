"""Recordings on show: as they were, at any time and rate, and never changed."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from motorium.contracts.time import FRAME_RATE
from motorium.studio.marks import marks_of
from motorium.studio.recorded import RecordedWorld
from motorium.world.habitat.settings import BubbleSettings, HabitatSettings, PlanktonSettings, Weed
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World
from tests.studio.studios import Client, Studio, replayed

FRAMES = 150
SEA = HabitatSettings(
    radius=4.0,
    relief=0.0,
    weed=[Weed(count=1, leaves=2)],
    plankton=PlanktonSettings(count=20),
    bubbles=BubbleSettings(count=1),
)


def recorded(path: Path, nodes: bool, every: int = 1) -> Path:
    """Three herring in a small sea: one more comes after a second, food after half of one."""
    group = Group(species="herring", count=3, motor="repertoire", eats=["food"])
    settings = WorldSettings(seed=3, capacity=16)
    world = World(Scenario(format=1, world=settings, habitat=SEA, group=[group]))
    with Recorder(world, path, nodes=nodes, every=every):
        while world.clock.frame < FRAMES:
            if world.clock.frame == 30:
                world.drop_food((0.0, 0.0, 2.0))
                world.hour = 18.0
            if world.clock.frame == 60:
                world.resize(4)
            world.advance()
    return path


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("recordings") / "whole.arrow", nodes=True)


@pytest.fixture(scope="module")
def sparse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("recordings") / "sparse.arrow", nodes=False, every=3)


@pytest.fixture(scope="module")
def playing(whole: Path) -> Iterator[Studio]:
    with replayed(whole) as one:
        yield one


# ---------------------------------------------------------------- without a socket


@pytest.mark.parametrize("frame", [0, 17, 59, 60, 61, FRAMES])
def test_everybody_is_where_he_was(whole: Path, frame: int) -> None:
    with Recording.open(whole) as recording:
        world = RecordedWorld(recording)
        world.show(float(frame))
        states = recording.states(recording.index_of(frame))
        people = world.population
        assert people.ids[people.living].tolist() == states.ids.tolist()
        assert np.array_equal(people.positions[people.living], states.positions)
        assert states.nodes is not None
        lengths = people.lengths[people.living, None, None]
        assert people.nodes[people.living] / lengths == pytest.approx(states.nodes, abs=1e-6)


def test_between_two_recorded_frames(sparse: Path) -> None:
    with Recording.open(sparse) as recording:
        world = RecordedWorld(recording)
        before, after = recording.states(3), recording.states(4)
        assert (before.frame, after.frame) == (9, 12)
        world.show(10.5)
        people = world.population
        middle = (before.positions + after.positions) / 2
        assert people.positions[people.living] == pytest.approx(middle)
        assert np.linalg.norm(people.orientations[people.living], axis=1) == pytest.approx(1.0)


def test_bodies_that_were_not_recorded_beat_as_they_go(sparse: Path) -> None:
    with Recording.open(sparse) as recording:
        world = RecordedWorld(recording)
        tails = []
        for frame in range(60):
            world.show(float(frame))
            people = world.population
            assert np.isfinite(people.nodes[people.living]).all()
            tails.append(people.nodes[0, -1, 1] / people.lengths[0])
        # Herring beat three times a second or so; a tail's tip swings a fifth of a length.
        assert 0.1 < np.ptp(tails) < 0.4
        assert 2 <= (np.diff(np.sign(np.diff(tails))) != 0).sum() <= 12


def test_the_habitat_lives_on(whole: Path) -> None:
    with Recording.open(whole) as recording:
        world = RecordedWorld(recording)
        habitat = world.habitat
        assert habitat is not None
        for frame in range(29):
            world.show(float(frame))
        assert (len(habitat.food), habitat.light.hour) == (0, 12.0)
        before = habitat.plankton.positions.copy()
        for frame in range(29, 40):
            world.show(float(frame))
        assert len(habitat.food) > 0
        assert habitat.light.hour == pytest.approx(18.0)
        assert (habitat.plankton.positions != before).any()
        # Wound on, what was dropped lately is there again.
        world.show(140.0)
        assert world.habitat is not None
        assert len(world.habitat.food) > 0
        # Wound back it begins anew, as it was set by then.
        world.show(10.0)
        assert world.habitat is not habitat
        assert world.habitat is not None
        assert world.habitat.light.hour == 12.0


def test_marks(whole: Path) -> None:
    with Recording.open(whole) as recording:
        marks = {mark.kind: mark for mark in marks_of(recording)}
    assert marks["you: food"].at == pytest.approx(0.5)
    assert marks["you: resize"].text == "count 4"
    # Who was there from the beginning has not come.
    assert marks["entered"].at == pytest.approx(1.0)
    assert marks["entered"].count == 1


def test_a_recording_of_one_frame_is_shown(tmp_path: Path) -> None:
    world = World(Scenario(format=1, group=[Group(species="herring", count=1)]))
    Recorder(world, tmp_path / "short.arrow").close()
    with Recording.open(tmp_path / "short.arrow") as recording:
        assert len(recording) == 1
        shown = RecordedWorld(recording)
        shown.show(0.0)
        assert shown.population.positions[:1] == pytest.approx(world.state().positions)
        assert marks_of(recording) == []


# ---------------------------------------------------------------- over a socket


def test_hello_tells_of_the_recording(playing: Studio) -> None:
    with Client(playing.socket_address) as page:
        told = page.next("hello")["recording"]
    assert (told["file"], told["every"], told["bodies"]) == ("whole.arrow", 1, True)
    assert told["seconds"] == pytest.approx(FRAMES / FRAME_RATE)
    assert told["problem"] == ""


def test_wound_to_a_time_it_shows_what_was_then(playing: Studio, whole: Path) -> None:
    with Client(playing.socket_address) as page, Recording.open(whole) as recording:
        page.next("status", running=True)
        page.send({"type": "paused", "value": True})
        page.next("status", paused=True)
        for seconds in (2.0, 0.25):
            page.send({"type": "seek", "time": seconds})
            page.next("status", time=pytest.approx(seconds))
            states = recording.states(recording.index_of(round(seconds * FRAME_RATE)))
            while (shown := page.snapshot()).time != pytest.approx(seconds):
                pass
            assert shown.positions == pytest.approx(states.positions, abs=1e-3)
        page.send({"type": "step", "back": True})
        told = page.next("status", paused=True, time=pytest.approx(0.25 - 1 / FRAME_RATE))
        page.send({"type": "step", "back": False})
        page.next("status", time=pytest.approx(told["time"] + 1 / FRAME_RATE))


def test_it_is_held_at_its_end_and_begins_again(playing: Studio) -> None:
    with Client(playing.socket_address) as page:
        page.next("status", running=True)
        page.send({"type": "paused", "value": True})
        page.send({"type": "rate", "value": 0.25})
        page.send({"type": "seek", "time": 2.3})
        page.next("status", paused=True, rate=0.25, time=pytest.approx(2.3))
        page.send({"type": "paused", "value": False})
        page.next("status", paused=True, time=pytest.approx(FRAMES / FRAME_RATE))
        page.send({"type": "paused", "value": False})
        told = page.next("status", paused=False)
        assert told["time"] < 2.0
        page.send({"type": "rate", "value": 1.0})


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"type": "population", "count": 5}, "this is a recording: nothing in it can be changed"),
        ({"type": "food", "place": [0.0, 0.0, 0.0]}, "nothing in it can be changed"),
        ({"type": "seek", "time": -1.0}, "seek.time: input should be greater than or equal to 0"),
        ({"type": "seek", "time": 1e99}, "seek.time: input should be less than or equal"),
        ('{"type": "seek", "time": NaN}', "seek.time: "),
        ({"type": "rate", "value": 0.0}, "rate.value: input should be greater than or equal to"),
    ],
)
def test_what_cannot_be_is_refused(playing: Studio, wish: object, sentence: str) -> None:
    with Client(playing.socket_address) as page:
        page.next("status", running=True)
        page.send(wish)
        assert sentence in page.next("refusal")["message"]


def test_a_live_world_cannot_be_wound(running: Studio) -> None:
    with Client(running.socket_address) as page:
        page.next("status", running=True)
        for wish in ({"type": "seek", "time": 1.0}, {"type": "step", "back": True}):
            page.send(wish)
            assert "only a recording can be wound" in page.next("refusal")["message"]
