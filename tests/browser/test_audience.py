"""An audience in a real Chromium: it sees what was simulated, and none of the aids."""

from __future__ import annotations

import io
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from motorium.contracts.frames import Floats
from motorium.wire.mocap.packets import SampleReader
from motorium.wire.mocap.state import CLOCK
from tests.browser.pages import Viewer, wait_for
from tests.graphs import shipped_graph
from tests.studio.studios import BUILDING, Client, Studio

pytestmark = pytest.mark.browser

PROBE = "window.motorium.audience"
NEAR = 0.005
"""How far parts may be drawn from where they were simulated [m]."""
PICTURE_SECONDS = 1 / 60
ENOUGH = 12
"""So many pictures of who moves are judged."""
WALKED = 0.8
"""How far he goes in them, at least [m]."""
PLACE = ["place", "lamps", "sky", "contacts", "props"]


class Recorder:
    """Reads what `--state` tells over TCP: by revision and time, where parts were."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._lock = threading.Lock()
        self._told: dict[int, dict[float, Floats]] = {}
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        reader = SampleReader()
        with suppress(OSError):
            while data := self._socket.recv(65_536):
                for clock, performer, *_ in reader.feed(data):
                    assert clock.name == CLOCK
                    seconds, revision, _ = clock.places[0]
                    with self._lock:
                        self._told.setdefault(int(revision), {})[float(seconds)] = performer.places

    def at(self, revision: int, seconds: float, within: float = 0.02) -> Floats | None:
        """Where parts were, between the two samples around a time; None if they are missing."""
        with self._lock:
            told = dict(self._told.get(revision, {}))
        times = np.array(sorted(told))
        after = int(np.searchsorted(times, seconds - 1e-9))
        if after < len(times) and abs(times[after] - seconds) < 1e-6:
            return told[times[after]]
        if not 0 < after < len(times) or times[after] - times[after - 1] > within:
            return None
        before, later = times[after - 1], times[after]
        share = (seconds - before) / (later - before)
        between: Floats = (1 - share) * told[before] + share * told[later]
        return between

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()


class House:
    """An audience's page, and a page of the stage that it looks at, without a screen."""

    def __init__(self, viewer: Viewer, stage: Client, recorder: Recorder) -> None:
        self.viewer, self.page, self.stage = viewer, viewer.page, stage
        self.recorder = recorder

    def ask(self, expression: str) -> Any:
        return self.viewer.ask(f"{PROBE}.{expression}")

    def until(self, expression: str) -> None:
        known = "scene, moment, newest, steady, drifting, preset, recorded"
        self.viewer.until(f"(({{ {known} }}) => {expression})({PROBE})")

    def hold(self) -> float:
        """Time stands still; wait until that is drawn. Returns when that is."""
        self.stage.send({"type": "paused", "value": True})
        held = float(self.stage.next("status", running=False)["seconds"])
        self.until(f"moment.seconds === newest && Math.abs(newest - {held}) < 1e-6")
        return held

    def go_on(self) -> None:
        self.stage.send({"type": "paused", "value": False})
        self.stage.next("status", running=True)

    def perform(self, scene: str, act: str) -> int:
        """From its beginning; returns the revision."""
        self.stage.send({"type": "open", "scene": scene})
        self.stage.send({"type": "acts", "acts": [act]})
        revision = int(self.stage.next("scene", name=scene, acts=[act])["revision"])
        self.until(f"moment.revision >= {revision}")
        return revision

    @property
    def eye(self) -> Floats:
        return np.array(self.ask("camera().position"))

    def picture(self) -> Floats:
        self.viewer.drawn_anew()
        data = self.page.screenshot()
        return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=float)


@pytest.fixture(scope="module")
def running() -> Iterator[Studio]:
    # Motions are built before anybody waits for a page.
    shipped_graph("performer")
    studio = Studio("boulder", "--state=0", verb="perform")
    yield studio
    studio.stop()


@pytest.fixture(scope="module")
def one_house(chrome: Browser, running: Studio) -> Iterator[House]:
    port = re.search(r"is told at \S+:(\d+) \(TCP\)", "".join(running.told))
    assert port, running.told
    recorder = Recorder(int(port[1]))
    viewer = Viewer(chrome, f"{running.address}audience.html", 640, 400)
    viewer.until(f"window.motorium?.audience !== undefined && {PROBE}.ready", 300)
    with Client(running.socket_address.replace("/socket", "/performance")) as stage:
        stage.next("status", timeout=BUILDING)
        yield House(viewer, stage, recorder)
    recorder.close()
    assert viewer.complaints == []


@pytest.fixture
def house(one_house: House) -> House:
    one_house.go_on()
    one_house.perform("boulder", "walk")
    return one_house


def test_it_opens_from_the_stage(chrome: Browser, running: Studio) -> None:
    viewer = Viewer(chrome, running.address, 400, 300)
    link = viewer.page.get_by_test_id("audience-view")
    expect(link).to_have_attribute("href", f"{running.address}audience.html")
    expect(link).to_have_attribute("target", "_blank")
    viewer.page.close()


def test_there_are_no_aids(house: House) -> None:
    expect(house.page).to_have_title("Boulder – Motorium")
    expect(house.page.get_by_test_id("playbill")).to_have_text("Boulder")
    expect(house.page.locator(".panels, .panel, .tabs, meter, [role=toolbar]")).to_have_count(0)
    assert house.ask("drawn") == [*PLACE, "figure"]
    expect(house.page.get_by_test_id("audience-hint")).to_have_css("opacity", "0")


def test_it_is_drawn_where_he_is(house: House) -> None:
    """Pixels change where he was and where he is, and not everywhere."""
    house.ask("lookFrom([2.5, -5, 4.5], [1, 0, 0.6])")
    house.until("moment.parts[0][0][0] > 0.1")
    house.hold()
    before, was = house.picture(), house.ask("screenOf(0)")
    assert before.std() > 12, "nothing to see"
    x = house.ask("moment.parts[0][0][0]")
    house.go_on()
    house.until(f"Math.abs(moment.parts[0][0][0] - {x}) > 0.7")
    house.hold()
    after, now = house.picture(), house.ask("screenOf(0)")
    changed = np.abs(after - before).mean(axis=2)
    for at in (was, now):
        around = changed[int(at["y"]) - 15 : int(at["y"]) + 15, int(at["x"]) - 8 : int(at["x"]) + 8]
        assert around.mean() > 12
    assert changed[:40, :40].mean() < 6


def test_what_is_held_is_shown_within_five_millimetres(house: House) -> None:
    house.until("moment.parts[0][0][0] > 0.2")
    held = house.hold()
    moment = house.ask("moment")
    wait_for(
        lambda: house.recorder.at(moment["revision"], held) is not None, "the last sample by TCP"
    )
    simulated = house.recorder.at(moment["revision"], held)
    assert simulated is not None
    drawn = np.array(moment["parts"][0])
    assert drawn.shape == simulated.shape == (15, 3)
    assert np.linalg.norm(drawn - simulated, axis=1).max() < NEAR


@pytest.mark.parametrize("act", ["walk", "run"])
def test_who_moves_is_shown_within_five_millimetres(house: House, act: str) -> None:
    """Each picture at its own time, as far as samples came to the page as they are sent; who misses
    some goes straight between those that he has."""
    house.perform("boulder", act)
    house.ask("record(true)")
    fine = f"({{ apart }}) => apart > 0 && apart < {1.01 * PICTURE_SECONDS}"
    along = f"recorded.filter({fine}).map(({{ parts }}) => parts[0][0][0])"
    house.until(f"{along}.length >= {ENOUGH}")
    house.until(f"Math.max(...{along}) - Math.min(...{along}) > {WALKED}")
    house.ask("record(false)")
    moments = [one for one in house.ask("recorded") if 0 < one["apart"] < 1.01 * PICTURE_SECONDS]
    last = moments[-1]
    wait_for(
        lambda: house.recorder.at(last["revision"], last["seconds"] + 0.05) is not None,
        "what was simulated since by TCP",
    )
    errors, late, places = [], [], []
    for moment in moments:
        drawn = np.array(moment["parts"][0])
        simulated = house.recorder.at(moment["revision"], moment["seconds"])
        later = house.recorder.at(moment["revision"], moment["seconds"] + 0.02)
        if simulated is None or later is None:
            continue
        errors.append(np.linalg.norm(drawn - simulated, axis=1).max())
        late.append(np.linalg.norm(drawn - later, axis=1).max())
        places.append(drawn[0])
    assert len(errors) >= ENOUGH / 2
    print(f"{len(errors)} pictures, at most {1e3 * max(errors):.2f} mm off")
    assert max(errors) < NEAR
    # He does go, and to be 20 ms late would have been seen.
    assert np.ptp(places, axis=0).max() > WALKED / 2
    assert max(late) > 2 * NEAR


def test_the_camera_is_free(house: House) -> None:
    house.hold()
    house.page.keyboard.press("v")
    house.until("steady")
    first = house.eye
    pointer = house.viewer.pointer
    pointer.press(320, 200)
    pointer.move(420, 180, 0.1)
    pointer.lift(420, 180)
    wait_for(lambda: bool(np.linalg.norm(house.eye - first) > 0.5), "the camera to turn")
    eyes = {}
    for key, name in enumerate(("wide", "close", "low", "above"), 1):
        house.page.keyboard.press(str(key))
        house.until(f"preset === '{name}' && steady")
        eyes[name] = house.eye - np.array(house.ask("moment.parts[0][0]"))
    far = {name: np.linalg.norm(eye) for name, eye in eyes.items()}
    assert far["wide"] > 2 * far["close"]
    assert eyes["low"][2] < 0
    assert house.ask("camera().ahead[2]") < -0.85
    house.page.keyboard.press("v")
    house.until("preset === null && steady")
    house.page.mouse.move(320, 200)
    house.page.mouse.wheel(0, -400)
    wait_for(lambda: bool(np.linalg.norm(house.eye) < np.linalg.norm(first)), "it to come closer")


def test_it_drifts_by_itself_unless_one_minds(house: House) -> None:
    house.hold()
    house.page.keyboard.press("v")
    assert not house.ask("drifting")
    house.until("drifting")
    before = house.eye
    wait_for(lambda: bool(np.linalg.norm(house.eye - before) > 0.05), "the camera to drift")
    house.page.emulate_media(reduced_motion="reduce")
    house.until("!drifting")
    house.viewer.drawn_anew()
    stands = house.eye
    house.viewer.drawn_anew()
    assert np.linalg.norm(house.eye - stands) < 1e-6
    house.page.emulate_media(reduced_motion="no-preference")


def test_the_help_names_the_keys(house: House) -> None:
    house.page.keyboard.press("?")
    expect(house.page.get_by_role("dialog")).to_contain_text("from above")
    house.page.keyboard.press("Escape")
    expect(house.page.get_by_role("dialog")).to_have_count(0)
