"""What a living sea costs is told by stages, and held to shares of a core."""

from __future__ import annotations

import pytest

from motorium.bench.living import CASES, STAGES, _run, peopled
from motorium.bench.runner import _is_stage, _judged, _stages
from motorium.bench.stopwatch import Stopwatch
from motorium.bench.world import HABITAT

SMALL = {**HABITAT, "weed": [{"count": 2}], "plankton": {"count": 20}, "bubbles": {"count": 1}}


class _Work:
    """Takes one second before, one after, and what its part takes."""

    def __init__(self, clock: list[float], part: _Work | None = None) -> None:
        self.clock = clock
        self.part = part

    def advance(self) -> None:
        self.clock[0] += 1.0
        if self.part is not None:
            self.part.advance()
        self.clock[0] += 1.0


def test_a_stage_is_told_without_those_within_it() -> None:
    clock = [0.0]
    inner = _Work(clock)
    outer = _Work(clock, inner)
    watch = Stopwatch(lambda: clock[0])
    watch.watch("inner", inner, "advance")
    watch.watch("outer", outer, "advance")
    outer.advance()
    outer.advance()
    inner.advance()
    assert watch.spent == {"inner": 6.0, "outer": 4.0}
    watch.clear()
    assert watch.spent == {"inner": 0.0, "outer": 0.0}


@pytest.mark.slow
def test_stages_make_up_the_frame_whose_share_of_a_core_is_judged() -> None:
    case = CASES[0]
    world = peopled(case, SMALL)
    assert len(world.population) == 60
    # What is compiled first is not to be measured.
    world.advance(7)
    records = list(_run(case, world, seconds=1, settling=0))
    share, frame, wall, *stages = records
    assert share.quantity == "cores"
    assert share.against == "a quarter of a core"
    assert share.case == {"fish": 60, "motor": "muscle", "muscles": 60}
    assert (_judged(share) or "").startswith("cores of 60 fishes against a quarter of a core")
    assert share.ratio is not None
    assert share.ratio == pytest.approx(0.25 / share.value, rel=0.05, abs=1e-3)
    told = [record.quantity for record in stages]
    assert told == [stage for stage in STAGES if stage != "playback"]
    total = sum(record.value for record in stages)
    assert abs(total - frame.value) < 1e-3 * len(stages)
    assert abs(frame.value - 1e3 * share.value / 60.0) < 1e-2
    assert wall.value > 0.0
    assert [record for record in records if not _is_stage(record)] == [share]
    table = _stages(records[1:])
    assert table.row_count == 2 + len(stages)
    headers = [column.header for column in table.columns]
    assert headers == ["stage, ms/frame", "fish 60, motor muscle, muscles 60"]


@pytest.mark.slow
def test_a_thousand_are_of_all_species_and_seen_from_their_middle() -> None:
    case = CASES[2]._replace(fishes=125, allowed=9)
    world = peopled(case, SMALL)
    assert len(world.population) == 125
    assert len(world.species) == 8
    share, *_, rest = _run(case, world, seconds=1, settling=0)
    assert share.against == "one core"
    assert rest.quantity == "rest"
    assert world.viewers == ("viewer",)
    assert world.levels.automatic == len(world.population)
    assert world.levels.allowed == 9
