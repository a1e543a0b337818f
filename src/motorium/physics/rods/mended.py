"""The mended scheme: one constraint after the other, true to momentum for all masses.

An impulse mu * gradient, taken at the OLD positions r, moves the trial positions by
w mu gradient, with w = 1 / mass, 0 for what is held. As no rigid motion changes a value, its
gradients' sum and their moments about any place are zero at r, so that whatever mu is, the
linear momentum sum p and the angular momentum of the whole step, sum n x p' = sum r x p', are
those before. mu is such that the constraint is met at the trial positions.

A step in which a rod would turn far is made in parts: old rods say little about that one's end.
"""

from __future__ import annotations

import math
from typing import Any, Final

from numpy.typing import NDArray

from motorium.compiled import inlined, kernel
from motorium.physics.rods.motion import parts_of_step
from motorium.physics.rods.parts import begin_part, end_part
from motorium.physics.rods.table import (
    BEND_IN_PLANE,
    GOALS,
    MASSES,
    OLD,
    POINTS_OF,
    TRIAL,
    WAYS,
    bend_at_trial,
    measure,
    old_gradients,
)

__all__ = ["mended_step", "sweep"]

LEAST_SQUARE: Final = 1e-18
"""[m2] Ends nearer than a nanometre have no direction of their own."""
FULL_AGREEMENT: Final = 0.5
"""Cosine between old and trial gradients below which less is done, the less they agree."""
LARGEST_TURN: Final = 1.0
"""[rad] By which an angle is put right at once: the way is a straight line."""

Array = NDArray[Any]


@kernel
def mended_step(
    links: Array,
    bounds: Array,
    rods: int,
    held: Array,
    walls: Array,
    seconds: float,
    iterations: int,
    tolerance: float,
    most_parts: int,
    state_out: Array,
    gradients_out: Array,
) -> int:
    """One step of a puppet; returns how many iterations it took, at most."""
    most_used = 0
    parts = min(parts_of_step(links, bounds, rods, held, seconds, state_out), most_parts)
    for part in range(parts):
        share = 1.0 / (parts - part)
        used = _part(
            links, bounds, rods, held, walls, seconds / parts, share,
            iterations, tolerance, state_out, gradients_out,
        )  # fmt: skip
        most_used = max(used, most_used)
    return most_used


@inlined
def _part(
    links: Array,
    bounds: Array,
    rods: int,
    held: Array,
    walls: Array,
    seconds: float,
    share: float,
    iterations: int,
    tolerance: float,
    state_out: Array,
    gradients_out: Array,
) -> int:
    old = gradients_out[OLD]
    to_put_right = begin_part(links, bounds, held, seconds, share, state_out, old)
    used = 0
    while used < iterations:
        used += 1
        if sweep(links, bounds, rods, tolerance, state_out, gradients_out):
            break
    end_part(
        links, bounds, rods, held, walls, seconds, share, old, to_put_right, state_out
    )  # fmt: skip
    return used


@inlined
def sweep(
    links: Array,
    bounds: Array,
    rods: int,
    tolerance: float,
    state_out: Array,
    gradients_out: Array,
) -> bool:
    """One iteration over all constraints, each as the one before left the trial positions; whether
    all were met. Rods come last: an eye sees a length sooner than an angle."""
    met = True
    for k in range(rods, len(links)):
        turned = _turn(
            links[k],
            bounds[k],
            tolerance,
            state_out,
            gradients_out[OLD, k],
            gradients_out[TRIAL, k],
        )
        met = met and not turned
    for k in range(rods):
        moved = _draw(links[k], tolerance, gradients_out[OLD, k], state_out)
        met = met and not moved
    return met


@inlined
def _draw(links: Array, tolerance: float, old: Array, state_out: Array) -> bool:
    """Bring a rod back between its lengths; whether it was outside.

    |u + s e| = L for the trial rod u and the old rod e: a quadratic in s, its root of least size;
    where there is none, the nearest approach s = -e.u / e.e.
    """
    a, b, least, most = links[1], links[2], old[GOALS, 0], old[GOALS, 1]
    ex, ey, ez = old[0, 0], old[0, 1], old[0, 2]
    ux = ex + state_out[WAYS, a, 0] - state_out[WAYS, b, 0]
    uy = ey + state_out[WAYS, a, 1] - state_out[WAYS, b, 1]
    uz = ez + state_out[WAYS, a, 2] - state_out[WAYS, b, 2]
    uu = ux * ux + uy * uy + uz * uz
    low, high = least * (1.0 - tolerance), most * (1.0 + tolerance)
    if low * low <= uu <= high * high:
        return False
    wa, wb = state_out[MASSES, a, 1], state_out[MASSES, b, 1]
    both = wa + wb
    if both == 0.0:
        return False
    ee = ex * ex + ey * ey + ez * ez
    if ee < LEAST_SQUARE:
        # At one place, impulses in any direction have no moment.
        ex, ey, ez, ee = ux, uy, uz, uu
        if ee < LEAST_SQUARE:
            ex, ey, ez, ee = 1.0, 0.0, 0.0, 1.0
    goal = least if uu < low * low else most
    eu = ex * ux + ey * uy + ez * uz
    excess = uu - goal * goal
    under_root = eu * eu - ee * excess
    if under_root < 0.0:
        s = -eu / ee
    else:
        root = math.sqrt(under_root)
        larger = -(eu + root) if eu >= 0.0 else root - eu
        s = excess / larger if larger != 0.0 else 0.0
    of_a, of_b = s * wa / both, -s * wb / both
    state_out[WAYS, a, 0] += of_a * ex
    state_out[WAYS, a, 1] += of_a * ey
    state_out[WAYS, a, 2] += of_a * ez
    state_out[WAYS, b, 0] += of_b * ex
    state_out[WAYS, b, 1] += of_b * ey
    state_out[WAYS, b, 2] += of_b * ez
    return True


@inlined
def _turn(
    links: Array,
    bounds: Array,
    tolerance: float,
    state_out: Array,
    old_out: Array,
    trial_out: Array,
) -> bool:
    """Bring an angle back between its bounds by a Newton step; whether it was outside.

    mu = (bound - C(n)) / sum w g(n).g(r).
    """
    least, most = old_out[GOALS, 0], old_out[GOALS, 1]
    if links[0] == BEND_IN_PLANE:
        value = bend_at_trial(links, state_out, old_out[GOALS, 2])
        if least - tolerance <= value <= most + tolerance:
            return False
    value = measure(links, bounds, state_out, old_out, trial_out)
    if value > most + tolerance:
        missing = max(most - value, -LARGEST_TURN)
    elif value < least - tolerance:
        missing = min(least - value, LARGEST_TURN)
    else:
        return False
    old_gradients(links, bounds, state_out, trial_out, old_out)
    together = of_old = of_trial = 0.0
    points = POINTS_OF[links[0]]
    for i in range(points):
        w = state_out[MASSES, links[1 + i], 1]
        for axis in range(3):
            old, trial = old_out[i, axis], trial_out[i, axis]
            together += w * old * trial
            of_old += w * old * old
            of_trial += w * trial * trial
    sizes = math.sqrt(of_old * of_trial)
    if together <= 1e-3 * sizes:
        # Turned so far in one step that old gradients point nowhere useful; the next step is wiser.
        return False
    mu = missing * min(1.0 / together, FULL_AGREEMENT**-2 * together / (sizes * sizes))
    for i in range(points):
        by = mu * state_out[MASSES, links[1 + i], 1]
        for axis in range(3):
            state_out[WAYS, links[1 + i], axis] += by * old_out[i, axis]
    return True
