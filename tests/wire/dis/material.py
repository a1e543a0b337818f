"""What tests of DIS share: packets of other programs, a place, and soldiers of ours."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from motorium.contracts.frames import quaternion_from_heading
from motorium.wire.dis.appearance import lifeform_of
from motorium.wire.dis.geodesy import Origin
from motorium.wire.dis.kinds import SOLDIER
from motorium.wire.dis.pdu import EntityKey, EntityState, encode

FOLDER = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "dis"
ORIGIN = Origin.at_degrees(48.1, 11.5, 520.0)
FRAME = 1.0 / 60.0


def foreign(name: str) -> Path:
    """A file of other programs' making, or no test."""
    path = FOLDER / name
    if not path.exists():
        pytest.skip(f"real packets lie beside the checkout, in {os.path.relpath(FOLDER)}: not here")
    return path


def soldier(
    entity: int = 1,
    place: tuple[float, float, float] = (0.0, 0.0, 0.0),
    velocity: tuple[float, float, float] = (0.0, 0.0, 0.0),
    heading: float = 0.0,
    posture: str = "standing deployed",
    **others: Any,
) -> EntityState:
    """All in the local frame about ORIGIN."""
    x, y, z = ORIGIN.to_geocentric(np.array(place)).tolist()
    u, v, w = ORIGIN.turn_to_geocentric(np.array(velocity)).tolist()
    psi, theta, phi = ORIGIN.angles(quaternion_from_heading(heading)).tolist()
    speed = float(np.hypot(velocity[0], velocity[1]))
    state = EntityState(
        key=EntityKey(3, 7, entity),
        entity_type=SOLDIER,
        alternative_type=SOLDIER,
        location=(x, y, z),
        velocity=(u, v, w),
        orientation=(psi, theta, phi),
        appearance=lifeform_of(posture, speed).bits,
        marking=f"SOLDIER {entity}"[:11],
        force=1,
    )
    return replace(state, **others)


def rows(*packets: bytes | EntityState) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """As a receiver would have them: bytes, and how many count."""
    data = [one if isinstance(one, bytes) else encode(one) for one in packets]
    table = np.zeros((len(data), 8192), dtype=np.uint8)
    for row, one in zip(table, data, strict=True):
        row[: len(one)] = np.frombuffer(one, dtype=np.uint8)
    return table, np.array([len(one) for one in data], dtype=np.int32)
