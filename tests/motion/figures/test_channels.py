"""Channel sets, fewer keys, and posture graphs as files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import save
from scipy.spatial.transform import Rotation, Slerp

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.skeleton import Poses
from motorium.motion.figures.channels import ChannelSet, at_rate, record
from motorium.motion.figures.gestures import Gesture, Swing, gesture_angles
from motorium.motion.figures.graph import Arc, Contact, Node, PostureGraph
from motorium.motion.figures.reduction import farthest_off, reduced
from motorium.motion.figures.regions import combined, freedoms_of
from motorium.motion.figures.store import (
    GraphError,
    graph_bytes,
    parse_graph,
    read_graph,
    write_graph,
)
from motorium.sealed import open_sealed, seal
from motorium.settings import SettingsError

LOW = load_skeleton("human-low")


def swing(frames: int = 61, figure: str = "human-low") -> tuple[Poses, np.ndarray]:
    """Arms and knees swing while it walks a circle."""
    skeleton = load_skeleton(figure)
    times = np.arange(frames) / 60.0
    poses = skeleton.rest(frames)
    for side, sign in (("left", 1.0), ("right", -1.0)):
        number = skeleton.freedom(f"{side} shoulder", "flexion")
        poses.angles[:, number] = 0.6 * sign * np.sin(4.0 * times)
        poses.angles[:, skeleton.freedom(f"{side} knee", "flexion")] = 0.5 * np.sin(3 * times) ** 2
    turn = Rotation.from_rotvec(np.outer(2.0 * times, [0, 0, 1])).as_matrix()
    place = np.stack([np.sin(2 * times), 1 - np.cos(2 * times), 0.9 + 0 * times], axis=1)
    return Poses(place, turn, poses.angles), times


def test_all_keys_play_what_was_recorded() -> None:
    poses, times = swing()
    channels = record(LOW, poses, times)
    assert farthest_off(LOW, channels, poses, times) < 1e-6
    assert channels.seconds == pytest.approx(1.0)
    assert channels.angles.dtype == np.float32


def test_between_keys_it_is_interpolated() -> None:
    """Against SciPy's slerp, for turns that are small."""
    poses, times = swing()
    channels = record(LOW, poses, times, np.array([0, 6, 60]))
    at = np.array([0.03, 0.05])
    sampled = channels.sample(at)
    share = at / 0.1
    assert sampled.position == pytest.approx(
        poses.position[0] + share[:, np.newaxis] * (poses.position[6] - poses.position[0]), abs=1e-6
    )
    slerp = Slerp([0.0, 0.1], Rotation.from_matrix(poses.rotation[[0, 6]]))
    off = Rotation.from_matrix(sampled.rotation).inv() * slerp(at)
    assert off.magnitude().max() < 1e-3
    assert np.linalg.det(sampled.rotation) == pytest.approx(1.0)


def test_outside_it_stays_at_its_ends() -> None:
    poses, times = swing()
    channels = record(LOW, poses, times)
    ends = channels.sample(np.array([-1.0, 99.0]))
    assert ends.position == pytest.approx(poses.position[[0, -1]], abs=1e-6)


def test_elapsed_time_counts_not_frames() -> None:
    """Section 4: 2 seconds at 60, played at 20, are frames 0, 3, 6, ..., 120."""
    poses, times = swing(121)
    played = record(LOW, poses, times).every(20)
    assert len(played) == 41
    assert played.angles == pytest.approx(poses.angles[::3], abs=1e-6)


@pytest.mark.parametrize(("frames", "rate", "last"), [(61, 30, 60), (60, 15, 59), (2, 15, 1)])
def test_the_last_frame_is_always_recorded(frames: int, rate: int, last: int) -> None:
    numbers = at_rate(frames, rate)
    assert (numbers[0], numbers[-1]) == (0, last)
    assert (np.diff(numbers) <= 60 // rate).all()
    with pytest.raises(ValueError, match="must divide 60, not 7"):
        at_rate(61, 7)


@settings(max_examples=15, deadline=None)
@given(tolerance=st.floats(1e-4, 0.1), frames=st.integers(2, 90))
def test_fewer_keys_stay_within_the_stated_error(tolerance: float, frames: int) -> None:
    poses, times = swing(frames)
    channels = reduced(LOW, poses, times, tolerance)
    assert farthest_off(LOW, channels, poses, times) <= tolerance + 1e-6
    assert len(channels.times) <= frames


def test_a_coarser_error_needs_fewer_keys() -> None:
    poses, times = swing()
    keys = [len(reduced(LOW, poses, times, off).times) for off in (0.0005, 0.005, 0.05)]
    assert keys[0] > keys[1] > keys[2] >= 2
    still = LOW.rest(61)
    assert len(reduced(LOW, still, times, 0.001).times) == 2


@pytest.mark.parametrize(
    ("times", "sentence"),
    [
        ([0.0, 0.5, 0.5, 1.0], "must follow each other"),
        ([0.1, 0.5, 0.7, 1.0], "at its beginning"),
        ([0.0, 0.5, 0.7, 0.9], "at its end"),
        ([0.0, 1.0], "as many of everything"),
    ],
)
def test_channels_that_cannot_be_are_refused(times: list[float], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ChannelSet(
            "human-low", 1.0, np.array(times), np.zeros((4, 3)), np.ones((4, 4)), np.zeros((4, 21))
        )


# ---------------------------------------------------------------- graphs


def graph() -> PostureGraph:
    arcs = {}
    for start, end, frames in (
        ("up", "down", 31),
        ("down", "up", 16),
        ("up", "walk", 11),
        ("walk", "down", 12),
    ):
        sets = {}
        for figure in FIGURES:
            poses, times = swing(frames, figure)
            sets[figure] = record(load_skeleton(figure), poses, times)
        contacts = (Contact("left heel", 0.0, 0.1),)
        off = {"human-low": {"left grip": 0.001}}
        travel = (1.0, 0.5, 0.1)
        arcs[start, end] = Arc(start, end, "authored", sets, travel, contacts, off)
    stands = {figure: record(load_skeleton(figure), *swing(1, figure)) for figure in FIGURES}
    nodes = {
        "up": Node("up", "fixed", stands),
        "down": Node("down", "fixed", stands),
        "walk": Node("walk", "locomotion", stands),
        "dead": Node("dead", "fixed", stands, implied=True),
    }
    wave = Gesture("up", 2.0, 0.5, 1.5, {"left elbow flexion": Swing(1.0, 0.3, 0.1)})
    regions = {"upper": ("left elbow",)}
    return PostureGraph("a test", nodes, arcs, regions, {"wave": wave}, {"seed": 3})


def test_a_file_reads_back_to_the_byte(tmp_path: Path) -> None:
    before = graph()
    write_graph(tmp_path / "graph.safetensors", before)
    after = read_graph(tmp_path / "graph.safetensors")
    assert graph_bytes(after) == graph_bytes(before)
    assert list(after.nodes) == list(before.nodes)
    assert after.nodes["dead"].implied
    assert after.arcs["up", "walk"].travel == (1.0, 0.5, 0.1)
    assert after.regions == before.regions
    assert after.gestures == before.gestures
    arc = after.arcs["up", "down"]
    assert arc.contacts == (Contact("left heel", 0.0, 0.1),)
    assert arc.off["human-low"]["left grip"] == 0.001
    assert arc.sets["human-high"].angles == pytest.approx(
        before.arcs["up", "down"].sets["human-high"].angles
    )


@pytest.mark.parametrize("figure", FIGURES)
def test_a_gesture_is_a_function_of_time(figure: str) -> None:
    """At 1 s it has risen: 1.0 + 0.3 sin(3 pi - 0.1), by hand 1.03; all else stays."""
    skeleton = load_skeleton(figure)
    posture = np.full(skeleton.freedoms, 0.01)
    times = np.array([0.0, 0.25, 1.0, 2.0])
    angles = gesture_angles(graph().gestures["wave"], skeleton, posture, times)
    elbow = skeleton.freedom("left elbow", "flexion")
    assert angles[[0, 3], elbow] == pytest.approx(0.01)
    assert angles[2, elbow] == pytest.approx(1.0 + 0.3 * np.sin(3 * np.pi - 0.1))
    assert 0.01 < angles[1, elbow] < angles[2, elbow]
    assert np.delete(angles, elbow, axis=1) == pytest.approx(0.01)


ARMS = ("left girdle", "left shoulder", "left elbow", "left forearm", "left wrist")


@pytest.mark.parametrize(
    ("figure", "joints"),
    [
        ("human-high", set(ARMS)),
        ("human-med", {"left girdle", "left shoulder", "left elbow", "left wrist"}),
        ("human-low", {"left shoulder", "left elbow"}),
    ],
)
def test_a_part_of_the_body_is_played_apart(figure: str, joints: set[str]) -> None:
    one = replace(graph(), regions={"left arm": ARMS})
    skeleton = load_skeleton(figure)
    freedoms = freedoms_of(one, "left arm", skeleton)
    assert {skeleton.freedom_joints[number] for number in freedoms} == joints
    poses, _ = swing(20, figure)
    still = skeleton.rest(20)
    mixed = combined(poses, still, freedoms)
    left, right = (skeleton.freedom(f"{side} shoulder", "flexion") for side in ("left", "right"))
    assert not mixed.angles[:, left].any()
    assert mixed.angles[:, right] == pytest.approx(poses.angles[:, right])
    assert mixed.position == pytest.approx(poses.position)
    with pytest.raises(SettingsError, match="known are left arm; did you mean 'left arm'"):
        freedoms_of(one, "left arms", skeleton)
    with pytest.raises(ValueError, match="20 frames cannot be combined with 1"):
        combined(poses, skeleton.rest(), freedoms)


def test_the_way_that_takes_the_least_time() -> None:
    pytest.importorskip("networkx", reason="ways need motorium[figures]")
    one = graph()
    # 30 frames straight, or 10 and 11 by way of walking.
    assert [arc.end for arc in one.path("up", "down")] == ["walk", "down"]
    assert one.path("up", "up") == []
    with pytest.raises(SettingsError, match="no way leads from up to dead"):
        one.path("up", "dead")
    with pytest.raises(SettingsError, match="known are up, down, walk, dead; did you mean 'down'"):
        one.path("up", "dwon")


WHOLE = graph_bytes(graph())


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda data: b"", "is empty"),
        (lambda data: b"not a graph at all, but text", "is not a posture graph"),
        (lambda data: data[:100], "is cut off within its header"),
        (lambda data: data[:-10], "is cut off: it has"),
        (lambda data: data + b"x", "is corrupted"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "its checksum differs"),
        (lambda data: save({"w": np.zeros(3)}), "no part of ours"),
    ],
)
def test_spoilt_files_are_refused(spoil: Callable[[bytes], bytes], sentence: str) -> None:
    with pytest.raises(GraphError) as refused:
        parse_graph(spoil(WHOLE), "some.safetensors")
    assert str(refused.value).startswith("some.safetensors: ")
    assert sentence in str(refused.value)


@settings(max_examples=60, deadline=None)
@given(place=st.integers(0, len(WHOLE) - 1), bit=st.integers(0, 7))
def test_no_flipped_bit_gets_through(place: int, bit: int) -> None:
    data = bytearray(WHOLE)
    data[place] ^= 1 << bit
    with pytest.raises(GraphError):
        parse_graph(bytes(data), "some.safetensors")


def test_a_newer_file_is_refused_with_what_to_do() -> None:
    sealed = open_sealed(WHOLE, "a posture graph", 1, lambda header: "")
    newer = seal(sealed.tensors, {**json.loads(sealed.text), "format": 2})
    with pytest.raises(GraphError, match="newer Motorium, in format 2; update, or build again"):
        parse_graph(newer, "some.safetensors")


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match="there is no such file"):
        read_graph(tmp_path / "none.safetensors")
    with pytest.raises(GraphError, match="is a folder"):
        read_graph(tmp_path)
