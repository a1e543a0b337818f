"""What tests of DIS ask for by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.tshark import find_tshark


@pytest.fixture(scope="session")
def tshark() -> Path:
    found = find_tshark()
    if found is None:
        pytest.skip("no tshark on this machine; `make test` says how to install it")
    return found
