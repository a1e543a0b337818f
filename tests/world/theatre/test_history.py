"""Documents follow each other on a stage, and come back."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.bodies.puppet.files import load_puppet
from motorium.world.theatre import history as history_module
from motorium.world.theatre.building import BuildError, from_tables, from_text
from motorium.world.theatre.history import History
from motorium.world.theatre.theatre import Theatre
from tests.world.theatre.puppets import ball, document, stick


def test_back_and_forth() -> None:
    theatre = Theatre(ball())
    theatre.build(stick())
    assert (theatre.undoable, theatre.redoable, theatre.revision) == (True, False, 2)
    theatre.undo()
    assert theatre.document == ball()
    assert (theatre.undoable, theatre.redoable, theatre.revision) == (False, True, 3)
    assert theatre.positions.shape == (1, 3)
    theatre.redo()
    assert theatre.document == stick()
    theatre.undo()
    theatre.build(load_puppet("person"))
    with pytest.raises(ValueError, match="there is nothing to redo"):
        theatre.redo()
    theatre.undo()
    with pytest.raises(ValueError, match="there is nothing to undo"):
        theatre.undo()
    assert theatre.document == ball()


def test_a_dragged_dial_is_one_step() -> None:
    theatre = Theatre(ball())
    for value in (0.8, 0.7, 0.6):
        theatre.set_stage(bounce=value)
        theatre.advance()
    theatre.set_stage(friction=0.5)
    theatre.set_stage(bounce=0.5)
    for _ in range(61):
        theatre.advance()
    theatre.set_stage(bounce=0.4)
    seen = []
    while theatre.undoable:
        theatre.undo()
        seen.append((theatre.document.stage.bounce, theatre.document.stage.friction))
    assert seen == [(0.5, 0.5), (0.6, 0.5), (0.6, 0.1), (0.9, 0.1)]


def test_a_dial_that_says_the_same_is_no_step() -> None:
    theatre = Theatre(ball())
    theatre.set_stage(bounce=0.9)
    assert not theatre.undoable
    assert theatre.revision == 1


def test_dials_leave_the_puppet_where_it_is() -> None:
    theatre = Theatre(load_puppet("person"))
    theatre.grab("head", [0.3, 1.8])
    for _ in range(20):
        theatre.advance()
    before = theatre.positions.copy(), theatre.momenta.copy(), theatre.skin.copy()
    theatre.set_stage(scheme="newton", iterations=3, gravity=[0.0, 0.0, 1.0])
    after = theatre.positions, theatre.momenta, theatre.skin
    assert np.array_equal(before[0], after[0])
    assert before[1] == pytest.approx(after[1], abs=1e-12)
    assert before[2] == pytest.approx(after[2], abs=1e-9)
    assert theatre.held == [0]


def test_another_mass_leaves_speeds_as_they_are() -> None:
    theatre = Theatre(stick())
    theatre.momenta[:] = [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]
    tables = theatre.document.model_dump()
    tables["point"][0]["mass"] = 3.0
    theatre.build(from_tables(tables))
    assert theatre.momenta == pytest.approx(np.array([[3.0, 0, 0], [1.0, 0, 0]]), abs=1e-12)


def test_other_points_begin_at_rest() -> None:
    theatre = Theatre(stick())
    theatre.grab(0, [0.5, 1.0])
    for _ in range(20):
        theatre.advance()
    moved = document({"low": [0.1, 1.0], "high": [0.0, 1.5]}, [["low", "high"]])
    theatre.build(moved)
    assert np.array_equal(theatre.positions, theatre.puppet.rest)
    assert theatre.held == []
    assert theatre.seconds == 0.0


def test_what_cannot_be_changes_nothing() -> None:
    theatre = Theatre(stick())
    with pytest.raises(BuildError, match="high must be above low along x") as refused:
        theatre.set_stage(low=[3.0, -1.0, 0.0])
    assert [problem.where for problem in refused.value.problems] == ["stage.high"]
    with pytest.raises(BuildError, match="scheme must be one of printed, mended, newton"):
        theatre.set_stage(scheme="magic")
    with pytest.raises(BuildError, match="sheme unknown key"):
        theatre.set_stage(sheme="mended")
    assert theatre.document == stick()
    assert theatre.revision == 1


def test_tables_that_cannot_be_get_all_their_problems() -> None:
    tables = stick().model_dump()
    tables["rod"] += [{"ends": ["low", "hihg"]}, {"ends": ["low", "low"]}]
    tables["point"][0]["mass"] = 0.0
    with pytest.raises(
        BuildError, match=r"mass of the point low:? must be .*\(and 2 more\)"
    ) as wrong:
        from_tables(tables)
    assert [problem.where for problem in wrong.value.problems] == [
        "point[0].mass", "rod[1].ends", "rod[2].ends"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = ", "not valid TOML"),
        ("", "the key 'format' is missing"),
        ("format = 2", "format 2 is newer"),
        ("format = 1\n[[rod]]\nends = ['a', 'b']", "no point is called 'a'"),
        ("format = 1\nx = 1", "unknown key"),
        ("x = " + "[" * 5000, "not valid TOML"),
    ],
)
def test_texts_that_cannot_be_get_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BuildError, match=sentence) as wrong:
        from_text(text)
    assert wrong.value.problems


def test_history_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    line = History(ball())
    for _ in range(150):
        line.change(ball())
    steps = 0
    while line.undoable:
        line.undo()
        steps += 1
    assert steps == 100
    person = load_puppet("person")
    vertices = sum(len(part.corners) for part in person.part)
    monkeypatch.setattr(history_module, "MOST_VERTICES", 3 * vertices)
    heavy = History(person)
    for _ in range(10):
        heavy.change(person)
    steps = 0
    while heavy.undoable:
        heavy.undo()
        steps += 1
    assert steps == 3
