"""From a photograph to a fish: the mesh before and after, the texture, and who wears it."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from PIL import Image, ImageDraw, ImageFilter

from docs.pictures.sitter import near_by
from docs.pictures.style import CORAL, panel, save
from motorium.looks.texture_mesh.making import make_species
from motorium.looks.texture_mesh.mesh import Mesh, settle
from motorium.looks.texture_mesh.photo import read_photo
from motorium.looks.texture_mesh.start import find_fish
from tests.looks.texture_mesh.drawn import draw_fish

SPECIES: Final = "grouper"


def painted() -> Image.Image:
    """A drawn fish with fins, in a pattern that no species here wears."""
    drawn = draw_fish(
        SPECIES,
        background=(196, 214, 214),
        colour=(222, 120, 44),
        fin_colour=(150, 60, 40),
        head=1,
        tilt=6,
        noise=4,
        gradient=16,
    )
    plain = np.asarray(drawn.image.convert("RGB")).astype(np.int16)
    fish = plain[..., 0] > plain[..., 2] + 40
    marks = drawn.image.convert("RGB")
    pen = ImageDraw.Draw(marks)
    draw = np.random.default_rng(5)
    for _ in range(240):
        x, y = draw.uniform(0, marks.width), draw.uniform(0, marks.height)
        radius = draw.uniform(4, 11)
        colour = (250, 236, 200) if draw.random() < 0.6 else (70, 24, 30)
        pen.ellipse([x - radius, y - radius, x + radius, y + radius], fill=colour)
    marks = marks.filter(ImageFilter.GaussianBlur(1.2))
    return Image.fromarray(np.where(fish[..., None], np.asarray(marks), plain).astype(np.uint8))


def lay(axes: Axes, photo: Image.Image, mesh: Mesh, title: str) -> None:
    axes.imshow(photo)
    for contour in (*mesh.nodes, *mesh.nodes.transpose(1, 0, 2)):
        axes.plot(*contour.T, color=CORAL, linewidth=0.8)
    for x, y in mesh.anchors.values():
        axes.plot(x, y, "o", color="#5be06a", markersize=4)
    axes.set_title(title)
    axes.axis("off")


def main() -> None:
    picture = painted()
    out = io.BytesIO()
    picture.save(out, "PNG")
    found = find_fish(read_photo(out.getvalue()))
    before = Mesh(found.mesh.nodes.copy(), dict(found.mesh.anchors))
    before.nodes += 0.06 * found.frame.length
    for _ in settle(found.mesh, found.near_fields()):
        pass
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder, "painted.png")
        photo.write_bytes(out.getvalue())
        path = make_species(photo, SPECIES, Path(folder))
        texture = Image.open(path.with_suffix(".texture.png")).convert("RGBA")
        worn = near_by(str(path))
    figure, axes = panel(12, 6.6, columns=2, rows=2)
    lay(axes[0, 0], picture, before, "The mesh at first, laid beside the fish")
    lay(axes[0, 1], picture, found.mesh, "Settled; anchors where fins leave the body")
    axes[1, 0].imshow(texture)
    axes[1, 0].set_title("What it cuts out")
    axes[1, 1].imshow(worn)
    axes[1, 1].set_title("Who wears it")
    for each in axes[1]:
        each.axis("off")
    save(figure, "texture.jpg")


if __name__ == "__main__":
    main()
