"""`motorium calibrate` as people call it, rightly and wrongly."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from motorium.bodies.species import calibration_file, read_species, shape_file
from motorium.cli import app
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
