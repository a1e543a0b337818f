"""`motorium calibrate`: all stages for some species on a process pool; writes what was found."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from motorium.batch import check_workers, compile_first, ended_by_ctrl_c, open_pool
from motorium.bodies.calibration import Calibration
from motorium.bodies.species import (
    Shape,
    build_species,
    calibration_file,
    known_species,
    read_shape,
    species_file,
)
from motorium.calibrate.gaits import NoneSwims
from motorium.calibrate.stages import STAGES, begin, jobs_of, perform, take_in
from motorium.compiled import sources_digest
from motorium.folders import cache_folder, replace_file
from motorium.measure.basin import Basin

__all__ = ["CalibrateError", "Notes", "calibrate", "run_calibrate", "to_toml"]

Tell = Callable[[str, int, int], None]
"""Told the stage, and how many of its jobs are done."""


class CalibrateError(ValueError):
    """Something that cannot be calibrated, with a sentence that says why."""


@dataclass
class Notes:
    """What has been found so far, kept on disk so that an interrupted run can go on.

    They belong to one shape, one effort and one version of the program.
    """

    path: Path

    @classmethod
    def of(cls, shape: Shape, effort: float) -> Notes:
        name = f"{shape.name}-{shape.digest()}-{effort:g}-{sources_digest()}.json"
        return cls(cache_folder() / "calibrations" / name)

    def read(self) -> dict[str, Any]:
        """Drafts by stage; unreadable notes are no notes."""
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def write(self, drafts: dict[str, Any]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(self.path, json.dumps(drafts).encode())

    def forget(self) -> None:
        self.path.unlink(missing_ok=True)


def calibrate(
    shape: Shape,
    effort: float = 1.0,
    pool: Executor | None = None,
    notes: Notes | None = None,
    tell: Tell = lambda stage, done, total: None,
) -> Calibration:
    """Find everything out about a shape; with notes it goes on where it was interrupted."""
    draft = begin(shape)
    drafts = notes.read() if notes else {}
    for stage in STAGES:
        if stage in drafts:
            try:
                draft = Calibration.model_validate_json(json.dumps(drafts[stage]), strict=False)
                continue
            except ValueError:
                drafts = {}
        jobs = jobs_of(stage, shape, draft, effort)
        tell(stage, 0, len(jobs))
        results = []
        for result in pool.map(perform, jobs) if pool else map(perform, jobs):
            results.append(result)
            tell(stage, len(results), len(jobs))
        draft = take_in(stage, draft, jobs, results)
        drafts[stage] = json.loads(draft.model_dump_json())
        if notes:
            notes.write(drafts)
    return draft


def run_calibrate(
    names: list[str],
    everything: bool,
    jobs: int | None,
    effort: float,
    fresh: bool,
    folder: Path | None,
) -> None:
    """Calibrate the named species, or all, and write the files beside their shapes."""
    if find_spec("cma") is None or find_spec("tomli_w") is None:
        raise CalibrateError("calibrating needs an extra: pip install 'motorium[calibrate]'")
    if everything and names:
        raise CalibrateError(f"--all calibrates every species; leave out {', '.join(names)}")
    if not everything and not names:
        raise CalibrateError(
            f"which species? Known are {', '.join(known_species())}; or name a file of your own "
            "(.toml); --all calibrates every shipped one"
        )
    if not 0.01 <= effort <= 10:
        raise CalibrateError(f"--effort {effort:g} is not between 0.01 and 10")
    check_workers(jobs)
    files = [species_file(name) for name in (known_species() if everything else names)]
    shapes = [read_shape(file) for file in files]
    targets = [_target(file, folder) for file in files]
    for target in targets:
        if targets.count(target) > 1:
            raise CalibrateError(f"{target} would be written twice; name each species once")
    for shape in shapes:
        try:
            begin(shape)
        except NoneSwims as problem:
            raise CalibrateError(f"{shape.name}: {problem}") from None
    console = Console()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    failures: list[str] = []

    def calibrate_all(progress: Progress, threads: Executor, pool: Executor) -> None:
        def one(shape: Shape, target: Path) -> None:
            task = progress.add_task(shape.label, total=len(STAGES))

            def tell(stage: str, done: int, total: int) -> None:
                count = f" {done}/{total}" if total > 1 else ""
                progress.update(
                    task,
                    description=f"{shape.label}: {stage}{count}",
                    completed=STAGES.index(stage),
                )

            notes = Notes.of(shape, effort)
            if fresh:
                notes.forget()
            try:
                found = calibrate(shape, effort, pool, notes, tell)
            except BrokenProcessPool:
                failures.append(f"{shape.name}: a worker has ended too early; run it again")
                return
            except (NoneSwims, ValueError) as problem:
                said = str(problem).removeprefix(f"{shape.name}: ")
                failures.append(f"{shape.name}: {said}")
                progress.update(task, description=f"{shape.label}: failed")
                return
            replace_file(target, to_toml(found).encode())
            notes.forget()
            progress.update(
                task, description=f"{shape.label}: wrote {target.name}", completed=len(STAGES)
            )

        for done in [threads.submit(one, *pair) for pair in zip(shapes, targets, strict=True)]:
            done.result()

    interrupted = "interrupted; the same command goes on with the stages that were done"
    with ended_by_ctrl_c(CalibrateError(interrupted)):
        first = build_species(shapes[0], begin(shapes[0]))
        compile_first(console, lambda: Basin(first, 1).advance(2))
        # The pool is within the threads: it ends first, and they no longer wait for it.
        with (
            Progress(*columns, console=console) as progress,
            ThreadPoolExecutor(len(shapes)) as threads,
            open_pool(jobs) as pool,
        ):
            calibrate_all(progress, threads, pool)
    if failures:
        raise CalibrateError("; ".join(failures))


def to_toml(found: Calibration) -> str:
    """The file's text: lists of numbers on one line."""
    import tomli_w

    text = tomli_w.dumps(found.model_dump())
    head = f"# Written by: motorium calibrate {found.species}\n"
    return head + re.sub(r"\[\s+([^\[\]{}\"]+?),?\s+\]", _one_line, text)


def _one_line(numbers: re.Match[str]) -> str:
    return "[" + ", ".join(part.strip() for part in numbers.group(1).split(",")) + "]"


def _target(file: Path, folder: Path | None) -> Path:
    target = calibration_file(file if folder is None else folder / file.name)
    if not target.parent.is_dir():
        raise CalibrateError(f"cannot write {target}: its folder is missing")
    if not os.access(target.parent, os.W_OK):
        raise CalibrateError(f"cannot write {target}: its folder is read-only; see --out")
    return target
