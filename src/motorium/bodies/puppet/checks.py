"""What cannot be in a puppet's file, though each value is right in itself: a sentence each, which
names the offender."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from motorium.bodies.puppet.excluding import excluding_wrongs
from motorium.bodies.puppet.feasible import infeasible
from motorium.bodies.puppet.model import in_space, puppet_of, spans_a_plane
from motorium.bodies.puppet.naming import call, listed
from motorium.bodies.puppet.room import room_wrongs
from motorium.contracts.frames import Floats
from motorium.problems import Wrong, did_you_mean, shown

if TYPE_CHECKING:
    from motorium.bodies.puppet.document import PuppetDocument, ScriptedPath, Skin

__all__ = ["puppet_wrongs"]

At = tuple[str | int, ...]
MOST_VERTICES: Final = 20_000
"""Of all parts together."""


def puppet_wrongs(document: PuppetDocument) -> Iterator[Wrong]:
    """All of it, each at its key. What rests on a name or a place that is wrong is left out, and
    what must be tried out comes last, if nothing was found by reckoning, as it takes longest."""
    found = [*_names(document), *_shapes(document)]
    places = _relied_on(document, found)
    found += _geometry(document, places)
    found += room_wrongs(document, places)
    yield from found
    if len(places) == len(document.point):
        yield from _together(document, found)


def _relied_on(document: PuppetDocument, found: Sequence[Wrong]) -> dict[str, Floats]:
    """Where points are [m], by name, of those with a name of their own and a place that is one."""
    spoilt = {one.where[1] for one in found if one.where[0] == "point"}
    names = [point.name for point in document.point]
    return {
        point.name: np.array(in_space(point.at))
        for index, point in enumerate(document.point)
        if index not in spoilt and names.count(point.name) == 1
    }


def _together(document: PuppetDocument, found: Sequence[Wrong]) -> Iterator[Wrong]:
    """What excludes each other among the rows in which nothing was found: with fewer of them, and
    fewer pins, more can be, so what cannot be with these cannot be at all."""
    kept = {
        table: _unspoilt(table, len(getattr(document, table)), found)
        for table in ("rod", "joint", "cone", "twist", "part", "path")
    }
    rows = {table: [getattr(document, table)[n] for n in rows] for table, rows in kept.items()}
    well = _unspoilt("point", len(document.point), found)
    points = [
        point if index in well else point.model_copy(update={"pinned": False})
        for index, point in enumerate(document.point)
    ]
    rest = document.model_copy(update={**rows, "point": points})
    puppet = puppet_of(rest)
    excluded = list(excluding_wrongs(rest, puppet)) or list(infeasible(rest, puppet))
    for one in excluded:
        where = list(one.where)
        if where[0] in kept:
            where[1] = kept[str(where[0])][int(where[1])]
        yield replace(one, where=tuple(where))


def _unspoilt(table: str, rows: int, found: Sequence[Wrong]) -> list[int]:
    wheres = [one.where for one in found if one.where[0] == table]
    spoilt = {where[1] if len(where) > 1 else None for where in wheres}
    return [index for index in range(rows) if index not in spoilt]


# ---------------------------------------------------------------- names


def _names(document: PuppetDocument) -> Iterator[Wrong]:
    points = [point.name for point in document.point]
    yield from _repeated("point", points)
    yield from _repeated("part", [part.name for part in document.part])
    for table, key in (
        ("rod", "ends"), ("joint", "points"), ("cone", "at"), ("cone", "bone"), ("cone", "body"),
        ("twist", "at"), ("twist", "bone"), ("twist", "side"), ("twist", "body"),
        ("part", "follows"), ("path", "point"),
    ):  # fmt: skip
        for index, row in enumerate(getattr(document, table)):
            named = getattr(row, key)
            for name in [named] if isinstance(named, str) else named:
                if name not in points:
                    meant = did_you_mean(name, points)
                    known = f"{' Known' if meant else '; known'} are {listed(points) or 'none'}"
                    nobody = f"no point is called {shown(name)}{meant}{known}"
                    yield Wrong((table, index, key), nobody, ("point", "name"))


def _repeated(table: str, names: list[str]) -> Iterator[Wrong]:
    for index, name in enumerate(names):
        if name in names[:index]:
            first = f"{table}[{names.index(name)}]"
            twice = f"{shown(name)} is already the name of {first}; names must differ"
            yield Wrong((table, index, "name"), twice)


# ---------------------------------------------------------------- shapes


def _shapes(document: PuppetDocument) -> Iterator[Wrong]:
    dimensions = document.puppet.dimensions
    for index, point in enumerate(document.point):
        yield from _place(point.at, dimensions, ("point", index, "at"), f"the point {point.name}")
    if dimensions == 2:
        for table in ("cone", "twist"):
            for index in range(len(getattr(document, table))):
                flat = f"a {table} is for puppets of 3 dimensions; this one has 2"
                yield Wrong((table, index), flat, ("dimensions",))
    else:
        for index, joint in enumerate(document.joint):
            if joint.angle is not None and joint.angle[0] < 0.0:
                least = f"{call(joint)}: in 3 dimensions a bend is at least 0"
                where: At = ("joint", index, "angle")
                yield Wrong(where, least, ("dimensions",), list(joint.angle))
    total = sum(len(part.corners) for part in document.part)
    if total > MOST_VERTICES:
        yield Wrong(("part",), f"all parts hold {total} vertices, but at most {MOST_VERTICES} may")
    for index, part in enumerate(document.part):
        yield from _part(part, dimensions, ("part", index))
    for index, path in enumerate(document.path):
        yield from _path(path, dimensions, ("path", index))
    yield from _overlapping(document.path)
    take = document.take
    for key in ("positions", "velocities") if take is not None else ():
        rows = len(getattr(take, key))
        if rows != len(document.point):
            all_points = f"must have a row for each of the {len(document.point)} points, not {rows}"
            yield Wrong(("take", key), all_points, ("point",))


def _place(place: Sequence[float], dimensions: int, where: At, of: str) -> Iterator[Wrong]:
    if dimensions == 3 and len(place) != 3:
        space = f"{of} must be at three numbers, [x, y, z]: the puppet has 3 dimensions"
        yield Wrong(where, space, ("dimensions",), list(place))
    if dimensions == 2 and len(place) == 3 and place[1] != 0.0:
        plane = f"{of} must be at [x, z] or have y = 0: the puppet has 2 dimensions"
        yield Wrong(where, plane, ("dimensions",), list(place))


def _part(part: Skin, dimensions: int, at: At) -> Iterator[Wrong]:
    if not part.follows:
        yield Wrong((*at, "follows"), f"{call(part)} follows no point; it needs at least one")
    if len(set(part.follows)) < len(part.follows):
        yield Wrong((*at, "follows"), f"{call(part)} follows a point twice", given=part.follows)
    if (part.outline is None) == (part.vertices is None):
        neither = part.outline is None
        says = "has no outline and no vertices" if neither else "has both outline and vertices"
        other = f"{call(part)} {says}; it needs one of them"
        yield Wrong(at, other, ("outline", "vertices", "faces"))
        return
    key = "outline" if part.vertices is None else "vertices"
    if len(part.corners) < 3:
        few = f"{call(part)} needs at least three vertices, not {len(part.corners)}"
        yield Wrong((*at, key), few, ("faces",))
    for index, corner in enumerate(part.corners):
        yield from _place(corner, dimensions, (*at, key, index), f"a vertex of {call(part)}")
    if key == "outline" and part.faces is not None:
        goes = f"{call(part)}: faces go with vertices, not with an outline"
        yield Wrong((*at, "faces"), goes, ("outline",))
    elif key == "vertices" and not part.faces:
        yield Wrong((*at, "faces"), f"{call(part)} has vertices, but no faces", ("vertices",))
    for index, face in enumerate(part.faces or ()):
        where: At = (*at, "faces", index)
        if max(face) >= len(part.corners):
            last = f"the last is {len(part.corners) - 1}"
            none = f"a face of {call(part)} names vertex {max(face)}, which is not there: {last}"
            yield Wrong(where, none, (key,))
        elif len(set(face)) < 3:
            yield Wrong(where, f"a face of {call(part)} names a vertex twice", given=list(face))


def _path(path: ScriptedPath, dimensions: int, at: At) -> Iterator[Wrong]:
    times = [key[0] for key in path.keys]
    if times[0] < 0.0:
        yield Wrong((*at, "keys", 0), f"{call(path)} begins before 0", given=times[0])
    for index in range(1, len(times)):
        if times[index] <= times[index - 1]:
            later = f"{call(path)}: times must ascend; behind {times[index - 1]:g} must be a later"
            yield Wrong((*at, "keys", index), later, given=times[index])
    for index, key in enumerate(path.keys):
        yield from _place(key[1:], dimensions, (*at, "keys", index), f"a key of {call(path)}")


def _overlapping(paths: Sequence[ScriptedPath]) -> Iterator[Wrong]:
    """A point cannot be in two hands at a time; who loops is always held."""
    before: dict[str, list[ScriptedPath]] = {}
    for index, path in enumerate(paths):
        for other in before.setdefault(path.point, []):
            apart = path.keys[0][0] > other.keys[-1][0] or other.keys[0][0] > path.keys[-1][0]
            if path.loop or other.loop or not apart:
                twice = f"{call(path)}: another path holds that point at the same time"
                yield Wrong(("path", index), twice, ("loop", "keys"))
                break
        before[path.point].append(path)


# ---------------------------------------------------------------- places


def _geometry(document: PuppetDocument, places: Mapping[str, Floats]) -> Iterator[Wrong]:
    """What has no length, no direction or no frame, among these points."""
    linked: set[frozenset[str]] = set()
    for index, rod in enumerate(document.rod):
        first, second = rod.ends
        at: At = ("rod", index)
        if not places.keys() >= set(rod.ends):
            continue
        if first == second:
            yield Wrong((*at, "ends"), f"{call(rod)} links a point with itself")
        elif frozenset(rod.ends) in linked:
            yield Wrong((*at, "ends"), f"{first} and {second} are linked by two rods; one will do")
        elif np.array_equal(places[first], places[second]):
            yield Wrong(at, f"{call(rod)} has no length: both are at one place", ("at",))
        elif rod.length is not None and rod.length[1] <= 0.0:
            yield Wrong((*at, "length"), f"{call(rod)} can have no length but 0", given=0.0)
        linked.add(frozenset(rod.ends))
    for index, joint in enumerate(document.joint):
        at = ("joint", index, "points")
        if not places.keys() >= set(joint.points):
            continue
        if len(set(joint.points)) < 3:
            yield Wrong(at, f"{call(joint)} needs three different points", given=list(joint.points))
            continue
        before, hinge, behind = (places[name] for name in joint.points)
        if np.array_equal(before, hinge) or np.array_equal(hinge, behind):
            yield Wrong(at, f"{call(joint)} has no angle: two of its points are at one place")
    for index, cone in enumerate(document.cone):
        names = [cone.at, cone.bone, *cone.body]
        if places.keys() >= set(names):
            yield from _framed(places, names, ("cone", index), call(cone))
        if cone.axis is not None and not any(cone.axis):
            yield Wrong(("cone", index, "axis"), f"{call(cone)} has an axis of no length")
    for index, twist in enumerate(document.twist):
        names = [twist.at, twist.bone, *twist.body]
        if not places.keys() >= {*names, twist.side}:
            continue
        found = list(_framed(places, names, ("twist", index), call(twist)))
        yield from found
        hinge, tip, side = (places[name] for name in (twist.at, twist.bone, twist.side))
        if not found and not spans_a_plane(tip - hinge, side - tip):
            straight = f"{call(twist)}: its side, {twist.side}, must be beside the line of the bone"
            yield Wrong(("twist", index, "side"), straight, ("at",))


def _framed(places: Mapping[str, Floats], names: list[str], at: At, what: str) -> Iterator[Wrong]:
    """Whether a hinge and two points of a body make a frame, and there is a bone in it."""
    hinge, tip, u, v = (places[name] for name in names)
    if names[0] in names[1:] or names[2] == names[3]:
        yield Wrong(at, f"{what} needs a hinge, a bone and two more points, all different")
    elif np.array_equal(hinge, tip):
        yield Wrong(at, f"{what} has a bone of no length: both ends are at one place", ("at",))
    elif not spans_a_plane(u - hinge, v - hinge):
        line = f"{names[0]}, {names[2]} and {names[3]} are in a line, which tells no sides"
        yield Wrong((*at, "body"), f"{what}: {line}; choose a point beside it", ("at",))
