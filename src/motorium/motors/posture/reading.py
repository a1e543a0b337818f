"""Keys of clips between which one reads; for kernels."""

from __future__ import annotations

from motorium.compiled import inlined
from motorium.motors.posture.bank import Clips

__all__ = ["ground_at", "key_at", "root_at", "sight_at"]


@inlined
def key_at(clips: Clips, level: int, clip: int, time: float) -> tuple[int, float]:
    """The number of the key before a time [s] of a clip, and the share of the next one."""
    at = time * clips.rates[level, clip]
    key = min(max(int(at), 0), clips.counts[level, clip] - 2)
    return clips.firsts[level, clip] + key, min(max(at - key, 0.0), 1.0)


@inlined
def ground_at(clips: Clips, clip: int, time: float, column: int) -> tuple[float, float, float]:
    """Three columns of the ground frame's way, from one on."""
    key, share = key_at(clips, 0, clip, time)
    one, next_one = clips.grounds[key], clips.grounds[key + 1]
    return (
        one[column] + share * (next_one[column] - one[column]),
        one[column + 1] + share * (next_one[column + 1] - one[column + 1]),
        one[column + 2] + share * (next_one[column + 2] - one[column + 2]),
    )


@inlined
def root_at(
    clips: Clips, level: int, clip: int, time: float
) -> tuple[float, float, float, float, float, float, float]:
    """Place [m] and turn of the first segment above the ground frame."""
    key, share = key_at(clips, level, clip, time)
    one, next_one = clips.roots[key], clips.roots[key + 1]
    w = one[3] + share * (next_one[3] - one[3])
    a = one[4] + share * (next_one[4] - one[4])
    b = one[5] + share * (next_one[5] - one[5])
    c = one[6] + share * (next_one[6] - one[6])
    scale = 1.0 / (w * w + a * a + b * b + c * c) ** 0.5
    return (
        one[0] + share * (next_one[0] - one[0]),
        one[1] + share * (next_one[1] - one[1]),
        one[2] + share * (next_one[2] - one[2]),
        w * scale,
        a * scale,
        b * scale,
        c * scale,
    )


@inlined
def sight_at(clips: Clips, level: int, clip: int, time: float) -> tuple[float, float]:
    """Turn and rise of the rifle [rad], as far as it is aimed."""
    key, share = key_at(clips, level, clip, time)
    one, next_one = clips.roots[key], clips.roots[key + 1]
    return one[7] + share * (next_one[7] - one[7]), one[8] + share * (next_one[8] - one[8])
