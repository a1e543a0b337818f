"""Where `motorium texture` writes, and what it refuses before any work."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from motorium.cli import app
from motorium.looks.texture_mesh import making
from motorium.looks.texture_mesh.making import make_species
from motorium.settings import SettingsError
from motorium.world.scenario import scenario_text
from tests.looks.texture_mesh.drawn import draw_fish

FISH = draw_fish("clownfish", size=(320, 200), length=220).file()


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A photograph, in a folder in which nobody may begin to look for the fish."""

    def work(*_: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr(making, "read_photo", work)
    file = tmp_path / "my-fish.png"
    file.write_bytes(FISH)
    return file


def refused(*arguments: object) -> str:
    done = CliRunner().invoke(app, ["texture", *map(str, arguments)])
    assert done.exit_code == 1, done.exception
    assert isinstance(done.exception, SystemExit), done.exception
    return done.stderr


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_a_photograph_is_never_written_over(photo: Path, force: list[str]) -> None:
    texture = photo.rename(photo.with_name("carp.texture.png"))
    link = photo.with_name("link.png")
    link.symlink_to(texture)
    round_about = photo.parent / "." / texture.name
    to = ["--species", "herring", "--out", photo.parent, "--name", "carp", *force]
    assert "never written over" in refused(round_about, *to)
    to[-1 - len(force)] = "other"
    for preview in (round_about, link):
        assert "never written over" in refused(texture, *to, "--preview", preview)
    assert texture.read_bytes() == FISH
    assert sorted(photo.parent.iterdir()) == sorted([texture, link])


def test_what_cannot_be_written_is_said_before_the_work(photo: Path) -> None:
    here = photo.parent
    to = [photo, "--species", "herring", "--out"]
    new = here / "new" / "sea"
    assert "no folder to write into" in refused(*to, photo)
    assert "no folder to write into" in refused(*to, photo / "deeper")
    assert "there is no folder" in refused(*to, new, "--preview", here / "none" / "mesh.png")
    assert "PNG" in refused(*to, new, "--preview", here / "mesh.xyz")
    own = new / "my-fish.texture.png"
    assert "of the species itself" in refused(*to, new, "--preview", own)
    (here / "folder.png").mkdir()
    assert "is a folder" in refused(*to, new, "--preview", here / "folder.png", "--force")
    (here / "my-fish.toml").write_text("mine")
    assert "--force" in refused(*to, here)
    for name in ("../evil", "Ä", "a b", "-a"):
        assert "no name for a species" in refused(*to, new, f"--name={name}")
    assert "a species that ships" in refused(*to, new, "--name", "herring")
    assert "41 characters, at most 40" in refused(*to, new, "--name", 41 * "a")
    assert "61 characters, at most 60" in refused(*to, new, "--label", 61 * "a")
    for label in ("two\nlines", "", " "):
        assert "no label for a species" in refused(*to, new, f"--label={label}")
    assert not new.parent.exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_a_folder_that_is_read_only_is_named(photo: Path) -> None:
    closed = photo.parent / "closed"
    closed.mkdir(mode=0o500)
    assert str(closed) in refused(photo, "--species", "herring", "--out", closed)


def test_what_is_no_species_is_said_in_a_sentence(photo: Path) -> None:
    scenario = photo.with_name("reef.toml")
    scenario.write_text(scenario_text("reef"))
    told = refused(photo, "--species", scenario, "--out", photo.parent / "new")
    assert "is no species" in told
    assert told.count("\n") == 1


def test_a_picture_that_cannot_be_used_is_named(
    photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    photo.write_bytes(b"no picture at all")
    told = refused(photo, "--species", "herring", "--out", photo.parent / "new")
    assert told.startswith(f"{photo}: that is no picture")


def test_what_went_wrong_leaves_no_folder(photo: Path) -> None:
    with pytest.raises(AssertionError, match="begun"):
        make_species(photo, "herring", photo.parent / "new" / "sea")
    assert list(photo.parent.iterdir()) == [photo]


def test_a_full_disk_is_said(photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.undo()
    monkeypatch.setattr(making, "replace_file", full)
    with pytest.raises(SettingsError, match="No space left"):
        make_species(photo, "clownfish", tmp_path / "new", preview=tmp_path / "mesh.png")
    assert not (tmp_path / "new").exists()
