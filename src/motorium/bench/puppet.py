"""Bench `puppet`: what a frame of puppets costs.

figure      us/frame of one figure of 16 points, 16 rods and 9 joints (van Overveld's Fig. 9), seven
            iterations at most
skin        us/frame of the same with its skin, against 30 us
population  ms of a frame of 10,000 such figures, seven iterations each, on one core and on two,
            against the time that a frame has

Each of them also against the same in plain NumPy, in the same run. Figures are thrown about in
their box and play for a second from each throw, so that nobody comes to rest. All is time of the
processor, which others on a shared machine do not lengthen; that of a population on two cores is
what both spend together.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
from threadpoolctl import threadpool_limits

from motorium.bench.numpy_puppet import NumpyPuppets, NumpySkin
from motorium.bench.records import BenchRecord
from motorium.bodies.puppet.files import load_puppet
from motorium.bodies.puppet.model import Puppet, puppet_of
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.cores import usable_cores
from motorium.looks.draping import Draping
from motorium.physics.rods.crowd import Crowd
from motorium.physics.rods.stepping import Stepper
from motorium.physics.rods.walls import Walls

__all__ = ["MOST_SKIN", "bar_of", "measure", "play", "thrown", "thrown_crowd", "throws"]

MOST_SKIN: Final = 30.0
"""[us] a frame."""
FIGURES: Final = 10_000
ITERATIONS: Final = 7
GRAVITY: Final = -9.81
BOX: Final = Walls(np.array([-2.0, -1.0, 0.0]), np.array([2.0, 1.0, 3.5]))
PEER: Final = "NumPy"
Clock = Callable[[], float]


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """All figures."""
    puppet = puppet_of(load_puppet("person"))
    rounds = 5 if quick else 30
    with threadpool_limits(limits=1):
        yield from _one(puppet, rounds)
        yield from _many(puppet, rounds, quick)


def bar_of(record: BenchRecord) -> float | None:
    """The ratio that a record is to reach, if there is a bar for it."""
    if record.against == PEER:
        return None
    both = record.case.get("cores", 1) == min(2, usable_cores())
    return 1.0 if record.quantity == "skin" or (record.quantity == "population" and both) else None


def throws(puppet: Puppet, count: int, seed: int = 0) -> tuple[Floats, Floats]:
    """Where points of thrown figures begin [m], and how fast [m/s], shape (count, points, 3): in
    the air, turning, and with limbs that fly."""
    draw = np.random.default_rng(seed)
    flat = np.array([1.0, 0.0, 1.0])
    centre = puppet.masses @ puppet.rest / puppet.masses.sum()
    angles = draw.uniform(-np.pi, np.pi, count)
    cosine, sine = np.cos(angles)[:, None], np.sin(angles)[:, None]
    arms = puppet.rest - centre
    turned = np.zeros((count, len(arms), 3))
    turned[..., 0] = cosine * arms[:, 0] - sine * arms[:, 2]
    turned[..., 2] = sine * arms[:, 0] + cosine * arms[:, 2]
    flying = draw.uniform(-3.0, 3.0, (count, 1, 3)) * flat
    spins = draw.uniform(-6.0, 6.0, (count, 1))
    turning = np.zeros_like(turned)
    turning[..., 0], turning[..., 2] = -spins * turned[..., 2], spins * turned[..., 0]
    limbs = draw.normal(0.0, 0.5, turned.shape) * flat
    return turned + np.array([0.0, 0.0, 1.8]), flying + turning + limbs


def thrown(puppet: Puppet) -> tuple[Stepper, Callable[[], None]]:
    """One figure, and how it is thrown again."""
    stepper = Stepper(puppet, "mended", ITERATIONS)
    stepper.walls = BOX
    stepper.forces[:, 2] = GRAVITY * puppet.masses
    places, velocities = throws(puppet, 1)

    def throw() -> None:
        stepper.positions[:] = places[0]
        stepper.momenta[:] = puppet.masses[:, None] * velocities[0]

    throw()
    return stepper, throw


def thrown_crowd(puppet: Puppet, count: int) -> tuple[Crowd, Callable[[], None]]:
    """Many figures, and how they are thrown again."""
    crowd = Crowd(puppet, ITERATIONS)
    crowd.gravity[2] = GRAVITY
    crowd.walls = BOX
    lanes = crowd.add(count)
    places, velocities = throws(puppet, count)

    def throw() -> None:
        crowd.place_figures(lanes, places, velocities)

    throw()
    return crowd, throw


def play(
    throw: Callable[[], None], frame: Callable[[], object], frames: int, clock: Clock
) -> float:
    """Seconds a frame took, on average over so many after a throw."""
    throw()
    begun = clock()
    for _ in range(frames):
        frame()
    return (clock() - begun) / frames


def _one(puppet: Puppet, rounds: int) -> Iterator[BenchRecord]:
    stepper, throw = thrown(puppet)
    draping = Draping(puppet)
    peer, skin = NumpyPuppets(puppet, 1, GRAVITY, BOX, ITERATIONS, np.float64), NumpySkin(puppet)
    places, velocities = throws(puppet, 1)

    def throw_peer() -> None:
        peer.positions, peer.velocities = places[:, :, ::2].copy(), velocities[:, :, ::2].copy()

    def frame() -> None:
        stepper.step(FRAME_SECONDS)

    def dressed() -> None:
        stepper.step(FRAME_SECONDS)
        draping.drape(stepper.positions)

    def peer_frame() -> None:
        peer.step(FRAME_SECONDS)

    def dressed_peer() -> None:
        peer.step(FRAME_SECONDS)
        skin.drape(peer.positions[0])

    times = np.full(4, np.inf)
    for one in (frame, dressed):
        play(throw, one, 2, time.thread_time)
    for number in range(rounds):
        for _ in range(5):
            times[0] = min(times[0], play(throw, frame, FRAME_RATE, time.thread_time))
            times[1] = min(times[1], play(throw, dressed, FRAME_RATE, time.thread_time))
        if number < 5:
            times[2] = min(times[2], play(throw_peer, peer_frame, FRAME_RATE, time.thread_time))
            times[3] = min(times[3], play(throw_peer, dressed_peer, FRAME_RATE, time.thread_time))
    figure, dress, peer_figure, peer_dress = 1e6 * times
    case = _case(puppet, 1)
    yield _record("figure", case, figure, "us/frame", PEER, peer_figure / figure)
    case["vertices"] = len(draping.vertices)
    yield _record("skin", case, dress, "us/frame", f"{MOST_SKIN:g} us", MOST_SKIN / dress)
    yield _record("skin", case, dress, "us/frame", PEER, peer_dress / dress)


def _many(puppet: Puppet, rounds: int, quick: bool) -> Iterator[BenchRecord]:
    crowd, throw = thrown_crowd(puppet, FIGURES)
    peers = 1_000 if quick else FIGURES
    peer = NumpyPuppets(puppet, peers, GRAVITY, BOX, ITERATIONS)
    places, velocities = (part[:, :, ::2].astype(np.float32) for part in throws(puppet, peers))

    def throw_peer() -> None:
        peer.positions, peer.velocities = places.copy(), velocities.copy()

    def peer_frame() -> None:
        peer.step(FRAME_SECONDS)

    slow = play(throw_peer, peer_frame, FRAME_RATE, time.process_time)
    slow *= FIGURES / peers
    for cores in range(1, min(2, usable_cores()) + 1):

        def frame(cores: int = cores) -> None:
            crowd.step(FRAME_SECONDS, cores=cores)

        play(throw, frame, 2, time.process_time)
        taken = min(play(throw, frame, FRAME_RATE, time.process_time) for _ in range(rounds))
        case = _case(puppet, FIGURES) | {"cores": cores}
        given = f"{1e3 * FRAME_SECONDS:.1f} ms"
        yield _record("population", case, 1e3 * taken, "ms", given, FRAME_SECONDS / taken)
        yield _record("population", case, 1e3 * taken, "ms", PEER, slow / taken)


def _case(puppet: Puppet, figures: int) -> dict[str, int | float | str]:
    return {
        "figures": figures,
        "points": len(puppet.masses),
        "rods": len(puppet.rods),
        "joints": len(puppet.joints),
        "iterations": ITERATIONS,
    }


def _record(
    quantity: str,
    case: dict[str, int | float | str],
    value: float,
    unit: str,
    against: str,
    ratio: float,
) -> BenchRecord:
    return BenchRecord(
        bench="puppet",
        quantity=quantity,
        case=dict(case),
        value=round(float(value), 3),
        unit=unit,
        against=against,
        ratio=round(float(ratio), 3),
    )
