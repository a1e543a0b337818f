"""What all tests share."""

from pathlib import Path

import pytest

from tools.browser import find_chromium

pytest_plugins = ["pytester", "tests.slow_box"]


@pytest.fixture(scope="session")
def chromium() -> Path:
    """A real browser, for tests marked ``browser``."""
    found = find_chromium()
    if found is None:
        pytest.skip("no Chromium on this machine; `make test` says how to install one")
    return found
