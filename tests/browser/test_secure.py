"""A page that came by TLS talks to its studio by TLS, on every stage."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.pages import Viewer
from tests.studio.studios import studio

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_page_that_came_by_https_uses_wss(
    chrome: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTORIUM_DATA", str(tmp_path))
    with studio("--tls", "--token=open-sesame") as running:
        viewer = Viewer(chrome, running.address, trusting=True)
        viewer.ready()
        assert viewer.ask("location.protocol") == "https:"
        viewer.page.get_by_test_id("tab-puppet").click()
        viewer.until("window.motorium?.puppet?.ready", timeout=300)
        assert not viewer.complaints
