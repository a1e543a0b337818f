"""The desk of a page that makes a fish: dragging, anchoring, relaxing, flipping."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from motorium.bodies.species import read_species
from motorium.looks.texture_mesh.photo import PhotoError
from motorium.studio.conductor import Busy
from motorium.studio.newcomers import Newcomers, with_newcomers
from motorium.studio.texture_desk import REACH, Desk, dragged, regular_mesh
from motorium.studio.texturing import MOST_PHOTOS, TextureShow
from motorium.wire import texturing
from motorium.wire.message import Message, WireError
from motorium.wire.messages import Refusal
from motorium.world.scenario import known_scenarios, load_scenario
from motorium.world.world import World
from tests.studio.drawn_fish import BACK, BELLY, NOSE, TAIL, drawn_fish, empty_water

FISH = drawn_fish()


@pytest.fixture
def desk() -> Desk:
    return Desk(FISH)


def nodes_of(desk: Desk) -> np.ndarray:
    return np.array(desk.shown_mesh().nodes).reshape(9, 21, 2)


def settle(desk: Desk) -> None:
    desk.relax(True)
    for _ in range(2000):
        desk.tick()
        if not desk.relaxing:
            return
    raise AssertionError("the mesh never rests")


def test_a_regular_mesh_is_even_and_in_the_middle() -> None:
    nodes = regular_mesh(800, 400).nodes
    assert nodes.mean(axis=(0, 1)) == pytest.approx([400, 200])
    assert np.diff(nodes[..., 0], axis=1) == pytest.approx(0.7 * 800 / 20)
    assert np.diff(nodes[..., 1], axis=0) == pytest.approx(0.5 * 400 / 8)


def test_who_is_dragged_goes_there_and_neighbours_part_of_the_way() -> None:
    nodes = regular_mesh(800, 400).nodes
    moved = dragged(nodes, (0, 10), (nodes[0, 10, 0], nodes[0, 10, 1] - 50), {(0, 11)}) - nodes
    assert moved[0, 10] == pytest.approx([0, -50])
    assert moved[0, 9] == pytest.approx([0, -50 * np.exp(-0.5 / REACH**2)])
    assert moved[0, 11] == pytest.approx([0, 0])
    assert np.abs(moved[8]).max() < 0.01


def test_a_fish_is_found_and_its_outline_is_reached_from_a_regular_mesh_too(desk: Desk) -> None:
    assert desk.problem == ""
    for begin in (desk.find, desk.regular):
        begin()
        settle(desk)
        assert desk.rested
        nodes = nodes_of(desk)
        assert nodes[..., 0].min() == pytest.approx(NOSE, abs=6)
        assert nodes[..., 0].max() == pytest.approx(TAIL, abs=12)
        assert nodes[..., 1].min() == pytest.approx(BACK, abs=6)
        assert nodes[..., 1].max() == pytest.approx(BELLY, abs=6)


def test_without_a_fish_the_mesh_is_regular_and_one_is_told_why() -> None:
    desk = Desk(empty_water())
    assert "drag the mesh onto the fish" in desk.problem
    assert nodes_of(desk) == pytest.approx(regular_mesh(640, 420).nodes, abs=0.01)
    with pytest.raises(ValueError, match="drag the mesh"):
        desk.find()


def test_what_is_no_picture_is_refused() -> None:
    for data in (b"", b"GIF89a", b"\x89PNG\r\n\x1a\n" + bytes(100), FISH[: len(FISH) // 3]):
        with pytest.raises(PhotoError):
            Desk(data)


def test_an_anchor_keeps_a_node_near_though_the_image_draws_it_away(desk: Desk) -> None:
    settle(desk)
    free = nodes_of(desk)[0, 8]
    wanted = (float(free[0]), float(free[1]) - 40.0)
    desk.drag((0, 8), wanted)
    desk.release()
    settle(desk)
    assert np.hypot(*(nodes_of(desk)[0, 8] - wanted)) > 25, "the edge draws it back"
    desk.drag((0, 8), wanted)
    desk.release()
    desk.anchor((0, 8), True)
    settle(desk)
    assert np.hypot(*(nodes_of(desk)[0, 8] - wanted)) < 15
    held = desk.shown_mesh().anchors[-1]
    assert (held.row, held.column, held.x, held.y) == (0, 8, *np.round(wanted, 2))
    count = len(desk.shown_mesh().anchors)
    desk.anchor((0, 8), False)
    assert len(desk.shown_mesh().anchors) == count - 1


def test_while_it_relaxes_a_hand_is_a_spring(desk: Desk) -> None:
    desk.relax(True)
    before = nodes_of(desk)[8, 10]
    place = (float(before[0]), float(before[1]) + 60.0)
    desk.drag((8, 10), place)
    assert nodes_of(desk)[8, 10] == pytest.approx(before)
    for _ in range(300):
        desk.tick()
    assert desk.relaxing, "it does not rest while somebody pulls"
    assert before[1] + 2 < nodes_of(desk)[8, 10, 1] < place[1]
    desk.release()
    for _ in range(1000):
        desk.tick()
    assert not desk.relaxing


def test_a_head_is_flipped_and_flipped_back(desk: Desk) -> None:
    desk.anchor((0, 3), True)
    before = nodes_of(desk)
    desk.flip()
    assert nodes_of(desk) == pytest.approx(before[:, ::-1])
    assert (0, 17) in [(one.row, one.column) for one in desk.shown_mesh().anchors]
    desk.flip()
    assert nodes_of(desk) == pytest.approx(before)


def test_whose_body_the_outline_leaves_is_told_when_it_rests(desk: Desk) -> None:
    settle(desk)
    notes = {one.template: one.note for one in desk.shown_cut().far}
    assert "times as deep as the body of sardine that moves it." in notes["sardine"]
    assert "butterflyfish" not in notes
    desk.relax(True)
    assert desk.shown_cut().far == []


def test_a_shift_moves_all_and_nothing_gets_lost(desk: Desk) -> None:
    before = nodes_of(desk)
    desk.shift(12.5, -3.0)
    assert nodes_of(desk) - before == pytest.approx(np.broadcast_to([12.5, -3.0], before.shape))
    desk.shift(1e5, -1e5)
    desk.drag((0, 0), (1e5, 1e5))
    assert np.abs(nodes_of(desk)).max() < 2500


def test_only_the_border_is_dragged_and_anchored(desk: Desk) -> None:
    with pytest.raises(ValueError, match="only the border"):
        desk.drag((4, 10), (0.0, 0.0))
    with pytest.raises(ValueError, match="only the border"):
        desk.anchor((1, 1), True)


# ---------------------------------------------------------------- the stage


class Listener:
    """Hears what pages are told."""

    def __init__(self) -> None:
        self.heard: list[tuple[object, Message]] = []

    def snapshot(self, data: object) -> None:
        raise AssertionError("this stage has no snapshots")

    def message(self, message: Message, page: object | None = None) -> None:
        json.loads(message.model_dump_json())
        self.heard.append((page, message))

    def last(self, kind: type[Message]) -> Message:
        return [message for _, message in self.heard if isinstance(message, kind)][-1]


@pytest.fixture
def show(tmp_path: Path) -> TextureShow:
    made = TextureShow(Listener(), folder=tmp_path / "own" / "species")
    made._prepare()
    return made


def say(show: TextureShow, wish: object, page: str = "page") -> BaseException | None:
    """Let a page say something, and a picture pass; why it was refused."""
    future = None
    try:
        future = (
            show.hear_bytes(wish, page)
            if isinstance(wish, bytes)
            else show.hear(json.dumps(wish), page)
        )
    except (WireError, Busy) as refusal:
        return refusal
    show._work()
    return future.exception(timeout=0) if future else None


def finish(name: str, **more: object) -> dict[str, object]:
    usual = {"type": "finish", "name": name, "label": "A fish", "template": "clownfish"}
    return {**usual, "count": 0, **more}


def test_a_photograph_becomes_a_species_that_can_be_read(show: TextureShow, tmp_path: Path) -> None:
    assert say(show, FISH) is None
    assert say(show, finish("my-fish", label='Said "fish" \\ so')) is None
    listener = show._audience
    assert isinstance(listener, Listener)
    made = listener.last(texturing.FishMade)
    assert isinstance(made, texturing.FishMade)
    path = Path(made.path)
    assert path == tmp_path / "own" / "species" / "my-fish.toml"
    species = read_species(path)
    assert (species.name, species.label) == ("my-fish", 'Said "fish" \\ so')
    assert str(path) in made.usage
    before = path.read_bytes()
    refused = say(show, finish("my-fish", label="Another"))
    assert refused is not None
    assert "my-fish" in str(refused)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/evil", "a/b", "a\\b", "A", "-a", "", "a" * 41, "a.toml", "a\n", "ä"]
)
def test_no_name_leads_out_of_the_folder(show: TextureShow, tmp_path: Path, name: str) -> None:
    say(show, FISH)
    assert isinstance(say(show, finish(name)), WireError)
    assert not (tmp_path / "own").exists()


def test_what_cannot_be_is_refused_in_a_sentence(show: TextureShow) -> None:
    assert "no photograph yet" in str(say(show, {"type": "flip"}))
    say(show, {"type": "drag", "row": 0, "column": 0, "x": 1.0, "y": 1.0})
    listener = show._audience
    assert isinstance(listener, Listener)
    assert "no photograph yet" in str(listener.last(Refusal))
    say(show, FISH)
    assert "known are butterflyfish" in str(say(show, finish("a", template="../../x")))
    assert "no ocean here" in str(say(show, finish("a", count=3)))
    assert "a species that ships" in str(say(show, finish("herring")))
    assert say(show, finish("taken")) is None
    told = str(say(show, finish("taken")))
    assert "there already" in told
    assert "--" not in told, "there are no options on a page"
    assert "at most 8 are read" in str(say(show, bytes(texturing.MAX_PHOTO_BYTES + 1)))
    assert "no picture" in str(say(show, b"not a picture"))
    assert say(show, {"type": "relax", "on": True}) is None, "the photograph before is still there"


def test_each_page_has_its_own_photograph_and_it_goes_with_it(show: TextureShow) -> None:
    for number in range(MOST_PHOTOS):
        show._desks[f"page {number}"] = Desk(FISH) if number == 0 else show._desks["page 0"]
    assert "close one of those pages first" in str(say(show, FISH, "one more"))
    show.forget("page 3")
    show._work()
    assert say(show, FISH, "one more") is None
    listener = show._audience
    assert isinstance(listener, Listener)
    listener.heard.clear()
    say(show, {"type": "flip"}, "one more")
    assert {page for page, _ in listener.heard} == {"one more"}


NODES = {"row": st.integers(-1, 9), "column": st.integers(-1, 21)}
PIXELS = st.floats(-2e5, 2e5) | st.floats() | st.integers(0, 600)
WISHES = st.one_of(
    st.fixed_dictionaries({"type": st.just("drag"), **NODES, "x": PIXELS, "y": PIXELS}),
    st.fixed_dictionaries({"type": st.just("shift"), "x": PIXELS, "y": PIXELS}),
    st.fixed_dictionaries({"type": st.just("anchor"), **NODES, "on": st.booleans()}),
    st.fixed_dictionaries({"type": st.just("relax"), "on": st.booleans()}),
    st.sampled_from([{"type": kind} for kind in ("release", "regular", "find", "flip", "quit")]),
    st.fixed_dictionaries({"type": st.just("finish"), "name": st.text(max_size=5)}),
    st.recursive(st.none() | st.text(max_size=4), lambda x: st.lists(x, max_size=3), max_leaves=4),
)


@given(wishes=st.lists(WISHES, min_size=3, max_size=15))
@settings(
    max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_whatever_pages_say_the_mesh_stays_whole(show: TextureShow, wishes: list[object]) -> None:
    if "page" not in show._desks:
        assert say(show, FISH) is None
    for wish in wishes:
        with suppress(ValueError):
            reason = say(show, wish)
            assert reason is None or isinstance(reason, ValueError), repr(reason)
    desk = show._desks["page"]
    assert np.isfinite(nodes_of(desk)).all()
    assert np.abs(nodes_of(desk)).max() < 1e5
    assert say(show, {"type": "regular"}) is None


# ---------------------------------------------------------------- into the ocean


def test_newcomers_live_in_every_ocean_that_ships(show: TextureShow, tmp_path: Path) -> None:
    say(show, FISH)
    assert say(show, finish("new-one")) is None
    path = str(tmp_path / "own" / "species" / "new-one.toml")
    for name in known_scenarios():
        before = load_scenario(name)
        if before.world.capacity < 100:
            continue
        after = with_newcomers(before, Newcomers(path=path, template="clownfish", count=3))
        assert after.group[:-1] == before.group
        assert (after.group[-1].species, after.group[-1].count) == (path, 3)
        again = with_newcomers(after, Newcomers(path=path, template="clownfish", count=5))
        assert [group.count for group in again.group if group.species == path] == [5]
    world = World(
        with_newcomers(load_scenario("school"), Newcomers(path=path, template="", count=3))
    )
    world.advance()
    kinds = [
        world.species_names[kind] for kind in world.population.species[world.population.living]
    ]
    assert kinds.count(path) == 3
