"""A picture for each eye, a headset, and a panorama, in a real Chromium."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.browser.pages import Viewer, wait_for
from tests.studio.studios import Client, Studio, studio_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

IWER = Path(__file__).parents[2] / "web" / "node_modules" / "iwer" / "build" / "iwer.min.js"

ALONE = """
format = 1

[world]
title = "One grouper"
seed = 5

[[group]]
species = "grouper"
places = [[0.0, 0.0, 0.0]]
speed = 0.0
motor = "repertoire"
"""
REEF = """
format = 1

[world]
title = "A reef to look around in"
seed = 3

[submarine]
place = [-3.0, 0.0, 0.5]
heading = 0.0

[habitat]
radius = 6.0

[[habitat.obstacle]]
kind = "rock"
places = [[1.6, 1.9], [1.5, -1.8], [2.4, 0.4], [-1.0, 2.5]]

[[group]]
species = "herring"
count = 12
motor = "repertoire"
"""
HEADSET = """
(() => {
  const device = new IWER.XRDevice(IWER.metaQuest3);
  device.installRuntime({forceInstall: true});
  device.stereoEnabled = true;
  device.ipd = 0.12;
  window.headset = device;
})();
"""
WIDTH, HEIGHT = 800, 400


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio_of(ALONE, tmp_path_factory.mktemp("alone")) as one:
        yield one


@pytest.fixture(scope="module")
def reef(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio_of(REEF, tmp_path_factory.mktemp("reef")) as one:
        yield one


def pictured(viewer: Viewer) -> NDArray[np.float64]:
    """What is on the window, shape (height, width, 3)."""
    viewer.drawn_anew()
    shot = Image.open(io.BytesIO(viewer.page.screenshot())).convert("RGB")
    return np.asarray(shot, dtype=np.float64)


def bare(viewer: Viewer) -> Viewer:
    """Nothing lies over the picture, and all of its pixels are drawn."""
    viewer.page.add_style_tag(
        content=".bar, .panels, .foot, .toasts, .overlay { visibility: hidden !important }"
    )
    viewer.ask("window.motorium.sharpen()")
    return viewer


def at_one_time(viewer: Viewer) -> NDArray[np.float64]:
    """What is on the window when waves and light are those of one moment."""
    viewer.ask("window.motorium.drawAtTime(2)")
    shot = Image.open(io.BytesIO(viewer.page.screenshot())).convert("RGB")
    return np.asarray(shot, dtype=np.float64)


@pytest.mark.parametrize("zero", [1.6, 1.0])
def test_a_fish_is_shifted_as_far_as_eyes_are_apart(
    chrome: Browser, alone: Studio, zero: float
) -> None:
    """In the pixels: what changes in each half when the fish is taken away is the fish."""
    apart, far = 0.06, 1.6
    half = WIDTH // 2
    address = f"{alone.address}?stereo=parallel&apart={apart}&zero={zero}"
    with Client(alone.socket_address) as server:
        server.send({"type": "population", "count": 1})
        server.send({"type": "paused", "value": True})
        viewer = Viewer(chrome, address, WIDTH, HEIGHT).ready()
        bare(viewer)
        viewer.until("window.motorium.drawn(1)?.ids.length === 1")
        fish = viewer.ask("window.motorium.drawn(1).positions[0]")
        # From the side: what is seen of a flank is all about as far away.
        look = f"window.motorium.lookFrom({[fish[0], fish[1] - far, fish[2]]}, {fish})"
        viewer.ask(look)
        viewer.ask("window.motorium.freeze(true)")
        shown = at_one_time(viewer)
        seen = viewer.ask(f"window.motorium.eyesAt({fish})")
        focal = viewer.ask("window.motorium.focal()") * HEIGHT / 2
        viewer.ask("window.motorium.freeze(false)")
        server.send({"type": "population", "count": 0})
        viewer.until("window.motorium.drawn(1)?.ids.length === 0")
        viewer.ask(look)
        viewer.ask("window.motorium.freeze(true)")
        alone_in_water = at_one_time(viewer)
    expected = focal * apart * (1 / far - 1 / zero)
    assert seen[0]["x"] - (seen[1]["x"] - half) == pytest.approx(expected, abs=0.1)
    changed = np.abs(shown - alone_in_water).max(axis=2) > 30
    columns = [np.nonzero(changed[:, :half])[1], np.nonzero(changed[:, -half:])[1]]
    assert min(len(one) for one in columns) > 300
    assert columns[0].mean() - columns[1].mean() == pytest.approx(expected, abs=1.0)
    assert viewer.complaints == []
    viewer.page.close()


def test_crossed_and_coloured_pictures(chrome: Browser, alone: Studio) -> None:
    viewer = Viewer(chrome, f"{alone.address}?stereo=parallel&apart=0.1", WIDTH, HEIGHT).ready()
    page = viewer.page
    viewer.ask("window.motorium.sharpen()")
    viewer.ask("window.motorium.hold()")
    viewer.ask("window.motorium.freeze(true)")
    page.get_by_test_id("stereo-crossed").check(force=True)
    expect(page.get_by_test_id("stereo-help")).to_contain_text("cross your eyes")
    bare(viewer)
    # In one moment of the water.
    both = {}
    for kind in ("parallel", "crossed", "anaglyph", "off"):
        viewer.ask(f"document.querySelector('[data-testid=stereo-{kind}]').click()")
        viewer.ask("window.motorium.drawAtTime(2)")
        shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        both[kind] = np.asarray(shot, dtype=np.float64)
    half = WIDTH // 2
    left, right = both["parallel"][:, :half], both["parallel"][:, -half:]
    assert np.abs(left - both["crossed"][:, -half:]).mean() < 0.5
    assert np.abs(right - both["crossed"][:, :half]).mean() < 0.5
    assert np.abs(left - right).mean() > 0.2
    # Through cyan glasses one sees the right eye's green and blue, through red ones only light.
    coloured, plain = both["anaglyph"], both["off"]
    assert np.abs(coloured[..., 0] - plain[..., 0]).mean() > 5
    assert np.abs(coloured[..., 1:] - plain[..., 1:]).mean() < 6
    assert viewer.complaints == []
    page.close()


def test_a_wrong_address_is_answered_with_a_sentence(chrome: Browser, alone: Studio) -> None:
    viewer = Viewer(chrome, f"{alone.address}?stereo=3d&channel=top", WIDTH, HEIGHT).ready()
    told = viewer.page.locator(".toasts")
    expect(told).to_contain_text("it is one of off, parallel, crossed, anaglyph")
    expect(told).to_contain_text("it is one of left, centre, right")
    viewer.page.close()


def test_a_headset_shows_two_eyes_and_its_controllers_steer(chrome: Browser, reef: Studio) -> None:
    context = chrome.new_context()
    context.add_init_script(path=IWER)
    context.add_init_script(HEADSET)
    viewer = Viewer(context, reef.address, WIDTH, HEIGHT).ready()
    page = viewer.page
    before = viewer.ask("(({width, height}) => [width, height])(document.querySelector('canvas'))")
    page.get_by_test_id("enter-vr").click()
    viewer.until("window.motorium.headset() !== null")
    viewer.until("window.motorium.headset()?.eyes.length === 2")
    eyes = viewer.ask("window.motorium.headset().eyes")
    apart = math.dist(eyes[0]["position"], eyes[1]["position"])
    assert apart == pytest.approx(0.12, abs=1e-4)
    left, right = (np.array(one, dtype=float) for one in viewer.ask("window.motorium.eyePixels()"))
    # Two pictures of one sea: alike, and not the same.
    assert left.std() > 4
    assert right.std() > 4
    assert 0.3 < np.abs(left - right).mean() < 60

    # A head that moves a decimetre moves a decimetre, wherever the world's camera drifts.
    offset = (
        "window.motorium.headset().eyes[0].position"
        ".map((one, k) => one - window.motorium.camera().position[k])"
    )
    seat = viewer.ask(offset)
    viewer.ask("window.headset.position.x += 0.1")
    moved = f"Math.hypot(...{offset}.map((one, k) => one - {seat}[k]))"
    viewer.until(f"Math.abs({moved} - 0.1) < 1e-3")

    hand = "window.headset.controllers"
    viewer.until(f"{hand}.left !== undefined")
    viewer.ask(f"{hand}.right.updateButtonValue('trigger', 1)")
    viewer.until("window.motorium.submarine()?.aboard === true")
    viewer.ask(f"{hand}.right.updateButtonValue('trigger', 0)")
    with Client(reef.socket_address) as server:
        start = server.snapshot().submarines[0]
        viewer.ask(f"{hand}.left.updateAxes('thumbstick', 0, -1)")

        def gone() -> float:
            return math.dist(server.snapshot().submarines[0].position, start.position)

        wait_for(lambda: gone() > 0.4, "the submarine goes ahead")
        viewer.ask(f"{hand}.left.updateAxes('thumbstick', 0, 0)")
    viewer.ask(f"{hand}.left.updateButtonValue('squeeze', 1)")
    viewer.until("window.motorium.submarine()?.aboard === false")
    viewer.ask("window.headset.activeSession.end()")
    viewer.until("window.motorium.headset() === null")
    viewer.until(
        "(({width, height}) => `${width} ${height}`)(document.querySelector('canvas'))"
        f" === '{before[0]} {before[1]}'"
    )
    assert pictured(viewer).std() > 4
    context.close()


def test_channels_meet_at_the_seam_and_keep_step(chrome: Browser, reef: Studio) -> None:
    angle, width, height = 50, 400, 300
    pages = {
        side: Viewer(chrome, f"{reef.address}?channel={side}&angle={angle}", width, height).ready()
        for side in ("centre", "left", "right")
    }
    centre = pages["centre"]
    for one in pages.values():
        one.until("window.motorium.led !== null")
        one.ask(
            """(() => {
              window.shown = {};
              const look = () => {
                const {led} = window.motorium, drawn = window.motorium.drawn(0);
                if (led && drawn) window.shown[led.number] = drawn.tick;
                requestAnimationFrame(look);
              };
              look();
            })()"""
        )
    # In step: what has the same number shows the same tick, to a part of a frame.
    wait_for(
        lambda: (
            len(set.intersection(*(set(one.ask("window.shown")) for one in pages.values()))) > 12
        ),
        "pictures that all channels have drawn",
    )
    shown = [one.ask("window.shown") for one in pages.values()]
    common = set.intersection(*(set(one) for one in shown))
    for number in common:
        ticks = [one[number] for one in shown]
        assert max(ticks) - min(ticks) < 1e-6, number

    # All hold the same picture now.
    with Client(reef.socket_address) as server:
        server.send({"type": "paused", "value": True})
        server.next("status", paused=True)
    for one in pages.values():
        bare(one)
    centre.ask("window.motorium.lookFrom([2.5, -3, 0.4], [0.5, 0.5, -0.3])")
    poses = [""]

    def rests() -> bool:
        """Whether the camera stands where it stood before."""
        centre.drawn_anew()
        poses.append(centre.ask("JSON.stringify(window.motorium.camera())"))
        return poses[-1] == poses[-2]

    wait_for(rests, "the camera at rest")
    # Who leads says no more, but for what it is asked to draw: the same again.
    centre.ask("window.motorium.freeze(true)")

    def agreed() -> bool:
        centre.ask("window.motorium.drawAtTime()")
        told = "(({tick, seconds, position, ahead}) => [tick, seconds, position, ahead])"
        asked = f"JSON.stringify({told}(window.motorium.led))"
        return len({one.ask(asked) for one in pages.values()}) == 1

    wait_for(agreed, "one picture in all channels")
    led = centre.ask("window.motorium.led")
    eye, ahead, up = (np.array(led[name]) for name in ("position", "ahead", "up"))
    ahead, up = ahead / np.linalg.norm(ahead), up / np.linalg.norm(up)
    aside = np.cross(up, ahead)
    for side, sign, outer, inner in (("left", 1, width, 0), ("right", -1, 0, width)):
        for rise in (-0.2, 0.0, 0.25):
            half = math.radians(angle / 2)
            place = eye + 2 * (math.cos(half) * ahead + sign * math.sin(half) * aside + rise * up)
            told = [
                pages[name].ask(f"window.motorium.screenAt({place.tolist()})")
                for name in (side, "centre")
            ]
            assert told[0]["x"] == pytest.approx(outer, abs=1)
            assert told[1]["x"] == pytest.approx(inner, abs=1)
            assert told[0]["y"] == pytest.approx(told[1]["y"], abs=1)
    drawn = {side: pictured(one) for side, one in pages.items()}
    for first, second in (("left", "centre"), ("centre", "right")):
        edge = drawn[first][:, -1]
        scores = [
            np.abs(np.roll(drawn[second][:, 0], by, axis=0) - edge)[6:-6].mean()
            for by in range(-5, 6)
        ]
        assert abs(int(np.argmin(scores)) - 5) <= 1, scores
        assert min(scores) < 4
    # And the middle is not what is beside it.
    assert np.abs(drawn["centre"][:, 0] - drawn["centre"][:, -1]).mean() > min(scores)
    for one in pages.values():
        assert one.complaints == []
        one.page.close()


def test_a_channel_says_that_nobody_leads_yet(chrome: Browser, alone: Studio) -> None:
    left = Viewer(chrome, f"{alone.address}?channel=left", WIDTH, HEIGHT).ready()
    expect(left.page.get_by_test_id("channel-waits")).to_contain_text("channel=centre")
    centre = Viewer(chrome, f"{alone.address}?channel=centre", WIDTH, HEIGHT).ready()
    expect(left.page.get_by_test_id("channel-waits")).to_have_count(0)
    for one in (left, centre):
        assert one.complaints == []
        one.page.close()
