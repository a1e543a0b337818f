"""What MuJoCo is told of characters and props: bodies, joints, shapes, and who touches whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from motorium.bodies.rigid.figure import BALL, BAR, BLOCK, WATER, RigidFigure
from motorium.bodies.rigid.parts import PARTS
from motorium.physics.rigid.engine import engine
from motorium.physics.rigid.paths import HEAVY
from motorium.physics.rigid.props import Prop

__all__ = [
    "add_character",
    "add_floor",
    "add_grips",
    "add_prop",
    "bit_of",
    "body_name",
    "everybody",
    "grip_name",
    "let_pass",
    "possible_grips",
]

MOST_CHARACTERS: Final = 24
"""Each has a bit of its own among the 32 that say who touches whom."""
HANDS: Final = ("left forearm", "right forearm")
GROUND: Final = "ground"
SCENERY: Final = 1
"""The bit of ground and props."""
FLOOR_HALF: Final = 40.0


def body_name(character: int, part: str) -> str:
    """What MuJoCo calls a part."""
    return f"{character} {part}"


def grip_name(character: int, hand: int, prop: int) -> str:
    """What MuJoCo calls the hold of a hand on a prop."""
    return f"grip {character} {hand} {prop}"


def bit_of(character: int) -> int:
    """A character's own, among those that say who touches whom."""
    return 1 << (character + 1)


def everybody(characters: int) -> int:
    """The bits of all characters, of ground and props."""
    return SCENERY | sum(bit_of(number) for number in range(characters))


def add_floor(spec: Any, characters: int) -> None:
    """Level, and as far as one can see."""
    spec.worldbody.add_geom(
        name=GROUND,
        type=engine().mjtGeom.mjGEOM_PLANE,
        size=[FLOOR_HALF, FLOOR_HALF, 0.1],
        contype=SCENERY,
        conaffinity=everybody(characters),
    )


def add_character(spec: Any, number: int, characters: int, figure: RigidFigure) -> None:
    """Its parts, joints and shapes, one of so many."""
    mujoco = engine()
    kinds = {
        BALL: mujoco.mjtGeom.mjGEOM_SPHERE,
        BAR: mujoco.mjtGeom.mjGEOM_CAPSULE,
        BLOCK: mujoco.mjtGeom.mjGEOM_BOX,
    }
    bodies: list[Any] = []
    for index, part in enumerate(PARTS):
        parent = spec.worldbody if index == 0 else bodies[part.parent]
        body = parent.add_body(name=body_name(number, part.name), pos=figure.offsets[index])
        bodies.append(body)
        name = body_name(number, part.name)
        if index == 0:
            body.add_freejoint(name=body_name(number, "root"))
        elif part.hinge is None:
            body.add_joint(name=name, type=mujoco.mjtJoint.mjJNT_BALL)
        else:
            body.add_joint(
                name=name,
                type=mujoco.mjtJoint.mjJNT_HINGE,
                axis=part.hinge,
                range=[0.0, part.most],
                limited=mujoco.mjtLimited.mjLIMITED_TRUE,
            )
    for shape in figure.shapes:
        bodies[shape.part].add_geom(
            type=kinds[shape.kind],
            size=[*shape.size, 0.0, 0.0][:3],
            pos=shape.at,
            zaxis=shape.axis,
            density=WATER,
            contype=bit_of(number),
            conaffinity=everybody(characters) & ~bit_of(number),
            friction=[1.0, 0.005, 0.0001],
        )


def add_prop(spec: Any, prop: Prop, characters: int) -> None:
    """A body of its own, if it moves, and its shape."""
    mujoco = engine()
    kinds = {
        "ball": mujoco.mjtGeom.mjGEOM_SPHERE,
        "box": mujoco.mjtGeom.mjGEOM_BOX,
        "bar": mujoco.mjtGeom.mjGEOM_CAPSULE,
    }
    body, at = spec.worldbody, np.array(prop.at)
    if not prop.is_fixed:
        hung = prop.hangs is not None
        hook = at + np.array([0.0, 0.0, prop.hangs or 0.0])
        body = spec.worldbody.add_body(
            name=prop.name, pos=hook, quat=(1.0, 0.0, 0.0, 0.0) if hung else prop.turn
        )
        if hung:
            body.add_joint(
                name=prop.name, type=mujoco.mjtJoint.mjJNT_BALL, damping=[prop.swing_damping, 0, 0]
            )
            at = np.array([0.0, 0.0, -(prop.hangs or 0.0)])
        else:
            body.add_freejoint(name=prop.name)
            body.gravcomp = float(prop.path is not None)
            at = np.zeros(3)
    body.add_geom(
        name=prop.name,
        type=kinds[prop.shape],
        size=[*prop.size, 0.0, 0.0][:3],
        pos=at,
        quat=prop.turn if prop.is_fixed else (1.0, 0.0, 0.0, 0.0),
        mass=prop.mass if prop.path is None else HEAVY,
        contype=SCENERY,
        conaffinity=everybody(characters),
        friction=[prop.friction, prop.rolling, prop.rolling / 5],
        condim=6 if prop.shape == "ball" and not prop.is_fixed else 3,
    )


def let_pass(spec: Any, props: Sequence[Prop]) -> None:
    """What goes its own way goes through what stands fast, and through others of its kind."""
    going = [prop.name for prop in props if prop.path is not None]
    for number, name in enumerate(going):
        for other in ("world", *going[:number]):
            spec.add_exclude(bodyname1=other, bodyname2=name)


def possible_grips(
    figures: Sequence[RigidFigure], props: Sequence[Prop]
) -> list[tuple[int, int, int]]:
    """Characters, hands and props that could be held by them."""
    return [
        (character, hand, number)
        for character in range(len(figures))
        for hand in range(len(HANDS))
        for number, prop in enumerate(props)
        if prop.grip and not prop.is_fixed
    ]


def add_grips(spec: Any, figures: Sequence[RigidFigure], props: Sequence[Prop]) -> None:
    """All holds that there could be, none of them closed."""
    mujoco = engine()
    for character, hand, prop in possible_grips(figures, props):
        grip = spec.add_equality(
            type=mujoco.mjtEq.mjEQ_CONNECT,
            objtype=mujoco.mjtObj.mjOBJ_BODY,
            name=grip_name(character, hand, prop),
            name1=body_name(character, HANDS[hand]),
            name2=props[prop].name,
        )
        grip.data[:3] = figures[character].hands[hand]
        grip.active = False
