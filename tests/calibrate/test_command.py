"""`motorium calibrate` as people call it, rightly and wrongly."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from motorium.bodies.species import calibration_file, read_shape, read_species, shape_file
from motorium.calibrate import run
from motorium.calibrate.gaits import NoneSwims
from motorium.calibrate.run import calibrate as find_calibration
from motorium.cli import app
from motorium.measure.basin import Basin
from motorium.settings import SettingsError


def calibrate(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["calibrate", *arguments])


def own_shape(folder: Path, *changes: tuple[str, str]) -> Path:
    """A herring of one's own, with some words exchanged."""
    own = folder / "mine.toml"
    text = shape_file("herring").read_text(encoding="utf-8")
    for was, now in (('name = "herring"', 'name = "mine"'), *changes):
        assert was in text
        text = text.replace(was, now)
    own.write_text(text, encoding="utf-8")
    return own


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dragon"], "no species is called 'dragon'; known are butterflyfish"),
        (["herring", "dragon"], "no species is called 'dragon'"),
        ([], "which species? Known are butterflyfish"),
        (["herring", "--all"], "--all calibrates every species; leave out herring"),
        (["missing.toml"], "missing.toml is missing"),
        (["folder.toml"], "folder.toml is a folder, not a species' file"),
        (["herring.calibration.toml"], "is a calibration; name the shape's file beside it"),
        (["empty.toml"], "the key 'format' is missing"),
        (["rubbish.toml"], "not valid TOML"),
        (["herring", "--effort", "0"], "--effort 0 is not between 0.01 and 10"),
        (["herring", "--effort", "nan"], "--effort nan is not between 0.01 and 10"),
        (["herring", "--effort", "-1"], "--effort -1 is not between"),
        (["herring", "--effort", "1e9"], "is not between 0.01 and 10"),
        (["herring", "--jobs", "0"], "--jobs 0 is not between 1 and 1024"),
        (["herring", "--jobs", "-3"], "--jobs -3 is not between"),
        (["herring", "--out", "nowhere"], "its folder is missing"),
        (["herring", "--out", "empty.toml"], "its folder is missing"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_requests_get_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "empty.toml").write_text("")
    (tmp_path / "rubbish.toml").write_text("= = =")
    shutil.copy(calibration_file(shape_file("herring")), tmp_path / "herring.calibration.toml")
    result = calibrate(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("motorium: ")
    assert sentence in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("arguments", [["--effort", "much"], ["--jobs", "many"]])
def test_what_is_no_number_is_refused(arguments: list[str]) -> None:
    result = calibrate("herring", *arguments)
    assert result.exit_code == 2
    assert arguments[0] in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_read_only_gets_a_sentence(tmp_path: Path) -> None:
    own = own_shape(tmp_path)
    tmp_path.chmod(0o500)
    try:
        result = calibrate(str(own))
    finally:
        tmp_path.chmod(0o700)
    assert result.exit_code == 2
    assert "its folder is read-only; see --out" in result.stderr


def test_a_shape_that_was_not_calibrated_says_so(tmp_path: Path) -> None:
    own = own_shape(tmp_path)
    with pytest.raises(SettingsError, match=r"mine\.calibration\.toml is missing; run: motorium"):
        read_species(own)


def test_a_calibration_of_another_shape_is_refused(tmp_path: Path) -> None:
    """A changed shape wants a new calibration; a changed label does not."""
    beside = calibration_file(shape_file("herring"))
    own = own_shape(tmp_path, ('label = "Herring"', 'label = "Mine"'))
    shutil.copy(beside, calibration_file(own))
    assert read_species(own).label == "Mine"
    own = own_shape(tmp_path, ("length = 0.2\n", "length = 0.21\n"))
    with pytest.raises(
        SettingsError, match=r"found for another shape than that of mine\.toml; run"
    ):
        read_species(own)


def test_a_calibration_that_cannot_be_is_refused(tmp_path: Path) -> None:
    own = own_shape(tmp_path)
    text = calibration_file(shape_file("herring")).read_text(encoding="utf-8")
    calibration_file(own).write_text(text.replace("[loops]", "[loopholes]"), encoding="utf-8")
    with pytest.raises(SettingsError, match="loopholes: unknown key"):
        read_species(own)


@pytest.mark.slow
def test_a_species_of_ones_own_from_its_shape_alone(tmp_path: Path) -> None:
    """Found in next to no time, so not well, but it loads, swims ahead and does as it is told."""
    own = own_shape(
        tmp_path,
        ('label = "Herring"', 'label = "Mine"'),
        ("length = 0.2\n", "length = 0.17\n"),
    )
    result = subprocess.run(
        [sys.executable, "-m", "motorium", "calibrate", str(own), "--effort=0.01", "--jobs=2"],
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "wrote mine.calibration.toml" in result.stdout
    species = read_species(own)
    assert species.calibration.species == "mine"
    assert {"stride", "turn_error", "climb_error"} <= set(species.calibration.figures)
    basin = Basin(species, 4)
    basin.ask(speed=species.gaits.medium.speed)
    basin.advance(basin.beats(8))
    seen = basin.watch(basin.beats(4))
    assert not basin.broken
    assert (seen.centres[-1] - seen.centres[0])[:, 0].min() > 1
    assert seen.speeds(len(seen.centres) - 1) == pytest.approx(
        np.full(4, species.gaits.medium.speed), rel=0.2
    )
    # Nothing half-written is left beside it.
    assert {file.name for file in tmp_path.iterdir()} == {"mine.toml", "mine.calibration.toml"}


ABSURD = {
    "a thread": (
        ("\nhalf_height = 0.", "\nhalf_height = 0.01 # "),
        ("\nhalf_width = 0.", "\nhalf_width = 0.01 # "),
    ),
}


@pytest.mark.parametrize("changes", ABSURD.values(), ids=ABSURD)
def test_an_absurd_shape_is_given_up_and_nothing_is_written(
    tmp_path: Path, changes: tuple[tuple[str, str], ...]
) -> None:
    own = own_shape(tmp_path, *changes)
    result = calibrate(str(own), "--effort=0.01", "--jobs=1")
    assert result.exit_code == 2
    assert result.stderr.startswith("motorium: mine: ")
    assert "Traceback" not in result.output
    assert [file.name for file in tmp_path.iterdir()] == ["mine.toml"]


@pytest.mark.parametrize("changes", ABSURD.values(), ids=ABSURD)
def test_an_absurd_shape_is_given_up_in_a_sentence(
    tmp_path: Path, changes: tuple[tuple[str, str], ...]
) -> None:
    with pytest.raises(ValueError, match=r"\w") as given_up:
        find_calibration(read_shape(own_shape(tmp_path, *changes)), 0.01)
    assert "\n" not in str(given_up.value)
    assert "validation error" not in str(given_up.value)


def test_a_shape_with_which_nothing_swims_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing_swims(*_: object) -> None:
        raise NoneSwims("mine: no beat of 2.5 Hz was found that swims; is the body too limp?")

    monkeypatch.setattr(run, "calibrate", nothing_swims)
    result = calibrate(str(own_shape(tmp_path)), "--jobs=1")
    assert result.exit_code == 2
    assert "no beat of 2.5 Hz was found that swims; is the body too limp?" in result.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["mine.toml"]
