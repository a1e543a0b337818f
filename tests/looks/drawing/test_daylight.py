"""The light of an hour, against the page's numbers and by what must be so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from motorium.looks.drawing import daylight as own
from motorium.looks.drawing.daylight import daylight
from motorium.looks.drawing.moment import OPEN_WATER, Water

PAGE = Path(__file__).parents[3] / "web" / "src" / "stages" / "ocean" / "habitat" / "daylight.ts"


def test_the_page_has_the_same_numbers() -> None:
    if not PAGE.is_file():
        pytest.skip("the page's sources are not here")
    page = PAGE.read_text(encoding="utf-8")
    colours = {
        name: json.loads(f"[{told}]")
        for name, told in re.findall(r"^  (\w+): hours\((.+)\),$", page, re.MULTILINE)
    }
    assert {name: [list(one) for one in told] for name, told in own.COLOURS.items()} == colours
    for name in ("SWING", "REFRACTION", "LOWEST", "ADAPTATION", "DUSK_ADAPTATION", "MOON_ALONE"):
        assert f"const {name} = {getattr(own, name):g};" in page
    for name in ("SUN_ALONE", "LOW_UNTIL", "HIGH_FROM"):
        assert f"const {name} = {getattr(own, name):g};" in page


def test_noon_is_what_open_water_has_and_days_mirror_themselves() -> None:
    open_water = daylight(OPEN_WATER)
    noon = daylight(Water(surface=4.0, hour=12.0, sun=1.0))
    for name, value in open_water.items():
        np.testing.assert_allclose(noon[name], value, atol=1e-12)
    morning, evening = (daylight(Water(4.0, hour, 0.5)) for hour in (8.0, 16.0))
    for name in own.COLOURS:
        np.testing.assert_allclose(morning[name], evening[name], atol=1e-12)
    assert morning["sunwards"][0] > noon["sunwards"][0] > evening["sunwards"][0]
    assert np.linalg.norm(evening["sunInAir"]) == pytest.approx(1.0)


def test_darker_water_is_murkier() -> None:
    murks = [daylight(Water(4.0, 12.0, 1.0, clarity))["murk"] for clarity in (2.0, 6.0, 12.0, 90.0)]
    assert murks == [3.0, 2.0, 1.0, 0.4]
