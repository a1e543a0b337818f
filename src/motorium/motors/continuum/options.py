"""What can be chosen about the continuum, and what gains follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

import numpy as np

from motorium.bodies.rigid.parts import FREEDOMS, PARTS, freedom_of
from motorium.contracts.frames import Floats
from motorium.contracts.time import PERFORMANCE_RATE
from motorium.physics.rigid.scene import RigidScene

__all__ = ["HELD", "PRINTED", "RATE", "Blend", "ContinuumOptions", "Gains", "gains_of"]

RATE: Final = PERFORMANCE_RATE
Blend = Literal["integrated", "kinematic", "dynamic"]


@dataclass(frozen=True)
class ContinuumOptions:
    """steps: of physics a frame.

    Kinematic control (Eqs. 2.1, 2.2): frequency [rad/s] of the spring that a part hangs on,
    strength [m/s^2] that its pull is worth at most, ratio of its damping to the critical one.
    Dynamic control (2.3): stiffness and strength of all joints against those of `PARTS`, and for
    how long [s] a joint's damping lags its spring. Continuum (2.4): blend, and discount, the alpha
    of each link off the ground. Balance (3.1): threshold, the th [m].

    relative: damp against the performer's velocities, and not against rest. aware: who is near the
    performer is in balance, as far as `near` [m] and what the performer goes in `slack` [s], and at
    twice that no longer for this reason. patience [s]: who is out of balance for longer has fallen;
    by_height: and so has at once whose centre of mass is lower than `fallen_below` of its height
    standing, and lower than the performer's. sticky: how long a part counts as supported after it
    has lost the ground [s]. carries: joints bear the weight of what hangs on them, in balance and
    on the ground, so that an arm held out does not sag. most: how many times its weight a character
    is pulled at most, all parts together: so hard a boulder must push to move it. Who is held
    kinematically is held as hard as it takes, and bent so, too.
    """

    steps: int = 4
    frequency: float = 120.0
    strength: float = 600.0
    ratio: float = 0.7
    stiffness: float = 1.0
    torque: float = 1.0
    lag: float = 0.08
    blend: Blend = "integrated"
    discount: float = 0.5
    threshold: float = 0.05
    relative: bool = True
    aware: bool = True
    near: float = 0.12
    slack: float = 0.02
    by_height: bool = True
    fallen_below: float = 0.6
    patience: float = 0.7
    sticky: float = 0.12
    carries: bool = True
    most: float = 3.0

    def __post_init__(self) -> None:
        if not 1 <= self.steps <= 32:
            raise ValueError(f"a frame has 1 to 32 steps, not {self.steps}")
        if self.blend not in get_args(Blend):
            choices = ", ".join(get_args(Blend))
            raise ValueError(f"blend must be one of {choices}, not {self.blend!r}")
        if not 0.0 <= self.discount <= 1.0:
            raise ValueError(f"discount must be from 0 to 1, not {self.discount!r}")
        for name in (
            "strength",
            "frequency",
            "ratio",
            "stiffness",
            "torque",
            "threshold",
            "near",
            "most",
        ):
            value = getattr(self, name)
            if not value > 0.0 or (value == np.inf and name != "most"):
                raise ValueError(f"{name} must be more than 0, not {value!r}")
        for name in ("lag", "slack", "fallen_below", "patience", "sticky"):
            value = getattr(self, name)
            if not 0.0 <= value < np.inf:
                raise ValueError(f"{name} must not be less than 0, not {value!r}")
        most = self.steps * RATE
        if self.frequency > most * (1.0 + 1e-9):
            raise ValueError(
                f"frequency: with {self.steps} steps a frame at most {most} rad/s are stable, "
                f"not {self.frequency:g}"
            )
        if self.ratio * self.frequency > 0.7 * most * (1.0 + 1e-9):
            raise ValueError(
                f"ratio: with {self.steps} steps a frame and {self.frequency:g} rad/s at most "
                f"{0.7 * most / self.frequency:.2g} is stable, not {self.ratio:g}"
            )

    @property
    def step(self) -> float:
        """Of physics [s]."""
        return 1.0 / (RATE * self.steps)


PRINTED: Final = ContinuumOptions(
    strength=1440.0,
    ratio=0.4,
    relative=False,
    aware=False,
    by_height=False,
    patience=0.2,
    sticky=0.0,
    carries=False,
    most=np.inf,
)
"""As the thesis has it, with gains that a study found stable: it prints none."""
HELD: Final = ContinuumOptions(blend="kinematic", frequency=240.0, strength=2400.0)
"""All weights 1: where performers are, whatever stands in the way."""


class Gains(NamedTuple):
    """Of parts (characters, parts): pull, kp [N], and drag, dp [N s/m]; rise, the s of Eq. 2.2
    [1/m]. Of joints (parts,): torque, kq [N m], bend, s [1/rad], and strength [N m], what they are
    driven by at most; damping dq of all degrees of freedom [N m s/rad] (FREEDOMS,)."""

    pull: Floats
    drag: Floats
    rise: float
    torque: Floats
    bend: Floats
    strength: Floats
    damping: Floats


def gains_of(scene: RigidScene, options: ContinuumOptions) -> Gains:
    """F(x) of Eq. 2.2 rises by s / 4 at first and comes to 1/2 at last: so the pull of a part is
    2 m a, and s = 2 w^2 / a gives it the frequency w."""
    masses = scene.model.body_mass[scene.bodies]
    stiffness = np.array([part.stiffness for part in PARTS]) * options.stiffness
    torque = 2.0 * np.array([part.strength for part in PARTS]) * options.torque
    damping = np.zeros(FREEDOMS)
    for number in range(1, len(PARTS)):
        damping[freedom_of(number) : _end(number)] = options.lag * stiffness[number]
    return Gains(
        pull=2.0 * masses * options.strength,
        drag=2.0 * options.ratio * options.frequency * masses,
        rise=2.0 * options.frequency**2 / options.strength,
        torque=torque,
        bend=np.divide(4.0 * stiffness, torque, out=np.zeros(len(PARTS)), where=torque > 0.0),
        strength=np.full(len(PARTS), np.inf) if options.blend == "kinematic" else 0.5 * torque,
        damping=damping,
    )


def _end(number: int) -> int:
    return freedom_of(number) + (3 if PARTS[number].hinge is None else 1)
