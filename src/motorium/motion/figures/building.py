"""Builds a posture graph: postures, arcs and gaits are made on human-high, and others slaved to it.

    graph, warnings = build_graph(load_script("soldier"))
    write_graph(Path("soldier.safetensors"), graph)

Arcs are made one by one, independent of each other: as jobs on a process pool.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from motorium import __version__
from motorium.batch import Outcome, run_batch
from motorium.bodies.figure.files import FIGURES, load_figure, load_skeleton
from motorium.bodies.figure.skeleton import Poses, Skeleton
from motorium.compiled import Report, sources_digest
from motorium.motion.figures.authoring.postures import Solver, author_nodes, shaped
from motorium.motion.figures.authoring.procedures import gesture_of
from motorium.motion.figures.authoring.script_document import Gaits
from motorium.motion.figures.authoring.scripts import ScriptDocument, arcs_of
from motorium.motion.figures.capture.arcs import captured_arc
from motorium.motion.figures.channels import ChannelSet, record
from motorium.motion.figures.graph import Arc, Node, PostureGraph, Source
from motorium.motion.figures.making import (
    MASTER,
    TOLERANCES,
    Contacts,
    Made,
    Order,
    Pair,
    arc_of,
    backwards,
    contacts_of,
    make,
)
from motorium.motion.figures.slaving import Slave, following_text
from motorium.motion.figures.walking.gaits import KINDS
from motorium.motion.figures.walking.upper import Carriage
from motorium.motion.figures.walking.walks import gait_nodes, stride
from motorium.problems import did_you_mean
from motorium.settings import SettingsError

__all__ = ["TOLERANCES", "Built", "build_graph", "script_digest"]


class Built(NamedTuple):
    """A graph, and sentences about slaves that are farther off than they may be."""

    graph: PostureGraph
    warnings: list[str]


def build_graph(
    script: ScriptDocument,
    report: Report | None = None,
    captured: Mapping[Pair, Path] | None = None,
    workers: int | None = None,
) -> Built:
    """All of a script, with the gaits that it asks for. captured: clips that take the place of
    arcs; workers: processes, as many as there are cores if None."""
    tell = report or (lambda label, done, total: None)
    skeleton = load_skeleton(MASTER)
    _check(script, skeleton)
    missed: list[str] = []
    masters = author_nodes(script, skeleton, report, missed=missed)
    fixed = set(masters)
    strides: dict[Pair, tuple[Poses, Contacts]] = {}
    if script.gaits is not None:
        strides, walking = _gaits(script.gaits, masters[script.gaits.posture])
        masters |= walking
    slaves = {name: _slaved_nodes(name, masters) for name in FIGURES if name != MASTER}
    nodes = {MASTER: masters, **slaves}
    orders = _orders(script, nodes, strides, captured or {})
    tell("arcs", 0, len(orders))
    done = 0

    def count(number: int, outcome: Outcome[Made]) -> None:
        nonlocal done
        done += 1
        tell(" to ".join(orders[number].pair), done, len(orders))

    outcomes = run_batch(make, orders, workers=workers, tell=count)
    arcs: dict[Pair, Arc] = {}
    warnings: list[str] = []
    for order, outcome in zip(orders, outcomes, strict=True):
        made = outcome.result
        if made is None:
            raise SettingsError(f"{' to '.join(order.pair)}: {outcome.problem}")
        warnings += made.warnings
        arcs[order.pair] = arc_of(order, made)
        back = (order.pair[1], order.pair[0])
        if back in arcs_of(script) and _runs_back(script, back) and back not in (captured or {}):
            arcs[back] = backwards(order, made)
    graph = _graph(script, nodes, fixed, arcs, {" to ".join(pair) for pair in captured or {}})
    return Built(graph, missed + warnings)


def script_digest(script: ScriptDocument) -> str:
    """By which a graph of this script, made by this program as it is, is known."""
    facts = (
        script.model_dump_json(),
        *(load_figure(name).model_dump_json() for name in FIGURES),
        following_text(),
        sources_digest("bodies/figure", "motion/figures", used_by=__name__),
    )
    return sha256("\n".join(facts).encode()).hexdigest()[:16]


def _check(script: ScriptDocument, skeleton: Skeleton) -> None:
    """What is wrong in a script is said before minutes have passed."""
    sites = Solver(script, skeleton).skeleton.sites
    for site in script.clearance:
        if site not in sites:
            meant = did_you_mean(site, sites)
            raise SettingsError(f"{script.script.title}: clearance: no site {site!r}{meant}")
    for shape in script.hand:
        shaped(script, skeleton, np.zeros(skeleton.freedoms), "left", shape)
    for region in script.region:
        script.joints_of(region, skeleton)
    for procedure in script.procedure:
        gesture_of(script, procedure.name)


# ---------------------------------------------------------------- what is to be made


def _gaits(
    gaits: Gaits, standing: Poses
) -> tuple[dict[Pair, tuple[Poses, Contacts]], dict[str, Poses]]:
    """Six strides of each kind, by their postures, and these."""
    carriage = Carriage(standing, gaits.arms == "swinging", gaits.posture)
    strides = {}
    nodes: dict[str, Poses] = {}
    for kind in KINDS:
        nodes |= gait_nodes(kind, carriage=carriage)
        for part in ("start", "cycle", "end"):
            for side in ("left", "right"):
                made = stride(kind, part, side, carriage=carriage)
                contacts = contacts_of((one.site, one.first, one.last) for one in made.contacts)
                strides[made.begins, made.ends] = made.poses, contacts
    return strides, nodes


def _slaved_nodes(name: str, masters: Mapping[str, Poses]) -> dict[str, Poses]:
    slave = Slave(load_skeleton(name))
    return {node: slave.follow(pose, node).poses for node, pose in masters.items()}


def _orders(
    script: ScriptDocument,
    nodes: Mapping[str, Mapping[str, Poses]],
    strides: Mapping[Pair, tuple[Poses, Contacts]],
    captured: Mapping[Pair, Path],
) -> list[Order]:
    for pair in captured:
        if pair not in arcs_of(script) and pair not in strides:
            known = "; ".join(" to ".join(one) for one in (*arcs_of(script), *strides))
            raise SettingsError(f"there is no arc {' to '.join(pair)}; there are {known}")

    def order(
        pair: Pair, source: Source, poses: Poses | None = None, contacts: Contacts = ()
    ) -> Order:
        ends = {name: (all_of[pair[0]], all_of[pair[1]]) for name, all_of in nodes.items()}
        return Order(script, pair, source, ends, nodes[MASTER], poses, contacts)

    orders = [
        order(pair, "captured", captured_arc(clip, nodes[MASTER][pair[0]], nodes[MASTER][pair[1]]))
        for pair, clip in captured.items()
    ]
    orders += [order(pair, "gait", *made) for pair, made in strides.items() if pair not in captured]
    for pair in arcs_of(script):
        if pair not in captured and not _runs_back(script, pair):
            orders.append(order(pair, "authored"))
    return orders


def _runs_back(script: ScriptDocument, pair: Pair) -> bool:
    return script.arc_between(*pair)[1]


# ---------------------------------------------------------------- what is kept


def _graph(
    script: ScriptDocument,
    nodes: Mapping[str, Mapping[str, Poses]],
    fixed: set[str],
    arcs: dict[Pair, Arc],
    captured: set[str],
) -> PostureGraph:
    reached = {end for _, end in arcs}
    postures = {}
    for name in nodes[MASTER]:
        sets = {figure: _key(figure, poses[name]) for figure, poses in nodes.items()}
        # In a posture that leads to itself nobody stays; where no arc leads, one is made up.
        stays = name in fixed and (name, name) not in arcs
        kind: Literal["fixed", "locomotion"] = "fixed" if stays else "locomotion"
        postures[name] = Node(name, kind, sets, implied=name not in reached)
    skeleton = load_skeleton(MASTER)
    regions = {name: tuple(script.joints_of(name, skeleton)) for name in script.region}
    provenance = {
        "motorium": __version__,
        "script": script_digest(script),
        "captured": sorted(captured),
        "tolerances": dict(TOLERANCES),
    }
    gestures = {one.name: gesture_of(script, one.name) for one in script.procedure}
    return PostureGraph(script.script.title, postures, arcs, regions, gestures, provenance)


def _key(figure: str, pose: Poses) -> ChannelSet:
    return record(load_skeleton(figure), pose, np.zeros(1))
