"""How near characters stay to their performers, and what hits do to them."""

import numpy as np
import pytest

from motorium.contracts.frames import Floats
from motorium.motors.continuum.options import HELD, PRINTED, ContinuumOptions
from motorium.motors.continuum.recovering import Recovery
from motorium.motors.continuum.stepping import Continuum
from motorium.physics.rigid.props import Prop
from motorium.physics.rigid.scene import RigidScene
from tests.motors.continuum.performers import FIGURE, RATE, follow, standing, walking


def ball(speed: float) -> Prop:
    """10 kg at the chest."""
    drop = 9.81 / 2 * (1.3 / speed) ** 2
    return Prop("ball", "ball", (0.15,), 10.0, (1.5, 0.0, 1.25 + drop), velocity=(-speed, 0.0, 0.0))


def boulder(speed: float, aside: float = 0.0, heading: float = 0.0) -> Prop:
    """150 kg that roll towards who stands at the origin."""
    ahead = np.array([np.cos(heading), np.sin(heading), 0.0])
    left = np.array([-ahead[1], ahead[0], 0.0])
    x, y, _ = 2.0 * ahead + aside * left
    spin = np.cross([0.0, 0.0, 1.0], -speed * ahead / 0.33)
    return Prop(
        "boulder",
        "ball",
        (0.33,),
        150.0,
        (x, y, 0.331),
        velocity=(-speed * ahead[0], -speed * ahead[1], 0.0),
        spin=(spin[0], spin[1], 0.0),
    )


def test_whom_forces_hold_is_within_millimetres() -> None:
    for performance in (standing(1.0), walking()):
        followed = follow(performance, HELD)
        print(f"{1e3 * followed.rms:.2f} mm")
        assert followed.rms < 0.006


def test_a_walk_on_the_continuum() -> None:
    stood, walked = follow(standing(2.0)), follow(walking())
    print(f"standing {1e3 * stood.rms:.1f} mm, walking {1e3 * walked.rms:.1f} mm")
    assert stood.rms < 0.010
    assert walked.rms < 0.025
    assert not walked.fallen.any()
    weight = FIGURE.mass * 9.81
    assert walked.pull.max() <= 3.0 * weight * (1 + 1e-9)


def test_nobody_lags_behind() -> None:
    """The shift in time at which the hands' way fits the performer's best."""
    performance = walking()
    followed = follow(performance)
    lags = np.arange(-6, 7)
    # How far the pelvis has gone, and how the left thigh swings.
    for column in (0, 2):
        wanted, done = performance[1:, column], followed.coordinates[:, column]
        off = [np.square(done[10:-10] - np.roll(wanted, lag)[10:-10]).mean() for lag in lags]
        best = int(np.argmin(off))
        one, two, three = off[best - 1 : best + 2] if 0 < best < 12 else (1.0, 0.0, 1.0)
        lag = lags[best] + 0.5 * (one - three) / (one - 2 * two + three)
        assert abs(lag) / RATE < 0.010


def test_the_printed_balance_rejects_an_ordinary_walk() -> None:
    """A walker's own centre of mass is outside of his polygon a fifth of the time."""
    followed = follow(walking(), PRINTED)
    assert followed.beta.min() == 0.0
    assert followed.errors[-1].mean() > 0.5


def test_a_ball_is_survived() -> None:
    hit = follow(standing(3.0), props=(ball(6.0),))
    assert not hit.fallen.any()
    off = hit.errors.mean(axis=1)
    assert off.max() > 0.015
    struck = int(np.argmax(off > 0.01))
    assert off[struck + RATE :].max() < 0.005


@pytest.mark.parametrize(("speed", "falls"), [(2.0, False), (5.0, True)])
def test_a_boulder_is_braced_or_knocks_down(speed: float, falls: bool) -> None:
    hit = follow(standing(4.0), props=(boulder(speed),))
    assert bool(hit.fallen[-1]) == falls
    assert hit.warnings == 0
    if not falls:
        assert hit.errors[-1].mean() < 0.01


def test_a_nick_is_survived() -> None:
    hit = follow(standing(3.0), props=(boulder(5.0, aside=0.45),))
    assert hit.errors.mean(axis=1).max() > 0.005
    assert not hit.fallen.any()


def knocked_down_and_up(heading: float, speed: float) -> tuple[bool, float | None]:
    """Whether somebody fell, and how long he took to be back."""
    options = ContinuumOptions()
    scene = RigidScene([FIGURE], [boulder(speed, heading=heading)], step=options.step)
    continuum, recovery = Continuum(scene, options), Recovery()
    pose: Floats = standing(1.0)[0]
    continuum.start(pose[None])
    fell, begun = None, None
    for frame in range(9 * RATE):
        continuum.advance(recovery.wanted(pose, 1 / RATE)[None])
        if fell is None and continuum.balance.fallen[0]:
            fell = frame
        if fell is not None and begun is None and frame == fell + 180:
            begun = frame
            recovery.align(continuum.coordinates(), pose, heading=False)
            recovery.begin(continuum.coordinates())
            continuum.get_up(0)
        if recovery.runs and continuum.error(0) < 0.03 and recovery.seconds >= 1.0:
            recovery.end()
            continuum.release(0)
            assert begun is not None
            back = (frame - begun) / RATE
    stands = continuum.error(0) < 0.03 and not continuum.balance.fallen[0]
    return fell is not None, back if stands and begun is not None else None


def test_who_was_knocked_down_gets_up() -> None:
    fell, took = knocked_down_and_up(0.1, 6.0)
    assert fell
    assert took is not None
    assert took < 4.0


@pytest.mark.slow
def test_eleven_of_twelve_get_up() -> None:
    outcomes = [knocked_down_and_up(0.1 + k * np.pi / 6, 6.0 + k % 3) for k in range(12)]
    print(outcomes)
    assert all(fell for fell, _ in outcomes)
    assert sum(took is not None for _, took in outcomes) >= 11


@pytest.mark.slow
@pytest.mark.parametrize("steps", [1, 2, 4])
@pytest.mark.parametrize("share", [0.25, 1.0])
def test_allowed_gains_are_stable(steps: int, share: float) -> None:
    """At 120, 240 and 480 Hz, also when thrown down."""
    frequency = share * min(steps * RATE, 240)
    options = ContinuumOptions(steps=steps, frequency=frequency, ratio=0.7)
    for performance, props in ((walking(), ()), (standing(3.0), (boulder(6.0),))):
        followed = follow(performance, options, props)
        assert followed.warnings == 0
        assert np.isfinite(followed.coordinates).all()
        assert np.abs(followed.coordinates[:, :3]).max() < 20.0


def test_the_same_again_is_the_same() -> None:
    one, other = (follow(standing(1.5), props=(boulder(5.0),)) for _ in range(2))
    assert np.array_equal(one.coordinates, other.coordinates)
