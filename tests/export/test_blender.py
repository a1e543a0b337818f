"""Blender, through its own importer, shows the same motion."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pygltflib", reason="GLB needs motorium[export]")

from motorium.contracts.frames import Floats
from tests.export.material import KINDS, exported
from tests.export.reading import Reader

RATE = 60
NEAR = 1e-4
"""In the size of what is drawn."""
TO_Y_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""From Blender's axes to glTF's, as its importer has them."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_blender_shows_the_same_motion(kind: str, tmp_path: Path) -> None:
    bpy = pytest.importorskip("bpy", reason="Blender (pip install bpy) is not installed")
    here, file = exported(kind), tmp_path / "it.glb"
    file.write_bytes(here.glb.data)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = RATE
    bpy.ops.import_scene.gltf(filepath=str(file))
    reader, worst, moved = Reader(here.glb.data), 0.0, 0.0
    begun = reader.draw(0.0)
    for share in (0.0, 0.3, 0.5, 0.8, 1.0):
        # At keys: between them Blender turns quaternions straight, glTF around.
        key = round(share * (here.glb.keys - 1))
        time = key * reader.seconds / (here.glb.keys - 1)
        frame = time * RATE
        scene.frame_set(int(frame), subframe=frame - int(frame))
        for name, drawn in reader.draw(time).items():
            seen = vertices(bpy, name)
            assert len(seen) == len(drawn.places)
            worst = max(worst, float(np.abs(seen - drawn.places).max()) / here.size)
            moved = max(moved, float(np.abs(drawn.places - begun[name].places).max()) / here.size)
    print(
        f"Blender {bpy.app.version_string}, {kind}: {worst:.1e} of its size apart at most, "
        f"where it moved by {moved:.2f}"
    )
    assert worst < NEAR
    assert moved > 0.02


def vertices(bpy: object, name: str) -> Floats:
    """Of the object as it is drawn now, in glTF's axes."""
    depsgraph = bpy.context.evaluated_depsgraph_get()  # type: ignore[attr-defined]
    one = bpy.data.objects[name].evaluated_get(depsgraph)  # type: ignore[attr-defined]
    mesh = one.to_mesh()
    flat = np.empty(3 * len(mesh.vertices), dtype=np.float32)
    mesh.vertices.foreach_get("co", flat)
    world = np.array(one.matrix_world)
    one.to_mesh_clear()
    places: Floats = (flat.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]) @ TO_Y_UP.T
    return places
