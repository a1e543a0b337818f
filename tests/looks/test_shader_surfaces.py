"""The file by which the page's shaders are held against these surfaces is what Python says now."""

from __future__ import annotations

import json
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats, body_to_world
from motorium.looks.bspline import evaluate
from motorium.looks.skin import control_points, skin_of
from motorium.wire.snapshot import SnapshotPacker
from tests.looks.fishes import bent

FILE: Final = Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "surfaces.json"
SPECIES: Final = ("clownfish", "herring", "emperor-angelfish")
BENDS: Final = (0.5, 40.0, -110.0)
"""Of the body [degrees]: almost straight, swimming, in a sharp turn."""
U: Final = (0.0, 0.31, 0.77)
V: Final = (0.06, 0.35, 0.61, 0.93)


def surfaces_now() -> dict[str, Any]:
    """A snapshot of fishes of each species, and where places of their skins are [m]."""
    species = []
    draw = np.random.default_rng(11)
    for name in SPECIES:
        kind = load_species(name)
        nodes = kind.body.nodes / kind.body.length
        skin = skin_of(nodes, kind.skin)
        shapes = kind.length * np.array([bent(nodes, bend) for bend in BENDS])
        count = len(shapes)
        turns = draw.normal(size=(count, 4))
        turns /= np.linalg.norm(turns, axis=1, keepdims=True)
        positions = draw.uniform(-3.0, 3.0, (count, 3))
        snapshot = SnapshotPacker().pack(
            tick=1,
            roster=1,
            extent=20.0,
            slots=np.arange(count),
            positions=positions,
            orientations=turns,
            lengths=np.full(count, kind.length, np.float32),
            nodes=shapes.astype(np.float32),
            has_nodes=np.ones(count, np.bool_),
        )
        placed = positions[:, None] + body_to_world(turns, shapes)
        points = control_points(skin, placed, np.full(count, kind.length))
        places = [
            evaluate(points[patch.name], patch.degrees, np.array(U), np.array(V))[0]
            for patch in skin.patches
        ]
        species.append(
            {
                "name": name,
                "length": kind.length,
                "skin": skin.to_data(),
                "snapshot": b64encode(snapshot).decode(),
                # Fish by fish, patch by patch.
                "points": _numbers(np.stack(places, axis=1)),
            }
        )
    return {"species": species, "uv": [[u, v] for u in U for v in V]}


def _numbers(values: Floats) -> list[float]:
    return [float(f"{value:.8g}") for value in values.ravel()]


def test_the_page_tests_against_what_python_says_now() -> None:
    if not FILE.exists():
        pytest.skip("the page's sources are not here")
    stored, now = json.loads(FILE.read_text()), surfaces_now()
    assert stored["uv"] == now["uv"]
    for old, new in zip(stored["species"], now["species"], strict=True):
        assert old["name"] == new["name"]
        assert old["skin"]["patches"] == json.loads(json.dumps(new["skin"]["patches"]))
        assert old["snapshot"] == new["snapshot"]
        assert old["points"] == pytest.approx(new["points"], abs=1e-7)


if __name__ == "__main__":
    FILE.write_text(json.dumps(surfaces_now(), separators=(",", ":")) + "\n")
    sys.stdout.write(f"wrote {FILE.name}\n")
