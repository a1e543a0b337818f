"""Guards go from stop to stop, and stay there as they were told."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.contracts.commands import ActionState, Commands
from motorium.contracts.population import Population
from motorium.minds.pedestrian.patrol import Guards
from motorium.world.town.document import Guard, Stop, load_town
from tests.minds.pedestrian.strollers import WALKER, StandIn

POSTURES = ("standing deployed", "kneeling deployed")
ROUND = Guard(
    name="round",
    speed=1.2,
    stop=[
        Stop(at=(0.0, 0.0), seconds=2.0, faces=90.0),
        Stop(at=(6.0, 0.0)),
        Stop(at=(6.0, 4.0), seconds=3.0, posture="kneeling deployed", faces=0.0),
    ],
)


class Post:
    def __init__(self, patrol: Guard, people: int = 1) -> None:
        self.population = Population(people, points=1)
        self.commands = Commands(WALKER, people)
        self.motor = StandIn(self.population, self.commands)
        self.guards = Guards(self.population, self.commands, POSTURES)
        self.slots = self.population.enter(people)
        self.motor.put(self.slots[:1], np.array([patrol.stop[0].at]), np.zeros(1))
        self.guards.enter(0, patrol)
        self.frame = 0

    def advance(self) -> None:
        self.guards.decide(self.frame)
        self.motor.advance()
        self.frame += 1


def test_a_round() -> None:
    post = Post(ROUND)
    near: list[int] = []
    said = set()
    for _ in range(60 * 40):
        post.advance()
        for number, stop in enumerate(ROUND.stop):
            far = np.linalg.norm(post.population.positions[0, :2] - np.array(stop.at))
            if far < 0.6 and (not near or near[-1] != number):
                near.append(number)
        said.add(post.guards.why(0))
    assert near[:6] == [0, 1, 2, 0, 1, 2]
    assert {"patrols to stop 3 of 3", "keeps watch, kneeling deployed"} <= said


def test_back_the_same_way() -> None:
    post = Post(ROUND.model_copy(update={"turns_back": True}))
    wished: list[int] = []
    for _ in range(60 * 40):
        post.advance()
        number = post.guards._guards[0].next
        if not wished or wished[-1] != number:
            wished.append(number)
    assert wished[:6] == [0, 1, 2, 1, 0, 1]


def test_he_kneels_looks_where_he_should_and_gets_up() -> None:
    post = Post(ROUND)
    asked = []
    for _ in range(60 * 20):
        before = int(post.commands.action_sequence[0])
        post.advance()
        if int(post.commands.action_sequence[0]) != before:
            asked.append(POSTURES[int(post.commands.action_value[0])])
        if post.motor.postures[0] == 1 and post.commands.action_state[0] == ActionState.DONE:
            assert post.commands["heading"][0] == 0.0
            assert post.commands["speed"][0] == 0.0
    assert asked[:3] == ["standing deployed", "kneeling deployed", "standing deployed"]


def test_he_lets_others_pass() -> None:
    post = Post(ROUND, people=2)
    post.motor.put(post.slots[1:], np.array([[2.0, 0.0]]), np.zeros(1))
    for _ in range(60 * 8):
        post.advance()
    assert post.population.positions[0, 0] < 1.5
    assert post.guards.why(0) == "lets somebody pass on his patrol"


def test_unknown_postures_are_told() -> None:
    wrong = ROUND.model_copy(update={"stop": [Stop(at=(0.0, 0.0), posture="flying")]})
    with pytest.raises(ValueError, match=r"round: no posture 'flying'; known are standing depl"):
        Post(wrong)


def test_guards_of_the_town_have_room() -> None:
    """No house and no tree stands in their way."""
    town = load_town()
    for guard in town.guard:
        stops = [np.array(stop.at) for stop in guard.stop]
        for one, other in zip(stops, stops[1:] + stops[:1], strict=True):
            for share in np.linspace(0.0, 1.0, 20):
                place = one + share * (other - one)
                for tree in town.tree:
                    assert np.linalg.norm(place - np.array(tree.at)) > 0.5
                for house in town.building:
                    inside = (np.array(house.low) < place) & (place < np.array(house.high))
                    assert not inside.all()
