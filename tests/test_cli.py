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
        timeout=120,
        check=False,
        env={**os.environ, **environment},
    )


def test_version_and_help() -> None:
    assert motorium("--version").stdout == f"motorium {__version__}\n"
    shown = motorium("--help").stdout
    assert all(word in shown for word in ("studio", "info", "bench", "--log-level"))


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
        (("studio", "nowhere"), "no scenario is called 'nowhere'; known are compare, gathering, "),
        (("studio", "missing.toml"), "missing.toml: there is no such file"),
        (("studio", "--host=no.such.host.invalid"), "cannot listen on 'no.such.host.invalid'"),
        (("bench", "nothing"), "no benchmark is called 'nothing'; known are kernel"),
        (("bench", "kernel", "--json=nowhere/out.json"), "cannot write nowhere/out.json"),
    ],
)
def test_mistakes_are_sentences(arguments: tuple[str, ...], sentence: str) -> None:
    result = motorium(*arguments)
    assert result.returncode == 2
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr


def test_scenarios_are_listed_and_shown() -> None:
    listed = CliRunner().invoke(app, ["scenario", "list"]).stdout.splitlines()
    assert [line.split()[0] for line in listed] == known_scenarios()
    told = "All eight species around rocks, corals and seaweed, in a gentle swell."
    assert f"reef       A peaceful reef. {told}" in listed
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


def test_a_port_that_is_no_port() -> None:
    result = motorium("studio", "--port=70000")
    assert result.returncode == 2
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
