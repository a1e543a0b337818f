"""What `motorium mocap` does."""

from __future__ import annotations

import math
import queue
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console

from motorium.bodies.rigid.wearing import place
from motorium.contracts.frames import Floats, quaternion_from_axes
from motorium.contracts.time import PERFORMANCE_RATE
from motorium.motion.figures.run import ready_graph
from motorium.motion.figures.takes import ACTS, Take, act_take, check_act, clip_take, joined
from motorium.motion.live.heard import Hear, Heard
from motorium.settings import SettingsError
from motorium.wire.message import WireError
from motorium.wire.mocap.packets import Packet, pack_sample
from motorium.wire.mocap.places import VMC_PORT, parse_place
from motorium.wire.mocap.receiving import HOST, PORT, PacketListener, PacketStream
from motorium.wire.mocap.sending import STATE_PORT, PacketSender

if TYPE_CHECKING:
    from motorium.wire.mocap.vmc.receiving import VmcListener

__all__ = ["placed_takes", "run_listen", "run_send"]

Send = Callable[[float, Floats, Floats], None]


def run_send(
    what: list[str],
    to: str | None,
    vmc: bool,
    name: str,
    rate: float,
    lost: float,
    seconds: float | None,
) -> None:
    """what: acts, or one BVH file."""
    usual = VMC_PORT if vmc else PORT
    host, port = parse_place(to or HOST, "--to", usual)
    terminal = Console(stderr=True, highlight=False, soft_wrap=True)
    # A name that cannot be said is refused before anything takes long.
    pack_sample([Packet(name, np.zeros((0, 3)), np.zeros((0, 4)))])
    take = _take(what, terminal)
    rolls, begun = random.Random(1), time.perf_counter()
    sent = 0
    with _sender(vmc, host, port, name) as send:
        print(f"sending {take.title} to {host}:{port}, {rate:g} times a second", flush=True)
        try:
            for number, (places, turns) in enumerate(placed_takes(take, rate)):
                due = number / rate
                if seconds is not None and due > seconds:
                    break
                time.sleep(max(begun + due - time.perf_counter(), 0.0))
                if rolls.random() >= lost:
                    send(due, places, turns)
                    sent += 1
        finally:
            print(f"sent {sent} samples", flush=True)


def placed_takes(take: Take, rate: float) -> Iterator[tuple[Floats, Floats]]:
    """Where parts are [m] (parts, 3) and how they are turned (parts, 4), so many times a second:
    the same again and again, on from where he is."""
    whole = place(take.figure, take.coordinates)
    turns = quaternion_from_axes(whole.rotations)
    shift = np.zeros(3)
    last, step, at = len(take) - 1, PERFORMANCE_RATE / rate, 0.0
    while True:
        frame = min(round(at), last)
        yield whole.positions[frame] + shift, turns[frame]
        at += step
        if at > last:
            at -= last
            shift[:2] += take.coordinates[-1, :2] - take.coordinates[0, :2]


def _take(what: list[str], terminal: Console) -> Take:
    if len(what) == 1 and what[0] not in ACTS and what[0].lower().endswith(".bvh"):
        path = Path(what[0])
        if not path.is_file():
            raise SettingsError(f"{path}: there is no such file")
        with terminal.status(f"fitting {path.name}"):
            return clip_take(path)
    for act in what:
        if act.lower().endswith(".bvh"):
            raise SettingsError(f"{act}: a BVH file is sent alone, without acts or other files")
        check_act(act)
    graph = ready_graph(terminal, script="performer")
    return joined([act_take(graph, act) for act in what])


@contextmanager
def _sender(vmc: bool, host: str, port: int, name: str) -> Iterator[Send]:
    if vmc:
        from motorium.wire.mocap.vmc.sending import VmcSender

        with VmcSender(host, port) as avatar:
            yield avatar.send
    else:
        with PacketSender(host, port) as sender:
            yield lambda _, places, turns: sender.send([Packet(name, places, turns)])


def run_listen(
    port: int | None, address: str, vmc: bool, state: str | None, seconds: float | None
) -> None:
    """Tell once a second whom or what was heard; state: of who simulates, HOST:PORT."""
    heard: queue.SimpleQueue[Heard] = queue.SimpleQueue()
    ends = math.inf if seconds is None else time.monotonic() + seconds
    with _listener(port, address, vmc, state, heard.put) as listener:
        if not isinstance(listener, PacketStream):
            kind = "VMC (UDP)" if vmc else "packets (TCP)"
            print(f"listening at {address}:{listener.port} for {kind}", flush=True)
        while (left := ends - time.monotonic()) > 0.0:
            time.sleep(min(1.0, left))
            if isinstance(listener, PacketStream) and listener.ended is not None:
                raise WireError(listener.ended)
            newest: dict[str, Heard] = {}
            count: Counter[str] = Counter()
            for _ in range(heard.qsize()):
                one = heard.get()
                newest[one.name] = one
                count[one.name] += 1
            for name, one in sorted(newest.items()):
                x, y, z = one.places[0] if len(one.places) else (0.0, 0.0, 0.0)
                print(
                    f"{name:<10} {count[name]:4} a second, {len(one.turns):3} bodies, the first at "
                    f"{x:.2f} {y:.2f} {z:.2f}, from {one.sender}",
                    flush=True,
                )


def _listener(
    port: int | None, address: str, vmc: bool, state: str | None, hear: Hear
) -> PacketStream | PacketListener | VmcListener:
    if state is not None:
        return PacketStream(hear, *parse_place(state, "--state", STATE_PORT))
    if vmc:
        from motorium.wire.mocap.vmc.receiving import VmcListener

        return VmcListener(hear, VMC_PORT if port is None else port, address)
    return PacketListener(hear, PORT if port is None else port, address)
