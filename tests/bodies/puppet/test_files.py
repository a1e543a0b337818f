"""Puppets as files: what is written reads back the same; what cannot be read gets a sentence."""

import tomllib
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.bodies.puppet.document import PuppetDocument, Scheme
from motorium.bodies.puppet.files import (
    DEFAULT,
    load_puppet,
    parse_puppet,
    puppet_text,
    shipped_puppets,
    shipped_text,
)
from motorium.physics.rods.stepping import SCHEMES
from motorium.settings import SettingsError

NAMES = st.text(
    st.characters(exclude_categories=["C", "Z"]) | st.just(" "), min_size=1, max_size=40
)
NUMBERS = st.floats(-1000, 1000)
PLACES = st.tuples(NUMBERS, NUMBERS)
PLANE = st.tuples(NUMBERS, st.just(0.0), NUMBERS)


@st.composite
def documents(draw: st.DrawFn) -> PuppetDocument:
    """Of any numbers and names; nothing in them is linked, so that nothing can be too far away, and
    the walls are as far away as they can be."""
    names = draw(st.lists(NAMES, min_size=3, max_size=6, unique=True))
    points = [
        {
            "name": name,
            "at": draw(PLACES),
            "mass": draw(st.floats(1e-3, 1000)),
            "pinned": draw(st.booleans()),
        }
        for name in names
    ]
    follows = draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
    outline = draw(st.lists(PLACES, min_size=3, max_size=40))
    mesh = draw(st.lists(PLACES, min_size=4, max_size=9))
    times = draw(st.lists(st.floats(0, 100).map(lambda t: round(t, 3)), min_size=1, unique=True))
    places = [draw(PLACES) for _ in times]
    rows = draw(st.lists(PLANE, min_size=len(names), max_size=len(names)))
    return PuppetDocument.model_validate(
        {
            "format": 1,
            "puppet": {"title": draw(NAMES), "description": draw(NAMES)},
            "stage": {
                "gravity": draw(st.tuples(*[st.floats(-100, 100)] * 3)),
                "low": (-1000.0, -1000.0, -1000.0),
                "high": (1000.0, 1000.0, 1000.0),
                "bounce": draw(st.floats(0, 1)),
                "scheme": draw(st.sampled_from(get_args(Scheme))),
                "iterations": draw(st.integers(1, 100)),
            },
            "point": points,
            "part": [
                {
                    "name": "one",
                    "follows": follows,
                    "outline": outline,
                    "color": draw(st.from_regex(r"^#[0-9a-fA-F]{6}\Z")),
                },
                {
                    "name": "two",
                    "follows": follows,
                    "vertices": mesh,
                    "faces": [(0, 1, 2), (3, 2, 1)],
                    "blend": draw(st.floats(0, 10)),
                },
            ],
            "path": [
                {
                    "point": names[0],
                    "keys": [(t, *place) for t, place in zip(sorted(times), places, strict=True)],
                    "loop": draw(st.booleans()),
                }
            ],
            "take": draw(
                st.none() | st.just({"seconds": 2.5, "positions": rows, "velocities": rows})
            ),
        }
    )


@settings(deadline=None, max_examples=30)
@given(documents())
def test_what_is_written_reads_back_the_same(document: PuppetDocument) -> None:
    text = puppet_text(document)
    assert parse_puppet(text, "again") == document
    assert puppet_text(parse_puppet(text, "again")) == text


@pytest.mark.parametrize("name", shipped_puppets())
def test_shipped_files_are_as_they_would_be_written(name: str) -> None:
    document = load_puppet(name)
    assert parse_puppet(puppet_text(document), name) == document
    assert tomllib.loads(puppet_text(document)) == tomllib.loads(shipped_text(name))


def test_lines_are_short_and_defaults_are_left_out() -> None:
    lines = puppet_text(load_puppet("person")).splitlines()
    assert max(len(line) for line in lines if not line.startswith("description")) <= 100
    assert not [line for line in lines if line.startswith(("mass", "blend", "bounce"))]


def test_places_are_kept_to_the_micrometre() -> None:
    document = PuppetDocument.model_validate(
        {"format": 1, "point": [{"name": "a", "at": [0.1 + 0.2, -1e-9]}]}
    )
    assert document.point[0].at == (0.3, 0.0)
    assert "at = [0.3, 0.0]" in puppet_text(document)


def test_one_s_own_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(puppet_text(load_puppet("rope")), encoding="utf-8")
    assert load_puppet(path) == load_puppet("rope")
    assert load_puppet() == load_puppet(DEFAULT)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"no puppet is called 'persn'; known are .*person"):
        load_puppet("persn")
    with pytest.raises(SettingsError, match=r"no puppet is called 'persn'.*did you mean 'person'"):
        shipped_text("persn")
    with pytest.raises(SettingsError, match="there is no such file"):
        load_puppet(tmp_path / "none.toml")


def test_problems_of_a_file_name_it() -> None:
    text = shipped_text("person").replace('"right knee", "right ankle"', '"right knie", "hip"', 1)
    with pytest.raises(SettingsError) as caught:
        parse_puppet(text, "mine.toml")
    assert str(caught.value).startswith(
        "mine.toml: rod[8].ends: no point is called 'right knie'; did you mean 'right knee'?"
    )
    with pytest.raises(SettingsError, match=r"^mine.toml: format 2 is newer than this program"):
        parse_puppet("format = 2", "mine.toml")


def test_the_schemes_of_files_are_those_of_physics() -> None:
    assert get_args(Scheme) == SCHEMES
