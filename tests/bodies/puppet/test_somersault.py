"""Fig. 11: dropped flat above a nearly elastic floor, the person does a backward somersault."""

import numpy as np
import pytest

from docs.pictures.puppets import EVERY, FRAMES
from motorium.bodies.puppet.files import load_puppet
from motorium.contracts.frames import Floats
from motorium.world.theatre.theatre import Theatre


@pytest.fixture(scope="module")
def film() -> Floats:
    """Where all points are [m] in every frame of 1/60 s, until the last of the thirty pictures."""
    theatre = Theatre(load_puppet("somersault"))
    frames = [theatre.positions.copy()]
    for _ in range(EVERY * (FRAMES - 1)):
        theatre.advance()
        frames.append(theatre.positions.copy())
    return np.array(frames)


def of(name: str) -> int:
    return [point.name for point in load_puppet("somersault").point].index(name)


def lean(film: Floats) -> Floats:
    """Of the trunk [rad], from how it lay: to the left is backwards, as it looks up."""
    trunk = film[:, of("neck")] - film[:, of("hip")]
    angles = np.unwrap(np.arctan2(trunk[:, 2], trunk[:, 0]))
    turned: Floats = angles - angles[0]
    return turned


def test_it_is_dropped_by_the_default_scheme_and_nearly_nothing_is_lost_at_the_floor() -> None:
    stage = load_puppet("somersault").stage
    assert stage.scheme == "mended"
    assert 0.95 <= stage.bounce < 1.0
    assert load_puppet("somersault").path == []


def test_it_lies_flat_on_its_back_and_falls_freely(film: Floats) -> None:
    trunk = film[0, of("neck")] - film[0, of("hip")]
    assert abs(np.degrees(np.arctan2(trunk[2], -trunk[0]))) < 12.0
    assert film[0, of("right toe"), 2] > film[0, of("right ankle"), 2]  # Toes up.
    falling = film[:30]
    seconds = np.arange(30) / 60
    fallen = falling[0, :, 2].mean() - falling[:, :, 2].mean(axis=1)
    assert fallen == pytest.approx(9.81 * seconds * (seconds + 1 / 60) / 2, abs=1e-6)
    assert np.abs(lean(falling)).max() < 0.02


def test_a_full_turn_backwards_after_the_floor(film: Floats) -> None:
    low = film[:, :, 2].min(axis=1)
    touched = int(np.argmax(low < 0.02))
    assert 35 <= touched <= 60
    turned = lean(film)
    assert np.abs(turned[:touched]).max() < 0.1
    assert 0.85 < turned[-1] / (2 * np.pi) < 1.2
    assert turned.min() > -0.5  # It does not go there the other way.


def test_legs_go_over_the_head_and_it_comes_down_on_its_feet(film: Floats) -> None:
    above = film[:, of("hip"), 2] - film[:, of("head"), 2]
    feet = film[:, [of("right toe"), of("left toe")], 2]
    over = int(np.argmax(above > 0.3))
    assert over > 0
    assert feet[over].min() > film[over, of("hip"), 2]
    upright = np.flatnonzero((above < -0.5) & (np.arange(len(film)) > over))
    assert len(upright)
    assert feet[upright].min() < 0.05


def test_it_stays_whole(film: Floats) -> None:
    document = load_puppet("somersault")
    names = [point.name for point in document.point]
    rods = np.array([[names.index(name) for name in rod.ends] for rod in document.rod])
    lengths = np.linalg.norm(film[:, rods[:, 1]] - film[:, rods[:, 0]], axis=-1)
    off = np.abs(lengths - lengths[0]).sum(axis=1) / lengths[0].sum()
    assert off.max() < 0.1
