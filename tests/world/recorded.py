"""Small worlds that are recorded, in this process and in ones that are killed."""

from __future__ import annotations

import mmap
import os
import random
import signal
import struct
import sys
import time
from pathlib import Path

from motorium.world.recording.recorder import Recorder
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World

TWIN_FRAMES = 3000
NOT_YET = -1


def tiny_world(count: int = 2, motor: str = "repertoire") -> World:
    group = Group(species="herring", count=count, motor=motor)
    return World(Scenario(format=1, world=WorldSettings(seed=4, capacity=8), group=[group]))


def eventful(world: World) -> None:
    """A frame; every third of a second something comes from outside."""
    frame = world.clock.frame
    if frame % 20 == 0:
        world.viscosity = 1.0 + 0.1 * (frame % 3)
    if frame % 50 == 0:
        world.resize(2 + frame // 50 % 3)
    world.advance()


def doom(folder: Path, count: int, seed: int) -> None:
    """Record a twin, and again and again until killed; print how far each had come."""
    world = tiny_world()
    with Recorder(world, folder / "twin.arrow", nodes=True):
        while world.clock.frame < TWIN_FRAMES:
            eventful(world)
    chance = random.Random(seed)
    for number in range(count):
        reached = mmap.mmap(-1, 8)
        reached[:] = struct.pack("<q", NOT_YET)
        child = os.fork()
        if child == 0:
            _record(folder / f"{number}.arrow", reached)
        while struct.unpack("<q", reached[:])[0] == NOT_YET:
            time.sleep(0.001)
        time.sleep(chance.uniform(0.0, 0.7))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        print(struct.unpack("<q", reached[:])[0], flush=True)


def _record(path: Path, reached: mmap.mmap) -> None:
    world = tiny_world()
    recorder = Recorder(world, path, nodes=True)
    while world.clock.frame < TWIN_FRAMES and not recorder.ended:
        reached[:] = struct.pack("<q", world.clock.frame)
        eventful(world)
    while True:
        time.sleep(1.0)


if __name__ == "__main__":
    doom(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
