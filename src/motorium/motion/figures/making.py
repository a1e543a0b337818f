"""One arc: made on human-high, followed by the others, and kept as channels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.skeleton import Poses
from motorium.contracts.frames import Floats
from motorium.motion.figures.authoring.arcs import author_arc
from motorium.motion.figures.authoring.scripts import ScriptDocument
from motorium.motion.figures.channels import MADE_AT, RATES, at_rate
from motorium.motion.figures.graph import Arc, Contact, Source
from motorium.motion.figures.reduction import reduced
from motorium.motion.figures.slaving import Slave
from motorium.motion.figures.ways import Way, moved, way_between
from motorium.settings import SettingsError

__all__ = [
    "MASTER",
    "TOLERANCES",
    "Contacts",
    "Made",
    "Order",
    "Pair",
    "arc_of",
    "backwards",
    "contacts_of",
    "make",
]

MASTER: Final = "human-high"
TOLERANCES: Final = {"human-high": 0.002, "human-med": 0.004, "human-low": 0.008}
"""By how much keys may miss what was made, at worst [m]."""
MEETS: Final = 1e-4
"""An arc that misses its postures by more than this [m or rad] does not fit; by less, it is made to
meet them."""
Pair = tuple[str, str]
Contacts = tuple[Contact, ...]


@dataclass(frozen=True)
class Order:
    """What a job must know: an arc, its postures by figure, and its poses if they are made."""

    script: ScriptDocument
    pair: Pair
    source: Source
    ends: Mapping[str, tuple[Poses, Poses]]
    masters: Mapping[str, Poses]
    poses: Poses | None = None
    contacts: Contacts = ()


@dataclass(frozen=True)
class Made:
    """Poses and their times [s] by figure; off: as of an arc."""

    poses: Mapping[str, Poses]
    times: Mapping[str, Floats]
    contacts: Contacts
    off: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def contacts_of(frames: Iterable[tuple[str, int, int]]) -> Contacts:
    """Sites with their first and last frame."""
    return tuple(Contact(site, first / MADE_AT, last / MADE_AT) for site, first, last in frames)


def make(order: Order) -> Made:
    """A job: needs nothing else."""
    poses, contacts = order.poses, order.contacts
    if poses is None:
        try:
            authored = author_arc(order.script, dict(order.masters), *order.pair)
        except KeyError as problem:
            raise SettingsError(problem.args[0]) from None
        poses = authored.poses
        contacts = contacts_of(authored.contacts)
    way = way_between(order.ends[MASTER][1], poses.frames(slice(-1, None)))
    poses = _met(order, poses, way)
    made, times = {MASTER: poses}, {MASTER: np.arange(len(poses)) / MADE_AT}
    off: dict[str, dict[str, float]] = {}
    warnings: list[str] = []
    for name in FIGURES:
        if name == MASTER:
            continue
        frames = at_rate(len(poses), RATES[name])
        first, last = order.ends[name]
        slaved = Slave(load_skeleton(name)).follow(
            poses.frames(frames), " to ".join(order.pair), (first, moved(last, way))
        )
        made[name], times[name] = slaved.poses, frames / MADE_AT
        off[name] = {site: float(one.max()) for site, one in slaved.residuals.items()}
        warnings += slaved.warnings
    return Made(made, times, contacts, off, tuple(warnings))


def _met(order: Order, poses: Poses, way: Way) -> Poses:
    """The same, with its postures at its ends to the last bit."""
    first, last = order.ends[MASTER][0], moved(order.ends[MASTER][1], way)
    for posture, wanted, got in (
        (order.pair[0], first, poses.frames(slice(0, 1))),
        (order.pair[1], last, poses.frames(slice(-1, None))),
    ):
        off = max(
            float(np.abs(getattr(wanted, part) - getattr(got, part)).max())
            for part in ("position", "rotation", "angles")
        )
        if off > MEETS:
            raise ValueError(f"it misses {posture!r} by {off:.2g}")
    return Poses.joined([first, poses.frames(slice(1, -1)), last])


def arc_of(order: Order, made: Made) -> Arc:
    """With as few keys as will do."""
    sets = {}
    for name in FIGURES:
        skeleton = load_skeleton(name)
        poses, times = made.poses[name], made.times[name]
        sets[name] = reduced(skeleton, poses, times, TOLERANCES[name])
    shift, turn = way_between(order.ends[MASTER][1], made.poses[MASTER].frames(slice(-1, None)))
    travel = (float(shift[0]), float(shift[1]), float(np.arctan2(turn[1, 0], turn[0, 0])))
    return Arc(*order.pair, order.source, sets, travel, made.contacts, made.off)


def backwards(order: Order, made: Made) -> Arc:
    """The same run backwards, from the origin on."""
    shift, turn = way_between(order.ends[MASTER][1], made.poses[MASTER].frames(slice(-1, None)))
    home = -(turn.T @ shift), turn.T
    poses = {
        name: moved(one.frames(slice(None, None, -1)), home) for name, one in made.poses.items()
    }
    times = {name: one[-1] - one[::-1] for name, one in made.times.items()}
    seconds = times[MASTER][-1]
    contacts = tuple(
        Contact(one.site, float(seconds - one.last), float(seconds - one.first))
        for one in made.contacts
    )
    start, end = order.pair
    ends = {name: (last, first) for name, (first, last) in order.ends.items()}
    back = Order(order.script, (end, start), "reversed", ends, order.masters)
    return arc_of(back, Made(poses, times, contacts, made.off))
