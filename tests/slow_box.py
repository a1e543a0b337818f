"""Runs the tests marked ``slow`` within a time box.

They run in an order that starts elsewhere at every commit, so that each gets its turn even when
the box is too small for all. None is started once the time is up; those left over are listed at
the end and do not fail the run.

``MOTORIUM_SLOW_MINUTES`` sets the length of the box, ``MOTORIUM_ROTATION`` (an integer) where the
order starts.
"""

from __future__ import annotations

import datetime
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

MINUTES = 40.0

Number = TypeVar("Number", int, float)

now: Callable[[], float] = time.monotonic


class SlowBox:
    """Orders the slow tests, and skips those that the time does not suffice for."""

    def __init__(self, minutes: float, rotation: int) -> None:
        self.minutes = minutes
        self.rotation = rotation
        self.closes_at: float | None = None
        self.not_run: list[str] = []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        quick = [item for item in items if not _is_slow(item)]
        slow = sorted((item for item in items if _is_slow(item)), key=lambda item: item.nodeid)
        start = self.rotation % len(slow) if slow else 0
        items[:] = quick + slow[start:] + slow[:start]

    # Before fixtures are set up: theirs is the longest work.
    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if not _is_slow(item):
            return
        started_at = now()
        if self.closes_at is None:
            self.closes_at = started_at + 60 * self.minutes
        if started_at >= self.closes_at:
            self.not_run.append(item.nodeid)
            pytest.skip(f"the {self.minutes:g} minutes for slow tests are over")

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        nothing_collected = exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED
        if nothing_collected and session.config.option.markexpr == "slow":
            session.exitstatus = pytest.ExitCode.OK

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.not_run:
            return
        terminalreporter.section("slow tests that did not run")
        for nodeid in self.not_run:
            terminalreporter.line(nodeid)
        terminalreporter.line(
            f"{len(self.not_run)} did not run within {self.minutes:g} minutes; "
            "MOTORIUM_SLOW_MINUTES gives them more."
        )


def pytest_configure(config: pytest.Config) -> None:
    minutes = _from_environment("MOTORIUM_SLOW_MINUTES", float)
    rotation = _from_environment("MOTORIUM_ROTATION", int)
    box = SlowBox(
        minutes=MINUTES if minutes is None else minutes,
        rotation=rotation_of(config.rootpath) if rotation is None else rotation,
    )
    config.pluginmanager.register(box, "slow-box")


def rotation_of(folder: Path) -> int:
    """A number that changes from commit to commit, or from day to day outside git."""
    command = ["git", "-C", str(folder), "rev-parse", "HEAD"]
    try:
        commit = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return datetime.datetime.now(tz=datetime.UTC).date().toordinal()
    return int(commit[:8], 16)


def _is_slow(item: pytest.Item) -> bool:
    return item.get_closest_marker("slow") is not None


def _from_environment(name: str, kind: type[Number]) -> Number | None:
    text = os.environ.get(name, "")
    try:
        return kind(text) if text else None
    except ValueError:
        raise pytest.UsageError(
            f"{name} must be a number of type {kind.__name__}, not {text!r}"
        ) from None
