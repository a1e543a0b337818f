"""Writes what the page's tests are held to: `python -m tests.wire.performing.golden`."""

import json

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import Poses
from motorium.bodies.rigid.parts import COORDINATES
from motorium.motion.figures.takes import take_of
from motorium.studio.performance_telling import hello_message, performer_message
from tests.wire.performing.test_performance_frames import GOLDEN, golden

if __name__ == "__main__":
    skeleton = load_skeleton("human-high")
    rest: Poses = skeleton.rest()
    take = take_of(skeleton, rest, "at rest")
    assert take.coordinates.shape == (1, COORDINATES)
    told = {
        "hello": hello_message().model_dump(mode="json"),
        "performer": performer_message(take, 0, "HERO").model_dump(mode="json"),
    }
    GOLDEN.write_text(json.dumps(golden() | told) + "\n", encoding="utf-8")
    print(f"wrote {GOLDEN.name}")
