"""The deformable texture mesh, on drawn fishes whose outlines are known."""

from __future__ import annotations

import io
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw
from scipy import ndimage

from motorium.bodies.species import known_species, read_shape, read_species, shape_file
from motorium.looks.texture_mesh.background import stand_out
from motorium.looks.texture_mesh.eye import find_eye
from motorium.looks.texture_mesh.making import make_species
from motorium.looks.texture_mesh.mesh import Mesh, rigidity, settle, tension
from motorium.looks.texture_mesh.outline import check_depth, frame_of, outline_of_mesh
from motorium.looks.texture_mesh.photo import PhotoError, read_photo
from motorium.looks.texture_mesh.potential import blurred, fields_of
from motorium.looks.texture_mesh.regions import filled, labelled
from motorium.looks.texture_mesh.silhouette import known_of, rest_nodes
from motorium.looks.texture_mesh.start import NoFish, find_fish
from motorium.looks.texture_mesh.texture import cut
from motorium.settings import SettingsError
from motorium.world.scenario import load_scenario
from tests.looks.texture_mesh.drawn import Drawn, border_error, draw_fish

BAR = 1.5
"""Mean border error at most [pixels]."""


def test_tension_draws_the_ends_of_a_stretched_spring_together() -> None:
    alpha = tension(np.array([[0.0, 0.0], [3.0, 4.0]]), np.array([4.0]), 2.0)
    # Stretched by 1, so 2 along (0.6, 0.8); the node moves by minus alpha.
    np.testing.assert_allclose(-alpha, [[1.2, 1.6], [-1.2, -1.6]])


def test_rigidity_of_a_kink() -> None:
    line = np.zeros((5, 2))
    line[:, 0] = range(5)
    line[2, 1] = 1.0
    # D = (1, -2, 1), of which the second differences are these.
    np.testing.assert_allclose(rigidity(line, 0.5)[:, 1], [0.5, -2.0, 3.0, -2.0, 0.5])


@pytest.mark.parametrize("sigma", [1.2, 9.0])
def test_smoothing_is_that_of_scipy(sigma: float) -> None:
    image = np.random.default_rng(0).random((60, 90))
    oracle = ndimage.gaussian_filter(image, sigma, mode="nearest", radius=int(np.ceil(3.5 * sigma)))
    np.testing.assert_allclose(blurred(image, sigma), oracle, atol=1e-12)


def test_regions_are_those_of_scipy() -> None:
    mask = np.random.default_rng(2).random((80, 70)) > 0.45
    _, count = ndimage.label(mask)
    labels, sizes = labelled(mask)
    assert len(sizes) - 1 == count
    assert sizes.sum() == mask.size
    assert np.array_equal(labels > 0, mask)
    assert np.array_equal(filled(mask), ndimage.binary_fill_holes(mask))


OFF = {
    "right": (0.15, 0.0, 1.0),
    "up": (0.0, -0.15, 1.0),
    "large": (0.0, 0.0, 1.15),
    "small": (0.0, 0.0, 0.85),
}


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("species", known_species())
def test_border_is_found_from_15_percent_off(species: str, dark: bool) -> None:
    inks: dict[str, Any] = {"background": (15, 30, 50), "colour": (210, 200, 180)} if dark else {}
    drawn = draw_fish(species, bands=True, **inks)
    fields = fields_of(stand_out(drawn.photo)[0], drawn.frame.length)
    grid = drawn.frame.to_picture(known_of(drawn.shape).grid)
    middle = grid.reshape(-1, 2).mean(axis=0)
    for name, (x, y, scale) in OFF.items():
        nodes = (grid - middle) * scale + middle + drawn.frame.length * np.array([x, y])
        mesh = Mesh(nodes)
        before = border_error(mesh.border, drawn.outline)[0]
        for _ in settle(mesh, fields):
            pass
        after = border_error(mesh.border, drawn.outline)
        assert max(after) <= BAR < before, (name, before, after)


@pytest.mark.parametrize("species", known_species())
def test_fish_with_fins_is_found_and_fitted(species: str) -> None:
    drawn = draw_fish(
        species, fin_colour=(120, 140, 150), background=(20, 40, 70), colour=(220, 200, 60),
        bands=True, head=1, tilt=12, noise=4, gradient=12,
    )  # fmt: skip
    found = find_fish(drawn.photo)
    assert found.frame.forward @ drawn.frame.forward > 0.99
    for _ in settle(found.mesh, found.near_fields()):
        pass
    assert max(border_error(found.mesh.border, drawn.outline)) <= BAR


def _with_fins_of_its_own() -> Drawn:
    """A reddish herring before bright green with two fins that no herring has."""
    drawn = draw_fish("herring", background=(20, 255, 20), colour=(170, 60, 60))
    pen = ImageDraw.Draw(drawn.image)
    fins = [[(0.22, 0), (0.22, 0.17), (0.38, 0.16), (0.5, 0)], [(0.4, 0), (0.42, -0.16), (0.5, 0)]]
    for fin in fins:
        corners = drawn.frame.to_picture(np.array(fin))
        pen.polygon([(float(x), float(y)) for x, y in corners], fill=(170, 60, 60))
    return drawn


def test_fins_that_no_known_fish_has_are_left_out_of_the_body() -> None:
    drawn = _with_fins_of_its_own()
    found = find_fish(drawn.photo)
    for _ in settle(found.mesh, found.near_fields()):
        pass
    assert max(border_error(found.mesh.border, drawn.outline)) <= BAR


@pytest.mark.parametrize("cut_out", [False, True])
def test_no_background_is_in_the_skin(cut_out: bool) -> None:
    drawn = _with_fins_of_its_own()
    image = drawn.image
    if cut_out:
        pixels = np.asarray(image)
        solid = np.where(pixels[..., 1] < 140, 255, 0).astype(np.uint8)
        image = Image.fromarray(np.dstack([pixels, solid]))
    out = io.BytesIO()
    image.save(out, "PNG")
    photo = read_photo(out.getvalue())
    found = find_fish(photo)
    found.mesh.shift(0, -12)
    frame = frame_of(found.mesh)
    skin = outline_of_mesh(found.mesh, frame, drawn.shape, found.mask)
    texture = cut(photo, found.mesh, frame, skin, rest_nodes(drawn.shape), found.mask)
    seen = texture.pixels[texture.pixels[..., 3] > 0]
    assert len(seen) > 384 * 1024
    assert seen[:, 0].min() > 120, "neither green nor black"
    assert seen[:, 1].max() < 120


def _picture(kind: str) -> Image.Image:
    rng = np.random.default_rng(3)
    image = Image.new("RGB", (400, 260), (200, 205, 210))
    pen = ImageDraw.Draw(image)
    if kind == "noise":
        return Image.fromarray(rng.integers(0, 255, (260, 400, 3), dtype=np.uint8))
    if kind == "gradient":
        ramp = np.linspace(20, 230, 400)[None, :, None] * np.ones((260, 1, 3))
        return Image.fromarray(ramp.astype(np.uint8))
    if kind == "blobs":
        for x in range(60, 360, 70):
            pen.ellipse([x, 80, x + 40, 130], fill=(30, 40, 50))
    if kind == "disc":
        pen.ellipse([100, 50, 260, 210], fill=(30, 40, 50))
    if kind == "box":
        pen.rectangle([80, 80, 320, 180], fill=(30, 40, 50))
    if kind == "hand":
        pen.rounded_rectangle([150, 140, 250, 240], 15, fill=(220, 170, 140))
        pen.line([(160, 200), (95, 130)], fill=(220, 170, 140), width=22)
        for x, y in ((155, 45), (183, 20), (211, 25), (239, 50)):
            pen.line([(x + 5, 160), (x, y)], fill=(220, 170, 140), width=20)
    return image


@pytest.mark.parametrize("kind", ["blank", "noise", "gradient", "blobs", "disc", "box", "hand"])
def test_no_fish_ends_with_a_sentence(kind: str) -> None:
    out = io.BytesIO()
    _picture(kind).save(out, "PNG")
    with pytest.raises(NoFish, match="picture"):
        find_fish(read_photo(out.getvalue()))


@pytest.mark.parametrize("turned", [Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_270])
def test_an_upright_fish_is_told_to_lie_down(turned: Image.Transpose) -> None:
    out = io.BytesIO()
    draw_fish("butterflyfish").image.transpose(turned).save(out, "PNG")
    with pytest.raises(NoFish, match="turn the picture until the fish lies level"):
        find_fish(read_photo(out.getvalue()))


@pytest.mark.parametrize("spots", [1, 2])
def test_the_eye_is_where_the_photograph_has_it_unless_that_is_not_sure(spots: int) -> None:
    drawn = draw_fish("herring", head=1, tilt=8)
    pen = ImageDraw.Draw(drawn.image)
    for place in [(0.13, 0.035), (0.2, 0.03)][:spots]:
        x, y = drawn.frame.to_picture(np.array(place))
        pen.ellipse([x - 9, y - 9, x + 9, y + 9], fill=(240, 220, 120))
        pen.ellipse([x - 5, y - 5, x + 5, y + 5], fill=(10, 10, 10))
    photo = drawn.photo
    found = find_fish(photo)
    frame = frame_of(found.mesh)
    eye = find_eye(photo, frame, found.mask)
    if spots == 2:
        assert eye is None
    else:
        assert eye is not None
        where = frame.to_picture(np.array(eye))
        wanted = drawn.frame.to_picture(np.array([0.13, 0.035]))
        assert np.hypot(*(where - wanted)) < 2
    skin = outline_of_mesh(found.mesh, frame, drawn.shape, found.mask, eye)
    usual = drawn.shape.skin.eye.behind_nose
    assert skin.eye.behind_nose == pytest.approx(eye[0] if eye else usual, abs=1e-4)


@pytest.mark.parametrize("head", [-1, 1])
@pytest.mark.parametrize("end", ["head", "tail"])
def test_a_fish_that_is_cut_off_at_either_end_is_refused(head: int, end: str) -> None:
    drawn = draw_fish("herring", head=head)
    left = (end == "head") == (head == -1)
    width, height = drawn.image.size
    box = (width // 3, 0, width, height) if left else (0, 0, 2 * width // 3, height)
    out = io.BytesIO()
    drawn.image.crop(box).save(out, "PNG")
    with pytest.raises(NoFish, match="cut off by the picture's edge"):
        find_fish(read_photo(out.getvalue()))


def test_a_fish_that_is_too_deep_for_the_body_in_it_is_refused() -> None:
    deep, slender = (read_shape(shape_file(name)) for name in ("butterflyfish", "shark"))
    check_depth(deep.skin, deep)
    with pytest.raises(SettingsError, match=r"as deep as the body of shark .* butterflyfish"):
        check_depth(deep.skin, slender)
    mug = deep.skin.model_copy(update={"back": ((0, 0), (0.1, 0.9), (0.7, 0.9))})
    with pytest.raises(SettingsError, match="one whole fish"):
        check_depth(mug, deep)


def test_damaged_files_are_refused_or_read() -> None:
    rng = np.random.default_rng(4)
    whole = draw_fish(size=(200, 120), length=140).file("PNG")
    sentences = []
    for _ in range(60):
        data = bytearray(whole)
        for at in rng.integers(0, len(data), 8):
            data[at] = rng.integers(256)
        try:
            read_photo(bytes(data[: rng.integers(1, len(data) + 1)]))
        except PhotoError as problem:
            sentences.append(str(problem))
    assert sentences
    assert all("picture" in sentence for sentence in sentences)
    with pytest.raises(PhotoError, match="empty"):
        read_photo(b"")


def test_a_picture_of_16_bits_is_read_as_one_of_8() -> None:
    gray = draw_fish("herring", noise=3).image.convert("L")
    deep = np.asarray(gray).astype(np.uint16) * 257
    for image, kind in ((Image.fromarray(deep), "PNG"), (Image.fromarray(deep), "TIFF")):
        out = io.BytesIO()
        image.save(out, kind)
        assert Image.open(io.BytesIO(out.getvalue())).mode.startswith("I")
        read = read_photo(out.getvalue()).pixels
        np.testing.assert_array_equal(read, np.dstack([np.asarray(gray)] * 3))


def test_a_picture_of_too_many_pixels_is_said_to_be_so() -> None:
    small = draw_fish(size=(200, 120), length=140).file("PNG")
    # Its header says otherwise, with the right checksum.
    for side in (9_000, 30_000, 2_000_000):
        head = b"IHDR" + side.to_bytes(4, "big") * 2 + small[24:29]
        huge = small[:12] + head + zlib.crc32(head).to_bytes(4, "big") + small[33:]
        with pytest.raises(PhotoError, match="at most 60 million"):
            read_photo(huge)


def test_a_photograph_becomes_a_species(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = draw_fish("clownfish", colour=(200, 40, 40), bands=True, background=(60, 110, 150))
    photo = tmp_path / "my-fish.png"
    photo.write_bytes(drawn.file())
    path = make_species(photo, "clownfish", tmp_path)
    assert photo.read_bytes() == drawn.file(), "the photograph is not written over"
    made = read_species(path)
    assert made.skin.texture == "my-fish.texture.png"
    back = np.array(made.skin.back)
    known = np.array(drawn.shape.skin.back)
    # Where the body is thickest, the outline agrees to a hundredth of the length.
    assert back[:, 1].max() - np.array(made.skin.belly)[:, 1].min() == pytest.approx(
        known[:, 1].max() - np.array(drawn.shape.skin.belly)[:, 1].min(), abs=0.012
    )
    texture = np.asarray(Image.open(path.with_suffix(".texture.png")))
    assert texture.shape == (512, 1024, 4)
    grid = known_of(drawn.shape).grid[4]
    from motorium.looks.bspline import greville

    v = np.interp([0.12, 0.235, 0.35, 0.5, 0.65], grid[:, 0], greville(21, 3))
    seen = texture[192, (v * 1024).astype(int), 1] > 120
    assert seen.tolist() == [False, True, False, True, False]
    scenario = path.with_name("my-fish.scenario.toml")
    assert f"See it: motorium studio {scenario}\n" in capsys.readouterr().out, "on one line"
    load_scenario(str(scenario))
    with pytest.raises(SettingsError, match="there already"):
        make_species(photo, "clownfish", tmp_path)
    path.with_suffix(".texture.png").write_bytes(b"no image")
    with pytest.raises(SettingsError, match="no PNG"):
        read_species(path)
