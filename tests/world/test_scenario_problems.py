"""Scenario files with mistakes: every mistake gets its sentence, all of them at once."""

from __future__ import annotations

import copy
import math
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from motorium.problems import problems_of
from motorium.settings import SettingsError, parse_settings
from motorium.world.checking import checked
from motorium.world.scenario import Scenario, known_scenarios, load_scenario, scenario_text

BROKEN = sorted((Path(__file__).parent / "broken").glob("*.toml"))
SAYS = "#: "
"""How a broken file says, in its first lines, what is to be said about it."""


@pytest.mark.parametrize("file", BROKEN, ids=lambda file: file.stem)
def test_a_broken_file_gets_its_sentences(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    expected = [line.removeprefix(SAYS) for line in lines if line.startswith(SAYS)]
    assert expected
    with pytest.raises(SettingsError) as problem:
        load_scenario(file)
    assert str(problem.value).splitlines() == [f"{file}: {sentence}" for sentence in expected]


def test_there_are_enough_of_them() -> None:
    assert len(BROKEN) >= 40


def test_files_that_are_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"nothing\.toml: there is no such file$"):
        load_scenario(tmp_path / "nothing.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match=r"binary\.toml: is not text in UTF-8$"):
        load_scenario(tmp_path / "binary.toml")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(SettingsError, match=r"folder\.toml: cannot be read: Is a directory$"):
        load_scenario(tmp_path / "folder.toml")
    with pytest.raises(SettingsError) as problem:
        load_scenario("shcool")
    assert str(problem.value) == (
        f"no scenario is called 'shcool'; known are {', '.join(known_scenarios())}, "
        "and files that end in .toml; did you mean 'school'?"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("format = = 1", "not valid TOML: Invalid value (at line 1"),
        ("format = 1\n[world]\nseed = 3\nseed = 4\n", "not valid TOML: Cannot overwrite a value"),
        ("format = 1\na = " + "[" * 5000 + "]" * 5000, "not valid TOML: nested too deeply"),
        ("format = 1\n" + ".".join("a" * 1500) + " = 1", "not valid TOML: nested too deeply"),
        ("format = 1\n" + " . ".join("a" * 500_000) + " = 1", "not valid TOML: nested too deeply"),
        ("format = 1" + "0" * 5000, "not valid TOML: Exceeds the limit"),
        (
            "format = 0x1" + "0" * 5000,
            "format a number of thousands of digits is newer than this program",
        ),
        (
            f"format = 1\n[world]\nextent = 0x1{'0' * 5000}\n",
            "world.extent: must be a number, not a number of thousands of digits",
        ),
        ("format = 1\n[world]\ntitle = '" + "x" * 101 + "'", "world.title: must be at most 100 "),
    ],
    ids=["typo", "twice", "deep", "dotted", "endless", "digits", "format", "number", "title"],
)
def test_monstrous_files_get_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(SettingsError) as problem:
        parse_settings(text, "sea.toml", Scenario)
    assert str(problem.value).startswith(f"sea.toml: {sentence}")


def test_what_rests_on_a_mistake_is_not_told() -> None:
    """Without the mistake in `mind`, the command may well be heard by somebody."""
    data = tomllib.loads(
        'format = 1\n[[group]]\nspecies = "herring"\ncount = 1\nmind = "sequenc"\n'
        "[[command]]\nat = 1.0\nturn = 1.0\n"
    )
    (sentence,) = problems_of(data, Scenario)
    assert sentence == (
        "group[0].mind: must be one of keep-swimming, sequence, instinct, not 'sequenc'; "
        "did you mean 'sequence'?"
    )


def test_later_tables_keep_their_numbers() -> None:
    """The first group is of no use and the third too far out: it is still the third."""
    data = tomllib.loads(
        'format = 1\n[[group]]\ncount = 1\n[[group]]\nspecies = "herring"\ncount = 1\n'
        '[[group]]\nspecies = "herring"\ncount = 1\ncenter = [900, 0, 0]\n'
    )
    first, second = problems_of(data, Scenario)
    assert first == "group[0].species: is missing"
    assert second == (
        "group[2].center: with its circles reaches 901.5 m from the origin, beyond half of "
        "world.extent, 200"
    )


# ---------------------------------------------------------------- what only drawing shows

SEA = """
format = 1
[habitat]
radius = 3.0
[[habitat.obstacle]]
places = [[1.0, 0.0]]
radius = [0.5, 0.5]
height = [3.0, 3.0]
[[group]]
species = "herring"
"""


def test_nobody_is_put_into_a_rock(tmp_path: Path) -> None:
    file = tmp_path / "sea.toml"
    file.write_text(SEA + "places = [[-1, 0, 0], [1.2, 0, 0], [0, 1, 0]]\n")
    load_scenario(file)
    with pytest.raises(SettingsError) as problem:
        checked(file)
    assert str(problem.value) == (
        f"{file}: group[0].places[1]: lies inside the ground or an obstacle"
    )
    file.write_text(SEA + "places = [[-1, 0, 0], [0, 1, 0]]\n")
    assert checked(file) == (
        "2 fishes (2 herring), a habitat 6 m across and 5 m deep with 1 obstacle"
    )


def test_rocks_must_find_room(tmp_path: Path) -> None:
    file = tmp_path / "sea.toml"
    crowd = "[[habitat.obstacle]]\ncount = 100\naround = [1, 3]\nradius = [0.5, 0.5]\n"
    file.write_text(SEA + "count = 1\n" + crowd)
    with pytest.raises(SettingsError) as problem:
        checked(file)
    assert str(problem.value).startswith(f"{file}: habitat.obstacle[1]: number ")
    assert "finds no room between the circles 1 and 3 m" in str(problem.value)


# ---------------------------------------------------------------- chance

WHOLE = [scenario_text(name) for name in ("reef", "tide", "compare")]
NONSENSE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(),
    st.sampled_from([0.0, -1.0, 1e6, 1e308, math.inf, "", "herring", "habitat", "nowhere.toml"]),
    st.text(max_size=5),
    st.lists(st.floats(-10, 10), max_size=4),
    st.lists(st.lists(st.floats(-10, 10), min_size=2, max_size=3), max_size=3),
    st.dictionaries(st.sampled_from(["kind", "count", "seed", "x"]), st.integers(), max_size=2),
)


def _spots(data: Any) -> list[tuple[Any, Any]]:
    """Every place in a file: what holds it, and its key there."""
    keys = list(data) if isinstance(data, dict) else range(len(data))
    here = [(data, key) for key in keys]
    inner = [data[key] for key in keys if isinstance(data[key], dict | list)]
    return here + [spot for table in inner for spot in _spots(table)]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_whatever_is_changed_in_a_file_is_taken_or_gets_sentences(data: st.DataObject) -> None:
    scenario = tomllib.loads(data.draw(st.sampled_from(WHOLE)))
    for _ in range(data.draw(st.integers(1, 4))):
        spots = _spots(scenario)
        if not spots:
            break
        holder, key = data.draw(st.sampled_from(spots))
        match data.draw(st.sampled_from(["change", "change", "drop", "add", "twice"])):
            case "change":
                holder[key] = data.draw(NONSENSE)
            case "drop":
                del holder[key]
            case "add" if isinstance(holder, dict):
                holder[data.draw(st.text(max_size=6))] = data.draw(NONSENSE)
            case "twice" if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[key]))
    problems = problems_of(copy.deepcopy(scenario), Scenario)
    try:
        Scenario.model_validate(scenario)
    except ValueError:
        assert problems
        assert all(sentence and "\n" not in sentence for sentence in problems)
        assert len(set(problems)) == len(problems)
    else:
        assert problems == []


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(WHOLE), st.data())
def test_whatever_is_typed_into_a_file_is_taken_or_gets_sentences(
    text: str, data: st.DataObject
) -> None:
    begin = data.draw(st.integers(0, len(text)))
    end = begin + data.draw(st.integers(0, 8))
    typed = data.draw(
        st.text(st.sampled_from("[]=\"'{},.#\n0123456789eEx_-+ truefalsnih"), max_size=6)
    )
    said = ""
    try:
        parse_settings(text[:begin] + typed + text[end:], "sea.toml", Scenario)
    except SettingsError as problem:
        said = str(problem)
    assert all(line.startswith("sea.toml: ") for line in said.splitlines())


def test_a_group_that_finds_no_room_is_told_before_it_swims(tmp_path: Path) -> None:
    file = tmp_path / "narrow.toml"
    file.write_text(
        "format = 1\n[habitat]\nradius = 6.0\n"
        '[[habitat.obstacle]]\nkind = "cylinder"\nplaces = [[0.0, 0.0]]\n'
        "radius = [5.0, 5.0]\nheight = [5.0, 5.0]\n"
        '[[group]]\nspecies = "herring"\ncount = 3\n'
    )
    with pytest.raises(SettingsError) as refused:
        checked(file)
    assert str(refused.value) == (
        f"{file}: a group of herring: 3 of 3 find no free water where they are to begin; move "
        "them, spread them wider, or let there be fewer obstacles"
    )
