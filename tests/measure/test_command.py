"""`motorium measure` as people call it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from motorium.bodies.species import calibration_file, known_species, shape_file
from motorium.cli import app
from motorium.measure.record import UNITS


def measure(*arguments: str, where: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "motorium", "measure", *arguments],
        capture_output=True,
        text=True,
        timeout=1800,
        cwd=where,
        check=False,
    )


def test_lists_the_species() -> None:
    listed = CliRunner().invoke(app, ["measure", "--list"]).stdout.splitlines()
    assert [line.split()[0] for line in listed] == known_species()
    facts = json.loads(measure("--list", "--json", "-").stdout)
    assert {fact["name"] for fact in facts} == set(known_species())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dragon"], "no species is called 'dragon'; known are butterflyfish"),
        ([], "which species? Known are butterflyfish"),
        (["herring", "--all"], "leave out herring"),
        (["missing.toml"], "missing.toml is missing"),
        (["herring", "--json", "no/such/folder.json"], "its folder is missing"),
        (["herring", "--pictures", "pyproject.toml"], "it is a file"),
    ],
)
def test_bad_requests_get_a_sentence(
    arguments: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    result = CliRunner().invoke(app, ["measure", *arguments])
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert sentence in result.stderr


@pytest.mark.slow
def test_a_species_of_ones_own(tmp_path: Path) -> None:
    """From a file, with its records as JSON and nothing else on the output."""
    shipped, own = shape_file("herring"), tmp_path / "mine.toml"
    text = shipped.read_text(encoding="utf-8").replace('name = "herring"', 'name = "mine"')
    own.write_text(text, encoding="utf-8")
    shutil.copy(calibration_file(shipped), calibration_file(own))
    result = measure(str(own), "--json", "-", where=tmp_path)
    records = json.loads(result.stdout)
    assert {record["species"] for record in records} == {"mine"}
    assert set(records[0]) == {"species", "quantity", "case", "value", "unit"}
    quantities = {record["quantity"] for record in records}
    assert quantities == set(UNITS)
    assert not (tmp_path / "measured").exists()


@pytest.mark.slow
def test_prints_and_draws(tmp_path: Path) -> None:
    result = measure("shark", where=tmp_path)
    assert result.returncode == 0
    assert "strouhal" in result.stdout
    assert (tmp_path / "measured" / "shark.png").stat().st_size > 20_000
