"""Bench `live` runs a real stage, and is held to a frame and 5 ms."""

from __future__ import annotations

import pytest

from motorium.bench.live import bar_of, measure
from motorium.bench.records import BenchRecord
from motorium.bench.runner import _judged
from tests.graphs import shipped_graph


@pytest.mark.parametrize(("ratio", "word"), [(1.4, "reached"), (0.9, "missed")])
def test_bars(ratio: float, word: str) -> None:
    record = BenchRecord(
        bench="live",
        quantity="latency_p99",
        case={"performers": 4},
        value=13.3 / ratio,
        unit="ms",
        against="a frame and 5 ms: 13.3 ms",
        ratio=ratio,
    )
    assert _judged(record) == (
        f"latency_p99 of 4 performers against a frame and 5 ms: 13.3 ms: {ratio}, bar 1, {word}"
    )


@pytest.mark.slow
def test_samples_wait_no_longer_than_a_frame_and_5_ms() -> None:
    """The best of three tries, as others may use the machine."""
    shipped_graph("performer")
    best: dict[tuple[str, int], float] = {}
    for _ in range(3):
        for record in measure(quick=True):
            assert record.ratio is not None
            assert bar_of(record) is not None
            print(f"{record.quantity} of {record.case}: {record.value} {record.unit}")
            key = (record.quantity, int(record.case["performers"]))
            best[key] = max(best.get(key, 0.0), record.ratio)
        if min(best.values()) >= 1.0:
            break
    assert len(best) == 4
    assert min(ratio for (quantity, _), ratio in best.items() if quantity == "latency_p99") >= 1.0
    assert min(ratio for (quantity, _), ratio in best.items() if quantity == "frames") >= 0.98
