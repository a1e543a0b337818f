"""What pages are told of a world, in the words of the wire."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Final

import numpy as np

from motorium import __version__
from motorium.bodies.species import Species
from motorium.contracts.commands import ActionState
from motorium.contracts.events import Event
from motorium.contracts.time import FRAME_RATE
from motorium.looks.skin import skin_of
from motorium.minds.pilot import Pilot
from motorium.studio import afloat
from motorium.studio.pace import NATURAL
from motorium.studio.picture import OnShow
from motorium.wire import messages, scenery
from motorium.wire.making import Kind
from motorium.wire.message import PROTOCOL
from motorium.wire.physical import PhysicsRanges
from motorium.wire.wishes import (
    MAX_BUDGET,
    MAX_CURRENT,
    MAX_FLOW,
    MAX_POPULATION,
    MAX_VISCOSITY,
    MIN_BUDGET,
    SLOWEST,
)
from motorium.world.fishing.angling import CAUGHT, HOOKED, TORN_OFF
from motorium.world.habitat.furniture import furniture_of
from motorium.world.habitat.habitat import Habitat
from motorium.world.habitat.terrain import Terrain
from motorium.world.renewal import BORN
from motorium.world.world import EXCHANGED, SPAWNED, World

__all__ = ["driven", "habitat_status", "habitat_told", "happening", "hello", "introduced", "levels"]

HEIGHT_STEPS: Final = 2**16 - 1

TURN_STATES: Final[dict[ActionState, messages.TurnState]] = {
    ActionState.NONE: "none",
    ActionState.ASKED: "asked",
    ActionState.RUNNING: "running",
    ActionState.DONE: "done",
    ActionState.REFUSED: "refused",
}

SAID: Final = {
    SPAWNED: "has spawned with fish {other}",
    HOOKED: "has bitten the bait",
    TORN_OFF: "has torn itself off the hook",
    CAUGHT: "was pulled out of the water",
    BORN: "is born",
}
"""Of one fish, by what happened."""

ON_PAGES: Final = {"muscle": "muscles", "repertoire": "playback"}
"""What pages call motors."""


def hello(
    world: OnShow,
    comparison: messages.Comparison | None = None,
    recording: messages.Recorded | None = None,
    kinds: Sequence[Kind] = (),
    physics: PhysicsRanges | None = None,
) -> messages.Hello:
    """What a page must know first."""
    return messages.Hello(
        protocol=PROTOCOL,
        version=__version__,
        stage="ocean",
        scenario=world.scenario.world.title,
        frame_rate=float(FRAME_RATE),
        seed=world.scenario.world.seed,
        species=[introduced(kind) for kind in world.species],
        limits=messages.Limits(
            population=(0, min(world.population.capacity, MAX_POPULATION)),
            speed=(0.0, world.top_speed),
            viscosity=(0.0, MAX_VISCOSITY),
            budget=(MIN_BUDGET, MAX_BUDGET),
            flow=(0.0, MAX_FLOW),
            current=MAX_CURRENT,
            rate=(SLOWEST, NATURAL),
        ),
        comparison=comparison,
        recording=recording,
        habitat=None if world.habitat is None else habitat_told(world.habitat),
        submarine=afloat.hull(world),
        line=world.line is not None,
        groups=[group.name or "" for group in world.scenario.group],
        camera=afloat.film(world.scenario),
        kinds=list(kinds),
        physics=physics,
    )


def habitat_told(habitat: Habitat) -> scenery.Habitat:
    """How it looks."""
    settings, obstacles, weeds = habitat.settings, habitat.obstacles, habitat.weeds
    furniture = furniture_of(habitat)
    places = zip(obstacles.cylinders, furniture.stones, strict=True)
    clusters = zip(furniture.plants, weeds.roots, np.diff(weeds.first_leaf), strict=True)
    return scenery.Habitat(
        radius=settings.radius,
        ground=settings.ground,
        surface=settings.surface,
        clarity=settings.light.clarity,
        terrain=_terrain(habitat.terrain),
        obstacles=[
            scenery.Obstacle(
                kind=stone.kind,
                seed=stone.looks,
                height=stone.height,
                **{name: _rounded(place[name]) for name in ("x", "y", "bottom", "top", "radius")},
            )
            for place, stone in places
        ],
        weeds=[
            scenery.WeedCluster(
                kind=plant.kind,
                height=plant.height[1],
                root=(_rounded(root[0]), _rounded(root[1]), _rounded(root[2])),
                leaves=int(leaves),
            )
            for plant, root, leaves in clusters
        ],
    )


def _terrain(terrain: Terrain) -> scenery.Terrain:
    heights = terrain.heights
    lowest, highest = float(heights.min()), float(heights.max())
    steps = np.rint((heights - lowest) * (HEIGHT_STEPS / max(highest - lowest, 1e-6)))
    return scenery.Terrain(
        size=len(heights),
        step=terrain.step,
        reach=terrain.reach,
        lowest=lowest,
        highest=highest,
        heights=base64.b64encode(steps.astype("<u2").tobytes()).decode("ascii"),
    )


def _rounded(metres: float) -> float:
    """To a tenth of a millimetre."""
    return round(float(metres), 4)


def habitat_status(world: OnShow, eaten: int) -> scenery.HabitatStatus | None:
    """How it is in a habitat; eaten: how much was, so far."""
    habitat = world.habitat
    if habitat is None:
        return None
    x, y, z = world.current.tolist()
    below_surface = np.array([[0.0, 0.0, habitat.settings.surface]])
    return scenery.HabitatStatus(
        hour=habitat.light.hour,
        sun=float(habitat.light.at(below_surface)[0]),
        flow=habitat.currents.strength,
        current=(x, y, z),
        plankton=len(habitat.plankton),
        food=len(habitat.food),
        eaten=eaten,
    )


def introduced(kind: Species) -> messages.SpeciesInfo:
    """A species as pages must know it to draw it."""
    nodes = kind.body.nodes / kind.body.length
    skin = json.dumps(skin_of(nodes, kind.skin).to_data())
    return messages.SpeciesInfo(
        name=kind.name,
        label=kind.label,
        length=kind.length,
        nodes=nodes.round(6).ravel().tolist(),
        skin=messages.Skin.model_validate_json(skin),
        photo=None if kind.texture is None else _png_url(kind.texture),
    )


def _png_url(data: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(data).decode('ascii')}"


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
    if last.subject < 0:
        return messages.Happening(time=last.t, kind=last.kind, text=last.detail)
    fishes = len({event.subject for event in alike})
    who = f"fish {last.subject}" if fishes == 1 else f"{fishes} fishes, the last {last.subject}"
    what = SAID[last.kind].format(other=last.object) if last.kind in SAID else last.detail
    if last.kind == EXCHANGED:
        what = " to ".join(ON_PAGES.get(name, name) for name in what.split(" to "))
    return messages.Happening(time=last.t, kind=last.kind, text=f"{who}: {what}")
