"""Runs benchmarks and prints a table, or the records as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from motorium.bench import kernel, muscle, playback
from motorium.bench.records import BenchRecord, hardware

__all__ = ["BENCHMARKS", "BenchError", "run_benchmarks"]

BENCHMARKS: dict[str, Callable[[bool], Iterator[BenchRecord]]] = {
    "kernel": kernel.measure,
    "muscle": muscle.measure,
    "playback": playback.measure,
}


class BenchError(ValueError):
    """A benchmark that cannot be run."""


def run_benchmarks(names: list[str], json_path: str | None, quick: bool) -> list[BenchRecord]:
    """Run the named benchmarks, or all; progress goes to the terminal's error stream."""
    for name in names:
        if name not in BENCHMARKS:
            raise BenchError(f"no benchmark is called {name!r}; known are {', '.join(BENCHMARKS)}")
    if json_path not in (None, "-"):
        path = Path(str(json_path))
        if path.is_dir() or not path.parent.is_dir():
            raise BenchError(f"cannot write {path}: it is a folder, or its folder is missing")
    machine = hardware()
    records = []
    console = Console(stderr=True)
    with console.status("") as status:
        for name in names or list(BENCHMARKS):
            status.update(f"measuring {name} …")
            for record in BENCHMARKS[name](quick):
                records.append(record)
                case = ", ".join(f"{key} {value}" for key, value in record.case.items())
                status.update(f"measuring {name} … {record.quantity} {case}: done")
    if json_path is None:
        Console(width=max(Console().width, 120)).print(_table(records))
        for record in records:
            bar = playback.bar_of(record) if record.bench == "playback" else None
            if bar is not None and record.ratio is not None:
                word = "reached" if record.ratio >= bar else "missed"
                print(
                    f"{record.quantity} of {record.case['fish']} fishes on one core against "
                    f"{record.against}: {record.ratio:g}, bar {bar:g}, {word}"
                )
        print(
            f"{machine.processor}, {machine.cores} cores, {machine.lanes} lanes, "
            f"load {machine.load}, Python {machine.python}, motorium {machine.motorium}"
        )
        return records
    text = json.dumps(
        {
            "hardware": machine.model_dump(),
            "records": [record.model_dump() for record in records],
        },
        indent=2,
    )
    if json_path == "-":
        sys.stdout.write(text + "\n")
    else:
        Path(json_path).write_text(text + "\n", encoding="utf-8")
    return records


def _table(records: list[BenchRecord]) -> Table:
    table = Table("bench", "quantity", "case", "value", "unit", "ratio", "against")
    for record in records:
        case = ", ".join(f"{key} {value}" for key, value in record.case.items())
        ratio = "" if record.ratio is None else f"{record.ratio:g}"
        table.add_row(
            record.bench,
            record.quantity,
            case,
            f"{record.value:g}",
            record.unit,
            ratio,
            record.against or "",
        )
    return table
