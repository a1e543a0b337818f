"""What joins a performance to others, without a studio."""

from __future__ import annotations

import socket
import time

import numpy as np
import pytest
from pythonosc.osc_message_builder import OscMessageBuilder

from motorium.bodies.rigid.parts import part_number
from motorium.motion.figures.takes import Take
from motorium.studio.live_links import LinkOptions, LiveLinks, close_hands
from motorium.wire.dis.appearance import Lifeform
from motorium.wire.dis.pdu import decode
from motorium.wire.message import WireError
from motorium.wire.mocap.packets import Packet, SampleReader, pack_sample
from motorium.wire.mocap.state import CLOCK, object_names, state_packets
from motorium.wire.mocap.vmc.reading import Button
from motorium.world.performance.document import PropSettings, load_scene
from motorium.world.performance.performance import Performance
from tests.motors.continuum.performers import FIGURE, HIGH, walking

STANDS = Take("somebody", HIGH, FIGURE, walking()[:1])


def _show(*props: PropSettings) -> Performance:
    document = load_scene("boulder").model_copy(update={"prop": list(props)})
    return Performance(document, STANDS)


def _ball(name: str, at: tuple[float, float, float]) -> PropSettings:
    return PropSettings(name=name, shape="ball", size=[0.06], mass=0.3, at=at, grip=True)


def test_state_as_packets_comes_back() -> None:
    show = _show(_ball("a ball that is red", (2, 0, 1)), _ball("a ball that is blue", (3, 0, 1)))
    show.advance(30)
    reader = SampleReader()
    (sample,) = reader.feed(pack_sample(state_packets(show, 5, 0.004))) + reader.flush()
    clock, person, red, blue = sample
    assert clock.name == CLOCK
    assert clock.places[0] == pytest.approx([0.25, 5.0, 0.004])
    assert (person.name, red.name, blue.name) == ("somebod", "a ball", "a ball2")
    bodies = show.motor.scene.bodies[0]
    assert np.allclose(person.places, show.motor.scene.data.xpos[bodies], atol=1e-12)
    assert np.allclose(red.places, show.motor.scene.data.body("a ball that is red").xpos)
    assert not reader.dropped


def test_names_are_short_and_no_two_alike() -> None:
    balls = [_ball("äöü ball", (2.0, 0.0, 1.0))]
    balls += [_ball(f"{number} something", (3.0 + number, 0.0, 1.0)) for number in range(12)]
    balls += [_ball("日本", (20.0, 0.0, 1.0)), _ball("~CLOCK", (21.0, 0.0, 1.0))]
    performers, props = object_names(_show(*balls))
    names = [*performers, *props, CLOCK]
    assert len({*names}) == len(names)
    assert all(0 < len(name) <= 7 and name.isascii() for name in names)
    pack_sample([Packet(name, np.zeros((0, 3)), np.zeros((0, 4))) for name in names])


def test_a_button_closes_a_hand_until_it_is_let_go() -> None:
    show = _show()
    hand = FIGURE.hands[0]
    body = show.motor.scene.bodies[0][part_number("left forearm")]
    data = show.motor.scene.data
    there = data.xpos[body] + data.xmat[body].reshape(3, 3) @ hand
    x, y, z = (float(one) for one in there)
    show = _show(_ball("apple", (x + 0.08, y, z)))
    for name, pressed, held in (
        ("nobody", True, 0),
        ("somebody", True, 1),
        ("somebody", False, 0),
    ):
        close_hands(show, name, Button("ClickTrigger", pressed, "left"))
        assert len(show.motor.scene.held(0)) == held
    close_hands(show, "somebody", Button("X", True, None))
    assert not show.motor.scene.held(0)
    close_hands(show, "somebody", Button("g", True, None))
    assert show.motor.scene.held(0)


def test_a_port_that_is_taken_is_said_and_nothing_stays_open() -> None:
    with LiveLinks(LinkOptions(packets=0, state=0, vmc=(0,))) as links:
        assert links.packets is not None
        assert len(links.open_ways) == 3
        taken = links.packets.port
        with pytest.raises(WireError, match=f"cannot listen at 127.0.0.1:{taken}"):
            LiveLinks(LinkOptions(state=0, packets=taken))
    assert not LinkOptions().is_used
    assert LinkOptions(vmc=(39539,)).is_used


def test_senders_are_told_what_cannot_be_heard() -> None:
    """Bones that are missing, rubbish, and who was hung up on: pages and the terminal, once."""
    said: list[str] = []
    with LiveLinks(LinkOptions(packets=0, vmc=(0,)), said.append) as links:
        assert links.packets is not None
        port = links.vmc[0].port
        with (
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tracker,
            socket.create_connection(("127.0.0.1", links.packets.port)) as stranger,
        ):
            stranger.sendall(b"\xff" * 64)
            tracker.sendto(b"hello", ("127.0.0.1", port))
            for _ in range(40):
                message = OscMessageBuilder("/VMC/Ext/Bone/Pos")
                for value in ("Hips", 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0):
                    message.add_arg(value)
                tracker.sendto(message.build().dgram, ("127.0.0.1", port))
            end = time.monotonic() + 60.0
            while len(said) < 3:
                assert time.monotonic() < end, said
                links.news()
                time.sleep(0.01)
        links._looked = 0.0
        assert links.news() == []
    assert any("sends no Spine, Head, LeftUpperArm" in sentence for sentence in said)
    assert any("the stream is lost" in sentence for sentence in said)
    assert any("made no sense, and were left" in sentence for sentence in said)


@pytest.mark.parametrize(
    "options",
    [
        LinkOptions(packets=0),
        LinkOptions(vmc=(0,)),
        LinkOptions(state=0),
        LinkOptions(vmc_to=("127.0.0.1", 1)),
        LinkOptions(dis=("127.0.0.1", 1)),
    ],
)
def test_every_way_alone_is_used(options: LinkOptions) -> None:
    assert options.is_used
    assert not LinkOptions(host="0.0.0.0").is_used
    with LiveLinks(options) as links:
        assert len(links.open_ways) == 1


def test_performers_appear_on_a_dis_network_and_leave_it() -> None:
    show = _show()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as network:
        network.bind(("127.0.0.1", 0))
        network.settimeout(60.0)
        with LiveLinks(LinkOptions(dis=network.getsockname())) as links:
            show.advance()
            links.tell(show)
            there = decode(network.recv(2048))
        gone = decode(network.recv(2048))
    assert there.marking == "somebody"
    assert Lifeform.from_bits(there.appearance).state == "standing"
    assert Lifeform.from_bits(gone.appearance).deactivated
