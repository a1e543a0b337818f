"""Small puppets, written down here."""

from __future__ import annotations

from typing import Any

from motorium.bodies.puppet.document import PuppetDocument

NO_GRAVITY = {"gravity": [0.0, 0.0, 0.0]}


def document(
    points: dict[str, list[float]], rods: list[list[str]] | None = None, **tables: Any
) -> PuppetDocument:
    """Points by name and place, rods by their ends; the dimensions are those of the places."""
    dimensions = len(next(iter(points.values()), [0.0, 0.0]))
    return PuppetDocument.model_validate(
        {
            "format": 1,
            "puppet": {"title": "A test", "dimensions": dimensions},
            "point": [{"name": name, "at": at} for name, at in points.items()],
            "rod": [{"ends": ends} for ends in rods or ()],
        }
        | tables
    )


def ball(**tables: Any) -> PuppetDocument:
    """One point."""
    return document({"ball": [0.0, 1.5]}, **tables)


def stick(**tables: Any) -> PuppetDocument:
    """Two points and a rod of 0.5 m between them."""
    return document({"low": [0.0, 1.0], "high": [0.0, 1.5]}, [["low", "high"]], **tables)
