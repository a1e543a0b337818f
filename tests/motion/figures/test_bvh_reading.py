"""Reading BVH: sound files exactly, broken ones with a sentence each."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pybvh", reason="BVH needs motorium[figures]")

import pybvh

from motorium.motion.figures.capture.bvh import parse_bvh, read_bvh, resampled
from motorium.motion.figures.capture.bvh_text import BvhError
from tests.motion.figures.bvh_material import CLIPS, cut, independent, real

GOOD = """HIERARCHY
ROOT Hips
{
  OFFSET 0.0 0.0 0.0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
  JOINT Spine
  {
    OFFSET 0.0 50.0 0.0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0.0 60.0 0.0
    }
  }
  JOINT Leg
  {
    OFFSET 10.0 -90.0 0.0
    CHANNELS 3 Zrotation Yrotation Xrotation
    End Site
    {
      OFFSET 0.0 0.0 15.0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.0333333
0 95 0 0 0 0 10 20 30 5 5 5
1 95 0 0 90 0 10 20 30 5 5 5
2 95 0 0 90 0 10 20 30 5 5 5.5
"""


def swap(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


BROKEN: dict[str, tuple[Callable[[str], str], str]] = {
    "empty": (lambda text: "", "is empty"),
    "blank": (lambda text: "\n \n\t\n", "is empty"),
    "not BVH": (lambda text: "solid cube\n" + text, "line 1: a BVH file begins with HIERARCHY"),
    "no root": (lambda text: "HIERARCHY\nMOTION\nFrames: 1\n", "line 2: a ROOT was expected"),
    "only a title": (lambda text: "HIERARCHY\n", "there is no ROOT"),
    "root without a name": (swap("ROOT Hips", "ROOT"), "line 2: this ROOT has no name"),
    "two roots": (swap("MOTION", "ROOT Two\n{\n}\nMOTION"), "line 25: a second ROOT"),
    "joint in no root": (swap("MOTION", "JOINT Two\n{\n}\nMOTION"), "line 25: this JOINT is in no"),
    "brace missing": (swap("Spine\n  {", "Spine"), "line 7: the brace { of 'Spine' was expected"),
    "brace never closed": (swap("}\nMOTION", "MOTION"), "line 24: the brace } that closes 'Hips'"),
    "brace too many": (swap("}\nMOTION", "}\n}\nMOTION"), "line 25: this brace } closes nothing"),
    "brace of nobody": (swap("  JOINT Leg", "  {\n  JOINT Leg"), "line 15: this brace {"),
    "unknown word": (swap("JOINT Leg", "JONT Leg"), "line 15: 'JONT' is unknown"),
    "unknown channel": (swap("6 Xposition", "6 Xposture"), "line 5: 'Xposture' is no channel"),
    "channels miscounted": (swap("CHANNELS 3", "CHANNELS 4"), "announces 4 CHANNELS and lists 3"),
    "channel count is a word": (swap("CHANNELS 3", "CHANNELS all"), "a number from 0 to 6"),
    "channel twice": (swap("Zrotation Xrotation Y", "Zrotation Zrotation Y"), "a channel twice"),
    "no channels": (
        swap("    CHANNELS 3 Zrotation Xrotation Yrotation\n", ""),
        "line 13: 'Spine' has no CHANNELS",
    ),
    "no offset": (swap("    OFFSET 0.0 50.0 0.0\n", ""), "line 13: 'Spine' has no OFFSET"),
    "offset of two": (swap("0.0 50.0 0.0", "0.0 50.0"), "line 8: the OFFSET of 'Spine' must be 3"),
    "offset NaN": (swap("50.0", "NaN"), "line 8: 'NaN' in the OFFSET of 'Spine'"),
    "offset text": (swap("50.0", "fifty"), "line 8: 'fifty' in the OFFSET of 'Spine'"),
    "offset far away": (swap("50.0", "5e30"), "line 8: '5e30' in the OFFSET"),
    "same names": (swap("JOINT Leg", "JOINT Spine"), "two joints are called 'Spine'"),
    "channels at an end": (
        swap("OFFSET 0.0 60.0 0.0", "OFFSET 0.0 60.0 0.0\nCHANNELS 1 Xrotation"),
        "line 13: an End Site has an OFFSET only",
    ),
    "no motion": (lambda text: text.partition("MOTION")[0], "there is no MOTION"),
    "no frames": (swap("Frames: 3\n", ""), "line 26: 'Frames:' was expected"),
    "ends at motion": (lambda text: text.partition("Frames")[0], "ends where 'Frames:'"),
    "frames negative": (swap("Frames: 3", "Frames: -3"), "line 26: 'Frames:' must be at least 1"),
    "frames zero": (swap("Frames: 3", "Frames: 0"), "must be at least 1, not 0"),
    "frames text": (swap("Frames: 3", "Frames: many"), "a whole number, not 'many'"),
    "frames broken": (swap("Frames: 3", "Frames: 2.5"), "a whole number, not '2.5'"),
    "too many announced": (swap("Frames: 3", "Frames: 4"), "ends after 3 frames"),
    "too few announced": (swap("Frames: 3", "Frames: 2"), "line 30: this is frame 3"),
    "gigantic": (swap("Frames: 3", "Frames: 99999999999"), "are more than can be read"),
    "no end of digits": (swap("Frames: 3", "Frames: " + "9" * 5000), "more than can be read"),
    "no frame time": (swap("Frame Time: 0.0333333\n", ""), "line 27: 'Frame Time:' was expected"),
    "time zero": (swap("0.0333333", "0"), "line 27: 'Frame Time:' must be from 0.0001"),
    "time negative": (swap("0.0333333", "-0.01"), "must be from 0.0001 to 10 seconds"),
    "time NaN": (swap("0.0333333", "nan"), "line 27: 'nan' behind 'Frame Time:'"),
    "row short": (swap("1 95 0 0 90", "1 95 0 0"), "line 29: frame 2 has 11 numbers"),
    "row long": (swap("1 95 0 0 90", "1 95 0 0 90 90"), "line 29: frame 2 has 13 numbers"),
    "row of words": (swap("1 95 0", "1 high 0"), "line 29: 'high' in frame 2 is not a number"),
    "row infinite": (swap("1 95 0", "1 inf 0"), "line 29: 'inf' in frame 2"),
    "row with underscores": (swap("1 95 0", "1 9_5 0"), "line 29: '9_5' in frame 2"),
    "row far away": (swap("1 95 0", "1 9e99 0"), "line 29: '9e99' in frame 2"),
    "torn": (lambda text: text[:-9], "line 30: the file ends within frame 3, after 9 of 12"),
    "deep": (
        lambda text: "HIERARCHY\nROOT a\n{\n" + "".join(f"JOINT {n}\n{{\n" for n in range(90_000)),
        "nested deeper than 200",
    ),
    "crowd": (
        lambda text: "HIERARCHY\nROOT a\n{\n" + "".join(
            f"JOINT {n}\n{{\nOFFSET 0 0 0\nCHANNELS 0\n}}\n" for n in range(5000)),
        "more than 1000 joints",
    ),
    "no size": (lambda text: text.replace("0.0 50.0", "0.0 5e4"), "cannot tell the unit"),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_broken_gets_one_sentence(kind: str) -> None:
    change, expected = BROKEN[kind]
    tracemalloc.start()
    with pytest.raises(BvhError) as caught:
        parse_bvh(change(GOOD), "clip.bvh")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    sentence = str(caught.value)
    assert sentence.startswith("clip.bvh")
    assert expected in sentence
    assert "\n" not in sentence
    assert len(sentence) < 400
    assert peak < 60e6


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (GOOD.encode("utf-16"), "UTF-16"),
        (b"\x7fELF\0\0\1\2" * 40, "line 1: holds a zero byte"),
        (
            GOOD.replace("Spine", "R\xfccken").encode("latin-1"),
            "line 6: the byte 0xfc is not UTF-8",
        ),
    ],
)
def test_what_is_no_text_gets_one_sentence(data: bytes, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "clip.bvh"
    path.write_bytes(data)
    with pytest.raises(BvhError, match=expected):
        read_bvh(path)


def test_missing_files_folders_and_devices() -> None:
    with pytest.raises(BvhError, match="there is no such file"):
        read_bvh("no/such/clip.bvh")
    with pytest.raises(BvhError, match="is not a file"):
        read_bvh(Path(__file__).parent)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace("\n{", " {").replace("\n  {", " {"),
        lambda text: text.replace("Zrotation", "ZROTATION").replace("End Site", "end site"),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("  ", "\t"),
    ],
)
def test_habits_of_other_programs_are_fine(change: Callable[[str], str]) -> None:
    one, other = parse_bvh(GOOD), parse_bvh(change(GOOD))
    assert np.array_equal(one.positions, other.positions)


def test_axes_units_and_rate() -> None:
    clip = parse_bvh(GOOD)
    assert clip.rate == 30.0
    assert clip.metres_a_unit == 0.01  # Guessed: 2.2 m along the bones.
    assert clip.names == ("Hips", "Spine", "Spine end", "Leg", "Leg end")
    assert np.allclose(clip.offsets[3], [0.0, 0.1, -0.9])  # To the left, and down.
    assert np.allclose(clip.root, [[0.0, 0.0, 0.95], [0.0, 0.01, 0.95], [0.0, 0.02, 0.95]])
    # A quarter turn to the left: what was ahead is left.
    assert np.allclose(clip.rotations[1, 0] @ [1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
    feet = parse_bvh(GOOD, metres_a_unit=0.3048)
    assert np.allclose(feet.positions, 30.48 * clip.positions)
    upright = parse_bvh(GOOD, up="z")  # What was up is now behind.
    assert np.allclose(upright.root[0], [-0.95, 0.0, 0.0])
    with pytest.raises(ValueError, match="up must be 'y' or 'z', not 'x'"):
        parse_bvh(GOOD, up="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="metres_a_unit must be"):
        parse_bvh(GOOD, metres_a_unit=0.0)


def test_positions_of_joints_replace_their_offsets() -> None:
    text = GOOD.replace(
        "CHANNELS 3 Zrotation X", "CHANNELS 6 Xposition Yposition Zposition Zrotation X"
    )
    text = text.replace("10 20 30", "0 50 0 10 20 30", 2).replace(
        "0 10 20 30 5 5 5.5", "0 0 60 0 10 20 30 5 5 5.5"
    )
    clip = parse_bvh(text)
    names, places = independent(text)
    assert names[1] == "Spine"
    assert np.allclose(clip.positions, 0.01 * places[..., [2, 0, 1]])
    assert clip.shifts is not None
    assert np.allclose(clip.shifts[2, 1], [0.0, 0.0, 0.6])


def test_another_rate_is_every_other_frame_or_between_two() -> None:
    clip = parse_bvh(GOOD)
    assert np.array_equal(resampled(clip, 15.0).root, clip.root[::2])
    twice = resampled(clip, 60.0)
    assert len(twice) == 5
    assert np.allclose(twice.root[::2], clip.root)
    assert np.allclose(twice.root[1], (clip.root[0] + clip.root[1]) / 2.0)
    squares = twice.rotations @ twice.rotations.transpose(0, 1, 3, 2)
    assert np.allclose(squares, np.eye(3), atol=1e-12)


WORDS = (
    *("{", "}", "ROOT", "JOINT", "End", "Site", "OFFSET", "CHANNELS", "MOTION", "Frames:", "Time:"),
    *("nan", "inf", "-1", "0", "1e308", "1e-320", "9999999999", "x", "Zrotation"),
)


def mutated(text: str, chance: random.Random) -> str:
    """A sound text after an accident or three."""
    for _ in range(chance.randint(1, 3)):
        lines = text.split("\n")
        where = chance.randrange(len(lines))
        words = lines[where].split(" ")
        match chance.randrange(8):
            case 0:
                text = text[: chance.randrange(len(text) + 1)]
                continue
            case 1:
                at = chance.randrange(len(text) + 1)
                text = text[:at] + chr(chance.randrange(1, 0x2FF)) + text[at + 1 :]
                continue
            case 2:
                del lines[where]
            case 3:
                lines.insert(where, lines[chance.randrange(len(lines))])
            case 4:
                words[chance.randrange(len(words))] = chance.choice(WORDS)
            case 5:
                words.insert(chance.randrange(len(words) + 1), chance.choice(WORDS))
            case 6:
                del words[chance.randrange(len(words))]
            case 7:
                other = chance.randrange(len(lines))
                lines[where], lines[other] = lines[other], lines[where]
        if where < len(lines) and words != [""]:
            lines[where] = " ".join(words)
        text = "\n".join(lines) or text
    return text


def survives(text: str, rounds: int, seed: int) -> int:
    chance = random.Random(seed)
    refused = []
    for _ in range(rounds):
        broken = mutated(text, chance)
        try:
            clip = parse_bvh(broken, "clip.bvh")
        except BvhError as error:
            refused.append(str(error))
        else:
            assert np.isfinite(clip.positions).all()
    assert all(said.startswith("clip.bvh") and "\n" not in said for said in refused)
    return len(refused)


def test_accidents_end_in_sentences() -> None:
    assert survives(GOOD, 1500, seed=1) > 700


def test_accidents_of_a_real_clip_end_in_sentences() -> None:
    assert survives(cut(real("07_01").read_text(), 4), 150, seed=2) > 50


@pytest.mark.slow
def test_many_accidents_end_in_sentences() -> None:
    assert survives(GOOD, 60_000, seed=3) > 20_000


@pytest.mark.parametrize(
    "name", ["09_01", *(pytest.param(n, marks=pytest.mark.slow) for n in CLIPS)]
)
def test_real_clips_are_as_pybvh_reads_them(name: str) -> None:
    path = real(name)
    clip = read_bvh(path)
    theirs = pybvh.read_bvh_file(path, world_up="+y")
    assert clip.rate == pytest.approx(theirs.fps)
    # The frame that shows the zero pose is no part of the motion.
    places = 0.056444 * theirs.node_positions()[1:][..., [2, 0, 1]]
    assert clip.zero is not None
    assert np.abs(clip.positions - places).max() < 1e-12


def test_a_real_clip_is_as_the_independent_reader_reads_it() -> None:
    text = cut(real("16_01").read_text(), 12)
    _, places = independent(text)
    assert np.abs(parse_bvh(text).positions - 0.056444 * places[1:][..., [2, 0, 1]]).max() < 1e-12
