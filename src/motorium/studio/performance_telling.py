"""A performance as pages are told of it."""

from __future__ import annotations

from functools import cache

import numpy as np

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.rigid.draping import drape_of
from motorium.bodies.rigid.parts import PARTS
from motorium.contracts.frames import Floats
from motorium.contracts.time import PERFORMANCE_RATE
from motorium.motion.figures.takes import ACTS, HIGH
from motorium.motors.continuum.stepping import GRAVITY
from motorium.physics.rigid.scene import HANDS
from motorium.wire.figures.models import MODELS_PATH
from motorium.wire.mocap.state import object_names
from motorium.wire.performing import frame, messages
from motorium.world.performance.document import SCENES, load_scene, waiting
from motorium.world.performance.performance import Performance, Performer

__all__ = [
    "frame_bytes",
    "hello_message",
    "performer_message",
    "performer_statuses",
    "scene_message",
]

DIGITS = 5
"""Of lengths that are told once [m]."""
FIRST_LOOK = 7
"""Seed of the first performer's appearance; the others follow."""
LOOKS = 65_536


@cache
def hello_message() -> messages.PerformanceHello:
    """What a page must know first."""
    standard = load_skeleton(HIGH)
    drape = drape_of(standard, standard)
    rests = _triples(standard.rest_positions)
    scenes = {name: load_scene(name).scene for name in SCENES}
    return messages.PerformanceHello(
        protocol=messages.PERFORMANCE_PROTOCOL,
        rate=PERFORMANCE_RATE,
        scenes=[
            messages.SceneChoice(name=name, title=one.title, description=one.description)
            for name, one in scenes.items()
        ],
        acts=list(ACTS),
        parts=[
            messages.PartInfo(
                name=part.name, parent=part.parent, hinge=part.hinge[1] if part.hinge else 0.0
            )
            for part in PARTS
        ],
        segments=[
            messages.SegmentInfo(
                name=name,
                rest=rests[number],
                lower=int(drape.lower[number]),
                upper=int(drape.upper[number]),
                share=round(float(drape.share[number]), DIGITS),
            )
            for number, name in enumerate(standard.segments)
        ],
        figure=HIGH,
        models=MODELS_PATH,
    )


def scene_message(
    performance: Performance,
    revision: int,
    name: str,
    tossed: tuple[str, str],
    acts: list[str],
    clip: str | None,
) -> messages.SceneShown:
    """What is performed."""
    about = performance.document.scene
    called, props_called = object_names(performance)
    return messages.SceneShown(
        revision=revision,
        name=name,
        title=about.title,
        description=about.description,
        props=_props(performance, props_called),
        performers=[
            performer_message(one, k, called[k]) for k, one in enumerate(performance.performers)
        ],
        tossed=tossed,
        doing=clip or ", ".join(acts),
        acts=acts,
        clip=clip,
    )


def performer_statuses(performance: Performance) -> list[messages.PerformerStatus]:
    """How doubles are."""
    motor, balance = performance.motor, performance.motor.continuum.balance
    found = []
    for slot in performance.slots:
        number = motor.character_of(int(slot))
        held: list[str | None] = [None] * len(HANDS)
        for hand, prop in motor.scene.held(number):
            held[hand] = motor.scene.props[prop].name
        weight = GRAVITY * motor.scene.figures[number].mass
        found.append(
            messages.PerformerStatus(
                balance=float(balance.beta[number]),
                own=float(balance.own[number]),
                off=motor.continuum.error(number),
                pull=float(balance.pull[number]) / weight,
                fallen=bool(balance.fallen[number]),
                rising=motor.recoveries[number].runs,
                holds=(held[0], held[1]),
                pulled=motor.is_pulled(int(slot)),
            )
        )
    return found


def frame_bytes(performance: Performance, revision: int, tick: int) -> bytes:
    """How it is now."""
    motor, balance = performance.motor, performance.motor.continuum.balance
    doubles = []
    for slot in performance.slots:
        number = motor.character_of(int(slot))
        flags = frame.FLAG_FALLEN if balance.fallen[number] else 0
        flags |= frame.FLAG_RISING if motor.recoveries[number].runs else 0
        for hand, _ in motor.scene.held(number):
            flags |= (frame.FLAG_LEFT_HOLDS, frame.FLAG_RIGHT_HOLDS)[hand]
        doubles.append(
            frame.DoubleShown(
                coordinates=motor.continuum.coordinates(number),
                performer=motor.performer(int(slot)),
                centre=balance.centre[number],
                performed=balance.performed[number],
                balance=float(balance.beta[number]),
                ground=float(balance.ground[number]),
                flags=flags,
                corners=balance.corners[number, : balance.corner_count[number]],
            )
        )
    return frame.pack_performance_frame(
        revision, tick, performance.seconds, doubles, motor.scene.prop_places()
    )


def _props(performance: Performance, called: list[str]) -> list[messages.PropInfo]:
    waits, names = waiting(performance.document), iter(called)
    return [
        messages.PropInfo(
            name=prop.name,
            object=None if prop.is_fixed else next(names),
            shape=prop.shape,
            size=list(prop.size),
            at=prop.at,
            turn=prop.turn,
            color="#" + "".join(f"{round(255 * part):02x}" for part in prop.color),
            moves=not prop.is_fixed,
            hangs=prop.hangs,
            waits=prop.name in waits,
            grip=prop.grip,
        )
        for prop in performance.motor.scene.props
    ]


def performer_message(who: Performer, number: int, called: str) -> messages.PerformerInfo:
    """called: in packets."""
    drape = drape_of(who.skeleton, load_skeleton(HIGH))
    dresses = [
        messages.Dress(places=_triples(places), turns=_quadruples(turns))
        for places, turns in zip(drape.places, drape.turns, strict=True)
    ]
    return messages.PerformerInfo(
        name=who.title[:80],
        object=called,
        look=(FIRST_LOOK + number) % LOOKS,
        offsets=_triples(who.figure.offsets),
        at_ease=dresses[0],
        closed=dresses[1],
        scales=_triples(drape.scales),
    )


def _triples(rows: Floats) -> list[tuple[float, float, float]]:
    return [(x, y, z) for x, y, z in np.round(rows, DIGITS).tolist()]


def _quadruples(rows: Floats) -> list[tuple[float, float, float, float]]:
    return [(w, x, y, z) for w, x, y, z in np.round(rows, DIGITS).tolist()]
