"""Films species for replay beside the simulation, which goes on meanwhile."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from typing import Final

from motorium.bodies.species import find_species
from motorium.cores import usable_cores
from motorium.motion.store import RepertoireError, repertoire_file, serving_repertoire

__all__ = ["Films", "unfilmed"]

COMMAND: Final = (sys.executable, "-m", "motorium", "compile")


def unfilmed(names: Iterable[str]) -> list[str]:
    """The species among these, each once, whose repertoires are missing or stale."""
    wanted = []
    for name in sorted(set(names)):
        species = find_species(name)
        try:
            serving_repertoire(repertoire_file(species), species)
        except RepertoireError:
            wanted.append(name)
    return wanted


class Films:
    """`motorium compile` in a process of its own, one at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._names: list[str] = []

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def sentence(self) -> str:
        """What is being filmed; empty for nothing."""
        if not self.running:
            return ""
        labels = [find_species(name).label.lower() for name in self._names]
        if len(labels) == 1:
            return f"Filming how a {labels[0]} swims, for playback"
        return f"Filming how {', '.join(labels[:-1])} and {labels[-1]} swim, for playback"

    def begin(self, names: list[str]) -> None:
        """Film these; a core is left for who watches."""
        self._names = names
        jobs = str(max(1, usable_cores() - 1))
        self._process = subprocess.Popen(
            [*COMMAND, "--jobs", jobs, *names],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def end(self) -> str:
        """Put away what has ended; why it failed, or nothing."""
        process, self._process = self._process, None
        if process is None:
            return ""
        _, complaint = process.communicate()
        if process.returncode == 0:
            return ""
        why = (complaint.strip().splitlines() or ["nobody knows why"])[-1]
        return f"{', '.join(self._names)} could not be filmed: {why}"

    def stop(self) -> None:
        """Film no more."""
        if self._process is not None:
            self._process.terminate()
            self.end()
