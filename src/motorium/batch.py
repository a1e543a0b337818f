"""Many independent jobs: on a process pool here, or on a Ray cluster, with the same code.

Jobs and what they give should be plain data, and functions those of a module: on a cluster they
travel to machines where Motorium is installed, but nothing of this one is known. A cluster is
joined, never started.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing import active_children, get_context
from typing import Any, Final, Generic, TypeVar
from urllib.parse import urlsplit

from rich.console import Console
from threadpoolctl import threadpool_limits

from motorium.compiled import watch_compilation
from motorium.cores import usable_cores

__all__ = [
    "BatchError",
    "Outcome",
    "check_workers",
    "compile_first",
    "ended_by_ctrl_c",
    "open_pool",
    "run_batch",
]

Job = TypeVar("Job")
Result = TypeVar("Result")

MOST_WORKERS: Final = 1024
REACHED_WITHIN: Final = 5.0
"""Seconds, of a cluster's port."""
RAY_SETTINGS: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",
    # By itself it tries for minutes.
    "RAY_NUM_REDIS_GET_RETRIES": "1",
}

_log = logging.getLogger(__name__)


class BatchError(ValueError):
    """Why no job can be done, in a sentence."""


@dataclass(frozen=True)
class Outcome(Generic[Result]):
    """What came of a job: its result, or a sentence that says what went wrong.

    seconds: that it took; where: process or node of a cluster that did it.
    """

    result: Result | None = None
    problem: str | None = None
    seconds: float = 0.0
    where: str = ""


def check_workers(workers: int | None, ray: str | None = None) -> None:
    """Refuse what makes no sense, as it was typed on the command line."""
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise BatchError(f"--jobs {workers} is not between 1 and {MOST_WORKERS}")
    if workers is not None and ray is not None:
        raise BatchError("--jobs counts processes of this machine; leave it out with --ray")


def run_batch(
    function: Callable[[Job], Result],
    jobs: Sequence[Job],
    *,
    workers: int | None = None,
    ray: str | None = None,
    tell: Callable[[int, Outcome[Result]], None] = lambda number, outcome: None,
) -> list[Outcome[Result]]:
    """Do all jobs, and give what came of them in their order; one that fails spoils no other.

    workers: processes, as many as there are cores if None; ray: address of a cluster. tell hears
    the number of each job that is done, and its outcome, as they come.
    """
    outcomes: dict[int, Outcome[Result]] = {}
    lost: list[int] = []

    def take(number: int, outcome: Outcome[Result]) -> None:
        outcomes[number] = outcome
        tell(number, outcome)

    with open_pool(workers, ray) as pool:
        futures: dict[Future[Outcome[Result]], int] = {}
        for number, job in enumerate(jobs):
            try:
                futures[pool.submit(_attempt, function, job)] = number
            except BrokenProcessPool:
                lost.append(number)
        for future in as_completed(futures):
            try:
                take(futures[future], future.result())
            except BrokenProcessPool:
                lost.append(futures[future])
            except Exception as problem:
                take(futures[future], Outcome(problem=_sentence(problem)))
    # A worker that dies takes the whole pool with it. Alone, only its own job is lost.
    for number in sorted(lost):
        with open_pool(1) as pool:
            try:
                take(number, pool.submit(_attempt, function, jobs[number]).result())
            except BrokenProcessPool:
                take(number, Outcome(problem="its process has ended too early"))
    return [outcomes[number] for number in range(len(jobs))]


def open_pool(
    workers: int | None = None, ray: str | None = None
) -> AbstractContextManager[Executor]:
    """Processes of this machine, or a Ray cluster that is joined.

    Ctrl-C ends all jobs at once; processes of this machine leave it switched off, for the program
    to end in peace.
    """
    return _processes(workers or usable_cores()) if ray is None else _cluster(ray)


def compile_first(console: Console, work: Callable[[], object]) -> None:
    """Do some work here, with progress, so that workers find its kernels in the cache."""
    with console.status("") as status:

        def report(label: str, done: int, total: int) -> None:
            status.update(f"compiling, only at the first start: {label}")

        with watch_compilation(report):
            work()


@contextmanager
def ended_by_ctrl_c(end: Exception) -> Iterator[None]:
    """Raise this where Ctrl-C is pressed; what is pressed from then on disturbs nothing."""
    pressed = False

    def press(*_: object) -> None:
        nonlocal pressed
        pressed = True
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, press)
    try:
        yield
    except BaseException:
        # LLVM swallows it and fails otherwise.
        if pressed:
            _leave_keys_alone()
            raise end from None
        raise
    finally:
        if not pressed:
            signal.signal(signal.SIGINT, before)


def _attempt(function: Callable[[Job], Result], job: Job) -> Outcome[Result]:
    """Do a job where it has arrived; exceptions stay there, as not all of them can travel."""
    began = time.perf_counter()
    try:
        # One job keeps one core busy; threads of linear algebra would wait for each other's turn.
        with threadpool_limits(1):
            result = function(job)
    except Exception as problem:
        _log.debug("%s", traceback.format_exc())
        return Outcome(None, _sentence(problem), time.perf_counter() - began, _where())
    return Outcome(result, None, time.perf_counter() - began, _where())


def _sentence(problem: BaseException) -> str:
    """On one line; what is no sentence of ours is named."""
    cause = getattr(problem, "cause", None) or problem
    text = " ".join(str(cause).split())
    return text if isinstance(cause, ValueError) and text else f"{type(cause).__name__}: {text}"


def _where() -> str:
    ray = sys.modules.get("ray")
    if ray is not None and ray.is_initialized():
        return f"node {ray.get_runtime_context().get_node_id()[:8]}"
    return f"process {os.getpid()}"


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    strangers = set(active_children())
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=_leave_keys_alone) as pool:
        try:
            yield pool
        except KeyboardInterrupt:
            # Nothing that is pressed from here on may disturb the end.
            _leave_keys_alone()
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in set(active_children()) - strangers:
                worker.terminate()
            raise


def _leave_keys_alone() -> None:
    """Ctrl-C is for who started the program, not for its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    ray = _join(address)
    try:
        yield _RayPool(ray)
    finally:
        # Ends the jobs that are still being done.
        ray.shutdown()


class _RayPool(Executor):
    """A joined cluster, as the pools of the standard library look."""

    def __init__(self, ray: Any) -> None:
        self._spread = ray.remote(_call).options(num_cpus=1, scheduling_strategy="SPREAD")

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = self._spread.remote(function, args, kwargs).future()
        return future


def _call(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return function(*args, **kwargs)


def _join(address: str) -> Any:
    """Ray, as a member of a cluster that is running."""
    if find_spec("ray") is None:
        raise BatchError("--ray needs an extra: pip install 'motorium[cluster]'")
    if address != "auto":
        _reach(address)
    for name, value in RAY_SETTINGS.items():
        os.environ.setdefault(name, value)
    import ray

    try:
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
    except ConnectionError as problem:
        said = _sentence(problem).removeprefix("ConnectionError: ")
        raise BatchError(
            f"cannot join the Ray cluster at {address}: {said}; is it one, and has this machine "
            "its token (RAY_AUTH_MODE=token, and RAY_AUTH_TOKEN or RAY_AUTH_TOKEN_PATH)?"
        ) from None
    except (ray.exceptions.RayError, RuntimeError, ValueError, OSError) as problem:
        raise BatchError(
            f"cannot join the Ray cluster at {address}: {_sentence(problem)}"
        ) from None
    return ray


def _reach(address: str) -> None:
    """Ray itself would wait for minutes, and would start a cluster where it is asked for none."""
    try:
        place = urlsplit(address if "://" in address else f"//{address}")
        host, port = place.hostname, place.port
    except ValueError:
        host, port = None, None
    if not host or not port or place.scheme not in ("", "ray"):
        raise BatchError(
            f"--ray {address!r} is no address; give HOST:PORT of a cluster that this machine "
            "belongs to, ray://HOST:PORT of another one, or auto for what runs on this machine"
        )
    try:
        socket.create_connection((host, port), timeout=REACHED_WITHIN).close()
    except OSError as problem:
        raise BatchError(f"cannot reach a Ray cluster at {address}: {problem}") from None
