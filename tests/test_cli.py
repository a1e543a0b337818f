"""The command line: help, facts, and sentences in place of tracebacks."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from motorium import __version__
from motorium.cli import app
from motorium.settings import parse_settings
from motorium.world.scenario import Scenario, known_scenarios, load_scenario


def motorium(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "motorium", *arguments],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env={**os.environ, **environment},
    )


def test_version_and_help() -> None:
    assert motorium("--version").stdout == f"motorium {__version__}\n"
    shown = motorium("--help").stdout
    words = ("studio", "puppet", "rehearse", "info", "bench", "--log-level")
    assert all(word in shown for word in words)


def test_info_tells_the_machine() -> None:
    facts = json.loads(motorium("info", "--json").stdout)
    assert facts["motorium"] == __version__
    assert facts["vector lanes"] in (8, 16)
    assert facts["cores"] >= 1
    assert "numba" in " ".join(facts["libraries"])
    assert "vector lanes" in motorium("info").stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("studio", "nowhere"), "no scenario is called 'nowhere'; known are compare, "),
        (("studio", "missing.toml"), "missing.toml: there is no such file"),
        (("studio", "--host=no.such.host.invalid"), "cannot listen on 'no.such.host.invalid'"),
        (("puppet", "nobody"), "no puppet is called 'nobody'; known are "),
        (("puppet", "preson"), "did you mean 'person'?"),
        (("puppet", "missing.toml"), "missing.toml: there is no such file"),
        (("puppet", "--host=no.such.host.invalid"), "cannot listen on 'no.such.host.invalid'"),
        (("puppet", "--token=short"), "a token needs at least 8 characters"),
        (("bench", "nothing"), "no benchmark is called 'nothing'; known are kernel"),
        (("bench", "kernel", "--json=nowhere/out.json"), "cannot write nowhere/out.json"),
    ],
)
def test_mistakes_are_sentences(arguments: tuple[str, ...], sentence: str) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert sentence in result.stderr


def test_a_mistake_ends_the_program_without_a_traceback() -> None:
    result = motorium("studio", "nowhere")
    assert result.returncode == 2
    assert "no scenario is called 'nowhere'" in result.stderr
    assert "Traceback" not in result.stderr


def test_scenarios_are_listed_and_shown() -> None:
    listed = CliRunner().invoke(app, ["scenario", "list"]).stdout.splitlines()
    assert [line.split()[0] for line in listed] == known_scenarios()
    told = "Sixty herrings that mill around a quiet place."
    assert f"school     A school of herring. {told}" in listed
    shown = CliRunner().invoke(app, ["scenario", "show", "school"]).stdout
    assert parse_settings(shown, "school.toml", Scenario) == load_scenario("school")
    mistaken = CliRunner().invoke(app, ["scenario", "show", "tid"])
    assert mistaken.exit_code == 2
    assert mistaken.stderr.endswith("shoal, tide; did you mean 'tide'?\n")


def test_scenarios_are_checked(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("format = 1\n[world]\nseed = -1\nextent = 0\n")
    result = CliRunner().invoke(app, ["scenario", "check", "school", str(broken), "compare"])
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "school: ok, 60 fishes (60 herring), open water",
        "compare: ok, 2 fishes (2 herring), open water",
    ]
    assert result.stderr.splitlines() == [
        f"{broken}: world.seed: must be at least 0, not -1",
        f"{broken}: world.extent: must be more than 0 and at most 4000, not 0",
    ]
    assert CliRunner().invoke(app, ["scenario", "check", "school"]).exit_code == 0


def test_a_puppet_of_ones_own_begins_with_one_that_ships(tmp_path: Path) -> None:
    shown = CliRunner().invoke(app, ["puppet", "cat", "--show"])
    assert shown.exit_code == 0
    mine = tmp_path / "mine.toml"
    mine.write_text(shown.stdout, encoding="utf-8")
    checked = CliRunner().invoke(app, ["puppet", str(mine), "--check"])
    assert checked.exit_code == 0
    assert checked.stdout.startswith(f"{mine}: ok, ")
    assert " points, " in checked.stdout


def test_a_puppet_that_cannot_be_gets_all_its_problems(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("format = 1\n[stage]\nsteps = 0\n[[rod]]\nends = ['a', 'b']\n")
    result = CliRunner().invoke(app, ["puppet", str(broken), "--no-browser"])
    assert result.exit_code == 2
    assert "stage.steps: must be from 1 to 16, not 0" in result.stderr
    assert "rod[0].ends: no point is called 'a'" in result.stderr


def test_a_port_that_is_no_port() -> None:
    result = CliRunner().invoke(app, ["studio", "--port=70000"])
    assert result.exit_code == 2
    assert "--port" in result.stderr
    assert "65535" in result.stderr


def test_a_cache_that_cannot_be_written_is_replaced(tmp_path: Path) -> None:
    """A folder that is a file: the user's cache, or a temporary one, serves."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    result = motorium("info", "--json", MOTORIUM_CACHE=str(blocked), XDG_CACHE_HOME=str(blocked))
    assert result.returncode == 0
    cache = Path(json.loads(result.stdout)["cache"])
    assert cache.is_dir()
    assert blocked not in cache.parents


def test_importing_motorium_is_light() -> None:
    """`motorium --version` must not wait for Numba."""
    code = "import motorium, sys; print('numba' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout == "False\n"


def test_the_stable_interface_is_there() -> None:
    import motorium

    for name in motorium.__all__:
        assert getattr(motorium, name)
    with pytest.raises(AttributeError, match="has no 'Wrold'; it has Scenario, Species, World"):
        _ = motorium.Wrold
