"""Runs benchmarks and prints a table, or the records as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from motorium.bench import (
    continuum,
    dial,
    dis,
    figures,
    kernel,
    levels,
    live,
    looks,
    mind,
    muscle,
    page,
    playback,
    puppet,
    world,
)
from motorium.bench.records import BenchRecord
from motorium.hardware import hardware

__all__ = ["BENCHMARKS", "BenchError", "run_benchmarks"]

BENCHMARKS: dict[str, Callable[[bool], Iterator[BenchRecord]]] = {
    "kernel": kernel.measure,
    "muscle": muscle.measure,
    "playback": playback.measure,
    "levels": levels.measure,
    "dial": dial.measure,
    "world": world.measure,
    "mind": mind.measure,
    "puppet": puppet.measure,
    "figures": figures.measure,
    "dis": dis.measure,
    "continuum": continuum.measure,
    "live": live.measure,
    "looks": looks.measure,
    "page": page.measure,
}
BARS: dict[str, Callable[[BenchRecord], float | None]] = {
    "playback": playback.bar_of,
    "levels": levels.bar_of,
    "dial": dial.bar_of,
    "world": world.bar_of,
    "mind": mind.bar_of,
    "puppet": puppet.bar_of,
    "figures": figures.bar_of,
    "dis": dis.bar_of,
    "continuum": continuum.bar_of,
    "live": live.bar_of,
    "looks": looks.bar_of,
    "page": page.bar_of,
}
"""Of benchmarks that have some: the ratio that a record is to reach."""
CORES = {1: "one core", 2: "two cores"}
MS_A_FRAME = "ms/frame"
"""Figures in this unit are stages of frames, and come in a table of their own."""


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
        wide = Console(width=max(Console().width, 120))
        wide.print(_table([record for record in records if not _is_stage(record)]))
        if stages := [record for record in records if record.unit == MS_A_FRAME]:
            wide.print(_stages(stages))
        for record in records:
            if sentence := _judged(record):
                print(sentence)
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


def _judged(record: BenchRecord) -> str | None:
    """Whether a record reaches its bar, if there is one for it."""
    bar = BARS[record.bench](record) if record.bench in BARS else None
    if bar is None or record.ratio is None:
        return None
    cores = CORES.get(int(record.case.get("cores", 0)))
    on = f" on {cores}" if cores else ""
    word = "reached" if record.ratio >= bar else "missed"
    return (
        f"{record.quantity} of {_whom(record)}{on} against {record.against}: "
        f"{record.ratio:g}, bar {bar:g}, {word}"
    )


def _whom(record: BenchRecord) -> str:
    for many in ("figures", "entities", "characters", "performers"):
        if count := record.case.get(many):
            return f"one {many.removesuffix('s')}" if count == 1 else f"{count} {many}"
    return f"{record.case.get('fish') or record.case['switches']} fishes"


def _is_stage(record: BenchRecord) -> bool:
    return record.unit == MS_A_FRAME and record.against is None


def _stages(records: list[BenchRecord]) -> Table:
    """A row a stage, a column a case."""
    values: dict[str, dict[str, float]] = {}
    cases: dict[str, None] = {}
    for record in records:
        case = ", ".join(f"{key} {value}" for key, value in record.case.items())
        cases[case] = None
        values.setdefault(record.quantity, {})[case] = record.value
    table = Table(f"stage, {MS_A_FRAME}", *cases)
    for stage, found in values.items():
        table.add_row(stage, *(f"{found[case]:.3f}" if case in found else "" for case in cases))
    return table


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
