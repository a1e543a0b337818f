"""What all tests share."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tools.browser import find_chromium

pytest_plugins = ["pytester", "tests.slow_box"]

# How long an example takes says more about the machine than about what is tested. The same sources
# are tried with the same examples; `--hypothesis-profile=searching` tries others each time.
settings.register_profile(
    "unhurried", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("searching", settings.get_profile("unhurried"), derandomize=False)
settings.load_profile("unhurried")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where several processes share the tests, a file stays in one, and so do all browsers: two
    that a processor must draw at once would each be too slow."""
    for item in items:
        is_browser = item.get_closest_marker("browser") is not None
        group = "browsers" if is_browser else str(item.path)
        item.add_marker(pytest.mark.xdist_group(group))


@pytest.fixture(scope="session")
def chromium() -> Path:
    """A real browser, for tests marked ``browser``."""
    found = find_chromium()
    if found is None:
        pytest.skip("no Chromium on this machine; `make test` says how to install one")
    return found
