"""Pictures: the right way up, the right size, the right fish."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest

from motorium.contracts.viewing import Camera
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.renderer import Renderer
from motorium.looks.drawing.school import levels_of
from motorium.looks.drawing.view import View
from motorium.looks.shading import shader_constant
from tests.looks.drawing.moments import shoal

SIZE = (96, 64)
FISH = int(shader_constant("SEEN_FISH")) << int(shader_constant("SEEN_NUMBER_BITS"))


def pair() -> Moment:
    """Looked at along y: a clownfish up on the left and a herring down on the right."""
    moment = shoal(("clownfish", "herring"))
    fishes = replace(
        moment.fishes,
        positions=np.array([[-0.2, 0.0, 0.12], [0.2, 0.0, -0.12]]),
        orientations=np.array([[1.0, 0.0, 0.0, 0.0]] * 2),
    )
    return replace(moment, fishes=fishes)


CAMERA = Camera(position=(0.0, -0.8, 0.0), ahead=(0.0, 1.0, 0.0))


def test_left_is_left_and_up_is_up(renderer: Renderer) -> None:
    codes, ranges = renderer.sight(pair(), CAMERA, SIZE)
    assert codes.shape == ranges.shape == (64, 96)
    rows, columns = np.nonzero(codes == FISH)
    assert rows.mean() < 26
    assert columns.mean() < 40
    rows, columns = np.nonzero(codes == FISH + 1)
    assert rows.mean() > 38
    assert columns.mean() > 56
    # Orange above, and not where it is not.
    picture = renderer.picture(pair(), CAMERA, SIZE).astype(int)
    redder = picture[..., 0] - picture[..., 2]
    assert np.percentile(redder[codes == FISH], 80) > 30
    assert np.percentile(redder[codes == FISH + 1], 80) < 10
    assert ranges[codes == FISH].min() == pytest.approx(
        np.hypot(0.8, np.hypot(0.2, 0.12)), abs=0.03
    )


def test_samples_smooth_edges_and_change_little_else(renderer: Renderer) -> None:
    one = renderer.picture(pair(), CAMERA, SIZE).astype(int)
    four = renderer.picture(pair(), CAMERA, SIZE, samples=4).astype(int)
    assert (one != four).any()
    assert np.abs(one - four).mean() < 3.0
    assert one.shape == (64, 96, 3)


def test_who_is_left_out_is_not_drawn(renderer: Renderer) -> None:
    codes, _ = renderer.sight(pair().without([100]), CAMERA, SIZE)
    assert set(np.unique(codes[codes >> 24 == FISH >> 24])) == {FISH}, "the other is the first now"
    nobody = pair().without([100, 101])
    assert not (renderer.sight(nobody, CAMERA, SIZE)[0] >> 24 == FISH >> 24).any()


def test_the_farther_the_coarser(renderer: Renderer) -> None:
    fishes = pair().fishes
    found = [
        levels_of(fishes, View.of(replace(CAMERA, position=(0.0, -away, 0.0)), (640, 480))).max()
        for away in (0.5, 1.0, 2.0, 4.0, 40.0)
    ]
    assert found == sorted(found)
    assert found[0] == 0
    assert found[3] == 3
    behind = View.of(replace(CAMERA, ahead=(0.0, -1.0, 0.0)), (640, 480))
    assert (levels_of(fishes, behind) == -1).all()


def test_a_picture_has_a_size() -> None:
    renderer = Renderer.__new__(Renderer)
    with pytest.raises(ValueError, match="width of a picture must be 1 to 4096, not 0"):
        renderer.picture(pair(), CAMERA, (0, 10))


def test_a_photograph_is_worn(renderer: Renderer) -> None:
    """Red above, blue below: flanks are red, and fins of the belly blue."""
    Image = pytest.importorskip("PIL.Image")
    texture = np.zeros((64, 64, 4), np.uint8)
    texture[..., 3] = 255
    texture[:48, :, 0] = 230
    texture[48:, :, 2] = 230
    file = io.BytesIO()
    Image.fromarray(texture).save(file, "PNG")
    moment = pair()
    worn = tuple(replace(one, texture=file.getvalue()) for one in moment.species)
    near = replace(CAMERA, position=(0.2, -0.35, -0.12))
    codes, _ = renderer.sight(moment, near, (240, 160))
    own = renderer.picture(moment, near, (240, 160)).astype(int)
    photo = renderer.picture(replace(moment, species=worn), near, (240, 160)).astype(int)
    herring = codes == FISH + 1
    assert herring.sum() > 1000
    redder = (photo[..., 0] - photo[..., 2])[herring]
    assert np.percentile(redder, 60) > 60 > np.percentile((own[..., 0] - own[..., 2])[herring], 60)
    assert redder.min() < -40


def test_any_number_of_sizes(renderer: Renderer) -> None:
    first = renderer.picture(pair(), CAMERA, SIZE)
    for height in range(8, 24):
        assert renderer.picture(pair(), CAMERA, (16, height)).shape == (height, 16, 3)
        assert renderer.sight(pair(), CAMERA, (16, height))[0].shape == (height, 16)
    assert len(renderer._pictures) <= 6
    assert (renderer.picture(pair(), CAMERA, SIZE) == first).all()
