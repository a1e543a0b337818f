"""Gliding as published (appendix A): nodes go straight over into the next segment, while the fish
waits; and our warps, which do not wait."""

from __future__ import annotations

import numpy as np

from motorium.contracts.commands import ActionState
from motorium.motors.repertoire import RepertoireOptions
from motorium.motors.stretching import MOST, TAIL
from tests.motors.pond import Film, Pond

SIZES = (0.5, 1.0, 2.0)
PHASES = 6
BEGINS = 2
"""Frame in which a turn begins."""


def turning(options: RepertoireOptions) -> tuple[Pond, Film]:
    """Herrings in many phases of the beat that are asked to turn."""
    sizes = np.repeat(SIZES, PHASES)
    phases = np.tile(np.linspace(0, 2 * np.pi, PHASES, endpoint=False), len(SIZES))
    pond = Pond(["herring"] * len(sizes), sizes, phases=phases, options=options)
    pond.ask(speed=pond.gait("swim-medium"))
    pond.settle()
    film = pond.film(BEGINS)
    pond.turn(np.radians(90))
    return pond, film.then(pond.film(240))


def test_the_tail_goes_over_in_as_many_frames_as_it_needs_and_the_fish_waits() -> None:
    pond, film = turning(RepertoireOptions(gliding="published"))
    tails = film.world_nodes()[:, :, TAIL]
    steps = np.linalg.norm(np.diff(tails, axis=0), axis=-1)
    ways = np.linalg.norm(np.diff(film.places(), axis=0), axis=-1)
    usual = ways[BEGINS - 1]
    # Straight to where the next segment begins, in equal steps, each within the limit.
    held = ways[BEGINS] < 0.75 * usual
    assert held.any()
    assert (steps[BEGINS, held] <= MOST).all()
    second = tails[BEGINS + 2, held] - tails[BEGINS + 1, held]
    first = tails[BEGINS + 1, held] - tails[BEGINS, held]
    assert np.abs(second - first).max() < 1e-6
    assert pond.states() == {ActionState.DONE}


def test_our_warps_do_not_wait() -> None:
    _, film = turning(RepertoireOptions())
    ways = np.linalg.norm(np.diff(film.positions, axis=0), axis=-1)
    assert (ways[BEGINS : BEGINS + 4] > 0.85 * ways[BEGINS - 1]).all()


def test_both_turn_as_far() -> None:
    made = []
    for gliding in ("published", "warped"):
        pond, film = turning(
            RepertoireOptions(gliding="published" if gliding != "warped" else "warped")
        )
        angles = film.angles()[..., 0]
        made.append(np.degrees(angles[-40:].mean(axis=0) - angles[0]))
        assert pond.states() == {ActionState.DONE}
    assert np.abs(made[0] - made[1]).max() < 8
    assert np.abs(made[0] - 90).max() < 10


def test_who_is_released_while_he_waits_is_let_go() -> None:
    pond, _ = turning(RepertoireOptions(gliding="published"))
    pond.turn(np.radians(-90))
    pond.advance(1)
    handover = pond.motor.release(pond.slots)
    assert np.isfinite(handover.node_velocities).all()
    pond.motor.adopt(pond.slots, handover)
    pond.advance(120)
    assert np.isfinite(pond.people.positions[pond.slots]).all()
