"""Posture graphs as files: one sealed safetensors file, channels as tensors, the rest as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import numpy as np
from pydantic import Field, PositiveFloat, PositiveInt

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.folders import replace_file
from motorium.motion.figures.channels import ChannelSet
from motorium.motion.figures.gestures import Gesture, Swing
from motorium.motion.figures.graph import Arc, Contact, Node, PostureGraph, Source
from motorium.sealed import SealError, header_of, open_sealed, read_bytes, seal
from motorium.settings import StrictSettings

__all__ = ["FORMAT", "GraphError", "graph_bytes", "parse_graph", "read_graph", "write_graph"]

FORMAT: Final = 1
KIND: Final = "a posture graph"
CHANNELS: Final = ("times", "position", "turn", "angles")
WIDTHS: Final = {"times": (), "position": (3,), "turn": (4,)}


class GraphError(ValueError):
    """A file that cannot be used, with a sentence that names it and says why."""


class _Set(StrictSettings):
    figure: Literal["human-high", "human-med", "human-low"]
    first: Annotated[int, Field(ge=0)]
    keys: PositiveInt
    seconds: Annotated[float, Field(ge=0.0)]


class _Contact(StrictSettings):
    site: str
    first: float
    last: float


class _Arc(StrictSettings):
    start: str
    end: str
    source: Source
    sets: list[_Set]
    travel: tuple[float, float, float]
    contacts: list[_Contact]
    off: dict[str, dict[str, float]]


class _Node(StrictSettings):
    name: str
    kind: Literal["fixed", "locomotion"]
    sets: list[_Set]
    implied: bool


class _Gesture(StrictSettings):
    posture: str
    seconds: PositiveFloat
    ease: PositiveFloat
    rate: PositiveFloat
    swings: dict[str, tuple[float, float, float]]


class _Header(StrictSettings):
    format: PositiveInt
    title: str
    nodes: list[_Node]
    arcs: list[_Arc]
    regions: dict[str, list[str]]
    gestures: dict[str, _Gesture]
    provenance: dict[str, Any]
    checksum: str


def write_graph(path: Path, graph: PostureGraph) -> None:
    """Write a file at once: who reads it meanwhile sees the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, graph_bytes(graph))


def read_graph(path: Path) -> PostureGraph:
    """A graph from a file, with read-only arrays."""
    try:
        return _parse(read_bytes(path, KIND))
    except (SealError, GraphError) as problem:
        raise GraphError(f"{path}: {problem}") from None


def parse_graph(data: bytes, source: str) -> PostureGraph:
    """What graph_bytes gave, checked in every respect; source: where it came from."""
    try:
        return _parse(data)
    except (SealError, GraphError) as problem:
        raise GraphError(f"{source}: {problem}") from None


def graph_bytes(graph: PostureGraph) -> bytes:
    """What a file holds; the same graph gives the same bytes."""
    shelf = _Shelf()
    nodes = [
        {
            "name": node.name,
            "kind": node.kind,
            "sets": shelf.put(node.sets),
            "implied": node.implied,
        }
        for node in graph.nodes.values()
    ]
    arcs = [
        {
            "start": arc.start,
            "end": arc.end,
            "source": arc.source,
            "sets": shelf.put(arc.sets),
            "travel": arc.travel,
            "contacts": [vars(contact) for contact in arc.contacts],
            "off": {figure: dict(off) for figure, off in arc.off.items()},
        }
        for arc in graph.arcs.values()
    ]
    header = {
        "format": FORMAT,
        "title": graph.title,
        "nodes": nodes,
        "arcs": arcs,
        "regions": {name: list(joints) for name, joints in graph.regions.items()},
        "gestures": {name: _gesture_row(one) for name, one in graph.gestures.items()},
        "provenance": dict(graph.provenance),
    }
    return seal(shelf.tensors, header)


def _gesture_row(gesture: Gesture) -> dict[str, Any]:
    swings = {name: (one.raised, one.swing, one.lag) for name, one in gesture.swings.items()}
    return {**vars(gesture), "swings": swings}


class _Shelf:
    """Channels of all sets, one after the other, a tensor for each figure and channel."""

    def __init__(self) -> None:
        self._parts: dict[str, list[np.ndarray]] = {}
        self._begun: dict[str, int] = {}

    def put(self, sets: Mapping[str, ChannelSet]) -> list[dict[str, Any]]:
        """Returns where they are."""
        rows = []
        for figure, channels in sets.items():
            keys = len(channels.times)
            first = self._begun.get(figure, 0)
            self._begun[figure] = first + keys
            place = {"figure": figure, "first": first, "keys": keys, "seconds": channels.seconds}
            rows.append(place)
            for name in CHANNELS:
                self._parts.setdefault(f"{figure} {name}", []).append(getattr(channels, name))
        return rows

    @property
    def tensors(self) -> dict[str, np.ndarray]:
        return {name: np.concatenate(parts, dtype="f4") for name, parts in self._parts.items()}


def _parse(data: bytes) -> PostureGraph:
    text, _, tensors = open_sealed(
        data, KIND, FORMAT, lambda header: "build again: motorium figures build"
    )
    header = header_of(text, _Header)
    _check_tensors(tensors)
    nodes = {
        row.name: Node(row.name, row.kind, _sets(row.sets, tensors), row.implied)
        for row in header.nodes
    }
    arcs = {}
    for row in header.arcs:
        for end in (row.start, row.end):
            if end not in nodes:
                raise GraphError(f"has an arc at {end!r}, which is no posture of it")
        arcs[row.start, row.end] = Arc(
            row.start,
            row.end,
            row.source,
            _sets(row.sets, tensors),
            row.travel,
            tuple(Contact(**contact.model_dump()) for contact in row.contacts),
            row.off,
        )
    regions = {name: tuple(joints) for name, joints in header.regions.items()}
    gestures = {}
    for name, kept in header.gestures.items():
        swings = {freedom: Swing(*numbers) for freedom, numbers in kept.swings.items()}
        gestures[name] = Gesture(kept.posture, kept.seconds, kept.ease, kept.rate, swings)
    return PostureGraph(header.title, nodes, arcs, regions, gestures, header.provenance)


def _check_tensors(tensors: dict[str, np.ndarray]) -> None:
    for name, tensor in tensors.items():
        figure, _, channel = name.partition(" ")
        if figure not in FIGURES or channel not in CHANNELS:
            raise GraphError(f"holds a tensor {name!r}, which nobody knows")
        width = WIDTHS.get(channel, (load_skeleton(figure).freedoms,))
        if tensor.dtype != np.float32 or tensor.shape[1:] != width:
            raise GraphError(
                f"{name} is {tensor.dtype} of shape {tensor.shape}, not float32 of (keys, {width})"
            )
        if not np.isfinite(tensor).all():
            raise GraphError(f"{name} holds numbers that are not finite")


def _sets(rows: list[_Set], tensors: dict[str, np.ndarray]) -> dict[str, ChannelSet]:
    return {row.figure: _channels(row, tensors) for row in rows}


def _channels(row: _Set, tensors: dict[str, np.ndarray]) -> ChannelSet:
    parts = {}
    for channel in CHANNELS:
        tensor = tensors.get(f"{row.figure} {channel}")
        if tensor is None or len(tensor) < row.first + row.keys:
            raise GraphError(f"lacks {channel} of {row.figure}")
        parts[channel] = tensor[row.first : row.first + row.keys]
    try:
        return ChannelSet(row.figure, row.seconds, **parts)
    except ValueError as problem:
        raise GraphError(str(problem)) from None
