"""The puppets that ship: the counts of Fig. 9, skins that cover them, and none that falls apart."""

from collections import Counter
from importlib import resources

import numpy as np
import pytest
from matplotlib.path import Path as Outline

from motorium.bodies.puppet.files import load_puppet, shipped_puppets
from motorium.bodies.puppet.model import Puppet, bends, puppet_of
from motorium.world.theatre.theatre import Theatre


def puppet(name: str) -> Puppet:
    return puppet_of(load_puppet(name))


def test_all_of_them_ship_and_are_small() -> None:
    assert shipped_puppets() == ["cat", "person", "ragdoll", "rope", "somersault"]
    folder = resources.files("motorium.bodies.puppet") / "library"
    assert sum(len(file.read_bytes()) for file in folder.iterdir()) < 300_000


@pytest.mark.parametrize("name", ["person", "somersault"])
def test_the_counts_of_figure_9(name: str) -> None:
    person = puppet(name)
    assert len(person.names) == len(person.rods) == 16
    assert len(person.joints) == 9
    parts = {part.name: len(part.vertices) for part in person.parts}
    assert set(parts) == {"trunk", "right arm", "left arm", "right leg", "left leg"}
    assert sum(parts.values()) > 90
    assert set(person.masses) == {1.0}


def test_the_somersault_is_the_person() -> None:
    """The same lengths and limits; only the pose and the stage differ."""
    one, other = puppet("person"), puppet("somersault")
    assert one.names == other.names
    assert np.array_equal(one.rods, other.rods)
    assert other.lengths == pytest.approx(one.lengths, abs=2e-4)
    assert np.array_equal(one.joints, other.joints)
    assert np.array_equal(one.angles, other.angles)


def test_knees_and_elbows_bend_as_they_do() -> None:
    """It looks to the right: a forearm goes forward from the elbow, a shank back from the knee."""
    person = puppet("person")
    hinges = [person.names[joint[1]] for joint in person.joints]
    for hinge, (least, most) in zip(hinges, person.angles, strict=True):
        if "elbow" in hinge:
            assert 0.0 <= least < 1.0 < most < np.pi
        if "knee" in hinge:
            assert -np.pi < least < -1.0 < most <= 0.0
    assert (
        sum("elbow" in hinge for hinge in hinges) == sum("knee" in hinge for hinge in hinges) == 2
    )
    now = bends(person.rest[person.joints], 2)
    assert (now >= person.angles[:, 0]).all()
    assert (now <= person.angles[:, 1]).all()


def test_the_rag_doll_has_what_three_dimensions_have() -> None:
    doll = puppet("ragdoll")
    assert doll.dimensions == 3
    assert 20 <= len(doll.names) <= 30
    hinges = {doll.names[cone[0]] for cone in doll.cones}
    assert {"left shoulder", "right shoulder", "left hip", "right hip"} <= hinges
    assert {doll.names[joint[1]] for joint in doll.joints} >= {"left knee", "right elbow"}
    assert len(doll.twists) >= 4
    mirrored = doll.rest * (1.0, -1.0, 1.0)
    for name, place in zip(doll.names, mirrored, strict=True):
        swapped = name.replace("left", "L").replace("right", "left").replace("L", "right")
        assert place == pytest.approx(doll.rest[doll.names.index(swapped)])


def test_the_rag_doll_is_made_of_closed_meshes() -> None:
    """Each edge is passed once in each direction, and the volume inside is positive."""
    for part in puppet("ragdoll").parts:
        edges = Counter(
            (int(face[n]), int(face[(n + 1) % 3])) for face in part.faces for n in range(3)
        )
        assert set(edges.values()) == {1}
        assert all((end, start) in edges for start, end in edges)
        first, second, third = np.moveaxis(part.vertices[part.faces], 1, 0)
        assert (first * np.cross(second, third)).sum() > 0.0


def test_the_rope_hangs_at_one_end() -> None:
    rope = puppet("rope")
    assert np.flatnonzero(rope.pinned).tolist() == [0]
    assert rope.rods.tolist() == [[n, n + 1] for n in range(len(rope.names) - 1)]
    assert 18 <= len(rope.names) <= 24


@pytest.mark.parametrize("name", ["person", "cat", "rope", "somersault"])
def test_skins_cover_their_bones(name: str) -> None:
    """Points and the middles of rods are under some part; whiskers are too thin for that."""
    shown = puppet(name)
    outlines = [Outline(part.vertices[:, [0, 2]]) for part in shown.parts]
    middles = shown.rest[shown.rods].mean(axis=1)
    names = [*shown.names, *(shown.names[rod[1]] for rod in shown.rods)]
    for who, place in zip(names, np.concatenate([shown.rest, middles]), strict=True):
        if "whisker" not in who:
            assert any(outline.contains_point(place[[0, 2]]) for outline in outlines), who


@pytest.mark.parametrize("name", shipped_puppets())
def test_whoever_is_pulled_about_stays_whole(name: str) -> None:
    """Drawn to and fro by its last point, then let go: rods are off by little on the whole, and
    nobody is outside of the walls."""
    theatre = Theatre(load_puppet(name))
    stage, last = theatre.document.stage, theatre.puppet.names[-1]
    middle = (np.array(stage.low) + stage.high) / 2
    reach = 0.3 * (np.array(stage.high) - stage.low)
    start = theatre.positions[-1].copy()
    worst = []
    for frame in range(150):
        if frame < 90:
            swing = np.array([np.sin(frame / 9), 0.0, np.cos(frame / 13)])
            share = min(frame / 30, 1.0)  # The hand gets there in half a second.
            theatre.grab(last, (start + share * (middle + 0.5 * reach * swing - start)).tolist())
        elif frame == 90:
            theatre.let_go(last)
        theatre.advance()
        worst.append(theatre.deviation)
    assert np.isfinite(theatre.skin).all()
    assert np.median(worst) < 0.07
    free = ~theatre.puppet.pinned
    assert (theatre.positions[free] >= np.array(stage.low) - 1e-9).all()
    assert (theatre.positions[free] <= np.array(stage.high) + 1e-9).all()
