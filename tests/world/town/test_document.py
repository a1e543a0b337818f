"""The file of a town: what ships is right, what is wrong gets a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from motorium.settings import SettingsError
from motorium.world.town.document import load_town
from tests.world.town.towns import SMALL, small_town


def test_the_one_that_ships() -> None:
    town = load_town()
    assert town.town.pedestrians > 0
    assert {crossing.light for crossing in town.crossing} > {None}
    width, depth = (high - low for low, high in zip(town.town.low, town.town.high, strict=True))
    assert (80 <= width <= 100, 60 <= depth <= 80) == (True, True)
    assert len(town.guard) >= 2
    assert any(stop.posture != "standing deployed" for one in town.guard for stop in one.stop)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (
            'street = "Short Lane"',
            'street = "Shirt Lane"',
            "crossing[1].street: no street is called 'Shirt Lane'; known are Long Lane, Short Lane",
        ),
        (
            'light = "middle"',
            'light = "midle"',
            "crossing[0].light: no light is called 'midle'; known are middle",
        ),
        ("at = 12.0", "at = 30.0", "Short Lane is 20 m long; no crossing fits at 30"),
        (
            "at = 12.0",
            "at = 4.0",
            "crossing[1].at: it would lead onto the carriageway of Long Lane",
        ),
        (
            "low = [-20.0, 5.0]",
            "low = [-20.0, 4.0]",
            "building[0].low: the barn stands on Long Lane or its pavement",
        ),
        ("high = [-5.0, 12.0]", "high = [-25.0, 12.0]", "building[0].high: must be above low"),
        ("end = [0.0, 20.0]", "end = [0.0, 3.0]", "'Short Lane' is 3.0 m long; 5 m at least"),
        ("end = [0.0, 20.0]", "end = [0.0, 25.0]", "[0, 25] is outside the town"),
        ('name = "Short Lane"', 'name = "Long Lane"', "there are two called 'Long Lane'"),
        ("at = [20.0, -6.5]", "at = [20.0, -66.5]", "bench[0].at: [20, -66.5] is outside"),
        ("faces = 90.0", 'faces = "north"', "bench[0].faces"),
        ("pavement = 2.0\n\n[[street]]", "pavment = 2.0\n\n[[street]]", "did you mean 'pavement'?"),
        ("at = [20.0, -6.5]", "at = [-10.0, 8.0]", "the bench would stand in the barn"),
        (
            "at = [20.0, -6.5]",
            "at = [20.0, 2.5]",
            "bench[0].at: the bench would stand on the carriageway of Long Lane, at [20, 2.5]",
        ),
        (
            "[[bench]]",
            "[[tree]]\nat = [0.5, 15.0]\n\n[[bench]]",
            "tree[0].at: the tree would stand on the carriageway of Short Lane",
        ),
        (
            "[[bench]]",
            '[[building]]\nname = "the shed"\nlow = [-9.0, 8.0]\nhigh = [-4.5, 14.0]\n\n[[bench]]',
            "building[1].low: the shed stands where the barn does",
        ),
        (
            "[[bench]]",
            '[[guard]]\nname = "Ann"\n[[guard.stop]]\nat = [-10.0, 9.0]\n\n[[bench]]',
            "guard[0].stop[0].at: Ann would stand in the barn, at [-10, 9]",
        ),
        (
            "[[bench]]",
            '[[guard]]\nname = "Ann"\n[[guard.stop]]\nat = [9, 9]\nposture = "knel"\n\n[[bench]]',
            "guard[0].stop[0].posture: no soldier stays in 'knel'; known are standing",
        ),
        (
            "[[bench]]",
            '[[path]]\nname = "ring"\npoints = [[9.0, 4.0], [9.0, 9.0], [9.0, 9.0]]\n\n[[bench]]',
            "path[0].points[2]: 'ring' is there already",
        ),
        (
            "[[bench]]",
            '[[path]]\nname = "lost"\npoints = [[9.0, 9.0], [9.0, 15.0]]\n\n[[bench]]',
            "path[0].points: nobody can walk from lost at [9, 9] to the rest of the town; let it",
        ),
    ],
)
def test_what_is_wrong_gets_a_sentence(before: str, after: str, says: str) -> None:
    with pytest.raises(SettingsError) as told:
        small_town((before, after))
    assert says in str(told.value)
    assert str(told.value).startswith("small.toml: ")


def test_files(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(SMALL, encoding="utf-8")
    assert load_town(own) == small_town()
    with pytest.raises(SettingsError, match=r"no town is called 'twon'; .*did you mean 'town'"):
        load_town("twon")
    with pytest.raises(SettingsError, match="there is no such file"):
        load_town(tmp_path / "none.toml")
