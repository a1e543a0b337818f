"""Whole stories in a real Chromium, with a real studio behind the page."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from motorium.bodies.species import load_species
from motorium.contracts.frames import body_to_world
from motorium.wire.layout import NODE_STEPS_PER_LENGTH, POSITION_STEPS
from motorium.world.scenario import load_scenario
from motorium.world.world import World
from tests.browser.pages import Viewer, wait_for
from tests.studio.studios import Client, Studio, studio

pytestmark = pytest.mark.browser

TOP_SPEED = load_species("herring").top_speed


@pytest.fixture(scope="module")
def running() -> Iterator[Studio]:
    with studio() as one:
        yield one


@pytest.fixture(scope="module")
def viewer(chrome: Browser, running: Studio) -> Viewer:
    return Viewer(chrome, running.address).ready()


@pytest.fixture
def server(running: Studio) -> Iterator[Client]:
    """The simulation's own word, beside the page's."""
    with Client(running.socket_address) as one:
        one.send({"type": "restart"})
        one.send({"type": "paused", "value": False})
        one.next("status", paused=False, population=60)
        yield one


@pytest.fixture
def few(server: Client) -> Client:
    """The same with few fishes, which are quickly drawn."""
    server.send({"type": "population", "count": 12})
    server.next("status", population=12)
    return server


# Before the page of the others is open, which would be drawn meanwhile.
def test_fits_a_telephone(chrome: Browser, running: Studio) -> None:
    viewer = Viewer(chrome, running.address, width=390, height=780).ready()
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert viewer.ask(overflow) == 0
    assert viewer.complaints == []
    viewer.page.close()


@pytest.mark.usefixtures("server")
def test_the_page_opens_with_a_clean_console(viewer: Viewer, tmp_path: Path) -> None:
    viewer.until("window.motorium.drawn(1)?.ids.length === 60")
    expect(viewer.page).to_have_title("A school of herring – Motorium")
    viewer.page.screenshot(path=tmp_path / "page.png")
    picture = np.asarray(Image.open(tmp_path / "page.png").convert("RGB"), dtype=np.float64)
    assert picture.std(axis=(0, 1)).min() > 5, "the picture is one flat colour"
    assert viewer.complaints == []


def test_drawn_nodes_are_the_simulated_ones(viewer: Viewer, server: Client) -> None:
    """The same scenario, simulated here to the same frame, against what the GPU was given."""
    server.send({"type": "paused", "value": True})
    tick = round(server.next("status", paused=True)["time"] * 60) + 1
    server.send({"type": "step"})
    viewer.until(f"(window.motorium.settle({tick}), window.motorium.drawn(0)?.tick === {tick})")
    drawn = viewer.ask("window.motorium.drawn(60)")
    by_gpu = viewer.ask("window.motorium.drawnByGpu(60)")
    viewer.ask("window.motorium.release()")
    world = World(load_scenario("school"))
    world.advance(tick)
    state = world.state()
    assert drawn["ids"] == state.ids.tolist()
    step = load_scenario("school").world.extent / POSITION_STEPS
    assert np.abs(np.array(drawn["positions"]) - state.positions).max() < step
    simulated = state.positions[:, None] + body_to_world(state.orientations, state.nodes)
    error = np.abs(np.array(drawn["nodes"]) - simulated).max(axis=(1, 2))
    assert (error < 1.1 * state.lengths / NODE_STEPS_PER_LENGTH + 1e-6).all()
    assert np.abs(np.array(by_gpu["nodes"]) - simulated).max() < 2e-5 + error.max()


def test_fishes_are_seen_where_the_server_says(viewer: Viewer, server: Client) -> None:
    """One fish, seen from aside, appears and vanishes around its projected place."""
    server.send({"type": "population", "count": 1})
    server.next("status", population=1)
    server.send({"type": "paused", "value": True})
    tick = round(server.next("status", paused=True)["time"] * 60)
    viewer.until(f"(window.motorium.settle({tick}), window.motorium.drawn(0)?.tick === {tick})")
    # A note that goes away would be seen as well.
    expect(viewer.page.locator(".toast")).to_have_count(0)
    fish = viewer.ask("window.motorium.drawn(1)")
    assert len(fish["ids"]) == 1
    x, y, z = fish["positions"][0]
    viewer.ask(f"window.motorium.lookFrom([{x + 0.45}, {y + 0.45}, {z}], [{x}, {y}, {z}])")
    with_fish = _look(viewer)
    place = viewer.ask(f"window.motorium.screenOf({fish['ids'][0]})")
    viewer.ask("window.motorium.release()")
    server.send({"type": "population", "count": 0})
    server.next("status", population=0)
    viewer.until("window.motorium.drawn(1)?.ids.length === 0")
    changed = np.abs(with_fish - _look(viewer)).max(axis=2) > 60
    # Left of panels with numbers, and above the dock, which offers less without fishes.
    rows, columns = np.nonzero(changed[:380, :500])
    assert len(rows) > 300, "a fish half a metre away covers many pixels"
    assert abs(np.median(columns) - place["x"]) < 60
    assert abs(np.median(rows) - place["y"]) < 40
    viewer.page.keyboard.press("v")


def _look(viewer: Viewer) -> np.ndarray:
    viewer.drawn_anew()
    shot = Image.open(io.BytesIO(viewer.page.get_by_test_id("scene").screenshot()))
    return np.asarray(shot.convert("RGB"), dtype=np.float64)


def test_controls_by_keyboard_change_the_simulation(viewer: Viewer, few: Client) -> None:
    page, server = viewer.page, few
    viewer.until("window.motorium.drawn(0)?.ids.length === 12")
    number = page.get_by_test_id("population-number")
    number.fill("25")
    number.press("Enter")
    server.next("status", population=25)
    viewer.until("window.motorium.drawn(0)?.ids.length === 25")
    number.fill("0")
    number.press("Enter")
    server.next("status", population=0)
    # The slider goes on from what the page has been told.
    viewer.until("window.motorium.drawn(0)?.ids.length === 0")
    expect(page.get_by_test_id("population")).to_have_value("0")
    page.get_by_test_id("population").press("ArrowRight")
    wait_for(lambda: 0 < server.next("status")["population"] < 10, "a first fish")
    page.get_by_test_id("speed").press("End")
    wait_for(lambda: 0 <= TOP_SPEED - server.next("status")["speed"] < 0.01, "the top speed")
    page.get_by_test_id("panel-physics").click()
    slider = page.get_by_test_id("viscosity")
    slider.focus()
    before = server.next("status")["viscosity"]
    slider.press("ArrowRight")
    wait_for(lambda: server.next("status")["viscosity"] > before, "thicker water")
    page.keyboard.press("Escape")
    page.get_by_test_id("scene").click(position={"x": 200, "y": 250})
    page.keyboard.press("Space")
    server.next("status", paused=True)
    expect(page.get_by_test_id("pause")).to_have_accessible_name("Continue")
    page.keyboard.press("Space")
    server.next("status", paused=False)


def test_controls_by_pointer_change_the_simulation(viewer: Viewer, few: Client) -> None:
    page, server = viewer.page, few
    viewer.until("window.motorium.drawn(0)?.ids.length === 12")
    box = page.get_by_test_id("speed").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.25, box["y"] + box["height"] / 2)
    wait_for(
        lambda: 0.15 < server.next("status")["speed"] / TOP_SPEED < 0.35, "a quarter of the speed"
    )
    page.get_by_test_id("pause").click()
    held = round(server.next("status", paused=True)["time"] * 60)
    page.get_by_test_id("step").click()
    server.next("status", time=(held + 1) / 60)
    page.get_by_test_id("restart").click()
    assert server.next("status", time=0.0)["speed"] == load_scenario("school").group[0].speed
    page.get_by_test_id("pause").click()
    server.next("status", paused=False)


def test_wire_frame_is_a_switch_and_off_at_first(viewer: Viewer) -> None:
    switch = viewer.page.get_by_test_id("wireframe")
    assert not switch.is_checked()
    switch.check(force=True)
    assert switch.is_checked()
    switch.uncheck(force=True)


@pytest.mark.slow
def test_reconnects_after_a_restart_without_reloading(chrome: Browser) -> None:
    first = Studio()
    viewer = Viewer(chrome, first.address).ready()
    viewer.ask("window.notReloaded = true")
    first.stop()
    viewer.until("window.motorium.connection !== 'open'")
    expect(viewer.page.get_by_test_id("banner")).to_be_visible()
    with studio(port=first.port) as second, Client(second.socket_address) as server:
        server.next("status", running=True)
        viewer.until("window.motorium.connection === 'open'")
        server.send({"type": "population", "count": 9})
        viewer.until("window.motorium.drawn(0)?.ids.length === 9")
        expect(viewer.page.get_by_test_id("banner")).to_be_hidden()
        assert viewer.ask("window.notReloaded")
    viewer.page.close()
