"""Performers told to others as soldiers: from the posture of a double to Entity State PDUs.

    sender = Sender(origin, target.send, far=PERFORMER_FAR, turned=PERFORMER_TURNED)
    publisher = PerformerPublisher(performance, sender)
    performance.advance()
    publisher.publish()

As the Team Tactical Engagement Simulator did with a soldier before its screen (Granieri, Crabtree &
Badler 1995, section 5).
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Final

from motorium.contracts.time import PERFORMANCE_RATE
from motorium.motion.live.postures import PostureWatch, leg_of
from motorium.wire.dis.appearance import Lifeform
from motorium.wire.dis.kinds import FORCES, SOLDIER
from motorium.wire.dis.pdu import MARKING_BYTES
from motorium.wire.dis.sending import Sender
from motorium.world.performance.performance import Performance, Performer

__all__ = ["PERFORMER_FAR", "PERFORMER_TURNED", "PerformerPublisher"]

PERFORMER_FAR: Final = 0.2
"""In a room a metre is far: off by more, and others are told [m]. A pelvis sways by 0.05."""
PERFORMER_TURNED: Final = math.radians(15.0)
"""A pelvis turns to and fro with every step [rad]."""
FRIENDLY: Final = FORCES.index("friendly")
NAMELESS: Final = "PERFORMER"

_Key = tuple[int, int]


@dataclass(frozen=True)
class _Soldier:
    """performer: kept, so that nobody else can have his identity; slot: of the sender."""

    performer: Performer
    slot: int
    watch: PostureWatch


class PerformerPublisher:
    """Keeps a sender's entities like the doubles of a performance; x is east, y is north.

    Whoever performs is a soldier, as long as he does; he is marked with his title. force: by its
    number; weapon: one of `appearance.WEAPONS`, none as performers' hands are empty. Others see the
    double, not the performer: what hits it is seen, too. One that has fallen is prone with a
    moderate injury until it gets up: struck down, unlike who has lain down, and not dead. While
    time is held entities are frozen.

    Limitations: postures are those that `PostureWatch` tells, about half a second late; where hands
    are is not told. Velocities are those of the performance: where its time runs slower than that
    of others they are corrected more often.
    """

    def __init__(
        self,
        performance: Performance,
        sender: Sender,
        force: int = FRIENDLY,
        weapon: str = "none",
    ) -> None:
        self._performance, self._sender = performance, sender
        self._force, self._weapon = force, weapon
        self._soldiers: dict[_Key, _Soldier] = {}
        self._frame = performance.frame
        self.follow()

    def __len__(self) -> int:
        return len(self._soldiers)

    def publish(self, seconds: float = 1.0 / PERFORMANCE_RATE) -> int:
        """After a frame, or some: tell what others could not know; how many PDUs that took.
        seconds: that have passed for others since last time."""
        self.follow()
        return self._sender.update(seconds)

    def follow(self) -> None:
        """Bring the sender's entities up to date."""
        show = self._performance
        keys = _keys(show.performers)
        self._sync(keys)
        passed = max(show.frame - self._frame, 0) / PERFORMANCE_RATE
        self._frame = show.frame
        for number, key in enumerate(keys):
            self._tell(self._soldiers[key], int(show.slots[number]), passed)

    def states(self) -> list[str]:
        """What performers do, in their order: "standing", "walking", "kneeling", ..."""
        return [self._soldiers[key].watch.state for key in _keys(self._performance.performers)]

    def close(self) -> None:
        """All of them leave; others are told at once."""
        self._sync([])

    # ------------------------------------------------------------ inside

    def _sync(self, keys: list[_Key]) -> None:
        """Who has come enters, who has gone leaves."""
        for gone in self._soldiers.keys() - set(keys):
            self._sender.leave(self._soldiers.pop(gone).slot)
        for key, one in zip(keys, self._performance.performers, strict=False):
            if key not in self._soldiers:
                slot = self._sender.enter(SOLDIER, _marking(one.title), self._force)
                self._soldiers[key] = _Soldier(one, slot, PostureWatch(leg_of(one.figure)))

    def _tell(self, soldier: _Soldier, slot: int, seconds: float) -> None:
        """slot: of the performance."""
        show, sender, watch = self._performance, self._sender, soldier.watch
        character = show.motor.character_of(slot)
        scene, mine = show.motor.scene, soldier.slot
        watch.see(scene.data.xpos[scene.bodies[character]], seconds)
        fallen = bool(show.motor.continuum.balance.fallen[character])
        goes = watch.moves and not fallen and not show.paused
        sender.positions[mine] = show.population.positions[slot]
        sender.orientations[mine] = show.population.orientations[slot]
        # Who has a velocity walks or crawls to others, whatever his state is.
        sender.velocities[mine] = (*watch.velocity, 0.0) if goes else 0.0
        sender.appearances[mine] = Lifeform(
            "prone" if fallen else watch.state,
            "moderate injury" if fallen else "no injury",
            self._weapon,
            frozen=show.paused,
        ).bits


def _keys(performers: list[Performer]) -> list[_Key]:
    """Who each is: himself, and which of his doubles, as one take may be performed twice."""
    seen: Counter[int] = Counter()
    keys = []
    for one in performers:
        keys.append((id(one), seen[id(one)]))
        seen[id(one)] += 1
    return keys


def _marking(title: str) -> str:
    """What can be said of a title in a few letters of ASCII."""
    letters = "".join(letter if " " <= letter <= "~" else "?" for letter in title)
    return letters[:MARKING_BYTES].strip() or NAMELESS
