"""Patrols are played as they are written, and others see them so."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motorium.settings import SettingsError
from motorium.wire.dis.entities import Entities
from motorium.wire.dis.patrol import Patrol, PatrolScript, load_patrol, shipped_patrols
from motorium.wire.dis.sending import Sender
from tests.wire.dis.material import FRAME, ORIGIN, rows


def patrol(*steps: dict[str, Any], **soldier: Any) -> Patrol:
    table = {"format": 1, "soldier": [{"step": list(steps), **soldier}]}
    return Patrol(PatrolScript.model_validate(table))


def test_legs_and_stays_follow_each_other() -> None:
    one = patrol(
        {"go": (10.0, 0.0), "speed": 2.0},
        {"stay": 3.0, "posture": "kneeling firing", "aims_at": (10.0, 5.0)},
        {"go": (10.0, -6.0), "speed": 0.5, "posture": "crawl"},
        repeats=False,
    )
    walking = one.doing(0, 2.0)
    assert walking.place == pytest.approx((4.0, 0.0))
    assert walking.velocity == pytest.approx((2.0, 0.0))
    assert (walking.heading, walking.words) == (0.0, "walking")
    kneeling = one.doing(0, 7.0)
    assert kneeling.place == pytest.approx((10.0, 0.0))
    assert kneeling.heading == pytest.approx(math.pi / 2)
    assert kneeling.words == "kneeling firing"
    # On his way to look there: half a turn a second.
    assert one.doing(0, 5.25).heading == pytest.approx(math.pi / 4)
    assert one.doing(0, 5.25).turns == pytest.approx(math.pi)
    crawling = one.doing(0, 12.0)
    assert crawling.place == pytest.approx((10.0, -2.0))
    assert crawling.heading == pytest.approx(-math.pi / 2)
    assert crawling.words == "crawling"
    # And there he stays.
    assert one.doing(0, 99.0).place == pytest.approx((10.0, -6.0))


def test_who_repeats_goes_home_first() -> None:
    one = patrol({"go": (3.0, 4.0), "speed": 1.0}, start=(0.0, 0.0))
    assert one.doing(0, 7.5).place == pytest.approx((1.5, 2.0))
    assert one.doing(0, 12.0).place == pytest.approx((1.2, 1.6))


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ([{}], "soldier[0].step[0]: a step either goes to a place or stays for some seconds"),
        ([{"stay": 1.0, "speed": 2.0}], "soldier[0].step[0].speed: only who goes has a speed"),
        ([{"go": [1.0, 0.0], "aims_at": [1.0, 0.0]}], "aims_at: only who stays can aim"),
        ([{"go": [1.0, 0.0], "posture": "dead"}], 'posture: must be "standing deployed" or'),
        ([{"stay": 1.0, "posture": "kneling"}], "must be one of standing deployed, "),
        ([{"go": "there"}], "soldier[0].step[0].go: must be a list, not 'there'"),
        ([{"stay": -1.0}], "soldier[0].step[0].stay: must be more than 0 and at most 3600"),
        ([], "soldier[0].step: must hold at least 1, not 0"),
    ],
)
def test_scripts_are_checked(steps: list[Any], sentence: str, tmp_path: Path) -> None:
    import tomli_w

    file = tmp_path / "own.toml"
    file.write_text(tomli_w.dumps({"format": 1, "soldier": [{"step": steps}]}))
    with pytest.raises(SettingsError) as problem:
        load_patrol(file)
    assert sentence in str(problem.value)
    assert len(str(problem.value).splitlines()) == 1


def test_shipped_ones_by_name() -> None:
    assert shipped_patrols() == ["patrol"]
    with pytest.raises(SettingsError, match="no patrol is called 'patol'; known are patrol"):
        load_patrol("patol")


def test_others_see_the_shipped_patrol() -> None:
    """For a minute: within a metre of where everybody is, in the posture that is played."""
    sent: list[bytes] = []
    sender = Sender(ORIGIN, lambda view: sent.append(bytes(view)), capacity=8)
    played = Patrol(load_patrol(), sender)
    entities = Entities(ORIGIN)
    seen: dict[str, set[str]] = {}
    worst = 0.0
    for _ in range(60 * 60):
        played.advance(FRAME)
        entities.advance(FRAME)
        if sent:
            entities.take(*rows(*sent))
            sent.clear()
        for number, one in enumerate(entities):
            doing = played.doing(number)
            worst = max(worst, float(np.hypot(*np.subtract(one.position[:2], doing.place))))
            assert one.posture == doing.posture
            seen.setdefault(one.marking, set()).add(doing.words)
    assert worst < 1.0
    assert seen["ZULU 1"] == {"prone deployed", "prone firing", "standing deployed", "dead"}
    assert {"running", "crawling", "prone firing"} <= seen["BRAVO 1"]
    assert {"walking", "kneeling firing", "standing firing"} <= seen["ALPHA 1"]
    # Four soldiers, 240 frames a second if told of always.
    assert sender.packets < 200
