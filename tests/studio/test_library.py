"""Recordings that are made and watched from the page, and the world that waits meanwhile."""

from __future__ import annotations

import random
from datetime import datetime
from pathlib import Path

import pytest

from motorium.studio.library import Library
from motorium.studio.shelf import NAME, Shelf, name_of
from motorium.studio.simulation import Simulation
from motorium.wire import messages, recordings, wishes
from motorium.wire.message import Message, WireError
from motorium.wire.wishes import parse_client_message
from motorium.world.recording.digest import world_digest
from motorium.world.recording.reader import Recording
from motorium.world.scenario import Group, Scenario, WorldSettings

pytest.importorskip("pyarrow")

PAGE = "page"


class Told:
    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.pictures = 0

    def snapshot(self, data: object) -> None:
        self.pictures += 1

    def message(self, message: Message, page: object | None = None) -> None:
        self.messages.append(message)

    @property
    def hello(self) -> messages.Hello:
        return next(one for one in reversed(self.messages) if isinstance(one, messages.Hello))

    @property
    def kept(self) -> list[recordings.Kept]:
        """What the shelf was last said to hold; a hello voids it."""
        told = [one for one in self.messages if isinstance(one, recordings.Shelf | messages.Hello)]
        assert isinstance(told[-1], recordings.Shelf)
        return told[-1].recordings


class Sea:
    """A simulation whose thread is the test's."""

    def __init__(self, folder: Path | None) -> None:
        group = Group(species="herring", count=3)
        world = WorldSettings(title="Three Herrings!", seed=5, capacity=8)
        scenario = Scenario(format=1, world=world, group=[group])
        self.told = Told()
        self.simulation = Simulation(scenario, self.told, recordings=folder)
        self.library: Library = self.simulation._library

    def wish(self, wish: Message) -> None:
        future = self.simulation.wish(wish, PAGE)
        self.simulation._grant_wishes()
        future.result(timeout=0)

    def live(self, frames: int) -> None:
        for _ in range(frames):
            self.simulation._advance()

    def record(self, frames: int) -> str:
        """So many frames; the name of the recording."""
        self.wish(wishes.Record(on=True))
        self.live(frames)
        taping = self.simulation._status().taping
        assert taping is not None
        assert taping.seconds == pytest.approx(frames / 60)
        self.wish(wishes.Record(on=False))
        assert self.simulation._status().taping is None
        return taping.name

    @property
    def digest(self) -> bytes:
        return world_digest(self.simulation._scene.world)


@pytest.fixture
def sea(tmp_path: Path) -> Sea:
    return Sea(tmp_path / "recordings")


def test_record_watch_and_back_leaves_the_world_as_it_was(sea: Sea, tmp_path: Path) -> None:
    sea.live(20)
    name = sea.record(40)
    (kept,) = sea.told.kept
    assert (kept.name, kept.scenario, kept.problem) == (name, "Three Herrings!", "")
    assert kept.seconds == pytest.approx(40 / 60)
    assert kept.bytes == (tmp_path / "recordings" / f"{name}.arrow").stat().st_size
    before = sea.digest

    sea.wish(wishes.Watch(name=name))
    told = sea.told.hello.recording
    assert told is not None
    assert (told.leavable, told.bodies) == (True, True)
    assert told.first == pytest.approx(20 / 60)
    assert sea.simulation.hello is sea.told.hello
    assert sea.told.kept == [kept], "hello has voided what was told"
    sea.wish(wishes.Paused(value=True))
    sea.wish(wishes.Seek(time=0.5))
    status = sea.simulation._status()
    assert status.paused
    assert status.time == pytest.approx(0.5)
    for forbidden in (wishes.Speed(value=1.0), wishes.Population(count=1), wishes.Seed(value=2)):
        with pytest.raises(ValueError, match="nothing in it can be changed"):
            sea.wish(forbidden)

    sea.wish(wishes.Watch(name=None))
    assert sea.told.hello.recording is None
    assert sea.digest == before
    assert not sea.simulation._status().paused
    sea.live(30)
    other = Sea(None)
    other.live(90)
    assert sea.digest == other.digest, "as if it had never been left"


def test_what_is_recorded_is_what_was(sea: Sea, tmp_path: Path) -> None:
    sea.live(10)
    name = sea.record(31)
    with Recording.open(tmp_path / "recordings" / f"{name}.arrow") as recording:
        assert recording.complete
        assert (recording.first_frame, recording.last_frame) == (10, 41)
        last = recording.states(len(recording) - 1).positions
        assert (last == sea.simulation._world.state().positions).all()
        assert "under way" in recording.meta.repeatable, "it can be watched, not run again"


def test_a_recording_ends_with_its_world_and_with_the_studio(sea: Sea) -> None:
    sea.wish(wishes.Record(on=True))
    sea.live(10)
    sea.wish(wishes.Seed(value=9))
    news = [one.text for one in sea.told.messages if isinstance(one, messages.Happening)]
    assert "recorded 0.2 s as three-herrings-" in news[-1]
    assert "begins again with the seed 9" in news[-1]
    assert len(sea.told.kept) == 1
    sea.wish(wishes.Record(on=True))
    sea.live(10)
    sea.simulation.stop()
    assert [one.problem for one in sea.library._kept.kept()] == ["", ""]


def test_one_may_not_grow_too_large_nor_fill_the_disk(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit, reason in (("MOST_BYTES", "are the most"), ("LEAST_FREE", "nearly full")):
        sea.wish(wishes.Record(on=True))
        sea.live(45)
        sea.library.check_tape()
        assert sea.library.taping is not None
        with monkeypatch.context() as strict:
            value = 1 if limit == "MOST_BYTES" else 2**62
            strict.setattr(f"motorium.studio.library.{limit}", value)
            sea.library.check_tape()
        assert sea.library.taping is None
        assert isinstance(news := sea.told.messages[-2], messages.Happening)
        assert reason in news.text
    monkeypatch.setattr("motorium.studio.shelf.LEAST_FREE", 2**62)
    with pytest.raises(ValueError, match="MB left"):
        sea.wish(wishes.Record(on=True))
    monkeypatch.undo()
    monkeypatch.setattr("motorium.studio.shelf.MOST_RECORDINGS", 2)
    with pytest.raises(ValueError, match="2 recordings are kept; delete one first"):
        sea.wish(wishes.Record(on=True))


def test_wishes_that_cannot_be(sea: Sea) -> None:
    name = sea.record(5)
    refused = {
        "there are three-herrings-": wishes.Watch(name="elsewhere"),
        "no recording is called": wishes.Discard(name="elsewhere"),
        "nothing is being recorded": wishes.Record(on=False),
        "this is the living world": wishes.Watch(name=None),
    }
    for sentence, wish in refused.items():
        with pytest.raises((ValueError, KeyError), match=sentence):
            sea.wish(wish)
    sea.wish(wishes.Record(on=True))
    while_recording = [wishes.Record(on=True), wishes.Watch(name=name)]
    taping = sea.library.taping
    assert taping is not None
    for wish in [*while_recording, wishes.Discard(name=taping.name)]:
        with pytest.raises(ValueError, match="is being recorded"):
            sea.wish(wish)
    sea.wish(wishes.Record(on=False))
    sea.wish(wishes.Watch(name=name))
    with pytest.raises(ValueError, match="go back to the living world"):
        sea.wish(wishes.Discard(name=name))
    with pytest.raises(ValueError, match="go back to the living world"):
        sea.wish(wishes.Record(on=True))
    sea.wish(wishes.Watch(name=None))
    sea.wish(wishes.Discard(name=name))
    assert name not in [one.name for one in sea.told.kept]
    sea.simulation._carry_out(wishes.Compare(on=True, id=None), None)
    with pytest.raises(ValueError, match="two twins are compared"):
        sea.wish(wishes.Record(on=True))
    with pytest.raises(ValueError, match="keeps no recordings"):
        Sea(None).wish(wishes.Record(on=True))


def test_a_file_that_fails_gives_the_world_back(sea: Sea, tmp_path: Path) -> None:
    name = sea.record(200)
    before = sea.digest
    sea.wish(wishes.Watch(name=name))
    path = tmp_path / "recordings" / f"{name}.arrow"
    data = bytearray(path.read_bytes())
    middle = slice(len(data) // 2, len(data) // 2 + 4000)
    data[middle] = bytes(4000)
    path.write_bytes(data)
    sea.wish(wishes.Rate(value=16.0))
    for _ in range(30):
        if sea.library.playback is not None:
            sea.library.play(sea.simulation._scene)
    assert sea.library.playback is None
    assert isinstance(sea.told.messages[-1], messages.Refusal)
    assert "damaged" in sea.told.messages[-1].message
    assert sea.digest == before


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("The reef", "the-reef"),
        ("../../etc/passwd", "etc-passwd"),
        ("Ünïcode & \0 spaces ", "n-code-spaces"),
        ("", "world"),
        ("魚", "world"),
        ("a" * 300, "a" * 40),
    ],
)
def test_names_are_made_of_titles(title: str, name: str) -> None:
    made = name_of(title, datetime(2026, 3, 5, 14, 7, 9))
    assert made == f"{name}-20260305-140709"
    assert NAME.fullmatch(made)


def test_two_in_a_second_have_two_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motorium.studio.shelf.name_of", lambda title, made: "same")
    shelf = Shelf(tmp_path)
    names = []
    for _ in range(3):
        path = shelf.new_path("Same")
        path.touch()
        names.append(path.name)
    assert names == ["same.arrow", "same-2.arrow", "same-3.arrow"]


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    """Whatever a page calls it: files beside the shelf, links and folders are not on it."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    secret = tmp_path / "secret.arrow"
    secret.write_bytes(b"secret")
    (folder / "link.arrow").symlink_to(secret)
    (folder / "folder.arrow").mkdir()
    (folder / "notes.txt").write_text("mine")
    (folder / "Capitals.arrow").touch()
    shelf = Shelf(folder)
    assert shelf.kept() == []
    dice = random.Random(1)
    parts = ("..", "/", "\\", "secret", "link", "folder", "notes.txt", "\0", "%2e", "~", ".arrow")
    fixed = ["../secret", str(secret), "link", "folder", "Capitals", "notes", ""]
    for name in [*fixed, *("".join(dice.choices(parts, k=4)) for _ in range(2000))]:
        with pytest.raises(KeyError):
            shelf.find(name)
        with pytest.raises(KeyError):
            shelf.remove(name)
    assert secret.read_bytes() == b"secret"
    for name in ("../secret", "a/b", "A", "-a", "a" * 81, "a\\u0000", "", "a.arrow", "a\\n"):
        with pytest.raises(WireError):
            parse_client_message(f'{{"type": "watch", "name": "{name}"}}')
