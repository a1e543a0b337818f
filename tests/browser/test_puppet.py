"""People take a puppet by the hand and draw one of their own, in a real Chromium."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.lines import line_to
from tests.browser.pages import Viewer, wait_for
from tests.studio.puppeteers import puppet_studio
from tests.studio.studios import Studio, studio_of

pytestmark = pytest.mark.browser

Place = tuple[float, float]
"""x and z on a flat stage [m]."""


@pytest.fixture(scope="module")
def running() -> Iterator[Studio]:
    one = Studio(verb="puppet")
    try:
        yield one
    finally:
        one.stop()


def apart(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return math.dist(a, b)


class Stage:
    """The puppet stage of a page, and a hand over it."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.page = viewer.page
        self.mouse = viewer.page.mouse

    def ask(self, what: str) -> Any:
        return self.viewer.ask(f"window.motorium.puppet.{what}")

    def until(self, what: str) -> None:
        self.viewer.until(f"window.motorium.puppet.{what}")

    def press(self, name: str) -> None:
        self.page.get_by_test_id(name).click()

    def open(self, name: str) -> None:
        """A shipped puppet, at rest and not moving, without gravity."""
        before = self.ask("revision")
        self.press(f"open-{name}")
        self.until(f"revision !== {before}")
        self.page.get_by_test_id("gravity-number").fill("0")
        self.page.get_by_test_id("gravity-number").press("Enter")
        self.until("settled.stage.gravity[2] === 0")
        self.put_to_rest()
        self.until("playing")
        self.steady()

    def put_to_rest(self) -> None:
        """And wait until it is drawn so."""
        self.press("rest")
        first = self.ask("settled.point[0]")
        *xy, z = first["at"]
        at = (xy[0], xy[1] if len(xy) > 1 else 0.0, z)
        for where in ("newest", "points"):
            wait_for(
                lambda w=where: apart(self.place(w, first["name"]), at) < 1e-3,  # type: ignore[misc]
                "the puppet at rest",
            )

    def steady(self) -> None:
        """Wait until the view has made way for what came or went, and stands still."""
        self.viewer.drawn_anew()
        self.until("steady")

    def screen(self, place: Place) -> tuple[float, float]:
        at = self.ask(f"screenAt([{place[0]}, 0, {place[1]}])")
        return at["x"], at["y"]

    def point(self, name: str) -> tuple[float, float]:
        """Where a point is in the window [pixels]."""
        at = self.ask(f"screenOf({name!r})")
        return at["x"], at["y"]

    def newest(self, name: str) -> tuple[float, float, float]:
        """Where the studio has a point [m]."""
        return self.place("newest", name)

    def place(self, where: str, name: str) -> tuple[float, float, float]:
        """Of a point, as the studio has it or as it is drawn [m]; of a document that has changed
        there may be no frame yet."""
        places: list[list[float | None]] = []

        def is_there() -> bool:
            places.append(self.ask(f"{where}()").get(name, [None]))
            return None not in places[-1]

        wait_for(is_there, f"a frame with {name}")
        x, y, z = (float(one or 0.0) for one in places[-1])
        return x, y, z

    def stroke(self, *places: Place, steps: int = 4) -> None:
        """Press at the first, go along all others, lift at the last."""
        pixels = [self.screen(place) for place in places]
        self.mouse.move(*pixels[0])
        self.mouse.down()
        for pixel in pixels[1:]:
            self.mouse.move(*pixel, steps=steps)
        self.mouse.up()

    def click(self, place: Place) -> None:
        self.mouse.click(*self.screen(place))


@pytest.fixture(scope="module")
def viewer(chrome: Browser, running: Studio) -> Viewer:
    one = Viewer(chrome, running.address, width=800, height=480)
    # Kernels may have to be compiled first.
    one.until("window.motorium?.puppet?.ready", timeout=300)
    return one


@pytest.fixture
def stage(viewer: Viewer) -> Stage:
    """With a person who floats at rest."""
    one = Stage(viewer)
    # Notes of the test before lie over the stage.
    expect(viewer.page.locator(".toast")).to_have_count(0)
    one.press("mode-play")
    one.open("person")
    return one


def test_a_dragged_point_is_at_the_cursor_and_the_rest_follows(stage: Stage) -> None:
    hand, elbow = stage.newest("right hand"), stage.newest("right elbow")
    x, y = stage.point("right hand")
    stage.mouse.move(x, y)
    stage.mouse.down()
    stage.mouse.move(x + 60, y - 80, steps=6)
    try:
        goal = stage.ask(f"placeAt({x + 60}, {y - 80})")
        wait_for(lambda: apart(stage.newest("right hand"), tuple(goal)) < 0.01, "the hand")
        # What is drawn sticks to the cursor.
        stage.viewer.drawn_anew()
        assert apart(stage.point("right hand"), (x + 60, y - 80)) < 2.0
        assert apart(stage.newest("right hand"), hand) > 0.2
        wait_for(lambda: apart(stage.newest("right elbow"), elbow) > 0.05, "the elbow")
        expect(stage.page.get_by_test_id("puppet-scene")).to_be_visible()
    finally:
        stage.mouse.up()
    assert stage.viewer.complaints == []


@pytest.mark.slow
def test_in_space_a_hand_moves_as_one_looks(stage: Stage) -> None:
    stage.open("ragdoll")
    before = stage.newest("right hand")
    x, y = stage.point("right hand")
    stage.mouse.move(x, y)
    stage.mouse.down()
    stage.mouse.move(x - 50, y - 40, steps=6)
    try:
        stage.until("held.length === 1")

        def off() -> float:
            at = stage.ask(f"screenAt({list(stage.newest('right hand'))})")
            return apart((at["x"], at["y"]), (x - 50, y - 40))

        wait_for(lambda: off() < 2.0, "the hand at the cursor")
        assert 0.1 < apart(stage.newest("right hand"), before) < 1.0
    finally:
        stage.mouse.up()
    assert stage.viewer.complaints == []


def test_two_fingers_hold_two_points(stage: Stage) -> None:
    left, right = stage.point("left hand"), stage.point("left toe")
    fingers = stage.page.context.new_cdp_session(stage.page)

    def touch(kind: str, *dots: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(dots)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    goals = (left[0] - 50, left[1] - 60), (right[0] + 70, right[1] - 40)
    touch("touchStart", left, right)
    for share in (0.25, 0.5, 0.75, 1.0):
        moved = [
            (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
            for a, b in zip((left, right), goals, strict=True)
        ]
        touch("touchMove", *moved)
    try:
        for name, goal in zip(("left hand", "left toe"), goals, strict=True):
            place = tuple(stage.ask(f"placeAt({goal[0]}, {goal[1]})"))
            wait_for(lambda n=name, p=place: apart(stage.newest(n), p) < 0.01, name)  # type: ignore[misc]
    finally:
        touch("touchEnd")
    stage.until("held.length === 0")


def test_what_is_thrown_flies_on(stage: Stage) -> None:
    """However slowly pictures and messages come: a throw is as fast as the pointer's own times."""
    x, y = stage.point("hip")
    pointer = stage.viewer.pointer
    pointer.press(x, y)
    stage.until("held.length === 1")
    for step in range(1, 13):
        pointer.move(x + 3 * step, y - step, 1 / 60)
    released, *_ = stage.ask(f"placeAt({x + 36}, {y - 12})")
    # Late enough for a hand that must be seen moving to stand still.
    time.sleep(0.4)
    pointer.lift(x + 36, y - 12)
    # Slowly enough to be seen before it comes back from the wall.
    wait_for(lambda: stage.newest("hip")[0] > released + 0.25, "the flight")
    stage.until("held.length === 0")


def test_a_point_that_is_pressed_twice_is_pinned(stage: Stage) -> None:
    x, y = stage.point("head")
    stage.viewer.pointer.click(x, y, times=2)
    stage.until("settled.point[0].pinned")
    head = stage.newest("head")
    stage.page.get_by_test_id("gravity-number").fill("10")
    stage.page.get_by_test_id("gravity-number").press("Enter")
    wait_for(lambda: stage.newest("left toe")[2] < 1.0, "a hanging body")
    time.sleep(0.5)
    assert apart(stage.newest("head"), head) < 1e-3


@pytest.fixture
def drawing(viewer: Viewer) -> Stage:
    """With nothing on it, and the tools out."""
    stage = Stage(viewer)
    # Notes of the test before lie over the stage.
    expect(viewer.page.locator(".toast")).to_have_count(0)
    stage.press("new-2")
    stage.until("settled.point.length === 0 && window.motorium.puppet.mode === 'draw'")
    stage.steady()
    return stage


def test_the_tools_lie_beside_the_hint(drawing: Stage) -> None:
    hint = drawing.page.get_by_test_id("hint")
    for tool in ("select", "rod", "outline"):
        drawing.press(f"tool-{tool}")
        tools = drawing.page.locator(".tools").bounding_box()
        said = hint.bounding_box()
        assert tools
        assert said
        assert said["x"] >= tools["x"] + tools["width"] or (
            said["y"] >= tools["y"] + tools["height"]
        )


def draw_a_leg(stage: Stage) -> None:
    """Three points, two rods, a joint, and an outline around all of them."""
    stage.press("tool-rod")
    stage.stroke((0.0, 2.0), (0.1, 1.4))
    stage.until("settled.rod.length === 1")
    stage.stroke((0.1, 1.4), (0.0, 0.8))
    stage.until("settled.rod.length === 2")
    stage.press("tool-joint")
    stage.click((0.05, 1.7))
    stage.click((0.05, 1.1))
    stage.until("settled.joint.length === 1")
    stage.press("tool-outline")
    stage.stroke(
        (-0.2, 2.1), (0.2, 2.1), (0.3, 1.4), (0.2, 0.7), (-0.2, 0.7), (-0.1, 1.4), (-0.2, 2.05)
    )
    stage.until("settled.part.length === 1")


def test_a_puppet_from_nothing_is_saved_and_loaded(drawing: Stage, tmp_path: Path) -> None:
    draw_a_leg(drawing)
    drawn = drawing.ask("settled")
    assert [point["at"] for point in drawn["point"]] == [
        pytest.approx(at, abs=0.01) for at in ([0.0, 2.0], [0.1, 1.4], [0.0, 0.8])
    ]
    assert drawn["joint"][0]["points"] == [point["name"] for point in drawn["point"]]
    least, most = drawn["joint"][0]["angle"]
    assert least < -2 * math.atan2(0.1, 0.6) < most
    assert len(drawn["part"][0]["follows"]) == 3
    with drawing.page.expect_download() as download:
        drawing.press("save")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.suffix == ".toml"
    assert "[[joint]]" in path.read_text(encoding="utf-8")

    drawing.press("new-2")
    drawing.until("settled.point.length === 0")
    drawing.page.get_by_test_id("load-file").set_input_files(path)
    drawing.until("settled.point.length === 3")
    assert drawing.ask("settled") == drawn
    # It plays: it falls to the floor.
    drawing.press("mode-play")
    wait_for(lambda: drawing.newest("point 1")[2] < 1.0, "a fall")
    assert drawing.viewer.complaints == []


def test_what_cannot_be_is_told_and_nothing_explodes(drawing: Stage) -> None:
    drawing.press("tool-rod")
    drawing.stroke((0.0, 2.0), (0.0, 1.2))
    drawing.until("settled.rod.length === 1")
    settled = drawing.ask("settled")
    inspector = drawing.page.get_by_test_id("inspector")
    for name, value, word in (("least-length", "3", "length"), ("most-length", "0", "length")):
        field = inspector.get_by_test_id(name)
        field.fill(value)
        field.press("Enter")
        problem = drawing.page.get_by_test_id("problem")
        expect(problem.first).to_contain_text(word)
        # The sentence stands at the rod.
        box = problem.first.bounding_box()
        assert box is not None
        x, y = drawing.screen((0.0, 1.6))
        assert abs(box["x"] + box["width"] / 2 - x) < 5
        assert 0 < y - box["y"] - box["height"] < 30
        assert drawing.ask("document") == settled
        problem.first.click()
        expect(problem).to_have_count(0)
    drawing.press("tool-select")
    drawing.click((0.0, 2.0))
    inspector.get_by_test_id("mass").fill("0")
    inspector.get_by_test_id("mass").press("Enter")
    expect(drawing.page.get_by_test_id("problem").first).to_contain_text("mass")
    assert drawing.ask("document") == drawing.ask("settled") == settled
    drawing.press("mode-play")
    drawing.until("moving")
    time.sleep(0.5)
    places = [drawing.newest(point["name"]) for point in settled["point"]]
    assert all(abs(value) < 4.0 for place in places for value in place)


def test_undo_and_redo(drawing: Stage) -> None:
    drawing.press("tool-point")
    drawing.click((0.3, 1.5))
    drawing.until("settled.point.length === 1")
    drawing.click((-0.3, 1.5))
    drawing.until("settled.point.length === 2")
    drawing.page.keyboard.press("Control+z")
    drawing.until("settled.point.length === 1")
    drawing.page.keyboard.press("Control+Shift+z")
    drawing.until("settled.point.length === 2")
    drawing.press("undo")
    drawing.until("document.point.length === 1")


@pytest.mark.slow
def test_the_ends_of_an_arc_and_corners_can_be_dragged(drawing: Stage) -> None:
    draw_a_leg(drawing)
    drawing.press("tool-select")
    drawing.press("mode-draw")
    x, y = drawing.screen((0.1, 1.4))
    scale = drawing.screen((1.1, 1.4))[0] - x
    radius = min(46.0, max(16.0, 0.45 * scale * math.hypot(0.1, 0.6)))
    straight = math.atan2(-0.6, 0.1)
    least, most = drawing.ask("settled")["joint"][0]["angle"]
    middle = straight + (least + most) / 2
    drawing.mouse.click(x + radius * math.cos(middle), y - radius * math.sin(middle))
    expect(drawing.page.get_by_test_id("most-angle")).to_be_visible()
    end = straight + most
    drawing.mouse.move(x + radius * math.cos(end), y - radius * math.sin(end))
    drawing.mouse.down()
    wanted = straight + math.radians(80)
    drawing.mouse.move(x + 60 * math.cos(wanted), y - 60 * math.sin(wanted), steps=5)
    drawing.mouse.up()
    drawing.until(f"settled.joint[0].angle[1] !== {most}")
    assert drawing.ask("settled")["joint"][0]["angle"] == pytest.approx(
        [least, math.radians(80)], abs=0.05
    )


SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 200">
<circle cx="50" cy="30" r="25" fill="#cc8844"/>
<path d="M30 60 C 20 120, 20 150, 35 190 L65 190 C80 150 80 120 70 60 Z" fill="#336699"/>
<path d="M0 0 L100 200" fill="none" stroke="black"/>
<g display="none"><rect x="10" y="10" width="80" height="80" fill="#ff0000"/></g>
</svg>"""

OBJ = """o box
v 0 0 0
v 1 0 0
v 1 2 0
v 0 2 0
v 0 0 1
v 1 0 1
v 1 2 1
v 0 2 1
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
"""


@pytest.mark.slow
def test_pictures_and_meshes_become_skin(drawing: Stage, tmp_path: Path) -> None:
    draw_a_leg(drawing)
    picture, mesh, empty = (tmp_path / name for name in ("a.svg", "a.obj", "b.svg"))
    picture.write_text(SVG, encoding="utf-8")
    mesh.write_text(OBJ, encoding="utf-8")
    empty.write_text('<svg xmlns="http://www.w3.org/2000/svg"></svg>', encoding="utf-8")
    chooser = drawing.page.get_by_test_id("import-file")
    chooser.set_input_files(picture)
    drawing.until("settled.part.length === 3")
    assert [part["color"] for part in drawing.ask("settled")["part"][1:]] == ["#cc8844", "#336699"]
    toasts = drawing.page.get_by_test_id("toasts")
    chooser.set_input_files(empty)
    expect(toasts).to_contain_text("b.svg has no filled shape")
    chooser.set_input_files(mesh)
    expect(toasts).to_contain_text("a.obj is a mesh; it needs a puppet of three dimensions")

    drawing.press("new-3")
    drawing.until("settled.puppet.dimensions === 3")
    drawing.steady()
    drawing.press("tool-rod")
    drawing.mouse.move(300, 250)
    drawing.mouse.down()
    drawing.mouse.move(340, 330, steps=4)
    drawing.mouse.up()
    drawing.until("settled.rod.length === 1")
    chooser.set_input_files(mesh)
    drawing.until("settled.part.length === 1")
    part = drawing.ask("settled")["part"][0]
    assert (len(part["vertices"]), len(part["faces"])) == (8, 12)

    drawing.press("new-2")
    drawing.until("settled.puppet.dimensions === 2")
    for number, text in enumerate((SVG[:-30], "no picture at all", "<html><p/></html>")):
        broken = tmp_path / f"broken{number}.svg"
        broken.write_text(text, encoding="utf-8")
        chooser.set_input_files(broken)
        expect(toasts).to_contain_text(f"broken{number}.svg cannot be read as an SVG picture")
    assert drawing.viewer.complaints == []


@pytest.mark.slow
def test_a_take_is_recorded_and_looped(stage: Stage) -> None:
    stage.press("record")
    expect(stage.page.get_by_test_id("take-time")).to_be_visible()
    start = stage.newest("left hand")
    x, y = stage.point("left hand")
    stage.mouse.move(x, y)
    stage.mouse.down()
    time.sleep(0.6)
    stage.mouse.move(x - 60, y - 60, steps=8)
    goal = tuple(stage.ask(f"placeAt({x - 60}, {y - 60})"))
    time.sleep(0.6)
    stage.mouse.up()
    stage.press("record")
    stage.until("settled.take !== null")
    assert [path["point"] for path in stage.ask("settled")["path"]] == ["left hand"]
    stage.press("loop")
    stage.until("looping")
    for place in (start, goal, start, goal):
        wait_for(
            lambda p=place: apart(stage.newest("left hand"), p) < 0.03,  # type: ignore[misc]
            f"the hand at {place}",
        )
    stage.press("loop")
    stage.until("looping === false")


@pytest.mark.slow
def test_a_way_that_is_drawn_is_gone_again_and_again(drawing: Stage) -> None:
    drawing.press("tool-rod")
    drawing.stroke((0.0, 2.0), (0.0, 1.4))
    drawing.until("settled.rod.length === 1")
    drawing.press("tool-path")
    drawing.stroke((0.0, 2.0), (0.4, 2.2), (0.8, 2.0), (0.4, 1.8))
    drawing.until("settled.path.length === 1")
    drawing.press("mode-play")
    for side in (1, -1, 1):
        wait_for(
            lambda s=side: s * (drawing.newest("point 1")[0] - 0.4) > 0.2,  # type: ignore[misc]
            f"side {side}",
        )


@pytest.mark.slow
def test_on_a_telephone_one_can_play(chrome: Browser, running: Studio, stage: Stage) -> None:
    viewer = Viewer(chrome, running.address, width=390, height=780)
    try:
        viewer.until("window.motorium?.puppet?.ready")
        phone = Stage(viewer)
        phone.press("panel-toggle")
        before = phone.ask("revision")
        phone.press("open-person")
        phone.until(f"revision !== {before} && window.motorium.puppet.playing")
        phone.press("panel-toggle")
        # It stands until it is taken, or let go.
        phone.until("moving === false")
        phone.press("pause")
        phone.until("moving")
        phone.press("pause")
        phone.until("playing === false")
        phone.press("step")
        phone.put_to_rest()
        phone.steady()
        x, y = phone.point("head")
        assert 0 < x < 390
        assert 50 < y < 690
        phone.mouse.move(x, y)
        phone.mouse.down()
        phone.page.keyboard.press("Space")
        phone.until("moving")
        # Another page shows the same stage.
        expect(phone.page.get_by_test_id("company")).to_have_text("2 pages")
        phone.mouse.move(x + 20, y - 60, steps=5)
        goal = tuple(phone.ask(f"placeAt({x + 20}, {y - 60})"))
        wait_for(lambda: apart(phone.newest("head"), goal) < 0.02, "the head")
        phone.mouse.up()
        assert viewer.complaints == []
    finally:
        viewer.page.close()


@pytest.mark.slow
def test_who_draws_goes_on_when_the_studio_is_back(chrome: Browser) -> None:
    """After a line that was cut for a moment, and after a studio that began anew."""
    with puppet_studio("rope") as first, line_to(first.port) as line:
        viewer = Viewer(chrome, f"http://127.0.0.1:{line.port}/", width=800, height=480)
        viewer.until("window.motorium?.puppet?.ready", timeout=300)
        drawing = Stage(viewer)
        drawing.press("new-2")
        drawing.until("mode === 'draw'")
        drawing.steady()
        drawing.stroke((0.0, 2.0), (0.1, 1.4))
        drawing.until("settled.rod.length === 1")
        # For as long as a slow page takes to say so.
        line.to = None
        line.cut()
        reconnecting = viewer.page.get_by_test_id("banner")
        expect(reconnecting).to_be_visible()
        line.to = first.port
        expect(reconnecting).to_be_hidden()
        expect(viewer.page.get_by_test_id("overlay")).to_be_hidden()
        drawing.stroke((0.1, 1.4), (0.5, 1.0))
        drawing.until("settled.rod.length === 2")
        # Nothing falls while one draws.
        drawing.until("playing === false")
        with puppet_studio("cat") as second:
            line.to = second.port
            line.cut()
            back = viewer.page.get_by_test_id("bring-back")
            expect(back).to_be_visible()
            back.click()
            drawing.until("settled.rod.length === 2 && window.motorium.puppet.mode === 'draw'")
            expect(back).to_be_hidden()
        viewer.page.close()


FEW = """
format = 1

[world]
title = "Three herring"

[[group]]
species = "herring"
count = 3
speed = 1.3
"""


@pytest.mark.slow
def test_ocean_and_puppet_are_two_tabs_of_one_studio(chrome: Browser, tmp_path: Path) -> None:
    with studio_of(FEW, tmp_path) as one:
        sockets: list[str] = []
        viewer = Viewer(chrome, one.address).ready()
        viewer.page.on("websocket", lambda socket: sockets.append(urlsplit(socket.url).path))
        expect(viewer.page).to_have_title("Three herring – Motorium")
        viewer.page.get_by_test_id("tab-puppet").click()
        viewer.until("window.motorium?.puppet?.ready", timeout=300)
        assert sockets == ["/puppet"]
        assert viewer.page.url.endswith("#puppet")
        expect(viewer.page).to_have_title("A person – Motorium")
        # Keys of the sea mean nothing here, and the other way round.
        viewer.page.keyboard.press("d")
        viewer.until("window.motorium.puppet.mode === 'draw'")
        viewer.page.keyboard.press("d")
        viewer.page.get_by_test_id("tab-ocean").click()
        viewer.ready()
        viewer.until("window.motorium.drawn(1)?.ids.length === 3")
        assert sockets == ["/puppet"]
        viewer.page.get_by_test_id("tab-puppet").click()
        viewer.until("window.motorium?.puppet?.ready")
        # A sea that is hidden looks nowhere, and says nothing.
        viewer.page.wait_for_timeout(500)
        assert viewer.page.locator(".toast").count() == 0
        assert viewer.complaints == []

        alone = Viewer(chrome, f"{one.address}#puppet")
        alone.until("window.motorium?.puppet?.ready")
        assert alone.complaints == []
