"""What `motorium dis` does: listens and shows who is there, or sends patrols and fishes."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.live import Live
from rich.table import Table

from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.wire.dis.entities import Entities, Remote
from motorium.wire.dis.geodesy import Origin
from motorium.wire.dis.kinds import FORCES, kind_name
from motorium.wire.dis.patrol import Patrol, load_patrol
from motorium.wire.dis.receiving import Receiver
from motorium.wire.dis.sending import Sender
from motorium.wire.dis.sockets import Target, is_group

__all__ = ["run_listen", "run_send"]

REFRESH: Final = 4.0
"""Tables and lines a second."""
MOST_SHOWN: Final = 50
"""Entities in a table."""
MOST_NAMED: Final = 6
"""Soldiers in a line."""
WIDTH: Final = 120
"""Of a table that goes into a file."""
ONCE: Final = 2.0
"""How long to listen before the table is printed once, if nobody said [s]."""


def run_listen(
    port: int,
    address: str,
    interface: str,
    origin: Origin,
    exercise: int | None,
    seconds: float | None,
    once: bool,
    as_json: bool,
) -> Entities:
    """Show who is there, live, or once at the end, or as lines of JSON."""
    console = Console(markup=False, highlight=False)
    if not console.is_terminal:
        console = Console(width=WIDTH, markup=False, highlight=False)
    entities = Entities(origin, exercise=exercise)
    group = address if is_group(address) else None
    until = ONCE if once and seconds is None else seconds
    known: dict[int, Remote] = {}
    with Receiver(port, interface if group else address, group) as receiver:
        with _shown(console, entities, receiver, live=not (once or as_json)) as refresh:
            last = time.perf_counter()
            with suppress(KeyboardInterrupt):
                for now in _ticks(1.0 / FRAME_RATE, until):
                    entities.advance(now - last)
                    entities.poll(receiver)
                    last = now
                    if as_json:
                        _print_lines(entities, known)
                    else:
                        refresh()
        if once and not as_json:
            console.print(_table(entities, receiver))
    return entities


def run_send(
    script: str,
    scenario: str | None,
    target: tuple[str, int],
    broadcasts: bool,
    interface: str,
    origin: Origin,
    rate: float,
    seconds: float | None,
    **identity: Any,
) -> int:
    """Send a patrol, or the fishes of a scenario, in real time; how many PDUs."""
    console = Console(soft_wrap=True, markup=False, highlight=False)
    host, port = target
    with Target(host, port, broadcasts, interface) as to:
        sending = (
            _world(scenario, origin, to, identity)
            if scenario
            else _patrol(script, origin, to, identity)
        )
        pause = FRAME_SECONDS if scenario else 1.0 / rate
        console.print(f"{sending.title}, to {to.name}; Ctrl-C ends it")
        shown = -math.inf
        begun = last = time.perf_counter()
        try:
            with suppress(KeyboardInterrupt):
                for now in _ticks(pause, seconds):
                    sending.step(now - last)
                    last = now
                    if now - shown >= 1.0:
                        shown = now
                        sent = f"{now - begun:6.1f} s  {to.packets:6d} PDUs"
                        console.print(f"{sent}  {sending.state()}")
        finally:
            sending.sender.close()
        console.print(
            f"sent {to.packets} PDUs, {to.bytes / 1e3:.1f} kB"
            + (f"; {to.failed} could not be sent" if to.failed else "")
            + (f"; {_counted(to.unheard, 'time', 'times')} nobody listened" if to.unheard else "")
        )
    return to.packets


# ---------------------------------------------------------------- inside


@dataclass(frozen=True)
class _Sending:
    """step: lets some seconds pass; state: what there is to tell who looks on."""

    title: str
    sender: Sender
    step: Callable[[float], object]
    state: Callable[[], str]


def _patrol(script: str, origin: Origin, to: Target, identity: dict[str, Any]) -> _Sending:
    document = load_patrol(script)
    sender = Sender(origin, to.send, capacity=len(document.soldier), **identity)
    patrol = Patrol(document, sender)

    def state() -> str:
        first = enumerate(document.soldier[:MOST_NAMED])
        return "; ".join(f"{one.marking} {patrol.doing(number).words}" for number, one in first)

    title = f"{document.patrol.title}: {_counted(len(patrol), 'soldier', 'soldiers')}"
    return _Sending(title, sender, patrol.advance, state)


def _world(scenario: str, origin: Origin, to: Target, identity: dict[str, Any]) -> _Sending:
    from motorium.studio.warm import open_repertoires
    from motorium.wire.dis.publishing import FISH_FAR, FISH_TURNED, Publisher
    from motorium.world.scenario import load_scenario
    from motorium.world.world import World

    document = load_scenario(scenario)
    open_repertoires(document)
    world = World(document)
    world.advance()
    capacity = world.population.capacity + len(world.population.visitors)
    sender = Sender(
        origin, to.send, capacity=capacity, far=FISH_FAR, turned=FISH_TURNED, **identity
    )
    publisher = Publisher(world, sender)

    def step(seconds: float) -> None:
        # A world goes by frames: one that cannot keep up is slower for everybody.
        world.advance()
        publisher.publish(seconds)

    def state() -> str:
        return _counted(len(publisher), "entity", "entities")

    return _Sending(f"{document.world.title}: {state()}", sender, step, state)


def _ticks(pause: float, seconds: float | None) -> Iterator[float]:
    """Times [s], so far apart, until a time is over."""
    begun = due = time.perf_counter()
    while seconds is None or due - begun < seconds:
        due += pause
        wait = due - time.perf_counter()
        if wait > 0.0:
            time.sleep(wait)
        elif wait < -1.0:
            # The machine slept, or is too slow: time that is lost is not made up for.
            due = time.perf_counter()
        yield time.perf_counter()


@contextmanager
def _shown(
    console: Console, entities: Entities, receiver: Receiver, live: bool
) -> Iterator[Callable[[], None]]:
    if not live:
        yield lambda: None
        return
    with Live(_table(entities, receiver), console=console, auto_refresh=False) as screen:
        last = 0.0

        def refresh() -> None:
            nonlocal last
            now = time.perf_counter()
            if now - last >= 1.0 / REFRESH:
                last = now
                screen.update(_table(entities, receiver), refresh=True)

        yield refresh
        screen.update(_table(entities, receiver), refresh=True)


def _table(entities: Entities, receiver: Receiver) -> Table:
    refused = ", ".join(f"{count} {why}" for why, count in entities.refused.items())
    datagrams = _counted(receiver.packets, "datagram", "datagrams")
    known = _counted(len(entities), "entity", "entities")
    caption = f"{datagrams} at port {receiver.port}; {known}"
    for part in (refused, f"{receiver.dropped} dropped" * bool(receiver.dropped), entities.problem):
        caption += f"; {part}" if part else ""
    columns = ("entity", "marking", "kind", "force", "east", "north", "up", "speed", "heading")
    table = Table(*columns, "posture", "heard", box=SIMPLE_HEAD, caption=caption)
    everybody = list(entities)
    several = len({one.exercise for one in everybody}) > 1
    for one in everybody[:MOST_SHOWN]:
        key = f"{one.exercise}/{one.key}" if several else str(one.key)
        table.add_row(
            *(key, one.marking, kind_name(one.entity_type.kind), _force(one.force)),
            *(f"{round(part, 1) + 0.0:.1f}" for part in one.position),
            *(f"{math.hypot(*one.velocity):.1f}", f"{round(math.degrees(one.heading))}°"),
            *(one.posture, f"{one.silence:.1f} s"),
        )
    return table


def _print_lines(entities: Entities, known: dict[int, Remote]) -> None:
    """Who has come or was heard of since the last tick, and who has gone; known: by id, as they
    were heard of last."""
    came, gone = entities.changes()
    new = set(came)
    living = entities.living
    for slot in living[entities.silences[living] == 0.0].tolist():
        one = entities.at(slot)
        known[one.id] = one
        print(json.dumps(_line("appeared" if one.id in new else "heard", one)), flush=True)
    for identity in gone:
        told = _line("gone", known.pop(identity))
        kept = ("event", "id", "exercise", "entity", "type", "marking", "force")
        print(json.dumps({key: told[key] for key in kept}), flush=True)


def _line(event: str, one: Remote) -> dict[str, Any]:
    return {
        "event": event,
        "id": one.id,
        "exercise": one.exercise,
        "entity": str(one.key),
        "type": str(one.entity_type),
        "marking": one.marking,
        "force": _force(one.force),
        "position": [round(part, 3) for part in one.position],
        "velocity": [round(part, 3) for part in one.velocity],
        "heading": round(math.degrees(one.heading), 2),
        "posture": one.posture,
        "armed": one.armed,
        "firing": one.firing,
    }


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _force(number: int) -> str:
    return FORCES[number] if number < len(FORCES) else f"force {number}"
