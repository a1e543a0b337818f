"""What is wrong with a table that somebody wrote: a sentence a problem, all of them at once."""

from __future__ import annotations

import difflib
import re
import reprlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import InitErrorDetails, PydanticCustomError

__all__ = [
    "Wrong",
    "allowed",
    "did_you_mean",
    "field_limits",
    "problems_of",
    "raise_wrongs",
    "shown",
]

Location = tuple[int | str, ...]

MOST_ROUNDS: Final = 8
"""How often a file is checked again without what was wrong in it."""
_EXPECTED: Final = {
    "bool": "true or false",
    "dict": "a table",
    "finite": "a finite number",
    "float": "a number",
    "int": "a whole number",
    "list": "a list",
    "model": "a table",
    "string": "text in quotes",
    "tuple": "a list",
}
"""What should stand there, by how pydantic's names of problems begin."""
_PATTERNS: Final = {
    "^#[0-9a-f]{6}$": '"#rrggbb", as "#e07a5f"',
    "^#[0-9a-fA-F]{6}$": '"#rrggbb", as "#e07a5f"',
    "^[a-z][a-z0-9-]*$": "small letters, digits and hyphens, a letter first",
    "^[ -~]*$": "letters, digits and signs of ASCII",
}
"""What a text that must match these should be."""

_SHORT: Final = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60


@dataclass(frozen=True)
class Wrong:
    """A value that does not go together with others: where in its table, a sentence about it, and
    the names of the other keys that the sentence rests on."""

    where: Location
    sentence: str
    with_keys: tuple[str, ...] = ()
    given: Any = None


def raise_wrongs(table: BaseModel, wrongs: Iterable[Wrong]) -> None:
    """To be called by a model's validator: all that is wrong, each at its own place."""
    details = [
        InitErrorDetails(
            type=PydanticCustomError(
                "wrong", "{sentence}", {"sentence": one.sentence, "with_keys": one.with_keys}
            ),
            loc=one.where,
            input=one.given,
        )
        for one in wrongs
    ]
    if details:
        raise ValidationError.from_exception_data(type(table).__name__, details)


def problems_of(data: dict[str, Any], model: type[BaseModel]) -> list[str]:
    """All problems of a table; none, if the model takes it. What is wrong is taken out of the data.

    What does not go together is found only among values that are right in themselves: so it is
    checked again without what was wrong. Sentences that rest on what was taken out are left out.
    """
    origins = dict(_origins(data))
    found: list[str] = []
    gone: set[str] = set()
    for again in range(MOST_ROUNDS):
        try:
            model.model_validate(data)
        except ValidationError as error:
            problems = error.errors(include_url=False)
        else:
            return found
        for problem in problems:
            rests_on = {*_with_keys(problem), *_keys(problem["loc"])}
            if not again or (problem["type"] == "wrong" and not rests_on & gone):
                where = _origin(data, problem["loc"], origins)
                found.append(_sentence(problem, where, model))
        culprits = [_culprit(data, problem["loc"], model) for problem in problems]
        for problem, (holder, key, names) in zip(problems, culprits, strict=True):
            gone |= names
            _take_out(holder, key)
            for other in _with_keys(problem):
                gone.add(other)
                _take_out(holder, other)
    return found


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """The known word that is likely meant, or nothing, to be put behind a sentence."""
    close = difflib.get_close_matches(str(word)[:80].lower(), list(known), n=1, cutoff=0.7)
    return f"; did you mean {close[0]!r}?" if close and close[0] != word else ""


def allowed(metadata: Iterable[object]) -> str:
    """What a number may be, from a field's constraints: "from 0 to 20"; "" if it may be any."""
    low, high = "", ""
    for limit in metadata:
        match limit:
            case Ge(ge=value):
                low = f"at least {_figure(value)}"
            case Gt(gt=value):
                low = f"more than {_figure(value)}"
            case Le(le=value):
                high = f"at most {_figure(value)}"
            case Lt(lt=value):
                high = f"less than {_figure(value)}"
    if low.startswith("at least") and high.startswith("at most"):
        return f"from {low.removeprefix('at least ')} to {high.removeprefix('at most ')}"
    return " and ".join(part for part in (low, high) if part)


def field_limits(field: FieldInfo) -> list[object]:
    """All constraints of a field and of what it holds."""
    return [*field.metadata, *_annotated(field.annotation)]


def _figure(value: Any) -> str:
    return f"{value:,.0f}" if abs(value) >= 1e6 else f"{value:g}"


# ---------------------------------------------------------------- sentences


def _sentence(problem: Any, where: Location, model: type[BaseModel]) -> str:
    kind, given = str(problem["type"]), problem["input"]
    context = problem.get("ctx", {})
    at = _path(where)
    if kind == "extra_forbidden":
        known = list(_table_at(model, where[:-1]).model_fields)
        meant = did_you_mean(where[-1], known)
        which = f"{' Known' if meant else '; known'} keys are {', '.join(known)}"
        return f"{at}: unknown key{meant}{which}"
    if kind == "missing" and isinstance(where[-1], int):
        things = _tuple_things(_annotation_at(model, where))
        return f"{_path(where[:-1])}: must be {len(things)} {_plural(things)}, not {where[-1]}"
    if kind == "missing":
        return f"{at}: is missing"
    if kind == "wrong":
        ending = "" if given is None else f", not {shown(given)}"
        return f"{at}: {problem['msg']}{ending}".removeprefix(": ")
    if kind == "literal_error":
        choices = _choices(_annotation_at(model, where))
        meant = did_you_mean(given, choices)
        return f"{at}: must be one of {', '.join(choices)}, not {shown(given)}{meant}"
    if kind in ("greater_than", "greater_than_equal", "less_than", "less_than_equal"):
        limits = allowed(_limits_at(model, where)) or problem["msg"].removeprefix(
            "Input should be "
        )
        return f"{at}: must be {limits}, not {shown(given)}"
    if kind == "list_type" and _inner_model(_annotation_at(model, where)):
        return f"{at}: must be a list of tables, each under [[{at}]]"
    if kind == "too_long" and context["field_type"] == "Tuple":
        made_of = _plural(_tuple_things(_annotation_at(model, where)))
        return f"{at}: must be {context['max_length']} {made_of}, not {context['actual_length']}"
    if kind == "too_long":
        return f"{at}: must hold at most {context['max_length']}, not {context['actual_length']}"
    if kind == "too_short":
        return f"{at}: must hold at least {context['min_length']}, not {context['actual_length']}"
    if kind == "string_too_long":
        return f"{at}: must be at most {context['max_length']} letters long, not {len(given)}"
    if kind == "string_too_short":
        least = context["min_length"]
        return f"{at}: must be at least {least} letter{'s' * (least > 1)} long, not {shown(given)}"
    if kind == "string_pattern_mismatch":
        like = _PATTERNS.get(context["pattern"], f"text that matches {context['pattern']}")
        return f"{at}: must be {like}, not {shown(given)}"
    if kind == "value_error":
        return f"{at}: {problem['msg'].removeprefix('Value error, ')}".removeprefix(": ")
    expected = _EXPECTED.get(kind.split("_")[0])
    if expected is not None:
        return f"{at}: must be {expected}, not {shown(given)}"
    return f"{at}: {problem['msg'][0].lower()}{problem['msg'][1:]}, not {shown(given)}"


def shown(value: object) -> str:
    """A value as one would write it in the file, not too long."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return _SHORT.repr(value)
    except ValueError:  # An integer of too many digits.
        return "a number of thousands of digits"


def _path(where: Location) -> str:
    parts = (f"[{part}]" if isinstance(part, int) else f".{_key(part)}" for part in where)
    return "".join(parts).removeprefix(".")


def _key(name: str) -> str:
    """As in a file: in quotes, if it is not of plain letters."""
    return name if re.fullmatch(r"[\w-]+", name) else shown(name)


# ---------------------------------------------------------------- where in the model


def _table_at(model: type[BaseModel], where: Location) -> type[BaseModel]:
    for part in where:
        if isinstance(part, str) and part in model.model_fields:
            model = _inner_model(model.model_fields[part].annotation) or model
    return model


def _field_at(model: type[BaseModel], where: Location) -> FieldInfo | None:
    keys = [n for n, part in enumerate(where) if isinstance(part, str)]
    if not keys:
        return None
    return _table_at(model, where[: keys[-1]]).model_fields.get(str(where[keys[-1]]))


def _annotation_at(model: type[BaseModel], where: Location) -> Any:
    found = _field_at(model, where)
    return None if found is None else found.annotation


def _limits_at(model: type[BaseModel], where: Location) -> list[object]:
    found = _field_at(model, where)
    return [] if found is None else field_limits(found)


def _annotated(annotation: Any) -> Iterator[object]:
    for extra in getattr(annotation, "__metadata__", ()):
        yield from getattr(extra, "metadata", [extra])
    for argument in get_args(annotation):
        yield from _annotated(argument)


def _choices(annotation: Any) -> list[str]:
    """All that a Literal, however deep inside an annotation, leaves to choose from."""
    if get_origin(annotation) is Literal:
        return [str(choice) for choice in get_args(annotation)]
    return [choice for inner in get_args(annotation) for choice in _choices(inner)]


def _tuple_things(annotation: Any) -> tuple[Any, ...]:
    """What is in the tuple that an annotation is or holds; nothing if there is none."""
    if get_origin(annotation) is tuple:
        return get_args(annotation)
    inner = (_tuple_things(argument) for argument in get_args(annotation))
    return max(inner, key=len, default=())


def _plural(things: tuple[Any, ...]) -> str:
    """What such a tuple is made of."""
    texts = (thing is str or str in get_args(thing) for thing in things)
    return "names" if things and all(texts) else "numbers"


def _inner_model(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (_inner_model(argument) for argument in get_args(annotation))
    return next((found for found in inner if found is not None), None)


# ---------------------------------------------------------------- where in the data


def _origins(data: Any, where: Location = ()) -> Iterator[tuple[int, Location]]:
    """Where each table stands: lists grow shorter when tables are taken out of them."""
    if isinstance(data, dict):
        yield id(data), where
        for key, value in data.items():
            yield from _origins(value, (*where, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _origins(value, (*where, index))


def _origin(data: Any, location: Location, origins: dict[int, Location]) -> Location:
    """A place in the data as it is now, in terms of the file."""
    here, found = data, tuple(location)
    for index, part in enumerate(location):
        try:
            here = here[part]
        except (KeyError, IndexError, TypeError):
            break
        if isinstance(here, dict):
            found = (*origins[id(here)], *location[index + 1 :])
    return found


def _culprit(data: Any, location: Location, model: type[BaseModel]) -> tuple[Any, Any, set[str]]:
    """What to take out for a problem: a table and its key; or, where that key is required, a list
    and the table in it. And the names of all keys that go with it."""
    inside = [data]
    for part in location:
        try:
            inside.append(inside[-1][part])
        except (KeyError, IndexError, TypeError):
            break
    for depth in range(min(len(inside), len(location)) - 1, -1, -1):
        holder, held = inside[depth], inside[depth + 1 : depth + 2]
        names = {*_keys(location[: depth + 1]), *_names(held)}
        if isinstance(holder, dict) and held:
            known = _table_at(model, location[:depth]).model_fields.get(str(location[depth]))
            if known is None or not known.is_required():
                return holder, location[depth], names
        elif isinstance(holder, list) and held and isinstance(held[0], dict):
            return holder, held[0], names
    return {}, "", set()


def _take_out(holder: Any, key: Any) -> None:
    if isinstance(holder, list):
        # By identity: another table may say the same.
        holder[:] = [table for table in holder if table is not key]
    else:
        holder.pop(key, None)


def _names(data: Any) -> set[str]:
    if isinstance(data, dict):
        return set(data).union(*(_names(value) for value in data.values()))
    return set().union(*(_names(value) for value in data)) if isinstance(data, list) else set()


def _with_keys(problem: Any) -> tuple[str, ...]:
    others: tuple[str, ...] = problem.get("ctx", {}).get("with_keys", ())
    return others


def _keys(location: Location) -> list[str]:
    return [part for part in location if isinstance(part, str)][-1:]
