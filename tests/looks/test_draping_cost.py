"""What a frame of a puppet's skin costs."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from time import thread_time

import numpy as np

from motorium.contracts.frames import Floats
from motorium.looks.draping import Draping
from tests.looks.test_draping import flat, part, puppet


def test_frames_make_nothing_new() -> None:
    """The largest skin that a file may have."""
    rng = np.random.default_rng(8)
    rest = rng.normal(size=(200, 3))
    parts = [part(range(3 * k, 3 * k + 4), rng.normal(size=(312, 3))) for k in range(64)]
    draping = Draping(puppet(rest, parts))
    vertices = draping.vertices
    draping.drape(rest)
    pose = rest + 1.0
    tracemalloc.start()
    draping.drape(pose)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert draping.vertices is vertices
    # What the arguments are packed into; a copy of the pose alone would be more.
    assert most < rest.nbytes


def test_a_frame_takes_no_longer_than_a_few_calls_of_numpy() -> None:
    """16 points, five parts of 25 vertices each, call included; microseconds are for the bench."""
    rng = np.random.default_rng(7)
    rest = flat(rng.normal(size=(16, 2)))
    chains = [range(3 * k, 3 * k + 4) for k in range(5)]
    parts = [part(own, flat(rng.normal(size=(25, 2)))) for own in chains]
    draping = Draping(puppet(rest, parts, 2))
    poses = [rest + 0.1 * flat(rng.normal(size=(16, 2))) for _ in range(100)]

    def seconds(work: Callable[[Floats], object]) -> float:
        begun = thread_time()
        for pose in poses:
            work(pose)
        return thread_time() - begun

    # By turns, so that other work on the machine slows both.
    taken = [(seconds(draping.drape), seconds(np.ndarray.sum)) for _ in range(100)]
    draped, summed = np.min(taken, axis=0)
    assert draped < 5 * summed
