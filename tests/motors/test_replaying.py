"""What the repertoire motor plays is what was recorded: bodies, paths, for ever and everywhere."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from motorium.bodies.species import known_species, load_species
from motorium.contracts.frames import Floats, quaternion_from_axes, rotation_matrix, rotation_vector
from motorium.contracts.time import FRAME_SECONDS
from motorium.motion.compile import body_points
from motorium.motion.replay import Pose, Replayed, replay_at
from motorium.motion.segments import PIVOTS, SWIMS, TURNS, Segment
from motorium.motors.repertoire import RepertoireOptions
from tests.motors.pond import Film, Pond, Score, find

SIZES = (0.5, 1.0, 2.0)
ROUNDING = 2e-6
"""Of nodes [L]: some units in the last place of float32."""
FRAMES = 150
OWN_WARP = 0.3
"""No warp takes longer [s of a fish of 20 cm]."""


@cache
def swimmers() -> tuple[Pond, Film]:
    """Every species in three gaits and sizes, each with a heading and a climb of its own."""
    kinds = [name for name in known_species() for _ in range(len(SWIMS) * len(SIZES))]
    sizes = np.tile(SIZES, len(kinds) // len(SIZES))
    headings = np.linspace(-3.1, 3.1, len(kinds))
    pond = Pond(kinds, sizes, headings=headings)
    pond.ask(speed=[pond.gait(gait_of(fish))[fish] for fish in range(len(kinds))])
    pond.ask(climb=np.random.default_rng(2).uniform(-1.0, 1.0, len(kinds)))
    pond.settle()
    return pond, pond.film(FRAMES)


def gait_of(fish: int) -> str:
    return SWIMS[fish // len(SIZES) % len(SWIMS)]


def segment_of(pond: Pond, fish: int, name: str) -> Segment:
    return pond.repertoires[int(pond.people.species[pond.slots[fish]])][name]


def recorded(pond: Pond, film: Film, fish: int, segment: Segment) -> tuple[Replayed, Floats]:
    """The reference, at the moments of a film, level and straight ahead; and how far its poses are
    from those in the film [L].

    The film's first pose says in which part of the beat it begins.
    """
    begins, far = find(segment, film.bodies()[:, fish])
    own = segment.seconds * pond.slower[fish]
    # Frame 0 is what a segment holds after its first step.
    moments = (begins[0] + 1) / segment.frames * own + np.arange(len(film.positions)) / 60
    start = Pose.along(segment, np.zeros(3), np.eye(3))
    length = float(pond.lengths[fish] / pond.sizes[fish])
    return replay_at(segment, start, moments, length, float(pond.sizes[fish])), far


def courses(film: Film, fish: int, reference: Replayed) -> Floats:
    """Axes (frames, 3, 3) of the course that the film's body frame sways in as the reference's."""
    played = rotation_matrix(film.orientations[:, fish])
    axes: Floats = played @ np.swapaxes(rotation_matrix(reference.orientations), -1, -2)
    return axes


def apart(one: Floats, other: Floats) -> Floats:
    """Angles [rad] between axes (..., 3, 3)."""
    between = np.swapaxes(one, -1, -2) @ other
    angles: Floats = np.linalg.norm(rotation_vector(quaternion_from_axes(between)), axis=-1)
    return angles


@cache
def references() -> list[tuple[Replayed, Floats]]:
    pond, film = swimmers()
    return [
        recorded(pond, film, fish, segment_of(pond, fish, gait_of(fish)))
        for fish in range(len(pond))
    ]


def test_bodies_are_those_of_the_tables() -> None:
    """At every gait and size: some place between two recorded frames, and no other."""
    for fish, (_, far) in enumerate(references()):
        assert far.max() < ROUNDING, (swimmers()[0].kinds[fish], gait_of(fish))


def test_beats_are_as_quick_as_recorded() -> None:
    """Slower by the root of size."""
    pond, film = swimmers()
    for fish in range(len(pond)):
        segment = segment_of(pond, fish, gait_of(fish))
        places, _ = find(segment, film.bodies()[:, fish])
        steps = np.diff(places) % segment.frames
        expected = segment.frames * FRAME_SECONDS / (segment.seconds * pond.slower[fish])
        assert steps == pytest.approx(np.full(FRAMES, expected), rel=1e-4)


def test_paths_are_the_references_rigidly_moved() -> None:
    """From any heading and climb: positions to 1e-4 L and orientations to 3e-5 after 2.5 s."""
    pond, film = swimmers()
    for fish in range(len(pond)):
        reference, _ = references()[fish]
        course = courses(film, fish, reference)
        assert apart(course, course[:1]).max() < 3e-5
        moved = (reference.positions - reference.positions[0]) @ course[0].T
        way = film.positions[:, fish] - film.positions[0, fish]
        assert np.linalg.norm(way - moved, axis=-1).max() < 1e-4 * pond.lengths[fish]


def test_a_fish_advances_by_its_speed_in_every_beat() -> None:
    """Over as many frames as whole beats take nearly, speeds are those of the segments."""
    pond, film = swimmers()
    for fish in range(len(pond)):
        segment = segment_of(pond, fish, gait_of(fish))
        reference, _ = references()[fish]
        course = courses(film, fish, reference)[0]
        beat = segment.seconds * pond.slower[fish]
        whole = int(np.floor(FRAMES * FRAME_SECONDS / beat))
        frames = whole * beat / FRAME_SECONDS
        places = film.places()[:, fish] @ course
        last = [np.interp(frames, np.arange(FRAMES + 1), places[:, k]) for k in range(3)]
        way = np.array(last) - places[0]
        expected = whole * segment.speed * segment.seconds
        # Straight lines between frames cut the swing's corners.
        assert way == pytest.approx([expected, 0.0, 0.0], abs=3e-3)


def test_ten_minutes_do_not_turn_anybody() -> None:
    """Neither headings nor pitch nor roll drift, quaternions stay of unit length, and speed is kept
    to five parts in a million."""
    kinds = [name for name in known_species() for _ in SWIMS]
    pond = Pond(kinds, headings=np.linspace(-3.0, 3.0, len(kinds)))
    gaits = [SWIMS[fish % len(SWIMS)] for fish in range(len(kinds))]
    pond.ask(speed=[pond.gait(gaits[fish])[fish] for fish in range(len(kinds))], climb=0.3)
    pond.settle()
    before = pond.film(1)
    pond.advance(36000)
    after = pond.film(1)
    assert np.abs(np.linalg.norm(after.orientations, axis=-1) - 1).max() < 1e-6
    for fish in range(len(kinds)):
        segment = segment_of(pond, fish, gaits[fish])
        ends = [recorded(pond, film, fish, segment) for film in (before, after)]
        (one, far), (two, farther) = ends
        assert max(far.max(), farther.max()) < ROUNDING
        course, later = courses(before, fish, one)[0], courses(after, fish, two)[0]
        assert apart(course, later) < 2e-5
        way = (after.places()[0, fish] - before.places()[0, fish]) @ course
        ahead = pond.gait(gaits[fish])[fish] * 36001 * FRAME_SECONDS
        # How the body frame sways in its beat comes on top, a few hundredths of a length.
        assert way[0] == pytest.approx(ahead, rel=5e-6, abs=0.05)
        assert np.abs(way[1:]).max() < 2e-5 * ahead + 0.05


@pytest.mark.parametrize("place", [(200.0, -200.0, 3.0), (2000.0, 2000.0, -40.0)])
def test_far_out_a_fish_moves_as_at_home(place: tuple[float, float, float]) -> None:
    """Bit for bit, but for what float64 rounds at such a place."""
    kinds = known_species()
    home, out = Pond(kinds), Pond(kinds, positions=np.tile(place, (len(kinds), 1)))
    score = Score(home.gait("swim-fast"), 300, seed=8)
    films = [pond.film(300, score=score) for pond in (home, out)]
    assert np.array_equal(films[0].nodes, films[1].nodes)
    assert np.array_equal(films[0].orientations, films[1].orientations)
    ways = [film.positions - film.positions[0] for film in films]
    assert ways[0] == pytest.approx(ways[1], abs=1e-9)


@pytest.mark.parametrize("name", [*TURNS, *PIVOTS])
def test_a_recorded_turn_is_played_as_recorded(name: str) -> None:
    """Asked for its own angle, in the gait it was recorded in: once the warp into it is over, every
    frame is in its place in the recording."""
    kinds = [kind for kind in known_species() for _ in SIZES]
    pond = Pond(kinds, np.tile(SIZES, len(kinds) // len(SIZES)))
    if name in TURNS:
        pond.ask(speed=pond.gait("swim-medium"))
        pond.settle()
    segments = [segment_of(pond, fish, name) for fish in range(len(pond))]
    pond.turn([segment.turn for segment in segments])
    film = pond.film(round(60 * max(s.seconds for s in segments) * max(SIZES) ** 0.5))
    for fish, segment in enumerate(segments):
        # A turn's first frame is what is read first.
        made = np.arange(len(film.positions) - 1)
        moments = made * FRAME_SECONDS / pond.slower[fish]
        # A turn takes whole frames, rather fewer where they are halves.
        last = segment.frames - 1
        taken = last / segment.rate * pond.slower[fish] / FRAME_SECONDS
        rows = made * last / np.floor(taken + 0.5 - 1e-5)
        warped = OWN_WARP * load_species(pond.kinds[fish]).pace
        during = (moments > warped) & (rows <= segment.frames - 1)
        assert during.sum() > 5
        places, far = find(segment, film.bodies()[1:, fish][during])
        assert far.max() < ROUNDING, (pond.kinds[fish], pond.sizes[fish])
        # Bodies that hold still for a while are found in several places.
        assert np.median(np.abs(places - rows[during])) < 1e-3


def test_a_recorded_curve_is_swum_as_recorded() -> None:
    """At the recorded rate and speed bodies are those of the curve."""
    for side, name in enumerate(("curve-left", "curve-right")):
        pond = Pond(known_species())
        curves = [segment_of(pond, fish, name) for fish in range(len(pond))]
        bent = np.array([curve.turn / (curve.speed * curve.seconds) for curve in curves])
        assert (np.sign(bent) == (1, -1)[side]).all()
        pond.ask(speed=pond.gait("swim-medium"), turn_rate=bent * pond.gait("swim-medium"))
        pond.settle()
        film = pond.film(120)
        for fish, curve in enumerate(curves):
            places, far = find(curve, film.bodies()[:, fish])
            # Frames of a straight and a curved beat do not fall together: between them it is
            # straight lines that are added.
            assert far.max() < 2e-3
            assert np.ptp(places) > 0.8 * curve.frames


SKINNED = ["herring", "sardine"]


def skinned(kind: str) -> Pond:
    return Pond([kind] * len(SIZES), SIZES, options=RepertoireOptions(points=True))


def skin_of(pond: Pond) -> Floats:
    """Control points [L] around the nodes that are played."""
    nodes = pond.people.nodes[pond.slots].astype(np.float64) / pond.lengths[:, None, None]
    return body_points(pond.species[0], nodes)


def played_points(pond: Pond) -> Floats:
    points: Floats = pond.motor.points[pond.slots] / pond.lengths[:, None, None]
    return points


@pytest.mark.parametrize("kind", SKINNED)
@pytest.mark.parametrize("gait", ["hover", *SWIMS])
def test_points_lie_on_the_skin_of_the_nodes(gait: str, kind: str) -> None:
    """Within 1e-4 L: between frames points move straight, and so do nodes."""
    pond = skinned(kind)
    pond.ask(speed=pond.gait(gait))
    pond.advance(360)
    worst = 0.0
    for _ in range(3):
        pond.advance(3)
        off = np.linalg.norm(played_points(pond) - skin_of(pond), axis=-1)
        worst = max(worst, float(off.max()))
    print(f"{kind}, {gait}: points are up to {worst:.1e} L off")
    assert worst < 1e-4


def test_points_stay_with_the_nodes_through_turns_and_warps() -> None:
    """Within a hundredth of a length, and from frame to frame no farther than the nodes."""
    pond = skinned("herring")
    pond.ask(speed=pond.gait("swim-medium"))
    pond.advance(300)
    pond.turn(np.radians([80.0, -150.0, 180.0]))
    points, film = [played_points(pond)], pond.film(0)
    worst = 0.0
    for frame in range(150):
        if frame == 20:
            pond.turn(np.radians([-40.0, 20.0, 100.0]))
        film = film.then(pond.film(1))
        points.append(played_points(pond))
        if frame % 6 == 0:
            off = np.linalg.norm(points[-1] - skin_of(pond), axis=-1)
            worst = max(worst, float(off.max()))
    steps = np.linalg.norm(np.diff(points, axis=0), axis=-1).max(axis=-1)
    print(f"points are up to {worst:.1e} L off in turns")
    assert np.isfinite(points).all()
    assert worst < 0.01
    # Fins stick out beyond the nodes.
    assert (steps <= 1.5 * film.node_steps() + 0.005).all()


def test_who_keeps_no_points_says_so() -> None:
    with pytest.raises(ValueError, match=r"RepertoireOptions\.points"):
        _ = Pond(["herring"]).motor.points
