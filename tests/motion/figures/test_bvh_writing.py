"""Writing BVH: other programs see the joints where ours are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pybvh", reason="BVH needs motorium[figures]")

import pybvh

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.skeleton import Poses, Skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.capture.bvh import parse_bvh, read_bvh
from motorium.motion.figures.capture.bvh_writing import write_bvh
from motorium.motion.figures.capture.retargeting import retarget
from tests.motion.figures.bvh_material import HIGH, independent, real, stroll

ROUNDING = 1e-6
"""What six decimals of centimetres and degrees leave, added up along the body [m]."""


def wild(skeleton: Skeleton, frames: int = 30) -> Poses:
    """Every freedom through its whole range, and the root all the way round."""
    beat = np.linspace(0.0, 2.0 * np.pi, frames)
    phase = np.arange(skeleton.freedoms) * 0.7
    low, high = skeleton.limits.T
    angles = low + (high - low) * (0.5 + 0.5 * np.sin(beat[:, np.newaxis] + phase))
    x, y, zero = np.cos(beat), np.sin(beat), 0.0 * beat
    turn = np.array([[x, -y, zero], [zero, zero, zero - 1.0], [y, x, zero]]).transpose(2, 0, 1)
    place = np.stack([x, 2.0 * y, 1.0 + 0.3 * beat], axis=1)
    return Poses(place, turn, angles)


def ours(skeleton: Skeleton, poses: Poses) -> Floats:
    return skeleton.place(poses).positions


@pytest.mark.parametrize("figure", FIGURES)
def test_an_independent_reader_finds_all_segments(figure: str) -> None:
    skeleton = load_skeleton(figure)
    poses = wild(skeleton)
    names, places = independent(write_bvh(skeleton, poses))
    order = [names.index(name.replace(" ", "_")) for name in skeleton.segments]
    found = 0.01 * places[:, order][..., [2, 0, 1]]
    assert np.abs(found - ours(skeleton, poses)).max() < ROUNDING


def test_ours_reads_what_ours_writes() -> None:
    poses = wild(HIGH)
    clip = parse_bvh(write_bvh(HIGH, poses, rate=30.0))
    order = [clip.joint(name.replace(" ", "_")) for name in HIGH.segments]
    assert clip.rate == 30.0
    assert clip.shifts is not None  # Shoulder blades glide.
    assert np.abs(clip.positions[:, order] - ours(HIGH, poses)).max() < ROUNDING


def test_pybvh_reads_motion_in_which_nothing_slides(tmp_path: Path) -> None:
    poses = wild(HIGH)
    angles = poses.angles.copy()
    angles[:, np.array(HIGH.slides)] = 0.0
    poses = replace(poses, angles=angles)
    path = tmp_path / "wild.bvh"
    path.write_text(write_bvh(HIGH, poses))
    theirs = pybvh.read_bvh_file(path, world_up="+y")
    order = [theirs.node_index[name.replace(" ", "_")] for name in HIGH.segments]
    found = 0.01 * theirs.node_positions()[:, order][..., [2, 0, 1]]
    assert theirs.fps == pytest.approx(60.0)
    assert np.abs(found - ours(HIGH, poses)).max() < ROUNDING
    # And once more through its own writer.
    again = tmp_path / "again.bvh"
    theirs.write(again)
    places = read_bvh(again).positions
    assert np.abs(places[:, order] - ours(HIGH, poses)).max() < ROUNDING


def test_angles_have_no_leaps_that_the_motion_has_not() -> None:
    poses = stroll(90)
    beat = np.linspace(0.0, 4.0 * np.pi, 90)  # Twice round.
    x, y, zero = np.cos(beat), np.sin(beat), 0.0 * beat
    turn = np.array([[x, -y, zero], [y, x, zero], [zero, zero, zero + 1.0]]).transpose(2, 0, 1)
    angles = poses.angles.copy()
    angles[:, HIGH.freedom("left knee", "flexion")] = np.linspace(0.0, 2.5, 90)
    text = write_bvh(HIGH, replace(poses, rotation=turn, angles=angles))
    rows = np.array([line.split() for line in text.split("Time:")[1].splitlines()[1:]], dtype=float)
    assert np.abs(np.diff(rows, axis=0)[:, 3:]).max() < 10.0


def test_what_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="without frames"):
        write_bvh(HIGH, HIGH.rest(0))
    broken = HIGH.rest(2)
    broken.angles[1, 3] = np.nan
    with pytest.raises(ValueError, match="not finite"):
        write_bvh(HIGH, broken)
    with pytest.raises(ValueError, match="rate must be"):
        write_bvh(HIGH, HIGH.rest(2), rate=0.0)


def test_a_retargeted_clip_goes_out_as_it_is() -> None:
    clip = read_bvh(real("09_01")).frames(slice(0, 60))
    worn = retarget(clip, HIGH)
    names, places = independent(write_bvh(worn.skeleton, worn.poses, worn.rate))
    order = [names.index(name.replace(" ", "_")) for name in HIGH.segments]
    found = 0.01 * places[:, order][..., [2, 0, 1]]
    assert np.abs(found - ours(worn.skeleton, worn.poses)).max() < ROUNDING


@pytest.mark.slow
def test_blender_sees_joints_where_ours_are(tmp_path: Path) -> None:
    """Blender's heads of bones, through its importer, within a millimetre."""
    bpy = pytest.importorskip("bpy", reason="Blender (pip install bpy) is not installed")
    motions = {"stroll": (HIGH, stroll(20)), "wild": (HIGH, wild(HIGH, 20))}
    if (path := real_or_none("09_01")) is not None:
        worn = retarget(read_bvh(path).frames(slice(0, 40)), HIGH)
        motions["09_01"] = worn.skeleton, worn.poses
    for name, (skeleton, poses) in motions.items():
        file = tmp_path / f"{name}.bvh"
        file.write_text(write_bvh(skeleton, poses))
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.ops.import_anim.bvh(filepath=str(file), global_scale=0.01, frame_start=1)
        armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
        seen = np.empty((len(poses), len(skeleton.segments), 3))
        for frame in range(len(poses)):
            bpy.context.scene.frame_set(1 + frame)
            for number, segment in enumerate(skeleton.segments):
                bone = armature.pose.bones[segment.replace(" ", "_")]
                left, back, up = armature.matrix_world @ bone.head
                seen[frame, number] = -back, left, up
        worst = np.abs(seen - ours(skeleton, poses)).max()
        print(f"Blender {bpy.app.version_string}, {name}: {1000 * worst:.4f} mm apart at most")
        assert worst < 1e-3, name
        # And what Blender writes of it, ours reads.
        bpy.context.view_layer.objects.active = armature
        back = tmp_path / f"{name} back.bvh"
        bpy.ops.export_anim.bvh(filepath=str(back), frame_start=1, frame_end=len(poses))
        clip = read_bvh(back, metres_a_unit=1.0, up="z")
        order = [clip.joint(segment.replace(" ", "_")) for segment in skeleton.segments]
        assert np.abs(clip.positions[:, order] - ours(skeleton, poses)).max() < 1e-3, name


def real_or_none(name: str) -> Path | None:
    try:
        return real(name)
    except pytest.skip.Exception:
        return None
