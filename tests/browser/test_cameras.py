"""A person goes through the cameras of the ocean, by pointer and keyboard, in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import Viewer, wait_for
from tests.browser.test_reasons import click_on
from tests.studio.studios import Studio, studio_of

pytestmark = pytest.mark.browser

LONE = """
format = 1

[world]
title = "A herring"
capacity = 8

[[group]]
species = "herring"
count = 1
speed = 1.0
"""
FISH = 0


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio_of(LONE, tmp_path_factory.mktemp("cameras")) as one:
        yield one


def seen_from(viewer: Viewer, fish: int) -> tuple[float, float, float]:
    """Of one picture: how far the camera is from the nose [L], the cosine between its look and the
    fish's head, and how far the camera is ahead of the middle of the fish [L]."""
    drawn, camera = viewer.ask("[window.motorium.drawn(1), window.motorium.camera()]")
    nodes: Any = np.array(drawn["nodes"][drawn["ids"].index(fish)])
    body = nodes[0] - nodes[21]
    length = float(np.linalg.norm(body))
    ahead = body / length
    away = np.array(camera["position"]) - nodes.mean(axis=0)
    nose = np.linalg.norm(np.array(camera["position"]) - nodes[0])
    return float(nose / length), float(ahead @ camera["ahead"]), float(ahead @ away / length)


def test_through_all_cameras_and_back(chrome: Browser, running: Studio) -> None:
    viewer = Viewer(chrome, running.address, width=800, height=460).ready()
    page = viewer.page
    sign = page.get_by_test_id("camera-sign")
    page.get_by_test_id("follow").uncheck(force=True)
    click_on(viewer, FISH)
    viewer.until(f"window.motorium.thinking?.id === {FISH}")
    viewer.ask("window.motorium.release()")
    page.keyboard.press("n")
    expect(page.get_by_test_id("camera-free")).to_be_checked()
    before = np.array(viewer.ask("window.motorium.camera().position"))
    page.keyboard.down("ArrowUp")
    viewer.until(f"""Math.hypot(...window.motorium.camera().position.map(
      (p, k) => p - {before.tolist()}[k])) > 0.5""")
    page.keyboard.up("ArrowUp")
    faster = page.get_by_test_id("fly-more")
    faster.dispatch_event("pointerdown", {"pointerId": 1, "isPrimary": True})
    expect(page.get_by_test_id("fly-speed")).not_to_have_text("1.2 m/s")
    faster.dispatch_event("pointerup", {"pointerId": 1})

    page.keyboard.press("n")
    expect(sign).to_have_text(f"Chase: behind fish {FISH}")

    def is_behind() -> bool:
        nose, along, ahead = seen_from(viewer, FISH)
        return nose < 5 and along > 0.8 and ahead < -1

    wait_for(is_behind, "a camera behind the fish")

    page.keyboard.press("n")
    expect(page.get_by_test_id("camera-ride")).to_be_checked()

    def is_at_its_eyes() -> bool:
        nose, along, ahead = seen_from(viewer, FISH)
        return nose < 0.2 and along > 0.8 and ahead > 0.2

    wait_for(is_at_its_eyes, "a camera at the fish's eyes")
    # A fish whose eyes one has is not hidden from who simulates it.
    assert FISH not in viewer.ask("window.motorium.levels().hidden")

    page.keyboard.press("Escape")
    expect(page.get_by_test_id("camera-orbit")).to_be_checked()
    expect(sign).to_have_text("Orbit")
    assert viewer.ask("window.motorium.thinking?.id") == FISH, "it is let go by the next Escape"

    page.keyboard.press("Shift+N")
    expect(page.get_by_test_id("camera-ride")).to_be_checked()
    wait_for(is_at_its_eyes, "a camera at the fish's eyes")
    number = page.get_by_test_id("population-number")
    number.fill("0")
    number.press("Enter")
    expect(page.get_by_test_id("toasts")).to_contain_text(f"fish {FISH} is gone")
    expect(page.get_by_test_id("camera-orbit")).to_be_checked()
    assert viewer.complaints == []
    page.close()
