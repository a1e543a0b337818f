"""Somebody makes a fish of a picture with a mouse, and sees it swim, in a real Chromium."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from motorium.bodies.species import read_species
from tests.browser.pages import Viewer, wait_for
from tests.studio.drawn_fish import drawn_fish
from tests.studio.studios import Studio, studio

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def running(data: Path) -> Iterator[Studio]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOTORIUM_DATA", str(data))
        with studio() as one:
            yield one


class Bench:
    """The page, and a hand over its mesh."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer, self.page, self.mouse = viewer, viewer.page, viewer.page.mouse

    def press(self, name: str) -> None:
        self.page.get_by_test_id(name).click()

    def node(self, row: int, column: int) -> tuple[float, float]:
        """Where it is on the screen."""
        box = self.page.get_by_test_id(f"node-{row}-{column}").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def mesh_is(self, name: str, value: str = "true") -> None:
        expect(self.page.get_by_test_id("mesh")).to_have_attribute(f"data-{name}", value)


def apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


@pytest.fixture
def bench(chrome: Browser, running: Studio) -> Iterator[Bench]:
    viewer = Viewer(chrome, running.address, 1100, 700)
    viewer.page.get_by_test_id("own-fish").click()
    expect(viewer.page.get_by_test_id("photo")).to_be_enabled()
    yield Bench(viewer)
    assert viewer.complaints == []
    viewer.page.close()


def test_a_drawn_fish_is_dragged_pinned_relaxed_named_and_swims(bench: Bench, data: Path) -> None:
    page, mouse = bench.page, bench.mouse
    bench.press("drawn-fish")
    expect(page.get_by_test_id("cut")).to_be_visible()

    pinned = page.get_by_test_id("node-0-4")
    expect(pinned).to_have_attribute("aria-pressed", "false")
    x, y = bench.node(0, 4)
    away = bench.node(8, 4)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 12, y - 70, steps=6)
    mouse.up()
    wait_for(lambda: apart(bench.node(0, 4), (x + 12, y - 70)) < 2, "the node where it was dragged")
    assert apart(bench.node(8, 4), away) < 1

    mouse.dblclick(*bench.node(0, 4))
    expect(pinned).to_have_attribute("aria-pressed", "true")
    bench.press("relax")
    bench.mesh_is("rested")
    held = bench.node(0, 4)
    assert apart(held, (x + 12, y - 70)) < 40, "a pin holds though the edge draws"

    bench.press("anchor-mode")
    mouse.click(*held)
    expect(pinned).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Escape")
    bench.press("relax")
    bench.mesh_is("rested")
    assert apart(bench.node(0, 4), held) > 10, "who is free goes to the edge"

    page.get_by_test_id("fish-label").fill("Painted carp")
    expect(page.get_by_test_id("fish-name")).to_have_value("painted-carp")
    bench.press("finish")
    expect(page.get_by_test_id("made")).to_contain_text("5 of them swim")
    species = read_species(data / "species" / "painted-carp.toml")
    assert species.label == "Painted carp"

    bench.press("finish")
    expect(page.get_by_test_id("toasts")).to_contain_text("painted-carp")

    bench.press("see-them")
    expect(page.get_by_test_id("tab-ocean")).to_have_attribute("aria-current", "page")
    bench.viewer.ready()
    bench.viewer.until("window.motorium.photographed().join() === 'painted-carp'")
    expect(page.get_by_test_id("reasons")).to_contain_text("Painted carp")


def test_keys_move_and_pin_a_node(bench: Bench, tmp_path: Path) -> None:
    page = bench.page
    picture = tmp_path / "fish.png"
    picture.write_bytes(drawn_fish())
    page.get_by_test_id("photo-file").set_input_files(picture)
    expect(page.get_by_test_id("cut")).to_be_visible()
    bench.press("regular")
    node = page.get_by_test_id("node-0-1")
    page.get_by_test_id("node-0-0").focus()
    page.keyboard.press("n")
    expect(node).to_be_focused()
    x, y = bench.node(0, 1)
    page.keyboard.press("Shift+ArrowDown")
    wait_for(lambda: bench.node(0, 1)[1] > y + 4, "the node farther down")
    assert bench.node(0, 1)[0] == pytest.approx(x, abs=1)
    page.keyboard.press("Enter")
    expect(node).to_have_attribute("aria-pressed", "true")
    nose = bench.node(4, 0)
    page.keyboard.press("f")
    wait_for(lambda: apart(bench.node(4, 20), nose) < 8, "the nose at the other end")


def test_on_a_narrow_screen_relaxing_and_naming_are_both_at_hand(bench: Bench) -> None:
    page = bench.page
    page.set_viewport_size({"width": 390, "height": 800})
    page.reload()
    expect(page.get_by_test_id("drawn-fish-too")).to_be_enabled()
    bench.press("drawn-fish-too")
    expect(page.get_by_test_id("cut")).to_be_visible()
    for name in ("relax", "node-0-10"):
        expect(page.get_by_test_id(name)).to_be_in_viewport(ratio=1.0)
        page.get_by_test_id(name).click(trial=True)
    page.get_by_test_id("finish").scroll_into_view_if_needed()
    page.get_by_test_id("finish").click(trial=True)
    page.get_by_test_id("tab-ocean").click()
    expect(page.get_by_test_id("panel-toggle")).to_have_attribute("aria-expanded", "false")


def test_what_is_no_picture_is_said(bench: Bench, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.png"
    wrong.write_bytes(os.urandom(500))
    bench.page.get_by_test_id("photo-file").set_input_files(wrong)
    expect(bench.page.get_by_test_id("toasts")).to_contain_text("no picture")
