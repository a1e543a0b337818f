"""The energy books of a step: rods and joints may not shoot a puppet away.

Constraints do no work, but iterations that end early, masses that differ by a million or bounds
that exclude each other can make energy out of nothing. So a book is kept of the energy that forces
and hands brought in. Of a step that would end with more than SLACK times that, and than it takes to
put right what it found wrong, constraints give only what there is energy for, and brakes do the
rest: rods that are too long grow no longer, to first order, as in an inelastic blow, which only
takes energy. So do rods that would be torn: longer than TORN times what they may be. Momentum stays
true, as brakes too act along old rods.
"""

from __future__ import annotations

import math
from typing import Any, Final

from numpy.typing import NDArray

from motorium.compiled import inlined
from motorium.physics.rods.table import ALONE, BOOKS, MASSES, MOMENTA, WAYS

__all__ = ["close_books", "open_books", "restrain"]

SLACK: Final = 2.0
"""Of the energy that is in the books. In a fast tumble, energy between two steps goes up and down
by a few tens of percent, and a puppet that is stretched gives back what it took."""
TORN: Final = 1.5
BRAKING: Final = 4
"""Sweeps of brakes."""
HANDS_LEND: Final = 60.0
"""[1/s] How often a hand may give the whole puppet the energy of its own speed: once a frame."""
FORGETTING: Final = 0.5
"""[s] In which the books forget most of what was lost."""

Array = NDArray[Any]


@inlined
def _energy(state: Array, held: Array) -> float:
    """Kinetic energy of what is free [J]."""
    total = 0.0
    for point in range(len(held)):
        if not held[point]:
            x, y, z = state[MOMENTA, point, 0], state[MOMENTA, point, 1], state[MOMENTA, point, 2]
            total += 0.5 * (x * x + y * y + z * z) / state[MASSES, point, 0]
    return total


@inlined
def open_books(state_out: Array, held: Array) -> None:
    """Before forces: enter what somebody changed since the last step."""
    now = _energy(state_out, held)
    state_out[BOOKS, 0, 0] += max(0.0, now - state_out[BOOKS, 0, 1])
    state_out[BOOKS, 0, 1] = now


@inlined
def restrain(
    links: Array,
    bounds: Array,
    rods: int,
    held: Array,
    old: Array,
    seconds: float,
    to_put_right: float,
    state_out: Array,
) -> None:
    """After the iterations: enter the work of forces and hands, and brake if there is no energy for
    what constraints did.

    old, to_put_right [kg m2]: see `table.remember`. Energies are times 2 dt^2 here.
    """
    free = alone = across = given = fastest = 0.0
    for point in range(len(held)):
        mass = state_out[MASSES, point, 0]
        square = 0.0
        for axis in range(3):
            way, own = state_out[WAYS, point, axis], state_out[ALONE, point, axis]
            square += own * own
            across += mass * own * (way - own)
            given += mass * (way - own) ** 2
        if held[point]:
            fastest = max(fastest, square)
        else:
            alone += mass * square
            free += mass
    unit = 0.5 / (seconds * seconds)
    work = alone * unit - state_out[BOOKS, 0, 1]
    lent = unit * free * fastest * min(1.0, HANDS_LEND * seconds)
    book = max(state_out[BOOKS, 0, 0] + work, 0.0) + lent
    state_out[BOOKS, 0, 0] = book
    allowed = max(SLACK * (book / unit + to_put_right), alone)
    loose = TORN
    if not alone + 2.0 * across + given <= allowed:
        loose = 1.0
        kept = affordable(alone, across, given, allowed)
        for point in range(len(held)):
            for axis in range(3):
                own = state_out[ALONE, point, axis]
                state_out[WAYS, point, axis] = own + kept * (state_out[WAYS, point, axis] - own)
    for _ in range(BRAKING):
        braked = False
        for k in range(rods):
            longest = loose * bounds[k, 1]
            braked |= _brake(links[k, 1], links[k, 2], longest, old[k], state_out)
        if not braked:
            break


@inlined
def affordable(alone: float, across: float, given: float, allowed: float) -> float:
    """The share k of what constraints gave that there is energy for, 0 to 1:
    alone + 2 k across + k^2 given = allowed. All impulses alike, so that momentum stays true."""
    under_root = across * across + given * (allowed - alone)
    share = (math.sqrt(under_root) - across) / given
    return min(max(share, 0.0), 1.0) if share == share else 0.0


@inlined
def _brake(a: int, b: int, longest: float, old: Array, state_out: Array) -> bool:
    """Take from the ends of a rod what makes it too long, to first order; whether it was.

    s = -e.(u - e) / e.e, for the trial rod u and the old rod e.
    """
    uu = ee = along = 0.0
    for axis in range(3):
        e, d = old[0, axis], state_out[WAYS, a, axis] - state_out[WAYS, b, axis]
        uu += (e + d) * (e + d)
        ee += e * e
        along += e * d
    both = state_out[MASSES, a, 1] + state_out[MASSES, b, 1]
    if uu <= longest * longest or along <= 1e-9 * ee or both == 0.0:
        return False
    s = -along / (ee * both)
    for axis in range(3):
        state_out[WAYS, a, axis] += s * state_out[MASSES, a, 1] * old[0, axis]
        state_out[WAYS, b, axis] -= s * state_out[MASSES, b, 1] * old[0, axis]
    return True


@inlined
def close_books(state_out: Array, held: Array, seconds: float) -> None:
    """After all: forget what was lost."""
    now = _energy(state_out, held)
    lost = state_out[BOOKS, 0, 0] - now
    if lost > 0.0:
        state_out[BOOKS, 0, 0] -= min(1.0, seconds / FORGETTING) * lost
    state_out[BOOKS, 0, 1] = now
