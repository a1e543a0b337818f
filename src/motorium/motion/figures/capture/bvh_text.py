"""Text of files that people send: its lines, with their numbers, and sentences about them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NoReturn

from motorium.problems import shown
from motorium.settings import SettingsError

__all__ = ["LARGEST", "BvhError", "Lines", "file_text"]

MOST_BYTES: Final = 100_000_000
LARGEST: Final = 1e6
"""No offset, position or angle of a body is farther from zero."""


class BvhError(SettingsError):
    """A BVH file that cannot be used; its text is one sentence."""


def file_text(path: Path) -> str:
    """The text of a file, if it is text, and not too much of it."""
    try:
        if path.exists() and not path.is_file():
            raise BvhError(f"{path}: is not a file; a BVH file was expected")
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise BvhError(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        raise BvhError(f"{path}: cannot be read: {error}") from None
    if len(data) > MOST_BYTES:
        raise BvhError(
            f"{path}: is larger than {MOST_BYTES // 1_000_000} MB, the most that is read"
        )
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise BvhError(f"{path}: is text in UTF-16; save it as UTF-8 or ASCII")
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise BvhError(f"{path}, line {line}: holds a zero byte: a BVH file is text, this is not")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        offender = data[error.start]
        raise BvhError(
            f"{path}, line {line}: the byte 0x{offender:02x} is not UTF-8; a BVH file is text"
        ) from None


class Lines:
    """The lines of a text, gone through once; where it is, is `line`, from 1 on."""

    def __init__(self, text: str, source: str) -> None:
        self.lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self.source = source
        self.line = 0

    def wrong(self, sentence: str, line: int | None = None) -> NoReturn:
        raise BvhError(f"{self.source}, line {line or self.line}: {sentence}")

    def filled(self) -> Iterator[list[str]]:
        """The words of each line that has any."""
        while self.line < len(self.lines):
            self.line += 1
            words = self.lines[self.line - 1].split()
            if words:
                yield words

    def number(self, word: str, where: str) -> float:
        try:
            value = float(word)
        except ValueError:
            self.wrong(f"{shown(word)} {where} is not a number")
        if "_" in word or not math.isfinite(value):
            self.wrong(f"{shown(word)} {where} is not a finite number")
        if abs(value) > LARGEST:
            self.wrong(f"{shown(word)} {where} is beyond {LARGEST:,.0f}, the most that is believed")
        return value
