"""Reads messages of pages: bounded, checked, and refused in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from motorium.wire.message import Message, WireError

__all__ = ["Reader"]

Wish = TypeVar("Wish", bound=Message)


class Reader(Generic[Wish]):
    """Of a union of messages that their `type` tells apart.

    members: those of the union; inner: by its key, what a message holds that is a table of its own.
    """

    def __init__(
        self,
        union: Any,
        members: tuple[type[Message], ...],
        most_bytes: int,
        inner: Mapping[str, type[Message]],
    ) -> None:
        self._adapter: TypeAdapter[Wish] = TypeAdapter(union)
        self._members = {str(one.model_fields["type"].default): one for one in members}
        self._most_bytes = most_bytes
        self._inner = inner

    def read(self, text: str | bytes) -> Wish:
        """One message of a page, or a `WireError` that says what is wrong with it."""
        data = text.encode(errors="replace") if isinstance(text, str) else text
        if len(data) > self._most_bytes:
            raise WireError(f"message of {len(data)} bytes; at most {self._most_bytes} are read")
        try:
            return self._adapter.validate_json(data)
        except ValidationError as error:
            raise WireError(self._sentence(error)) from None

    def _sentence(self, error: ValidationError) -> str:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        kind = first["type"]
        if kind == "json_invalid":
            return "message is not JSON"
        if kind in {"union_tag_invalid", "union_tag_not_found"}:
            return f"unknown message type; known types are {', '.join(self._members)}"
        if kind in {"model_attributes_type", "model_type", "dict_type"} and not where:
            return 'message must be a JSON object with a key "type"'
        if kind == "extra_forbidden":
            tables = [table for key, table in self._inner.items() if key in first["loc"]]
            model = tables[0] if tables else self._members[str(first["loc"][0])]
            return f"{where}: unknown key; known keys are {', '.join(model.model_fields)}"
        problem = first["msg"].removeprefix("Value error, ")
        return f"{where}: {problem[0].lower()}{problem[1:]}"
