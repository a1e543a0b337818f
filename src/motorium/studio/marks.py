"""Marks on the time line of a recording: what happened and what somebody did, many alike as one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from motorium.contracts.time import FRAME_RATE
from motorium.wire.messages import Mark
from motorium.world.changes import Allowance, Asked, Look
from motorium.world.recording.reader import Recording

__all__ = ["marks_of"]

PLACES: Final = 160
"""Of one kind on a time line: nearer ones are counted together."""
MOST: Final = 2000
"""As many as a message has room for."""
EVERY_FRAME: Final = (Look, Allowance, Asked)
"""Inputs that never rest."""


def marks_of(recording: Recording) -> list[Mark]:
    """In the order of time."""
    frames = max(recording.last_frame - recording.first_frame, 1)
    found: dict[tuple[str, int], list[tuple[int, str]]] = {}
    for frame, kind, text in sorted(_happened(recording)):
        place = (frame - recording.first_frame) * PLACES // frames
        found.setdefault((kind, place), []).append((frame, text))
    marks = [
        Mark(
            at=alike[0][0] / FRAME_RATE,
            kind=kind,
            count=len(alike),
            text=alike[0][1] if len(alike) == 1 else f"{len(alike)} times",
        )
        for (kind, _), alike in found.items()
    ]
    return sorted(marks, key=lambda mark: mark.at)[:MOST]


def _happened(recording: Recording) -> Iterator[tuple[int, str, str]]:
    first = recording.first_frame
    for event in recording.events:
        # Whoever was there from the beginning has not come.
        if event.kind != "entered" or event.frame > first:
            who = f"fish {event.subject}" if event.subject >= 0 else ""
            yield event.frame, event.kind, ": ".join(part for part in (who, event.detail) if part)
    for given in recording.inputs:
        if not isinstance(given, EVERY_FRAME):
            said = given.model_dump(exclude={"frame", "kind", "ids"}, exclude_defaults=True)
            text = ", ".join(f"{name} {value}" for name, value in said.items())
            yield given.frame, f"you: {getattr(given, 'kind', '')}", text
