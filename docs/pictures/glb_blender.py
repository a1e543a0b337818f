"""Blender renders the clownfish of example 15; needs bpy, and out/15_glb.glb that it
leaves. Run as `python -m docs.pictures.glb_blender`."""

from __future__ import annotations

from pathlib import Path

import bpy
from mathutils import Vector

HERE = Path(__file__).parent
FILE = HERE.parents[1] / "out" / "15_glb.glb"


def main() -> None:
    """From ahead of it, to its right and a little above."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=str(FILE))
    scene = bpy.context.scene
    scene.frame_set(3)
    lens = bpy.data.cameras.new("camera")
    lens.type, lens.ortho_scale = "ORTHO", 0.15
    camera = bpy.data.objects.new("camera", lens)
    camera.location = (-1.0, -0.5, 0.45)
    camera.rotation_euler = (-Vector(camera.location)).to_track_quat("-Z", "Y").to_euler()
    light = bpy.data.lights.new("sun", "SUN")
    light.energy = 3.0
    sun = bpy.data.objects.new("sun", light)
    sun.rotation_euler = (0.6, -0.6, 0.0)
    for one in (camera, sun):
        scene.collection.objects.link(one)
    scene.camera, scene.world = camera, bpy.data.worlds.new("water")
    scene.world.color = (0.06, 0.22, 0.3)
    render = scene.render
    render.engine, scene.cycles.samples = "CYCLES", 24
    render.resolution_x, render.resolution_y = 640, 300
    render.image_settings.file_format = "JPEG"
    render.filepath = str(HERE / "glb-blender.jpg")
    bpy.ops.render.render(write_still=True)


if __name__ == "__main__":
    main()
