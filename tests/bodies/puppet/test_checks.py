"""What cannot be gets a sentence that names the offender; what can be is taken."""

import math

import pytest

from motorium.bodies.puppet.document import PuppetDocument
from motorium.bodies.puppet.refusals import puppet_problems
from tests.bodies.puppet.puppets import Tables, limb, only_problem, person, row_of, space

OUTLINE = [[0.0, 1.0], [1.0, 1.0], [1.0, 2.0]]
CONE = {"at": "a", "bone": "d", "body": ["b", "c"]}
TWIST = {"at": "a", "bone": "d", "side": "e", "body": ["b", "c"]}
TETRAHEDRON = {
    "vertices": [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    "faces": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
}


PINNED_ABOVE = [{"name": "a", "at": [0, 20], "pinned": True}, {"name": "b", "at": [0, 19.5]}]


def take(**rows: object) -> Tables:
    return {"seconds": 1, "positions": [[0, 0, 1]] * 3, "velocities": [[0, 0, 0]] * 3, **rows}


def part(**keys: object) -> Tables:
    return limb(part=[{"name": "skin", "follows": ["a", "b"], **keys}])


@pytest.mark.parametrize(
    ("tables", "where", "says"),
    [
        (limb(joint=[{"points": ["a", "b", "x"]}]), "joint[0].points", "no point is called 'x'"),
        (
            limb(
                rod=[{"ends": ["a", "shoulder"]}],
                point=[{"name": "shoulde", "at": [0, 0]}, {"name": "a", "at": [1, 1]}],
            ),
            "rod[0].ends",
            "no point is called 'shoulder'; did you mean 'shoulde'? Known are shoulde, a",
        ),
        (
            limb(rod=[{"ends": ["a", "a"]}]),
            "rod[0].ends",
            "the rod from a to a links a point with itself",
        ),
        (
            limb(rod=[{"ends": ["a", "b"]}, {"ends": ["b", "a"]}]),
            "rod[1].ends",
            "b and a are linked by two rods; one will do",
        ),
        (
            row_of([0, 1], [0, 1]),
            "rod[0]",
            "the rod from a to b has no length: both are at one place",
        ),
        (
            limb(rod=[{"ends": ["a", "b"], "length": [0, 0]}]),
            "rod[0].length",
            "can have no length but 0",
        ),
        (
            limb(rod=[{"ends": ["a", "b"], "length": [2, 1]}]),
            "rod[0].length",
            "length of the rod from a to b: must be two numbers from 0 to 100, the first not",
        ),
        (
            limb(point=[{"name": "a", "at": [0, 0], "mass": 0}], rod=[]),
            "point[0].mass",
            "mass of the point a: must be from 0.001 to 1000",
        ),
        (
            limb(point=[{"name": "a", "at": [0, 0], "mass": -1}], rod=[]),
            "point[0].mass",
            "mass of the point a: must be from 0.001 to 1000",
        ),
        (
            limb(joint=[{"points": ["a", "b", "a"]}]),
            "joint[0].points",
            "needs three different points",
        ),
        (
            {**row_of([0, 1], [0, 1], [1, 1], joint=[{"points": ["a", "b", "c"]}]), "rod": []},
            "joint[0].points",
            "the joint at b (from a to c) has no angle: two of its points are at one place",
        ),
        (
            limb(cone=[{**CONE, "bone": "b", "body": ["b", "c"]}]),
            "cone[0]",
            "a cone is for puppets of 3 dimensions; this one has 2",
        ),
        (
            space(joint=[{"points": ["a", "d", "e"], "angle": [-1, 1]}]),
            "joint[0].angle",
            "in 3 dimensions a bend is at least 0",
        ),
        (
            space(cone=[{**CONE, "body": ["b", "b"]}]),
            "cone[0]",
            "the cone at a (of d) needs a hinge, a bone and two more points, all different",
        ),
        (
            {
                **space(cone=[CONE]),
                "point": [
                    {"name": n, "at": [0.0, y, 1.0]}
                    for n, y in zip("abcde", (0, 1, 2, 3, 4), strict=True)
                ],
            },
            "cone[0].body",
            "the cone at a (of d): a, b and c are in a line, which tells no sides; choose a point",
        ),
        (
            space(cone=[{**CONE, "axis": [0, 0, 0]}]),
            "cone[0].axis",
            "the cone at a (of d) has an axis of no length",
        ),
        (
            {
                **space(twist=[{**TWIST, "side": "c", "bone": "d", "at": "a", "body": ["b", "c"]}]),
                "point": [
                    {"name": "a", "at": [0, 0, 1]},
                    {"name": "b", "at": [0, 1, 1]},
                    {"name": "c", "at": [2, 0, 1]},
                    {"name": "d", "at": [1, 0, 1]},
                    {"name": "e", "at": [1, 0, 2]},
                ],
            },
            "twist[0].side",
            "the twist at a (of d): its side, c, must be beside the line of the bone",
        ),
        (
            part(follows=[], outline=OUTLINE),
            "part[0].follows",
            "the part skin follows no point; it needs at least one",
        ),
        (
            part(follows=["a", "a"], outline=OUTLINE),
            "part[0].follows",
            "the part skin follows a point twice",
        ),
        (part(), "part[0]", "the part skin has no outline and no vertices; it needs one of them"),
        (
            part(outline=OUTLINE, **TETRAHEDRON),
            "part[0]",
            "the part skin has both outline and vertices",
        ),
        (
            part(outline=OUTLINE[:2]),
            "part[0].outline",
            "the part skin needs at least three vertices, not 2",
        ),
        (
            part(outline=OUTLINE, faces=[[0, 1, 2]]),
            "part[0].faces",
            "faces go with vertices, not with an outline",
        ),
        (part(vertices=OUTLINE), "part[0].faces", "the part skin has vertices, but no faces"),
        (
            part(vertices=OUTLINE, faces=[[0, 1, 3]]),
            "part[0].faces[0]",
            "names vertex 3, which is not there: the last is 2",
        ),
        (part(vertices=OUTLINE, faces=[[0, 1, 1]]), "part[0].faces[0]", "names a vertex twice"),
        (
            part(outline=OUTLINE, color="red"),
            "part[0].color",
            'color of the part skin: must be "#rrggbb", as "#e07a5f", not \'red\'',
        ),
        (
            part(outline=[], **TETRAHEDRON),
            "part[0]",
            "the part skin has both outline and vertices; it needs one of them",
        ),
        (
            limb(point=[{"name": "", "at": [0, 0]}], rod=[]),
            "point[0].name",
            "must be at least 1 letter long, not ''",
        ),
        (limb(rod=[{"ends": ["a", "b", "c"]}]), "rod[0].ends", "must be 2 names, not 3"),
        (limb(rod=[{"ends": ["a"]}]), "rod[0].ends", "must be 2 names, not 1"),
        (limb(joint=[{"points": ["a", "b"]}]), "joint[0].points", "must be 3 names, not 2"),
        (limb(stage={"low": [0, 0]}), "stage.low", "must be 3 numbers, not 2"),
        (
            part(outline=[[0.0, 0.5, 1.0], [1.0, 0.0, 1.0], [1.0, 2.0]]),
            "part[0].outline[0]",
            "a vertex of the part skin must be at [x, z] or have y = 0",
        ),
        (
            limb(puppet={"dimensions": 3}, rod=[], point=[{"name": "a", "at": [0, 0]}]),
            "point[0].at",
            "the point a must be at three numbers, [x, y, z]",
        ),
        (
            limb(path=[{"point": "a", "keys": [[0, 0, 1], [2, 0, 1], [1, 0, 1]]}]),
            "path[0].keys[2]",
            "the path of a: times must ascend; behind 2 must be a later, not 1.0",
        ),
        (
            limb(path=[{"point": "a", "keys": [[0, 0, 1], [0, 0, 1]]}]),
            "path[0].keys[1]",
            "the path of a: times must ascend",
        ),
        (
            limb(path=[{"point": "a", "keys": [[-1, 0, 1]]}]),
            "path[0].keys[0]",
            "the path of a begins before 0",
        ),
        (
            limb(path=[{"point": "a", "keys": [[0, 0, 1]]}] * 2),
            "path[1]",
            "another path holds that point at the same time",
        ),
        (
            limb(take={"seconds": 1, "positions": [[0, 0, 0]], "velocities": [[0, 0, 0]] * 3}),
            "take.positions",
            "must have a row for each of the 3 points, not 1",
        ),
        (
            limb(take=take(positions=[[0, 0, 1], [1, 0.5, 1], [1, 0, 2]])),
            "take.positions[1]",
            "must have y = 0: the puppet has 2 dimensions, not [1.0, 0.5, 1.0]",
        ),
        (
            limb(take=take(velocities=[[0, 0, 1], [1, 0, 1], [1, -3, 2]])),
            "take.velocities[2]",
            "must have y = 0: the puppet has 2 dimensions, not [1.0, -3.0, 2.0]",
        ),
        (
            limb(take=take(positions=[[0, 0, 1], [1, 0, 1], [500, 0, 2]])),
            "take.positions[2]",
            "must be near the stage, at most 5 m, as far as the stage is across, from its middle",
        ),
        (
            row_of([0, 2.5], [0, 2], point=PINNED_ABOVE),
            "point[0].at",
            "the point a is pinned outside of its stage, beyond the wall at z = 3, not [0.0, 20.0]",
        ),
        (
            limb(stage={"low": [0, 0, 0], "high": [1, 0, 1]}),
            "stage.high",
            "must be above low along y, 0, not 0.0",
        ),
        (
            limb(point=[{"name": "a", "at": [0, 0]}, {"name": "a", "at": [1, 0]}], rod=[]),
            "point[1].name",
            "'a' is already the name of point[0]; names must differ",
        ),
        (
            limb(point=[{"name": "a", "at": [1]}], rod=[]),
            "point[0].at",
            "at of the point a: must be 2 or 3 numbers, not 1",
        ),
        (
            limb(path=[{"point": "a", "keys": [[0, 1, 2, 3, 4]]}]),
            "path[0].keys[0]",
            "keys[0] of the path of a: must be 3 or 4 numbers, not 5",
        ),
        (
            limb(point=[{"name": "a\n", "at": [0, 0]}], rod=[]),
            "point[0].name",
            "must be letters, digits and signs in one line",
        ),
    ],
)
def test_what_cannot_be(tables: Tables, where: str, says: str) -> None:
    at, sentence = only_problem(tables)
    assert at == where
    assert says in sentence


def test_a_rod_longer_than_the_way_around_it() -> None:
    """Head and hip are linked over the neck: 0.212 + 0.550 m."""
    tables = person()
    tables["rod"].append({"ends": ["head", "hip"], "length": [0.9, 1.0]})
    where, sentence = only_problem(tables)
    assert where == "rod[16]"
    assert sentence == (
        "the rod from head to hip is at least 0.9 m long, but over other rods (head, neck, hip) "
        "they are at most 0.7622 m apart"
    )
    tables["rod"][-1]["length"] = [0.7, 1.0]
    assert not puppet_problems(tables)


@pytest.mark.parametrize(
    ("angle", "fits"),
    [
        ([1.55, 1.6], True), ([-1.6, -1.55], True), ([1.3, 1.4], False), ([1.7, 3.0], False),
        ([-3.0, -1.7], False), ([-1.0, 1.0], False), ([-3.1, 3.1], True),
    ],
)  # fmt: skip
def test_the_law_of_cosines(angle: list[float], fits: bool) -> None:
    """Sides 1, 1 and the root of 2: a right angle, to either side."""
    tables = limb(joint=[{"points": ["a", "b", "c"], "angle": angle}])
    tables["rod"].append({"ends": ["c", "a"]})
    problems = puppet_problems(tables)
    assert not problems if fits else problems[0].where == "joint[0]"
    if not fits:
        assert "the rods between its three points bend it from 1.57 to 1.57" in problems[0].sentence


def test_telescopic_sides_leave_an_interval() -> None:
    """a, b: 1 m; a, c from 1 to 1.9 m: bends from 2 acos(0.95) = 0.635 to 2 acos(0.5) = 2.094."""
    for angle, fits in (([0.0, 0.6], False), ([0.0, 0.66], True), ([2.15, 3.0], False)):
        tables = limb(joint=[{"points": ["a", "b", "c"], "angle": angle}])
        tables["rod"].append({"ends": ["a", "c"], "length": [1.0, 1.9]})
        assert (not puppet_problems(tables)) == fits
        if not fits:
            assert "bend it from 0.635 to 2.09" in puppet_problems(tables)[0].sentence


def test_two_joints_of_the_same_points() -> None:
    """Told from the other side, a bend to the left is one to the right."""
    one = {"points": ["a", "b", "c"], "angle": [0.5, 2.0]}
    for other, fits in (
        ({"points": ["a", "b", "c"], "angle": [1.0, 3.0]}, True),
        ({"points": ["a", "b", "c"], "angle": [2.1, 3.0]}, False),
        ({"points": ["c", "b", "a"], "angle": [-3.0, -1.0]}, True),
        ({"points": ["c", "b", "a"], "angle": [1.0, 3.0]}, False),
    ):
        tables = limb(joint=[one, other])
        if fits:
            assert not puppet_problems(tables)
        else:
            where, sentence = only_problem(tables)
            assert where == "joint[1]"
            assert "two joints of these points exclude each other" in sentence


def pinned(apart: float) -> Tables:
    tables = row_of([0.0, 1.0], [1.0, 1.0], [apart, 1.0], stage={"high": [4.0, 1.0, 3.0]})
    tables["rod"] = [{"ends": ["a", "b"], "length": [0, 1]}, {"ends": ["b", "c"], "length": [0, 1]}]
    for index in (0, 2):
        tables["point"][index]["pinned"] = True
    return tables


def test_pins_too_far_apart() -> None:
    assert not puppet_problems(pinned(2.0))
    where, sentence = only_problem(pinned(2.1))
    assert where == "point[2]"
    assert sentence == (
        "a is pinned and c is pinned, up to 2.1 m apart, but what links them (a, b, c) reaches 2 m"
    )


def test_paths_that_tear() -> None:
    """Both go to the right for a second: farthest apart is when only one of them does."""
    tables = pinned(2.0)
    for point in tables["point"]:
        point["pinned"] = False
    together = [[0.0, 0.0, 1.0], [1.0, 1.0, 1.0], [2.0, 0.0, 1.0]]
    ahead = [[t, x + 1.9, z] for t, x, z in together]
    late = [[0.0, 1.9, 1.0], [0.5, 2.9, 1.0], [2.0, 1.9, 1.0]]
    tables["path"] = [{"point": "a", "keys": together}, {"point": "c", "keys": ahead}]
    assert not puppet_problems(tables)
    tables["path"][1]["keys"] = late
    where, sentence = only_problem(tables)
    assert where == "point[2]"
    assert "a has a path and c has a path, up to 2.4 m apart" in sentence


def test_what_hands_did_in_a_take_may_stretch() -> None:
    tables = pinned(2.0)
    tables["path"] = [{"point": "b", "keys": [[0, 1, 1], [1, 1, 2.5]], "loop": False}]
    assert puppet_problems(tables)
    rows = [[0.0, 0.0, 1.0]] * 3
    tables["take"] = {"seconds": 2.0, "positions": rows, "velocities": rows}
    assert not puppet_problems(tables)


def test_all_problems_are_said_at_once() -> None:
    tables = person()
    tables["point"][3]["mass"] = 0.0
    tables["rod"][0]["length"] = [0.5, 0.4]
    tables["joint"][0]["angel"] = [0.0, 1.0]
    problems = puppet_problems(tables)
    assert [problem.where for problem in problems] == [
        "point[3].mass", "rod[0].length", "joint[0].angel"
    ]  # fmt: skip
    assert problems[2].sentence.startswith(
        "angel of the joint at neck (from hip to head): unknown key; did you mean 'angle'?"
    )


def test_one_mistake_hides_no_other() -> None:
    """Names, shapes, places, room and what excludes each other."""
    tables = row_of(
        [0, 1], [0.5, 1], [1, 1], [1.5, 1], [1.5, 1],
        joint=[
            {"points": ["a", "b", "x"]},
            {"points": ["a", "b", "c"], "angle": [0.5, 1.0]},
            {"points": ["a", "b", "c"], "angle": [1.5, 2.0]},
        ],
        part=[{"name": "skin", "follows": ["a"]}],
    )  # fmt: skip
    tables["rod"].append({"ends": ["a", "c"], "length": [30, 40]})
    tables["rod"].append({"ends": ["a", "d"], "length": [1.6, 2]})
    assert [problem.where for problem in puppet_problems(tables)] == [
        "joint[0].points", "part[0]", "rod[3]", "rod[4].length", "rod[5]", "joint[2]",
    ]  # fmt: skip


def test_who_shares_a_name_is_asked_for_nothing_else() -> None:
    """Nobody knows which of them is meant."""
    tables = row_of([0, 1], [0.5, 1], [0, 1])
    tables["point"][2]["name"] = "b"
    tables["rod"] = [{"ends": ["a", "b"]}]
    assert only_problem(tables)[0] == "point[2].name"


def test_an_empty_page_is_a_puppet() -> None:
    """One begins to draw with it."""
    assert PuppetDocument.model_validate({"format": 1}).point == []
    assert not puppet_problems({"format": 1})


@pytest.mark.parametrize("bad", [math.nan, math.inf, "1", True, None, [], {}])
def test_no_number_is_no_number(bad: object) -> None:
    for tables, where in (
        (limb(stage={"bounce": bad}), "stage.bounce"),
        (limb(point=[{"name": "a", "at": [bad, 0]}], rod=[]), "point[0].at[0]"),
        (part(outline=[[0.0, bad], [1.0, 1.0], [1.0, 2.0]]), "part[0].outline[0][1]"),
    ):
        assert [problem.where for problem in puppet_problems(tables)] == [where]
