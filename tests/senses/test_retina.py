"""What a fish sees, against rays that are cast through the same pixels in NumPy."""

from __future__ import annotations

import math
import re
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from numpy.typing import NDArray

from motorium.looks.drawing.context import GraphicsError, graphics
from motorium.looks.drawing.moment import Water
from motorium.looks.drawing.renderer import Renderer
from motorium.senses.eyes import MOST_PAN, THINGS
from motorium.senses.retina import Kind, head_of, pixels_by_identity, retina, retina_views
from tests.looks.drawing.moments import shoal
from tests.looks.drawing.rays import directions, first_hits, to_world, triangles_of

GOOD = 0.99
"""Of pixels."""
RAYS = 120
"""Of each eye, and as many again."""
FAR = 1e6
STEP = 0.1
"""Where ranges differ by more than this share from one pixel to the next there is an edge."""


@pytest.mark.parametrize(
    ("fish", "pan", "tilt"), [(101, 1.2, 0.0), (104, -1.2, 0.1), (105, 0.5, -0.1)]
)
def test_maps_agree_with_rays(renderer: Renderer, fish: int, pan: float, tilt: float) -> None:
    moment = shoal()
    draw = np.random.default_rng(fish)
    views = retina_views(moment, fish, pan=pan, tilt=tilt)
    identity = retina(moment, fish, "identity", pan=pan, tilt=tilt)
    ranges = retina(moment, fish, "range", pan=pan, tilt=tilt)
    triangles = {
        int(one): triangles_of(moment, row)
        for row, one in enumerate(moment.fishes.ids)
        if one != fish
    }
    ids = np.array([THINGS["water"], *triangles])
    same, near, told = [], [], 0
    for eye, view in enumerate(views):
        rows, columns = draw.integers(0, view.height, RAYS), draw.integers(0, view.width, RAYS)
        # As many again where somebody is: most of what a fish sees is water.
        seen = np.argwhere(identity[eye] >= 0)
        more = seen[draw.integers(0, len(seen), RAYS)]
        pixels = np.concatenate([np.stack([rows, columns], axis=-1), more])
        rays = directions(view, pixels)
        hits = [first_hits(to_world(view.eye), rays, one) for one in triangles.values()]
        away = np.stack([np.full(2 * RAYS, FAR), *hits])
        expected, away = ids[away.argmin(axis=0)], away.min(axis=0)
        # What lies behind all fishes here is water for these rays.
        seen_fishes = np.where(identity[eye] >= 0, identity[eye], THINGS["water"])
        found = seen_fishes[tuple(pixels.T)]
        same += list(found[:RAYS] == expected[:RAYS])
        # Where both differ, what is expected begins beside the pixel.
        beside = around(seen_fishes)[tuple(pixels.T)]
        wrong = ~(beside == expected[:, np.newaxis]).any(axis=1)
        assert not wrong.any(), (pixels[wrong], found[wrong], expected[wrong], away[wrong])
        flat = (found == expected) & (found >= 0) & ~edges(ranges[eye])[tuple(pixels.T)]
        told += int(flat.sum())
        off = np.abs(ranges[eye][tuple(pixels.T)] - away)[flat]
        # Gills breathe and fins ripple in what is drawn.
        near += list(off < 0.01 * away[flat] + 0.005)
    assert told > 100
    assert np.mean(same) >= GOOD
    assert np.mean(near) >= GOOD


def test_ranges_of_sand_end_on_it(renderer: Renderer) -> None:
    moment = shoal()
    view = retina_views(moment, 103, tilt=-0.6, eyes=1)[0]
    identity = retina(moment, 103, "identity", tilt=-0.6, eyes=1)[0]
    ranges = retina(moment, 103, "range", tilt=-0.6, eyes=1)[0]
    pixels = np.argwhere((identity == THINGS["ground"]) & (ranges < 8.0))
    assert len(pixels) > 3000
    away = ranges[tuple(pixels.T)][:, np.newaxis].astype(np.float64)
    x, y, z = (to_world(view.eye) + away * directions(view, pixels)).T
    # The dunes of ocean/seabed_relief.glsl, whose second axis points south.
    dunes = np.sin(0.31 * x + 1.3 * np.sin(-0.17 * y)) * np.sin(-0.23 * y + 0.7)
    banks = np.sin(0.93 * x - 0.41 * y) * np.sin(-0.77 * y - 0.29 * x)
    off = np.abs(z - (-2.5 + 0.26 * dunes + 0.07 * banks))
    assert off.max() < 0.02
    assert np.median(off) < 0.003


def around(values: NDArray[Any]) -> NDArray[Any]:
    """Each pixel with its eight neighbours, shape (height, width, 9)."""
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(values, 1, mode="edge"), (3, 3))
    return windows.reshape(*values.shape, 9)


def edges(ranges: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Pixels beside which something begins that is nearer or farther."""
    windows = around(ranges)
    steps: NDArray[np.bool_] = windows.max(axis=-1) > (1.0 + STEP) * windows.min(axis=-1)
    return steps


def test_both_eyes_see_a_near_fish_elsewhere_as_the_angles_say(renderer: Renderer) -> None:
    moment = shoal(("herring", "herring"))
    ahead = np.array([0.6, 0.0, 0.0])
    fishes = replace(
        moment.fishes,
        positions=np.array([[0.0, 0.0, 0.0], ahead]),
        orientations=np.array([[1.0, 0.0, 0.0, 0.0]] * 2),
    )
    rest = moment.species[0].body.nodes / moment.species[0].body.length
    straight = np.stack([rest * length for length in fishes.lengths])
    moment = replace(moment, fishes=replace(fishes, nodes=straight.astype(np.float32)))
    views = retina_views(moment, 100)
    identity = retina(moment, 100, "identity")
    middles = [np.argwhere(one == 101).mean(axis=0) for one in identity]
    # The same fish lies more to the right for the left eye.
    shift = middles[0][1] - middles[1][1]
    head = head_of(moment.species[0])
    apart = 2.0 * head.eye_aside * float(fishes.lengths[0])
    eye_x = to_world(views[0].eye)[0]
    far = ahead[0] + rest[:, 0].mean() * float(fishes.lengths[1]) - eye_x
    inwards = 2.0 * math.atan2(head.eye_aside, 5.0)
    expected = views[0].scale * (apart / far - inwards)
    assert shift == pytest.approx(expected, abs=1.0)
    assert middles[0][0] == pytest.approx(middles[1][0], abs=0.5)
    one = retina(moment, 100, "identity", eyes=1)
    assert one.shape == (1, *identity.shape[1:])
    assert np.argwhere(one[0] == 101).mean(axis=0)[1] == pytest.approx(79.5, abs=1.0)


def test_the_same_bytes_whatever_was_drawn_before(renderer: Renderer) -> None:
    moment = shoal()
    kinds: tuple[Kind, ...] = ("rgb", "identity", "range", "brightness")
    first = [retina(moment, 101, kind, pan=0.4) for kind in kinds]
    retina(shoal(("shark", "clownfish"), seed=8), 100, "rgb", size=(40, 30))
    again = [retina(shoal(), 101, kind, pan=0.4) for kind in kinds]
    for one, other in zip(first, again, strict=True):
        assert one.tobytes() == other.tobytes()
    fresh = Renderer()
    view = retina_views(moment, 101, pan=0.4)[0]
    assert_array_equal(first[0][0], fresh.picture(moment.without([101]), view, (160, 120)))


def test_brightness_follows_the_hour(renderer: Renderer) -> None:
    def brightness(hour: float, sun: float) -> float:
        water = Water(surface=4.0, hour=hour, sun=sun, clarity=12.0)
        return float(retina(shoal(water=water), 101, "brightness").mean())

    noon, afternoon, dusk, night = (
        brightness(*at) for at in ((12.0, 1.0), (16.0, 0.7), (18.0, 0.3), (0.0, 0.05))
    )
    assert noon > afternoon > dusk > night > 0.0
    colours = retina(shoal(), 101, "rgb", eyes=1)
    assert retina(shoal(), 101, "brightness", eyes=1)[0] == pytest.approx(colours.mean() / 255)


def test_shapes_and_what_is_counted(renderer: Renderer) -> None:
    moment = shoal()
    size = (40, 24)
    assert retina(moment, 100, size=size).shape == (2, 24, 40, 3)
    identity = retina(moment, 100, "identity", size=size, pan=0.3)
    assert identity.shape == (2, 24, 40)
    assert identity.dtype == np.int64
    ranges = retina(moment, 100, "range", size=size, pan=0.3)
    assert ranges.dtype == np.float32
    assert_array_equal(np.isinf(ranges), identity == THINGS["water"])
    counted = pixels_by_identity(identity)
    assert list(counted.values()) == sorted(counted.values(), reverse=True)
    assert sum(counted.values()) == np.isfinite(ranges).sum()
    assert 100 not in counted


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"kind": "depth"}, "kind must be one of rgb, identity, range, brightness, not 'depth'"),
        ({"eyes": 3}, "eyes must be 1 or 2, not 3"),
        ({"eyes": True}, "eyes must be 1 or 2, not True"),
        ({"eyes": 1.0}, "eyes must be 1 or 2, not 1.0"),
        ({"pan": MOST_PAN + 0.1}, "pan must be within 1.7453 rad"),
        ({"pan": math.nan}, "pan must be within"),
        ({"tilt": "up"}, "tilt must be an angle [rad], not 'up'"),
        ({"size": (0, 10)}, "1 to 4096 pixels, not 0 x 10"),
        ({"size": (10, 5000)}, "not 10 x 5000"),
        ({"size": 10}, "size is a width and a height in whole pixels, not 10"),
        ({"size": (10.5, 4)}, "size is a width and a height in whole pixels"),
        ({"fish": "Nemo"}, "a fish is named by its id, not by 'Nemo'"),
    ],
)
def test_what_cannot_be_seen_is_said(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        retina(shoal(("herring",)), **({"fish": 100} | given))


def test_nobody_has_that_id() -> None:
    with pytest.raises(KeyError, match="nobody has id 7; 1 individuals live"):
        retina(shoal(("herring",)), 7)


def test_without_the_extra_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "moderngl", None)
    with pytest.raises(GraphicsError, match=r"pip install 'motorium\[film\]'"):
        graphics()


def test_without_opengl_a_sentence_names_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    moderngl = pytest.importorskip("moderngl")

    def missing(**_: object) -> None:
        raise Exception("libEGL.so.1: cannot open shared object file")

    monkeypatch.setattr(moderngl, "create_context", missing)
    with pytest.raises(GraphicsError) as problem:
        graphics()
    assert "libEGL.so.1" in str(problem.value)
    assert "apt-get install libegl1 libgl1 libgl1-mesa-dri" in str(problem.value)
