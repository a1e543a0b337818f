"""Inverse kinematics, and coarser figures that follow the finest."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.skeleton import Poses, Skeleton

pytest.importorskip("mink", reason="inverse kinematics needs motorium[figures]")

from motorium.motion.figures.reaching import Goal, Reach
from motorium.motion.figures.slaving import LANDMARKS, Slave

HIGH = load_skeleton("human-high")


def standing(skeleton: Skeleton, frames: int = 1) -> Poses:
    rest = skeleton.rest(frames)
    return replace(rest, position=rest.position + np.array([0.0, 0.0, 0.92]))


def squat(frames: int = 13) -> Poses:
    """Down and forward, arms before the chest."""
    poses = standing(HIGH, frames)
    share = np.linspace(0.0, 1.0, frames)
    for joint, freedom, most in (
        *((f"L{n}", "flexion", 0.15) for n in range(1, 6)),
        *((f"T{n}", "flexion", 0.04) for n in range(1, 13)),
        *((f"T{n}", "turn", 0.04) for n in range(4, 13)),
        *(
            (f"{side} {joint}", freedom, most)
            for side in ("left", "right")
            for joint, freedom, most in (
                ("girdle", "protraction", 0.2),
                ("shoulder", "flexion", 1.2),
                ("elbow", "flexion", 1.3),
                ("forearm", "pronation", 0.6),
                ("hip", "flexion", 1.0),
                ("knee", "flexion", 1.6),
                ("ankle", "flexion", 0.5),
            )
        ),
    ):
        poses.angles[:, HIGH.freedom(joint, freedom)] = most * share
    return poses


@pytest.mark.parametrize("name", FIGURES)
def test_reaches_what_can_be_reached_and_keeps_its_limits(name: str) -> None:
    skeleton = load_skeleton(name)
    pose = standing(skeleton)
    feet = [f"{side} {end}" for side in ("left", "right") for end in ("heel", "ball")]
    places = skeleton.place(pose)
    goals = [Goal(foot, skeleton.site_places(places, foot)[0], weight=5.0) for foot in feet]
    goals.append(Goal("left grip", np.array([0.45, 0.1, 1.3]), weight=10.0))
    found = Reach(skeleton).solve(pose, goals, most=200)
    assert max(found.residuals.values()) < 1e-3
    low, high = skeleton.limits.T
    assert (found.pose.angles[0] >= low - 1e-9).all()
    assert (found.pose.angles[0] <= high + 1e-9).all()
    # What the residuals say is where the sites are.
    placed = skeleton.place(found.pose)
    off = np.linalg.norm(skeleton.site_places(placed, "left grip")[0] - [0.45, 0.1, 1.3])
    assert off == pytest.approx(found.residuals["left grip"])


def test_the_heavier_goal_is_met_better() -> None:
    """Hands three metres apart: nobody has such arms."""
    pose = standing(HIGH)
    far = {side: np.array([0.3, sign * 1.5, 1.2]) for side, sign in (("left", 1), ("right", -1))}
    for heavy, light in (("left", "right"), ("right", "left")):
        goals = [Goal(f"{heavy} grip", far[heavy], weight=10), Goal(f"{light} grip", far[light])]
        off = Reach(HIGH).solve(pose, goals, root_weight=0.0).residuals
        assert off[f"{heavy} grip"] < 0.1 < off[f"{light} grip"]


def test_a_turn_is_a_goal_too() -> None:
    turn = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    pose = standing(HIGH)
    place = HIGH.site_places(HIGH.place(pose), "face")[0]
    found = Reach(HIGH).solve(pose, [Goal("face", place, turn, turn_weight=5.0)], root_weight=10.0)
    assert found.turned["face"] < 0.05


def test_an_unknown_site_is_met_with_known_ones() -> None:
    with pytest.raises(KeyError, match="no site 'nose'; it has pelvis"):
        Reach(HIGH).solve(standing(HIGH), [Goal("nose", np.zeros(3))])


def test_the_middle_figure_does_what_the_high_one_does() -> None:
    slaved = Slave(load_skeleton("human-med")).follow(squat(), "a squat")
    assert slaved.warnings == []
    for site, off in slaved.residuals.items():
        assert off.max() < (0.001 if site.endswith("grip") else 0.01), site
    assert np.abs(np.diff(slaved.poses.angles, axis=0)).max() < 0.3


def test_the_low_figure_has_its_hands_there() -> None:
    slaved = Slave(load_skeleton("human-low")).follow(squat(), "a squat")
    for site, off in slaved.residuals.items():
        end = next(end for end in LANDMARKS if site.endswith(end))
        assert off.max() <= LANDMARKS[end].tolerance, site
    assert max(slaved.residuals[f"{side} grip"].max() for side in ("left", "right")) < 0.005


def test_joints_follow_by_sums() -> None:
    """35 freedoms of the spine become 7 of the torso: as worked by hand."""
    med = load_skeleton("human-med")
    slave = Slave(med)
    first = slave._first(squat(2), HIGH.place(squat(2)))

    def angle(joint: str, freedom: str) -> float:
        return float(first.angles[1, med.freedom(joint, freedom)])

    assert angle("waist", "flexion") == pytest.approx(5 * 0.15)
    assert angle("back", "flexion") == pytest.approx(12 * 0.04)
    assert angle("back", "turn") == pytest.approx(9 * 0.04)
    assert angle("left elbow", "flexion") == pytest.approx(1.3)
    assert angle("right wrist", "pronation") == pytest.approx(0.6)


def test_what_cannot_be_matched_is_told() -> None:
    """A master with arms half as long again."""
    arms = [
        HIGH.segment(f"{side} {part}") for side in ("left", "right") for part in ("forearm", "palm")
    ]
    offsets = HIGH.offsets.copy()
    offsets[arms] *= 1.5
    giant = replace(HIGH, offsets=offsets)
    poses = standing(giant)
    for side in ("left", "right"):
        poses.angles[:, giant.freedom(f"{side} shoulder", "abduction")] = 1.5
    slaved = Slave(load_skeleton("human-low"), giant).follow(poses, "arms out")
    told = [sentence for sentence in slaved.warnings if "grip" in sentence]
    assert told
    assert told[0].startswith("arms out: human-low misses left grip by up to ")
    assert "more than 5 (frame 0)" in told[0]


def test_motions_of_slaves_can_be_joined() -> None:
    """Both ends are exactly as they are told, and hands do not leave the rifle for it."""
    slave = Slave(load_skeleton("human-med"))
    poses = squat()
    ends = tuple(slave.follow(poses.frames(slice(one, one + 1))).poses for one in (0, 12))
    # As if another motion had come to the last posture in another way.
    last = ends[1].angles.copy()
    last[:, slave.skeleton.freedom("left girdle", "tilt")] += 0.05
    reach = Reach(slave.skeleton, still=())
    other = reach.solve(
        replace(ends[1], angles=last), slave._goals(HIGH.place(poses), 12), posture=last[0]
    ).pose
    slaved = slave.follow(poses, "a squat", (ends[0], other))
    assert np.array_equal(slaved.poses.angles[0], ends[0].angles[0])
    assert np.array_equal(slaved.poses.angles[-1], other.angles[0])
    assert np.array_equal(slaved.poses.position[-1], other.position[0])
    assert max(slaved.residuals[f"{side} grip"].max() for side in ("left", "right")) < 0.001
    assert np.abs(np.diff(slaved.poses.angles, axis=0)).max() < 0.3
