"""What the shipped species must be able to do; long, as everything is measured anew."""

from functools import cache

import pytest

from motorium.bodies.species import known_species, load_species
from motorium.measure.record import UNITS, Measurement
from motorium.measure.run import measure_species
from motorium.measure.swimming import measure_swimming
from motorium.measure.turning import TurnFigures, turn_figures, turn_path

ALL = known_species()
TOTAL = 8


@cache
def figures(name: str) -> dict[str, float]:
    records = measure_species(load_species(name))
    for record in records:
        print(f"{name} {record.quantity} {record.case}: {record.value:.4g} {record.unit}")
    return {_key(record): record.value for record in records}


def _key(record: Measurement) -> str:
    return " ".join([record.quantity, *(str(value) for value in record.case.values())])


def test_there_are_eight_species_and_they_differ_in_shape() -> None:
    """Depth and width over length, and the tail's height over the body's."""
    assert len(ALL) == TOTAL
    ratios = set()
    for name in ALL:
        body = load_species(name).body
        depth, width = abs(body.nodes[5, 2]), abs(body.nodes[5, 1])
        ratios.add((round(depth, 1), round(width, 1), round(body.nodes[21, 2] / depth, 1)))
    assert len(ratios) == TOTAL
    roles = {load_species(name).role for name in ALL}
    assert roles == {"predator", "prey", "pacifist"}


def test_the_herring_swims_and_turns() -> None:
    """The quick look: the rest is measured in the slow box."""
    herring = load_species("herring")
    found = {_key(record): record.value for record in measure_swimming(herring)}
    assert found["stride medium"] >= 0.6
    assert 0.2 <= found["strouhal medium"] <= 0.35
    turn = next(turn for turn in herring.turns if turn.swimming)
    there = turn_figures(herring, turn_path(herring, turn)[1])
    assert 80 <= there.angle <= 100
    assert there.beats <= 1.5


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_swims_like_a_fish(name: str) -> None:
    found = figures(name)
    assert found["stride medium"] >= 0.6
    assert 0.2 <= found["strouhal medium"] <= 0.35
    assert 0.15 <= found["tail_amplitude medium"] <= 0.23
    assert found["head_yaw medium"] <= 6
    assert found["speed slow"] < found["speed medium"] < found["speed fast"]
    for gait in ("slow", "medium", "fast"):
        stored = getattr(load_species(name).gaits, gait).speed
        assert found[f"speed {gait}"] == pytest.approx(stored, rel=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_turns_like_a_fish(name: str) -> None:
    found = figures(name)
    assert 80 <= found["turn_angle 90 swimming"] <= 100
    assert found["turn_beats 90 swimming"] <= 1.5
    assert found["turn_radius 90 swimming"] <= 0.7
    assert found["turn_angle 45 rest"] >= 45 - 1
    assert found["turn_beats 45 rest"] <= 1
    for turn in ("90 swimming", "45 rest"):
        assert found[f"end_bend {turn}"] < 5
        assert found[f"exit_speed {turn}"] > 0
    assert found["steer_rate medium"] >= 30


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_turns_to_the_right_as_to_the_left(name: str) -> None:
    """The same phase of the beat helps one side and hinders the other: both must do."""
    species = load_species(name)
    turn = next(turn for turn in species.turns if turn.swimming)
    both: list[TurnFigures] = [
        turn_figures(species, turn_path(species, turn, to_the_left)[1])
        for to_the_left in (True, False)
    ]
    print(f"{name}: {both[0].angle:.1f} to the left, {-both[1].angle:.1f} to the right")
    for figure, sign in zip(both, (1, -1), strict=True):
        assert 80 <= sign * figure.angle <= 100
        assert figure.exit_speed > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_rights_itself(name: str) -> None:
    found = figures(name)
    assert found["roll_after_4_beats"] < 10
    assert found["pitch_after_4_beats"] < 20


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_books_balance_and_steps_may_double(name: str) -> None:
    found = figures(name)
    for gait in ("slow", "medium", "fast"):
        assert abs(found[f"residual {gait}"]) <= 0.1
        assert found[f"power {gait}"] > 0
    species = load_species(name)
    assert found["max_stable_dt"] >= 2 / 60 / species.steps_per_frame - 1e-9


@pytest.mark.slow
def test_every_quantity_is_measured() -> None:
    measured = {key.split()[0] for key in figures("herring")}
    assert measured == set(UNITS)
