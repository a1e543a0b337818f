"""What joins a performance to others: who is heard, and who is told what was simulated.

with LiveLinks(LinkOptions(packets=8470, state=8471)) as links:
    performance = Performance(scene, links.cast.meet())
    performance.advance()
    links.tell(performance, revision)
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from motorium.motors.continuum.motor import BOTH
from motorium.studio.figure_network import TOWN_ORIGIN
from motorium.wire.closing import Closing
from motorium.wire.dis.performing import (
    PERFORMER_FAR,
    PERFORMER_TURNED,
    PerformerPublisher,
)
from motorium.wire.dis.sending import Sender
from motorium.wire.dis.sockets import Target
from motorium.wire.mocap.receiving import HOST, PacketListener
from motorium.wire.mocap.sending import PacketServer
from motorium.wire.mocap.state import parts_now, state_packets
from motorium.world.performance.live import LiveCast
from motorium.world.performance.performance import Performance

if TYPE_CHECKING:
    from motorium.wire.mocap.vmc.reading import Button
    from motorium.wire.mocap.vmc.receiving import VmcListener

__all__ = ["LinkOptions", "LiveLinks", "close_hands"]

MOST_BUTTONS: Final = 64
"""That wait for the next frame."""
EVERY: Final = 2.0
"""How often it is looked for what cannot be heard [s]."""
MOST_TOLD: Final = 200
"""Sentences that are remembered, so that they are not told again."""


@dataclass(frozen=True)
class LinkOptions:
    """Ports that are heard: packets (TCP), vmc (UDP), by name. state: the port at which everybody
    who connects is told of all that was simulated; vmc_to: whom the first performer's double is
    sent to; dis: the network on which performers appear as soldiers; host: the address of this
    machine at which others are heard."""

    packets: int | None = None
    vmc: tuple[int, ...] = ()
    state: int | None = None
    vmc_to: tuple[str, int] | None = None
    dis: tuple[str, int] | None = None
    host: str = HOST

    @property
    def is_used(self) -> bool:
        """Whether there is anybody to hear or to tell."""
        return self != LinkOptions(host=self.host)


class LiveLinks(Closing):
    """cast: who is heard; say: told all news, as a terminal."""

    def __init__(
        self, options: LinkOptions, say: Callable[[str], None] = lambda sentence: None
    ) -> None:
        self.options, self.cast, self._say = options, LiveCast(), say
        self._looked, self._strange = 0.0, 0
        self._told: set[str] = set()
        self._buttons: queue.SimpleQueue[tuple[str, Button]] = queue.SimpleQueue()
        with ExitStack() as open_links:
            self.packets = self.server = self.sender = None
            if options.packets is not None:
                self.packets = open_links.enter_context(
                    PacketListener(self.cast.hear, options.packets, options.host, self.cast.hung_up)
                )
            if options.state is not None:
                self.server = open_links.enter_context(PacketServer(options.state, options.host))
            self.vmc = [self._vmc(port, open_links) for port in options.vmc]
            if options.vmc_to is not None:
                from motorium.wire.mocap.vmc.sending import VmcSender

                self.sender = open_links.enter_context(VmcSender(*options.vmc_to))
            self._dis = None
            if options.dis is not None:
                self._dis = open_links.enter_context(Target(*options.dis))
            self._publisher: PerformerPublisher | None = None
            self._published: Performance | None = None
            open_links.callback(self._leave_dis)
            self._links = open_links.pop_all()

    def _vmc(self, port: int, open_links: ExitStack) -> VmcListener:
        from motorium.wire.mocap.vmc.receiving import VmcListener

        listener = VmcListener(self.cast.hear, port, self.options.host, self._pressed)
        return open_links.enter_context(listener)

    def _pressed(self, name: str, button: Button) -> None:
        """On the thread of who receives."""
        if self._buttons.qsize() < MOST_BUTTONS:
            self._buttons.put((name, button))

    def close(self) -> None:
        """Hear and tell nobody any more."""
        self._links.close()

    def tell(self, performance: Performance, revision: int = 0) -> None:
        """After a frame: hands close and open as buttons ask for, and others are told."""
        for _ in range(self._buttons.qsize()):
            name, button = self._buttons.get()
            close_hands(performance, name, button)
        if self.server is not None:
            heard = [one.oldest for one in self.cast.there if one.oldest is not None]
            age = time.perf_counter() - min(heard) if heard else 0.0
            self.server.send(state_packets(performance, revision, age))
        if self.sender is not None:
            self.sender.send(performance.seconds, *parts_now(performance, 0))
        if self._dis is not None:
            self._publish(performance, self._dis)

    def _publish(self, performance: Performance, target: Target) -> None:
        if self._publisher is None or self._published is not performance:
            self._leave_dis()
            sender = Sender(TOWN_ORIGIN, target.send, far=PERFORMER_FAR, turned=PERFORMER_TURNED)
            self._publisher, self._published = PerformerPublisher(performance, sender), performance
        self._publisher.publish()

    def _leave_dis(self) -> None:
        """Others are told that nobody is here any more."""
        if self._publisher is not None:
            self._publisher.close()
        self._publisher = None

    def news(self) -> list[str]:
        """Sentences since the last time: who came and left, and what cannot be heard."""
        found = self.cast.take_news()
        now = time.monotonic()
        if now - self._looked > EVERY:
            self._looked = now
            found += self._complaints()
        for sentence in found:
            self._say(sentence)
        return found

    def _complaints(self) -> list[str]:
        """What somebody who sends would want to know; each once."""
        found = [] if self.packets is None else [*self.packets.refusals]
        for listener in self.vmc:
            for sender, bones in listener.missing.items():
                found.append(
                    f"{listener.name}: {sender} sends no {', '.join(bones)}, without which nobody "
                    "can be told"
                )
        new = [sentence for sentence in dict.fromkeys(found) if sentence not in self._told]
        new = new[: MOST_TOLD - len(self._told)]
        self._told.update(new)
        strange = sum(one.strange for one in self.vmc)
        strange += 0 if self.packets is None else self.packets.strange
        if strange > self._strange:
            new.append(f"{strange - self._strange} packets made no sense, and were left")
        self._strange = strange
        return new

    @property
    def open_ways(self) -> list[str]:
        """Who can reach us where, a sentence each."""
        host, found = self.options.host, []
        if self.packets is not None:
            found.append(f"Packets are heard at {host}:{self.packets.port} (TCP)")
        found += [f"VMC is heard at {host}:{one.port} (UDP)" for one in self.vmc]
        if self.server is not None:
            found.append(f"What is simulated is told at {host}:{self.server.port} (TCP)")
        if self.options.vmc_to is not None:
            found.append(f"The first double is sent to {':'.join(map(str, self.options.vmc_to))}")
        if self._dis is not None:
            found.append(f"Performers appear as soldiers on the DIS network {self._dis.name}")
        return found


def close_hands(performance: Performance, name: str, button: Button) -> None:
    """Whoever holds a button of a controller holds what his hand can reach, until he lets it go; G
    on a keyboard is for both hands."""
    if button.hand is None and button.name.upper() != "G":
        return
    hand = BOTH if button.hand is None else ("left", "right").index(button.hand)
    for number, performer in enumerate(performance.performers):
        if performer.title == name:
            slot = int(performance.slots[number])
            if button.pressed:
                performance.motor.grip(slot, hand)
            else:
                performance.motor.let_go(slot, hand)
