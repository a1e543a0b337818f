"""GLB files for other programs: fishes, figures and puppets, as they look and as they move.

species = load_species("clownfish")
glb = fish_glb(species, ready_repertoire(species)["swim-medium"])
Path("clownfish.glb").write_bytes(glb.data)
"""

from __future__ import annotations

from motorium.export.figure import figure_glb
from motorium.export.fish import fish_glb
from motorium.export.gltf import Glb
from motorium.export.puppet import puppet_glb

__all__ = ["Glb", "figure_glb", "fish_glb", "puppet_glb"]
