"""What a butterflyfish sees over a reef: colours, identities and ranges, with both eyes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from motorium.senses.eyes import THINGS
from motorium.settings import parse_settings
from motorium.world.scenario import Scenario
from motorium.world.world import World

REEF: Final = """
format = 1
[world]
seed = 5
[habitat]
radius = 6.0
ground = -0.9
surface = 2.5
relief = 0.3
[[habitat.obstacle]]
kind = "coral"
places = [[1.5, 0.7], [1.9, -0.5], [2.6, 0.2]]
radius = [0.3, 0.45]
height = [0.4, 0.6]
[[habitat.obstacle]]
kind = "rock"
places = [[2.4, 1.5], [3.0, -1.4]]
radius = [0.5, 0.7]
height = [0.7, 1.0]
[[habitat.weed]]
kind = "ribbon"
places = [[1.4, -0.9], [2.2, 0.6]]
leaves = 5
[[group]]
species = "butterflyfish"
places = [[0.0, 0.0, 0.0], [0.75, 0.3, 0.1], [1.3, 0.0, -0.35]]
headings = [0.0, 2.6, -1.2]
[[group]]
species = "emperor-angelfish"
places = [[1.1, -0.45, 0.05]]
headings = [1.9]
[[group]]
species = "clownfish"
places = [[0.7, -0.1, -0.2], [1.2, 0.5, -0.3]]
headings = [1.2, -2.0]
[[group]]
species = "herring"
places = [[1.6, 0.3, 0.3], [1.8, 0.1, 0.35], [1.9, 0.45, 0.25]]
headings = [1.4, 1.5, 1.5]
"""
SIZE: Final = (480, 360)
GAP: Final = 8
NEAR, FAR = 0.1, 12.8
"""White and black [m]; each doubling between is one step, as on the page."""
FISHES: Final = ("#e69f00", "#56b4e9", "#f0e442", "#d55e00", "#cc79a7", "#009e73", "#ffffff")
"""Okabe and Ito's, which nearly everybody tells apart."""
COLOURS: Final = {
    "water": "#0b2033",
    "ground": "#5b4b36",
    "rock": "#7b828a",
    "weed": "#39543b",
    "plankton": "#35617a",
    "bubble": "#35617a",
    "food": "#8b3a3a",
    "submarine": "#a0a0a0",
    "line": "#a0a0a0",
}


def shown(identity: NDArray[np.int64]) -> NDArray[np.uint8]:
    """A colour for everybody."""
    picture = np.zeros((*identity.shape, 3), np.uint8)
    for number in np.unique(identity).tolist():
        names = [thing for thing, code in THINGS.items() if code == number]
        code = COLOURS[names[0]] if names else FISHES[number % len(FISHES)]
        picture[identity == number] = [int(code[at : at + 2], 16) for at in (1, 3, 5)]
    return picture


def grey(ranges: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The farther, the darker."""
    share = np.log(np.maximum(ranges, NEAR) / NEAR) / np.log(FAR / NEAR)
    shade = (255.0 * (1.0 - np.clip(share, 0.0, 1.0))).astype(np.uint8)
    return np.repeat(shade[..., np.newaxis], 3, axis=-1)


def beside(pair: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Left and right eye with a gap between."""
    gap = np.full((pair.shape[1], GAP, 3), 255, np.uint8)
    return np.concatenate([pair[0], gap, pair[1]], axis=1)


def main() -> None:
    world = World(parse_settings(REEF, "reef", Scenario))
    world.advance(20)
    looks: Any = {"pan": -0.3, "tilt": -0.15, "size": SIZE}
    rows = [
        beside(world.retina(0, **looks)),
        beside(shown(world.retina(0, "identity", **looks))),
        beside(grey(world.retina(0, "range", **looks))),
    ]
    gap = np.full((GAP, rows[0].shape[1], 3), 255, np.uint8)
    whole = np.concatenate([rows[0], gap, rows[1], gap, rows[2]])
    image = Image.fromarray(whole)
    image.save(Path(__file__).with_name("retina.jpg"), quality=88)


if __name__ == "__main__":
    main()
