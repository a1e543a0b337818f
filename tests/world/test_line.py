"""A fishing line: how its hook sinks and swings, who bites, and how it is pulled up."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.minds.pilot import PilotError
from motorium.motors.muscle import PUBLISHED
from motorium.settings import SettingsError
from motorium.world.edible import Edible, bait_number
from motorium.world.fishing.line import FALLS, OFF_GROUND, PULLS, SINKS, Line
from motorium.world.fishing.settings import LineSettings
from motorium.world.habitat.carrying import are_free
from motorium.world.habitat.habitat import Habitat
from motorium.world.habitat.suction import MOUTH
from motorium.world.inputs import replay
from motorium.world.recording.digest import world_digest
from motorium.world.scenario import Scenario
from motorium.world.world import CAUGHT, EXCHANGED, HOOKED, LEFT, RESTED, TORN_OFF, World
from tests.minds.tanks import NEEDED, seeds_of
from tests.world.seas import sea

MOTORS = ("muscle", "repertoire")
SURFACE = 1.0


# ---------------------------------------------------------------- the hook


def let_down(habitat: Habitat, frames: int, **settings: Any) -> Line:
    line = Line(LineSettings(**{"place": (0.0, 0.0), **settings}), habitat)
    line.cast(line.settings.place)
    for frame in range(frames):
        line.advance(frame / FRAME_RATE, habitat.currents, taut=True)
    return line


def test_a_hook_sinks_to_its_depth_and_waits() -> None:
    """The surface is at 3 m: after a second it is a quarter of a metre below, in the end 1.5 m."""
    line = let_down(sea(), FRAME_RATE)
    assert line.state == "sinks"
    assert line.hook == pytest.approx((0.0, 0.0, 3.0 - SINKS))
    assert line.top == pytest.approx((0.0, 0.0, 3.0))
    line = let_down(sea(), 7 * FRAME_RATE)
    assert line.state == "waits"
    assert line.hook == pytest.approx((0.0, 0.0, 1.5))


def test_in_a_current_it_hangs_aslant() -> None:
    """By u / FALLS: 0.12 m/s take 1.5 m of line 0.3 m aside."""
    habitat = sea(flow=[{"kind": "uniform", "velocity": (0.12, 0.0, 0.0)}])
    line = let_down(habitat, 40 * FRAME_RATE)
    assert line.hook[0] == pytest.approx(1.5 * 0.12 / FALLS, rel=1e-3)
    assert np.linalg.norm(line.hook - line.top) == pytest.approx(1.5)


def test_it_swings_as_its_equation_says() -> None:
    """Against SciPy's solution of x' = u sin(2 pi t / T) - FALLS x / length, once it hangs."""
    habitat = sea(flow=[{"kind": "uniform", "velocity": (0.1, 0.0, 0.0), "period": 8.0}])
    line = let_down(habitat, 10 * FRAME_RATE)
    begin, seconds = line.hook[0], np.arange(10 * FRAME_RATE, 18 * FRAME_RATE) / FRAME_RATE
    went = []
    for now in seconds:
        line.advance(float(now), habitat.currents, taut=True)
        went.append(line.hook[0])
    exact = solve_ivp(
        lambda t, x: 0.1 * np.sin(2 * np.pi * t / 8.0) - FALLS * x / 1.5,
        (seconds[0], seconds[-1] + FRAME_SECONDS),
        [begin],
        t_eval=seconds + FRAME_SECONDS,
        rtol=1e-8,
    )
    assert np.abs(went - exact.y[0]).max() < 2e-3
    assert np.ptp(went) > 0.1


def test_it_keeps_off_the_ground() -> None:
    line = let_down(sea(), 30 * FRAME_RATE, depth=100.0)
    assert line.hook[2] == pytest.approx(-2.0 + OFF_GROUND, abs=1e-3)


@settings(max_examples=15, deadline=None)
@given(
    x=st.floats(-1.5, 1.5),
    y=st.floats(-1.5, 1.5),
    wind=st.floats(0.0, 2.0),
    seed=st.integers(1, 5),
)
def test_wherever_it_swings_it_is_in_free_water(x: float, y: float, wind: float, seed: int) -> None:
    rock = {"kind": "rock", "places": [(1.2, 0.0)], "radius": (0.4, 0.4), "height": (3.0, 3.0)}
    habitat = sea(
        seed=seed,
        radius=2.5,
        relief=0.4,
        obstacle=[rock],
        flow=[{"kind": "uniform", "velocity": (wind, 0.3 * wind, 0.0), "period": 5.0}],
    )
    line = Line(LineSettings(place=(-2.0, 0.0), depth=4.0), habitat)
    line.cast(line.check((x, y)))
    for frame in range(25 * FRAME_RATE):
        line.advance(frame / FRAME_RATE, habitat.currents, taut=True)
        assert are_free(line.bait.solids, line.hook[None]).all() or line.length < 1e-3


def test_it_is_pulled_up_at_its_pace_and_rests() -> None:
    habitat = sea()
    line = let_down(habitat, 7 * FRAME_RATE)
    line.pull()
    for frame in range(FRAME_RATE):
        line.advance(frame / FRAME_RATE, habitat.currents, taut=True)
    assert line.hook[2] == pytest.approx(1.5 + PULLS)
    line.advance(0.0, habitat.currents, taut=False)
    assert line.hook[2] == pytest.approx(1.5 + PULLS)
    for frame in range(6 * FRAME_RATE):
        line.advance(frame / FRAME_RATE, habitat.currents, taut=True)
    assert line.state == "up"
    assert line.hook == pytest.approx(line.top)
    assert not line.bait.there[0]


def test_its_bait_is_plankton_to_some_and_food_to_others() -> None:
    habitat = sea(plankton={"count": 3})
    line = let_down(habitat, 60)
    edible = Edible(habitat, line)
    edible.follow()
    number = bait_number(habitat)
    assert edible.there[number:].tolist() == [1, 2]
    assert edible.places[number:] == pytest.approx(np.array([line.hook, line.hook]))
    line.rest()
    edible.follow()
    assert edible.there[number:].tolist() == [0, 0]


# ---------------------------------------------------------------- what a person can do


def waters(motor: str = "muscle", count: int = 2, **tables: Any) -> World:
    """Herrings that look along x, the first with its mouth where the hook will be."""
    length, deep = 0.2, SURFACE - 0.5
    places = [(-MOUTH * length - 0.8 * k, 0.3 * k, deep) for k in range(count)]
    herrings = {
        "species": "herring",
        "places": places,
        "headings": [0.0] * count,
        "motor": motor,
        "speed": 0.0,
        "eats": ["food"],
    }
    habitat = {"radius": 3.0, "relief": 0.0, "ground": -1.0, "surface": SURFACE}
    line = {"place": (0.0, 0.0), "depth": 0.5, **tables.pop("line", {})}
    world = World(
        Scenario(
            format=1,
            world={"capacity": 4, **tables.pop("world", {})},
            habitat=habitat,
            line=line,
            group=[{**herrings, **tables}] if count else [],
        )
    )
    for identity in range(count):
        world.pilot(identity).glide()
    return world


def until(world: World, state: str, seconds: float = 8.0) -> None:
    """Let it live until the line is in a state."""
    assert world.line is not None
    for _ in range(round(seconds * FRAME_RATE)):
        if world.line.state == state:
            return
        world.advance()
    raise AssertionError(f"the line is {world.line.state}, not {state}, after {seconds:g} s")


@pytest.fixture(scope="module")
def calm() -> World:
    """Nobody changes it: whatever is wished is refused."""
    return waters()


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ((3.0, 4.0), "a line at 3, 4 m is outside the habitat: at most 3 m from its middle"),
        ((0.0, np.nan), "its place is two finite numbers of metres"),
        ((0.0, 0.0, 0.0), "its place is two finite numbers of metres"),
    ],
)
def test_a_line_cannot_be_cast_just_anywhere(
    calm: World, place: tuple[float, ...], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        calm.cast_line(place)
    assert calm.line is not None
    assert calm.line.state == "up"
    assert not calm.line.bait.there[0]


def test_a_line_that_is_up_cannot_be_pulled_nor_one_that_is_down_cast() -> None:
    world = waters(count=0)
    with pytest.raises(ValueError, match="the line is up already; cast it first"):
        world.pull_line()
    world.cast_line((1.0, 0.5))
    with pytest.raises(ValueError, match="in the water already; pull it up first"):
        world.cast_line((0.0, 0.0))
    world.advance(30)
    world.pull_line()
    with pytest.raises(ValueError, match="the line is being pulled up already"):
        world.pull_line()
    until(world, "up")
    world.cast_line((0.0, 0.0))
    assert [event.kind for event in world.events] == []


def test_where_there_is_no_line_it_is_said() -> None:
    world = World(Scenario(format=1, group=[{"species": "herring", "count": 1}]))
    assert world.line is None
    missing = r"no fishing line here; give the scenario a \[line\]"
    with pytest.raises(ValueError, match=missing):
        world.cast_line((0.0, 0.0))
    with pytest.raises(ValueError, match=missing):
        world.pull_line()
    printed = Scenario(format=1, habitat={"radius": 3.0}, line={"place": (0.0, 0.0), "at": 0.0})
    world = World(printed, PUBLISHED)
    world.advance(3)
    assert world.line is None


def test_a_line_over_a_rock_is_named() -> None:
    rock = {"kind": "rock", "places": [(0.5, 0.0)], "radius": (0.4, 0.4), "height": (9.0, 9.0)}
    with pytest.raises(SettingsError, match=r"line\.place: a line at 0.5, 0 m would lie on"):
        World(
            Scenario(
                format=1,
                habitat={"radius": 3.0, "obstacle": [rock]},
                line={"place": (0.5, 0.0)},
            )
        )


# ---------------------------------------------------------------- who bites


@pytest.mark.parametrize("motor", [*MOTORS, "automatic"])
def test_the_first_to_bite_is_pulled_to_the_surface_and_leaves(motor: str) -> None:
    world = waters(motor, line={"at": 0.5})
    world.allow(0)
    pilot = world.pilots[0]
    until(world, "pulls")
    line = world.line
    assert line is not None
    assert line.caught == 0
    assert not line.bait.there[0]
    before = world.population[0].world_nodes
    while line.caught is not None:
        world.advance()
        if line.caught is None:
            break
        after = world.population[0].world_nodes
        # Nothing is put anywhere: all of it goes at the pace of a fish in a hand.
        assert np.linalg.norm(after - before, axis=1).max() < 1.5 * FRAME_SECONDS
        before = after
        if line.length < 0.4:
            snout = before[0]
            assert np.linalg.norm(snout - line.hook) < 0.1
    assert line.state == "up"
    assert 0 not in world.population
    assert 1 in world.population
    assert before[0, 2] > SURFACE - 0.1
    kinds = [event.kind for event in world.events if event.subject == 0]
    exchanged = [EXCHANGED] if motor != "muscle" else []
    assert [kind for kind in kinds if kind != "entered"] == [HOOKED, *exchanged, CAUGHT, LEFT]
    assert RESTED not in kinds
    with pytest.raises(PilotError, match="it was caught by a fishing line"):
        pilot.swim(1.0)


def test_who_does_not_eat_it_is_not_caught() -> None:
    world = waters(eats=[], line={"at": 0.0})
    until(world, "waits")
    world.advance(30)
    assert world.line is not None
    assert world.line.caught is None


def test_nobody_else_can_hold_who_hangs_on_it() -> None:
    world = waters(line={"at": 0.0})
    world.grab(0, 0, world.population[0].world_nodes[0])
    until(world, "pulls")
    with pytest.raises(ValueError, match="fish 0 hangs on the fishing line"):
        world.grab(0, 3, (0.0, 0.0, 0.0))
    with pytest.raises(ValueError, match="fish 0 hangs on the fishing line"):
        world.let_go(0)
    with pytest.raises(ValueError, match="being pulled up already"):
        world.pull_line()
    until(world, "up")
    assert 0 not in world.population


def test_who_leaves_the_hook_leaves_it_empty() -> None:
    world = waters(line={"at": 0.0})
    until(world, "pulls")
    world.advance(20)
    world.remove([0])
    world.advance()
    line = world.line
    assert line is not None
    assert (line.state, line.caught) == ("pulls", None)
    # Without bait it catches nobody on its way.
    assert not line.bait.there[0]
    until(world, "up")
    assert CAUGHT not in [event.kind for event in world.events]
    world.cast_line((0.0, 0.0))
    assert line.bait.there[0]


def test_who_a_current_holds_fast_tears_off_and_goes_on() -> None:
    world = waters("repertoire", line={"at": 0.0})
    until(world, "pulls")
    world.current = (3.0, 0.0, 0.0)
    until(world, "up", 60.0)
    kinds = [event.kind for event in world.events]
    assert kinds[-2:] == [TORN_OFF, EXCHANGED], "back to playback"
    assert 0 in world.population
    world.grab(0, 0, (0.0, 0.0, 0.0))


def test_it_is_cast_once_by_itself() -> None:
    world = waters(count=0, line={"at": 0.2})
    until(world, "sinks")
    assert world.clock.seconds == pytest.approx(0.2, abs=2 * FRAME_SECONDS)
    world.pull_line()
    until(world, "up")
    world.advance(FRAME_RATE)
    assert world.line is not None
    assert world.line.state == "up"


def test_a_catch_repeats_to_the_byte() -> None:
    world = waters("repertoire")
    inputs = world.record_inputs()
    world.advance(10)
    world.cast_line((0.0, 0.0))
    until(world, "pulls")
    until(world, "up")
    assert CAUGHT in [event.kind for event in world.events]
    world.cast_line((0.5, 0.0))
    world.advance(40)
    world.pull_line()
    world.advance(10)
    again = waters("repertoire")
    replay(again, inputs, world.clock.frame)
    assert world_digest(again) == world_digest(world)
    assert list(again.events) == list(world.events)


# ---------------------------------------------------------------- scenes


def angled(seed: int, motor: str) -> Scenario:
    """A hook comes down among five fishes who are hungry."""
    groups = [
        {
            "species": species,
            "count": count,
            "mind": "instinct",
            "motor": motor,
            "center": (0.0, 0.0, 0.2),
            "radius": (0.5, 1.5),
            "eats": eats,
            "instinct": {"hunger": 0.6},
        }
        for species, count, eats in (
            ("butterflyfish", 3, ["plankton"]),
            ("clownfish", 2, ["food"]),
        )
    ]
    return Scenario(
        format=1,
        world={"seed": seed, "capacity": 5},
        habitat={
            "radius": 3.0,
            "ground": -2.0,
            "surface": 1.0,
            "relief": 0.1,
            "flow": [{"kind": "uniform", "velocity": (0.05, 0.02, 0.0), "period": 12.0}],
        },
        line={"place": (0.3, 0.0), "at": 0.0, "depth": 0.6},
        group=groups,
    )


def test_who_goes_for_the_bait_says_so() -> None:
    world = World(angled(1, "repertoire"))
    for _ in range(20 * FRAME_RATE // 6):
        world.advance(6)
        said = [world.reason(identity).sentence for identity in range(5)]
        if any("the bait at" in sentence for sentence in said):
            return
    raise AssertionError(f"nobody goes for the bait: {said}")


@pytest.mark.slow
@pytest.mark.parametrize("motor", MOTORS)
def test_within_60_s_the_hook_has_caught_somebody(motor: str) -> None:
    landed = 0
    for seed in seeds_of("the hook"):
        world = World(angled(seed, motor))
        while world.clock.seconds < 60.0 and len(world.population) == 5:
            world.advance()
        landed += CAUGHT in [event.kind for event in world.events]
        assert RESTED not in [event.kind for event in world.events]
    assert landed >= NEEDED
