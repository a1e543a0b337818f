"""The two controllers: forces on parts towards where the performer's are (Eq. 2.1), and torques of
joints towards how the performer's are bent (Eq. 2.3)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel, inlined
from motorium.contracts.frames import Floats
from motorium.motors.continuum.balancing import Rules, judge_balance, weigh
from motorium.motors.continuum.options import Gains
from motorium.motors.continuum.state import Balance, Build, Scratch, Targets
from motorium.motors.continuum.supporting import Seen, find_support
from motorium.physics.quaternions import between_turns, inverse, log_of, product
from motorium.physics.rigid.posing import (
    HINGES,
    OWN_COORDINATES,
    OWN_FREEDOMS,
    PARENTS,
    joint_turn,
)

__all__ = ["control", "saturated"]


@inlined
def saturated(x: float) -> float:
    """Eq. 2.2 of s x: rises by a quarter of it at first, and to a half at most."""
    return 1.0 / (1.0 + math.exp(-x)) - 0.5


@borrowing_kernel
def control(
    build: Build,
    gains: Gains,
    rules: Rules,
    targets: Targets,
    share: float,
    rate: float,
    seconds: float,
    seen: Seen,
    geoms: NDArray[np.int32],
    places: Floats,
    gaps: Floats,
    frames: Floats,
    scratch: Scratch,
    balance: Balance,
    forces_out: Floats,
    torques_out: Floats,
) -> None:
    """One step of all characters.

    share: of the frame that is over; rate: frames a second; forces_out: on bodies (bodies, 6),
    torques_out: of all degrees of freedom.
    """
    for character in range(len(build.bodies)):
        _weigh_masses(build, targets, character, share, rate, seen, balance)
    find_support(build, seen, geoms, places, gaps, frames, seconds, scratch, balance)
    judge_balance(build, rules, seconds, balance)
    weigh(build, rules, balance)
    for character in range(len(build.bodies)):
        balance.pull[character] = 0.0
        on_ground = balance.corner_count[character] > 0
        carried = balance.beta[character] if rules.carries and on_ground else 0.0
        for part in range(len(PARENTS)):
            _pull(
                build,
                gains,
                rules,
                targets,
                character,
                part,
                share,
                rate,
                seen,
                balance,
                forces_out,
            )
            if part > 0:
                _twist(
                    build, gains, rules, targets, character, part, share, carried, seen, torques_out
                )
        _hold_back(build, rules.most, character, balance, forces_out)


@borrowing_kernel
def _hold_back(build: Build, most: float, character: int, balance: Balance, out: Floats) -> None:
    """Nobody is pulled by more than so many newtons a kilogram."""
    mass = 0.0
    for part in range(len(PARENTS)):
        mass += build.masses[character, part]
    if balance.pull[character] <= most * mass:
        return
    share = most * mass / balance.pull[character]
    balance.pull[character] = most * mass
    for part in range(len(PARENTS)):
        for k in range(3):
            out[build.bodies[character, part], k] *= share


@inlined
def _velocity(build: Build, character: int, body: int, seen: Seen) -> tuple[float, float, float]:
    """Of a body's centre [m/s]: MuJoCo tells that of the point at the centre of all masses."""
    root = build.bodies[character, 0]
    x = seen.centres[body, 0] - seen.masses[root, 0]
    y = seen.centres[body, 1] - seen.masses[root, 1]
    z = seen.centres[body, 2] - seen.masses[root, 2]
    v = seen.velocities[body]
    return (
        v[3] + v[1] * z - v[2] * y,
        v[4] + v[2] * x - v[0] * z,
        v[5] + v[0] * y - v[1] * x,
    )


@borrowing_kernel
def _weigh_masses(
    build: Build,
    targets: Targets,
    character: int,
    share: float,
    rate: float,
    seen: Seen,
    balance: Balance,
) -> None:
    """Where the centres of mass of character and performer are, and how fast they are."""
    root = build.bodies[character, 0]
    total = vx = vy = vz = px = py = pz = wx = wy = wz = 0.0
    for part in range(len(PARENTS)):
        mass = build.masses[character, part]
        v = _velocity(build, character, build.bodies[character, part], seen)
        one, two = targets.centres[character, 0, part], targets.centres[character, 1, part]
        total += mass
        vx, vy, vz = vx + mass * v[0], vy + mass * v[1], vz + mass * v[2]
        px += mass * ((1.0 - share) * one[0] + share * two[0])
        py += mass * ((1.0 - share) * one[1] + share * two[1])
        pz += mass * ((1.0 - share) * one[2] + share * two[2])
        wx, wy = wx + mass * (two[0] - one[0]), wy + mass * (two[1] - one[1])
        wz += mass * (two[2] - one[2])
    for k in range(3):
        balance.centre[character, k] = seen.masses[root, k]
    balance.velocity[character, 0] = vx / total
    balance.velocity[character, 1] = vy / total
    balance.velocity[character, 2] = vz / total
    balance.performed[character, 0] = px / total
    balance.performed[character, 1] = py / total
    balance.performed[character, 2] = pz / total
    balance.pace[character] = rate * math.sqrt(wx * wx + wy * wy + wz * wz) / total


@borrowing_kernel
def _pull(
    build: Build,
    gains: Gains,
    rules: Rules,
    targets: Targets,
    character: int,
    part: int,
    share: float,
    rate: float,
    seen: Seen,
    balance: Balance,
    forces_out: Floats,
) -> None:
    """Eq. 2.1, weighted."""
    body = build.bodies[character, part]
    one, two = targets.centres[character, 0, part], targets.centres[character, 1, part]
    v = _velocity(build, character, body, seen)
    weight = balance.weights[character, part]
    x = (1.0 - share) * one[0] + share * two[0] - seen.centres[body, 0]
    y = (1.0 - share) * one[1] + share * two[1] - seen.centres[body, 1]
    z = (1.0 - share) * one[2] + share * two[2] - seen.centres[body, 2]
    far = math.sqrt(x * x + y * y + z * z) + 1e-12
    pull = gains.pull[character, part] * saturated(min(gains.rise * far, 60.0)) / far
    drag = gains.drag[character, part]
    follow = rate if rules.relative else 0.0
    fx = weight * (pull * x - drag * (v[0] - follow * (two[0] - one[0])))
    fy = weight * (pull * y - drag * (v[1] - follow * (two[1] - one[1])))
    fz = weight * (pull * z - drag * (v[2] - follow * (two[2] - one[2])))
    forces_out[body, 0], forces_out[body, 1], forces_out[body, 2] = fx, fy, fz
    balance.pull[character] += math.sqrt(fx * fx + fy * fy + fz * fz)


@borrowing_kernel
def _twist(
    build: Build,
    gains: Gains,
    rules: Rules,
    targets: Targets,
    character: int,
    part: int,
    share: float,
    carried: float,
    seen: Seen,
    torques_out: Floats,
) -> None:
    """Eq. 2.3; its damping is MuJoCo's own, which is implicit, so that here only what it damps
    against is added. All of it is no more than the joint's strength besides what damping takes of
    it: so who is fast is driven as hard as who is slow, and braked as hard as ever. carried: the
    share of their weight that joints bear besides."""
    one, two = targets.coordinates[character, 0], targets.coordinates[character, 1]
    begin = build.coordinates[character]
    to = build.freedoms[character] + OWN_FREEDOMS[part]
    follow = 1.0 if rules.relative else 0.0
    own = OWN_FREEDOMS[part]
    strongest = gains.strength[part]
    if HINGES[part] != 0.0:
        at = OWN_COORDINATES[part]
        off = (1.0 - share) * one[at] + share * two[at] - seen.coordinates[begin + at]
        size = abs(off) + 1e-12
        torque = gains.torque[part] * saturated(min(gains.bend[part] * size, 60.0)) * off / size
        torque += gains.damping[own] * follow * targets.rates[character, own]
        torque += carried * seen.weights[to]
        damped = gains.damping[own] * seen.rates[to]
        least, most = min(damped, 0.0) - strongest, max(damped, 0.0) + strongest
        torques_out[to] = min(max(torque, least), most)
        return
    mine = seen.coordinates[begin : begin + len(one)]
    goal = between_turns(joint_turn(one, part), joint_turn(two, part), share)
    angle = log_of(product(inverse(joint_turn(mine, part)), goal))
    size = math.sqrt(angle[0] ** 2 + angle[1] ** 2 + angle[2] ** 2) + 1e-12
    pull = gains.torque[part] * saturated(min(gains.bend[part] * size, 60.0)) / size
    whole = damped = 0.0
    for k in range(3):
        torque = pull * angle[k] + carried * seen.weights[to + k]
        torque += gains.damping[own + k] * follow * targets.rates[character, own + k]
        torques_out[to + k] = torque
        whole += torque * torque
        damped += torque * gains.damping[own + k] * seen.rates[to + k]
    whole = math.sqrt(whole) + 1e-12
    most = strongest + max(damped / whole, 0.0)
    if whole > most:
        for k in range(3):
            torques_out[to + k] *= most / whole
