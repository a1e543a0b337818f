"""A studio that the tests of a module share."""

from collections.abc import Iterator

import pytest

from tests.studio.studios import Studio, studio


@pytest.fixture(scope="module")
def running() -> Iterator[Studio]:
    with studio() as one:
        yield one
