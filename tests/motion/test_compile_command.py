"""`motorium compile` as people call it, rightly and wrongly; most fishes here are made up."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from motorium import batch
from motorium.bodies.calibration import Calibration
from motorium.bodies.species import (
    Shape,
    Species,
    build_species,
    calibration_file,
    known_species,
    load_species,
    read_shape,
    shape_file,
)
from motorium.cli import app
from motorium.motion import run, store
from motorium.motion.digest import repertoire_digest
from motorium.motion.segments import SEGMENTS, Repertoire
from motorium.motion.store import read_repertoire, write_repertoire
from tests.motion.made_up import made_up_repertoire


def compile_species(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["compile", *arguments])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dragon"], "no species is called 'dragon'; known are butterflyfish"),
        (["herring", "dragon"], "no species is called 'dragon'"),
        (["missing.toml"], "missing.toml is missing"),
        (["folder.toml"], "folder.toml is a folder, not a species' file"),
        (["empty.toml"], "the key 'format' is missing"),
        (["mine.toml"], "has not been calibrated"),
        (["herring", "herring"], "herring.safetensors would be written twice; name each species"),
        (["herring", "--jobs", "0"], "--jobs 0 is not between 1 and 1024"),
        (["herring", "--jobs", "1025"], "--jobs 1025 is not between 1 and 1024"),
        (["herring", "--jobs", "2", "--ray", "auto"], "leave it out with --ray"),
        (["herring", "--out", "nowhere"], "cannot write into nowhere: there is no such folder"),
        (["herring", "--out", "empty.toml"], "cannot write into empty.toml: it is a file"),
        (["herring", "--out", ".", "--ray", "local"], "--ray 'local' is no address; give HOST"),
        (["herring", "--out", ".", "--ray", "127.0.0.1:1"], "cannot reach a Ray cluster at 127"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_requests_get_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "empty.toml").write_text("")
    shutil.copy(shape_file("herring"), tmp_path / "mine.toml")
    result = compile_species(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("motorium: ")
    assert sentence in result.stderr
    assert "Traceback" not in result.output
    assert not list(tmp_path.glob("*.safetensors"))


@pytest.mark.parametrize("name", known_species())
def test_a_job_says_all_about_a_species(name: str) -> None:
    """It is the same fish wherever the job arrives."""
    species = load_species(name)
    job = run.job_of(read_shape(shape_file(name)), species.calibration, None)
    arrived = build_species(
        Shape.model_validate_json(job["shape"]),
        Calibration.model_validate_json(job["calibration"]),
    )
    assert repertoire_digest(arrived) == repertoire_digest(species)
    assert arrived.habits == species.habits


Compile = Callable[[Species, bool | None], Repertoire]


class Workshop:
    """Compiles by making up, in this process, and remembers for whom; some it cannot do."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.problems: dict[str, Exception] = {}
        self.digests: dict[str, str] = {}

    def __call__(self, species: Species, points: bool | None = None) -> Repertoire:
        if species.name in self.problems:
            raise self.problems[species.name]
        self.made.append(species.name)
        digest = self.digests.get(species.name, repertoire_digest(species))
        return made_up_repertoire(species.name, digest, points=bool(points), seed=len(self.made))


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """With a cache of its own."""
    workshop = Workshop()
    monkeypatch.setattr(run, "compile_repertoire", workshop)
    monkeypatch.setattr(run, "compile_first", lambda *_: None)
    monkeypatch.setattr(store, "cache_folder", lambda: tmp_path)

    def in_this_process(workers: int | None = None, ray: str | None = None) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(1)

    monkeypatch.setattr(batch, "open_pool", in_this_process)
    return workshop


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_without_names_all_species_are_compiled(tmp_path: Path, workshop: Workshop) -> None:
    result = compile_species()
    assert result.exit_code == 0, result.output
    assert sorted(workshop.made) == known_species()
    folder = tmp_path / "repertoires"
    assert sorted(files(folder)) == [f"{name}.safetensors" for name in known_species()]
    for name in known_species():
        found = read_repertoire(folder / f"{name}.safetensors", name)
        assert found.digest == repertoire_digest(load_species(name))
        (line,) = re.findall(rf"^ *{name} .*", result.stdout, re.MULTILINE)
        frames = sum(segment.frames for segment in found.segments)
        assert line.split()[1:3] == ["12", str(frames)]
        assert " path 50% " in line
    assert f"{folder}/SPECIES.safetensors" in result.stdout


def test_what_is_up_to_date_is_left_alone(tmp_path: Path, workshop: Workshop) -> None:
    assert "up to date" not in compile_species("herring", "shark").stdout
    before = files(tmp_path / "repertoires")
    result = compile_species("herring", "shark")
    assert result.exit_code == 0
    assert result.stdout.count("up to date") == 2
    assert files(tmp_path / "repertoires") == before
    assert len(workshop.made) == 2
    assert "up to date" not in compile_species("herring", "--fresh").stdout
    assert workshop.made[2:] == ["herring"]
    assert files(tmp_path / "repertoires") != before


def test_what_is_stale_or_spoilt_is_compiled_again(tmp_path: Path, workshop: Workshop) -> None:
    folder = tmp_path / "repertoires"
    compile_species("herring", "shark", "sardine")
    fine = files(folder)["sardine.safetensors"]
    write_repertoire(folder / "herring.safetensors", made_up_repertoire("herring", "another"))
    (folder / "shark.safetensors").write_bytes(b"no shark")
    workshop.made.clear()
    result = compile_species("herring", "shark", "sardine")
    assert result.exit_code == 0
    assert sorted(workshop.made) == ["herring", "shark"]
    assert files(folder)["sardine.safetensors"] == fine
    for name in ("herring", "shark"):
        read_repertoire(folder / f"{name}.safetensors", name)


def test_control_points_as_they_are_asked_for(tmp_path: Path, workshop: Workshop) -> None:
    file = tmp_path / "repertoires" / "herring.safetensors"
    for arguments, has_points, made in (
        (["--points"], True, 1),
        ([], True, 1),
        (["--no-points"], False, 2),
        ([], False, 2),
        (["--points"], True, 3),
    ):
        assert compile_species("herring", *arguments).exit_code == 0
        assert read_repertoire(file).has_points is has_points
        assert len(workshop.made) == made


def test_species_of_ones_own_into_a_folder_of_ones_own(tmp_path: Path, workshop: Workshop) -> None:
    own = tmp_path / "mine.toml"
    text = shape_file("herring").read_text(encoding="utf-8")
    own.write_text(text.replace('name = "herring"', 'name = "mine"'), encoding="utf-8")
    shutil.copy(calibration_file(shape_file("herring")), calibration_file(own))
    out = tmp_path / "out"
    out.mkdir()
    result = compile_species(str(own), "--out", str(out))
    assert result.exit_code == 0, result.output
    assert workshop.made == ["mine"]
    assert read_repertoire(out / "mine.safetensors").species == "mine"
    assert not (tmp_path / "repertoires").exists()


def test_one_that_fails_spoils_no_other(tmp_path: Path, workshop: Workshop) -> None:
    workshop.problems["shark"] = ValueError("the beat never settles")
    result = compile_species("herring", "shark", "sardine")
    assert result.exit_code == 2
    assert result.stderr == "motorium: shark: the beat never settles\n"
    assert sorted(files(tmp_path / "repertoires")) == [
        "herring.safetensors",
        "sardine.safetensors",
    ]
    assert " sardine " in result.stdout
    assert " shark " not in result.stdout


def test_workers_with_another_version_are_not_believed(tmp_path: Path, workshop: Workshop) -> None:
    workshop.digests["herring"] = "another"
    result = compile_species("herring")
    assert result.exit_code == 2
    assert "has another version of Motorium; install the same everywhere" in result.stderr
    assert files(tmp_path / "repertoires") == {}


@pytest.mark.parametrize("sent", [b"", b"rubbish", None, "text"])
def test_workers_that_send_rubbish_are_not_believed(
    tmp_path: Path, workshop: Workshop, monkeypatch: pytest.MonkeyPatch, sent: Any
) -> None:
    monkeypatch.setattr(run, "compile_job", lambda job: sent)
    result = compile_species("herring")
    assert result.exit_code == 2
    assert result.stderr.startswith("motorium: herring: ")
    assert "Traceback" not in result.output
    assert files(tmp_path / "repertoires") == {}


def test_a_repertoire_that_cannot_be_written_gets_a_sentence(
    tmp_path: Path, workshop: Workshop
) -> None:
    (tmp_path / "herring.safetensors").mkdir()
    result = compile_species("herring", "shark", "--out", str(tmp_path))
    assert result.exit_code == 2
    assert "herring: cannot write" in result.stderr
    assert "Traceback" not in result.output
    read_repertoire(tmp_path / "shark.safetensors")


def test_an_interruption_gets_a_sentence(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(run, "run_batch", interrupted)
    try:
        result = compile_species("herring")
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.exit_code == 2
    assert result.stderr == "motorium: interrupted; repertoires that were done are kept\n"


@pytest.mark.slow
def test_a_real_fish_in_a_real_process(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "motorium", "compile", "sardine", "--no-points"]
    made = [
        subprocess.run(
            [*command, f"--out={tmp_path}"],
            capture_output=True,
            text=True,
            timeout=1800,
            check=False,
        )
        for _ in range(2)
    ]
    assert [run.returncode for run in made] == [0, 0], made[0].stderr
    assert ["up to date" in run.stdout for run in made] == [False, True]
    found = read_repertoire(tmp_path / "sardine.safetensors", "sardine")
    assert tuple(segment.name for segment in found.segments) == SEGMENTS
    assert found.digest == repertoire_digest(load_species("sardine"))
    assert not found.has_points
    slow, medium, fast = (found[name].speed for name in ("swim-slow", "swim-medium", "swim-fast"))
    assert 0 < slow < medium < fast
    changed = replace(load_species("sardine"), length=0.21)
    assert repertoire_digest(changed) != found.digest
