"""A MuJoCo model of characters and props, and where in its arrays each of them is.

scene = RigidScene([figure], props, step=1 / 480)
mujoco.mj_step1(scene.model, scene.data)
...
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.rigid.figure import RigidFigure
from motorium.bodies.rigid.parts import COORDINATES, PARTS, part_number
from motorium.contracts.frames import Floats, multiply, rotation_matrix
from motorium.physics.rigid.building import (
    GROUND,
    HANDS,
    MOST_CHARACTERS,
    add_character,
    add_floor,
    add_grips,
    add_prop,
    bit_of,
    body_name,
    everybody,
    grip_name,
    let_pass,
    possible_grips,
)
from motorium.physics.rigid.engine import engine
from motorium.physics.rigid.paths import go, path_place, path_turn, paths_of
from motorium.physics.rigid.props import Prop
from motorium.settings import SettingsError

__all__ = ["GROUND", "HANDS", "MOST_CHARACTERS", "Grip", "RigidScene"]

SOFTNESS: Final = (0.005, 1.0)
"""Of contacts: their time constant [s] and damping ratio, as MuJoCo takes them."""
WALKED: Final = 1
"""MuJoCo's group of what is ground and cannot be pushed aside: it lifts who walks on it."""
_ONLY_WALKED: Final = np.array([group == WALKED for group in range(6)], dtype=np.uint8)
_DOWN: Final = np.array([0.0, 0.0, -1.0])


class Grip(NamedTuple):
    """character, hand (0 left, 1 right), prop: numbers; equality: MuJoCo's."""

    character: int
    hand: int
    prop: int
    equality: int


class RigidScene:
    """Characters and props as one model.

    bodies (characters, parts): numbers of MuJoCo's bodies; coordinates and freedoms (characters,):
    where theirs begin; of geoms: `owner`, the character (-1: none), `part`, and `ground`, 1 where
    who touches it stands on it; prop_bodies (props,): 0 of what stands fast; grips; uneven:
    whether there is ground that lifts who walks on it; restless: whether anything goes its own way.

    Limitation: parts of one character do not touch each other.
    """

    def __init__(
        self, figures: Sequence[RigidFigure], props: Sequence[Prop] = (), step: float = 1 / 480
    ) -> None:
        if not 0 <= len(figures) <= MOST_CHARACTERS:
            raise ValueError(f"a scene has 0 to {MOST_CHARACTERS} characters, not {len(figures)}")
        names = [prop.name for prop in props]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"props need names of their own; more than one is {twice[0]!r}")
        self.figures, self.props, self.step = tuple(figures), tuple(props), step
        mujoco = engine()
        spec = mujoco.MjSpec()
        spec.compiler.degree = False
        spec.option.timestep = step
        spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
        add_floor(spec, len(figures))
        for number, figure in enumerate(figures):
            add_character(spec, number, len(figures), figure)
        for prop in props:
            add_prop(spec, prop, len(figures))
        add_grips(spec, figures, props)
        let_pass(spec, props)
        self.model: Any = _compiled(spec)
        self.model.geom_solref[:] = SOFTNESS
        self.data: Any = mujoco.MjData(self.model)
        self._find()

    @property
    def characters(self) -> int:
        """How many there are."""
        return len(self.figures)

    def start(self, coordinates: Floats) -> None:
        """Put all characters into poses (characters, COORDINATES), at rest, and props where they
        begin."""
        mujoco = engine()
        mujoco.mj_resetData(self.model, self.data)
        for number, begin in enumerate(self.coordinates):
            self.data.qpos[begin : begin + COORDINATES] = coordinates[number]
        for prop, body in zip(self.props, self.prop_bodies, strict=True):
            if prop.is_fixed or prop.path is not None:
                continue
            freedom = self.model.body_dofadr[body]
            if prop.hangs is None:
                self.data.qvel[freedom : freedom + 3] = prop.velocity
                self.data.qvel[freedom + 3 : freedom + 6] = prop.spin
            else:
                self.data.qvel[freedom : freedom + 3] = prop.spin
                at = self.model.jnt_qposadr[self.model.body_jntadr[body]]
                self.data.qpos[at : at + 4] = prop.turn
        self.go()
        try:
            mujoco.mj_forward(self.model, self.data)
        except mujoco.FatalError as problem:
            raise _refused(problem) from None

    def go(self) -> None:
        """Put what goes its own way to where it is by now, as fast as it is there: before every
        step."""
        if self.restless:
            go(self.paths, self.data.time, self.step, self.data.qpos, self.data.qvel)

    def carried(self, geom: int, place: Floats, seconds: float) -> tuple[Floats, float]:
        """How far a place [m] on a geom goes in so many seconds [m] (3,), and how far it is turned
        about the vertical [rad], as the geom goes its own way; not at all if it does not."""
        row = self._path_rows[geom] if geom >= 0 else -1
        if row < 0:
            return np.zeros(3), 0.0
        now, then = self.data.time, self.data.time + seconds
        one, two = path_turn(self.paths, row, now), path_turn(self.paths, row, then)
        turn = multiply(np.array(two), np.array(one) * [1.0, -1.0, -1.0, -1.0])
        arm = place - np.array(path_place(self.paths, row, now))
        moved = np.array(path_place(self.paths, row, then)) + rotation_matrix(turn) @ arm
        return moved - place, 2.0 * math.atan2(turn[3], turn[0])

    def prop_number(self, name: str) -> int:
        """The number of a prop."""
        for number, prop in enumerate(self.props):
            if prop.name == name:
                return number
        known = ", ".join(prop.name for prop in self.props) or "none"
        raise KeyError(f"no prop is called {name!r}; there are {known}")

    def prop_places(self) -> Floats:
        """Place [m] and turn (w, x, y, z) of the middle of all props that move (n, 7)."""
        rows = []
        for prop, body in zip(self.props, self.prop_bodies, strict=True):
            if prop.is_fixed:
                continue
            middle = [0.0, 0.0, -(prop.hangs or 0.0)]
            place = self.data.xpos[body] + self.data.xmat[body].reshape(3, 3) @ middle
            rows.append(np.concatenate([place, self.data.xquat[body]]))
        return np.array(rows).reshape(-1, 7)

    def copy_props(self, other: RigidScene) -> None:
        """Put props to where those of the same names are in another scene, and as fast; what goes
        its own way goes on."""
        theirs = {
            prop.name: body for prop, body in zip(other.props, other.prop_bodies, strict=True)
        }
        for prop, body in zip(self.props, self.prop_bodies, strict=True):
            if prop.is_fixed or prop.name not in theirs:
                continue
            mine, others = self._moving(body), other._moving(theirs[prop.name])
            self.data.qpos[mine[0]] = other.data.qpos[others[0]]
            self.data.qvel[mine[1]] = other.data.qvel[others[1]]
        self.data.time = other.data.time
        engine().mj_forward(self.model, self.data)

    def _moving(self, body: int) -> tuple[slice, slice]:
        """Where the coordinates and the freedoms of a prop that moves are."""
        joint = self.model.body_jntadr[body]
        at, freedom = self.model.jnt_qposadr[joint], self.model.jnt_dofadr[joint]
        freedoms = self.model.body_dofnum[body]
        return slice(at, at + freedoms + 1), slice(freedom, freedom + freedoms)

    def touchable(self, character: int, can: bool) -> None:
        """Whether anything touches a character."""
        mine = self.owner == character
        bits = everybody(self.characters)
        self.model.geom_contype[mine] = bit_of(character) if can else 0
        self.model.geom_conaffinity[mine] = bits & ~bit_of(character) if can else 0

    def within_reach(self, character: int, hand: int, reach: float) -> int | None:
        """The number of the nearest prop that a hand could hold, less than that far off [m]."""
        mujoco = engine()
        hands = self.model.body_geomadr[self.bodies[character, part_number(HANDS[hand])]]
        palm = int(hands) + 1
        best, nearest = None, reach
        for number, prop in enumerate(self.props):
            if not prop.grip or prop.is_fixed:
                continue
            geom = self.model.geom(prop.name).id
            off = mujoco.mj_geomDistance(self.model, self.data, palm, geom, reach, None)
            if off < nearest:
                best, nearest = number, off
        return best

    def ground_below(self, place: Floats) -> tuple[float, int]:
        """How high the ground is below a place [m] (3,), and which geom it is, -1: the floor."""
        off = engine().mj_ray(
            self.model, self.data, place, _DOWN, _ONLY_WALKED, True, -1, self._hit, None
        )
        high = float(place[2]) - off
        return (high, int(self._hit[0])) if off >= 0.0 and high > 0.0 else (0.0, -1)

    def hand_place(self, character: int, hand: int) -> Floats:
        """Where the palm of a hand is [m] (3,)."""
        body = self.bodies[character, part_number(HANDS[hand])]
        axes = self.data.xmat[body].reshape(3, 3)
        place: Floats = self.data.xpos[body] + axes @ self.figures[character].hands[hand]
        return place

    def take_hold(self, character: int, hand: int, prop: int) -> None:
        """A hand holds a prop where it is now."""
        grip = self._grip(character, hand, prop)
        hand_place = self.hand_place(character, hand)
        held = self.prop_bodies[prop]
        local = self.data.xmat[held].reshape(3, 3).T @ (hand_place - self.data.xpos[held])
        self.model.eq_data[grip.equality, :3] = self.figures[character].hands[hand]
        self.model.eq_data[grip.equality, 3:6] = local
        self.data.eq_active[grip.equality] = 1

    def let_go(self, character: int, hand: int | None = None) -> None:
        """One hand, or both, open."""
        for grip in self.grips:
            if grip.character == character and hand in (None, grip.hand):
                self.data.eq_active[grip.equality] = 0

    def held(self, character: int) -> list[tuple[int, int]]:
        """Which hands hold which props."""
        return [
            (grip.hand, grip.prop)
            for grip in self.grips
            if grip.character == character and self.data.eq_active[grip.equality]
        ]

    def _grip(self, character: int, hand: int, prop: int) -> Grip:
        for grip in self.grips:
            if grip[:3] == (character, hand, prop):
                return grip
        can = ", ".join(one.name for one in self.props if one.grip) or "none"
        raise KeyError(f"{self.props[prop].name} cannot be held; what can be: {can}")

    def _find(self) -> None:
        """Where everything is in MuJoCo's arrays."""
        model = self.model
        self.bodies: NDArray[np.int64] = np.array(
            [
                [model.body(body_name(number, part.name)).id for part in PARTS]
                for number in range(len(self.figures))
            ],
            dtype=np.int64,
        ).reshape(-1, len(PARTS))
        roots = [model.joint(body_name(number, "root")) for number in range(len(self.figures))]
        self.coordinates = np.array([int(root.qposadr[0]) for root in roots], dtype=np.int64)
        self.freedoms = np.array([int(root.dofadr[0]) for root in roots], dtype=np.int64)
        self.owner = np.full(model.ngeom, -1, dtype=np.int64)
        self.part = np.full(model.ngeom, -1, dtype=np.int64)
        for number, bodies in enumerate(self.bodies):
            for part, body in enumerate(bodies):
                mine = model.geom_bodyid == body
                self.owner[mine], self.part[mine] = number, part
        self.ground = np.zeros(model.ngeom, dtype=np.uint8)
        self.ground[model.geom(GROUND).id] = 1
        for prop in self.props:
            geom = model.geom(prop.name).id
            self.ground[geom] = prop.ground
            model.geom_group[geom] = WALKED if prop.lifts else 0
        self.uneven = any(prop.lifts for prop in self.props)
        self._hit = np.zeros(1, dtype=np.int32)
        self.prop_bodies = np.array(
            [model.geom_bodyid[model.geom(prop.name).id] for prop in self.props], dtype=np.int64
        )
        self.grips = [
            Grip(character, hand, prop, model.equality(grip_name(character, hand, prop)).id)
            for character, hand, prop in possible_grips(self.figures, self.props)
        ]
        self._find_paths()

    def _find_paths(self) -> None:
        """What goes its own way; and how heavy things are on average without it, which is what
        MuJoCo's solver measures its own errors against."""
        model = self.model
        going = [
            (prop, int(body), prop.path)
            for prop, body in zip(self.props, self.prop_bodies, strict=True)
            if prop.path is not None
        ]
        self.restless = bool(going)
        self._path_rows = np.full(model.ngeom, -1, dtype=np.int64)
        for row, (prop, _, _) in enumerate(going):
            self._path_rows[model.geom(prop.name).id] = row
        self.paths = paths_of(
            [path for _, _, path in going],
            [prop.at for prop, _, _ in going],
            [prop.turn for prop, _, _ in going],
            [self._moving(body)[0].start for _, body, _ in going],
            [self._moving(body)[1].start for _, body, _ in going],
        )
        heavy = sum(
            3.0 * model.body_mass[body] + model.body_inertia[body].sum() for _, body, _ in going
        )
        others = model.nv - 6 * len(going)
        if going and others > 0:
            model.stat.meaninertia = (model.stat.meaninertia * model.nv - heavy) / others


def _compiled(spec: Any) -> Any:
    try:
        return spec.compile()
    except ValueError as problem:
        raise _refused(problem) from None


def _refused(problem: Exception) -> SettingsError:
    """MuJoCo's own words are several lines: the first says what is wrong, the others where."""
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    what = ", ".join(lines).removeprefix("Error: ") or type(problem).__name__
    return SettingsError(f"{what}: MuJoCo cannot simulate this scene")
