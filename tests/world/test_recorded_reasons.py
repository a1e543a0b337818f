"""Reasons in recordings: read as they were, exported, and not missed where they are not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from motorium.minds.instinct.reasons import REASON, intention_names
from motorium.studio.recorded import RecordedWorld
from motorium.world.recording import layout
from motorium.world.recording.export import export_parquet
from motorium.world.recording.layout import RecordingError
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.scenario import Scenario
from motorium.world.world import World

pa = pytest.importorskip("pyarrow")

OLD = Path(__file__).parent / "before_reasons.arrow"
"""Twelve frames of two herring, by a program that recorded no reasons."""
FRAMES = 75


def thinkers() -> World:
    thinking = {"species": "herring", "count": 3, "mind": "instinct", "motor": "repertoire"}
    plain = {"species": "herring", "count": 1, "motor": "repertoire"}
    return World(Scenario(format=1, world={"seed": 6, "capacity": 8}, group=[thinking, plain]))


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[NDArray[np.void]]]:
    """A recording of several chunks, and the reasons in each of its frames; one is driven for a
    while, and one leaves."""
    path = tmp_path_factory.mktemp("reasons") / "told.arrow"
    world = thinkers()
    seen = [world.reasons().rows]
    with Recorder(world, path):
        for _ in range(FRAMES):
            if world.clock.frame == 20:
                world.pilot(1)
            if world.clock.frame == 60:
                world.remove([2])
            world.advance()
            seen.append(world.reasons().rows)
    return path, seen


def test_reasons_are_read_as_they_were(told: tuple[Path, list[NDArray[np.void]]]) -> None:
    path, seen = told
    with Recording.open(path) as recording:
        assert recording.meta.behaviours == list(intention_names())
        for index in np.random.default_rng(2).permutation(FRAMES + 1).tolist():
            reasons = recording.reasons(index)
            found = {int(row["id"]): row for row in reasons.rows}
            # Of who is driven it has the last decision before, until its chunk ends.
            assert found.keys() - {1} == set(seen[index]["id"].tolist()) - {1}
            for was in seen[index]:
                same = found[int(was["id"])]
                for name in ("decided", "intention", "hunger", "since", "sees", "strengths"):
                    assert np.array_equal(same[name], was[name], equal_nan=True), name
        assert 1 not in recording.reasons(FRAMES).ids
        assert (recording.reasons(FRAMES).intentions != "").all()


def test_every_decision_is_there_once(told: tuple[Path, list[NDArray[np.void]]]) -> None:
    with Recording.open(told[0]) as recording:
        times = [
            (int(row["id"]), float(row["decided"]))
            for _, reasons in recording.decisions()
            for row in reasons.rows
        ]
    assert len(times) == len(set(times))
    made = [round(decided * 60) for identity, decided in times if identity == 0]
    # All decide in the first frame, then each when its turn is.
    assert made == [0, *range(6, FRAMES, 6)]
    assert max(decided for identity, decided in times if identity == 1) < 20 / 60


def test_a_recorded_world_tells_why(told: tuple[Path, list[NDArray[np.void]]]) -> None:
    with Recording.open(told[0]) as recording:
        world = RecordedWorld(recording)
        world.show(10.0)
        assert world.reason(0).sentence.startswith("fish 0 ")
        assert world.reason(0).intention in intention_names()
        assert world.reason(0).seconds <= 10 / 60
        for identity in (1, 3):
            world.show(50.0)
            silent = f"fish {identity} has no reasons here: it is driven by a person, or has no"
            assert world.reason(identity).sentence == f"{silent} instinct"


def test_parquet_has_a_row_a_decision(
    told: tuple[Path, list[NDArray[np.void]]], tmp_path: Path
) -> None:
    import pyarrow.parquet as parquet

    with Recording.open(told[0]) as recording:
        export_parquet(recording, tmp_path)
        count = sum(len(reasons) for _, reasons in recording.decisions())
    table = parquet.read_table(tmp_path / "reasons.parquet")
    assert table.num_rows == count
    assert set(table["intention"].to_pylist()) <= set(intention_names())
    assert {"hunger", "prefers_left", "asked_speed", "sees_food", "strength_eat"} <= set(
        table.column_names
    )
    assert table.schema.field("asked_speed").metadata == {b"unit": b"L/s"}


def test_recordings_without_reasons_stay_readable(tmp_path: Path) -> None:
    with Recording.open(OLD) as recording:
        assert recording.complete
        assert len(recording) == 13
        assert len(recording.reasons(12)) == 0
        world = RecordedWorld(recording)
        world.show(5.0)
        assert world.reason(0).sentence == "fish 0 gave no reasons: none were recorded"
        export_parquet(recording, tmp_path)
        assert pa.parquet.read_table(tmp_path / "reasons.parquet").num_rows == 0


def test_what_was_not_noted_then_is_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A decision of an older program was made of less."""
    less = [name for name in REASON.names or () if name not in ("hunger", "sees")]
    monkeypatch.setattr(layout, "REASON", np.dtype([(name, REASON[name]) for name in less]))
    world = thinkers()
    with Recorder(world, tmp_path / "less.arrow"):
        world.advance(3)
    monkeypatch.undo()
    with Recording.open(tmp_path / "less.arrow") as recording:
        reasons = recording.reasons(3)
        assert reasons.ids.tolist() == [0, 1, 2]
        assert reasons["hunger"].tolist() == [0.0] * 3
        assert reasons["libido"].tolist() == world.reasons()["libido"].tolist()


def test_reasons_of_another_type_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = np.dtype(
        [(name, "f8" if name == "id" else REASON[name]) for name in REASON.names or ()]
    )
    monkeypatch.setattr(layout, "REASON", wrong)
    world = thinkers()
    with Recorder(world, tmp_path / "wrong.arrow"):
        pass
    monkeypatch.undo()
    with pytest.raises(RecordingError, match="its column 'reasons' is"):
        Recording.open(tmp_path / "wrong.arrow")
