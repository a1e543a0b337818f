"""The same as send_vmc.js, by PyPI's oscpy, a message in each datagram: PORT SECONDS."""

from __future__ import annotations

import sys
import time

from oscpy.client import OSCClient

RATE = 60
HALF = 0.5**0.5
STRAIGHT = (0.0, 0.0, 0.0, 1.0)
UP = (0.0, 0.0, -HALF, HALF)
BONES = {
    "Hips": (0.0, 0.95, 0.0, *STRAIGHT),
    "Spine": (0.0, 0.1, 0.0, *STRAIGHT),
    "Chest": (0.0, 0.15, 0.0, *STRAIGHT),
    "Neck": (0.0, 0.25, 0.0, *STRAIGHT),
    "Head": (0.0, 0.1, 0.0, *STRAIGHT),
    "LeftUpperArm": (-0.18, 0.2, 0.0, *UP),
    "LeftLowerArm": (-0.28, 0.0, 0.0, *STRAIGHT),
    "RightUpperArm": (0.18, 0.2, 0.0, *UP),
    "RightLowerArm": (0.28, 0.0, 0.0, *STRAIGHT),
} | {
    f"{side}{bone}": (x * sign, y, 0.0, *STRAIGHT)
    for side, sign in (("Left", -1.0), ("Right", 1.0))
    for bone, x, y in (
        ("UpperLeg", 0.09, -0.02),
        ("LowerLeg", 0.0, -0.42),
        ("Foot", 0.0, -0.42),
    )
}


def main() -> None:
    port, seconds = int(sys.argv[1]), float(sys.argv[2])
    client, begun = OSCClient("127.0.0.1", port), time.perf_counter()
    for number in range(round(seconds * RATE)):
        time.sleep(max(begun + number / RATE - time.perf_counter(), 0.0))
        client.send_message(b"/VMC/Ext/T", [number / RATE])
        for name, numbers in BONES.items():
            client.send_message(b"/VMC/Ext/Bone/Pos", [name.encode(), *numbers])


if __name__ == "__main__":
    main()
