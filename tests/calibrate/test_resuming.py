"""Runs that are interrupted go on where they stopped; jobs are played here, not done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from motorium.bodies.calibration import Calibration
from motorium.bodies.species import Shape, known_species, load_species, read_shape, shape_file
from motorium.calibrate import run
from motorium.calibrate.run import Notes, calibrate, to_toml
from motorium.calibrate.stages import STAGES, Job
from motorium.settings import parse_settings

FOUND = load_species("herring").calibration
SHAPE = read_shape(shape_file("herring"))


class Played:
    """Gives back what was once found, and counts the jobs of each stage."""

    def __init__(self) -> None:
        self.jobs: list[str] = []

    def __call__(self, job: Job) -> Any:
        self.jobs.append(job.stage)
        if job.stage == "tissue":
            return abs(job.argument - FOUND.tissue.stiffness)
        if job.stage == "gaits":
            easy = FOUND.gaits.easy if job.argument == "slow" else None
            return {"gait": getattr(FOUND.gaits, job.argument).model_dump(), "easy": easy}
        if job.stage == "turns":
            return FOUND.turn[int(job.argument)].model_dump()
        answers: dict[str, Any] = {
            "steering": FOUND.steering.model_dump(),
            "steering map": FOUND.steering_map.model_dump(),
            "fins": (FOUND.fin_map.rowing, FOUND.fin_map.fastest_backward),
            "loops": {"loops": FOUND.loops.model_dump(), "fin_map": FOUND.fin_map.model_dump()},
            "figures": FOUND.figures,
        }
        return answers[job.stage]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    player = Played()
    monkeypatch.setattr(run, "perform", player)
    return player


@pytest.fixture
def notes(tmp_path: Path) -> Notes:
    return Notes(tmp_path / "deep" / "notes.json")


def interrupt_at(stage: str) -> run.Tell:
    def tell(now: str, done: int, total: int) -> None:
        if now == stage:
            raise KeyboardInterrupt

    return tell


def test_all_stages_lead_to_what_was_found(played: Played) -> None:
    found = calibrate(SHAPE)
    assert found == FOUND
    assert list(dict.fromkeys(played.jobs)) == list(STAGES)


@pytest.mark.parametrize("stage", STAGES)
def test_an_interrupted_run_goes_on_where_it_was(played: Played, notes: Notes, stage: str) -> None:
    """Whatever had been finished is not done again, and the result is the same."""
    with pytest.raises(KeyboardInterrupt):
        calibrate(SHAPE, notes=notes, tell=interrupt_at(stage))
    before = set(played.jobs)
    assert before == set(STAGES[: STAGES.index(stage)])
    played.jobs.clear()
    assert calibrate(SHAPE, notes=notes) == FOUND
    assert set(played.jobs) == set(STAGES) - before


def test_a_finished_run_is_not_done_again(played: Played, notes: Notes) -> None:
    calibrate(SHAPE, notes=notes)
    played.jobs.clear()
    assert calibrate(SHAPE, notes=notes) == FOUND
    assert played.jobs == []


@pytest.mark.parametrize(
    "rubbish",
    [
        "",
        "{",
        "[1, 2, 3]",
        '"notes"',
        '{"tissue": 7}',
        '{"tissue": {"species": "herring"}, "gaits": null}',
        "\x00\xff",
    ],
)
def test_notes_that_cannot_be_read_are_none(played: Played, notes: Notes, rubbish: str) -> None:
    notes.path.parent.mkdir(parents=True)
    notes.path.write_text(rubbish, encoding="utf-8")
    assert calibrate(SHAPE, notes=notes) == FOUND
    assert set(played.jobs) == set(STAGES)


def test_notes_in_bytes_that_are_no_text_are_none(played: Played, notes: Notes) -> None:
    notes.path.parent.mkdir(parents=True)
    notes.path.write_bytes(b"\xff\xfe\x80")
    assert calibrate(SHAPE, notes=notes) == FOUND


def test_a_half_written_note_does_not_hide_the_stages_before_it(
    played: Played, notes: Notes
) -> None:
    calibrate(SHAPE, notes=notes)
    drafts = notes.read()
    drafts["fins"] = {"species": "herring"}
    notes.write(drafts)
    played.jobs.clear()
    assert calibrate(SHAPE, notes=notes) == FOUND
    assert set(played.jobs) == {"fins", "loops", "figures"}


def test_notes_belong_to_one_shape_and_one_effort() -> None:
    longer = SHAPE.model_copy(update={"body": SHAPE.body.model_copy(update={"length": 0.3})})
    relabelled = SHAPE.model_copy(update={"label": "Mine"})
    paths = {Notes.of(SHAPE, 1.0).path, Notes.of(SHAPE, 0.5).path, Notes.of(longer, 1.0).path}
    assert len(paths) == 3
    # What a fish is called does not change how it swims.
    assert Notes.of(relabelled, 1.0).path == Notes.of(SHAPE, 1.0).path


@pytest.mark.parametrize("name", known_species())
def test_a_calibration_is_written_as_it_is_read(name: str) -> None:
    found = load_species(name).calibration
    text = to_toml(found)
    assert text.startswith(f"# Written by: motorium calibrate {name}\n")
    assert parse_settings(text, "calibration", Calibration) == found
    assert to_toml(parse_settings(text, "calibration", Calibration)) == text


def test_numbers_stand_on_one_line() -> None:
    lines = to_toml(FOUND).splitlines()
    assert any(line.startswith("depths = [") and line.endswith("]") for line in lines)
    assert any(line.startswith("reach = [") and line.endswith("]") for line in lines)


@pytest.mark.parametrize("name", known_species())
def test_shipped_calibrations_belong_to_their_shapes(name: str) -> None:
    shape: Shape = read_shape(shape_file(name))
    found = load_species(name).calibration
    assert (found.species, found.shape) == (name, shape.digest())
    assert found.figures
