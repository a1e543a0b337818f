"""A studio that the tests of all modules share."""

from collections.abc import Iterator

import pytest

from tests.studio.studios import Studio, studio


@pytest.fixture(scope="package")
def running() -> Iterator[Studio]:
    with studio() as one:
        yield one
