"""What a calibration must not take, however well it swims or turns."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from motorium.bodies.gaits import Gait
from motorium.bodies.species import Species, load_species, read_shape, shape_file
from motorium.calibrate import gaits, turns
from motorium.calibrate.gaits import LOST, MADE, SOFTER, NoneSwims, find_gait
from motorium.calibrate.search import Candidate
from motorium.calibrate.turns import START
from motorium.contracts.frames import Floats
from motorium.measure.turning import TurnFigures
from motorium.physics.fish_reference import Ledger

HERRING = load_species("herring")
SHAPE = read_shape(shape_file("herring"))
FIRST = np.array([0.4, 0.3, 0.4, 0.14, 0.3])
SECOND = np.array([0.3, 0.2, 0.3, 0.14, 0.3])

Missing = Callable[[Gait], float]


def find(
    monkeypatch: pytest.MonkeyPatch, missing: Missing, speed: Callable[[Floats], float]
) -> Gait:
    """The gait that is taken of two candidates, when so much energy is missing in each."""

    def search(*_: object) -> list[Candidate]:
        return [Candidate(-0.8, FIRST), Candidate(-0.7, SECOND)]

    def swim(
        species: Species, candidates: Floats, frequency: float, settle: int
    ) -> dict[str, Floats]:
        return {"speed": np.array([speed(one) for one in candidates])}

    def energy(species: Species, gait: Gait) -> tuple[Ledger, float]:
        return Ledger(muscles=1.0), missing(gait)

    monkeypatch.setattr(gaits, "search_gait", search)
    monkeypatch.setattr(gaits, "_swim", swim)
    monkeypatch.setattr(gaits, "energy_of_beats", energy)
    return find_gait(SHAPE, HERRING.calibration, "medium", 1.0)


def test_the_best_is_taken_when_its_books_close(monkeypatch: pytest.MonkeyPatch) -> None:
    gait = find(monkeypatch, lambda gait: 0.0, lambda beat: 1.5)
    assert gait.depths == pytest.approx(FIRST[:3])
    assert (gait.lag, gait.lead, gait.speed) == pytest.approx((0.14, 0.3, 1.5))
    assert gait.beat == HERRING.gaits.medium.beat


def test_a_beat_that_makes_energy_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """At any depth: the next best is taken."""
    gait = find(
        monkeypatch, lambda gait: 2 * MADE if gait.depths[1] > 0.21 else 0.0, lambda beat: 1.5
    )
    assert gait.depths == pytest.approx(SECOND[:3])


def test_a_beat_that_swims_backwards_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    gait = find(monkeypatch, lambda gait: 0.0, lambda beat: -1.0 if beat[1] > 0.21 else 1.5)
    assert gait.depths == pytest.approx(SECOND[:3])


def test_a_beat_that_loses_energy_is_made_softer(monkeypatch: pytest.MonkeyPatch) -> None:
    gait = find(
        monkeypatch, lambda gait: -2 * LOST if gait.depths[0] > 0.36 else 0.0, lambda beat: 1.5
    )
    assert gait.depths == pytest.approx(FIRST[:3] * SOFTER[3], abs=1e-3)


@pytest.mark.parametrize("missing", [2 * MADE, -2 * LOST])
def test_when_no_books_close_it_says_so(monkeypatch: pytest.MonkeyPatch, missing: float) -> None:
    with pytest.raises(NoneSwims, match=r"herring: no beat of [\d.]+ Hz was found that swims"):
        find(monkeypatch, lambda gait: missing, lambda beat: 1.5)


def figures(**changes: Floats) -> dict[str, Floats]:
    """Of two beats that are as good as any, but for what is changed."""
    good = {
        "stride": np.full(2, 0.8),
        "strouhal": np.full(2, 0.27),
        "tail_amplitude": np.full(2, 0.2),
        "head_yaw": np.full(2, 3.0),
        "kink": np.full(2, 20.0),
        "climb": np.zeros(2),
        "drift": np.zeros(2),
        "speed": np.full(2, 2.0),
    }
    return {**good, **changes}


def test_a_beat_that_breaks_or_goes_backwards_costs_everything() -> None:
    costs = gaits._costs(figures(speed=np.array([0.0, -0.5])), "medium")
    assert np.isinf(costs).all()


@pytest.mark.parametrize(
    "worse",
    [
        {"stride": np.array([0.8, 0.5])},
        {"strouhal": np.array([0.27, 0.4])},
        {"strouhal": np.array([0.27, 0.15])},
        {"tail_amplitude": np.array([0.2, 0.3])},
        {"head_yaw": np.array([3.0, 12.0])},
        {"kink": np.array([20.0, 40.0])},
        {"climb": np.array([0.0, -5.0])},
        {"drift": np.array([0.0, 5.0])},
    ],
    ids=lambda worse: next(iter(worse)),
)
def test_what_no_fish_does_costs_more(worse: dict[str, Floats]) -> None:
    good, bad = gaits._costs(figures(**worse), "medium")
    assert np.isfinite(bad)
    assert bad > good


@pytest.mark.parametrize(
    ("changed", "rejected"),
    [
        ({}, False),
        ({"end_bend": np.array([25.0])}, True),
        ({"exit_speed": np.array([-0.1])}, True),
    ],
    ids=["sound", "ends bent", "goes backwards"],
)
def test_turns_that_end_bent_or_backwards_are_rejected(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, Floats], rejected: bool
) -> None:
    good = {
        "angle": np.array([45.0]),
        "beats": np.array([0.8]),
        "radius": np.array([0.3]),
        "exit_speed": np.array([0.5]),
        "end_bend": np.array([1.0]),
    }
    made = TurnFigures(**{**good, **changed})
    monkeypatch.setattr(turns, "turn_figures", lambda species, path: made)
    cost = turns._costs(HERRING, START[None], None, bearable=1.0)
    assert cost.shape == (1,)
    assert np.isinf(cost[0]) == rejected


def test_a_turn_that_knots_the_body_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "is_knotted", lambda nodes: True)
    assert np.isinf(turns._costs(HERRING, START[None], None, bearable=1.0)).all()


def test_when_no_turn_leaves_the_body_whole_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "is_knotted", lambda nodes: True)
    with pytest.raises(NoneSwims, match="no turn from rest was found that leaves the body whole"):
        turns.find_turn(SHAPE, HERRING.calibration, False, 0.01)
