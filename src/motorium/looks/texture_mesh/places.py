"""Where the files of a new species go, and whether they may: asked before any work begins."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

from motorium.bodies.species import CALIBRATED, known_species
from motorium.settings import SettingsError

__all__ = ["LONGEST", "Places", "check_label", "check_name", "check_preview", "spare", "writable"]

TEXTURED: Final = ".texture.png"
"""What the texture of a species is called after it: the photograph may be in the same folder."""
NAME: Final = re.compile(r"[a-z][a-z0-9-]*")
LABEL: Final = re.compile(r"[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*")
LONGEST: Final = {"name": 40, "label": 60}
"""[characters], as the page has it, too."""


@dataclass(frozen=True)
class Places:
    """The files of a species and of the scenario that shows it."""

    shape: Path
    calibration: Path
    texture: Path
    scenario: Path

    @classmethod
    def of(cls, folder: Path, name: str) -> Places:
        endings = (".toml", CALIBRATED, TEXTURED, ".scenario.toml")
        return cls(*(folder / f"{name}{ending}" for ending in endings))

    @property
    def all(self) -> tuple[Path, ...]:
        return astuple(self)

    @property
    def of_species(self) -> tuple[Path, ...]:
        return self.shape, self.calibration, self.texture


def check_name(name: str) -> None:
    """Refuse what is no name for a new species."""
    if not NAME.fullmatch(name):
        raise SettingsError(
            f"{name!r} is no name for a species; small letters, digits and hyphens are, as in "
            "'my-fish'"
        )
    _check_length(name, "name")
    if name in known_species():
        raise SettingsError(f"a species that ships is called {name!r}; take another name")


def check_label(label: str) -> None:
    """Refuse what no page can show as the name of a species."""
    if not LABEL.fullmatch(label):
        raise SettingsError(f"{label!r} is no label for a species; one line of text is")
    _check_length(label, "label")


def _check_length(text: str, what: str) -> None:
    most = LONGEST[what]
    if len(text) > most:
        raise SettingsError(
            f"{text[:most]!r}... is too long a {what} for a species: it has {len(text)} "
            f"characters, at most {most} are taken"
        )


def check_preview(preview: Path, places: Places) -> None:
    """Refuse where no preview can be written."""
    if preview.suffix.lower() != ".png":
        raise SettingsError(f"{preview}: the preview is a PNG picture; name a file that ends so")
    if not preview.parent.is_dir() and preview.parent.resolve() != places.shape.parent.resolve():
        raise SettingsError(f"{preview}: there is no folder {preview.parent}")
    if preview.resolve() in [file.resolve() for file in places.all]:
        raise SettingsError(f"{preview}: a file of the species itself is written there")


def spare(photo: Path, files: tuple[Path, ...], force: bool) -> None:
    """Refuse to write over the photograph; over other files, too, unless forced."""
    for file in files:
        with suppress(FileNotFoundError, NotADirectoryError):
            if file.samefile(photo):
                raise SettingsError(
                    f"{file}: is the photograph, which is never written over; take another name "
                    "or folder"
                )
        if file.is_dir():
            raise SettingsError(f"{file}: is a folder; take another name")
    taken = [str(file) for file in files if file.exists()]
    if taken and not force:
        raise SettingsError(
            f"{', '.join(taken)}: there already; take another --name or folder, or --force"
        )


@contextmanager
def writable(folder: Path) -> Iterator[None]:
    """Make a folder, and see that files can be written into it; what was made goes away again if
    nothing came of it."""
    made: list[Path] = []
    try:
        made += [each for each in (folder, *folder.parents) if not each.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        _remove(made)
        raise SettingsError(
            f"{folder}: no folder to write into: {error.strerror or error}"
        ) from None
    try:
        yield
    except BaseException:
        _remove(made)
        raise


def _remove(folders: list[Path]) -> None:
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()
