"""How cores share work on blocks of individuals."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final

__all__ = ["Job", "share_blocks", "usable_cores"]

PORTIONS: Final = 8
"""Portions of work a core: whoever is disturbed takes fewer."""

Job = Callable[[int, int, int], None]
"""Told which core it runs on, and the first and last of its blocks (which is not its own)."""


def usable_cores() -> int:
    """Cores that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share_blocks(job: Job, blocks: int, cores: int) -> None:
    """Run a job, which must release the GIL to gain by it, over all blocks on so many cores.

    Who computes a block has no influence on its numbers.
    """
    portion = max(1, -(-blocks // (cores * PORTIONS))) if cores > 1 else max(1, blocks)
    portions = iter(range(0, blocks, portion))

    def work(core: int) -> None:
        for first in portions:
            job(core, first, min(first + portion, blocks))

    others = [_helpers(cores - 1).submit(work, core) for core in range(1, cores)]
    work(0)
    for other in others:
        other.result()


@cache
def _helpers(count: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=count, thread_name_prefix="fishes")
