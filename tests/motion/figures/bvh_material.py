"""What tests of BVH share: where real clips are, a motion of ours, and a reader of its own."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import Poses
from motorium.contracts.frames import Floats

HIGH = load_skeleton("human-high")
CMU = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "cmu"
CLIPS = (
    *("07_01", "09_01", "115_06", "133_01", "141_14", "141_16"),
    *("16_01", "69_17", "77_02", "77_16", "82_06", "90_18"),
)


def real(name: str) -> Path:
    """A clip of the CMU database, or no test."""
    path = CMU / f"{name}.bvh"
    if not path.exists():
        pytest.skip(f"real clips lie beside the checkout, in {os.path.relpath(CMU)}: not here")
    return path


def cut(text: str, frames: int) -> str:
    """The first frames of a BVH text."""
    head, _, motion = text.partition("MOTION")
    lines = motion.strip().splitlines()
    rows = lines[2 : 2 + frames]
    return "\n".join([head + "MOTION", f"Frames: {len(rows)}", lines[1], *rows]) + "\n"


def stroll(frames: int = 40, heading: float = 0.7) -> Poses:
    """Something like a walk, with all of human-high's trunk and limbs in motion."""
    rest = HIGH.rest(frames)
    beat = 2.0 * np.pi * np.arange(frames) / 60.0
    angles = rest.angles.copy()
    for side, phase in (("left", 0.0), ("right", np.pi)):
        swing = np.sin(beat + phase)
        for joint, freedom, values in (
            ("hip", "flexion", 0.2 + 0.4 * swing),
            ("hip", "rotation", 0.1 * swing),
            ("knee", "flexion", 0.5 - 0.4 * swing),
            ("ankle", "flexion", 0.2 * swing),
            ("shoulder", "flexion", -0.5 * swing),
            ("shoulder", "abduction", 0.2 + 0.1 * swing),
            ("girdle", "protraction", 0.1 * swing),
            ("elbow", "flexion", 0.7 + 0.3 * swing),
            ("forearm", "pronation", 0.4 * swing),
            ("wrist", "flexion", 0.3 * swing),
        ):
            angles[:, HIGH.freedom(f"{side} {joint}", freedom)] = values
    for vertebra in range(4, 13):
        angles[:, HIGH.freedom(f"T{vertebra}", "turn")] = 0.03 * np.sin(beat)
    angles[:, HIGH.freedom("neck", "turn")] = 0.3 * np.cos(beat)
    x, y = np.cos(heading), np.sin(heading)
    turn = np.array([[x, -y, 0.0], [y, x, 0.0], [0.0, 0.0, 1.0]])
    ahead = np.stack([1.3 * beat / np.pi, 0.0 * beat, 0.92 + 0.02 * np.cos(2 * beat)], axis=1)
    return replace(rest, position=ahead @ turn.T, rotation=rest.rotation @ turn, angles=angles)


def independent(text: str) -> tuple[list[str], Floats]:
    """Another reader of BVH: names of joints, and where they are (frames, joints, 3), as in the
    file. It shares no line with ours: words instead of lines, one frame at a time."""
    words = iter(text.split())
    names: list[str] = []
    parents: list[int] = []
    offsets: list[list[float]] = []
    channels: list[list[str]] = []
    stack: list[int] = []
    for word in words:
        if word in ("ROOT", "JOINT", "End"):
            names.append(next(words))
            parents.append(stack[-1] if stack else -1)
            offsets.append([])
            channels.append([])
        elif word == "{":
            stack.append(len(names) - 1)
        elif word == "}":
            stack.pop()
        elif word == "OFFSET":
            offsets[stack[-1]] = [float(next(words)) for _ in range(3)]
        elif word == "CHANNELS":
            channels[stack[-1]] = [next(words) for _ in range(int(next(words)))]
        elif word == "Time:":
            next(words)
            break
    numbers = np.array([float(word) for word in words]).reshape(-1, sum(map(len, channels)))
    places = np.zeros((len(numbers), len(names), 3))
    for frame, row in enumerate(numbers):
        values = iter(row.tolist())
        turns: list[Floats] = []
        for joint, parent in enumerate(parents):
            turn, at = np.eye(3), np.array(offsets[joint])
            for channel in channels[joint]:
                axis, value = "XYZ".index(channel[0]), next(values)
                if channel.endswith("position"):
                    at[axis] = value
                else:
                    one, two = (axis + 1) % 3, (axis + 2) % 3
                    single = np.eye(3)
                    c, s = np.cos(np.radians(value)), np.sin(np.radians(value))
                    single[one, one], single[one, two] = c, -s
                    single[two, one], single[two, two] = s, c
                    turn = turn @ single
            if parent < 0:
                places[frame, joint] = at
            else:
                places[frame, joint] = places[frame, parent] + turns[parent] @ at
                turn = turns[parent] @ turn
            turns.append(turn)
    return names, places
