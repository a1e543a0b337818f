"""A posture graph: postures that a figure can be in, and recorded motion between them.

    graph = read_graph(path)
    graph.path("standing deployed", "prone firing")
    graph.arcs["standing deployed", "crawl"].sets["human-med"].sample(0.5)

An arc begins at the origin, heading along x. Fixed postures stay; in those of locomotion nobody
stays for more than a frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from motorium.motion.figures.channels import ChannelSet
from motorium.motion.figures.gestures import Gesture
from motorium.problems import did_you_mean
from motorium.settings import SettingsError

__all__ = ["Arc", "Contact", "Node", "PostureGraph", "Source"]

Source = Literal["authored", "reversed", "gait", "captured"]


@dataclass(frozen=True)
class Node:
    """A posture, above the origin and heading along x: channels of a single key, by figure.

    implied: whether every other posture has an arc to it that is made on the fly.
    """

    name: str
    kind: Literal["fixed", "locomotion"]
    sets: Mapping[str, ChannelSet]
    implied: bool = False


@dataclass(frozen=True)
class Contact:
    """A site that stays where it is, from one time to another [s]."""

    site: str
    first: float
    last: float


@dataclass(frozen=True)
class Arc:
    """What leads from a posture to another: channels by figure, and how they came to be.

    travel: from where its first posture stands to where its last one does, as x, y [m] and heading
    [rad]; off: by figure and landmark, how far slaves are off at worst [m].
    """

    start: str
    end: str
    source: Source
    sets: Mapping[str, ChannelSet]
    travel: tuple[float, float, float] = (0.0, 0.0, 0.0)
    contacts: tuple[Contact, ...] = ()
    off: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.start} to {self.end}"

    @property
    def seconds(self) -> float:
        """How long it takes [s]."""
        return next(iter(self.sets.values())).seconds


@dataclass(frozen=True)
class PostureGraph:
    """nodes by name, arcs by where they start and end; regions: joints by the name of a part of the
    body that can be played apart; gestures by name; provenance: how it was made."""

    title: str
    nodes: Mapping[str, Node]
    arcs: Mapping[tuple[str, str], Arc]
    regions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    gestures: Mapping[str, Gesture] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def node(self, name: str) -> Node:
        """A posture by its name."""
        if name not in self.nodes:
            known, meant = ", ".join(self.nodes), did_you_mean(name, self.nodes)
            raise SettingsError(f"no posture is called {name!r}; known are {known}{meant}")
        return self.nodes[name]

    def path(self, start: str, goal: str) -> list[Arc]:
        """The way from posture to posture that takes the least time."""
        networkx = _networkx()
        for name in (start, goal):
            self.node(name)
        net = networkx.DiGraph()
        net.add_nodes_from(self.nodes)
        for (one, other), arc in self.arcs.items():
            net.add_edge(one, other, seconds=arc.seconds)
        try:
            names = networkx.shortest_path(net, start, goal, weight="seconds")
        except networkx.NetworkXNoPath:
            raise SettingsError(f"no way leads from {start} to {goal}") from None
        return [self.arcs[pair] for pair in pairwise(names)]


def _networkx() -> Any:
    try:
        import networkx
    except ImportError:
        raise SettingsError(
            "ways through a posture graph need networkx: pip install 'motorium[figures]'"
        ) from None
    return networkx
