"""From a shape to a calibration, stage by stage; each stage is a list of independent jobs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from motorium.bodies.calibration import (
    Calibration,
    FinMap,
    Loops,
    SteeringMap,
    TissueSettings,
)
from motorium.bodies.fish import BODY_LENGTH, CENTIMETRE
from motorium.bodies.gaits import GAITS, Gait, Gaits, Steering, Turn
from motorium.bodies.species import Shape, build_species
from motorium.calibrate.gaits import (
    NoneSwims,
    find_easy,
    find_gait,
    stiffnesses,
    try_tissue,
    with_gaits,
)
from motorium.calibrate.loops import find_loops, find_rowing
from motorium.calibrate.steering import find_steering, find_steering_map
from motorium.calibrate.turns import START, find_turn
from motorium.measure.run import measure_species

__all__ = ["JOBS", "STAGES", "Job", "begin", "jobs_of", "perform", "take_in"]

BEATS: Final = {"slow": 1.25, "medium": 2.5, "fast": 5.0}
"""Frequencies [Hz] of a fish of 20 cm; those of others follow from their size."""
FIRST_BEAT: Final = Gait(speed=2.0, beat=2.5, depths=[0.3, 0.2, 0.4], lag=0.14, lead=0.3)
FIRST_TISSUE: Final = TissueSettings(stiffness=21.0, muscle=3.0, tail=4.0, damping=0.05)
FIRST_LOOPS: Final = Loops(
    heading=0.8,
    heading_trim=0.1,
    speed=0.8,
    speed_trim=0.2,
    climb=1.8,
    climb_damping=0.03,
    climb_trim=1.5,
    roll=0.4,
    roll_damping=0.03,
)
FIRST_FINS: Final = FinMap(righting=0.1, rowing=1.7, fastest_backward=0.1)

STAGES: Final = ("tissue", "gaits", "turns", "steering", "steering map", "fins", "loops", "figures")


@dataclass(frozen=True)
class Job:
    """One independent piece of work: what to do, with which argument, for which species."""

    stage: str
    argument: Any
    shape: str
    draft: str
    effort: float


def begin(shape: Shape) -> Calibration:
    """What a search starts from, whatever the shape."""
    with _in_a_sentence("start"):
        return _first_guess(shape)


def _first_guess(shape: Shape) -> Calibration:
    slower = math.sqrt(shape.body.length / (BODY_LENGTH * CENTIMETRE))
    gaits = {
        name: Gait(
            **FIRST_BEAT.model_dump()
            | {"speed": 0.8 * beat / slower, "beat": round(beat / slower, 3)}
        )
        for name, beat in BEATS.items()
    }
    slow = gaits["slow"].speed
    turn = [round(float(value), 3) for value in START]
    return Calibration(
        species=shape.name,
        shape=shape.digest(),
        tissue=FIRST_TISSUE,
        gaits=Gaits(**gaits, easy=[0.25 * slow, 0.5 * slow, 0.75 * slow]),
        steering=Steering(curvature_per_bias=5.0, largest_bias=0.2),
        turn=[
            Turn(angle=angle, swimming=moving, bend=turn[:3], stroke=turn[3:6], times=turn[6:])
            for angle, moving in ((45.0, False), (90.0, True))
        ],
        steering_map=SteeringMap(
            speeds=[0.0, gaits["medium"].speed],
            angles=[0.0, 90.0],
            amplitudes=[[0.0, 1.0], [0.0, 1.0]],
            reach=[45.0, 90.0],
        ),
        fin_map=FIRST_FINS,
        loops=FIRST_LOOPS,
    )


def jobs_of(stage: str, shape: Shape, draft: Calibration, effort: float) -> list[Job]:
    """The jobs of a stage, which may be done in any order, anywhere."""
    arguments: list[Any] = [None]
    if stage == "tissue":
        arguments = list(stiffnesses(shape, draft))
    elif stage == "gaits":
        arguments = list(GAITS)
    elif stage == "turns":
        arguments = [False, True]
    as_text = shape.model_dump_json(), draft.model_dump_json()
    return [Job(stage, argument, *as_text, effort) for argument in arguments]


def perform(job: Job) -> Any:
    """Do a job; what comes out is plain data."""
    with _in_a_sentence(job.stage):
        shape = Shape.model_validate_json(job.shape, strict=False)
        draft = Calibration.model_validate_json(job.draft, strict=False)
        return JOBS[job.stage](shape, draft, job)


@contextmanager
def _in_a_sentence(stage: str) -> Iterator[None]:
    """What a calibration may not be, told to who wrote the shape."""
    try:
        yield
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise NoneSwims(
            f"stage {stage}: the best that was found cannot be used ({where or problem.title}: "
            f"{first['msg'].removeprefix('Value error, ')}); is the shape too far from a fish?"
        ) from None


def _tissue(shape: Shape, draft: Calibration, job: Job) -> Any:
    return try_tissue(shape, draft, job.argument, job.effort)


def _gait(shape: Shape, draft: Calibration, job: Job) -> Any:
    gait = find_gait(shape, draft, job.argument, job.effort)
    easy = find_easy(shape, draft, gait) if job.argument == "slow" else None
    return {"gait": gait.model_dump(), "easy": easy}


def _turn(shape: Shape, draft: Calibration, job: Job) -> Any:
    return find_turn(shape, draft, job.argument, job.effort).model_dump()


def _steering(shape: Shape, draft: Calibration, job: Job) -> Any:
    return find_steering(shape, draft).model_dump()


def _steering_map(shape: Shape, draft: Calibration, job: Job) -> Any:
    return find_steering_map(shape, draft).model_dump()


def _fins(shape: Shape, draft: Calibration, job: Job) -> Any:
    return find_rowing(shape, draft)


def _loops(shape: Shape, draft: Calibration, job: Job) -> Any:
    loops, fins = find_loops(shape, draft, job.effort)
    return {"loops": loops.model_dump(), "fin_map": fins.model_dump()}


def _figures(shape: Shape, draft: Calibration, job: Job) -> Any:
    figures: dict[str, dict[str, float]] = {}
    for record in measure_species(build_species(shape, draft)):
        figures.setdefault(record.quantity, {})[record.case_name] = float(f"{record.value:.4g}")
    return figures


JOBS: Final[dict[str, Callable[[Shape, Calibration, Job], Any]]] = {
    "tissue": _tissue,
    "gaits": _gait,
    "turns": _turn,
    "steering": _steering,
    "steering map": _steering_map,
    "fins": _fins,
    "loops": _loops,
    "figures": _figures,
}


def take_in(stage: str, draft: Calibration, jobs: list[Job], results: list[Any]) -> Calibration:
    """The draft with what the jobs of a stage have found."""
    with _in_a_sentence(stage):
        found = dict(_changes(stage, draft, jobs, results))
        return Calibration.model_validate(draft.model_dump() | found)


def _changes(
    stage: str, draft: Calibration, jobs: list[Job], results: list[Any]
) -> Iterator[tuple[str, Any]]:
    if stage == "tissue":
        costs = {job.argument: cost for job, cost in zip(jobs, results, strict=True)}
        best = min(costs, key=lambda stiffness: costs[stiffness])
        yield "tissue", draft.tissue.model_copy(update={"stiffness": best}).model_dump()
    elif stage == "gaits":
        gaits = {
            job.argument: Gait.model_validate(result["gait"])
            for job, result in zip(jobs, results, strict=True)
        }
        yield "gaits", with_gaits(draft, gaits, results[0]["easy"]).gaits.model_dump()
    elif stage == "turns":
        yield "turn", results
    elif stage == "steering":
        yield "steering", results[0]
    elif stage == "steering map":
        yield "steering_map", results[0]
    elif stage == "fins":
        rowing, fastest = results[0]
        changes = {"rowing": rowing, "fastest_backward": fastest}
        yield "fin_map", draft.fin_map.model_copy(update=changes).model_dump()
    elif stage == "loops":
        yield from results[0].items()
    else:
        yield "figures", results[0]
