"""What a person does on the page is recorded, and comes out the same when it is run again."""

from __future__ import annotations

from pathlib import Path

import pytest

from motorium.studio.simulation import Simulation
from motorium.wire import wishes
from motorium.wire.message import Message
from motorium.wire.messages import Happening
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import RECORDING_ENDED, recording_to
from motorium.world.recording.rerun import check_rerun
from motorium.world.scenario import Group, Scenario, WorldSettings
from tests.studio.studios import Client, studio

pytest.importorskip("pyarrow")

SEA = """
format = 1
[world]
capacity = 12
budget = 6.0
[habitat]
radius = 4.0
[habitat.plankton]
count = 30
[[group]]
species = "herring"
count = 6
motor = "automatic"
eats = ["food"]
"""


@pytest.mark.slow
def test_a_person_s_doings_are_run_again_to_the_byte(tmp_path: Path) -> None:
    scenario, path = tmp_path / "sea.toml", tmp_path / "live.arrow"
    scenario.write_text(SEA, encoding="utf-8")
    with studio(str(scenario), "--record", str(path)) as running:
        with Client(running.socket_address) as watcher:
            with Client(running.socket_address) as page:
                page.next("status", running=True)
                page.send({"type": "pilot", "id": 2})
                page.send({"type": "food", "place": [0.2, 0.1, 0.5]})
                page.snapshot(tick=20)
                asked = {"speed": 1.2, "turn_rate": 0.4, "climb": 0.1}
                page.send({"type": "drive", "roll": 0.0, "brake": 0.0, "backward": 0.0, **asked})
                page.send({"type": "hour", "value": 6.5})
                page.send({"type": "turn", "angle": -0.7})
                page.send({"type": "population", "count": 9})
                # Whoever goes before his wishes are carried out takes them with him.
                page.next("status", population=9)
                page.snapshot(tick=60)
                while watcher.snapshot().muscle_rows.tolist() != [2]:
                    pass
            # And his fish is given back a frame after he has gone.
            while len(watcher.snapshot().muscle_rows):
                pass
        running.stop()
    with Recording.open(path) as recording:
        assert recording.complete, recording.problem
        assert len(recording) > 60
        kinds = {getattr(given, "kind", "") for given in recording.inputs}
        assert kinds >= {"pilot", "food", "asked", "hour", "resize", "release", "allowance"}
        verdict = check_rerun(recording)
    assert verdict.same, verdict.sentence


class Told:
    def __init__(self) -> None:
        self.news: list[Happening] = []

    def snapshot(self, data: object) -> None: ...

    def message(self, message: Message, page: object | None = None) -> None:
        if isinstance(message, Happening):
            self.news.append(message)


def recorded(path: Path) -> tuple[Simulation, Told]:
    group = Group(species="herring", count=2)
    scenario = Scenario(format=1, world=WorldSettings(capacity=4), group=[group])
    told = Told()
    return Simulation(scenario, told, record=recording_to(path)), told


def test_a_recording_ends_with_its_world(tmp_path: Path) -> None:
    path = tmp_path / "a.arrow"
    simulation, told = recorded(path)
    for _ in range(40):
        simulation._advance()
    simulation._carry_out(wishes.Restart(), None)
    simulation._advance()
    simulation.stop()
    (news,) = told.news
    assert news.kind == RECORDING_ENDED
    assert "the scenario begins again, the recording has ended: 0.7 s in" in news.text
    with Recording.open(path) as recording:
        assert recording.complete
        assert recording.last_frame == 40


def test_pages_are_told_of_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*anything: object) -> int:
        raise OSError(28, "No space left on device")

    simulation, told = recorded(tmp_path / "a.arrow")
    monkeypatch.setattr("motorium.studio.scene.NEWS_SECONDS", 0.0)
    with monkeypatch.context() as broken:
        broken.setattr("motorium.world.recording.writer.os.write", full)
        for _ in range(90):
            simulation._advance()
    assert simulation._world.clock.frame == 90
    (news,) = [one for one in told.news if one.kind == RECORDING_ENDED]
    assert news.text.startswith("the recording has ended: No space left on device; 0 frames")
    simulation.stop()
