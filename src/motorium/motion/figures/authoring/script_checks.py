"""What cannot be in a file of authored motion, though each value is right in itself: a sentence
each, which names the offender."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from motorium.problems import Wrong, did_you_mean, shown

if TYPE_CHECKING:
    from motorium.motion.figures.authoring.script_document import Arc, ScriptDocument

__all__ = ["script_wrongs"]

ON_RIFLE: Final = ("aim", "reach_rifle", "grasp")
"""Primitives of who has one."""


def script_wrongs(script: ScriptDocument) -> Iterator[Wrong]:
    """All of it, each at its key."""
    yield from _wrong_postures(script)
    names = [posture.name for posture in script.posture]
    if script.gaits is not None and script.gaits.posture not in names:
        yield Wrong(("gaits", "posture"), _no_posture(script, script.gaits.posture))
    seen: set[tuple[str, str]] = set()
    for number, arc in enumerate(script.arc):
        for key in ("start", "end"):
            if getattr(arc, key) not in names:
                yield Wrong(("arc", number, key), _no_posture(script, getattr(arc, key)))
        if (arc.start, arc.end) in seen:
            twice = f"there are two arcs from {arc.start!r} to {arc.end!r}"
            yield Wrong(("arc", number, "end"), twice)
        seen.add((arc.start, arc.end))
        if arc.shift is not None and arc.anchor is not None:
            both = f"from {arc.start} to {arc.end} has both a shift and an anchor; say one of them"
            yield Wrong(("arc", number, "anchor"), both, ("shift",))
        yield from _wrong_primitives(script, arc, number)
    procedures = [procedure.name for procedure in script.procedure]
    for number, procedure in enumerate(script.procedure):
        if procedure.name in procedures[:number]:
            yield Wrong(("procedure", number, "name"), f"there are two called {procedure.name!r}")
        if procedure.region not in script.region:
            none = f"no region is called {shown(procedure.region)}"
            meant = did_you_mean(procedure.region, script.region)
            yield Wrong(("procedure", number, "region"), none + meant)
        if procedure.node not in names:
            yield Wrong(("procedure", number, "node"), _no_posture(script, procedure.node))
        if 2.0 * procedure.ease > procedure.seconds:
            long = f"{procedure.name!r} rises and returns for longer than it lasts"
            yield Wrong(("procedure", number, "ease"), long, ("seconds",))


def _wrong_postures(script: ScriptDocument) -> Iterator[Wrong]:
    earlier: list[str] = []
    for number, posture in enumerate(script.posture):
        where = ("posture", number)
        if posture.name in earlier:
            yield Wrong((*where, "name"), f"there are two postures {posture.name!r}")
        if posture.like is not None and posture.like not in earlier:
            known = f"no earlier posture is called {shown(posture.like)}"
            yield Wrong((*where, "like"), known + did_you_mean(posture.like, earlier))
        for side in ("left", "right"):
            shape = getattr(posture.hands, side)
            if shape not in script.hand:
                yield Wrong((*where, "hands", side), _no_shape(script, shape))
        for index, goal in enumerate(posture.goal):
            if goal.near == goal.site:
                itself = f"the goal of {goal.site!r} is seen from itself"
                yield Wrong((*where, "goal", index, "near"), itself)
            if goal.floor is not None and goal.site not in script.clearance:
                rests = f"[clearance] does not say how high {goal.site!r} is on the floor"
                yield Wrong((*where, "goal", index, "floor"), rests)
        earlier.append(posture.name)


def _wrong_primitives(script: ScriptDocument, arc: Arc, number: int) -> Iterator[Wrong]:
    what = f"from {arc.start} to {arc.end}"
    for index, one in enumerate(arc.do):
        where = ("arc", number, "do", index)
        end = arc.seconds if one.end is None else one.end
        if not one.begin < end <= arc.seconds:
            span = f"{what} takes {arc.seconds:g} s; {one.primitive} cannot be from {one.begin:g}"
            yield Wrong((*where, "end"), f"{span} to {end:g} s")
        if one.shape is not None and one.shape not in script.hand:
            yield Wrong((*where, "shape"), _no_shape(script, one.shape))
        if one.like is not None and one.like not in [p.name for p in script.posture]:
            yield Wrong((*where, "like"), _no_posture(script, one.like))
        if one.primitive in ON_RIFLE and not script.script.rifle:
            yield Wrong((*where, "primitive"), f"{what}: {one.primitive} needs a rifle")
        if one.primitive == "hold" and one.site is None:
            yield Wrong((*where, "site"), f"{what}: hold needs a site that stays")
        sided = one.primitive.endswith(("hand", "foot", "elbow", "arm", "leg")) or (
            "knee" in one.primitive
        )
        if sided and one.side is None:
            yield Wrong((*where, "side"), f"{what}: {one.primitive} needs a side, left or right")


def _no_posture(script: ScriptDocument, name: str) -> str:
    known = [posture.name for posture in script.posture]
    meant = did_you_mean(name, known)
    return f"no posture is called {shown(name)}{meant or '; known are ' + ', '.join(known)}"


def _no_shape(script: ScriptDocument, name: str) -> str:
    meant = did_you_mean(name, script.hand)
    return f"no shape of a hand is called {shown(name)}{meant}; known are " + ", ".join(script.hand)
