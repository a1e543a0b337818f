"""A patrol goes over the network as DIS packets; whoever receives them sees it without a jump.

Four soldiers walk, run, kneel, crawl and fire as a script says. They are told of only when others
could not have known, and every five seconds. The receiver dead-reckons between packets, and lets
corrections fade.
"""

from __future__ import annotations

import time
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.wire.dis.appearance import POSTURES
from motorium.wire.dis.entities import Entities
from motorium.wire.dis.geodesy import Origin
from motorium.wire.dis.patrol import Patrol, load_patrol
from motorium.wire.dis.receiving import Receiver
from motorium.wire.dis.sending import Sender
from motorium.wire.dis.sockets import Target

ORIGIN = Origin.at_degrees(36.618, -121.902)
"""Where on the Earth the patrol's (0, 0) is."""
SECONDS = 45
COLORS = ("#4fd0d6", "#8fb8ff", "#ffd166", "#ff7b6b")


def main(folder: Path) -> None:
    """Send, receive, compare, and draw it to `folder`."""
    with Receiver(port=0) as receiver, Target(port=receiver.port) as target:
        sender = Sender(ORIGIN, target.send, capacity=8)
        patrol = Patrol(load_patrol("patrol"), sender)
        # Simulated time goes faster than the clock, so that timestamps tell nothing.
        entities = Entities(ORIGIN, compensates=False)
        true, shown, postures, told = follow(patrol, sender, receiver, entities)
        sender.close()
        receive(entities, receiver, sender.packets)
    assert len(entities) == 0, "who has left is gone"

    off = np.linalg.norm(shown - true, axis=2)
    frames = len(true) * len(patrol)
    print(
        f"{sender.packets} packets for {frames} positions: never off by more than {off.max():.2f} m"
    )
    assert off.max() < 1.0
    assert sender.packets < frames / 50
    steps = np.linalg.norm(np.diff(shown, axis=0), axis=2) * FRAME_RATE
    print(f"nobody is shown faster than {steps.max():.1f} m/s")
    assert steps.max() < 8.0
    draw(patrol, true, shown, postures, told, folder / "13_patrol_over_dis.png")


def follow(
    patrol: Patrol, sender: Sender, receiver: Receiver, entities: Entities
) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[list[int]]]:
    """Where everybody is and is shown [m], (frames, soldiers, 2); postures as shown, (frames,
    soldiers); and the frames in which each was told of."""
    true, shown, postures = [], [], []
    told: list[list[int]] = [[] for _ in range(len(patrol))]
    for frame in range(SECONDS * FRAME_RATE):
        before = sender.packets
        patrol.advance(FRAME_SECONDS)
        entities.advance(FRAME_SECONDS)
        if sender.packets > before:
            receive(entities, receiver, sender.packets)
            for slot in entities.living:
                if entities.silences[slot] == 0.0:
                    told[slot].append(frame)
        true.append([patrol.doing(number).place for number in range(len(patrol))])
        shown.append(entities.positions[entities.living, :2])
        postures.append(entities.postures[entities.living])
    assert entities.markings == [soldier.marking for soldier in patrol.script.soldier]
    return np.array(true), np.array(shown), np.array(postures), told


def receive(entities: Entities, receiver: Receiver, packets: int) -> None:
    """Wait for so many in all, and take them."""
    until = time.perf_counter() + 60.0
    while receiver.packets < packets:
        assert time.perf_counter() < until, "a packet was lost"
        time.sleep(0.001)
    entities.poll(receiver)


def draw(
    patrol: Patrol,
    true: np.ndarray,
    shown: np.ndarray,
    postures: np.ndarray,
    told: list[list[int]],
    file: Path,
) -> None:
    """From above, and what everybody does over time."""
    plt.style.use("dark_background")
    figure, (above, times) = plt.subplots(
        1, 2, figsize=(11.5, 5.6), layout="constrained", facecolor="#04121c"
    )
    names = [soldier.marking for soldier in patrol.script.soldier]
    for number, (name, color) in enumerate(zip(names, COLORS, strict=True)):
        above.plot(*true[:, number].T, color="#46606e", linewidth=3.0)
        above.plot(*shown[:, number].T, color=color, linewidth=1.2, label=name)
        above.plot(*shown[told[number], number].T, ".", color=color, markersize=7)
    above.set_facecolor("#061b29")
    above.set(aspect="equal", xlabel="east, m", ylabel="north, m")
    above.set(title="Where they are (grey) and are shown; dots: packets")
    above.legend(loc="upper left", frameon=False)
    draw_postures(times, names, postures, told)
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=90)
    plt.close(figure)


def draw_postures(
    axes: Axes, names: list[str], postures: np.ndarray, told: list[list[int]]
) -> None:
    """`postures`, (frames, soldiers), codes of postures."""
    seconds = np.arange(len(postures)) / FRAME_RATE
    for number, color in enumerate(COLORS):
        axes.plot(seconds, postures[:, number] + 0.12 * (number - 1.5), color=color, linewidth=1.6)
        rows = postures[told[number], number] + 0.12 * (number - 1.5)
        axes.plot(seconds[told[number]], rows, ".", color=color, markersize=6)
    axes.set_facecolor("#061b29")
    axes.set_yticks(range(len(POSTURES)), POSTURES)
    axes.set(xlabel="s", title=f"Postures as shown of {', '.join(names)}")


if __name__ == "__main__":
    main(Path("out"))
