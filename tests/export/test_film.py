"""Films: what is refused before work begins, the files, two eyes, and the pictures themselves."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from motorium.cli import app
from motorium.contracts.viewing import Camera
from motorium.export.film import making
from motorium.export.film.cameras import camera_of
from motorium.export.film.sizes import NAMED, size_of
from motorium.export.film.stereo import Stereo, anaglyph, eyes, side_by_side
from motorium.looks.drawing.pages import page_places
from motorium.looks.drawing.renderer import Renderer
from motorium.looks.drawing.view import View
from motorium.studio.recorded import RecordedWorld
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World
from tests.looks.drawing.conftest import renderer

av = pytest.importorskip("av")

__all__ = ["renderer"]

FEW = """
format = 1
[world]
title = "Few"
capacity = 8
[[group]]
species = "herring"
count = 3
motor = "repertoire"
"""


@pytest.fixture
def few(tmp_path: Path) -> Path:
    path = tmp_path / "few.toml"
    path.write_text(FEW, encoding="utf-8")
    return path


def run(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["film", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return " ".join(result.output.split())


# ---------------------------------------------------------------- before work begins


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["-o", "a.avi"], "a.avi: a film's name ends in .mp4 or .webm"),
        (["-o", "nowhere/a.mp4"], "there is no folder nowhere"),
        (["-o", "a.mp4", "--size", "4k"], "--size 4k: it must be 240p, 360p"),
        (["-o", "a.mp4", "--size", "2560x1440"], "at most as large as 1080p, 1920x1080"),
        (["-o", "a.mp4", "--size", "801x450"], "width and height must be even"),
        (["-o", "a.mp4", "--size", "10x10"], "at least 64 pixels"),
        (["-o", "a.mp4", "--stereo", "3d"], "--stereo 3d: it must be side-by-side or anaglyph"),
        (["-o", "a.mp4", "--seconds", "0"], "--seconds 0: it must be above 0 and at most 3600"),
        (["-o", "a.mp4", "--seconds", "nan"], "--seconds nan: it must be"),
        (["-o", "a.mp4", "--from", "-1"], "--from -1: it must be 0 or more"),
        (["-o", "a.mp4", "--fps", "25"], "--fps 25: it must be 10, 12, 15, 20, 30 or 60"),
        (["-o", "a.mp4", "--camera", "nose"], "--camera nose: it must be film"),
    ],
)
@pytest.mark.usefixtures("renderer")
def test_what_cannot_be_gets_a_sentence(
    few: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(World, "advance", lambda *_: pytest.fail("nothing is simulated"))
    assert said in run(few, *given, code=2)
    assert [path.name for path in tmp_path.iterdir()] == ["few.toml"]


def test_no_film_is_written_over(few: Path, tmp_path: Path) -> None:
    out = tmp_path / "kept.mp4"
    out.write_bytes(b"kept")
    assert "is there already; --force writes over it" in run(few, "-o", out, code=2)
    assert out.read_bytes() == b"kept"


def test_a_missing_extra_is_named(
    few: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    assert "pip install 'motorium[film]'" in run(few, "-o", tmp_path / "a.mp4", code=2)


@pytest.mark.usefixtures("renderer")
def test_recordings_that_are_none_get_a_sentence(tmp_path: Path) -> None:
    torn, out = tmp_path / "torn.arrow", tmp_path / "a.mp4"
    torn.write_bytes(b"ARROW1 no more of it")
    assert str(torn) in run(torn, "-o", out, code=2)
    assert "no such" in run(tmp_path / "none.arrow", "-o", out, code=2).lower()
    assert not out.exists()


@pytest.mark.parametrize("name", NAMED)
def test_sizes_have_names(name: str) -> None:
    width, height = size_of(name)
    assert height == int(name[:-1])
    assert abs(width / height - 16 / 9) < 0.01
    assert (width % 2, height % 2, size_of(name, side_by_side=True)[0] % 4) == (0, 0, 0)
    assert size_of(f"{width}x{height}") == (width, height)


def test_frames_are_whole_ones() -> None:
    assert list(making.frames_of(1.0, 0.5, 10)) == [60, 66, 72, 78, 84]
    assert len(making.frames_of(0.0, 10.0, 30)) == 300


# ---------------------------------------------------------------- files


def blinking(count: int, size: tuple[int, int]) -> list[NDArray[np.uint8]]:
    """A bright square that walks."""
    width, height = size
    shown = []
    for k in range(count):
        picture = np.full((height, width, 3), 30, np.uint8)
        picture[8:24, 8 * k : 8 * k + 16] = (200, 120, 40)
        shown.append(picture)
    return shown


@pytest.mark.parametrize("ending", ["mp4", "webm"])
def test_a_film_is_what_was_put_in(tmp_path: Path, ending: str) -> None:
    path, size = tmp_path / f"film.{ending}", (128, 64)
    shown = blinking(12, size)
    assert making.film(path, iter(shown), size, 20) == (12, path.stat().st_size)
    with av.open(str(path)) as opened:
        stream = opened.streams.video[0]
        assert stream.codec_context.pix_fmt == "yuv420p"
        assert stream.codec_context.name in ("h264", "vp9", "libvpx-vp9")
        assert float(stream.average_rate) == 20.0
        found = [frame.to_ndarray(format="rgb24") for frame in opened.decode(video=0)]
    assert len(found) == 12
    for before, after in zip(shown, found, strict=True):
        assert np.abs(before.astype(int) - after.astype(int)).mean() < 6.0
    if ending == "mp4":
        data = path.read_bytes()
        assert 0 < data.index(b"moov") < data.index(b"mdat"), "it plays while it is loaded"


def test_the_same_pictures_become_the_same_bytes(tmp_path: Path) -> None:
    size = (128, 64)
    for name in ("a.mp4", "b.mp4"):
        making.film(tmp_path / name, iter(blinking(9, size)), size, 30)
    assert (tmp_path / "a.mp4").read_bytes() == (tmp_path / "b.mp4").read_bytes()


def test_who_stops_has_what_was_filmed_so_far(tmp_path: Path) -> None:
    path, size = tmp_path / "film.mp4", (128, 64)
    done: list[int] = []
    making.film(path, iter(blinking(12, size)), size, 20, done.append, lambda: len(done) == 5)
    with av.open(str(path)) as opened:
        assert len(list(opened.decode(video=0))) == 5


def test_what_goes_wrong_leaves_nothing(tmp_path: Path) -> None:
    def interrupted() -> Iterator[NDArray[np.uint8]]:
        yield from blinking(3, (128, 64))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        making.film(tmp_path / "a.webm", interrupted(), (128, 64), 20)
    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------------- two eyes


def test_what_lies_in_the_screen_has_one_place_and_what_is_near_two() -> None:
    camera = Camera((1.0, -3.0, 0.5), (0.2, 3.0, -0.1))
    ahead = np.array(camera.ahead) / np.linalg.norm(camera.ahead)
    left, right = eyes(camera, 2.0, (320, 180))

    def across(view: View, distance: float) -> float:
        place = page_places(np.array(camera.position) + distance * ahead)
        x, _, _, w = view.projects @ view.looks_at @ [*place, 1.0]
        return float(x / w)

    assert across(left, 2.0) == pytest.approx(across(right, 2.0), abs=1e-9)
    # Nearer things are to the right for the left eye, as when one looks past a finger.
    assert across(left, 1.0) > 0.0 > across(right, 1.0)
    assert across(left, 4.0) < 0.0 < across(right, 4.0)
    apart = np.linalg.norm(left.eye - right.eye)
    assert apart == pytest.approx(2.0 / 30.0)
    # By similar triangles: half of the eyes' distance, seen in half of the screen's.
    half = math.tan(camera.field / 2.0) * 320 / 180
    assert across(left, 1.0) == pytest.approx(apart / 2.0 * (1.0 - 1.0 / 2.0) / half)


def test_two_pictures_become_one() -> None:
    left = np.full((2, 3, 3), (100, 200, 50), np.uint8)
    right = np.full((2, 3, 3), (10, 20, 30), np.uint8)
    assert side_by_side(left, right).shape == (2, 6, 3)
    assert side_by_side(left, right)[0, [0, 5]].tolist() == [[100, 200, 50], [10, 20, 30]]
    brightness = round(0.2126 * 100 + 0.7152 * 200 + 0.0722 * 50)
    assert anaglyph(left, right)[1, 1].tolist() == [brightness, 20, 30]


# ---------------------------------------------------------------- pictures

SIZE = (192, 108)


def a_world() -> World:
    group = Group(species="clownfish", count=5, motor="repertoire")
    settings = WorldSettings(title="Five", seed=6, capacity=8)
    return World(Scenario(format=1, world=settings, group=[group]))


def shown(
    footage: making.Footage, renderer: Renderer, frames: range, stereo: Stereo | None = None
) -> list[NDArray[np.uint8]]:
    scenario: Any = footage.world
    camera = camera_of("chase", scenario.scenario)
    look = making.Look(SIZE, stereo)
    return list(making.pictures(footage, camera, look, frames, renderer))


def test_the_same_world_gives_the_same_bytes(renderer: Renderer) -> None:
    frames = range(0, 24, 6)
    once, again = (shown(making.Live(a_world()), renderer, frames) for _ in range(2))
    assert [picture.tobytes() for picture in once] == [picture.tobytes() for picture in again]
    assert all(picture.shape == (SIZE[1], SIZE[0], 3) for picture in once)
    assert np.abs(once[0].astype(int) - once[-1]).max() > 20, "something moves"


def test_stereo_shows_each_eye_its_own(renderer: Renderer) -> None:
    frames = range(1)
    (pair,) = shown(making.Live(a_world()), renderer, frames, Stereo.SIDE_BY_SIDE)
    half = SIZE[0] // 2
    left, right = pair[:, :half].astype(int), pair[:, half:].astype(int)
    assert pair.shape == (SIZE[1], SIZE[0], 3)
    apart = np.abs(left - right)
    assert 0.2 < apart.mean() < 20.0, "two views of one thing"
    assert apart.max() > 30
    (both,) = shown(making.Live(a_world()), renderer, frames, Stereo.ANAGLYPH)
    (plain,) = shown(making.Live(a_world()), renderer, frames)
    assert both.shape == plain.shape
    assert not np.array_equal(both, plain)


def test_a_film_of_a_recording_shows_what_was_recorded(renderer: Renderer, tmp_path: Path) -> None:
    path, frames = tmp_path / "five.arrow", range(6, 42, 12)
    world = a_world()
    with Recorder(world, path, nodes=True):
        world.advance(45)
    live = shown(making.Live(a_world()), renderer, frames)
    with Recording.open(path) as recording:
        recorded = shown(making.Recorded(RecordedWorld(recording)), renderer, frames)
    still = shown(making.Live(a_world()), renderer, range(1))[0].astype(int)
    for one, other in zip(live, recorded, strict=True):
        off = np.abs(one.astype(int) - other)
        assert off.mean() < 0.1
        assert np.abs(one.astype(int) - still).mean() > 10 * off.mean() + 0.1, "it has moved on"


@pytest.mark.slow
def test_a_film_of_both_from_the_command_line(
    few: Path, tmp_path: Path, renderer: Renderer
) -> None:
    out, recorded = tmp_path / "few.webm", tmp_path / "few.arrow"
    said = run(few, "-o", out, "--seconds", 0.5, "--fps", 10, "--size", "160x90")
    assert f"{out}: 0.50 s, 5 pictures of 160x90, 0.0" in said
    result = CliRunner().invoke(
        app, ["run", str(few), "--seconds", "0.5", "--record", str(recorded), "--nodes"]
    )
    assert result.exit_code == 0
    said = run(recorded, "-o", out, "--force", "--fps", 10, "--size", "160x90")
    assert f"{out}: 0.50 s, 5 pictures of 160x90" in said
    said = run(recorded, "-o", out, "--force", "--from", 9, code=2)
    assert "--from 9" in said
    said = run(recorded, "-o", tmp_path / "b.mp4", "--seed", 1, code=2)
    assert "--seed: a recording has its own" in said


@pytest.mark.slow
@pytest.mark.usefixtures("renderer")
def test_ctrl_c_leaves_a_film_that_plays(few: Path, tmp_path: Path) -> None:
    out = tmp_path / "long.mp4"
    command = [sys.executable, "-m", "motorium", "film", str(few), "-o", str(out)]
    with subprocess.Popen([*command, "--seconds", "3000", "--size", "160x90"]) as process:
        end = time.monotonic() + 300.0
        while not list(tmp_path.glob("long.*.half")):
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(timeout=300) == 0
    with av.open(str(out)) as opened:
        assert len(list(opened.decode(video=0))) > 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["few.toml", "long.mp4"]
