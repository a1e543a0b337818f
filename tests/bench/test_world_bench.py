"""Bench `world` measures the stages of a habitat's frame, and knows its bar."""

from motorium.bench.records import BenchRecord
from motorium.bench.runner import _judged
from motorium.bench.world import STAGES, _rounds, bar_of, lively


def test_all_stages_take_time_and_the_environment_holds_its_parts() -> None:
    spent = dict(zip(STAGES, _rounds(lively(8), rounds=1, settling=0)[0], strict=True))
    assert all(seconds > 0 for seconds in spent.values())
    parts = ("currents", "weeds", "plankton", "bubbles", "food", "eating", "fields")
    assert spent["environment"] >= sum(spent[part] for part in parts)


def test_only_the_environment_has_a_bar() -> None:
    record = BenchRecord(
        bench="world",
        quantity="environment",
        case={"fish": 100},
        value=0.4,
        unit="ms/frame",
        against="0.5 ms",
        ratio=1.25,
    )
    assert _judged(record) == "environment of 100 fishes against 0.5 ms: 1.25, bar 1, reached"
    assert bar_of(record.model_copy(update={"quantity": "weeds"})) is None
