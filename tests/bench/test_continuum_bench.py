"""Bench `continuum`: its peer does the same, and its bars are held."""

from typing import Any

import pytest

from motorium.bench.continuum import bar_of, controller_seconds, frame_seconds, measure
from motorium.bench.numpy_continuum import NumpyController
from motorium.bodies.rigid.parts import FREEDOMS
from motorium.motors.continuum.options import ContinuumOptions
from motorium.motors.continuum.stepping import Continuum
from motorium.physics.rigid.scene import RigidScene
from tests.motors.continuum.performers import FIGURE, walking


class Spy:
    """MuJoCo, but that the peer looks before the second half of a step is made."""

    def __init__(self, continuum: Continuum) -> None:
        self.peer, self.mujoco = NumpyController(continuum), continuum._mujoco
        continuum._mujoco = self

    def __getattr__(self, name: str) -> Any:
        return getattr(self.mujoco, name)

    def mj_step2(self, model: Any, data: Any) -> None:
        self.forces, self.torques = self.peer.control(0.0)
        self.mujoco.mj_step2(model, data)


def test_the_numpy_peer_finds_the_same_forces_and_torques() -> None:
    """So it is an oracle of the kernel as well, in the midst of a stride."""
    options = ContinuumOptions(steps=1, frequency=100.0)
    scene = RigidScene([FIGURE], step=options.step)
    continuum = Continuum(scene, options)
    performance = walking()
    continuum.start(performance[200:201], performance[201:202])
    spy = Spy(continuum)
    for pose in performance[201:230]:
        continuum.advance(pose[None])
        applied = scene.data.xfrc_applied[scene.bodies[0], :3]
        assert applied == pytest.approx(spy.forces, rel=1e-6, abs=1e-6)
        torques = scene.data.qfrc_applied[:FREEDOMS]
        assert torques == pytest.approx(spy.torques, rel=1e-6, abs=1e-6)


def test_something_is_measured() -> None:
    ours, theirs = controller_seconds(20)
    assert 0.0 < ours < theirs
    spent = frame_seconds(1, 3, 1.0)
    assert len(spent) == 60
    assert (spent > 0.0).all()


@pytest.mark.slow
def test_all_is_within_its_bars() -> None:
    """The best of three tries, as others may use the machine."""
    best: dict[str, float] = {}
    for _ in range(3):
        for record in measure(quick=True):
            assert record.ratio is not None
            print(f"{record.quantity} against {record.against}: {record.ratio}")
            if bar_of(record) is not None:
                assert bar_of(record) == 1.0
                against = str(record.against)
                best[against] = max(best.get(against, 0.0), record.ratio)
        if min(best.values()) >= 1.0:
            break
    assert len(best) == 3
    assert min(best.values()) >= 1.0
