"""What was simulated, as packets: the thesis' way from the simulation to those who look on.

    server.send(state_packets(performance, revision))

Of each performer the fifteen parts of his double, in the order of `bodies.rigid.parts.PARTS`: where
they hang [m], and how they are turned; of each prop that moves its middle. The object `~CLOCK`
tells when that was: its place is (seconds of the performance, from 0 again after an hour; how often
another scene has begun, from 0 again after 4096; how long ago [s] the oldest sample came that this
is the first to know of, 0 if there is none). Names have seven characters, which is little:
`object_names` makes them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.wire.mocap.packets import NAME_BYTES, Packet
from motorium.world.performance.performance import Performance

__all__ = ["CLOCK", "HOUR", "REVISIONS", "object_names", "parts_now", "state_packets"]

CLOCK: Final = "~CLOCK"
HOUR: Final = 3600.0
REVISIONS: Final = 4096
_STILL: Final = np.array([[1.0, 0.0, 0.0, 0.0]])


def state_packets(performance: Performance, revision: int = 0, age: float = 0.0) -> list[Packet]:
    """One sample; age [s]: of what was heard for it."""
    when = np.array([[performance.seconds % HOUR, float(revision % REVISIONS), age]])
    packets = [Packet(CLOCK, when, _STILL)]
    performers, props = object_names(performance)
    for number, name in enumerate(performers):
        packets.append(Packet(name, *parts_now(performance, number)))
    places = performance.motor.scene.prop_places()
    packets += [
        Packet(name, row[None, :3], row[None, 3:]) for name, row in zip(props, places, strict=True)
    ]
    return packets


def parts_now(performance: Performance, number: int) -> tuple[Floats, Floats]:
    """Where the parts of a performer's double hang [m] (parts, 3), and their turns (parts, 4)."""
    motor = performance.motor
    bodies = motor.scene.bodies[motor.character_of(int(performance.slots[number]))]
    return motor.scene.data.xpos[bodies].copy(), motor.scene.data.xquat[bodies].copy()


def object_names(performance: Performance) -> tuple[list[str], list[str]]:
    """Of performers, and of props that move: in the order of a sample."""
    taken = {CLOCK}
    performers = _short([one.title for one in performance.performers], taken)
    moving = [prop.name for prop in performance.motor.scene.props if not prop.is_fixed]
    return performers, _short(moving, taken)


def _short(names: Sequence[str], taken: set[str]) -> list[str]:
    """The same in at most seven ASCII characters, no two alike."""
    found = []
    for name in names:
        plain = re.sub(r"[^\x20-\x7e]", "", name).strip() or "object"
        short, number = plain[:NAME_BYTES].strip(), 1
        while short in taken:
            number += 1
            short = f"{plain[: NAME_BYTES - len(str(number))].strip()}{number}"
        taken.add(short)
        found.append(short)
    return found
