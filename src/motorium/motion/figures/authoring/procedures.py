"""Procedural arcs: purely a function of time, from a node back to it, of a few freedoms.

    arc = author_procedure(script, nodes, "waving")
    angles = procedure_angles(script, skeleton, "waving", node_angles, times)

Nothing needs to be stored: a player can call `procedure_angles` (Granieri et al., section 7).
"""

from __future__ import annotations

import math

import numpy as np

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import Poses, Skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.authoring.arcs import Authored
from motorium.motion.figures.authoring.postures import shaped
from motorium.motion.figures.authoring.script_document import ScriptDocument
from motorium.motion.figures.channels import MADE_AT
from motorium.motion.figures.gestures import Gesture, Swing, gesture_angles
from motorium.motion.figures.slaving import full_name
from motorium.settings import SettingsError

__all__ = ["author_procedure", "gesture_of", "procedure_angles"]


def gesture_of(script: ScriptDocument, name: str) -> Gesture:
    """What a procedure does, in radians and by the freedoms of human-high."""
    procedure = script.procedure_named(name)
    skeleton = load_skeleton(script.script.figure)
    allowed = script.joints_of(procedure.region, skeleton)
    swings: dict[str, Swing] = {}
    if procedure.shape is not None:
        side = procedure.region.split()[0]
        rest = np.full(skeleton.freedoms, np.nan)
        hand = shaped(script, skeleton, rest, side, procedure.shape)
        for number, angle in enumerate(hand.tolist()):
            if math.isfinite(angle):
                swings[full_name(skeleton, number)] = Swing(angle)
    for freedom, one in procedure.freedom.items():
        joint, _, axis = freedom.rpartition(".")
        if joint not in allowed:
            own = ", ".join(allowed)
            raise SettingsError(
                f"{script.script.title}: procedure {name}: {freedom!r} is not a freedom of the "
                f"region {procedure.region!r}, whose joints are {own}"
            )
        degrees = (one.raised, one.swing, one.lag)
        swings[full_name(skeleton, skeleton.freedom(joint, axis))] = Swing(
            *map(math.radians, degrees)
        )
    return Gesture(procedure.node, procedure.seconds, procedure.ease, procedure.rate, swings)


def procedure_angles(
    script: ScriptDocument, skeleton: Skeleton, name: str, node: Floats, times: Floats
) -> Floats:
    """Angles of all freedoms (times, freedoms) at times [s] since it began; node: those of its
    node (freedoms,). Freedoms that it does not name stay as they are."""
    return gesture_angles(gesture_of(script, name), skeleton, node, times)


def author_procedure(script: ScriptDocument, nodes: dict[str, Poses], name: str) -> Authored:
    """The same as frames, like any other arc."""
    skeleton = load_skeleton(script.script.figure)
    procedure = script.procedure_named(name)
    node = nodes[procedure.node]
    frames = round(procedure.seconds * MADE_AT) + 1
    times = np.arange(frames) / MADE_AT
    poses = Poses(
        np.repeat(node.position, frames, axis=0),
        np.repeat(node.rotation, frames, axis=0),
        procedure_angles(script, skeleton, name, node.angles[0], times),
    )
    return Authored(procedure.node, procedure.node, poses, np.zeros(3))
