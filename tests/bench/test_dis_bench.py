"""Bench `dis` follows real packets of another process, and is held to a share of a core."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from motorium.bench.dis import ENTITIES, LIMIT, bar_of, follow, unpacked, walking
from motorium.bench.records import BenchRecord
from motorium.bench.runner import _judged
from motorium.wire.dis.pdu import decode


def test_the_peer_reads_the_same_packets() -> None:
    for row in walking(5):
        data = row.tobytes()
        fields, state = unpacked(data), decode(data)
        assert fields is not None
        assert fields[4] == state.timestamp
        assert state.location == fields[18:21]
    assert unpacked(bytes(144)) is None


def test_everybody_is_heard_of_five_times_a_second() -> None:
    found = follow(50, seconds=3.0)
    assert found.entities == 50
    assert found.packets_a_second == pytest.approx(250, rel=0.25)
    assert 0.0 < found.cores < 1.0


@pytest.mark.parametrize(("ratio", "word"), [(1.4, "reached"), (0.9, "missed")])
def test_bars(ratio: float, word: str) -> None:
    record = BenchRecord(
        bench="dis",
        quantity="receiving",
        case={"entities": ENTITIES, "pdus": 5000},
        value=LIMIT / ratio,
        unit="cores",
        against="5 % of a core",
        ratio=ratio,
    )
    assert bar_of(record) == 1.0
    assert _judged(record) == (
        f"receiving of 1000 entities against 5 % of a core: {ratio}, bar 1, {word}"
    )


@pytest.mark.slow
def test_bench_dis_prints_its_records() -> None:
    """The share itself is for `make bench`: on a busy machine caches are cold, and the sender that
    has to wait sends less."""
    result = subprocess.run(
        [sys.executable, "-m", "motorium", "bench", "dis", "--quick", "--json", "-"],
        capture_output=True,
        text=True,
        timeout=1800,
        check=True,
    )
    records = [BenchRecord.model_validate(r) for r in json.loads(result.stdout)["records"]]
    for record in records:
        print(f"{record.quantity} {record.case}: {record.value:g} {record.unit}, {record.ratio}")
    receiving, decoding, advancing = records
    assert receiving.case["pdus"] == pytest.approx(5000, rel=0.25)
    assert receiving.value < 0.2
    assert (decoding.ratio or 0) > 1
    assert advancing.value < 1000
