"""No path from a page reaches the file system: names are those of what ships, and nothing else."""

from __future__ import annotations

import http.client
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from motorium.bodies.puppet.files import load_puppet, puppet_text
from motorium.bodies.species import known_species
from motorium.motion.figures.takes import check_act
from motorium.studio import performing, server
from motorium.studio.conductor import Show
from motorium.studio.hub import Hub
from motorium.studio.puppets import PuppetShow
from motorium.studio.server import Stage
from motorium.studio.texturing import TextureShow
from motorium.wire.message import WireError
from tests.studio.drawn_fish import drawn_fish
from tests.studio.test_doors import Silence
from tests.studio.town_stand_in import served_stage

SECRET = "secret.toml"
LONGEST = 80
"""Of a name in a wish."""
_watching: list[list[str]] = []


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    # A hook stays for ever: it must cost nothing while nobody watches.
    if _watching and event in ("open", "os.listdir", "os.mkdir", "os.rename"):
        _watching[-1].append(str(arguments[0]))


sys.addaudithook(_watch)


@contextmanager
def files_opened() -> Iterator[list[str]]:
    """What Python opens, lists, makes or renames meanwhile, in any thread."""
    _watching.append([])
    try:
        yield _watching[-1]
    finally:
        _watching.pop()


@pytest.fixture
def evil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names that lead to a file which could be read, or near it."""
    secret = tmp_path / SECRET
    secret.write_text(puppet_text(load_puppet("person")), encoding="utf-8")
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    (here / "link.toml").symlink_to(secret)
    return [
        *(str(secret), str(secret.with_suffix("")), f"../{SECRET}", "../secret", "..\\secret"),
        *("link.toml", "link", "./link", f"person/../../{SECRET}", f"{secret}\0", "person\0"),
        *(f"file://{secret}", "%2e%2e/secret", "~", ".", ""),
    ]


def ask(show: Show, wish: dict[str, Any]) -> str:
    """Why a show refuses what a page says; empty if it does not."""
    try:
        future = show.hear(json.dumps(wish), "page")
    except WireError as refusal:
        return str(refusal)
    assert future is not None
    show._grant_wishes()
    problem = future.exception(timeout=0)
    return "" if problem is None else show.refusal(problem).message


def test_puppets_are_opened_by_the_names_of_those_that_ship(evil: list[str]) -> None:
    show = PuppetShow(load_puppet("person"), Hub())
    show._prepare()
    for name in evil:
        with files_opened() as opened:
            refusal = ask(show, {"type": "open", "name": name})
            short = len(name) <= LONGEST
            assert (f"no puppet is called {name!r}" if short else "at most 80") in refusal
            assert ask(show, {"type": "load", "text": name})
        assert not [path for path in opened if "secret" in path or "link" in path]
    assert ask(show, {"type": "open", "name": "cat"}) == ""


def test_scenes_and_acts_are_those_that_ship(evil: list[str]) -> None:
    for name in evil:
        with files_opened() as opened:
            with pytest.raises(ValueError, match="no scene is called"):
                performing._shipped(name)
            with pytest.raises(ValueError, match="no act is called"):
                check_act(name)
        assert not opened
        assert "/" not in performing._filename(name)
        assert "\\" not in performing._filename(name)


def test_a_species_is_written_where_species_are_and_nowhere_else(
    evil: list[str], tmp_path: Path
) -> None:
    folder = tmp_path / "species"
    show = TextureShow(Hub(), folder=folder)
    show.hear_bytes(drawn_fish("PNG"), "page")
    show._grant_wishes()
    wish = {"type": "finish", "label": "Mine", "template": "herring", "count": 0}
    before = sorted(tmp_path.rglob("*"))
    for name in evil:
        with files_opened() as opened:
            assert name == "link" or ask(show, wish | {"name": name})
            assert ask(show, wish | {"name": "mine", "template": name})
        assert not [path for path in opened if "secret" in path or "link" in path]
    assert sorted(tmp_path.rglob("*")) == before
    folder.mkdir()
    (folder / "taken.toml").symlink_to(tmp_path / "elsewhere.toml")
    (tmp_path / "elsewhere.toml").write_text("mine", encoding="utf-8")
    assert "there already" in ask(show, wish | {"name": "taken"})
    assert (tmp_path / "elsewhere.toml").read_text(encoding="utf-8") == "mine"
    assert "herring" in known_species()


def test_the_page_is_served_from_its_folder_and_from_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, secret = tmp_path / "page", tmp_path / SECRET
    page.mkdir()
    secret.write_text("a secret", encoding="utf-8")
    (page / "index.html").write_text("the page", encoding="utf-8")
    (page / "link.html").symlink_to(secret)
    monkeypatch.setattr(server, "PAGE", page)
    with served_stage(Stage("quiet", "/quiet", Silence(), Hub(), 1000)) as address:
        place = address.removeprefix("ws://").removesuffix("/quiet")
        for path in (
            *(f"/../{SECRET}", f"/%2e%2e/{SECRET}", f"/..%2f{SECRET}", f"/%2e%2e%2f{SECRET}"),
            *(f"/..\\{SECRET}", f"/..%5c{SECRET}", f"//{secret}", f"/{secret}", "/link.html"),
            *(f"/index.html/../../{SECRET}", "/%00", f"/x%00/../../{SECRET}", "/" + "x" * 5000),
        ):
            status, body = fetched(place, path)
            assert status in (400, 404, 405), path
            assert "secret" not in body or path in body
        assert fetched(place, "/") == (200, "the page")


def fetched(place: str, path: str) -> tuple[int, str]:
    """As it is written, which libraries for more would not send."""
    connection = http.client.HTTPConnection(place, timeout=60.0)
    try:
        connection.putrequest("GET", path, skip_host=True)
        connection.putheader("Host", "localhost")
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()
