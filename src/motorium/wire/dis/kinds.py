"""What entities are: the numbers of SISO-REF-010 that we send, and forces by name."""

from __future__ import annotations

from typing import Final

from motorium.problems import did_you_mean
from motorium.wire.dis.pdu import EntityType
from motorium.wire.message import WireError

__all__ = [
    "ANIMALS",
    "FORCES",
    "LIFEFORM",
    "SOLDIER",
    "SUBMARINE",
    "fish_type",
    "force_number",
    "kind_name",
]

KINDS: Final = (
    *("other", "platform", "munition", "lifeform", "environmental", "cultural feature"),
    *("supply", "radio", "expendable", "sensor"),
)
LIFEFORM: Final = KINDS.index("lifeform")
ANIMALS: Final = 200
"""From this category on lifeforms are no people (SISO-REF-010, UID 472 to 479)."""
LAND: Final = 1
SUBSURFACE: Final = 4
FORCES: Final = ("other", "friendly", "opposing", "neutral")

SOLDIER: Final = EntityType(LIFEFORM, LAND, country=0, category=11, subcategory=5)
"""Of an army, with an assault rifle (UID 472 and 473); of no country."""
SUBMARINE: Final = EntityType(KINDS.index("platform"), SUBSURFACE, category=81)
"""A civilian submersible."""
FISH: Final = ANIMALS
"""Category of living things below the surface (UID 479)."""
FISHES: Final = {"herring": 2, "sardine": 3, "shark": 120}
"""Subcategories of fishes by species (UID 120); all other species are 'other fish', 202 on, which
the list leaves free."""
OTHER_FISH: Final = 202


def fish_type(species: str) -> EntityType:
    """A fish of a species of ours."""
    kind = FISHES.get(species, OTHER_FISH)
    return EntityType(LIFEFORM, SUBSURFACE, category=FISH, subcategory=kind)


def kind_name(kind: int) -> str:
    """In a word."""
    return KINDS[kind] if kind < len(KINDS) else f"kind {kind}"


def force_number(name: str) -> int:
    """Of a force."""
    if name not in FORCES:
        meant = did_you_mean(name, FORCES)
        raise WireError(f"no force is called {name!r}; known are {', '.join(FORCES)}{meant}")
    return FORCES.index(name)
