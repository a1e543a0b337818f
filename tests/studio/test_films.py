"""What must be filmed, and what is said when that fails."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from motorium.studio import films
from motorium.studio.films import Films, unfilmed


def commanded(monkeypatch: pytest.MonkeyPatch, script: str) -> Films:
    """Films made by a Python that does something else."""
    monkeypatch.setattr(films, "COMMAND", (sys.executable, "-c", script))
    return Films()


def ended(some: Films) -> str:
    end = time.monotonic() + 60
    while some.running:
        assert time.monotonic() < end
        time.sleep(0.02)
    return some.end()


def test_species_are_filmed_where_no_film_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(films, "repertoire_file", lambda species: tmp_path / species.name)
    assert unfilmed(["shark", "herring", "shark"]) == ["herring", "shark"]
    assert unfilmed([]) == []


def test_nothing_is_said_of_what_went_well(monkeypatch: pytest.MonkeyPatch) -> None:
    some = commanded(monkeypatch, "import sys; assert sys.argv[3:] == ['herring']")
    assert (some.running, some.sentence, some.end()) == (False, "", "")
    some.begin(["herring"])
    assert ended(some) == ""


def test_a_failure_is_told_once_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    some = commanded(monkeypatch, "import sys; sys.exit('much\\nno room')")
    some.begin(["herring"])
    assert ended(some) == "herring could not be filmed: no room"
    assert some.end() == ""


def test_filming_is_given_up_with_the_studio(monkeypatch: pytest.MonkeyPatch) -> None:
    some = commanded(monkeypatch, "import time; time.sleep(60)")
    some.begin(["grouper", "herring", "shark"])
    assert some.sentence == "Filming how grouper, herring and shark swim, for playback"
    some.stop()
    assert not some.running
    assert some.sentence == ""
