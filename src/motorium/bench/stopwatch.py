"""A stopwatch for the stages of a frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["Stopwatch"]


class Stopwatch:
    """spent [s]: in each stage since it was cleared, without the stages within it.

    clock: tells seconds; `time.process_time` counts only what this process has used of processors,
    whoever else uses them.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.spent: dict[str, float] = {}
        self._clock = clock
        self._within = 0.0

    def run(self, stage: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """Time some work."""
        outside, self._within = self._within, 0.0
        begun = self._clock()
        result = work(*arguments)
        taken = self._clock() - begun
        self.spent[stage] += taken - self._within
        self._within = outside + taken
        return result

    def watch(self, stage: str, part: object, *methods: str) -> None:
        """Time methods of a part of the world from now on."""
        self.spent[stage] = 0.0
        for method in methods:
            setattr(part, method, self._timed(stage, getattr(part, method)))

    def clear(self) -> None:
        """Begin anew."""
        self.spent = dict.fromkeys(self.spent, 0.0)

    def _timed(self, stage: str, work: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *arguments: self.run(stage, work, *arguments)
