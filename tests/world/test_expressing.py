"""Mouths open for what is eaten and snap shut; who sees a predator pales; who courts is bright."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motorium.contracts.time import FRAME_RATE
from motorium.minds.instinct.behaviours import MATE
from motorium.studio.recorded import RecordedWorld
from motorium.world.expressing import CLOSING, COURTSHIP, FEAR, HERS, MOUTH, OPENING, STANDARD
from motorium.world.recording.layout import EXPRESSION_STEPS
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.scenario import Scenario
from motorium.world.world import EATEN, World


def world_of(*groups: dict[str, Any], **tables: Any) -> World:
    living = [{"mind": "instinct", "motor": "repertoire", **group} for group in groups]
    world = {"seed": 7, "extent": 60.0, "capacity": 12}
    return World(Scenario.model_validate({"format": 1, "world": world, "group": living, **tables}))


def one(species: str, x: float, heading: float = 0.0, **more: Any) -> dict[str, Any]:
    return {"species": species, "places": [(x, 0.0, 0.0)], "headings": [heading], **more}


def story(world: World, seconds: float) -> np.ndarray:
    """Expressions frame by frame, shape (frames, individuals, 3)."""
    frames = []
    for _ in range(round(seconds * FRAME_RATE)):
        world.advance()
        frames.append(world.state().expression)
    return np.array(frames)


def fed_fish() -> World:
    """Who is hungry, with food before its nose."""
    hungry = one("butterflyfish", 0.0, eats=["food"], instinct={"hunger": 0.9})
    world = world_of(hungry, habitat={"radius": 20.0, "relief": 0.0, "food": {"pieces": 1}})
    world.drop_food((0.5, 0.0, 0.0))
    return world


def test_a_mouth_opens_for_food_and_snaps_shut() -> None:
    world = fed_fish()
    mouths = story(world, 6.0)[:, 0, MOUTH]
    meals = [event.frame for event in world.events if event.kind == EATEN]
    assert meals, "it has eaten"
    assert mouths[:10].max() == 0.0, "nothing is near yet"
    assert mouths[meals[0] - 2 : meals[0] + 12].max() > 0.9
    pace = np.sqrt(world.state().lengths[0] / STANDARD)
    shut = meals[0] + int(np.ceil((OPENING + CLOSING) * pace * FRAME_RATE)) + 2
    assert mouths[shut] == 0.0, "a gulp is over"
    assert mouths[meals[0]] > mouths[meals[0] + 3], "it is open, and so shuts at once"
    fastest = 1.5 / (OPENING * pace * FRAME_RATE)
    assert np.abs(np.diff(mouths)).max() <= 1.01 * fastest, "it never jumps"


def test_who_swallows_by_chance_gulps_too() -> None:
    """A gulp of a fish without instinct, by hand: up in 0.1 s, down in 0.15 s for 0.2 m."""
    world = world_of(one("butterflyfish", 0.0, mind="keep-swimming"))
    world.population.lengths[0] = STANDARD
    world.advance()
    world._expressing.swallowed(0)
    mouths = story(world, 0.4)[:, 0, MOUTH]
    share = np.clip(np.arange(1, 7) / (OPENING * FRAME_RATE), 0.0, 1.0)
    assert mouths[:6] == pytest.approx(share**2 * (3.0 - 2.0 * share), abs=1e-6)
    assert mouths[5] == pytest.approx(1.0)
    assert (np.diff(mouths[6:15]) < 0.0).all()
    assert mouths[16:].max() == 0.0
    assert not world.state().expression[:, COURTSHIP:].any()


def test_who_sees_a_shark_pales_and_calms_slowly() -> None:
    world = world_of(one("herring", 0.0), one("shark", 4.0, np.pi))
    told = story(world, 1.0)
    assert told[-1, 0, FEAR] > 0.3
    assert not told[:, 1, FEAR].any(), "sharks fear nobody"
    afraid = told[-1, 0, FEAR]
    shark = world.state().ids[1:]
    world.remove(shark)
    after = story(world, 8.0)[:, 0, FEAR]
    assert (np.diff(after[30:]) <= 0.0).all()
    assert after[60] > 0.4 * afraid, "it does not forget at once"
    assert after[-1] < 0.05


def test_a_courting_male_colours_more_than_the_female() -> None:
    ready = {"hunger": 0.0, "libido": 1.0, "digestion": 0.0}
    male = one("clownfish", 0.0, habits={"sex": "male"}, instinct=ready)
    female = one("clownfish", 0.4, np.pi, habits={"sex": "female"}, instinct=ready)
    world = world_of(male, female)
    told = story(world, 4.0)
    assert (world.instinct.brains["intention"][:2] == MATE).all()
    his, hers = told[:, 0, COURTSHIP], told[:, 1, COURTSHIP]
    assert his[-1] == pytest.approx(1.0)
    assert hers[-1] == pytest.approx(HERS)
    assert 0.3 < his[FRAME_RATE] < 0.7, "after one of two seconds"
    world.instinct.mated(world.population.living, world.seconds)
    faded = story(world, 6.0)
    assert faded[-1, :, COURTSHIP].max() == 0.0
    assert faded[2 * FRAME_RATE, 0, COURTSHIP] > 0.2


def test_expressions_are_the_same_whoever_looks() -> None:
    seen, unseen = fed_fish(), fed_fish()
    unseen.population.seen[:] = 0
    assert story(seen, 3.0)[:, :, MOUTH].max() > 0.0
    assert seen.state().expression.tolist() == story(unseen, 3.0)[-1].tolist()


def test_who_comes_into_a_slot_begins_with_a_calm_face() -> None:
    world = world_of(one("herring", 0.0), one("shark", 4.0, np.pi))
    story(world, 1.0)
    people = world.population
    people.leave(people.ids[people.living])
    assert not people.expression.any()


def test_expressions_are_recorded_with_bodies_and_shown_again(tmp_path: Path) -> None:
    world = fed_fish()
    with Recorder(world, tmp_path / "fed.arrow", nodes=True):
        told = story(world, 3.0)
    assert told[:, 0, MOUTH].max() > 0.9
    with Recording.open(tmp_path / "fed.arrow") as recording:
        shown = RecordedWorld(recording)
        for frame in range(1, 180, 10):
            read = recording.states(frame).expression
            assert read is not None
            assert np.abs(read - told[frame - 1]).max() <= 0.501 / EXPRESSION_STEPS
            shown.show(frame)
            people = shown.population
            assert people.expression[people.living].tolist() == read.tolist()


def test_recordings_from_before_have_calm_faces() -> None:
    with Recording.open(Path(__file__).parent / "before_reasons.arrow") as recording:
        assert recording.states(0).expression is None
