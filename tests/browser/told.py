"""A moment to be drawn, made of what a studio tells pages: the very numbers that they draw from."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.looks.drawing.moment import OPEN_WATER, Fishes, Moment, Water
from motorium.looks.scenery.heights import HeightField
from motorium.looks.scenery.hull import Boat
from motorium.looks.scenery.setting import Adrift, Boats, Cast, Reef, Setting
from motorium.wire.moving import MovingSnapshot
from motorium.wire.snapshot import Snapshot

__all__ = ["told_moment"]


def told_moment(
    hello: dict[str, Any], roster: dict[str, Any], status: dict[str, Any], snapshot: Snapshot
) -> Moment:
    """hello, roster and status: as they were sent last."""
    species = tuple(load_species(one["name"]) for one in hello["species"])
    kinds = np.array(roster["species"])
    lengths = np.array([one["length"] for one in hello["species"]])[kinds] * roster["sizes"]
    rows = snapshot.node_rows
    fishes = Fishes(
        ids=np.array(roster["ids"])[rows],
        kinds=kinds[rows],
        positions=snapshot.positions[rows],
        orientations=snapshot.orientations[rows],
        lengths=lengths[rows],
        seeds=np.array(roster["seeds"])[rows],
        nodes=snapshot.nodes * lengths[rows, None, None],
        fins=snapshot.fins[rows],
        expression=snapshot.looks[rows],
    )
    habitat, now = hello["habitat"], status.get("habitat")
    return Moment(
        seconds=snapshot.tick / hello["frame_rate"],
        species=species,
        fishes=fishes,
        water=OPEN_WATER
        if habitat is None or now is None
        else Water(habitat["surface"], now["hour"], now["sun"], habitat["clarity"]),
        setting=_setting(hello, snapshot),
    )


def _setting(hello: dict[str, Any], snapshot: Snapshot) -> Setting:
    habitat, hull, line = hello["habitat"], hello.get("submarine"), snapshot.line
    reef = adrift = boats = None
    if habitat is not None:
        weeds = tuple(SimpleNamespace(**one) for one in habitat["weeds"])
        standing = tuple(SimpleNamespace(**one) for one in habitat["obstacles"])
        reef = Reef(HeightField.packed(**habitat["terrain"]), standing, weeds)
        if snapshot.habitat is not None:
            adrift = _adrift(weeds, snapshot.habitat)
    if hull is not None and snapshot.submarines:
        boats = Boats(
            Boat(hull["length"], hull["radius"]),
            np.array([one.number for one in snapshot.submarines]),
            np.array([one.position for one in snapshot.submarines]),
            np.array([one.orientation for one in snapshot.submarines]),
            np.array([one.helm[0] for one in snapshot.submarines]),
        )
    cast = None
    if line is not None and line.state != "up":
        cast = Cast(np.array(line.hook), np.array(line.top), line.caught)
    return Setting(reef, adrift, boats, cast)


def _adrift(weeds: Sequence[Any], moving: MovingSnapshot) -> Adrift:
    roots = np.repeat([one.root for one in weeds], [one.leaves for one in weeds], axis=0)
    leaves = moving.leaves + roots[:, None] if len(weeds) else moving.leaves
    small = (moving.plankton, moving.bubbles, moving.food)
    return Adrift(leaves, *(_specks(*one) for one in small))


def _specks(places: Floats, sizes: Floats) -> Floats:
    return np.column_stack([places, sizes])
