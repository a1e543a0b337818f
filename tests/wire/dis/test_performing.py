"""Whoever performs is a soldier to others: where he is, and what he does."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

from motorium.contracts.time import PERFORMANCE_RATE
from motorium.motion.figures.takes import Take, act_take, joined
from motorium.wire.dis.appearance import Lifeform
from motorium.wire.dis.entities import Entities
from motorium.wire.dis.kinds import SOLDIER
from motorium.wire.dis.pdu import EntityState, decode
from motorium.wire.dis.performing import PERFORMER_FAR, PERFORMER_TURNED, PerformerPublisher
from motorium.wire.dis.sending import Sender
from motorium.wire.dis.sockets import Target
from motorium.world.performance.document import load_scene
from motorium.world.performance.performance import Performance
from tests.graphs import shipped_graph
from tests.wire.dis.dissecting import STATES, read_by
from tests.wire.dis.material import ORIGIN, rows

FRAME = 1.0 / PERFORMANCE_RATE
EMPTY = load_scene("boulder").model_copy(update={"prop": []})


@cache
def take(*acts: str) -> Take:
    return joined([act_take(shipped_graph("performer"), act) for act in acts])


@pytest.fixture
def heard() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listens:
        listens.bind(("127.0.0.1", 0))
        listens.settimeout(5.0)
        yield listens


class Told:
    """A performance whose publisher sends to a list."""

    def __init__(self, *performers: Take, scene: str | None = None) -> None:
        self.packets: list[bytes] = []
        document = EMPTY if scene is None else load_scene(scene)
        self.show = Performance(document, performers, gets_up=None)
        self.sender = Sender(
            *(ORIGIN, lambda view: self.packets.append(bytes(view))),
            far=PERFORMER_FAR,
            turned=PERFORMER_TURNED,
        )
        self.publisher = PerformerPublisher(self.show, self.sender)

    def play(self, frames: int) -> list[EntityState]:
        """What others were told meanwhile."""
        self.packets.clear()
        for _ in range(frames):
            self.show.advance()
            self.publisher.publish()
        return [decode(one) for one in self.packets]


def test_another_program_reads_what_a_performer_does(
    tshark: Path, tmp_path: Path, heard: socket.socket
) -> None:
    """He kneels, gets up and walks; over a real socket, as Wireshark prints it."""
    acts = replace(take("kneel", "walk"), title="ACTOR")
    show = Performance(EMPTY, acts, loop=False)
    entities = Entities(ORIGIN, convergence=0.0)
    packets, off = list[bytes](), list[float]()
    with Target(port=heard.getsockname()[1]) as target:
        sender = Sender(ORIGIN, target.send, far=PERFORMER_FAR, turned=PERFORMER_TURNED)
        publisher = PerformerPublisher(show, sender)
        while not show.over:
            show.advance()
            entities.advance(FRAME)
            new = [heard.recv(8192) for _ in range(publisher.publish())]
            if new:
                entities.take(*rows(*new))
            packets += new
            (one,) = entities
            off.append(float(np.linalg.norm(one.position - show.population.positions[0])))
    texts = read_by(tshark, tmp_path, packets)
    assert len(texts) == len(packets)
    states = [re.findall(r"Life Form State: (.+) \(", text)[0] for text in texts]
    wanted = ["standing", "kneeling", "standing", "walking", "standing"]
    assert [state for state, _ in groupby(states)] == [STATES[state] for state in wanted]
    for text in texts:
        assert "Entity Type, (3:1:0:11:5:0:0)" in text
        assert "Entity Marking: ACTOR" in text
        assert "Health: No injury (" in text
        assert "Weapon 1: No primary weapon present (" in text
        assert "Malformed" not in text
    assert max(off) < PERFORMER_FAR + 0.05, "ours reads the same, and shows him where he is"
    assert len(packets) < 30, "others are told only what they could not know"
    assert not show.motor.continuum.balance.fallen.any()


def test_our_own_reads_what_he_does_and_how_fast() -> None:
    told = Told(take("kneel", "walk"))
    entities, seen = Entities(ORIGIN), list[tuple[str, bool]]()
    for _ in range(len(take("kneel", "walk")) - 1):
        told.play(1)
        if told.packets:
            entities.take(*rows(*told.packets))
        entities.advance(FRAME)
        (one,) = entities
        goes = float(np.hypot(*entities.told_velocities[entities.slot(one.id)][:2])) > 0.05
        seen.append((one.posture, goes))
    assert one.marking == "kneel, walk"
    assert one.entity_type == SOLDIER
    assert not one.armed
    assert [what for what, _ in groupby(seen)] == [
        ("standing deployed", False),
        ("kneeling deployed", False),
        ("standing deployed", False),
        ("standing deployed", True),
        ("standing deployed", False),
    ]


def test_who_goes_is_told_where_to() -> None:
    told = Told(take("walk"))
    walking = [
        one for one in told.play(400) if Lifeform.from_bits(one.appearance).state == "walking"
    ]
    speeds = [ORIGIN.turn_to_local(np.array(one.velocity)) for one in walking]
    assert max(speed[0] for speed in speeds) == pytest.approx(1.3, abs=0.15)
    assert max(abs(speed[1]) for speed in speeds) < 0.2
    assert told.publisher.states() == ["walking"]


def test_performers_join_and_leave() -> None:
    first, second = replace(take("stand"), title="FIRST"), replace(take("stand"), title="SECOND")
    told, entities = Told(first), Entities(ORIGIN)
    told.play(2)
    entities.take(*rows(*told.packets))
    assert entities.markings == ["FIRST"]

    told.show.recast([second, first])
    told.play(2)
    entities.take(*rows(*told.packets))
    assert sorted(entities.markings) == ["FIRST", "SECOND"]
    assert len(told.publisher) == 2
    assert {one.key.entity for one in map(decode, told.packets)} == {2}, (
        "the first goes on as he was"
    )
    for number, name in enumerate(["SECOND", "FIRST"]):
        place = next(one.position for one in entities if one.marking == name)
        wanted = told.show.population.positions[told.show.slots[number]]
        assert np.linalg.norm(np.subtract(place, wanted)) < PERFORMER_FAR

    told.show.recast([second])
    (gone,) = told.play(2)
    assert gone.marking == "FIRST"
    assert Lifeform.from_bits(gone.appearance).deactivated
    told.packets.clear()
    told.publisher.close()
    assert [decode(one).marking for one in told.packets] == ["SECOND"]
    assert len(told.publisher) == 0
    assert not told.sender.entities.any()


def test_one_take_may_be_performed_twice() -> None:
    told = Told(take("stand"), take("stand"))
    places = [ORIGIN.to_local(np.array(one.location)) for one in told.play(1)]
    assert len(places) == len(told.publisher) == 2
    assert np.linalg.norm(places[0] - places[1]) > 1.0


@pytest.mark.parametrize(
    ("title", "marking"),
    [
        ("HERO", "HERO"),
        ("a very long title", "a very long"),
        ("Zoë\0\n", "Zo???"),
        ("performer: x", "performer:"),
        ("", "PERFORMER"),
    ],
)
def test_markings(title: str, marking: str) -> None:
    told = Told(replace(take("stand"), title=title))
    (one,) = told.play(1)
    assert one.marking == marking


def test_who_is_struck_down_is_prone_and_injured_until_he_gets_up() -> None:
    told = Told(take("stand"), scene="boulder")
    told.play(60)
    told.show.throw("boulder")
    while not told.show.motor.continuum.balance.fallen[0]:
        assert told.show.frame < 1200
        told.play(1)
    told.play(60)
    told.publisher.publish(10.0)
    state = decode(told.packets[-1])
    assert Lifeform.from_bits(state.appearance) == Lifeform("prone", "moderate injury", "none")
    assert state.velocity == (0.0, 0.0, 0.0)
    assert told.show.motor.rise(int(told.show.slots[0]))
    last = told.play(400)[-1]
    assert Lifeform.from_bits(last.appearance) == Lifeform("standing", "no injury", "none")


def test_while_time_is_held_he_is_frozen() -> None:
    told = Told(take("walk"))
    told.play(240)
    told.show.paused = True
    (state,) = told.play(240)
    assert Lifeform.from_bits(state.appearance) == Lifeform("walking", weapon="none", frozen=True)
    assert state.velocity == (0.0, 0.0, 0.0)
    told.show.paused = False
    state, *_ = told.play(12)
    assert not Lifeform.from_bits(state.appearance).frozen
    assert np.linalg.norm(state.velocity) > 1.0


def test_there_must_be_room() -> None:
    sender = Sender(ORIGIN, lambda view: None, capacity=1)
    show = Performance(EMPTY, [take("stand"), take("stand")])
    with pytest.raises(ValueError, match="no room for 'stand': 1 entities are sent"):
        PerformerPublisher(show, sender)
