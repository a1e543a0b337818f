"""How every species beats and turns, from above, and the table of what was measured of it.

Draws two pictures, and writes the table between its marks into docs/concepts/measure.md. The
figures are measured anew (a minute), or read from what `motorium measure --all --json FILE` wrote:
`python -m docs.pictures.strips FILE`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from matplotlib.axes import Axes

from docs.pictures.silhouettes import by_length
from docs.pictures.style import HERE, panel, save
from motorium.bodies.species import Species
from motorium.contracts.time import FRAME_SECONDS
from motorium.measure.pictures import draw_beat, draw_turn
from motorium.measure.record import REAL_FISH, Measurement
from motorium.measure.run import measure_species

PAGE = HERE.parent / "concepts" / "measure.md"
MARKS = re.compile(r"(<!-- table: [^>]+ -->\n).*?(<!-- end -->)", re.DOTALL)
MEDIUM = {"gait": "medium"}
SHARP = {"angle": 90, "start": "swimming"}


@dataclass(frozen=True)
class Row:
    """A row of the table: which quantity, of which case (None: the worst of all), how it is
    written."""

    title: str
    quantity: str
    case: Mapping[str, object] | None
    form: str = ".2f"
    factor: float = 1.0

    def of(self, records: list[Measurement]) -> float:
        values = [
            record.value
            for record in records
            if record.quantity == self.quantity and self.case in (None, record.case)
        ]
        return self.factor * max(values, key=abs)

    @property
    def real(self) -> str:
        """What real fishes do, as far as somebody measured it."""
        known = REAL_FISH.get(self.quantity)
        return f"{known.least:g} to {known.most:g}" if known else ""


ROWS = (
    Row("stride [L/beat]", "stride", MEDIUM),
    Row("Strouhal number", "strouhal", MEDIUM),
    Row("tail amplitude [L]", "tail_amplitude", MEDIUM),
    Row("yaw of the head [°]", "head_yaw", MEDIUM, ".1f"),
    Row("speed [L/s]", "speed", MEDIUM),
    Row("power [W/kg]", "power", MEDIUM),
    Row("residual [%]", "residual", MEDIUM, "+.3f"),
    Row("residual of the worst gait [%]", "residual", None, "+.3f"),
    Row("C-turn: angle [°]", "turn_angle", SHARP, ".0f"),
    Row("C-turn: made within [beats]", "turn_beats", SHARP),
    Row("C-turn: radius [L]", "turn_radius", SHARP),
    Row("steering [°/beat]", "steer_rate", MEDIUM, ".0f"),
    Row("roll after 4 beats [°]", "roll_after_4_beats", {}, ".0f"),
    Row("error of the speed [%]", "speed_error", None, ".1f"),
    Row("error of a turn [°]", "turn_error", None, ".1f"),
    Row("C-turn: done after [beats]", "turn_done", SHARP, ".1f"),
    Row("error of a climb [°]", "climb_error", None, ".1f"),
    Row("brakes within [beats]", "brake_beats", MEDIUM, ".1f"),
    Row("backward [L/s]", "backward_speed", {}),
    Row("error of the heading [°]", "heading_error", None, ".1f"),
    Row("longest stable step [ms]", "max_stable_dt", {}, ".0f", 1000.0),
)


def header(kinds: list[Species]) -> str:
    names = " | ".join(f"`{kind.name}`" for kind in kinds)
    return f"| | real fishes | {names} |\n|---|{'---|' * (len(kinds) + 1)}\n"


def line(row: Row, measured: list[list[Measurement]]) -> str:
    values = " | ".join(format(row.of(records), row.form) for records in measured)
    return f"| {row.title} | {row.real} | {values} |\n"


def table(measured: list[Measurement]) -> str:
    """One column a species, by length."""
    kinds = by_length()
    by_kind = [[record for record in measured if record.species == kind.name] for kind in kinds]
    steps = " | ".join(f"{1000 * FRAME_SECONDS / kind.steps_per_frame:.1f}" for kind in kinds)
    lines = [line(row, by_kind) for row in ROWS]
    return header(kinds) + "".join(lines) + f"| step that is taken [ms] | | {steps} |\n"


def read(file: Path) -> list[Measurement]:
    return [Measurement(**data) for data in json.loads(file.read_text(encoding="utf-8"))]


def strips(draw: Callable[[Species, Axes], None], columns: int, height: float, name: str) -> None:
    """A strip of each species."""
    kinds = by_length()
    figure, _ = panel(9.5, height * len(kinds) / columns)
    figure.clf()
    grid = figure.add_gridspec(len(kinds) // columns, columns)
    for number, kind in enumerate(kinds):
        axes = figure.add_subplot(grid[divmod(number, columns)])
        draw(kind, axes)
        axes.set_title(f"{kind.label}: {axes.get_title()}", fontsize=9)
    save(figure, name)


def main() -> None:
    strips(draw_beat, 2, 1.6, "beats.png")
    strips(draw_turn, 1, 1.45, "turns.png")
    if len(sys.argv) > 1:
        measured = read(Path(sys.argv[1]))
    else:
        measured = [record for kind in by_length() for record in measure_species(kind)]
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(
        MARKS.sub(lambda found: found[1] + table(measured) + found[2], page), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
