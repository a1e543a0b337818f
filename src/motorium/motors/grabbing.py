"""Hands that hold fishes: whoever is simulated can be taken by a node and pulled about.

A hand is a critically damped spring between a node and a place. What it gives in a frame is given
as an impulse at its beginning, found implicitly, so that no grip is too firm for the step. Whoever
is held keeps still: no body bears to be pulled one way and to beat another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motorium.bodies.fish import BODY_LENGTH, NODES
from motorium.contracts.commands import FISH, ActionState, Commands
from motorium.contracts.frames import Floats
from motorium.contracts.population import Population, Slots
from motorium.motors.school import Lanes, School
from motorium.physics.fish_kernel import Row

__all__ = ["Hands", "checked_grips", "grasp"]

FIRMNESS: Final = 45.0
"""[rad/s], with which a fish would swing about a hand that did not damp."""
LEAST_INERTIA: Final = (0.2 * BODY_LENGTH) ** 2
"""[cm^2] of a fish's mass, about any axis: or whoever is held by a flank would be rolled up."""
STRONGEST: Final = 1.5 * BODY_LENGTH
"""[cm / (0.1 s)^2]: no hand pulls a fish's whole mass harder than this."""
FASTEST: Final = 0.25 * BODY_LENGTH
"""[cm / 0.1 s], at which a hand pulls at most."""
FASTEST_OF_ALL: Final = 0.6
"""[m/s], likewise: large fishes are slow, sideways at more than this water folds a shark."""
FARTHEST: Final = 1e6
"""[m] from the origin that a hand may be, along any axis."""


class Hands:
    """Who of a population is held, at which node and where [m], one row a fish."""

    def __init__(self, people: Population) -> None:
        self._people = people
        self.slots: Slots = np.zeros(0, dtype=np.intp)
        self.nodes: NDArray[np.intp] = np.zeros(0, dtype=np.intp)
        self.places: Floats = np.zeros((0, 3))

    def hold(self, slots: Slots, nodes: ArrayLike, places: ArrayLike) -> None:
        """Take these by a node each and pull it to a place; whoever is held is held anew."""
        held, where = checked_grips(nodes, places, len(slots))
        self.let_go(slots)
        self.slots = np.concatenate([self.slots, slots])
        self.nodes = np.concatenate([self.nodes, held])
        self.places = np.concatenate([self.places, where])

    def let_go(self, slots: Slots) -> None:
        """Of these, as far as they are held."""
        others = ~np.isin(self.slots, slots)
        self.slots, self.nodes = self.slots[others], self.nodes[others]
        self.places = self.places[others]

    def pull(self, schools: Sequence[School], lane_of_slot: Lanes) -> None:
        """Give everybody who is held what his hand gives in the coming frame."""
        kinds = self._people.species[self.slots]
        for kind in np.unique(kinds):
            mine = np.flatnonzero(kinds == kind)
            lanes = lane_of_slot[self.slots[mine]]
            _pull(schools[kind], lanes, self.nodes[mine], self.places[mine])

    @contextmanager
    def keeping_still(self, commands: Commands) -> Iterator[None]:
        """Meanwhile nobody who is held is asked for anything; turns he is asked for are refused."""
        slots = self.slots
        if len(slots) == 0:
            yield
            return
        asked = {setpoint.name: commands[setpoint.name][slots] for setpoint in FISH.setpoints}
        commands.reset(slots)
        turning = slots[commands.action_state[slots] == ActionState.ASKED]
        commands.action_state[turning] = ActionState.REFUSED
        try:
            yield
        finally:
            for name, values in asked.items():
                commands.set(name, slots, values)


def _pull(school: School, lanes: Lanes, nodes: NDArray[np.intp], places: Floats) -> None:
    blocks = school.blocks
    unit, pace = school.units(lanes)
    per_second = pace / unit
    velocities = blocks.velocities(lanes)
    given, _ = grasp(
        blocks.body.masses,
        blocks.positions(lanes),
        velocities,
        nodes,
        (places - school.origins[lanes]) / unit[:, None],
        school.frame_seconds * per_second,
        FIRMNESS / per_second,
        np.minimum(FASTEST, FASTEST_OF_ALL / pace),
    )
    blocks.put(Row.VELOCITY, lanes, velocities + given)
    blocks.put(Row.LATELY, lanes, blocks.get(Row.LATELY, (NODES, 3), lanes) + given)


def grasp(
    masses: Floats,
    positions: Floats,
    velocities: Floats,
    nodes: NDArray[np.intp],
    hands: Floats,
    seconds: Floats,
    firmness: Floats,
    fastest: Floats,
) -> tuple[Floats, Floats]:
    """What hands add to node velocities, (n, 23, 3), and their impulses [g cm / 0.1 s], (n, 3).

    All in the seed's units: masses (23,), positions and velocities (n, 23, 3), nodes that are held
    (n,), hands [cm] (n, 3), seconds h [0.1 s] (n,) that the impulses are for, firmness w [rad /
    0.1 s] (n,), and how fast hands pull at most (n,). With m the fish's mass and v* the velocity of
    the node afterwards the impulse is

        j = h m w^2 (hand - x - h v*) - 2 h m w v*,      v* = v + A j

    A = 1 / m - [r] I^-1 [r] is how a rigid body of this shape gives way at the node, at r from its
    centre of mass: a hand moves and turns a fish, what bends it is the water.
    """
    each, mass = np.arange(len(nodes)), masses.sum()
    arms = positions - (masses @ positions)[:, None] / mass
    inertia = np.einsum("p,npi,npj->nij", masses, arms, arms)
    inertia = np.trace(inertia, axis1=1, axis2=2)[:, None, None] * np.eye(3) - inertia
    inertia += LEAST_INERTIA * mass * np.eye(3)
    lever = _crossing(arms[each, nodes])
    turning = np.linalg.solve(inertia, lever)
    yielding = np.eye(3) / mass - lever @ turning
    stiff = mass * firmness**2 * seconds
    resistance = (stiff * seconds + 2 * mass * firmness * seconds)[:, None]
    # At this distance the spring pulls as fast as it may.
    off = _at_most(hands - positions[each, nodes], 2 * fastest / firmness)
    wanted = stiff[:, None] * off - resistance * velocities[each, nodes]
    system = np.eye(3) + resistance[:, :, None] * yielding
    impulses = np.linalg.solve(system, wanted[:, :, None])[:, :, 0]
    impulses = _at_most(impulses, STRONGEST * mass * seconds)
    spins = (turning @ impulses[:, :, None])[:, :, 0]
    given = impulses[:, None] / mass + np.cross(spins[:, None], arms)
    return given, impulses


def _at_most(vectors: Floats, lengths: Floats) -> Floats:
    """Shortened where they are longer than this."""
    long = np.maximum(np.linalg.norm(vectors, axis=1), lengths)
    shortened: Floats = vectors * (lengths / long)[:, None]
    return shortened


def _crossing(vectors: Floats) -> Floats:
    """Matrices that take the cross product with these, (n, 3, 3)."""
    matrices = np.zeros((len(vectors), 3, 3))
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        matrices[:, i, j] = -vectors[:, k]
        matrices[:, j, i] = vectors[:, k]
    return matrices


def checked_grips(
    nodes: ArrayLike, places: ArrayLike, count: int
) -> tuple[NDArray[np.intp], Floats]:
    """Nodes (count,) and places [m] (count, 3) of hands; one of them may serve all."""
    held, where = np.asarray(nodes), np.asarray(places, dtype=np.float64)
    whole = np.issubdtype(held.dtype, np.integer)
    if not whole or held.shape not in ((), (count,)) or ((held < 0) | (held >= NODES)).any():
        raise ValueError(f"node {nodes!r}: a fish is held by one of its nodes, 0 to {NODES - 1}")
    if where.shape not in ((3,), (count, 3)) or not (abs(where) <= FARTHEST).all():
        raise ValueError(
            f"a hand at {places!r}: its place is three finite numbers of metres, "
            f"{FARTHEST:g} at most"
        )
    return (
        np.broadcast_to(held, (count,)).astype(np.intp),
        np.broadcast_to(where, (count, 3)).copy(),
    )
