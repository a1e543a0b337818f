"""`motorium receipt`: how true repertoires are to the simulation, as tables, JSON and pictures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from motorium.bodies.species import Species, find_species, known_species
from motorium.measure.reports import ReportError, check_json_file, drawing_folder, write_json
from motorium.measure.tank import BrokenBody
from motorium.motion.cycle import NoCycle
from motorium.motion.passages import NotTurned
from motorium.motion.receipts import (
    BARS,
    SEED,
    SIZES,
    UNITS,
    Record,
    bar_of,
    measure_receipt,
    within_bars,
)
from motorium.motion.segments import SEGMENTS
from motorium.motion.store import ready_repertoire

__all__ = ["ReceiptError", "run_receipt"]

ANOTHER: Final = 1000
"""What is measured again is measured on other fishes: added to the seed."""
COLUMNS: Final = ("nodes_rms", "nodes_worst", "speed", "turn_rate", "turn", "path", "drift")


class ReceiptError(ReportError):
    """A receipt that cannot be had, with a sentence that says why."""


def run_receipt(
    names: list[str], as_json: str | None, pictures: Path | None, again: bool = False
) -> None:
    """Report on the named species, or on all that ship.

    again: measure against fishes that are simulated now, not read what was measured at compiling.
    """
    kinds = [find_species(name) for name in names or known_species()]
    console = Console(stderr=as_json == "-")
    # Narrower than this, the columns would break.
    console.width = max(console.width, 104)
    check_json_file(as_json)
    pictures = drawing_folder(pictures, console)
    seed = SEED + ANOTHER if again else SEED
    records: list[Record] = []
    with Progress(
        SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=console
    ) as progress:
        for species in kinds:
            task = progress.add_task(f"{species.label}: its repertoire", total=None)
            try:
                repertoire = ready_repertoire(species)
                receipt: Sequence[Record] = repertoire.receipt
                if again or not receipt:
                    progress.update(task, description=f"{species.label}: measuring")
                    receipt = measure_receipt(species, repertoire, seed)
                if pictures is not None:
                    from motorium.motion.receipt_pictures import draw_receipt

                    progress.update(task, description=f"{species.label}: drawing")
                    file = draw_receipt(species, repertoire, pictures, seed)
            except (BrokenBody, NoCycle, NotTurned) as problem:
                raise ReceiptError(str(problem)) from None
            except OSError as problem:
                raise ReceiptError(f"cannot draw into {pictures}: {problem.strerror}") from None
            progress.remove_task(task)
            records += [{"species": species.name, **record} for record in receipt]
            if as_json != "-":
                console.print(_table(species, receipt))
                if pictures is not None:
                    console.print(f"drawn in {file}", markup=False)
    if as_json is not None:
        write_json(as_json, json.dumps(records, indent=1))


def _table(species: Species, receipt: Sequence[Record]) -> Table:
    """A row for each segment, of all sizes the worst; and the bars."""
    sizes = ", ".join(f"{size:g}" for size in SIZES)
    table = Table(
        title=f"{species.label}: worst of sizes {sizes}",
        title_justify="left",
        title_style="bold",
        caption="nodes_rms has a bar for what goes round, not for turns",
        caption_justify="left",
        box=None,
        pad_edge=False,
    )
    table.add_column("segment")
    for quantity in COLUMNS:
        table.add_column(f"{quantity}\n{UNITS[quantity]}", justify="right")
    table.add_column("\nbars")
    for segment in SEGMENTS:
        own = [record for record in receipt if record["segment"] == segment]
        table.add_row(segment, *(_worst(own, quantity) for quantity in COLUMNS), _verdict(own))
    bars = (f"{BARS[quantity]:g}" if quantity in BARS else "" for quantity in COLUMNS)
    table.add_row("bar", *bars, _verdict(receipt), style="dim")
    return table


def _worst(records: Sequence[Record], quantity: str) -> str:
    values = [record["value"] for record in records if record["quantity"] == quantity]
    if not values:
        return ""
    value = max(values, key=abs)
    return f"{value:.3g}" if abs(value) >= 1e-4 else f"{value:.0e}"


def _verdict(records: Sequence[Record]) -> str:
    judged = [record for record in records if bar_of(record) is not None]
    if not judged:
        return ""
    missed = [record for record in judged if not within_bars([record])]
    return f"{len(missed)} missed" if missed else "within"
