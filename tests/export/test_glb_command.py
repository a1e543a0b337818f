"""`motorium glb`: what it writes, and what it refuses in a sentence."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

pytest.importorskip("pygltflib", reason="GLB needs motorium[export]")

from PIL import Image

from motorium.bodies.figure.files import FIGURES
from motorium.bodies.puppet.files import puppet_text
from motorium.bodies.species import find_species
from motorium.cli import app
from motorium.export.fish import check_fish, photograph_of
from motorium.export.glb import fish_glb
from motorium.looks.fish_mesh import ROWS
from motorium.motion.digest import repertoire_digest
from motorium.motion.store import repertoire_file, write_repertoire
from motorium.settings import SettingsError
from tests.export.material import recorded
from tests.export.reading import Reader
from tests.motion.captured import cycle
from tests.motion.made_up import made_up_repertoire

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where files are written, and repertoires kept."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("motorium.motion.store.cache_folder", lambda: tmp_path / "cache")
    return tmp_path


def glb(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["glb", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stderr + result.stdout


def test_a_species_of_ones_own_is_written(folder: Path) -> None:
    for file in EXAMPLES.glob("trout*.toml"):
        shutil.copy(file, folder)
    kind = find_species("trout.toml")
    made_up = made_up_repertoire(kind.name, repertoire_digest(kind), frames=4)
    write_repertoire(repertoire_file(kind), made_up)
    code, told = glb("fish", "trout.toml", "--level", "2")
    assert code == 0, told
    assert told.startswith(f"wrote trout.glb: {(folder / 'trout.glb').stat().st_size / 1e6:.2f} MB")
    reader = Reader((folder / "trout.glb").read_bytes())
    assert reader.seconds == pytest.approx(made_up["swim-medium"].seconds)
    code, told = glb("fish", "trout.toml")
    assert (code, told) == (1, "motorium: trout.glb is there already; --force writes over it\n")
    code, _ = glb("fish", "trout.toml", "--level", "2", "--force", "--segment", "hover")
    assert code == 0
    again = Reader((folder / "trout.glb").read_bytes())
    assert again.seconds == pytest.approx(made_up["hover"].seconds)


def test_a_photographed_species_wears_its_photograph(folder: Path) -> None:
    for kept in EXAMPLES.glob("trout*.toml"):
        shutil.copy(kept, folder)
    pixels = np.zeros((512, 1024, 4), dtype=np.uint8)
    pixels[...] = 10, 200, 30, 255
    Image.fromarray(pixels).save(folder / "green.png")
    with (folder / "trout.toml").open("a") as file:
        file.write('\n[skin]\ntexture = "green.png"\n')
    found = photograph_of("trout.toml")
    kind = find_species("trout.toml")
    reader = Reader(fish_glb(kind, cycle(), level=2, photograph=found).data)
    view = reader.json["bufferViews"][reader.json["images"][0]["bufferView"]]
    data = reader.blob[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
    seen = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
    rows = int(len(seen) * ROWS["ventral"][1])
    assert (np.abs(seen[:rows].astype(int) - [10, 200, 30]) < 3).all()
    assert (seen[rows:] != [10, 200, 30]).any()
    fins = reader.json["materials"][-1]
    assert (fins["alphaMode"], fins["doubleSided"]) == ("MASK", True)


def test_a_puppets_take_is_written(folder: Path) -> None:
    document = recorded("person", "left hand")
    (folder / "thrown.toml").write_text(puppet_text(document), encoding="utf-8")
    code, told = glb("puppet", "thrown.toml")
    assert code == 0, told
    assert document.take is not None
    seconds = Reader((folder / "thrown.glb").read_bytes()).seconds
    assert seconds == pytest.approx(document.take.seconds - 1 / 60)
    code, told = glb("puppet", "thrown.toml", "--seconds", "2", "--force")
    assert code == 1
    assert "has a take" in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("fish", "clownfsh"), "no species is called 'clownfsh'; known are butterflyfish, "),
        (("fish", "missing.toml"), "missing.toml is missing"),
        (("fish", "herring", "--segment", "swim-fats"), "did you mean 'swim-fast'?"),
        (("fish", "herring", "--level", "3"), "level must be from 0, the finest, to 2, not 3"),
        (("fish", "herring", "--size", "nan"), "size must be from 0.1 to 10, not nan"),
        (("fish", "herring", "--cycles", "0"), "cycles must be from 1 to 100, not 0"),
        (("fish", "herring", "-o", "it.gltf"), "it.gltf: its name must end in .glb"),
        (("fish", "herring", "-o", "no/it.glb"), "there is no folder no"),
        (("puppet", "preson"), "did you mean 'person'?"),
        (("puppet", "person", "--seconds", "999"), "seconds must be from 1/60 to 120, not 999"),
        (("figure", "crawl", "--figure", "human"), f"known are {', '.join(FIGURES)}"),
        (("figure", "crawl", "dead", "--graph", "no.st"), "no.st: there is no such file, and no "),
        (
            ("figure", "crawl", "dead", "--graph", "sailor"),
            "known are pedestrian, performer, soldier",
        ),
    ],
)
def test_mistakes_are_sentences(words: tuple[str, ...], sentence: str, folder: Path) -> None:
    code, told = glb(*words)
    assert code == 1
    assert sentence in told
    assert told.startswith("motorium: ")
    assert told.count("\n") == 1
    assert not list(folder.glob("*.glb"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=30))
def test_any_other_name_of_a_segment_is_refused(name: str) -> None:
    with pytest.raises(SettingsError, match="no segment is called"):
        check_fish(name, 1.0, 0, 1)
