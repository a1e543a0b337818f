"""The catalogue of forms that stand on the ground: a few of each kind, drawn many times."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from motorium.looks.scenery import corals, stones
from motorium.looks.scenery.chance import Chance, spread_seed
from motorium.looks.scenery.solids import SolidMesh
from motorium.looks.shading import shader_constant

__all__ = ["FORMS", "LEVELS", "STONE", "Form", "form_mesh", "form_of"]

LEVELS: Final = (0, 1, 2)
"""How finely a form is drawn: 0 near by, 2 far away."""

STONE: Final = int(shader_constant("MATTER_STONE"))


@dataclass(frozen=True)
class _Kind:
    forms: int
    """How many different ones there are."""
    matter: int
    """What it is made of, for the shader."""
    build: Callable[[Chance, int], SolidMesh]
    details: tuple[int, int, int] = LEVELS
    """What the builder is told for each level."""


def _living(forms: int, matter: str, build: Callable[[Chance, int], SolidMesh]) -> _Kind:
    return _Kind(forms, int(shader_constant(matter)), build)


_KINDS: Final = {
    "boulder": _Kind(5, STONE, stones.boulder, (11, 5, 3)),
    "mound": _Kind(3, STONE, stones.mound, (8, 3, 2)),
    "pebble": _Kind(2, STONE, stones.mound, (2, 1, 0)),
    "column": _Kind(1, STONE, stones.column, (10, 6, 4)),
    "staghorn": _living(3, "MATTER_BRANCH", corals.staghorn),
    "brain": _living(2, "MATTER_BRAIN", corals.brain),
    "table": _living(3, "MATTER_PLATE", corals.table),
    "tubes": _living(2, "MATTER_SPONGE", corals.tubes),
    "fan": _living(2, "MATTER_FAN", corals.fan),
    "anemone": _living(2, "MATTER_FLESH", corals.anemone),
    "knobs": _living(2, "MATTER_BRANCH", corals.knobs),
}


@dataclass(frozen=True)
class Form:
    kind: str
    matter: int
    seed: int


FORMS: Final = tuple(
    Form(name, kind.matter, seed) for name, kind in _KINDS.items() for seed in range(kind.forms)
)


def form_of(kind: str, chance: Chance) -> int:
    """The number of one of the forms of a kind, by chance."""
    first = next(k for k, form in enumerate(FORMS) if form.kind == kind)
    return first + math.floor(chance() * _KINDS[kind].forms)


@cache
def form_mesh(form: int, level: int) -> SolidMesh:
    """The shape of a form; nobody changes it."""
    kind, seed = FORMS[form].kind, FORMS[form].seed
    chance = Chance(spread_seed(31 * seed + len(kind)))
    return _KINDS[kind].build(chance, _KINDS[kind].details[level])
