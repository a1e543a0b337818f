"""Reading TOML files that people write: errors name the file, the key and the valid choices."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

__all__ = ["Settings", "SettingsError", "StrictSettings", "parse_settings", "read_settings"]

Model = TypeVar("Model", bound="Settings")


class SettingsError(ValueError):
    """A file that cannot be used; its text is one sentence a problem."""


class Settings(BaseModel):
    """A table of a file: closed, so that a misspelt key is found."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class StrictSettings(Settings):
    """A table whose numbers must be numbers: neither true nor "1.5" will do."""

    model_config = ConfigDict(strict=True)


def read_settings(path: Path, model: type[Model]) -> Model:
    """Read and check a TOML file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise SettingsError(f"{path}: there is no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: cannot be read: {error}") from None
    return parse_settings(text, str(path), model)


def parse_settings(text: str, source: str, model: type[Model]) -> Model:
    """Check the text of a TOML file that came from `source`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{source}: not valid TOML: {error}") from None
    _check_format(data, source)
    try:
        return model.model_validate(data)
    except ValidationError as error:
        problems = [_sentence(problem, model) for problem in error.errors(include_url=False)]
        raise SettingsError("\n".join(f"{source}: {problem}" for problem in problems)) from None


def _check_format(data: dict[str, Any], source: str) -> None:
    version = data.get("format")
    if version is None:
        raise SettingsError(f"{source}: the key 'format' is missing; it must be 1")
    if type(version) is not int or version < 1:
        raise SettingsError(f"{source}: format: {version!r} is not a version; it must be 1")
    if version > 1:
        raise SettingsError(
            f"{source}: format {version} is newer than this program, which reads format 1"
        )


def _sentence(problem: Any, model: type[BaseModel]) -> str:
    location = problem["loc"]
    where = "".join(
        f"[{part}]" if isinstance(part, int) else f".{part}" for part in location
    ).lstrip(".")
    if problem["type"] == "extra_forbidden":
        known = ", ".join(_known_keys(model, location[:-1]))
        return f"{where}: unknown key; known keys are {known}"
    if problem["type"] == "missing":
        return f"{where}: is missing"
    text = problem["msg"].removeprefix("Value error, ")
    sentence = f"{where}: {text[0].lower()}{text[1:]}".removeprefix(": ")
    given = problem["input"]
    return sentence if isinstance(given, dict | BaseModel) else f"{sentence}, not {given!r}"


def _known_keys(model: type[BaseModel], location: tuple[int | str, ...]) -> list[str]:
    current: type[BaseModel] = model
    for part in location:
        if isinstance(part, int):
            continue
        current = _inner_model(current.model_fields[part].annotation)
    return list(current.model_fields)


def _inner_model(annotation: Any) -> type[BaseModel]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        try:
            return _inner_model(argument)
        except TypeError:
            continue
    raise TypeError(f"{annotation} holds no table")
