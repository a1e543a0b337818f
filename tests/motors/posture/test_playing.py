"""What figures play: ways through the graph, in real time whatever the frame rate."""

import numpy as np
import pytest

from motorium.contracts.commands import ActionState
from motorium.contracts.frames import heading_pitch_roll
from tests.motors.posture.graphs import Troupe, small_graph


def seen_while(troupe: Troupe, seconds: float) -> list[str]:
    """What the first one did for longer than a frame, each thing once."""
    told: list[str] = []
    before = ""
    for frame in range(round(60 * seconds)):
        troupe.motor.advance(frame)
        if troupe.doing == before and told[-1:] != [before]:
            told.append(before)
        before = troupe.doing
    return told


def test_the_papers_way_is_played() -> None:
    troupe = Troupe.of()
    troupe.posture("prone firing")
    assert troupe.became() is ActionState.ASKED
    assert seen_while(troupe, 5.5) == [
        "standing deployed to crawl",
        "crawl to prone deployed",
        "prone deployed to prone firing",
        "prone firing",
    ]
    assert troupe.became() is ActionState.DONE
    # Where all arcs together lead: 0.5 + 0.1 + 0 metres.
    assert troupe.people.positions[0] == pytest.approx([0.6, 0.0, 0.0], abs=1e-5)


def test_a_fixed_posture_stays_and_a_locomotion_posture_goes_on() -> None:
    troupe = Troupe.of()
    assert seen_while(troupe, 3.0) == ["standing deployed"]
    troupe.ask(speed=1.35)
    assert seen_while(troupe, 10.0) == ["walking forward"]
    troupe.ask(speed=0.0)
    assert seen_while(troupe, 2.0) == [
        "walking forward",
        "walking forward to standing deployed",
        "standing deployed",
    ]


def test_a_two_second_arc_at_20_frames_a_second_plays_every_third_frame() -> None:
    """Granieri et al., section 4: 0, 3, 6, ..., 120."""
    troupe = Troupe.of()
    troupe.posture("crawl")
    frames = [0.0]
    for _ in range(40):
        troupe.motor.advance_by(1 / 20)
        frames.append(troupe.motor.frame_played(0))
    assert troupe.doing == "crawl"
    assert np.allclose(frames[:-1], np.arange(0, 120, 3), atol=1e-9)
    wanted = small_graph().nodes["crawl"].sets["human-high"].position[0, 2]
    assert troupe.motor.shown.positions[0, 2] == pytest.approx(wanted, abs=1e-6)


def test_what_is_shown_is_the_frame_of_that_time() -> None:
    """At 20 frames a second the pose is the recorded one, against the graph's own sampling."""
    troupe = Troupe.of()
    troupe.posture("crawl")
    arc = small_graph().arcs["standing deployed", "crawl"].sets["human-high"]
    for step in range(1, 40):
        troupe.motor.advance_by(1 / 20)
        wanted = troupe.motor.places(troupe.slots)[0].skeleton.place(arc.sample(step / 20))
        got = troupe.motor.places(troupe.slots)[0].positions
        assert np.allclose(got, wanted.positions[0], atol=2e-5)


def test_it_stays_on_time_when_the_frame_rate_jitters() -> None:
    """Whatever the steps, elapsed time decides: also within two arcs at once."""
    draw = np.random.default_rng(3)
    for _ in range(8):
        even, uneven = Troupe.of(), Troupe.of()
        for troupe in (even, uneven):
            troupe.posture("prone firing")
        steps = draw.uniform(0.001, 0.4, 30)
        until = float(steps.sum())
        for step in steps:
            uneven.motor.advance_by(float(step))
        even.motor.advance_by(until)
        assert even.doing == uneven.doing
        assert even.motor.frame_played(0) == pytest.approx(uneven.motor.frame_played(0), abs=1e-7)
        assert np.allclose(even.people.positions, uneven.people.positions, atol=1e-9)


def test_one_advance_may_span_many_strides() -> None:
    one, many = Troupe.of(), Troupe.of()
    for troupe in (one, many):
        troupe.ask(speed=1.35)
    one.motor.advance_by(7.3)
    for _ in range(73):
        many.motor.advance_by(0.1)
    assert np.allclose(one.people.positions, many.people.positions, atol=1e-9)
    assert one.motor.frame_played(0) == pytest.approx(many.motor.frame_played(0), abs=1e-6)


@pytest.mark.parametrize(
    ("speed", "course", "doing"),
    [
        (0.9, 0.0, "walking forward"),
        (1.35, 0.0, "walking forward"),
        (2.0, 0.0, "walking forward"),
        (3.5, 0.0, "running"),
        (0.7, np.pi, "walking backward"),
        (1.2, 0.8, "walking forward"),
        (1.2, -1.2, "walking forward"),
        (0.8, 2.4, "walking backward"),
        # Beyond what strides can be hurried to, or held back.
        (0.3, 0.0, "walking forward"),
        (7.0, 0.0, "running"),
    ],
)
def test_it_moves_as_fast_and_where_it_is_asked_to(speed: float, course: float, doing: str) -> None:
    troupe = Troupe.of()
    troupe.ask(speed=speed, course=course, heading=0.5)
    troupe.advance(6.0)
    assert troupe.doing == doing
    before = troupe.people.positions[0].copy()
    troupe.advance(5.0)
    way = troupe.people.positions[0] - before
    assert np.hypot(*way[:2]) / 5.0 == pytest.approx(speed, rel=0.03)
    off = np.arctan2(way[1], way[0]) - 0.5 - course
    assert np.cos(off) == pytest.approx(1.0, abs=1e-3)
    assert heading_pitch_roll(troupe.people.orientations[0])[0] == pytest.approx(0.5, abs=0.02)


def test_running_begins_and_ends_with_hysteresis_and_without_a_stop() -> None:
    troupe = Troupe.of()
    troupe.ask(speed=2.0)
    troupe.advance(3.0)
    assert troupe.doing == "walking forward"
    slowest = 9.0
    for speed, doing in ((2.3, "running"), (2.0, "running"), (1.8, "walking forward")):
        troupe.ask(speed=speed)
        for frame in range(150):
            troupe.motor.advance(frame)
            slowest = min(slowest, float(np.hypot(*troupe.people.velocities[0, :2])))
        assert troupe.doing == doing
    assert slowest > 1.2


def test_prone_is_left_by_crawling() -> None:
    troupe = Troupe.of(posture="prone firing")
    troupe.ask(speed=0.25)
    assert seen_while(troupe, 6.0) == ["prone firing to prone deployed", "crawling"]
    troupe.ask(speed=0.0)
    assert seen_while(troupe, 6.0)[-1] == "prone firing"


@pytest.mark.parametrize("speed", [0.8, 1.35, 2.0])
def test_strides_are_played_faster_or_slower_not_farther(speed: float) -> None:
    """So that feet do not slide: every segment goes the recorded way, only at another tempo."""
    troupe = Troupe.of()
    troupe.ask(speed=speed)
    troupe.advance(3.0)
    arcs = small_graph().arcs
    before: tuple[str, np.ndarray] | None = None
    compared = 0
    for frame in range(40):
        troupe.motor.advance(frame)
        places = troupe.motor.places(troupe.slots)[0]
        start = troupe.motor.posture_name(0)
        end = start.replace("left", "r").replace("right", "left").replace(" r", " right")
        time = troupe.motor.frame_played(0) / 60
        poses = arcs[start, end].sets["human-high"].sample(time)
        recorded = places.skeleton.place(poses).positions[0]
        off = places.positions - recorded
        # All is elsewhere by the same, and within a stride it stays so.
        assert np.abs(off - off[0]).max() < 1e-4
        if before is not None and before[0] == start:
            assert np.abs(off - before[1]).max() < 1e-4
            compared += 1
        before = start, off
    assert compared > 30


def test_only_fixed_postures_and_known_gestures_are_taken() -> None:
    troupe = Troupe.of()
    names = list(small_graph().nodes)
    for number in (names.index("running left"), len(names), 127):
        troupe.commands.begin("posture", troupe.slots, number)
        troupe.advance(0.05)
        assert troupe.became() is ActionState.REFUSED
    troupe.commands.begin("gesture", troupe.slots, 1)
    troupe.advance(0.05)
    assert troupe.became() is ActionState.REFUSED
    assert troupe.doing == "standing deployed"


def test_a_posture_asked_for_on_the_way_is_gone_to_from_the_next_one() -> None:
    troupe = Troupe.of()
    troupe.posture("prone firing")
    troupe.advance(1.0)
    troupe.posture("standing firing")
    assert seen_while(troupe, 5.5) == [
        "standing deployed to crawl",
        "crawl to standing deployed",
        "standing deployed to standing firing",
        "standing firing",
    ]


def led_along(troupe: Troupe, frames: int, x: float, speed: float) -> tuple[np.ndarray, float]:
    """By how much the first one is behind [m], frame by frame; and where he is led in the end."""
    behind = np.zeros(frames)
    troupe.commands.set("speed", troupe.slots[:1], speed)
    for frame in range(frames):
        x += speed / 60
        troupe.motor.lead(troupe.slots[:1], [[x, 5.0, 0.3]])
        troupe.motor.advance(frame)
        behind[frame] = x - troupe.people.positions[0, 0]
    return behind, x


def test_who_is_led_is_where_he_is_led_to() -> None:
    """At once at first; then as soon as he walks, and again when he stands."""
    troupe = Troupe.of(2)
    troupe.ask(speed=1.2)
    behind, x = led_along(troupe, 360, 10.0, 1.2)
    assert behind[0] == 0.0
    assert behind.max() < 0.9
    assert np.abs(behind[270:]).max() < 1e-9, "within 4.5 s"
    assert troupe.people.positions[0, 1:].tolist() == [5.0, 0.3]
    assert troupe.people.velocities[0] == pytest.approx([1.2, 0.0, 0.0])
    # Nobody leads the other; and who is let go walks on from there.
    assert troupe.people.positions[1, 0] < 10.0
    troupe.advance(1.0)
    assert troupe.people.positions[0, 0] == pytest.approx(x + 1.2, abs=0.1)


def test_who_is_led_is_not_dragged_over_the_ground_by_his_first_and_last_steps() -> None:
    """As fast as what he plays, but for 5 cm/s."""
    troupe = Troupe.of()
    x, before, clip = 0.0, 0.0, -1
    for speed, seconds in ((0.0, 0.5), (1.2, 4.0), (0.0, 3.0), (1.2, 3.0)):
        for _ in range(round(60 * seconds)):
            _, x = led_along(troupe, 1, x, speed)
            now, one = troupe.people.positions[0, 0], troupe.motor.state[0]
            steady = one["moving"] and troupe.motor.ways.steady[one["clip"]]
            if one["clip"] == clip and not steady:
                fastest = 0.3 / (50 / 60) * one["pace"] * one["stride"] if one["moving"] else 0.0
                assert abs(now - before) * 60 < fastest + 0.051, troupe.doing
            before, clip = now, int(one["clip"])


def test_who_strays_from_where_he_is_led_walks_there() -> None:
    """Whoever sends places alone, without a velocity."""
    troupe = Troupe.of()
    led_along(troupe, 30, 0.0, 0.0)
    behind, _ = led_along(troupe, 20, 4.0, 0.0)
    assert behind[0] == pytest.approx(4.0, abs=0.01)
    behind, _ = led_along(troupe, 420, 4.0, 0.0)
    assert abs(behind[-1]) < 0.4
    assert troupe.doing == "standing deployed"
    # And who is farther off was put elsewhere.
    behind, _ = led_along(troupe, 1, 40.0, 0.0)
    assert behind[0] == 0.0


def test_times_that_are_none_are_refused() -> None:
    troupe = Troupe.of()
    for seconds in (0.0, -1.0, np.nan, np.inf):
        with pytest.raises(ValueError, match="figures move by more than 0 seconds"):
            troupe.motor.advance_by(seconds)
