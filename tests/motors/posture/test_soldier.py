"""The soldier's own graph, built once: feet that stand, hands on the rifle, nothing that jumps."""

import numpy as np
import pytest
from rich.console import Console

from motorium.bodies.figure.skeleton import Site
from motorium.contracts.commands import Commands
from motorium.contracts.frames import Floats
from motorium.contracts.population import Population
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.figures.run import ready_graph
from motorium.motors.posture.motor import PostureMotor
from motorium.motors.posture.places import FigurePlaces
from motorium.motors.posture.points import POINTS
from motorium.motors.posture.vocabulary import FIGURE
from tests.motors.posture.graphs import Troupe

pytestmark = pytest.mark.slow
SIDES = ("left", "right")


@pytest.fixture(scope="module")
def graph() -> PostureGraph:
    return ready_graph(Console(stderr=True))


def soldiers(graph: PostureGraph, count: int = 1, posture: str = "standing deployed") -> Troupe:
    people = Population(count, len(POINTS))
    commands = Commands(FIGURE, count)
    motor = PostureMotor(people, commands, [graph])
    slots = people.enter(count)
    motor.enter(slots, posture, np.zeros((count, 3)), np.zeros(count))
    return Troupe(people, commands, motor, slots)


def _place(places: FigurePlaces, site: Site) -> Floats:
    there: Floats = places.positions[site.segment] + places.rotations[site.segment] @ site.at
    return there


def worst_slide(troupe: Troupe, frames: int) -> float:
    """How fast the slowest of heels and balls of both feet moves [m/s], in all but a twentieth of
    some frames."""
    before: Floats | None = None
    slowest: list[float] = []
    for frame in range(frames):
        troupe.motor.advance(frame)
        places = troupe.motor.places(troupe.slots)[0]
        sites = [
            places.skeleton.sites[f"{side} {part}"] for side in SIDES for part in ("heel", "ball")
        ]
        now = np.stack([_place(places, site) for site in sites])
        if before is not None:
            slowest.append(float(np.linalg.norm(now - before, axis=1).min()) * 60)
        before = now
    return float(np.quantile(slowest, 0.95))


@pytest.mark.parametrize(("speed", "course"), [(0.8, 0.0), (1.35, 0.0), (2.0, 0.0), (0.8, np.pi)])
def test_who_walks_stands_on_feet_that_do_not_slide(
    graph: PostureGraph, speed: float, course: float
) -> None:
    troupe = soldiers(graph)
    troupe.ask(speed=speed, course=course)
    troupe.advance(3.0)
    slid = worst_slide(troupe, 120)
    print(f"{speed} m/s, course {course:.1f}: {slid:.4f} m/s")
    assert slid < 0.05


def test_who_walks_a_curve_slides_little(graph: PostureGraph) -> None:
    """A turn is about the foot that stands: it is twisted, not dragged."""
    troupe = soldiers(graph)
    troupe.ask(speed=1.3)
    troupe.advance(2.0)
    worst = 0.0
    for number in range(6):
        troupe.ask(heading=0.8 * number)
        worst = max(worst, worst_slide(troupe, 60))
    print(f"{worst:.3f} m/s")
    assert worst < 0.25


def test_who_is_led_does_not_slide_when_he_sets_off_or_stops(graph: PostureGraph) -> None:
    """Of both feet the slower one, while one takes the first or the last step: less than 10 cm."""
    troupe = soldiers(graph)
    x, before = 0.0, None
    for speed, seconds in ((0.0, 0.5), (1.4, 6.0), (0.0, 4.0)):
        troupe.ask(speed=speed)
        slid = 0.0
        for frame in range(round(60 * seconds)):
            x += speed / 60
            troupe.motor.lead(troupe.slots, [[x, 0.0, 0.0]])
            troupe.motor.advance(frame)
            places = troupe.motor.places(troupe.slots)[0]
            sites = places.skeleton.sites
            names = [f"{side} {part}" for side in SIDES for part in ("heel", "ball")]
            now = np.stack([_place(places, sites[name])[:2] for name in names])
            one = troupe.motor.state[0]
            steps = one["moving"] == 1 and troupe.motor.ways.steady[one["clip"]] == 0
            if before is not None and steps:
                slid += float(np.linalg.norm(now - before, axis=1).min())
            before = now
        print(f"to {speed} m/s: {100 * slid:.1f} cm")
        assert slid < 0.1


def test_nothing_jumps_whatever_is_asked_for(graph: PostureGraph) -> None:
    """Landmarks move by less than 0.25 m in a frame [15 m/s], in a minute of sudden wishes."""
    count = 40
    troupe = soldiers(graph, count)
    draw = np.random.default_rng(9)
    names = list(graph.nodes)
    fixed = [number for number, name in enumerate(names) if graph.nodes[name].kind == "fixed"]
    before, worst, who = troupe.landmarks(), 0.0, ""
    for frame in range(1800):
        chosen = troupe.slots[draw.random(count) < 0.02]
        troupe.commands.set("speed", chosen, draw.choice([0.0, 0.0, 0.9, 1.4, 3.0], len(chosen)))
        troupe.commands.set("heading", chosen, draw.uniform(-3, 3, len(chosen)))
        troupe.commands.set("course", chosen, draw.uniform(-3, 3, len(chosen)))
        for name in ("aim", "aim_turn", "aim_rise", "look_turn"):
            troupe.commands.set(name, chosen, draw.uniform(-1, 1, len(chosen)))
        some = chosen[draw.random(len(chosen)) < 0.4]
        troupe.commands.begin("posture", some, draw.choice(fixed, len(some)))
        troupe.motor.advance(frame)
        now = troupe.landmarks()
        moved = np.linalg.norm(now - before, axis=2).max(axis=1)
        if moved.max() > worst:
            worst, who = float(moved.max()), troupe.motor.doing(int(moved.argmax()))
        before = now
    print(f"{worst:.3f} m, {who}")
    assert worst < 0.25


@pytest.mark.parametrize("speed", [2.5, 3.5, 5.0])
def test_who_aims_against_his_way_does_not_flip(graph: PostureGraph, speed: float) -> None:
    """To the left at a run, and aiming to the right: more than the chest can be turned."""
    troupe = soldiers(graph, posture="standing firing")
    troupe.ask(speed=speed, course=np.pi / 2, aim=1.0, aim_turn=-1.2, aim_rise=-0.8)
    before, worst = troupe.landmarks(), 0.0
    for frame in range(300):
        troupe.motor.advance(frame)
        now = troupe.landmarks()
        worst = max(worst, float(np.linalg.norm(now - before, axis=2).max()))
        before = now
    assert worst < 0.25


def test_who_dies_in_the_midst_of_a_gesture_does_not_jump(graph: PostureGraph) -> None:
    for gesture in range(len(graph.gestures)):
        troupe = soldiers(graph)
        troupe.commands.begin("gesture", troupe.slots, gesture)
        troupe.advance(0.7)
        troupe.posture("dead")
        before, worst = troupe.landmarks(), 0.0
        for frame in range(90):
            troupe.motor.advance(frame)
            now = troupe.landmarks()
            worst = max(worst, float(np.linalg.norm(now - before, axis=2).max()))
            before = now
        assert worst < 0.15


@pytest.mark.parametrize(("turn", "rise"), [(0.0, 0.0), (0.0, -0.8), (1.2, -0.8)])
def test_hands_stay_above_the_ground_whatever_the_aim(
    graph: PostureGraph, turn: float, rise: float
) -> None:
    """Landmarks are inside of the body: with all of them above it, so is about all of it."""
    troupe = soldiers(graph, posture="prone firing")
    troupe.ask(aim=1.0, aim_turn=turn, aim_rise=rise)
    lowest = 1.0
    for posture in ("prone deployed", "crawl", "kneeling deployed", "crawl", "prone firing"):
        troupe.posture(posture)
        for frame in range(180):
            troupe.motor.advance(frame)
            lowest = min(lowest, float(troupe.landmarks()[..., 2].min()))
    print(f"{lowest:.3f} m")
    assert lowest > -0.01


def test_hands_stay_on_an_aimed_rifle(graph: PostureGraph) -> None:
    for posture in ("standing firing", "kneeling firing", "prone firing"):
        troupe = soldiers(graph, posture=posture)
        offs = []
        for turn, rise in ((0.0, 0.0), (0.4, 0.1), (-0.4, 0.2), (0.2, -0.04)):
            troupe.ask(aim=1.0, aim_turn=turn, aim_rise=rise)
            troupe.advance(2.0)
            places = troupe.motor.places(troupe.slots)[0]
            palm = places.positions[places.skeleton.segment("left palm")]
            offs.append(places.rifle_rotation.T @ (palm - places.rifle_position))
            x, y, z = places.rifle_rotation[:, 0]
            # Breath moves it by a degree.
            assert np.arctan2(y, x) == pytest.approx(turn, abs=0.03)
            assert np.arcsin(z) == pytest.approx(rise, abs=0.03)
        assert np.ptp(offs, axis=0).max() < 1e-4
