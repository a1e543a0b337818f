"""The natural model's forces against numbers worked by hand, and against a second writing."""

import math
from dataclasses import replace

import numpy as np
import pytest

from motorium.bodies.fish import NODES, UNIT_NODES, Fins, FishBody, Station, masses_by_volume
from motorium.contracts.frames import Floats
from motorium.physics import water
from motorium.physics.fish_kernel import Row
from motorium.physics.fish_reference import FishState
from motorium.physics.natural_reference import SAFELY, SHORT, NaturalFish, slack
from tests.physics import natural
from tests.physics.natural import AT_REST, SPECIES, body_of, box, disturbed

FOLDED = np.zeros(2)


def forces(
    fish: NaturalFish,
    x: Floats,
    v: Floats,
    density: float = 1.0,
    angles: Floats = FOLDED,
    spread: Floats = FOLDED,
    strokes: Floats = FOLDED,
) -> Floats:
    """What water does to the nodes, (23, 3)."""
    drag, coefficient, own, edge, turn = fish.water(x, v, density, angles, spread, strokes)
    flat = v.ravel()
    push = -drag.T @ (coefficient * (drag @ flat + own))
    push += turn * ((edge[0] @ flat) * edge[1] - (edge[1] @ flat) * edge[0])
    return np.asarray(push.reshape(NODES, 3))


def drifting(velocity: tuple[float, float, float]) -> Floats:
    return np.tile(np.array(velocity), (NODES, 1))


def test_a_box_that_rises() -> None:
    """v = (0, 0, 3): only what looks up is pressed, by -drag A v (n'.v) n'.

    The four tops are 2 wide, 4, 4, 4 and 3 long, flat: n' = z. The head's top is a triangle of 2 by
    sqrt(3^2 + 2^2), n = (2, 0, 3) / sqrt 13, so A n_z^2 = 9 / sqrt 13; n'_x is its bluntness's
    share of n_x. The tail's upper triangle is 2 by sqrt(2^2 + 2^2), n = (1, 0, 1) / sqrt 2.
    """
    body = replace(box(), fins=Fins(dorsal=3.0, anal=2.0, pectoral=1.0))
    total = forces(NaturalFish(body), body.nodes, drifting((0.0, 0.0, 3.0))).sum(axis=0)
    flat = water.BODY.drag * (8 + 8 + 8) + water.PEDUNCLE.drag * 6
    head, tail = water.BODY.drag * 9 / math.sqrt(13), water.BODY.drag * math.sqrt(2)
    leant = water.BODY.bluntness * (head * 2 / 3 + tail)
    print(f"a rising box: force {total}")
    assert total == pytest.approx([-9 * leant, 0.0, -9 * (flat + head + tail)], abs=1e-9)


def test_a_box_that_slides_to_its_left() -> None:
    """v = (0, 2, 0): the left side, the tail fin's left, dorsal and anal fin; the edge has no way.

    Sides are 4 high and 4, 4, 4, 3 long. The head's side: A = 2 sqrt 10, n = (1, 3, 0) / sqrt 10.
    The tail's: A = (2 + 4) sqrt 5, n_y^2 = 4 / 5, and none of its force is along the body.
    """
    body = replace(box(), fins=Fins(dorsal=3.0, anal=2.0, pectoral=1.0))
    total = forces(NaturalFish(body), body.nodes, drifting((0.0, 2.0, 0.0))).sum(axis=0)
    sides = water.BODY.drag * 3 * 16 + water.PEDUNCLE.drag * 12
    head = water.BODY.drag * 18 / math.sqrt(10)
    tail = water.TAIL_FIN.drag * 6 * math.sqrt(5) * 4 / 5
    fins = water.FIN_DRAG * (3 + 2)
    leant = water.BODY.bluntness * head / 3
    print(f"a box that slides: force {total}")
    assert total == pytest.approx([-4 * leant, -4 * (sides + head + tail + fins), 0.0], abs=1e-9)


def test_a_box_that_glides_ahead() -> None:
    """v = (5, 0, 0): head and tail triangles with bluntness^2 n_x^2, and all skin.

    The normals' shares along the body: head above 4 / 13, beside 1 / 10, tail above 1 / 2.
    """
    body = replace(box(), fins=Fins(dorsal=3.0, anal=2.0, pectoral=1.0))
    total = forces(NaturalFish(body), body.nodes, drifting((5.0, 0.0, 0.0)), 0.5).sum(axis=0)
    above, beside, tail = math.sqrt(13), 2 * math.sqrt(10), 2 * math.sqrt(2)
    blunt = water.BODY.drag * water.BODY.bluntness**2
    pressed = 2 * blunt * (above * 4 / 13 + beside / 10 + tail / 2)
    skin = 2 * (above + beside + tail) + 2 * 6 * math.sqrt(5) + 2 * 15 * (2 + 4)
    expected = -0.5 * 25 * (pressed + water.SKIN_FRICTION * skin)
    print(f"a gliding box: force {total}")
    assert total == pytest.approx([expected, 0.0, 0.0], abs=1e-9)


@pytest.mark.parametrize("name", SPECIES)
def test_water_by_the_second_writing(name: str) -> None:
    """Bent, twisted, tumbling fishes; every node."""
    body = body_of(name)
    fish, worst = NaturalFish(body), 0.0
    for seed in range(20):
        state = disturbed(body, seed, bend=0.3, speed=4.0)
        got = forces(fish, state.positions, state.velocities, 1.3)
        expected = natural.water_forces(body, state.positions, state.velocities, 1.3)
        worst = max(worst, float(np.abs(got - expected).max() / np.abs(expected).max()))
    print(f"{name}: worst node off by {worst:.1e} of the largest force")
    assert worst < 1e-12


@pytest.mark.parametrize("name", SPECIES)
@pytest.mark.parametrize("size", [1.0, 0.45, 0.3])
def test_acceleration_by_the_second_writing(name: str, size: float) -> None:
    """Of the first instant, with muscles; shrunk, about half of the units or all are squeezed."""
    body = body_of(name)
    fish, worst, dt, least = NaturalFish(body), 0.0, 1e-10, 1.0
    for seed in range(5):
        state = disturbed(body, seed, bend=0.02, speed=4.0)
        state.positions *= size
        contraction = np.random.default_rng(seed).uniform(0.6, 1.0, len(AT_REST))
        expected = natural.acceleration(
            body, state.positions, state.velocities, contraction, density=1.3
        )
        least = min(least, float((natural.stretch(body, state.positions) < SHORT).mean()))
        before = state.velocities
        fish.step(state, contraction, dt, density=1.3)
        got = (state.velocities - before) / dt
        worst = max(worst, float(np.abs(got - expected).max() / np.abs(expected).max()))
    print(
        f"{name}: {least:.0%} of the units squeezed, worst node off by {worst:.1e} of the largest"
    )
    assert worst < 1e-5
    assert size == 1.0 or least > 0


def test_streamlining_turns_the_normal_but_never_the_drag_into_thrust() -> None:
    """Drag takes energy whatever the shape: the directions that press are those that feel."""
    body = body_of(SPECIES[0])
    fish = NaturalFish(body)
    for seed in range(50):
        state = disturbed(body, seed, bend=0.5, speed=3.0)
        _, coefficient, _, edge, turn = fish.water(
            state.positions, state.velocities, 1.0, np.array([0.4, -1.0]), np.ones(2)
        )
        assert coefficient.min() >= 0
        v = state.velocities.ravel()
        workless = turn * ((edge[0] @ v) * edge[1] - (edge[1] @ v) * edge[0])
        assert abs(float(workless @ v)) <= 1e-12 * float(np.abs(workless) @ np.abs(v) + 1)


def test_fins_act_where_they_claim() -> None:
    """On a box whose stations differ: arm times the mean half height, or half width, of two."""
    stations = [
        Station(3.0, 1.0, 0.5),
        Station(7.0, 2.0, 1.0),
        Station(11.0, 1.8, 0.8),
        Station(15.0, 1.2, 0.6),
        Station(18.0, 0.6, 0.3),
    ]
    body = FishBody.build(stations, 20.0, 3.0)
    weights = water.fin_weights()
    assert weights.sum(axis=1) == pytest.approx(np.ones(4))
    # The origin lies at the second station.
    high, wide = water.FIN_ARM * 1.5, water.FIN_ARM * 0.75
    places = np.array([[-6.0, 0, high], [-6.0, 0, -high], [2.0, wide, 0], [2.0, -wide, 0]])
    assert weights @ body.nodes == pytest.approx(places)
    push = np.array([1.0, -2.0, 0.5])
    for fin in range(4):
        spread = weights[fin][:, None] * push
        assert spread.sum(axis=0) == pytest.approx(push)
        torque = np.cross(body.nodes, spread).sum(axis=0)
        assert torque == pytest.approx(np.cross(places[fin], push))


def test_a_spread_pectoral_brakes_like_a_plate() -> None:
    """A left fin turned by 30 degrees, half spread: n = cos up + sin forward, at v = (4, 0, 0)."""
    body = replace(box(), fins=Fins(pectoral=3.0))
    fish, v = NaturalFish(body), drifting((4.0, 0.0, 0.0))
    angles, spread = np.array([math.radians(30), 1.0]), np.array([0.5, 0.0])
    more = forces(fish, body.nodes, v, 1.0, angles, spread) - forces(fish, body.nodes, v)
    strength = water.PECTORAL_DRAG * 1.5 * 16 / 2
    assert more.sum(axis=0) == pytest.approx([-strength / 2, 0, -strength * math.sqrt(3) / 2])
    torque = np.cross(body.nodes, more).sum(axis=0)
    place = np.array([2.0, 2.0, 0.0])
    assert torque == pytest.approx(np.cross(place, more.sum(axis=0)))


def test_an_oar_pushes_with_its_own_speed() -> None:
    """Broadside at rest, rowed forward at 3: a force of 1.5 A 3^2 backwards; feathered, none."""
    body = replace(box(), fins=Fins(pectoral=2.0))
    fish, still = NaturalFish(body), np.zeros((NODES, 3))
    angles, strokes = np.array([math.pi / 2, 0.0]), np.array([3.0, 3.0])
    push = forces(fish, body.nodes, still, 1.0, angles, np.ones(2), strokes)
    assert push.sum(axis=0) == pytest.approx([-water.PECTORAL_DRAG * 2 * 9, 0, 0], abs=1e-9)
    # A body that already drifts as fast as its oar is rowed feels no push from it.
    drift = drifting((-3.0, 0.0, 0.0))
    rowed = forces(fish, body.nodes, drift, 1.0, angles, np.array([1.0, 0.0]), strokes)
    assert rowed == pytest.approx(forces(fish, body.nodes, drift), abs=1e-9)


def _edge_alone(u: float, w: float) -> tuple[Floats, Floats]:
    """Drag and workless part of the edge of a box whose tips move ahead at u, to the left at w."""
    body = box()
    v = drifting((u, w, 0.0))
    drag, coefficient, _, edge, turn = NaturalFish(body).water(body.nodes, v, 1.0, FOLDED, FOLDED)
    flat = v.ravel()
    first = -coefficient[-1] * float(drag[-1] @ flat) * drag[-1]
    second = turn * ((edge[0] @ flat) * edge[1] - (edge[1] @ flat) * edge[0])
    return first.reshape(NODES, 3), second.reshape(NODES, 3)


@pytest.mark.parametrize(("u", "w"), [(9.0, 4.0), (9.0, -4.0), (1.0, 3.5), (99.0, 100.0)])
def test_the_edge_sheds_as_lighthill_says(u: float, w: float) -> None:
    """-m u w n + m w^2 t / 2, its workless half faded out below a speed of 1 by u / (u + 1).

    m = 16 pi for a span of 8. The part that works is -m u w n / 2.
    """
    drag, workless = _edge_alone(u, w)
    m, gate = 16 * math.pi, u / (u + 1)
    assert drag.sum(axis=0) == pytest.approx([0, -m * u * w / 2, 0])
    expected = gate * m / 2 * np.array([w * w, -u * w, 0])
    assert workless.sum(axis=0) == pytest.approx(expected)
    assert np.abs(workless @ [u, w, 0.0]).sum() < 1e-12 * m * (u * u + w * w) * abs(w)
    assert np.array_equal(workless[21], workless[22])
    assert not workless[:21].any()


def test_the_edge_stalls_and_never_pushes_a_fish_that_goes_backwards() -> None:
    """Beyond u + SHED_SPEED sideways the wake gets no faster; backwards there is none."""
    u, w = 2.0, 50.0
    _, workless = _edge_alone(u, w)
    limit = u + water.SHED_SPEED
    thrust = 16 * math.pi / 2 * (u / (u + 1)) * limit * w
    assert workless.sum(axis=0)[0] == pytest.approx(thrust)
    for part in _edge_alone(-1.0, 2.0):
        assert not part.any()


def test_edge_mass_is_a_cylinder_of_water_as_wide_as_the_tail() -> None:
    assert water.edge_mass(box()) == pytest.approx(16 * math.pi)


def test_masses_by_volume() -> None:
    """Stations of 4 x 2 filled by 0.6: 4.8 g a cm; slices of 3, 4, 4, 3.5 and 2.5 cm."""
    stations = [Station(x, 2.0, 1.0) for x in (3.0, 7.0, 11.0, 15.0, 18.0)]
    masses = masses_by_volume(stations, 20.0)
    slices = [14.4, 19.2, 19.2, 16.8, 12.0]
    assert masses[0] == pytest.approx(0.72)
    assert masses[1:21].reshape(5, 4) == pytest.approx(np.repeat(slices, 4).reshape(5, 4) / 4)
    assert masses[21:] == pytest.approx([81.6 * 0.165 / 107.5] * 2)


@pytest.mark.parametrize("name", SPECIES)
def test_the_righting_couple_is_a_couple(name: str) -> None:
    """No net force; rolled by an angle, its torque is -m g b sin(angle) about the long axis."""
    body = body_of(name)
    pull = water.upward_pull(body)
    assert abs(pull.sum()) < 1e-9 * np.abs(pull).sum()
    angle = 0.7
    y = body.nodes[:, 1] * math.cos(angle) - body.nodes[:, 2] * math.sin(angle)
    expected = -body.masses[1:21].sum() * water.GRAVITY * body.buoyancy * math.sin(angle)
    assert y @ pull == pytest.approx(expected)
    assert expected < 0


@pytest.mark.parametrize("name", SPECIES)
def test_a_rolled_fish_rights_itself(name: str) -> None:
    """From 60 degrees, without a muscle; 60 s later the back is up."""
    body = body_of(name)
    fishes = natural.blocks(body, dt=0.06)
    angle = math.radians(60)
    turn = np.array(
        [[1, 0, 0], [0, math.cos(angle), -math.sin(angle)], [0, math.sin(angle), math.cos(angle)]]
    )
    lane = np.arange(1)
    fishes.put(Row.POSITION, lane, (body.nodes @ turn.T)[None])
    rolls = []
    for _ in range(10):
        fishes.step(1000)
        x = fishes.positions(lane)[0]
        up = x[5] + x[6] - x[7] - x[8]
        rolls.append(math.degrees(math.acos(up[2] / np.linalg.norm(up))))
    print(f"{name}: roll after each 6 s: {np.round(rolls, 1)} degrees")
    assert max(rolls[5:]) < 10


@pytest.mark.parametrize("name", SPECIES)
def test_masses_bear_the_slack(name: str) -> None:
    """M - sum k (v_i - v_j)^2 keeps a share of M for any k up to the slack."""
    body = body_of(name)
    difference = np.zeros((len(UNIT_NODES), NODES))
    difference[np.arange(len(UNIT_NODES)), UNIT_NODES[:, 0]] = 1
    difference[np.arange(len(UNIT_NODES)), UNIT_NODES[:, 1]] = -1
    draw = np.random.default_rng(0)
    shares = [np.ones(len(UNIT_NODES)), *draw.uniform(0, 1, (50, len(UNIT_NODES)))]
    shares += list(draw.integers(0, 2, (50, len(UNIT_NODES))).astype(float))
    root = 1 / np.sqrt(body.masses)
    least = 1.0
    for share in shares:
        borne = difference.T @ ((share * slack(body))[:, None] * difference)
        left = np.eye(NODES) - root[:, None] * borne * root
        least = min(least, float(np.linalg.eigvalsh(left).min()))
    print(f"{name}: at least {least:.3f} of the masses is left")
    assert least == pytest.approx(1 - SAFELY)


def test_a_fish_at_rest_stays_so() -> None:
    """All but the couple, which pulls the upper nodes up against their springs."""
    body = replace(body_of(SPECIES[0]), buoyancy=0.0)
    state, fish = FishState.at_rest(body), NaturalFish(body)
    for _ in range(20):
        fish.step(state, AT_REST, 0.06)
    assert state.positions == pytest.approx(body.nodes, abs=1e-12)
