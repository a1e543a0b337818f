"""VMC: bones against worked examples, samples put together, rubbish, and real sockets."""

from __future__ import annotations

import math
import random
import socket
import struct
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorium.bodies.rigid.parts import PARTS, part_number
from motorium.bodies.rigid.wearing import place
from motorium.contracts.frames import Floats, quaternion_from_axes, rotation_matrix
from motorium.wire.message import WireError
from motorium.wire.mocap.vmc.bones import NEEDED, Local, bones_of, parts_of
from motorium.wire.mocap.vmc.reading import VmcReader, VmcSample
from motorium.wire.mocap.vmc.receiving import VmcListener
from motorium.wire.mocap.vmc.sending import VmcSender, datagrams_of
from tests.motors.continuum.performers import FIGURE, walking
from tests.wire.mocap.test_streams import Ear

STRAIGHT = (0.0, 0.0, 0.0, 1.0)
T_POSE = {
    "Hips": Local((0.0, 1.0, 0.0), STRAIGHT),
    "Spine": Local((0.0, 0.1, 0.0), STRAIGHT),
    "Chest": Local((0.0, 0.15, 0.0), STRAIGHT),
    "UpperChest": Local((0.0, 0.1, 0.0), STRAIGHT),
    "Neck": Local((0.0, 0.15, 0.0), STRAIGHT),
    "Head": Local((0.0, 0.1, 0.0), STRAIGHT),
    "LeftShoulder": Local((-0.05, 0.1, 0.0), STRAIGHT),
    "LeftUpperArm": Local((-0.15, 0.0, 0.0), STRAIGHT),
    "LeftLowerArm": Local((-0.3, 0.0, 0.0), STRAIGHT),
    "RightShoulder": Local((0.05, 0.1, 0.0), STRAIGHT),
    "RightUpperArm": Local((0.15, 0.0, 0.0), STRAIGHT),
    "RightLowerArm": Local((0.3, 0.0, 0.0), STRAIGHT),
    "LeftUpperLeg": Local((-0.1, -0.05, 0.0), STRAIGHT),
    "LeftLowerLeg": Local((0.0, -0.45, 0.0), STRAIGHT),
    "LeftFoot": Local((0.0, -0.42, 0.0), STRAIGHT),
    "RightUpperLeg": Local((0.1, -0.05, 0.0), STRAIGHT),
    "RightLowerLeg": Local((0.0, -0.45, 0.0), STRAIGHT),
    "RightFoot": Local((0.0, -0.42, 0.0), STRAIGHT),
}
"""Somebody in Unity who stretches his arms out: x right, y up, z ahead."""


def _about(axis: tuple[float, float, float], degrees: float) -> tuple[float, float, float, float]:
    """A turn as Unity has it: about an axis with the left hand, (x, y, z, w)."""
    half = math.radians(degrees) / 2
    x, y, z = (math.sin(half) * one for one in axis)
    return (x, y, z, math.cos(half))


def _with(bone: str, turn: tuple[float, float, float, float]) -> dict[str, Local]:
    return T_POSE | {bone: T_POSE[bone]._replace(turn=turn)}


def _walker(frame: int) -> tuple[Floats, Floats]:
    placed = place(FIGURE, walking()[frame : frame + 1])
    return placed.positions[0], quaternion_from_axes(placed.rotations[0])


def test_where_parts_of_a_t_pose_are() -> None:
    places, turns = parts_of(T_POSE)
    assert np.allclose(places[part_number("pelvis")], [0.0, 0.0, 1.0])
    assert np.allclose(places[part_number("left forearm")], [0.0, 0.5, 1.45])
    assert np.allclose(places[part_number("right foot")], [0.0, -0.1, 0.08])
    legs = rotation_matrix(turns[part_number("left thigh")])
    assert np.allclose(legs, np.eye(3))
    # An arm that hangs down at rest points to the left, and bends forward.
    arm = rotation_matrix(turns[part_number("left upper arm")])
    assert np.allclose(arm @ [0.0, 0.0, -1.0], [0.0, 1.0, 0.0])
    assert np.allclose(arm @ [1.0, 0.0, 0.0], [1.0, 0.0, 0.0])
    arm = rotation_matrix(turns[part_number("right upper arm")])
    assert np.allclose(arm @ [0.0, 0.0, -1.0], [0.0, -1.0, 0.0])


@pytest.mark.parametrize(
    ("bone", "axis", "degrees", "part", "pointed", "where"),
    [
        # About x with the left hand: what is up goes ahead, what is down goes back.
        ("Spine", (1, 0, 0), 90.0, "head", (0, 0, 1), (1, 0, 0)),
        ("LeftUpperLeg", (1, 0, 0), -90.0, "left thigh", (0, 0, -1), (1, 0, 0)),
        ("LeftLowerLeg", (1, 0, 0), 90.0, "left shin", (0, 0, -1), (-1, 0, 0)),
        # About y: to the right.
        ("Hips", (0, 1, 0), 90.0, "head", (1, 0, 0), (0, -1, 0)),
        ("LeftUpperArm", (0, 1, 0), 90.0, "left forearm", (0, 0, -1), (1, 0, 0)),
        ("RightUpperArm", (0, 1, 0), -90.0, "right forearm", (0, 0, -1), (1, 0, 0)),
        # About z: arms down.
        ("LeftUpperArm", (0, 0, 1), 90.0, "left forearm", (0, 0, -1), (0, 0, -1)),
        ("RightUpperArm", (0, 0, 1), -90.0, "right forearm", (0, 0, -1), (0, 0, -1)),
    ],
)
def test_turns_as_one_would_do_them(
    bone: str,
    axis: tuple[float, float, float],
    degrees: float,
    part: str,
    pointed: tuple[float, float, float],
    where: tuple[float, float, float],
) -> None:
    _, turns = parts_of(_with(bone, _about(axis, degrees)))
    found = rotation_matrix(turns[part_number(part)]) @ np.array(pointed, dtype=float)
    assert np.allclose(found, where, atol=1e-12)


def test_the_root_carries_everybody() -> None:
    root = Local((1.0, 0.0, 2.0), _about((0, 1, 0), 90.0))
    places, _ = parts_of(T_POSE, root)
    assert np.allclose(places[part_number("pelvis")], [2.0, -1.0, 1.0])
    assert np.allclose(places[part_number("left forearm")], [2.5, -1.0, 1.45])


@pytest.mark.parametrize("frame", [0, 33, 77])
def test_parts_become_bones_and_parts_again(frame: int) -> None:
    places, turns = _walker(frame)
    again, turned = parts_of(bones_of(places, turns))
    assert np.allclose(places, again, atol=1e-12)
    assert np.allclose(rotation_matrix(turns), rotation_matrix(turned), atol=1e-12)


def test_a_golden_datagram() -> None:
    """A bundle of one message, written down by hand from the rules of OSC."""
    name, address = b"Hips\0\0\0\0", b"/VMC/Ext/Bone/Pos\0\0\0"
    body = address + b",sfffffff\0\0\0" + name + struct.pack(">7f", 0, 1, 0, 0, 0, 0, 1)
    golden = b"#bundle\0" + struct.pack(">Qi", 1, len(body)) + body
    reader = VmcReader()
    assert reader.feed(golden) == []
    assert reader.missing == [bone for bone in NEEDED if bone != "Hips"]
    places, turns = _walker(0)
    first = datagrams_of(0.0, places, turns)[0]
    assert first.startswith(b"#bundle\0" + struct.pack(">Q", 1))
    assert address + b",sfffffff\0\0\0" + name in first


def _samples(reader: VmcReader, datagrams: list[bytes]) -> list[VmcSample]:
    return [sample for one in datagrams for sample in reader.feed(one)]


def test_samples_are_whole_as_soon_as_all_has_come() -> None:
    reader = VmcReader()
    found = []
    for frame in range(10):
        places, turns = _walker(frame)
        datagrams = datagrams_of(frame / 60, places, turns)
        found.append(_samples(reader, datagrams))
    # Of the first nobody knows how many bones there will be: the second begins it.
    assert [len(one) for one in found] == [0, 2] + 8 * [1]
    sample = found[-1][0]
    assert sample.told == pytest.approx(9 / 60, abs=1e-6)
    assert np.allclose(sample.places, _walker(9)[0], atol=1e-5)


def test_a_datagram_that_is_lost_costs_a_sample_and_no_more() -> None:
    reader = VmcReader()
    walk = [_walker(frame) for frame in range(12)]
    count = 0
    for frame, (places, turns) in enumerate(walk):
        datagrams = datagrams_of(frame / 60, places, turns)
        if frame == 5:
            datagrams = datagrams[:1]
        count += len(_samples(reader, datagrams))
    assert count == 11
    assert reader.strange == 0


def test_who_sends_fewer_bones_for_good_is_believed() -> None:
    reader, count = VmcReader(), 0
    for frame in range(30):
        datagrams = datagrams_of(frame / 60, *_walker(frame))
        count += len(_samples(reader, datagrams[: 2 if frame < 10 else 1]))
    assert count == 30 - 5


def test_buttons_are_heard() -> None:
    from pythonosc.osc_message_builder import OscMessageBuilder

    reader = VmcReader()
    builder = OscMessageBuilder("/VMC/Ext/Con")
    for value in (1, "ClickTrigger", 1, 0, 0, 0.0, 0.0, 0.0):
        builder.add_arg(value)
    reader.feed(bytes(builder.build().dgram))
    (button,) = reader.buttons
    assert (button.name, button.pressed, button.hand) == ("ClickTrigger", True, "left")


@given(st.binary(max_size=300))
def test_rubbish_makes_no_sample(data: bytes) -> None:
    reader, found = VmcReader(), []
    with suppress(WireError):
        found = reader.feed(data)
    assert found == []


def test_rubbish_is_refused_with_a_sentence() -> None:
    with pytest.raises(WireError, match="no OSC"):
        VmcReader().feed(b"hello")


def test_bundles_within_bundles_do_not_overflow() -> None:
    data = b""
    for _ in range(3000):
        data = b"#bundle\0" + struct.pack(">Qi", 1, len(data)) + data
    with pytest.raises(WireError, match="no OSC"):
        VmcReader().feed(data)


def test_mutated_datagrams_leave_poses_finite() -> None:
    rolls = random.Random(7)
    reader = VmcReader()
    sane = datagrams_of(1.0, *_walker(20))
    for _ in range(5000):
        data = bytearray(rolls.choice(sane))
        for _ in range(rolls.randint(1, 8)):
            data[rolls.randrange(len(data))] = rolls.randrange(256)
        try:
            samples = reader.feed(bytes(data[: rolls.randrange(1, len(data) + 1)]))
        except WireError:
            continue
        for _, places, turns in samples:
            assert np.isfinite(places).all()
            assert np.allclose(np.linalg.norm(turns, axis=1), 1.0)


def test_over_a_real_socket() -> None:
    ear = Ear()
    with VmcListener(ear, port=0) as listener, VmcSender(port=listener.port) as sender:
        for frame in range(6):
            sender.send(frame / 60, *_walker(frame))
        heard = ear.until(lambda heard: len(heard) > 0)
        assert heard[-1].name == f"VMC {listener.port}"
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
            stranger.sendto(b"hello", ("127.0.0.1", listener.port))
        before = len(ear.heard)
        for frame in range(6, 12):
            sender.send(frame / 60, *_walker(frame))
        ear.until(lambda heard: len(heard) > before)
    assert listener.strange >= 1
    assert heard[-1].places.shape == (len(PARTS), 3)
