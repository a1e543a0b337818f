"""Figures as trees: their counts, their dimensions, and where joints put segments."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from motorium.bodies.figure.document import FigureDocument, twins
from motorium.bodies.figure.files import FIGURES, load_figure, load_skeleton
from motorium.bodies.figure.skeleton import Poses, Skeleton, skeleton_of
from motorium.settings import SettingsError

HIGH = load_skeleton("human-high")
STANDS = 0.92
TORSO = ("waist", "back")
FINGERS = ("thumb", "index", "middle", "ring", "little")


def posed(skeleton: Skeleton, **angles: float) -> Poses:
    """One frame; angles by joint and freedom, like left_elbow__flexion."""
    pose = skeleton.rest()
    for name, angle in angles.items():
        joint, freedom = name.split("__")
        number = skeleton.freedom(joint.replace("_", " "), freedom.replace("_", " "))
        pose.angles[0, number] = angle
    return pose


def site(skeleton: Skeleton, pose: Poses, name: str) -> np.ndarray:
    place: np.ndarray = skeleton.site_places(skeleton.place(pose), name)[0]
    return place


@pytest.mark.parametrize(
    ("name", "segments", "joints", "freedoms"),
    [("human-high", 69, 73, 134), ("human-med", 19, 17, 50), ("human-low", 12, 11, 21)],
)
def test_the_counts_of_the_table(name: str, segments: int, joints: int, freedoms: int) -> None:
    """Granieri, Crabtree & Badler, Fig. 6: from the models themselves."""
    skeleton = load_skeleton(name)
    assert len(skeleton.segments) == len(set(skeleton.segments)) == segments
    assert len(skeleton.joints) == len(set(skeleton.joints)) == joints
    assert skeleton.freedoms == freedoms
    assert set(skeleton.freedom_joints) == set(skeleton.joints)


def test_spine_and_torso_have_as_many_as_the_paper_says() -> None:
    spine = [joint for joint in HIGH.freedom_joints if joint[0] in "LT" and joint[1:].isdigit()]
    assert (len(set(spine)), len(spine)) == (17, 35)
    torso = [joint for joint in load_skeleton("human-med").freedom_joints if joint in TORSO]
    assert len(torso) == 7
    for name in FIGURES:
        elbow = load_skeleton(name).freedoms_of_joint("left elbow")
        assert len(elbow) == 1


def test_hands_are_in_full() -> None:
    bones = [name for name in HIGH.segments if name.split()[-2:-1] and name.split()[-2] in FINGERS]
    assert len(bones) == 2 * 15
    freedoms = [joint for joint in HIGH.freedom_joints if set(joint.split()[:-1]) & set(FINGERS)]
    assert len(freedoms) == 2 * 22


@pytest.mark.parametrize("name", FIGURES)
def test_gross_dimensions_match(name: str) -> None:
    skeleton = load_skeleton(name)
    rest = skeleton.place(skeleton.rest())
    assert site(skeleton, skeleton.rest(), "head top")[2] + STANDS == pytest.approx(1.75)
    for landmark in skeleton.sites:
        own = skeleton.site_places(rest, landmark)[0]
        assert own == pytest.approx(site(HIGH, HIGH.rest(), landmark), abs=1e-9), landmark
    for end in ("heel", "ball", "toe tip"):
        assert site(skeleton, skeleton.rest(), f"left {end}")[2] == pytest.approx(-STANDS)


@pytest.mark.parametrize("name", FIGURES)
def test_shares_of_stature_are_those_of_the_literature(name: str) -> None:
    """Drillis and Contini 1966: forearm 0.146, shin 0.246, knee at 0.285 of stature."""
    skeleton = load_skeleton(name)

    def apart(one: str, other: str) -> float:
        pose = skeleton.rest()
        return float(np.linalg.norm(site(skeleton, pose, one) - site(skeleton, pose, other)))

    assert apart("left elbow", "left wrist") / 1.75 == pytest.approx(0.146, abs=0.005)
    assert apart("left knee", "left ankle") / 1.75 == pytest.approx(0.246, abs=0.01)
    assert apart("left hip", "left knee") / 1.75 == pytest.approx(0.245, abs=0.01)
    assert apart("left shoulder", "left elbow") / 1.75 == pytest.approx(0.18, abs=0.01)


def test_angles_do_what_their_names_say() -> None:
    """By hand: lengths of 0.305 and 0.255 m in the arm, 0.42 m in thigh and shin."""
    shoulder = site(HIGH, HIGH.rest(), "left shoulder")
    bent = posed(HIGH, left_elbow__flexion=math.pi / 2)
    assert site(HIGH, bent, "left wrist") - shoulder == pytest.approx([0.255, 0, -0.305])
    raised = posed(HIGH, left_shoulder__flexion=math.pi / 2)
    assert site(HIGH, raised, "left elbow") - shoulder == pytest.approx([0.305, 0, 0])
    aside = posed(HIGH, left_shoulder__abduction=math.pi / 2)
    assert site(HIGH, aside, "left elbow") - shoulder == pytest.approx([0, 0.305, 0])
    right = posed(HIGH, right_shoulder__abduction=math.pi / 2)
    assert site(HIGH, right, "right elbow")[1] == pytest.approx(-0.185 - 0.305)
    knee = posed(HIGH, left_knee__flexion=math.pi / 2)
    assert site(HIGH, knee, "left ankle") == pytest.approx([-0.42, 0.09, -0.42])
    hip = posed(HIGH, left_hip__flexion=math.pi / 2)
    assert site(HIGH, hip, "left knee") == pytest.approx([0.42, 0.09, 0])
    foot = posed(HIGH, left_ankle__flexion=0.3)
    assert site(HIGH, foot, "left toe tip")[2] > -STANDS
    nod = posed(HIGH, neck__flexion=0.4)
    assert site(HIGH, nod, "face")[0] > site(HIGH, HIGH.rest(), "face")[0]
    left = posed(HIGH, neck__turn=0.5)
    assert site(HIGH, left, "face")[1] > 0
    shrug = posed(HIGH, left_girdle__elevation=0.3)
    assert site(HIGH, shrug, "left shoulder")[2] > shoulder[2]
    inward = posed(HIGH, left_forearm__pronation=math.pi / 2)
    # The thumb's side turns from the front to the body: the palm looks back.
    placed = HIGH.place(inward)
    assert placed.rotations[0, HIGH.segment("left palm")] @ [1, 0, 0] == pytest.approx([0, -1, 0])
    fist = posed(HIGH, left_index_base__flexion=math.pi / 2)
    tip = HIGH.place(fist).positions[0, HIGH.segment("left index middle")]
    # Towards the palm, that is towards the thigh.
    assert tip[1] < 0.185 - 0.04


def test_a_slide_moves_along_its_axis() -> None:
    med = load_skeleton("human-med")
    chest = med.place(posed(med, back__stretch=-0.05)).positions[0, med.segment("chest")]
    rest = med.place(med.rest()).positions[0, med.segment("chest")]
    assert chest - rest == pytest.approx([0, 0, -0.05])


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), name=st.sampled_from(FIGURES))
def test_segments_are_where_a_product_of_matrices_puts_them(seed: int, name: str) -> None:
    """SciPy's rotations, one segment at a time."""
    skeleton = load_skeleton(name)
    random = np.random.default_rng(seed)
    low, high = skeleton.limits.T
    pose = Poses(
        random.normal(size=(1, 3)),
        Rotation.random(1, random_state=seed % 2**31).as_matrix(),
        random.uniform(low, high)[np.newaxis],
    )
    placed = skeleton.place(pose)
    for number in range(1, len(skeleton.segments)):
        parent = skeleton.parents[number]
        place = placed.positions[0, parent]
        turn = Rotation.from_matrix(placed.rotations[0, parent])
        place = place + turn.apply(skeleton.offsets[number])
        for freedom in skeleton.freedoms_of[number]:
            step = skeleton.axes[freedom] * pose.angles[0, freedom]
            if skeleton.slides[freedom]:
                place = place + turn.apply(step)
            else:
                turn = turn * Rotation.from_rotvec(step)
        assert placed.positions[0, number] == pytest.approx(place, abs=1e-12)
        assert placed.rotations[0, number] == pytest.approx(turn.as_matrix(), abs=1e-12)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), name=st.sampled_from(FIGURES))
def test_left_and_right_are_mirror_images(seed: int, name: str) -> None:
    skeleton = load_skeleton(name)
    low, high = skeleton.limits.T
    angles = np.random.default_rng(seed).uniform(low, high)
    other = angles.copy()
    for number in range(skeleton.freedoms):
        joint, freedom = skeleton.freedom_joints[number], skeleton.freedom_names[number]
        swapped = joint.replace("left", "#").replace("right", "left")
        twin = skeleton.freedom(swapped.replace("#", "right"), freedom)
        middle = "left" not in joint and "right" not in joint
        aside = middle and freedom in ("lateral", "turn", "side")
        other[number] = -angles[twin] if aside else angles[twin]
    rest = skeleton.rest()
    one = skeleton.place(replace(rest, angles=angles[np.newaxis]))
    mirrored = skeleton.place(replace(rest, angles=other[np.newaxis]))
    for number, segment in enumerate(skeleton.segments):
        twin_name = segment.replace("left", "#").replace("right", "left").replace("#", "right")
        twin = skeleton.segment(twin_name)
        place = one.positions[0, number] * [1, -1, 1]
        assert mirrored.positions[0, twin] == pytest.approx(place, abs=1e-12)


SMALL: dict[str, Any] = {
    "format": 1,
    "figure": {"title": "two", "stature": 1.0},
    "segment": [
        {"name": "trunk"},
        {
            "name": "left arm",
            "parent": "trunk",
            "at": [0.0, 0.2, 0.5],
            "mirrored": True,
            "joint": [
                {
                    "name": "left shoulder",
                    "freedom": [
                        {"name": "lift", "axis": [1.0, 0.0, 0.0], "limits": [-1.0, 1.0]},
                    ],
                }
            ],
        },
    ],
    "site": [{"name": "left hand", "segment": "left arm", "at": [0.0, 0.3, 0.0], "mirrored": True}],
}


def test_a_figure_of_ones_own() -> None:
    skeleton = skeleton_of(FigureDocument.model_validate(SMALL))
    assert skeleton.segments == ("trunk", "left arm", "right arm")
    lifted = skeleton.rest()
    lifted.angles[:] = 0.5
    for side, sign in (("left", 1), ("right", -1)):
        hand = site(skeleton, lifted, f"{side} hand")
        assert hand == pytest.approx(
            [0, sign * (0.2 + 0.3 * math.cos(0.5)), 0.5 + 0.3 * math.sin(0.5)]
        )


def figure(*tables: str, stature: float = 1.0) -> str:
    return "\n".join(["[figure]", "title = 'a'", f"stature = {stature}", *tables])


FIRST = "[[segment]]\nname = 'a'"
SECOND = "[[segment]]\nname = 'b'"
SKEW = "{ name = 'x', axis = [1.0, 1.0, 0.0], limits = [0.0, 1.0] }"
SKEWED = f"[[segment.joint]]\nname = 'j'\nfreedom = [{SKEW}]"
BROKEN = [
    (FIRST, "figure: is missing"),
    (figure(), "segment: is missing"),
    (figure(FIRST, stature=-1.0), "figure.stature: must be"),
    (figure(FIRST, "parent = 'b'"), "the first segment moves freely"),
    (figure(FIRST, SECOND), "only the first segment has none"),
    (figure(FIRST, SECOND, "parent = 'c'"), "no earlier segment is called so, not 'c'"),
    (figure(FIRST, FIRST, "parent = 'a'"), "there are two segments 'a'"),
    (figure(FIRST, SECOND, "parent = 'a'", SKEWED), "must be of length 1, not 1.414"),
    (
        figure(FIRST, "[[site]]", "name = 's'", "segment = 'hand'", "at = [0.0, 0.0, 0.0]"),
        "no segment is called so, not 'hand'",
    ),
]


@pytest.mark.parametrize(("text", "sentence"), BROKEN)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text("format = 1\n" + text, encoding="utf-8")
    with pytest.raises(SettingsError) as refused:
        load_figure(file)
    assert sentence in str(refused.value)
    assert str(file) in str(refused.value)


def test_unknown_names_are_met_with_known_ones() -> None:
    with pytest.raises(SettingsError, match="known are human-high, human-med, human-low"):
        load_figure("human")
    with pytest.raises(KeyError, match="did you mean 'left elbow'"):
        HIGH.freedom("left ellbow", "flexion")
    with pytest.raises(KeyError, match="it has flexion"):
        HIGH.freedom("left elbow", "twist")
    with pytest.raises(KeyError, match="no segment 'tail'"):
        HIGH.segment("tail")


def test_poses_of_another_figure_are_refused() -> None:
    with pytest.raises(ValueError, match="human-low has 21 degrees of freedom, not 134"):
        load_skeleton("human-low").place(HIGH.rest())


def test_twins_are_of_their_own() -> None:
    arm = FigureDocument.model_validate(SMALL).segment[1]
    left, right = twins(arm)
    assert (left.name, right.name) == ("left arm", "right arm")
    assert right.joint[0].freedom[0].axis == (-1.0, 0.0, 0.0)
