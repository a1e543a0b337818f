"""Documents from what somebody drew or loaded, or all that is wrong with it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from motorium.bodies.puppet.document import PuppetDocument
from motorium.bodies.puppet.files import parse_puppet
from motorium.bodies.puppet.refusals import Problem, puppet_problems
from motorium.settings import SettingsError

__all__ = ["BuildError", "from_tables", "from_text"]


class BuildError(ValueError):
    """A document that cannot be: a sentence, and all problems."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{problems[0].sentence}{more}")
        self.problems = list(problems)


def from_tables(data: Mapping[str, Any]) -> PuppetDocument:
    """From tables with the keys of the file."""
    try:
        return PuppetDocument.model_validate(data)
    except ValidationError:
        raise BuildError(puppet_problems(data)) from None


def from_text(text: str) -> PuppetDocument:
    """From the text of a file."""
    try:
        return parse_puppet(text, "file")
    except SettingsError as error:
        raise BuildError(
            _problems(text) or [Problem("", str(error).removeprefix("file: "))]
        ) from None


def _problems(text: str) -> list[Problem]:
    """None if it is no table of this format at all."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        return []
    return puppet_problems(data) if data.get("format") == 1 else []
