"""What every test in a real browser needs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.pages import browser


@pytest.fixture(scope="package")
def one_chrome(chromium: Path) -> Iterator[Browser]:
    with browser(chromium) as one:
        yield one


@pytest.fixture(scope="module")
def chrome(one_chrome: Browser) -> Iterator[Browser]:
    """With no page open of the module before: each would be drawn on."""
    yield one_chrome
    for context in one_chrome.contexts:
        context.close()
