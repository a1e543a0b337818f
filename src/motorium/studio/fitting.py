"""A clip that is fitted to a double, in a process of its own: it takes long, and no frame waits.

What is handed over lies in a folder of its own: the clip, then its take (`.npz`), or a sentence
that says why there is none. The process ends with whoever waits for it, however that ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import Site
from motorium.bodies.rigid.figure import rigid_figure
from motorium.motion.figures.capture.bvh import parse_bvh
from motorium.motion.figures.takes import HIGH, Take, clip_worn

__all__ = ["Fitting"]

LONGEST: Final = 300.0
"""Of a clip [s]: a minute of it takes minutes."""
TOLD_EVERY: Final = 10
"""Frames."""
CLIP, TAKE, PROBLEM = "clip.bvh", "take.npz", "problem.txt"


class Fitting:
    """name: of the file; page: who asked for it; done, total: frames."""

    def __init__(self, name: str, text: str, page: object | None = None) -> None:
        self.name, self.page, self.done, self.total = name, page, 0, 1
        self._folder = TemporaryDirectory(prefix="motorium-")
        self._place = Path(self._folder.name)
        (self._place / CLIP).write_text(text, encoding="utf-8", errors="replace")
        command = [sys.executable, "-m", __name__, self._folder.name, name]
        # In a session of its own: Ctrl-C is for who waits, and he ends it.
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)

    def poll(self) -> Take | None:
        """What came of it, if it is ready; raises a sentence if it cannot be."""
        ended = self._process.poll() is not None
        self._hear()
        if not ended:
            return None
        problem = self._place / PROBLEM
        if problem.exists():
            raise ValueError(problem.read_text(encoding="utf-8"))
        if not (self._place / TAKE).exists():
            raise ValueError(f"{self.name}: the process that fitted it has ended too early")
        return _read(self._place / TAKE, PurePath(self.name).stem)

    def cancel(self) -> None:
        """Nobody waits for it any more."""
        self._process.kill()
        # Its pipes are closed with it.
        self._process.communicate()
        self._folder.cleanup()

    def _hear(self) -> None:
        assert self._process.stdout is not None
        lines = (self._process.stdout.read() or b"").split(b"\n")[:-1]
        if lines:
            self.done, self.total = map(int, lines[-1].split())


def _fit(folder: Path, name: str) -> None:
    """In the process: frames that are done on standard output, then the take, or why not."""

    def tell(done: int, total: int) -> None:
        if done % TOLD_EVERY == 0:
            print(done, total, flush=True)

    try:
        clip = parse_bvh((folder / CLIP).read_text(encoding="utf-8"), name)
        seconds = len(clip) / clip.rate
        if seconds > LONGEST:
            raise ValueError(f"{name} lasts {seconds:.0f} s; at most {LONGEST:.0f} s are fitted")
        _write(folder / TAKE, clip_worn(clip, name, tell))
    except (ValueError, KeyError) as problem:
        (folder / PROBLEM).write_text(str(problem.args[0]), encoding="utf-8")
    except Exception as problem:
        sentence = f"{name} cannot be fitted: {type(problem).__name__}: {problem}"
        (folder / PROBLEM).write_text(sentence, encoding="utf-8")


def _write(path: Path, take: Take) -> None:
    skeleton = take.skeleton
    np.savez(
        path,
        coordinates=take.coordinates,
        offsets=skeleton.offsets,
        stature=skeleton.stature,
        sites=np.array([site.at for site in skeleton.sites.values()]),
    )


def _read(path: Path, title: str) -> Take:
    """A clip's performer is human-high with bones and sites of his own."""
    standard = load_skeleton(HIGH)
    with np.load(path, allow_pickle=False) as kept:
        places = dict(zip(standard.sites, kept["sites"], strict=True))
        sites = {name: Site(site.segment, places[name]) for name, site in standard.sites.items()}
        skeleton = replace(
            standard, offsets=kept["offsets"], stature=float(kept["stature"]), sites=sites
        )
        return Take(title, skeleton, rigid_figure(skeleton), kept["coordinates"])


def _end_with_parent() -> None:
    """Nothing ever comes: standard input ends when who waits has ended."""
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _fit(Path(sys.argv[1]), sys.argv[2])
