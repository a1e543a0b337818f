"""Recordings as pages of their own: what was recorded is in them, and none of it is a page."""

from __future__ import annotations

import base64
import json
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from motorium.cli import app
from motorium.contracts.time import FRAME_RATE
from motorium.export import recording_page
from motorium.export.reel import RATES, Span, fold
from motorium.world.recording.layout import RecordingError
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World

pytest.importorskip("pyarrow")

EXTENT = 40.0
FRAMES = 90
EVIL = "</title><script>alert(1)</script>\"'&<!--"
STANDING_IN = f"<html><title>Motorium</title>{recording_page.PLACE}<i>the end</i></html>"
"""For a page that has been built."""


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A second and a half of two herrings; a third one comes in the middle."""
    path = tmp_path_factory.mktemp("page") / "evil.arrow"
    settings = WorldSettings(title=EVIL, seed=4, capacity=8, extent=EXTENT)
    group = Group(species="herring", count=2, motor="repertoire", name=EVIL)
    world = World(Scenario(format=1, world=settings, group=[group]))
    with Recorder(world, path, nodes=True):
        while world.clock.frame < FRAMES:
            if world.clock.frame == FRAMES // 2:
                world.resize(3)
            world.advance()
    return path


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """So that these tests need no Node."""
    path = tmp_path / "page" / "recording.html"
    path.parent.mkdir()
    path.write_text(STANDING_IN, encoding="utf-8")
    monkeypatch.setattr(recording_page, "PAGE", path)
    return path


def unfold(folded: bytes, sizes: list[int]) -> list[bytes]:
    """As `web/src/recording/unfolding.ts` does, word by word."""
    pictures: list[bytes] = []
    before: list[int] = []
    at = 0
    for size in sizes:
        words = (size + 1) // 2
        low, high = folded[at : at + words], folded[at + words : at + 2 * words]
        at += 2 * words
        steps = [a | b << 8 for a, b in zip(low, high, strict=True)]
        changes = [(step >> 1) ^ -(step & 1) for step in steps]
        if len(before) != words:
            before = [0] * words
        before = [(a + b) & 0xFFFF for a, b in zip(before, changes, strict=True)]
        pictures.append(struct.pack(f"<{words}H", *before)[:size])
    assert at == len(folded)
    return pictures


def test_what_is_folded_is_what_has_changed() -> None:
    """By hand: 1 and -1 become 2 and 1, what grows by 3 becomes 6; low bytes go first."""
    first, second = struct.pack("<3H", 1, 0xFFFF, 256), struct.pack("<3H", 4, 0xFFFF, 0)
    assert fold([first, second]) == bytes([2, 1, 0, 0, 0, 2]) + bytes([6, 0, 255, 0, 0, 1])


@given(st.lists(st.binary(max_size=9), max_size=6))
def test_what_is_folded_is_unfolded(pictures: list[bytes]) -> None:
    assert unfold(fold(pictures), [len(picture) for picture in pictures]) == pictures


def held(path: Path) -> tuple[dict[str, Any], list[tuple[dict[str, Any], list[bytes]]]]:
    """What a page is told, and the captions and pictures of its parts."""
    text = path.read_text(encoding="utf-8")
    found = re.findall(
        r'<script type="application/octet-stream" data-(\w+)>([\w+/=]*)</script>', text
    )
    assert text.count("<script") == len(found) == text.count("</script")
    unpacked = [(name, zlib.decompress(base64.b64decode(data))) for name, data in found]
    told = json.loads(dict(unpacked)["told"])
    parts = []
    for data in (data for name, data in unpacked if name == "part"):
        (length,) = struct.unpack_from("<I", data)
        caption = json.loads(data[4 : 4 + length])
        parts.append((caption, unfold(data[4 + length :], caption["sizes"])))
    return told, parts


def places(picture: bytes) -> np.ndarray[Any, Any]:
    """Three times 21 bits of each record, as docs/concepts/wire.md says."""
    count = struct.unpack_from("<I", picture, 20)[0]
    begin = struct.unpack_from("<H", picture, 6)[0]
    records = np.frombuffer(picture, "<u8", count * 2, begin)[::2]
    steps = np.stack([records >> np.uint64(21 * k) & np.uint64(2**21 - 1) for k in range(3)], 1)
    return steps / (2**21 - 1) * EXTENT - EXTENT / 2


def test_everybody_is_in_the_page_where_he_was(recording: Path, tmp_path: Path) -> None:
    out = tmp_path / "herrings.html"
    with Recording.open(recording) as opened:
        recording_page.export_page(opened, out, Span(0.25, 1.25, fps=30))
        told, parts = held(out)
        pictures = [picture for _, part in parts for picture in part]
        assert told["pictures"] == len(pictures) == 31
        assert [len(part) for _, part in parts] == [told["in_part"], 1]
        shown = told["hello"]["recording"]
        assert (shown["first"], shown["seconds"], shown["every"]) == (0.25, 1.0, 2)
        rosters = {roster["revision"]: roster["ids"] for roster in told["rosters"]}
        for k, picture in enumerate(pictures):
            then = opened.states(opened.index_of(15 + 2 * k))
            assert rosters[struct.unpack_from("<I", picture, 12)[0]] == then.ids.tolist()
            assert places(picture) == pytest.approx(then.positions, abs=EXTENT / 2**20)
        statuses = [status for caption, _ in parts for status in caption["statuses"]]
        assert [at for at, _ in statuses] == [*range(0, 30, 3), 0]
        assert {status["population"] for _, status in statuses} == {2, 3}


def test_no_name_becomes_a_part_of_the_page(recording: Path, tmp_path: Path) -> None:
    out = tmp_path / "<img src=x onerror=alert(1)>.html"
    with Recording.open(recording) as opened:
        recording_page.export_page(opened, out)
    told, _ = held(out)
    assert told["hello"]["scenario"] == told["hello"]["groups"][0] == EVIL
    rest = re.sub(r"<script.*?</script>\n", "", out.read_text(encoding="utf-8"))
    title = "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#x27;&amp;&lt;!--"
    assert rest == (
        f"<html><title>evil.arrow, a recording of {title} – Motorium</title><i>the end</i></html>"
    )


@pytest.mark.parametrize("fps", RATES)
def test_any_rate_shows_whole_frames(recording: Path, fps: int) -> None:
    with Recording.open(recording) as opened:
        frames = Span(fps=fps).frames(opened)
        assert frames[0] == 0
        assert frames.step * fps == FRAME_RATE
        assert FRAMES - frames[-1] < frames.step


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (Span(fps=25), "--fps 25: it must be 5, 6, 10, 12, 15, 20, 30 or 60"),
        (
            Span(begin=-1.0),
            "--from -1: it must be a time of the recording; it goes from 0 to 1.5 s",
        ),
        (Span(end=float("nan")), "--to nan: it must be a time of the recording"),
        (Span(begin=float("inf")), "--from inf: it must be a time"),
        (Span(begin=1.0, end=0.5), "--from 1 lies behind --to 0.5"),
        (Span(begin=7.0), "nothing was recorded then; it goes from 0 to 1.5 s"),
    ],
)
def test_times_that_are_none_get_a_sentence(
    recording: Path, tmp_path: Path, span: Span, said: str
) -> None:
    with Recording.open(recording) as opened, pytest.raises(RecordingError) as refused:
        recording_page.export_page(opened, tmp_path / "out.html", span)
    assert said in str(refused.value)
    assert not list(tmp_path.glob("*.h*"))


def test_too_large_a_page_is_not_written(recording: Path, tmp_path: Path) -> None:
    out = tmp_path / "large.html"
    with Recording.open(recording) as opened, pytest.raises(RecordingError) as refused:
        recording_page.export_page(opened, out, most=10_000)
    assert re.search(
        r"would be larger than 0.01 MB, which 1\.0 of its 1\.5 s fill", str(refused.value)
    )
    assert not list(tmp_path.glob("*.h*"))


def run(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["export", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return " ".join(result.output.split())


def test_the_command_line_says_how_large_it_is(recording: Path, tmp_path: Path) -> None:
    out = tmp_path / "one.html"
    said = run(recording, "--html", out, "--to", 0.5, "--fps", 20)
    size = f"{out.stat().st_size / 1e6:.2f} MB"
    assert said == f"{out}: {size}, 0.50 s at 20 pictures a second"
    assert "is there already; --force writes over it" in run(recording, "--html", out, code=2)
    both = (recording, tmp_path / "tables", "--parquet", "--html", out)
    assert "is there already; --force" in run(*both, code=2)
    assert not (tmp_path / "tables").exists()
    all_of_it = run(recording, "--parquet", "--to", 1, code=2)
    assert "--to is of --html; Parquet files have all" in all_of_it
    run(recording, "--html", out, "--force")


def test_the_command_line_refuses_in_sentences(recording: Path, tmp_path: Path, page: Path) -> None:
    said = run(recording, code=2)
    assert "say in which form: --parquet, --html OUT, or both" in said
    assert "a page's name ends in .html" in run(recording, "--html", tmp_path / "a.htmx", code=2)
    missing = tmp_path / "nowhere" / "a.html"
    assert f"there is no folder {missing.parent}" in run(recording, "--html", missing, code=2)
    assert "say --html" in run(recording, tmp_path / "a", "--html", tmp_path / "b.html", code=2)
    page.write_text("<html></html>", encoding="utf-8")
    assert "has no room for a recording" in run(recording, "--html", tmp_path / "a.html", code=2)
    page.unlink()
    assert "has not been built" in run(recording, "--html", tmp_path / "a.html", code=2)


def test_damaged_recordings_become_pages_or_get_a_sentence(recording: Path, tmp_path: Path) -> None:
    whole = recording.read_bytes()
    chance = np.random.default_rng(17)
    wrong, out = tmp_path / "wrong.arrow", tmp_path / "wrong.html"
    refused = 0
    for k in range(24):
        data = bytearray(whole)
        if k % 2:
            del data[int(chance.integers(1, len(data))) :]
        else:
            data[int(chance.integers(len(data)))] ^= 1 << int(chance.integers(8))
        wrong.write_bytes(data)
        said = ""
        try:
            with Recording.open(wrong) as opened:
                recording_page.export_page(opened, out, Span(fps=10), force=True)
                told, _ = held(out)
                assert told["hello"]["recording"]["problem"] == opened.problem
        except RecordingError as problem:
            said = str(problem)
            refused += 1
        assert not said or str(wrong) in said
        assert not list(tmp_path.glob("*.half"))
    assert 0 < refused < 24
