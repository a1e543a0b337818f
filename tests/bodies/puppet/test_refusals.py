"""Whatever comes as a document is either taken or refused with sentences: nothing else happens."""

import copy
import time
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from motorium.bodies.puppet.document import PuppetDocument
from motorium.bodies.puppet.model import puppet_of
from motorium.bodies.puppet.refusals import MOST_PROBLEMS, puppet_problems
from tests.bodies.puppet.puppets import limb, space

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["a", "b", "c", "d", "mended", "#ff0000", 0, 1, 2, 3, 1.5]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["at", "name", "points", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)
OUTLINE = [[0.0, 1.0], [1.0, 1.0], [1.0, 2.0]]
FLAT = limb(
    puppet={"title": "flat"},
    stage={"bounce": 0.5, "low": [-1.0, -1.0, 0.0]},
    joint=[{"points": ["a", "b", "c"], "angle": [0.0, 2.0]}],
    part=[{"name": "skin", "follows": ["a", "b"], "outline": OUTLINE, "color": "#00ff00"}],
    path=[{"point": "c", "keys": [[0.0, 1.0, 2.0], [1.0, 1.0, 2.0]], "loop": True}],
    take={"seconds": 1.0, "positions": [[0.0, 0.0, 1.0]] * 3, "velocities": [[0.0] * 3] * 3},
)
DEEP = space(
    cone=[{"at": "a", "bone": "d", "body": ["b", "c"], "angle": 1.0, "axis": [1.0, 0.0, 0.0]}],
    twist=[{"at": "a", "bone": "d", "side": "e", "body": ["b", "c"], "angle": [-1.0, 1.0]}],
)


def places(data: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Of all that is in a document."""
    inside = data.items() if isinstance(data, dict) else enumerate(data)
    found = []
    for key, value in inside:
        found.append((*here, key))
        if isinstance(value, dict | list):
            found += places(value, (*here, key))
    return found


@settings(max_examples=100, deadline=None)
@given(st.sampled_from([FLAT, DEEP]), st.data())
def test_spoilt_documents(good: dict[str, Any], data: st.DataObject) -> None:
    spoilt = copy.deepcopy(good)
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(places(spoilt)))
        holder = spoilt
        for key in way:
            holder = holder[key]
        if data.draw(st.booleans()):
            holder[last] = data.draw(ANYTHING)
        else:
            del holder[last]
    before = copy.deepcopy(spoilt)
    problems = puppet_problems(spoilt)
    assert repr(spoilt) == repr(before)  # It was only looked at; nan is not nan.
    try:
        document = PuppetDocument.model_validate(spoilt)
    except ValidationError:
        assert problems
        assert all(problem.sentence for problem in problems)
    else:
        assert not problems
        puppet_of(document)


def test_the_good_ones_are_good() -> None:
    assert not puppet_problems(FLAT)
    assert not puppet_problems(DEEP)


def test_thousands_of_mistakes_are_a_few_sentences() -> None:
    """As many as fit into a message: it takes no longer for that."""
    for key, much in (
        ("part", [{"name": "a", "follows": ["a"], "outline": [["x", None]] * 20_000}]),
        ("path", [{"point": "a", "keys": [[0, "x", 2]] * 20_000}]),
        ("rod", [{"ends": ["x", "y"], "zz": 1, "yy": 2}] * 400),
        ("point", {f"key{n}": n for n in range(30_000)}),
        ("stage", {f"key{n}": n for n in range(30_000)}),
        ("joint", [{f"key{n}": n for n in range(1000)}] * 100),
        ("rod", [{"ends": ["x", "y"]}] * 10_000),
    ):
        start = time.thread_time()
        problems = puppet_problems({**copy.deepcopy(FLAT), key: much})
        assert 0 < len(problems) <= MOST_PROBLEMS
        assert time.thread_time() - start < 2.0
