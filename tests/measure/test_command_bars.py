"""How exactly the shipped species must do as they are told."""

import pytest

from motorium.bodies.species import known_species, load_species
from motorium.measure.commands import measure_commands

QUICK = ("herring", "sardine")
ALL = [
    pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow])
    for name in known_species()
]
SPEED = 10.0
"""[%]"""
ANGLE = 5.0
"""Of turns, climbs, rolls and headings [degrees]."""
BRAKE = 1.5
"""Beats until a quarter of the speed is left."""
BACKWARD = 0.1
"""[L/s]"""


@pytest.mark.parametrize("name", ALL)
def test_does_as_it_is_told(name: str) -> None:
    species = load_species(name)
    found: dict[str, dict[str, float]] = {}
    for record in measure_commands(species):
        case = " ".join(str(part) for part in record.case.values())
        found.setdefault(record.quantity, {})[case] = record.value
    for quantity, values in found.items():
        cases = ", ".join(f"{case} {value:.2f}" for case, value in values.items())
        print(f"{name} {quantity}: {cases}")
    slow, medium, fast = (gait.speed for gait in species.gaits.all)
    assert slow < medium < fast
    assert len(found["speed_error"]) == 6
    assert max(found["speed_error"].values()) <= SPEED
    assert set(found["turn_error"]) == {
        f"{angle} {start}" for angle in (30, 45, 60, 90) for start in ("swimming", "rest")
    }
    assert max(found["turn_error"].values()) <= ANGLE
    assert set(found["climb_error"]) == {"30", "45", "-30", "-45"}
    assert max(found["climb_error"].values()) <= ANGLE
    assert max(found["climb_roll"].values()) <= ANGLE
    assert found["brake_beats"]["medium"] <= BRAKE
    assert min(found["backward_speed"].values()) >= BACKWARD
    assert max(found["heading_error"].values()) <= ANGLE
