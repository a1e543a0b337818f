"""Every example runs, passes its own checks and leaves a picture."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "examples"
EXAMPLES = sorted(FOLDER.glob("[0-9]*.py"))
LONG = ("06_replay", "10_three_minds")


def test_examples_are_listed() -> None:
    listed = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert EXAMPLES
    assert [path.name for path in EXAMPLES if f"]({path.name})" not in listed] == []


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=pytest.mark.slow if path.stem in LONG else ())
        for path in EXAMPLES
    ],
)
def test_example(path: Path, tmp_path: Path) -> None:
    runpy.run_path(str(path))["main"](tmp_path)
    picture = tmp_path / f"{path.stem}.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
