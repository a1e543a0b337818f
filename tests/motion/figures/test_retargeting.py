"""Real motion on human-high: joints are where the performer's were."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pybvh", reason="BVH needs motorium[figures]")

import pybvh

from motorium.bodies.figure.skeleton import Poses
from motorium.motion.figures.capture.bvh import Clip, parse_bvh, read_bvh, resampled
from motorium.motion.figures.capture.bvh_text import BvhError
from motorium.motion.figures.capture.bvh_writing import write_bvh
from motorium.motion.figures.capture.retargeting import COMPARED, Retargeted, carried_over, retarget
from motorium.motion.figures.capture.scale import SEGMENT_OF, rest_of, scaled_to, turn_to
from motorium.motion.figures.capture.sources.tables import SOURCES, load_source, source_of
from motorium.settings import SettingsError
from tests.motion.figures.bvh_material import CLIPS, HIGH, real, stroll

BAR = 0.01
LEAP = 0.5


def renamed(clip: Clip, table: str) -> Clip:
    """Our own export with the joint names of another skeleton."""
    ours, theirs = load_source("motorium").joints, load_source(table).joints
    names = {ours[joint]: name for joint, name in theirs.items() if joint in ours}
    return replace(clip, names=tuple(names.get(name, name) for name in clip.names))


def exported(frames: int = 24) -> Clip:
    return parse_bvh(write_bvh(HIGH, stroll(frames)))


def leap(clip: Clip, worn: Retargeted) -> float:
    """By how much an angle changes most from one frame to the next [rad]; where the clip's own
    joints leap, beyond that."""
    turns = resampled(clip).rotations
    step = turns[1:] @ turns[:-1].transpose(0, 1, 3, 2)
    cosine = (np.trace(step, axis1=2, axis2=3) - 1.0) / 2.0
    theirs = np.arccos(np.clip(cosine, -1.0, 1.0)).max(axis=1)
    own = np.abs(np.diff(worn.poses.angles, axis=0)).max(axis=1)
    return float((own - np.where(theirs > LEAP, theirs, 0.0)).max())


def test_shipped_tables_name_what_is_needed() -> None:
    for name in SOURCES:
        table = load_source(name)
        assert set(COMPARED) <= set(table.joints)
        assert len(set(table.joints.values())) >= len(table.joints) - 1
        assert source_of(table.joints.values()) is table
    assert source_of(f"mixamorig:{name}" for name in load_source("mixamo").joints.values())


def test_our_own_motion_comes_back() -> None:
    poses = stroll(24)
    worn = retarget(exported(), HIGH)
    assert worn.most < 1e-3
    places = HIGH.place(poses).positions
    found = worn.skeleton.place(worn.poses).positions
    limbs = [HIGH.segment(SEGMENT_OF[joint]) for joint in COMPARED]
    assert np.abs(found[:, limbs] - places[:, limbs]).max() < 1e-3
    for joint, freedom in (("left knee", "flexion"), ("right shoulder", "flexion")):
        number = HIGH.freedom(joint, freedom)
        assert np.abs(worn.poses.angles[:, number] - poses.angles[:, number]).max() < 0.1


@pytest.mark.parametrize("table", ["mixamo", "lafan", "xsens"])
def test_other_names_and_a_zero_pose_that_means_nothing(table: str) -> None:
    """All bones along x at zero, as MotionBuilder likes them: an upright frame is taken instead."""
    clip = renamed(exported(), table)
    bases = [np.eye(3)]
    for node in range(1, len(clip.names)):
        children = [n for n, parent in enumerate(clip.parents) if parent == node]
        bone = clip.offsets[children[0]] if children else np.array([1.0, 0.0, 0.0])
        bases.append(turn_to(np.array([1.0, 0.0, 0.0]), bone))
    parents = [max(parent, 0) for parent in clip.parents]
    base, above = np.array(bases), np.array([bases[parent] for parent in parents])
    above[0] = np.eye(3)
    strange = replace(
        clip,
        offsets=(above.transpose(0, 2, 1) @ clip.offsets[..., np.newaxis])[..., 0],
        rotations=above.transpose(0, 2, 1) @ clip.rotations @ base,
        shifts=None,
    )
    assert np.allclose(strange.positions, clip.positions)
    worn = retarget(strange, HIGH)
    assert worn.most < BAR


def test_a_scaled_figure_has_the_performers_bones() -> None:
    clip = read_bvh(real("07_01"))
    figure = scaled_to(HIGH, clip)
    places = figure.rest_positions
    rest = rest_of(clip)
    for side in ("left", "right"):
        for one, two in (
            ("hip", "knee"),
            ("knee", "ankle"),
            ("shoulder", "elbow"),
            ("elbow", "wrist"),
        ):
            ours = places[figure.segment(SEGMENT_OF[f"{side} {two}"])]
            ours = ours - places[figure.segment(SEGMENT_OF[f"{side} {one}"])]
            theirs = rest.seen(f"{side} {two}", f"{side} {one}")
            assert np.linalg.norm(ours) == pytest.approx(np.linalg.norm(theirs), abs=1e-9)
    assert figure.segments == HIGH.segments
    assert 1.3 < figure.stature < 1.9
    soles = [
        places[figure.sites[site].segment, 2] + figure.sites[site].at[2]
        for site in ("left heel", "left ball", "left toe tip")
    ]
    assert np.ptp(soles) < 1e-9


def test_unknown_skeletons_are_told_what_to_do(tmp_path: Path) -> None:
    clip = replace(
        exported(2), names=tuple(f"bone {n}" for n in range(200))[: len(exported(2).names)]
    )
    with pytest.raises(
        BvhError, match=r"no known skeleton has these joints: bone 0, .*--names my.*load_source"
    ):
        retarget(clip, HIGH)
    table = tmp_path / "mine.toml"
    table.write_text(
        'format = 1\n[source]\ntitle = "mine"\n[joints]\npelvis = "bone 0"\nhat = "x"\n'
    )
    with pytest.raises(SettingsError, match=r"missing are spine, chest.*\n?"):
        load_source(table)
    with pytest.raises(SettingsError, match="no skeleton is called 'cmuu'"):
        load_source("cmuu")
    with pytest.raises(SettingsError, match="should have joints Hips"):
        retarget(clip, HIGH, source=load_source("cmu"))


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    lines = [
        f'"{ours}" = "bone {theirs}"' for ours, theirs in load_source("motorium").joints.items()
    ]
    table = tmp_path / "mine.toml"
    table.write_text('format = 1\n[source]\ntitle = "mine"\n[joints]\n' + "\n".join(lines))
    clip = exported(6)
    clip = replace(clip, names=tuple(f"bone {name}" for name in clip.names))
    assert retarget(clip, HIGH, source=load_source(table)).most < 1e-3


def test_angles_on_a_figure_of_its_own_size_begin_at_home() -> None:
    worn = retarget(exported(12), HIGH)
    poses = carried_over(worn, HIGH)
    assert np.allclose(poses.position[0, :2], 0.0)
    assert np.allclose(poses.rotation[0, 1, 0], 0.0, atol=1e-9)
    assert poses.rotation[0, 0, 0] > 0.9
    assert poses.position[-1, 0] > 0.2  # Ahead is along x.
    assert np.array_equal(poses.angles, worn.poses.angles)


def test_one_frame_and_no_bones() -> None:
    clip = exported(1)
    assert len(retarget(clip, HIGH).poses) == 1
    offsets = clip.offsets.copy()
    offsets[clip.joint("left_shin")] = 0.0
    with pytest.raises(BvhError, match="left_thigh and left_shin are in one place"):
        retarget(replace(clip, offsets=offsets), HIGH)


def test_a_short_real_clip() -> None:
    clip = read_bvh(real("16_01")).frames(slice(100, 220))
    worn = retarget(clip, HIGH)
    assert len(worn.poses) == 60
    assert worn.most < BAR
    assert worn.rms < BAR / 10.0
    assert leap(clip, worn) < LEAP


@pytest.mark.slow
@pytest.mark.parametrize("name", CLIPS)
def test_real_clips(name: str, tmp_path: Path) -> None:
    clip = read_bvh(real(name))
    worn = retarget(clip, HIGH)
    print(f"{name}: {1000 * worn.most:.2f} mm at most, {1000 * worn.rms:.2f} mm RMS, {worn.beyond}")
    assert worn.most < BAR
    assert worn.rms < BAR / 10.0
    assert leap(clip, worn) < LEAP
    assert max(worn.beyond.values(), default=0.0) < 0.5
    path = tmp_path / f"{name}.bvh"
    path.write_text(write_bvh(worn.skeleton, worn.poses, worn.rate))
    theirs = pybvh.read_bvh_file(path, world_up="+y")
    order = [theirs.node_index[segment.replace(" ", "_")] for segment in HIGH.segments]
    again = 0.01 * theirs.node_positions()[:, order][..., [2, 0, 1]]
    assert np.abs(again - worn.skeleton.place(worn.poses).positions).max() < 1e-6


def test_what_this_program_wrote_is_read_off_to_rounding() -> None:
    """All angles, within all limits, glides and fingers included."""
    random = np.random.default_rng(3)
    low, high = HIGH.limits.T
    middle, reach = (low + high) / 2, 0.45 * (high - low)
    phase = random.uniform(0.0, 6.0, HIGH.freedoms)
    beat = np.arange(50)[:, np.newaxis] / 15.0
    rest = HIGH.rest(50)
    poses = Poses(
        rest.position + np.array([0.3, -0.2, 0.9]),
        rest.rotation,
        middle + reach * np.sin(beat + phase),
    )
    worn = retarget(parse_bvh(write_bvh(HIGH, poses), "own"), HIGH)
    assert worn.skeleton is HIGH
    assert worn.most < 1e-5
    assert np.abs(worn.poses.angles - poses.angles).max() < 1e-4
    assert np.abs(worn.poses.position - poses.position).max() < 1e-5
