"""What the controllers as a whole must keep: limits, symmetry, and fins that never jerk."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from motorium.bodies.gaits import DEEPEST
from motorium.bodies.species import known_species, load_species
from motorium.contracts.frames import Floats, body_to_world
from motorium.contracts.time import FRAME_SECONDS
from motorium.measure.basin import Basin
from motorium.motors.pectorals import FIN_RATE
from motorium.motors.rest import at_rest
from motorium.physics.fish_kernel import Row
from tests.physics.natural import MIRROR, mirrored

HERRING = load_species("herring")

Seen = list[NDArray[np.float32]]
"""Frame by frame."""

BUSY = [
    {"speed": 1.0},
    {"speed": 2.0, "turn_rate": 1.5, "climb": 0.7},
    {"speed": 0.0, "turn_rate": -1.0},
    {"brake": 1.0},
    {"brake": 0.0, "backward": 1.0, "roll": 0.4},
    {"backward": 0.0, "speed": 1.5, "climb": -0.9, "roll": -0.4, "turn_rate": 0.0},
]
"""Speeds as shares of the medium one."""


def busy(basin: Basin, look: Seen, of: str) -> None:
    """Let fishes do one thing after the other, with turns in between, and look at an array."""
    draw = np.random.default_rng(4)
    for wish in BUSY:
        own = {
            k: v * basin.species.gaits.medium.speed if k == "speed" else v for k, v in wish.items()
        }
        basin.ask(**own)
        if wish.get("speed") or "brake" in wish:
            basin.turn(draw.uniform(-np.pi, np.pi, len(basin.slots)))
        for _ in range(60):
            basin.advance()
            look.append(getattr(basin.people, of).copy())


@pytest.mark.parametrize("name", known_species())
def test_no_muscle_is_quicker_than_it_can_or_leaves_its_range(name: str) -> None:
    basin = Basin(load_species(name), 8)
    seen: Seen = [basin.people.contraction.copy()]
    busy(basin, seen, "contraction")
    contraction = np.array(seen)
    assert contraction.min() >= 1 - DEEPEST - 1e-6
    assert contraction.max() <= 1 + 1e-6
    slower = np.sqrt(basin.species.scale)
    quickest = basin.controls.quickest * FRAME_SECONDS / slower
    assert np.abs(np.diff(contraction, axis=0)).max() <= quickest * (1 + 1e-5)


def test_what_is_told_of_muscles_is_what_they_do() -> None:
    basin = Basin(HERRING, 8)
    seen: Seen = []
    busy(basin, seen, "contraction")
    blocks = basin.motor.schools[0].blocks
    assert seen[-1] == pytest.approx(blocks.contraction(basin.slots), abs=1e-5)


def test_a_slow_muscle_is_held_to_its_rate() -> None:
    basin = Basin(HERRING, 4)
    basin.controls = basin.controls._replace(quickest=0.6)
    seen: Seen = [basin.people.contraction.copy()]
    basin.ask(speed=HERRING.gaits.fast.speed)
    for _ in range(120):
        basin.advance()
        seen.append(basin.people.contraction.copy())
    steps = np.abs(np.diff(seen, axis=0))
    assert steps.max() == pytest.approx(0.6 * FRAME_SECONDS / HERRING.pace, rel=1e-3)


# ---------------------------------------------------------------- symmetry

MANOEUVRES: dict[str, dict[str, float]] = {
    "steering": {"speed": 1.0, "turn_rate": 1.2},
    "climbing helix": {"speed": 1.0, "turn_rate": 0.8, "climb": 0.5},
    "rolling": {"speed": 1.0, "roll": 0.25},
    "rowing": {"backward": 1.0, "turn_rate": 0.3},
    "braking": {"speed": 1.0, "brake": 0.5, "roll": 0.2},
    "a C-turn": {"speed": 1.0, "turn": 1.2},
    "a C-turn from rest": {"turn": 0.7},
}
SIDED = ("turn_rate", "roll", "turn")


def mirrored_pair(name: str, manoeuvre: dict[str, float]) -> tuple[Basin, Floats]:
    """A basin with two fishes half a beat apart, and what sides are asked of them to turn to."""
    species = load_species(name)
    basin = Basin(species, 2)
    asked = {}
    for word, value in manoeuvre.items():
        values = value * (np.array([1.0, -1.0]) if word in SIDED else np.ones(2))
        asked[word] = values * species.gaits.medium.speed if word == "speed" else values
    turn = asked.pop("turn", np.zeros(2))
    basin.ask(**asked)
    return basin, turn


@pytest.mark.parametrize("name", ["herring", "sardine", "shark"])
@pytest.mark.parametrize("manoeuvre", MANOEUVRES.values(), ids=MANOEUVRES)
def test_a_mirrored_command_gives_the_mirrored_path(name: str, manoeuvre: dict[str, float]) -> None:
    """Half a beat apart and mirrored, two fishes do the same for 3 s, to float32 rounding.

    With fins that do not balance: the body frame hangs on nodes of one diagonal, so that pitch and
    roll of a bent fish are not quite those of its mirror image.
    """
    basin, turn = mirrored_pair(name, manoeuvre)
    basin.controls = basin.controls._replace(
        climb_gain=0.0, climb_damping=0.0, righting=0.0, roll_gain=0.0, roll_damping=0.0
    )
    people, length = basin.people, basin.species.length
    worst = 0.0
    for frame in range(180):
        if frame == 60 and turn.any():
            basin.turn(turn)
        basin.advance()
        bodies = people.nodes.astype(np.float64)
        nodes = people.positions[:, None] + body_to_world(people.orientations, bodies)
        worst = max(worst, float(np.abs(mirrored(nodes[0]) - nodes[1]).max()) / length)
    moved = np.abs(people.positions[0] / length).max()
    print(f"{name}: off by {worst:.1e} L after {moved:.1f} L")
    # Oars answer to the least error of the heading.
    assert worst < 5e-3
    assert people.fins[0] == pytest.approx(people.fins[1, ::-1], abs=0.1)


@pytest.mark.parametrize("name", ["herring", "sardine", "shark"])
@pytest.mark.parametrize("manoeuvre", MANOEUVRES.values(), ids=MANOEUVRES)
def test_balanced_fishes_end_as_mirror_images(name: str, manoeuvre: dict[str, float]) -> None:
    """With all their fins: means over the last beat, within some degrees."""
    basin, turn = mirrored_pair(name, manoeuvre)
    basin.advance(basin.beats(6))
    if turn.any():
        basin.turn(turn)
    basin.advance(basin.beats(12))
    seen = basin.watch(basin.beats(2))
    heading, pitch, roll = (
        np.degrees(angles[1:].mean(axis=0)) for angles in (seen.headings, seen.pitches, seen.rolls)
    )
    print(f"{name}: headings {heading.round(1)}, pitches {pitch.round(1)}, rolls {roll.round(1)}")
    # On a circle what one is slower adds up.
    allowed = 30 if "turn_rate" in manoeuvre else 5
    assert (heading.sum() + 180) % 360 - 180 == pytest.approx(0, abs=allowed)
    assert pitch[0] == pytest.approx(pitch[1], abs=5)
    assert roll[0] == pytest.approx(-roll[1], abs=5)


def test_mirroring_is_no_empty_word() -> None:
    """The same command to both is not mirrored."""
    basin = Basin(HERRING, 2)
    basin.ask(speed=HERRING.gaits.medium.speed, turn_rate=1.0)
    basin.advance(180)
    apart = basin.people.positions[0] * MIRROR - basin.people.positions[1]
    assert np.abs(apart).max() > 0.5 * HERRING.length


# ---------------------------------------------------------------- far from home


@pytest.mark.parametrize("home", [(3000.0, -2000.0, 500.0), (-1e5, 0.0, 10.0)])
def test_a_fish_far_from_home_obeys_as_well(home: tuple[float, float, float]) -> None:
    """It goes the same way, to what is left of float64 so far out."""
    near, far = Basin(HERRING, 4), Basin(HERRING, 4)
    far.motor.release(far.slots)
    there = at_rest(
        HERRING,
        np.ones(4),
        positions=np.tile(home, (4, 1)),
        headings=np.zeros(4),
        phases=np.linspace(0, 2 * np.pi, 4, endpoint=False),
        drift=np.zeros(3),
    )
    far.motor.adopt(far.slots, there)
    for basin in (near, far):
        basin.ask(speed=HERRING.gaits.medium.speed, climb=0.4)
        basin.advance(60)
        basin.turn(np.radians([60, -60, 90, -90]))
        basin.advance(180)
    moved = far.people.positions - np.array(home)
    assert moved == pytest.approx(near.people.positions, abs=2e-3)
    assert (far.commands.action_state == near.commands.action_state).all()


# ---------------------------------------------------------------- fins


@pytest.mark.parametrize("name", known_species())
def test_drawn_fins_never_jerk(name: str) -> None:
    basin = Basin(load_species(name), 8)
    seen: Seen = [basin.people.fins.copy()]
    busy(basin, seen, "fins")
    fins = np.array(seen)
    steps = np.abs(np.diff(fins, axis=0))
    print(
        f"{name}: a drawn fin moves by at most {steps.max():.2f} rad a frame, to {fins.max():.2f}"
    )
    assert np.isfinite(fins).all()
    # Not even as fast as those that act may turn.
    assert steps.max() < FIN_RATE * FRAME_SECONDS / basin.species.pace
    assert np.abs(fins).max() < np.pi


def acting(basin: Basin) -> Floats:
    """By how much the leading edges of the fins that act are raised [rad], (fishes, 2)."""
    rows = basin.motor.schools[0].blocks.get(Row.FINS, (2, 3), basin.slots)
    angles: Floats = -np.arctan2(rows[..., 1], rows[..., 0])
    return angles


def test_drawn_fins_are_not_those_that_act() -> None:
    """They flap while those that act are held still, and do not follow them at every turn."""
    basin = Basin(HERRING, 4)
    basin.ask(speed=HERRING.gaits.medium.speed)
    basin.advance(300)
    acts, drawn = [], []
    for _ in range(120):
        basin.advance()
        acts.append(acting(basin))
        drawn.append(basin.people.fins.copy())
    out = np.array(drawn)[..., 0]
    # Several flaps in two seconds, of a fish that just swims.
    flaps = (np.diff(np.sign(out - out.mean(axis=0)), axis=0) != 0).sum(axis=0)
    assert flaps.min() >= 3
    assert np.ptp(out, axis=0).min() > 0.05
    assert np.abs(np.array(drawn)[..., 1] - np.array(acts)).max() > 0.01


def test_acting_fins_turn_broadside_to_brake_and_drawn_ones_stand_out() -> None:
    basin = Basin(HERRING, 4)
    basin.ask(speed=HERRING.gaits.medium.speed)
    basin.advance(240)
    before = basin.people.fins[..., 0].copy()
    basin.ask(brake=1.0)
    basin.advance(30)
    assert np.abs(acting(basin)) == pytest.approx(np.full((4, 2), np.pi / 2), abs=0.1)
    assert (basin.people.fins[..., 0] > before + 0.4).all()


def test_acting_fins_raise_both_edges_to_climb_and_one_to_roll() -> None:
    basin = Basin(HERRING, 2)
    basin.ask(speed=HERRING.gaits.medium.speed)
    basin.advance(240)
    level = acting(basin).mean(axis=1)
    basin.ask(climb=0.5)
    basin.advance(12)
    assert (acting(basin).mean(axis=1) > level + 0.05).all()
    basin.ask(climb=0.0)
    basin.advance(240)
    basin.ask(roll=0.3)
    basin.advance(6)
    left, right = acting(basin).T
    assert (left > right + 0.02).all()
