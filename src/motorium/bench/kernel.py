"""Bench `kernel`: what a step of a fish costs.

step        ns/fish-step, for 1 to 10,000 fishes on one core and on two
scaling     what two threads gain over one, against what two independent processes gain
peak_share  GFLOP/s of the kernel, against multiply-adds that do nothing else
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from motorium.bench.numpy_fish import NumpyFishes
from motorium.bench.records import BenchRecord, best_seconds
from motorium.bodies.fish import MUSCLES
from motorium.bodies.species import load_species
from motorium.compiled import kernel
from motorium.cores import usable_cores
from motorium.memory import aligned_zeros
from motorium.physics.fish_blocks import FishBlocks
from motorium.physics.fish_kernel import FLOPS_PER_STEP, Array, Row
from motorium.physics.simd import Lanes, load, splat, store

__all__ = ["measure"]

PEER = "NumPy vectorised over fishes, LAPACK dense solve"
DT = 1 / 18
POPULATIONS = (1, 60, 1_000, 10_000)
ACCUMULATORS = 12
STEPS = 3
"""Of one frame: what the world asks of the kernel at a time."""


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """All figures, one after the other."""
    rounds = 5 if quick else 20
    for count in POPULATIONS:
        yield from _step(count, rounds, quick)
    yield from _scaling(4 * rounds)
    yield _peak_share(rounds)


def swimming(count: int, seed: int = 0) -> FishBlocks:
    """Fishes in the midst of a stroke: bent, moving, muscles pulling."""
    draw = np.random.default_rng(seed)
    fishes = FishBlocks(load_species("herring").printed_body(), "printed")
    lanes = fishes.add(count)
    fishes.set_row(Row.DT, lanes, DT)
    fishes.set_row(Row.WATER, lanes, 1.0)
    fishes.put(Row.CONTRACTION, lanes, draw.uniform(0.8, 1.0, (count, MUSCLES)))
    fishes.step(50, cores=1)
    return fishes


def _step(count: int, rounds: int, quick: bool) -> Iterator[BenchRecord]:
    peer_count = min(count, 1_000) if quick else count
    fishes = swimming(count)
    peer = NumpyFishes(fishes.body, peer_count, DT)
    peer.contraction = fishes.contraction(np.arange(peer_count)).astype(np.float32)
    enough = 0.01  # short trials, so that some of them are undisturbed
    with threadpool_limits(limits=1):
        one, numpy = best_seconds([lambda: fishes.step(STEPS, cores=1), peer.step], rounds, enough)
    per_fish = one / STEPS / count * 1e9
    peer_per_fish = numpy / peer_count * 1e9
    yield _record("step", count, 1, per_fish, "ns/fish-step", PEER, peer_per_fish / per_fish)
    if usable_cores() > 1:
        (both,) = best_seconds([lambda: fishes.step(STEPS, cores=2)], rounds, enough)
        per_fish = both / STEPS / count * 1e9
        yield _record("step", count, 2, per_fish, "ns/fish-step", PEER, peer_per_fish / per_fish)


def _scaling(rounds: int) -> Iterator[BenchRecord]:
    """Two threads on one population, against two processes that know nothing of each other.

    All are measured in turns, in trials too short to be disturbed often; the best of each counts.
    """
    if usable_cores() < 2:
        return
    count = POPULATIONS[-1]
    fishes = swimming(count)
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(3)
    results = context.Queue()
    workers = [
        context.Process(target=_independent, args=(count, rounds, barrier, results))
        for _ in range(2)
    ]
    for worker in workers:
        worker.start()
    one, threads, rates = [], [], []
    barrier.wait()
    for _ in range(rounds):
        one.append(_time(fishes, 1))
        threads.append(_time(fishes, 2))
        barrier.wait()
        barrier.wait()
        rates.append(sum(1 / results.get() for _ in workers))
    for worker in workers:
        worker.join()
    gain = min(one) / min(threads)
    process_gain = min(one) * max(rates)
    yield _record(
        "scaling", count, 2, gain, "x one core", "two independent processes", gain / process_gain
    )


def _independent(count: int, rounds: int, barrier: Any, results: Any) -> None:
    fishes = swimming(count)
    _time(fishes, 1)
    barrier.wait()
    for _ in range(rounds):
        barrier.wait()
        results.put(_time(fishes, 1))
        barrier.wait()


def _time(fishes: FishBlocks, cores: int, frames: int = 3) -> float:
    begun = time.perf_counter()
    for _ in range(frames):
        fishes.step(STEPS, cores=cores)
    return (time.perf_counter() - begun) / frames


def _peak_share(rounds: int) -> BenchRecord:
    count = 64 * 16
    fishes = swimming(count)
    width = fishes.width
    cells = aligned_zeros(ACCUMULATORS * width, np.float32)
    loops = 100_000
    with threadpool_limits(limits=1):
        step, peak = best_seconds(
            [
                lambda: fishes.step(STEPS, cores=1),
                lambda: multiply_add(Lanes(width), width, loops, cells),
            ],
            rounds,
            0.05,
        )
    reached = FLOPS_PER_STEP * STEPS * count / step / 1e9
    limit = 2 * ACCUMULATORS * width * loops / peak / 1e9
    return _record(
        "peak_share", count, 1, reached, "GFLOP/s", "this core's multiply-adds", reached / limit
    )


@kernel
def multiply_add(lanes: Lanes, width: int, loops: int, cells: Array) -> None:
    """Twelve independent chains of multiply-adds, enough to keep both units of a core busy."""
    m = splat(lanes, np.float32(0.999))
    # Chains that begin alike would be merged by the compiler.
    a, b, c = load(lanes, cells, 0), load(lanes, cells, width), load(lanes, cells, 2 * width)
    d, e = load(lanes, cells, 3 * width), load(lanes, cells, 4 * width)
    f, g = load(lanes, cells, 5 * width), load(lanes, cells, 6 * width)
    h, i = load(lanes, cells, 7 * width), load(lanes, cells, 8 * width)
    j, k, n = (
        load(lanes, cells, 9 * width),
        load(lanes, cells, 10 * width),
        load(lanes, cells, 11 * width),
    )
    one = splat(lanes, np.float32(1.0))
    for _ in range(loops):
        a = a * m + one
        b = b * m + one
        c = c * m + one
        d = d * m + one
        e = e * m + one
        f = f * m + one
        g = g * m + one
        h = h * m + one
        i = i * m + one
        j = j * m + one
        k = k * m + one
        n = n * m + one
    store(cells, 0, a + b + c + d + e + f + g + h + i + j + k + n)


def _record(
    quantity: str, fish: int, cores: int, value: float, unit: str, against: str, ratio: float
) -> BenchRecord:
    return BenchRecord(
        bench="kernel",
        quantity=quantity,
        case={"fish": fish, "cores": cores},
        value=round(value, 2),
        unit=unit,
        against=against,
        ratio=round(ratio, 3),
    )
