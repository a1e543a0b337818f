"""Recordings: what is written is read, at any frame; rerun, cut, forged, and on full disks."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motorium.bodies.species import read_species
from motorium.looks.texture_mesh.photo import encode_png
from motorium.world.changes import Change, Resize, Viscosity
from motorium.world.recording import layout, stream
from motorium.world.recording.digest import world_digest
from motorium.world.recording.export import export_parquet
from motorium.world.recording.layout import RecordingError
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import RECORDING_ENDED, Recorder
from motorium.world.recording.rerun import begin_again, check_rerun, recorded_scenario, rerun
from motorium.world.recording.rows import batch_of
from motorium.world.scenario import Group, Scenario, WorldSettings, load_scenario
from motorium.world.world import ENTERED, LEFT, World
from tests.world.recorded import eventful, tiny_world
from tests.world.test_inputs import live, small_world

pa = pytest.importorskip("pyarrow")

ROOT = Path(__file__).parents[2]
FRAMES = 160


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]]]:
    """A recording, and what the world was in each of its frames."""
    path = tmp_path_factory.mktemp("recorded") / "told.arrow"
    world = tiny_world()
    seen = []

    def see() -> None:
        people = world.population
        slots = people.living
        columns = ("ids", "positions", "orientations", "velocities", "nodes", "lengths", "looks")
        seen.append({name: getattr(people, name)[slots].copy() for name in columns})

    see()
    with Recorder(world, path, nodes=True):
        world.after_frame.append(see)
        for _ in range(FRAMES):
            eventful(world)
    return path, seen


# ---------------------------------------------------------------- what is read


def test_any_frame_is_read_as_it_was(told: tuple[Path, list[dict[str, Any]]]) -> None:
    path, seen = told
    with Recording.open(path) as recording:
        assert recording.complete
        assert not recording.problem
        assert len(recording) == FRAMES + 1
        assert recording.last_frame == FRAMES
        assert recording.seconds == FRAMES / 60
        for index in np.random.default_rng(1).permutation(FRAMES + 1).tolist():
            was, states = seen[index], recording.states(index)
            assert states.frame == index
            assert states.time == index / 60
            assert states.ids.tolist() == was["ids"].tolist()
            assert states.positions.tobytes() == was["positions"].tobytes()
            assert states.looks.tobytes() == was["looks"].tobytes()
            assert states.lengths.tobytes() == was["lengths"].tobytes()
            assert np.array_equal(states.orientations, was["orientations"].astype(np.float32))
            assert np.array_equal(states.velocities, was["velocities"].astype(np.float32))
            assert states.nodes is not None
            off = states.nodes - was["nodes"] / was["lengths"][:, None, None]
            assert np.abs(off).max() <= 0.5001 / layout.NODE_STEPS
            assert recording.index_of(index) == index
        assert recording.index_of(-3) == 0
        assert recording.index_of(10**9) == FRAMES
        with pytest.raises(IndexError, match="there is no row 161; there are 161"):
            recording.states(FRAMES + 1)


def test_events_and_inputs_are_kept_in_order(told: tuple[Path, list[dict[str, Any]]]) -> None:
    with Recording.open(told[0]) as recording:
        frames = [event.frame for event in recording.events]
        assert frames == sorted(frames)
        assert {event.kind for event in recording.events} == {ENTERED, LEFT}
        mine = [one for one in recording.inputs if isinstance(one, Viscosity | Resize)]
        assert [one.frame for one in mine if isinstance(one, Viscosity)] == [*range(0, FRAMES, 20)]
        assert [one.count for one in mine if isinstance(one, Resize)] == [2, 3, 4, 2]


def test_other_tools_read_the_same_file(told: tuple[Path, list[dict[str, Any]]]) -> None:
    table = pa.ipc.open_stream(told[0]).read_all()
    assert table["frame"].to_pylist() == [*range(FRAMES + 1)]


def test_only_some_frames_and_the_last(tmp_path: Path) -> None:
    world = tiny_world()
    with Recorder(world, tmp_path / "some.arrow", every=25) as taken:
        world.advance(110)
    assert taken.rows == 6
    with Recording.open(tmp_path / "some.arrow") as recording:
        assert [states.frame for states in recording] == [0, 25, 50, 75, 100, 110]
        assert [recording.index_of(frame) for frame in (0, 24, 25, 99, 100, 111)] == [
            0,
            0,
            1,
            3,
            4,
            5,
        ]
        assert recording.states(0).nodes is None
        assert check_rerun(recording).same


# ---------------------------------------------------------------- run again


def test_a_story_is_run_again_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "story.arrow"
    world = small_world()
    with Recorder(world, path):
        live(world, 200, seed=8)
        end = world_digest(world)
    with Recording.open(path) as recording:
        verdict = check_rerun(recording)
        assert verdict.same, verdict.sentence
        assert verdict.sentence == "all 201 frames came out the same, to the byte"
        assert sum(states.digest is not None for states in recording) >= 6
        assert world_digest(rerun(recording)) == end
        assert rerun(recording, 60).clock.frame == 60
        with pytest.raises(RecordingError, match="frame 201 was not recorded; 0 to 200 were"):
            rerun(recording, 201)


def test_what_comes_out_otherwise_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "told.arrow"
    world = tiny_world()
    with Recorder(world, path):
        world.advance(10)
        world.speed = 0.4
        world.advance(40)
    with Recording.open(path) as recording:
        recording.inputs.pop()
        monkeypatch.setattr("motorium.world.recording.recorder.__version__", "9.9")
        verdict = check_rerun(recording)
    assert not verdict.same
    assert 11 <= verdict.frames < 40
    assert "fishes have another" in verdict.sentence
    assert "it was recorded by Motorium" in verdict.sentence


def test_what_was_under_way_cannot_be_run_again(tmp_path: Path) -> None:
    late, changed = tiny_world(), tiny_world()
    late.advance()
    changed.speed = 0.5
    for number, world in enumerate((late, changed)):
        path = tmp_path / f"{number}.arrow"
        with Recorder(world, path):
            world.advance(5)
        with Recording.open(path) as recording:
            assert recording.first_frame == world.clock.frame - 5
            assert len(recording) == 6
            with pytest.raises(RecordingError, match="cannot be run again: it began when"):
                begin_again(recording)


def test_own_species_travel_with_the_recording(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("trout.toml", "trout.calibration.toml"):
        shutil.copy(ROOT / "examples" / name, folder)
    texture = encode_png(np.full((8, 16, 4), 200, dtype=np.uint8))
    (folder / "scales.png").write_bytes(texture)
    with (folder / "trout.toml").open("a") as file:
        file.write('\n[skin]\ntexture = "scales.png"\n')
    trout = Group(species=str(folder / "trout.toml"), count=1)
    herring = Group(species="herring", count=1)
    world = World(Scenario(format=1, world=WorldSettings(capacity=4), group=[herring, trout]))
    with Recorder(world, tmp_path / "trout.arrow"):
        world.advance(5)
    shutil.rmtree(folder)
    with Recording.open(tmp_path / "trout.arrow") as recording:
        assert recording.meta.species == ["herring", "trout"]
        again = recorded_scenario(recording)
        assert not Path(again.group[1].species).is_relative_to(folder)
        assert read_species(Path(again.group[1].species)).texture == texture
        assert check_rerun(recording).same


def test_scenarios_come_back_as_they_were(tmp_path: Path) -> None:
    for name in ("reef", "compare"):
        scenario = load_scenario(name)
        world = World(scenario)
        with Recorder(world, tmp_path / name):
            pass
        with Recording.open(tmp_path / name) as recording:
            assert recorded_scenario(recording) == scenario
            assert recorded_scenario(recording).model_fields_set == scenario.model_fields_set


# ---------------------------------------------------------------- files that are not as they should


def test_nothing_is_written_over_unasked(tmp_path: Path) -> None:
    path = tmp_path / "there.arrow"
    path.write_text("mine")
    world = tiny_world()
    with pytest.raises(RecordingError, match="is there already; --force writes over it"):
        Recorder(world, path)
    assert path.read_text() == "mine"
    assert world.after_frame == []
    with Recorder(world, path, force=True):
        world.advance()
    with Recording.open(path) as recording:
        assert len(recording) == 2
    with pytest.raises(RecordingError, match="is a folder"):
        Recorder(world, tmp_path, force=True)
    with pytest.raises(RecordingError, match="cannot be written: No such file"):
        Recorder(world, tmp_path / "none" / "a.arrow")
    with pytest.raises(RecordingError, match="every 0: it must be a whole number of frames"):
        Recorder(world, tmp_path / "b.arrow", every=0)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_devices_are_no_files() -> None:
    with pytest.raises(RecordingError, match="/dev/full is no file"):
        Recorder(tiny_world(), "/dev/full", force=True)


def _first_sealed(path: Path) -> int:
    """Bytes of a file's columns and their seal."""
    with path.open("rb") as file:
        _, seal, *_ = stream.messages(file, path.stat().st_size)
    return seal.at + seal.size


def test_a_torn_end_is_left_away(tmp_path: Path, told: tuple[Path, list[dict[str, Any]]]) -> None:
    """Cut anywhere, a file has all frames of its whole chunks, and says so."""
    path, seen = told
    whole = path.read_bytes()
    chance = np.random.default_rng(3)
    counts: list[int] = []
    header = _first_sealed(path)
    for cut in sorted({*chance.integers(0, len(whole), 60).tolist(), len(whole) - 1}):
        torn = tmp_path / "torn.arrow"
        torn.write_bytes(whole[:cut])
        if cut < header:
            with pytest.raises(RecordingError, match="cut before its first frame"):
                Recording.open(torn)
            continue
        with Recording.open(torn) as recording:
            counts.append(len(recording))
            # The end mark may be there without the last eight bytes.
            assert recording.complete or "it was not finished; " in recording.problem
            for states in recording:
                assert states.positions.tobytes() == seen[states.frame]["positions"].tobytes()
    assert counts == sorted(counts)
    assert len(set(counts)) >= 4


def test_no_recording(tmp_path: Path) -> None:
    path = tmp_path / "strange"
    with pytest.raises(RecordingError, match="strange: cannot be read: No such file"):
        Recording.open(path)
    for data in (b"", b"motorium", b"\xff" * 64, os.urandom(500)):
        path.write_bytes(data)
        with pytest.raises(RecordingError, match=r"strange: (empty|not a recording)"):
            Recording.open(path)
    table = pa.table({"a": [1, 2]})
    with pa.ipc.new_stream(path, table.schema) as stream:
        stream.write_table(table)
    with pytest.raises(RecordingError, match="not a recording"):
        Recording.open(path)


def test_newer_formats_are_refused_and_newer_columns_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as later:
        later.setattr(layout.Meta.model_fields["format"], "default", 2)
        layout.Meta.model_rebuild(force=True)
        with Recorder(tiny_world(), tmp_path / "new.arrow"):
            pass
    layout.Meta.model_rebuild(force=True)
    with pytest.raises(RecordingError, match="format 2 is newer than this program"):
        Recording.open(tmp_path / "new.arrow")

    plain = layout.schema_of

    def more(meta: layout.Meta) -> Any:
        return plain(meta).append(pa.field("drives", pa.list_(pa.float32())))

    plain_batch = batch_of

    def batch(rows: Any, schema: Any) -> Any:
        known = plain_batch(rows, pa.schema([schema.field(k) for k in range(len(schema) - 1)]))
        drives = pa.array([[1.0]] * len(rows), type=schema.field("drives").type)
        return pa.RecordBatch.from_arrays([*known.columns, drives], schema=schema)

    with monkeypatch.context() as later:
        later.setattr("motorium.world.recording.writer.schema_of", more)
        later.setattr("motorium.world.recording.recorder.batch_of", batch)
        world = tiny_world()
        with Recorder(world, tmp_path / "more.arrow"):
            world.advance(40)
    with Recording.open(tmp_path / "more.arrow") as recording:
        assert len(recording) == 41
        assert check_rerun(recording).same


def test_arrow_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(RecordingError, match=r"pip install 'motorium\[record\]'"):
        Recorder(tiny_world(), tmp_path / "a.arrow")
    with pytest.raises(RecordingError, match=r"pip install 'motorium\[record\]'"):
        Recording.open(tmp_path / "a.arrow")


# ---------------------------------------------------------------- when the disk is full


def test_a_full_disk_ends_the_recording_and_not_the_world(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third chunk fits only by half: it is cut away, and told."""
    path = tmp_path / "full.arrow"
    real, room = os.write, [0]

    def write(file: int, data: Any) -> int:
        if room[0] <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        room[0] -= len(data[: room[0]])
        return real(file, data[: max(room[0], 1)])

    # However slow this machine is.
    monkeypatch.setattr("motorium.world.recording.recorder.CHUNK_SECONDS", 1e9)
    world = tiny_world()
    taken = Recorder(world, path)
    world.advance(70)
    while taken.rows < 60:
        time.sleep(0.01)
    monkeypatch.setattr("motorium.world.recording.writer.os.write", write)
    room[0] = 1500
    world.advance(120)
    assert world.clock.frame == 190
    assert taken.failed == "No space left on device"
    (ended,) = [event for event in world.events if event.kind == RECORDING_ENDED]
    assert "the recording has ended: No space left on device; 60 frames" in ended.detail
    assert world.after_frame == []
    taken.close()
    monkeypatch.undo()
    with Recording.open(path) as recording:
        assert not recording.complete
        assert len(recording) == 60
        assert check_rerun(recording).same
        assert "60 frames up to 0.98 s are whole" in recording.problem


LIMITED = """
import resource, sys
from motorium.world.recording.recorder import Recorder
from tests.world.recorded import tiny_world
# Kernels that must be compiled are cached before.
tiny_world().advance(2)
world = tiny_world()
resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))
with Recorder(world, sys.argv[1]) as taken:
    world.advance(600)
print(world.clock.frame, taken.rows, taken.failed)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits of files are POSIX's")
def test_a_file_that_may_not_grow_ends_with_its_last_whole_chunk(tmp_path: Path) -> None:
    path = tmp_path / "limited.arrow"
    ran = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=1800,
    )
    frame, rows, failed = ran.stdout.split(maxsplit=2)
    assert frame == "600"
    assert failed.strip() == "File too large"
    assert "the recording has ended: File too large" in ran.stderr
    with Recording.open(path) as recording:
        assert len(recording) == int(rows) > 30
        assert "File too large" in recording.problem or "not finished" in recording.problem
        assert check_rerun(recording).same


def test_a_world_that_comes_to_grief_leaves_a_whole_file(tmp_path: Path) -> None:
    world = tiny_world()

    def fail() -> None:
        if world.clock.frame == 45:
            raise ZeroDivisionError

    def record() -> None:
        with Recorder(world, tmp_path / "a.arrow", every=10):
            world.after_frame.append(fail)
            world.advance(90)

    with pytest.raises(ZeroDivisionError):
        record()
    with Recording.open(tmp_path / "a.arrow") as recording:
        assert recording.last_frame == 40
        assert "it ended early: the world came to grief; 5 frames" in recording.problem


def test_who_does_not_record_pays_nothing(tmp_path: Path) -> None:
    """A recording changes no byte of its world, and leaves no trace in it."""
    alone, watched = tiny_world(), tiny_world()
    with Recorder(watched, tmp_path / "a.arrow", nodes=True):
        for world in (alone, watched):
            for _ in range(60):
                eventful(world)
        heard: list[Change] = []
        watched.listen(heard.append)
    assert world_digest(alone) == world_digest(watched)
    assert watched.after_frame == []
    watched.speed = 0.3
    assert len(heard) == 2


def test_a_while_without_anybody_can_be_read(tmp_path: Path) -> None:
    world = tiny_world()
    with Recorder(world, tmp_path / "empty.arrow", nodes=True):
        world.advance(10)
        world.resize(0)
        world.advance(80)
        world.resize(2)
        world.advance(10)
    with Recording.open(tmp_path / "empty.arrow") as recording:
        counts = [len(states.ids) for states in recording]
        assert (counts[0], counts[60], counts[-1]) == (2, 0, 2)
        assert check_rerun(recording).same
        export_parquet(recording, tmp_path / "out")


def test_single_precision_runs_again_to_the_byte(tmp_path: Path) -> None:
    world = tiny_world(motor="muscle")
    with Recorder(world, tmp_path / "single.arrow"):
        world.viscosity = float(np.float32(0.3))
        world.speed = np.float32(1.37)  # type: ignore[assignment]
        world.advance(5)
        world.viscosity = np.float32(0.3)  # type: ignore[assignment]
        world.advance(60)
    with Recording.open(tmp_path / "single.arrow") as recording:
        assert check_rerun(recording).same


def test_events_between_recorded_frames_are_kept(tmp_path: Path) -> None:
    world = tiny_world()
    with Recorder(world, tmp_path / "sparse.arrow", every=40):
        for count in (3, 2, 4, 2):
            world.advance(5)
            world.resize(count)
        world.advance(30)
    with Recording.open(tmp_path / "sparse.arrow") as recording:
        kinds = [event.kind for event in recording.events]
    assert (kinds.count("entered"), kinds.count("left")) == (5, 3)
