"""What `motorium measure` reports, and what real fishes do."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

__all__ = ["REAL_FISH", "UNITS", "Measurement", "Range"]

Case = dict[str, int | float | str]

UNITS: Final = {
    "stride": "L/beat",
    "strouhal": "1",
    "tail_amplitude": "L",
    "head_yaw": "deg",
    "speed": "L/s",
    "power": "W/kg",
    "residual": "%",
    "turn_angle": "deg",
    "turn_beats": "beats",
    "turn_radius": "L",
    "exit_speed": "L/s",
    "end_bend": "deg",
    "steer_rate": "deg/beat",
    "steer_radius": "L",
    "roll_after_4_beats": "deg",
    "pitch_after_4_beats": "deg",
    "max_stable_dt": "s",
    "speed_error": "%",
    "turn_error": "deg",
    "turn_done": "beats",
    "climb_error": "deg",
    "climb_roll": "deg",
    "brake_beats": "beats",
    "backward_speed": "L/s",
    "heading_error": "deg",
}
"""Every quantity that is measured, in the order of the report."""


@dataclass(frozen=True)
class Measurement:
    """One figure of one species; `case` says of which gait, or of which turn."""

    species: str
    quantity: str
    case: Case
    value: float
    unit: str

    @classmethod
    def of(
        cls, species: str, quantity: str, value: float, **case: int | float | str
    ) -> Measurement:
        return cls(species, quantity, case, float(value), UNITS[quantity])

    @property
    def case_name(self) -> str:
        """Its case in a word or two."""
        return " ".join(str(part) for part in self.case.values()) or "all"

    def to_data(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Range:
    """What real fishes do, and who measured it."""

    least: float
    most: float
    source: str


REAL_FISH: Final = {
    "stride": Range(0.55, 0.70, "Bainbridge 1958"),
    "strouhal": Range(0.2, 0.4, "Triantafyllou; Eloy, 53 species: 0.15-0.8"),
    "tail_amplitude": Range(0.15, 0.23, "Bainbridge 1958; Videler & Wardle 1991: about 0.2"),
    "speed": Range(0.7, 2.4, "cruise, JEB 150:321"),
    "turn_beats": Range(0.5, 1.5, "dogfish turn by 434-1023 deg/s (JEB)"),
}
