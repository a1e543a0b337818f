"""`motorium compile`: repertoires of some species, as jobs on a process pool or a Ray cluster."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from motorium.batch import Outcome, check_workers, compile_first, ended_by_ctrl_c, run_batch
from motorium.bodies.calibration import Calibration
from motorium.bodies.species import (
    Shape,
    Species,
    build_species,
    find_species,
    known_species,
    read_shape,
    species_file,
)
from motorium.measure.basin import Basin
from motorium.motion.compile import compile_repertoire
from motorium.motion.digest import repertoire_digest
from motorium.motion.receipts import bar_of
from motorium.motion.segments import Repertoire
from motorium.motion.store import (
    RepertoireError,
    parse_repertoire,
    repertoire_bytes,
    repertoire_file,
    serving_repertoire,
    write_repertoire,
)

__all__ = ["CompileError", "compile_job", "job_of", "run_compile"]


class CompileError(ValueError):
    """What could not be compiled, with a sentence that says why."""


@dataclass
class _Order:
    """A species, where its repertoire goes, and what became of it."""

    species: Species
    job: dict[str, Any]
    target: Path
    repertoire: Repertoire | None = None
    remark: str = "up to date"
    where: str = ""


def run_compile(
    names: list[str],
    jobs: int | None = None,
    ray: str | None = None,
    points: bool | None = None,
    folder: Path | None = None,
    fresh: bool = False,
) -> None:
    """Compile the repertoires of the named species, or of all that ship.

    points: with or without control points, None as the species is; fresh: even what is up to date.
    """
    check_workers(jobs, ray)
    orders = [_order(name, points, folder) for name in names or known_species()]
    targets = [order.target for order in orders]
    for target in targets:
        if targets.count(target) > 1:
            raise CompileError(f"{target} would be written twice; name each species once")
    _check_folder(targets[0].parent)
    console = Console()
    if not fresh:
        for order in orders:
            order.repertoire = _found(order, points)
    wanted = [order for order in orders if order.repertoire is None]
    # Large fishes live slowly and take longest; begun last, one would keep a core waiting.
    wanted.sort(key=lambda order: -order.species.pace)
    failures: list[str] = []
    if wanted:
        interrupted = CompileError("interrupted; repertoires that were done are kept")
        with ended_by_ctrl_c(interrupted):
            if ray is None:
                compile_first(console, lambda: Basin(wanted[0].species, 1).advance(2))
            failures = _compile(wanted, jobs, ray, console)
    _report([order for order in orders if order.repertoire], console)
    if failures:
        raise CompileError("; ".join(failures))


def job_of(shape: Shape, calibration: Calibration, points: bool | None) -> dict[str, Any]:
    """All that must be known of a species to compile it anywhere, as plain data."""
    return {
        "shape": shape.model_dump_json(),
        "calibration": calibration.model_dump_json(),
        "points": points,
    }


def compile_job(job: dict[str, Any]) -> bytes:
    """Compile a repertoire; gives the bytes of its file."""
    species = build_species(
        Shape.model_validate_json(job["shape"]),
        Calibration.model_validate_json(job["calibration"]),
    )
    return repertoire_bytes(compile_repertoire(species, job["points"]))


def _order(name: str, points: bool | None, folder: Path | None) -> _Order:
    species = find_species(name)
    file = repertoire_file(species)
    return _Order(
        species=species,
        job=job_of(read_shape(species_file(name)), species.calibration, points),
        target=file if folder is None else folder / file.name,
    )


def _check_folder(folder: Path) -> None:
    if folder == repertoire_file(find_species(known_species()[0])).parent:
        folder.mkdir(parents=True, exist_ok=True)
    if not folder.is_dir():
        why = "it is a file" if folder.exists() else "there is no such folder"
        raise CompileError(f"cannot write into {folder}: {why}")
    if not os.access(folder, os.W_OK):
        raise CompileError(f"cannot write into {folder}: it is read-only; see --out")


def _found(order: _Order, points: bool | None) -> Repertoire | None:
    try:
        return serving_repertoire(order.target, order.species, points)
    except RepertoireError:
        return None


def _compile(
    orders: list[_Order], jobs: int | None, ray: str | None, console: Console
) -> list[str]:
    """Fills the orders, and gives sentences for those that failed."""
    failures: list[str] = []
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=24), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        tasks = [progress.add_task(order.species.label, total=None) for order in orders]

        def take(number: int, outcome: Outcome[bytes]) -> None:
            order = orders[number]
            label = order.species.label
            try:
                order.repertoire = _written(order, outcome)
                order.remark, order.where = f"{outcome.seconds:.1f} s", outcome.where
            except CompileError as problem:
                failures.append(f"{order.species.name}: {problem}")
                label += ": failed"
            progress.update(tasks[number], description=label, total=1, completed=1)

        run_batch(compile_job, [order.job for order in orders], workers=jobs, ray=ray, tell=take)
    return failures


def _written(order: _Order, outcome: Outcome[bytes]) -> Repertoire:
    """Checks what a worker has sent before it is kept."""
    if outcome.result is None:
        raise CompileError(outcome.problem or "nothing came back")
    try:
        repertoire = parse_repertoire(outcome.result, outcome.where)
    except RepertoireError as problem:
        raise CompileError(str(problem)) from None
    if repertoire.digest != repertoire_digest(order.species):
        raise CompileError(
            f"{outcome.where} has another version of Motorium; install the same everywhere, and "
            "do not change it meanwhile"
        )
    try:
        write_repertoire(order.target, outcome.result)
    except OSError as problem:
        raise CompileError(f"cannot write {order.target}: {problem}") from None
    return repertoire


def _report(orders: list[_Order], console: Console) -> None:
    if not orders:
        return
    table = Table(box=SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    table.add_column("species", no_wrap=True)
    for name in ("segments", "frames", "kB", "compiled"):
        table.add_column(name, justify="right")
    table.add_column("receipt")
    table.add_column("by", no_wrap=True)
    for order in orders:
        assert order.repertoire is not None
        segments = order.repertoire.segments
        table.add_row(
            order.species.name,
            str(len(segments)),
            str(sum(segment.frames for segment in segments)),
            f"{order.target.stat().st_size / 1000:.0f}",
            order.remark,
            _worst(order.repertoire),
            order.where,
        )
    console.print(table)
    console.print("receipt: the figure that is nearest to its bar, as a share of it")
    console.print(f"{orders[0].target.parent}/SPECIES.safetensors", soft_wrap=True)


def _worst(repertoire: Repertoire) -> str:
    """The figure that is nearest to its bar, or farthest beyond it, and how much of it."""
    shares = [
        (abs(record["value"]) / bar, record)
        for record in repertoire.receipt
        if (bar := bar_of(record)) is not None
    ]
    if not shares:
        return ""
    share, record = max(shares, key=lambda pair: pair[0])
    return f"{record['quantity']} {share:.0%}"
