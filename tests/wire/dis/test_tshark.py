"""Another program reads our packets, and names posture, health and weapon."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from motorium.wire.dis.appearance import HEALTHS, POSTURES, Lifeform, lifeform_of
from motorium.wire.dis.kinds import SOLDIER, SUBMARINE, fish_type
from motorium.wire.dis.pdu import EntityType
from motorium.wire.dis.sending import Sender
from tests.wire.dis.dissecting import STATES, read_by
from tests.wire.dis.material import ORIGIN

INJURIES = ("No injury", "Slight injury", "Moderate injury", "Fatal injury")
WEAPONS = {
    "none": "No primary weapon present",
    "stowed": "Primary weapon is stowed",
    "deployed": "Primary weapon is deployed",
    "firing": "Primary weapon is in firing position",
}


def sent(lifeforms: list[Lifeform], kind: EntityType = SOLDIER, version: int = 7) -> list[bytes]:
    packets: list[bytes] = []
    sender = Sender(
        *(ORIGIN, lambda view: packets.append(bytes(view))),
        site=21,
        application=22,
        version=version,
    )
    for number, one in enumerate(lifeforms):
        slot = sender.enter(kind, f"NUMBER {number}", force=1, appearance=one.bits)
        sender.positions[slot] = (float(number), 0.0, 0.0)
        sender.velocities[slot] = (0.0, 1.5, 0.0)
    sender.update(1.0)
    return packets


@pytest.mark.parametrize("version", [6, 7])
def test_it_names_posture_health_and_weapon(tshark: Path, tmp_path: Path, version: int) -> None:
    lifeforms = [
        *(lifeform_of(posture) for posture in POSTURES),
        *(lifeform_of("standing deployed", speed) for speed in (1.4, 3.0)),
        *(lifeform_of("standing deployed", health=health) for health in HEALTHS),
        *(lifeform_of("prone deployed", weapon=weapon) for weapon in WEAPONS),
        *(Lifeform(state) for state in STATES),
    ]
    shown = read_by(tshark, tmp_path, sent(lifeforms, version=version))
    assert len(shown) == len(lifeforms)
    for text, one in zip(shown, lifeforms, strict=True):
        assert f"Life Form State: {STATES[one.state]} (" in text
        assert f"Health: {INJURIES[HEALTHS.index(one.health)]} (" in text
        assert f"Weapon 1: {WEAPONS[one.weapon]} (" in text
        assert "State: Active" in text
        assert "Malformed" not in text


def test_it_reads_the_rest_as_it_was_meant(tshark: Path, tmp_path: Path) -> None:
    (packet,) = sent([lifeform_of("kneeling firing")])
    (text,) = read_by(tshark, tmp_path, [packet])
    for line in (
        "Proto version: IEEE 1278.1-2012 (7)",
        "PDU type: Entity State (1)",
        "PDU Length: 144",
        "Entity ID Site: 21",
        "Entity ID Application: 22",
        "Entity ID Entity: 1",
        "Entity Type, (3:1:0:11:5:0:0)",
        "Kind: Life form (3)",
        "Entity Marking: NUMBER 0",
        "Dead Reckoning Algorithm: DRM(F, P, W) (2)",
    ):
        assert line in text
    places = [
        line.split(":")[1] for line in text.splitlines() if line.strip()[:2] in ("X:", "Y:", "Z:")
    ]
    told = np.array([float(place) for place in places])
    np.testing.assert_allclose(ORIGIN.turn_to_local(told[:3]), [0.0, 1.5, 0.0], atol=1e-5)
    np.testing.assert_allclose(ORIGIN.to_local(told[3:6]), [0.0, 0.0, 0.0], atol=1e-6)
    assert "(absolute)" in text


def test_it_knows_fishes_and_boats(tshark: Path, tmp_path: Path) -> None:
    fish = read_by(tshark, tmp_path, sent([Lifeform("swimming")], fish_type("herring")))[0]
    assert "Kind: Life form (3)" in fish
    assert "Domain: Subsurface (4)" in fish
    boat = read_by(tshark, tmp_path, sent([Lifeform()], SUBMARINE))[0]
    assert "Category / Subsurface: Civilian Submersibles (81)" in boat
