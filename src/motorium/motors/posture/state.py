"""How every figure is now: one row each, all that its motor has to remember."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["FIGURE_STATE", "States", "fresh_states"]

FIGURE_STATE: Final = np.dtype(
    [
        # What varies it: a seed of its own, how often something was drawn, its age [s].
        ("seed", np.uint64),
        ("draws", np.int64),
        ("clock", np.float64),
        # What it plays: since when [s] and how fast, on its way from one node to the next.
        ("graph", np.int32),
        ("node", np.int32),
        ("clip", np.int32),
        ("moving", np.int32),
        ("time", np.float64),
        ("tempo", np.float64),
        ("pace", np.float64),
        ("stride", np.float64),
        ("next_pace", np.float64),
        ("next_stride", np.float64),
        ("gait", np.int32),
        # What it is about: a fixed posture, and a way of locomotion or none.
        ("wish", np.int32),
        ("mode", np.int32),
        # Where: the ground frame of what is played, and by how much it is turned from the heading.
        ("x", np.float64),
        ("y", np.float64),
        ("z", np.float64),
        ("facing", np.float64),
        ("twist", np.float64),
        ("swing", np.float64),
        # Whether it was led in the last frame, and how far it is from where it is led [m].
        ("led", np.int32),
        ("lag_x", np.float64),
        ("lag_y", np.float64),
        # What it comes from: a pose that goes over into what is played, and the way meanwhile.
        ("from_clip", np.int32),
        ("falling", np.int32),
        ("from_time", np.float64),
        ("from_yaw", np.float64),
        ("blend_time", np.float64),
        ("blend_seconds", np.float64),
        ("blend_x", np.float64),
        ("blend_y", np.float64),
        # Its feet, while it turns in place: how they are turned against it, how long each has been
        # lifted [s], and how it was turned then.
        ("left_off", np.float64),
        ("right_off", np.float64),
        ("left_step", np.float64),
        ("right_step", np.float64),
        ("left_from", np.float64),
        ("right_from", np.float64),
        # What is laid on top.
        ("alive", np.float64),
        ("aim", np.float64),
        ("aim_turn", np.float64),
        ("aim_rise", np.float64),
        ("look_turn", np.float64),
        ("look_rise", np.float64),
        ("upper", np.float64),
        ("upper_node", np.int32),
        ("gesture", np.int32),
        ("gesture_time", np.float64),
        # What was left over when it was adopted: how long it still counts [s].
        ("borrowed", np.float64),
    ],
    align=True,
)
States = NDArray[Any]


def fresh_states(count: int) -> States:
    """Nobody yet."""
    states = np.zeros(count, dtype=FIGURE_STATE)
    for name in ("tempo", "pace", "stride", "next_pace", "next_stride", "alive"):
        states[name] = 1.0
    states["mode"] = states["gait"] = states["gesture"] = -1
    return states
