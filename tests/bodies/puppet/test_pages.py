"""What the pages about puppets show is so."""

import re

from docs.pictures.puppets import PAGE, TABLES, page
from docs.pictures.scenarios import MARKS
from motorium.bodies.puppet.document import PuppetDocument
from motorium.bodies.puppet.files import parse_puppet, shipped_puppets


def test_the_tables_are_of_these_models() -> None:
    kept = PAGE.read_text(encoding="utf-8")
    assert set(TABLES) == {found[2] for found in MARKS.finditer(kept)}
    assert set(TABLES) == set(PuppetDocument.model_fields) - {"format"}
    assert kept == page(), "write them again: python -m docs.pictures.puppets"


def test_the_shown_file_can_be_loaded() -> None:
    text = PAGE.read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    arm = parse_puppet(shown, "puppets.md")
    assert [point.name for point in arm.point] == ["shoulder", "elbow", "hand"]


def test_all_that_ship_are_named() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z]+)` \|", text.split("## A file")[0], re.MULTILINE)
    assert sorted(rows) == shipped_puppets()
