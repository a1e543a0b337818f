"""`motorium measure`: measure species, print what came out beside real fishes, draw it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from motorium.bodies.species import Species, find_species, known_species
from motorium.measure.commands import measure_commands
from motorium.measure.energy import measure_energy
from motorium.measure.record import REAL_FISH, UNITS, Measurement
from motorium.measure.reports import ReportError, check_json_file, drawing_folder, write_json
from motorium.measure.steadiness import measure_recovery, measure_stability
from motorium.measure.swimming import measure_steering, measure_swimming
from motorium.measure.tank import BrokenBody
from motorium.measure.turning import measure_turns
from motorium.settings import SettingsError

__all__ = ["MeasureError", "measure_species", "run_measure"]

PARTS: dict[str, Callable[[Species], list[Measurement]]] = {
    "swimming": measure_swimming,
    "energy": measure_energy,
    "turning": measure_turns,
    "steering": measure_steering,
    "righting": measure_recovery,
    "stability": measure_stability,
    "commands": measure_commands,
}


COLUMNS = 4
"""Cases beside each other in the report."""


class MeasureError(ReportError):
    """Something that cannot be measured, with a sentence that says why."""


def measure_species(
    species: Species, tell: Callable[[str], None] = lambda part: None
) -> list[Measurement]:
    """All figures of one species, in the order of the report; `tell` hears what is being done."""
    records: list[Measurement] = []
    for part, measure in PARTS.items():
        tell(part)
        try:
            records += measure(species)
        except (BrokenBody, np.linalg.LinAlgError) as problem:
            raise MeasureError(f"{species.name}: {part}: {problem}") from None
    order = list(UNITS)
    return sorted(records, key=lambda record: order.index(record.quantity))


def _species(name: str) -> Species:
    try:
        return find_species(name)
    except SettingsError as problem:
        raise MeasureError(str(problem)) from None


def run_measure(
    names: list[str], everything: bool, as_json: str | None, pictures: Path | None
) -> None:
    """Measure the named species, or all, and report."""
    if everything and names:
        raise MeasureError(f"--all measures every species; leave out {', '.join(names)}")
    if not everything and not names:
        raise MeasureError(
            f"which species? Known are {', '.join(known_species())}; --all measures every one"
        )
    kinds = [_species(name) for name in (known_species() if everything else names)]
    check_json_file(as_json)
    console = Console(stderr=as_json == "-")
    # Narrower than this, the columns would break.
    console.width = max(console.width, 116)
    pictures = drawing_folder(pictures, console)
    measured: list[Measurement] = []
    with Progress(
        SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=console
    ) as progress:
        for species in kinds:
            task = progress.add_task(species.label, total=None)

            def tell(part: str, task: TaskID = task, label: str = species.label) -> None:
                progress.update(task, description=f"{label}: {part}")

            records = measure_species(species, tell)
            progress.remove_task(task)
            measured += records
            if as_json != "-":
                console.print(_table(species, records))
            if pictures is not None:
                from motorium.measure.pictures import draw_species

                file = draw_species(species, pictures)
                console.print(f"drawn in {file}")
    if as_json is not None:
        write_json(as_json, json.dumps([record.to_data() for record in measured], indent=1))


def _table(species: Species, records: list[Measurement]) -> Table:
    """A row for each quantity, a column for each case of its kind."""
    table = Table(
        title=f"{species.label}, {species.length:g} m, {species.style}",
        title_justify="left",
        title_style="bold",
        box=None,
        pad_edge=False,
        show_header=False,
    )
    heads: list[str] = []
    for quantity, unit in UNITS.items():
        rows = [record for record in records if record.quantity == quantity]
        for first in range(0, len(rows), COLUMNS):
            part = rows[first : first + COLUMNS]
            empty = [""] * (COLUMNS - len(part))
            cases = [_case(record) for record in part]
            if cases != heads:
                heads = cases
                table.add_row()
                beside = "real fishes" if quantity in REAL_FISH else ""
                table.add_row("", *heads, *empty, "", beside, style="dim")
            values = [f"{record.value:.3g}" for record in part]
            real = REAL_FISH.get(quantity)
            beside = f"{real.least:g} to {real.most:g}, {real.source}" if real else ""
            table.add_row(quantity, *values, *empty, unit, beside)
    return table


def _case(record: Measurement) -> str:
    case = record.case
    if "gait" in case:
        return str(case["gait"])
    if "between" in case:
        return f"between {case['between']}"
    if "start" in case:
        return f"{case['angle']}° {case['start']}"
    if "angle" in case:
        return f"{case['angle']}°"
    if "current" in case:
        return f"current {case['current']}"
    return ""
