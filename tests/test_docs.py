"""What the documentation says is so: its code runs, its commands, pictures and links exist."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer

from docs.pictures.repertoire import sizes
from docs.pictures.scenarios import MARKS, PAGE, TABLES, page
from docs.pictures.silhouettes import by_length, table
from docs.pictures.strips import ROWS, header
from motorium.cli import app
from motorium.measure.swimming import measure_swimming
from motorium.settings import parse_settings
from motorium.world.scenario import Scenario, load_scenario

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
CODE = re.compile(
    r"(?:<!-- no test: (?P<reason>[^>]+) -->\s*\n)?^```(?P<language>\w+)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
COMMAND = re.compile(r"^(?:\.venv/bin/)?motorium(?=\s|$)(?P<words>[^#\n]*)", re.MULTILINE)
LARGEST_PICTURE = 200_000


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> Iterator[str]:
    """The page's blocks of code in a language; those marked not to be tested are left out."""
    text = page.read_text(encoding="utf-8")
    for found in CODE.finditer(text):
        if found["language"] == language and not found["reason"]:
            # So that a traceback shows the page's own line.
            yield "\n" * text.count("\n", 0, found.start("code")) + found["code"]


WITH_PYTHON = [page for page in PAGES if list(blocks(page, "python"))]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=name)
def test_python_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # The species that "Adding a species" adds, so that nobody waits for its calibration.
    for file in (ROOT / "examples").glob("*.toml"):
        shutil.copy(file, tmp_path)
    namespace = {"__name__": "docs"}
    for code in blocks(page, "python"):
        exec(compile(code, str(page), "exec"), namespace)


def test_shown_scenario_is_the_one_that_ships() -> None:
    shown, *_ = blocks(ROOT / "docs/scenarios.md", "toml")
    assert parse_settings(shown, "scenarios.md", Scenario) == load_scenario("school")


def test_shown_scenarios_can_be_loaded() -> None:
    for shown in blocks(ROOT / "docs/scenarios.md", "toml"):
        assert parse_settings(shown, "scenarios.md", Scenario).group


def test_the_tables_of_scenarios_are_of_these_models() -> None:
    """Every key that a file may have, with its default and what it may be."""
    again = "write them again: python -m docs.pictures.scenarios"
    kept = PAGE.read_text(encoding="utf-8")
    assert set(TABLES) == {found[2] for found in MARKS.finditer(kept)}
    assert kept == page(), again


def test_shown_species_is_that_of_the_example() -> None:
    (shown,) = blocks(ROOT / "docs/adding-a-species.md", "toml")
    kept = (ROOT / "examples/trout.toml").read_text(encoding="utf-8")
    assert shown.lstrip("\n") == kept


def test_the_table_of_species_is_that_of_their_files() -> None:
    page = (ROOT / "docs/concepts/species.md").read_text(encoding="utf-8")
    assert table() in page, "draw it again: python -m docs.pictures.silhouettes"


def test_the_table_of_figures_is_of_these_species() -> None:
    """Every species, and for one of them the swimming anew; the rest takes a minute."""
    page = (ROOT / "docs/concepts/measure.md").read_text(encoding="utf-8")
    kinds = by_length()
    again = "measure again: python -m docs.pictures.strips"
    assert header(kinds) in page, again
    column = next(n for n, kind in enumerate(kinds) if kind.name == "herring")
    records = measure_swimming(kinds[column])
    for row in ROWS:
        (line,) = re.findall(rf"^\| {re.escape(row.title)} \|.*$", page, re.MULTILINE)
        cells = [cell.strip() for cell in line.split("|")]
        assert cells[2] == row.real, again
        if row.quantity in {record.quantity for record in records}:
            shown, now = float(cells[3 + column]), row.of(records)
            assert shown == pytest.approx(now, rel=0.02, abs=0.01), again


@pytest.mark.parametrize("page", ["repertoire.md", "receipts.md"])
def test_the_tables_of_repertoires_are_of_these_species(page: str) -> None:
    """Every species; and of one of them frames and bytes."""
    text = (ROOT / "docs/concepts" / page).read_text(encoding="utf-8")
    kinds = by_length()
    lines = [line for line in text.splitlines() for kind in kinds if f"| `{kind.name}` |" in line]
    again = "write them again: python -m docs.pictures.repertoire"
    assert [line.split("`")[1] for line in lines] == [kind.name for kind in kinds], again
    if page == "repertoire.md":
        (line,) = [line for line in lines if "`herring`" in line]
        frames, without, with_points = (float(cell) for cell in line.split("|")[2:5])
        now = np.array(sizes(next(kind for kind in kinds if kind.name == "herring")))
        shown = [frames, 1e6 * without, 1e6 * with_points]
        assert shown == pytest.approx(now, rel=0.02), again


@cache
def options() -> dict[str, set[str]]:
    """The options of each command and of those below it, "" being the program itself."""
    program = typer.main.get_command(app)
    found = {"": _options_of(program)}
    for key, command in getattr(program, "commands", {}).items():
        below = getattr(command, "commands", {}).values()
        found[key] = _options_of(command).union(*map(_options_of, below))
    return found


def _options_of(command: Any) -> set[str]:
    parameters = command.get_params(typer.Context(command))
    texts = {text for p in parameters for text in [*p.opts, *p.secondary_opts]}
    return {text for text in texts if text.startswith("--")}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    shell = "\n".join(blocks(page, "sh"))
    quoted = "\n".join(re.findall(r"`([^`\n]+)`", text))
    for found in COMMAND.finditer(f"{shell}\n{quoted}"):
        words = found["words"].split()
        command = next((word for word in words if word in options()), "")
        unknown = set(OPTION.findall(found["words"])) - options()[command] - options()[""]
        assert not unknown, f"{found[0]!r}: the command line knows no {unknown}"
        if not command:
            assert all(word.startswith("-") for word in words), f"{found[0]!r} is no command"


def test_reference_lists_every_option() -> None:
    text = (ROOT / "docs/reference/cli.md").read_text(encoding="utf-8")
    every = set().union(*options().values())
    assert sorted(every - set(OPTION.findall(text))) == []
    assert sorted(set(OPTION.findall(text)) - every) == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_pictures_exist(page: Path) -> None:
    for target in PICTURE.findall(page.read_text(encoding="utf-8")):
        picture = page.parent / target
        assert picture.is_file(), f"{name(page)} shows {target}, which is missing"
        assert picture.stat().st_size < LARGEST_PICTURE


def test_every_picture_is_shown() -> None:
    shown = {
        (page.parent / target).resolve()
        for page in PAGES
        for target in PICTURE.findall(page.read_text(encoding="utf-8"))
    }
    pictures = ROOT / "docs/pictures"
    kept = {path for end in ("svg", "png", "jpg") for path in pictures.glob(f"*.{end}")}
    assert sorted(path.name for path in kept - shown) == []


def test_site_builds_without_a_warning(tmp_path: Path) -> None:
    # Not --quiet: it silences the warnings that --strict counts, and then nothing can fail.
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
