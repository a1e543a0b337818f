"""A dive that was recorded, on show: submarine, fishing line and groups as they were."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from motorium.contracts.frames import Floats
from motorium.studio.afloat import film
from motorium.studio.picture import Picture
from motorium.studio.recorded import RecordedWorld
from motorium.wire.snapshot import unpack
from motorium.world.directing.cues import CameraKey
from motorium.world.fishing.settings import LineSettings
from motorium.world.habitat.settings import HabitatSettings
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.submarine.settings import SubmarineSettings
from motorium.world.world import World

FRAMES = 140
DIVE = Scenario(
    format=1,
    world=WorldSettings(seed=3, capacity=16),
    habitat=HabitatSettings(radius=5.0, relief=0.0),
    submarine=SubmarineSettings(place=(-2.5, 0.0, 0.5), heading=0.4),
    line=LineSettings(place=(1.0, 0.0), depth=0.3),
    group=[
        Group(species="herring", count=2, motor="repertoire", name="some"),
        Group(species="herring", count=1, motor="repertoire", name="later"),
    ],
    camera=[
        CameraKey(at=0.0, position=(0.0, -3.0, 0.0), target=(0.0, 0.0, 0.0)),
        CameraKey(at=1.0, position=(0.0, -2.0, 0.0), follow="later"),
    ],
)


class Moment(NamedTuple):
    place: Floats
    thrust: float
    state: str
    hook: Floats


@pytest.fixture(scope="module")
def dive(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Moment]]:
    """The file, and how all was in each frame while it was made."""
    path = tmp_path_factory.mktemp("dives") / "dive.arrow"
    world, seen = World(DIVE), []
    boat, line = world.submarine, world.line
    assert boat is not None
    assert line is not None
    with Recorder(world, path):
        while world.clock.frame < FRAMES:
            if world.clock.frame == 10:
                world.steer(thrust=1.0, turn=0.5)
            if world.clock.frame == 20:
                world.cast_line((0.5, 0.5))
            if world.clock.frame == 110:
                world.pull_line()
            thrust = boat.helm.thrust
            seen.append(Moment(boat.position.copy(), thrust, line.state, line.hook.copy()))
            world.advance()
    return path, seen


def test_boat_and_line_are_where_they_were_at_any_time(dive: tuple[Path, list[Moment]]) -> None:
    path, seen = dive
    with Recording.open(path) as recording:
        world = RecordedWorld(recording)
        for frame in (0, 1, 12, 60, 61, 130, 100, 50, 25, 139):
            world.show(float(frame))
            boat, line = world.submarine, world.line
            assert boat is not None
            assert line is not None
            assert boat.position.tolist() == seen[frame].place.tolist()
            assert line.state == seen[frame].state
            if line.state != "up":
                assert line.hook == pytest.approx(seen[frame].hook, abs=1e-9)
            assert boat.helm.thrust == (1.0 if frame > 10 else 0.0)
        assert np.ptp([moment.place[0] for moment in seen]) > 0.5


def test_between_two_frames_and_on_the_wire(dive: tuple[Path, list[Moment]]) -> None:
    path, seen = dive
    with Recording.open(path) as recording:
        world, picture = RecordedWorld(recording), Picture()
        world.show(99.5)
        roster = picture.roster(world)
        assert roster is not None
        assert roster.groups == [0, 0, 1]
        snapshot = unpack(picture.take(world))
        assert snapshot.time == pytest.approx(99.5 / 60)
        assert snapshot.submarine is not None
        assert snapshot.line is not None
        middle = (seen[99].place + seen[100].place) / 2
        assert snapshot.submarine.position == pytest.approx(middle, abs=1e-6)
        assert (snapshot.line.state, snapshot.line.caught) == ("waits", False)
        assert [shot.follow for shot in film(world.scenario)] == [None, 1]
