"""Postures are what their goals say: on the floor, in balance, hands on the rifle."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.rifle import equipped, rifle_placed
from motorium.bodies.figure.skeleton import Poses
from motorium.contracts.frames import Floats
from motorium.motion.figures.authoring.postures import Solver, attitude, author_nodes, solve_posture
from motorium.motion.figures.authoring.script_document import ScriptDocument
from motorium.motion.figures.authoring.scripts import load_script, shipped_text
from motorium.settings import SettingsError
from tests.motion.figures.authored import soldier_nodes

pytest.importorskip("mink", reason="inverse kinematics needs mink and MuJoCo")

SKELETON = load_skeleton("human-high")
EQUIPPED = equipped(SKELETON)
TEXT = shipped_text("soldier")


@pytest.fixture(scope="module")
def soldier() -> ScriptDocument:
    return load_script("soldier")


@pytest.fixture(scope="module")
def nodes() -> dict[str, Poses]:
    return soldier_nodes()


def site(pose: Poses, name: str) -> Floats:
    place: Floats = EQUIPPED.site_places(EQUIPPED.place(pose), name)[0]
    return place


def test_attitude() -> None:
    assert np.allclose(attitude((90.0, 0.0, 0.0)) @ [1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
    assert np.allclose(attitude((0.0, 90.0, 0.0)) @ [1.0, 0.0, 0.0], [0.0, 0.0, 1.0])
    assert np.allclose(attitude((0.0, 0.0, 90.0)) @ [0.0, 1.0, 0.0], [0.0, 0.0, 1.0])


def test_contacts_are_on_the_floor(soldier: ScriptDocument, nodes: dict[str, Poses]) -> None:
    for posture in soldier.posture:
        for goal in posture.goal:
            if goal.floor is not None:
                height = site(nodes[posture.name], goal.site)[2]
                there = pytest.approx(soldier.clearance[goal.site], abs=0.005)
                assert height == there, (posture.name, goal.site)


def test_nothing_is_in_the_floor(nodes: dict[str, Poses]) -> None:
    for name, pose in nodes.items():
        for one in EQUIPPED.sites:
            assert site(pose, one)[2] > -0.01, (name, one)


def test_left_hand_is_on_the_rifle(soldier: ScriptDocument, nodes: dict[str, Poses]) -> None:
    for posture in soldier.posture:
        if posture.holds:
            pose = nodes[posture.name]
            gap = np.linalg.norm(site(pose, "left grip") - site(pose, "support"))
            assert gap < 0.005, posture.name


def test_firing_aims_ahead_from_the_shoulder(nodes: dict[str, Poses]) -> None:
    for name in ("standing firing", "kneeling firing", "prone firing"):
        pose = nodes[name]
        _, turns = rifle_placed(EQUIPPED, EQUIPPED.place(pose))
        assert turns[0][0, 0] > np.cos(np.radians(3.0)), name  # The muzzle, straight ahead.
        assert np.linalg.norm(site(pose, "butt") - site(pose, "right shoulder")) < 0.22, name
        # The face is behind the sight, and not far from its line.
        seen = turns[0].T @ (site(pose, "face") - site(pose, "sight"))
        assert -0.35 < seen[0] < -0.1, name
        assert np.linalg.norm(seen[1:]) < 0.09, name


def test_joints_keep_within_their_limits(nodes: dict[str, Poses]) -> None:
    for name, pose in nodes.items():
        assert (pose.angles >= SKELETON.limits[:, 0] - 1e-6).all(), name
        assert (pose.angles <= SKELETON.limits[:, 1] + 1e-6).all(), name


def test_pelvis_is_above_the_origin(nodes: dict[str, Poses]) -> None:
    for name, pose in nodes.items():
        assert np.allclose(pose.position[0, :2], 0.0), name
    heights = {name: pose.position[0, 2] for name, pose in nodes.items()}
    assert heights["standing deployed"] > 0.85
    assert 0.4 < heights["kneeling deployed"] < 0.55
    assert heights["prone firing"] < 0.15
    assert heights["dead"] < 0.15


def test_balance(nodes: dict[str, Poses]) -> None:
    """The middle of the mass is above what one stands on (shares of mass after Winter, 2009)."""
    for name in ("standing deployed", "standing firing", "kneeling deployed", "kneeling firing"):
        pose = nodes[name]
        feet = ["left heel", "left toe tip", "right toe tip"]
        feet.append("right heel" if "standing" in name else "right knee")
        # Feet and knees are some 8 cm wide.
        places = np.array([site(pose, foot)[:2] for foot in feet])
        half = np.array([0.0, 0.04])
        corners = np.concatenate([places - half, places + half])
        assert inside(centre_of_mass(pose)[:2], corners), name


def centre_of_mass(pose: Poses) -> Floats:
    placed = EQUIPPED.place(pose)

    def segment(name: str) -> Floats:
        place: Floats = placed.positions[0, EQUIPPED.segment(name)]
        return place

    parts = [(0.142, segment("pelvis")), (0.139, segment("L2")), (0.216, segment("T6"))]
    parts.append((0.081, segment("head")))
    for side in ("left", "right"):
        parts += [
            (share, (1.0 - way) * site(pose, f"{side} {one}") + way * site(pose, f"{side} {other}"))
            for share, way, one, other in (
                (0.028, 0.436, "shoulder", "elbow"),
                (0.022, 0.6, "elbow", "wrist"),
                (0.100, 0.433, "hip", "knee"),
                (0.0465, 0.433, "knee", "ankle"),
                (0.0145, 0.5, "heel", "ball"),
            )
        ]
    shares = np.array([share for share, _ in parts])
    middle: Floats = shares @ np.array([place for _, place in parts]) / shares.sum()
    return middle


def inside(point: Floats, corners: Floats) -> bool:
    """Within the hull: no direction has all corners on one side."""
    angles = np.sort(np.arctan2(*(corners - point).T[::-1]))
    gaps = np.diff(np.append(angles, angles[0] + 2.0 * np.pi))
    return bool(gaps.max() < np.pi)


def test_reports_progress(soldier: ScriptDocument) -> None:
    told: list[tuple[str, int, int]] = []
    few = author_nodes(soldier, SKELETON, lambda *one: told.append(one), only=["standing firing"])
    assert list(few) == ["standing deployed", "standing firing"]  # The one is like the other.
    assert told[0] == ("standing deployed", 0, 2)
    assert told[-1][1:] == (2, 2)
    with pytest.raises(KeyError, match=r"no posture is called 'crawll'; did you mean 'crawl'\?"):
        author_nodes(soldier, SKELETON, only=["crawll"])


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"angles": {"left elbov.flexion": 3.0}}, "no joint 'left elbov'.*did you mean"),
        ({"angles": {"left elbow.extension": 3.0}}, "no freedom 'extension'; it has flexion"),
        ({"angles": {"left girdle.glide up": 3.0}}, "slides, and is not bent"),
        ({"goal": [{"site": "nose", "place": [0.0, 0.0, 1.0]}]}, "no site 'nose'; there are"),
    ],
)
def test_what_the_figure_does_not_have(changes: dict[str, object], says: str) -> None:
    tables = tomllib.loads(TEXT)
    tables["posture"][0].update(changes)
    script = ScriptDocument.model_validate(tables)
    with pytest.raises(SettingsError, match=f"soldier: posture standing deployed: .*{says}"):
        solve_posture(Solver(script, SKELETON), script.posture[0], {})
