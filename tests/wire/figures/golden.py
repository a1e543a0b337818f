"""Frames that the page's tests read, and where Python puts what is in them.

`python -m tests.wire.figures.golden` writes the file anew, when the protocol has changed.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.rifle import rifle_placed
from motorium.bodies.figure.skeleton import Placed
from motorium.contracts.frames import quaternion_from_axes, rotation_matrix
from motorium.wire.figures.frame import FrameMemory, picture_of, unpack_frame
from motorium.wire.figures.levels import rifle_info, shipped_levels
from motorium.wire.figures.messages import FIGURES_PROTOCOL, FiguresHello
from motorium.wire.figures.models import MODELS_PATH
from motorium.wire.figures.poses import LevelPoses, poses_of
from tests.wire.figures.material import LEVELS, MadeUp
from tests.wire.figures.test_figure_poses import posed

GOLDEN = Path(__file__).parent / "golden_figures.json"


def golden() -> dict[str, Any]:
    """Everybody whole, then some of it changed, then one gone; and how it is in the end."""
    server, client = FrameMemory(LEVELS), FrameMemory(LEVELS)
    frames, updates = [], []
    for tick, shown in enumerate(_history(), start=10):
        data = picture_of(shown, tick, tick / 60, 2).pack_for(server)
        updates.append(unpack_frame(data, client).joint_updates)
        frames.append(base64.b64encode(data).decode())
    hello = FiguresHello(
        protocol=FIGURES_PROTOCOL,
        levels=list(shipped_levels()),
        rifle=rifle_info(),
        models=MODELS_PATH,
    )
    return {
        "hello": hello.model_dump(mode="json"),
        "frames": frames,
        "joint_updates": updates,
        "levels": [_told(poses_of(client, level)) for level in range(3)],
    }


def _history() -> list[MadeUp]:
    crowd = _together([posed(level, 2, seed=level)[0] for level in range(3)])
    # One who has no wrist, and whose left hand is where it supports the rifle, near the ground.
    crowd.positions[4:, 2] = 0.1, 0.9
    turned = _together([posed(level, 2, seed=level + 5)[0] for level in range(3)])
    moved = _together([posed(level, 2, seed=level)[0] for level in range(3)])
    moved.positions[:] = crowd.positions + 0.1
    moved.positions[5] = crowd.positions[5]
    moved.rotations[:, 3:6] = turned.rotations[:, 3:6]
    moved.slides[:2] = turned.slides[:2]
    moved.shares[1] = 0.4
    gone = _together([moved])
    gone.count = 5
    return [crowd, moved, gone]


def _together(parts: list[MadeUp]) -> MadeUp:
    def joined(name: str) -> Any:
        return np.concatenate([getattr(part, name)[: part.count] for part in parts])

    count = sum(part.count for part in parts)
    return MadeUp(
        count=count,
        ids=np.arange(7, 7 + count),
        levels=joined("levels"),
        shares=joined("shares"),
        positions=joined("positions"),
        turns=joined("turns"),
        rotations=joined("rotations"),
        slides=joined("slides"),
    )


def _told(poses: LevelPoses) -> dict[str, Any]:
    placed = Placed(poses.positions, rotation_matrix(poses.turns))
    at, turns = rifle_placed(load_skeleton(FIGURES[poses.level]), placed)
    return {
        "ids": poses.ids.tolist(),
        "shares": poses.shares.round(6).tolist(),
        "positions": poses.positions.round(5).tolist(),
        "turns": poses.turns.round(5).tolist(),
        "rifles": at.round(5).tolist(),
        "rifle_turns": quaternion_from_axes(turns).round(5).tolist(),
    }


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(golden()) + "\n", encoding="utf-8")
    print(f"wrote {GOLDEN}")
