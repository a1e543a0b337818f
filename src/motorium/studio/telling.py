"""What pages are told of a world, in the words of the wire."""

from __future__ import annotations

import json
from typing import Final

from motorium import __version__
from motorium.bodies.species import Species
from motorium.contracts.commands import ActionState
from motorium.contracts.events import Event
from motorium.contracts.time import FRAME_RATE
from motorium.looks.skin import skin_of
from motorium.minds.pilot import Pilot
from motorium.studio.comparison import comparison_of
from motorium.wire import messages
from motorium.wire.message import PROTOCOL
from motorium.wire.wishes import MAX_BUDGET, MAX_POPULATION, MAX_VISCOSITY, MIN_BUDGET
from motorium.world.world import World

__all__ = ["driven", "happening", "hello", "levels"]

TURN_STATES: Final[dict[ActionState, messages.TurnState]] = {
    ActionState.NONE: "none",
    ActionState.ASKED: "asked",
    ActionState.RUNNING: "running",
    ActionState.DONE: "done",
    ActionState.REFUSED: "refused",
}


def hello(world: World, leavable: bool = False) -> messages.Hello:
    """What a page must know first; leavable: whether another world waits behind this one."""
    return messages.Hello(
        protocol=PROTOCOL,
        version=__version__,
        stage="ocean",
        scenario=world.scenario.world.title,
        frame_rate=float(FRAME_RATE),
        species=[_introduced(kind) for kind in world.species],
        limits=messages.Limits(
            population=(0, min(world.population.capacity, MAX_POPULATION)),
            speed=(0.0, world.top_speed),
            viscosity=(0.0, MAX_VISCOSITY),
            budget=(MIN_BUDGET, MAX_BUDGET),
        ),
        comparison=comparison_of(world, leavable),
    )


def _introduced(kind: Species) -> messages.SpeciesInfo:
    nodes = kind.body.nodes / kind.body.length
    skin = json.dumps(skin_of(nodes, kind.skin).to_data())
    return messages.SpeciesInfo(
        name=kind.name,
        label=kind.label,
        length=kind.length,
        nodes=nodes.round(6).ravel().tolist(),
        skin=messages.Skin.model_validate_json(skin),
    )


def levels(world: World) -> messages.Levels:
    """Who runs on what, and what was done about it."""
    report = world.levels
    return messages.Levels(
        muscles=report.muscles,
        playback=report.playback,
        frame=report.frame,
        automatic=report.automatic,
        changes=report.changes,
        governor=report.sentence if report.budget is not None else "",
    )


def driven(pilot: Pilot, species: int) -> messages.Driven:
    """A fish that somebody drives."""
    turn: messages.TurnState = TURN_STATES[pilot.turning]
    return messages.Driven(
        id=pilot.id,
        species=species,
        top_speed=pilot.top_speed,
        speed=pilot.speed,
        heading=pilot.heading,
        climb=pilot.climb,
        roll=pilot.roll,
        asked=messages.Asked(**pilot.asked),
        turn=turn,
        turn_angle=pilot.turn_angle,
    )


def happening(alike: list[Event]) -> messages.Happening:
    """Events of one kind, as one."""
    last = alike[-1]
    who = (
        f"fish {last.subject}"
        if len(alike) == 1
        else f"{len(alike)} fishes, the last {last.subject}"
    )
    return messages.Happening(time=last.t, kind=last.kind, text=f"{who}: {last.detail}")
