"""Bench `looks`: surfaces from tables, and what the page draws with levels and without."""

from __future__ import annotations

import pytest

from motorium.bench import looks_page
from motorium.bench.looks import bar_of, measure, school_of
from motorium.bench.records import BenchRecord
from motorium.bench.runner import _judged


@pytest.mark.parametrize(("ratio", "word"), [(12.3, "reached"), (9.9, "missed")])
def test_the_bar_of_surfaces(ratio: float, word: str) -> None:
    record = BenchRecord(
        bench="looks",
        quantity="surface",
        case={"fish": 60},
        value=8.0,
        unit="ns/vertex",
        against="direct",
        ratio=ratio,
    )
    assert _judged(record) == f"surface of 60 fishes against direct: {ratio}, bar 10, {word}"
    assert bar_of(record.model_copy(update={"quantity": "draw"})) is None


def test_benchmarked_skins_all_differ() -> None:
    control = school_of(5)
    assert control.shape == (5, 9, 21, 3)
    assert abs(control[0] - control[1]).max() > 1e-3


def test_without_a_browser_the_reason_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert list(looks_page.measure()) == []
    assert "no browser is on the PATH; looked for chromium" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.browser
def test_tables_reach_their_bar_and_levels_save_triangles() -> None:
    """The best of three tries, as others may use the machine."""
    best = 0.0
    for _ in range(3):
        record = next(iter(measure(quick=True)))
        assert record.quantity == "surface"
        best = max(best, record.ratio or 0.0)
        if best >= 10.0:
            break
    assert best >= 10.0
    records = list(looks_page.measure(quick=True))
    for record in records:
        print(record.quantity, record.case, record.value, record.unit, record.ratio)
    triangles = [one.value for one in records if one.quantity == "triangles"]
    assert triangles == sorted(triangles, reverse=True)
    drawn = [one for one in records if one.quantity == "draw"]
    assert [one.case["width"] for one in drawn] == [1280, 320]
    for one in drawn:
        assert 30 <= int(one.case["fish"]) <= 55
        assert int(one.case["triangles"]) > 1000
        assert (one.ratio or 0.0) > 1.0
