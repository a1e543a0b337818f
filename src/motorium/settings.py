"""Reading TOML files that people write: errors name the file, the key and the valid choices."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    StrictFloat,
    ValidationError,
    model_validator,
)
from pydantic_core import CoreSchema, core_schema

from motorium.problems import Wrong, problems_of, raise_wrongs, shown

__all__ = [
    "Number",
    "Settings",
    "SettingsError",
    "Span",
    "StrictSettings",
    "parse_settings",
    "read_settings",
]

Model = TypeVar("Model", bound="Settings")

Number = StrictFloat
"""Neither true nor "1.5" will do."""


class SettingsError(ValueError):
    """A file that cannot be used; its text is one sentence a problem."""


class Settings(BaseModel):
    """A table of a file: closed, so that a misspelt key is found."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    def wrongs(self) -> Iterable[Wrong]:
        """What does not go together, though each value is right in itself."""
        return ()

    @model_validator(mode="after")
    def _goes_together(self) -> Self:
        raise_wrongs(self, self.wrongs())
        return self


class StrictSettings(Settings):
    """A table whose numbers must be numbers: neither true nor "1.5" will do."""

    model_config = ConfigDict(strict=True)


@dataclass(frozen=True)
class Span:
    """Of two numbers: from which to which, within these limits."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"two numbers from {self.low:g} to {self.high:g}, the first not larger"

    def check(self, pair: tuple[float, float]) -> tuple[float, float]:
        if not self.low <= pair[0] <= pair[1] <= self.high:
            raise ValueError(f"must be {self}, not {list(pair)}")
        return pair

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))


_LONG_KEY: Final = re.compile(r"""(?<![\w"'-])[\w"'-]+(?:[ \t]*\.[ \t]*[\w"'-]+){64}""")
"""A key of so many parts: tables as deep as that overflow the stack of whoever looks at them."""


def read_settings(path: Path, model: type[Model]) -> Model:
    """Read and check a TOML file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise SettingsError(f"{path}: there is no such file") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: is not text in UTF-8") from None
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror or error}") from None
    return parse_settings(text, str(path), model)


def parse_settings(text: str, source: str, model: type[Model]) -> Model:
    """Check the text of a TOML file that came from `source`."""
    if _LONG_KEY.search(text):
        raise SettingsError(f"{source}: not valid TOML: nested too deeply")
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise SettingsError(f"{source}: not valid TOML: nested too deeply") from None
    except ValueError as error:  # Also an integer of more digits than Python reads.
        raise SettingsError(f"{source}: not valid TOML: {error}") from None
    _check_format(data, source)
    try:
        return model.model_validate(data)
    except ValidationError:
        problems = problems_of(data, model)
        raise SettingsError("\n".join(f"{source}: {problem}" for problem in problems)) from None


def _check_format(data: dict[str, Any], source: str) -> None:
    version = data.get("format")
    if version is None:
        raise SettingsError(f"{source}: the key 'format' is missing; it must be 1")
    if type(version) is not int or version < 1:
        raise SettingsError(f"{source}: format: {shown(version)} is not a version; it must be 1")
    if version > 1:
        raise SettingsError(
            f"{source}: format {shown(version)} is newer than this program, which reads format 1"
        )
