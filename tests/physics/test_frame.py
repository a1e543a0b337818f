"""Body frames and health of simulated fishes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from motorium.contracts.frames import rotation_matrix
from motorium.physics.fish_frame import body_frame
from tests.physics.fishes import herring


def test_the_rest_shape_is_its_own_frame() -> None:
    origin, orientation = body_frame(herring().nodes)
    assert origin == pytest.approx([0, 0, 0], abs=1e-12)
    assert orientation == pytest.approx([1, 0, 0, 0], abs=1e-12)


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=50, deadline=None)
def test_the_frame_moves_with_the_body(seed: int) -> None:
    """Whatever the rigid motion, and also if the body is bent, the frame is that motion."""
    draw = np.random.default_rng(seed)
    bent = herring().nodes + draw.normal(scale=0.3, size=(23, 3))
    here, before = body_frame(bent)
    turn = Rotation.random(rng=draw)
    shift = draw.normal(scale=100, size=3)
    there, after = body_frame(turn.apply(bent) + shift)
    assert there == pytest.approx(turn.apply(here) + shift, abs=1e-9)
    wanted = turn.as_matrix() @ rotation_matrix(before)
    assert rotation_matrix(after) == pytest.approx(wanted, abs=1e-9)
    assert np.linalg.det(rotation_matrix(after)) == pytest.approx(1.0)
