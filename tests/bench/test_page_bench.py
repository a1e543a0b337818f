"""Bench `page`: what serving costs, who is held up by whom, and the page's main thread."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from motorium.bench import looks_page, page
from motorium.bench.records import BenchRecord
from motorium.bench.runner import _judged
from motorium.bench.still_life import still_life


@pytest.mark.parametrize(("ratio", "word"), [(4.2, "reached"), (0.9, "missed")])
def test_bars(ratio: float, word: str) -> None:
    record = BenchRecord(
        bench="page",
        quantity="server_share",
        case={"fish": 1000, "clients": 8},
        value=20 / ratio,
        unit="% of a core",
        against="20 % of a core",
        ratio=ratio,
    )
    assert _judged(record) == (
        f"server_share of 1000 fishes against 20 % of a core: {ratio}, bar 1, {word}"
    )
    assert page.bar_of(record.model_copy(update={"quantity": "pictures"})) is None


def test_all_who_read_are_counted_and_who_does_not_holds_up_nobody() -> None:
    with still_life(20, 30.0) as studio:
        found = page.watch(studio, clients=3, seconds=2.0, stalled=1)
        first, then = studio.spent(), studio.spent()
    assert 15.0 < found.frames < 40.0
    assert 0.0 < found.share < 1.0
    assert first.cpu <= then.cpu
    assert found.growth is None or found.growth < 20.0


def test_without_a_browser_the_reason_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert looks_page.missing() is not None
    monkeypatch.setattr(page, "watch", lambda *_, **__: page.Watched(0.1, 30.0, None))
    monkeypatch.setattr(page, "still_life", lambda *_: nullcontext())
    assert [one.quantity for one in page.measure(quick=True)] == ["server_share", "stalled_frames"]
    assert "the main thread was not measured: no browser" in capsys.readouterr().err


@pytest.mark.slow
def test_serving_reaches_its_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best of three tries, as others may use the machine. What showing costs only the bench
    itself measures: a browser may take minutes until it shows ten thousand fishes."""
    monkeypatch.setattr(looks_page, "missing", lambda: "only serving is tested")
    bars = ("server_share", "stalled_memory")
    best: dict[str, float] = {}
    for _ in range(3):
        for record in page.measure(quick=True):
            assert record.ratio is not None
            print(f"{record.quantity} of {record.case}: {record.value} {record.unit}")
            best[record.quantity] = max(best.get(record.quantity, 0.0), record.ratio)
        if all(best[one] >= 1.0 for one in bars):
            break
    assert min(best[one] for one in bars) >= 1.0
    assert best["stalled_frames"] >= 0.98
