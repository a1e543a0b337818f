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

from motorium.bodies.rigid.figure import BALL, BAR, BLOCK, WATER, RigidFigure
from motorium.bodies.rigid.parts import COORDINATES, PARTS, part_number
from motorium.contracts.frames import Floats, multiply, rotation_matrix
from motorium.physics.rigid.engine import engine
from motorium.physics.rigid.paths import HEAVY, go, path_place, path_turn, paths_of
from motorium.physics.rigid.props import Prop
from motorium.settings import SettingsError

__all__ = ["GROUND", "HANDS", "MOST_CHARACTERS", "Grip", "RigidScene"]

MOST_CHARACTERS: Final = 24
"""Each has a bit of its own among the 32 that say who touches whom."""
HANDS: Final = ("left forearm", "right forearm")
GROUND: Final = "ground"
SOFTNESS: Final = (0.005, 1.0)
"""Of contacts: their time constant [s] and damping ratio, as MuJoCo takes them."""
SCENERY: Final = 1
"""The bit of ground and props."""
FLOOR_HALF: Final = 40.0
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
        spec.worldbody.add_geom(
            name=GROUND,
            type=mujoco.mjtGeom.mjGEOM_PLANE,
            size=[FLOOR_HALF, FLOOR_HALF, 0.1],
            contype=SCENERY,
            conaffinity=_everybody(len(figures)),
        )
        for number, figure in enumerate(figures):
            _add_character(spec, number, len(figures), figure)
        for prop in props:
            _add_prop(spec, prop, len(figures))
        _add_grips(spec, figures, props)
        _let_pass(spec, props)
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
        bits = _everybody(self.characters)
        self.model.geom_contype[mine] = _bit(character) if can else 0
        self.model.geom_conaffinity[mine] = bits & ~_bit(character) if can else 0

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
                [model.body(_name(number, part.name)).id for part in PARTS]
                for number in range(len(self.figures))
            ],
            dtype=np.int64,
        ).reshape(-1, len(PARTS))
        roots = [model.joint(_name(number, "root")) for number in range(len(self.figures))]
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
            Grip(character, hand, prop, model.equality(_grip_name(character, hand, prop)).id)
            for character, hand, prop in _possible_grips(self.figures, self.props)
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


def _name(character: int, part: str) -> str:
    return f"{character} {part}"


def _grip_name(character: int, hand: int, prop: int) -> str:
    return f"grip {character} {hand} {prop}"


def _bit(character: int) -> int:
    return 1 << (character + 1)


def _everybody(characters: int) -> int:
    return SCENERY | sum(_bit(number) for number in range(characters))


def _add_character(spec: Any, number: int, characters: int, figure: RigidFigure) -> None:
    mujoco = engine()
    kinds = {
        BALL: mujoco.mjtGeom.mjGEOM_SPHERE,
        BAR: mujoco.mjtGeom.mjGEOM_CAPSULE,
        BLOCK: mujoco.mjtGeom.mjGEOM_BOX,
    }
    bodies: list[Any] = []
    for index, part in enumerate(PARTS):
        parent = spec.worldbody if index == 0 else bodies[part.parent]
        body = parent.add_body(name=_name(number, part.name), pos=figure.offsets[index])
        bodies.append(body)
        name = _name(number, part.name)
        if index == 0:
            body.add_freejoint(name=_name(number, "root"))
        elif part.hinge is None:
            body.add_joint(name=name, type=mujoco.mjtJoint.mjJNT_BALL)
        else:
            body.add_joint(
                name=name,
                type=mujoco.mjtJoint.mjJNT_HINGE,
                axis=part.hinge,
                range=[0.0, part.most],
                limited=mujoco.mjtLimited.mjLIMITED_TRUE,
            )
    for shape in figure.shapes:
        bodies[shape.part].add_geom(
            type=kinds[shape.kind],
            size=[*shape.size, 0.0, 0.0][:3],
            pos=shape.at,
            zaxis=shape.axis,
            density=WATER,
            contype=_bit(number),
            conaffinity=_everybody(characters) & ~_bit(number),
            friction=[1.0, 0.005, 0.0001],
        )


def _add_prop(spec: Any, prop: Prop, characters: int) -> None:
    mujoco = engine()
    kinds = {
        "ball": mujoco.mjtGeom.mjGEOM_SPHERE,
        "box": mujoco.mjtGeom.mjGEOM_BOX,
        "bar": mujoco.mjtGeom.mjGEOM_CAPSULE,
    }
    body, at = spec.worldbody, np.array(prop.at)
    if not prop.is_fixed:
        hung = prop.hangs is not None
        hook = at + np.array([0.0, 0.0, prop.hangs or 0.0])
        body = spec.worldbody.add_body(
            name=prop.name, pos=hook, quat=(1.0, 0.0, 0.0, 0.0) if hung else prop.turn
        )
        if hung:
            body.add_joint(
                name=prop.name, type=mujoco.mjtJoint.mjJNT_BALL, damping=[prop.swing_damping, 0, 0]
            )
            at = np.array([0.0, 0.0, -(prop.hangs or 0.0)])
        else:
            body.add_freejoint(name=prop.name)
            body.gravcomp = float(prop.path is not None)
            at = np.zeros(3)
    body.add_geom(
        name=prop.name,
        type=kinds[prop.shape],
        size=[*prop.size, 0.0, 0.0][:3],
        pos=at,
        quat=prop.turn if prop.is_fixed else (1.0, 0.0, 0.0, 0.0),
        mass=prop.mass if prop.path is None else HEAVY,
        contype=SCENERY,
        conaffinity=_everybody(characters),
        friction=[prop.friction, prop.rolling, prop.rolling / 5],
        condim=6 if prop.shape == "ball" and not prop.is_fixed else 3,
    )


def _let_pass(spec: Any, props: Sequence[Prop]) -> None:
    """What goes its own way goes through what stands fast, and through others of its kind."""
    going = [prop.name for prop in props if prop.path is not None]
    for number, name in enumerate(going):
        for other in ("world", *going[:number]):
            spec.add_exclude(bodyname1=other, bodyname2=name)


def _possible_grips(
    figures: Sequence[RigidFigure], props: Sequence[Prop]
) -> list[tuple[int, int, int]]:
    return [
        (character, hand, number)
        for character in range(len(figures))
        for hand in range(len(HANDS))
        for number, prop in enumerate(props)
        if prop.grip and not prop.is_fixed
    ]


def _add_grips(spec: Any, figures: Sequence[RigidFigure], props: Sequence[Prop]) -> None:
    mujoco = engine()
    for character, hand, prop in _possible_grips(figures, props):
        grip = spec.add_equality(
            type=mujoco.mjtEq.mjEQ_CONNECT,
            objtype=mujoco.mjtObj.mjOBJ_BODY,
            name=_grip_name(character, hand, prop),
            name1=_name(character, HANDS[hand]),
            name2=props[prop].name,
        )
        grip.data[:3] = figures[character].hands[hand]
        grip.active = False
