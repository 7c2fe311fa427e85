"""The part of JSON Schema that the programs' interface is described with, and what is wrong with a value by it."""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Callable, Mapping
from typing import Any, Final

from stammtisch.web.fields import NO_TEXT

Schema = Mapping[str, Any]


INTEGER: Final[Schema] = {"type": "integer"}
TEXT: Final[Schema] = {"type": "string"}
YES_NO: Final[Schema] = {"type": "boolean"}


def between(low: int, high: int) -> Schema:
    """Return the schema of a whole number, both ends included."""
    return {"type": "integer", "minimum": low, "maximum": high}


def text(low: int, high: int) -> Schema:
    """Return the schema of a text of so many letters."""
    return {"type": "string", "minLength": low, "maxLength": high}


def row_of(items: Schema, low: int = 0, high: int | None = None) -> Schema:
    """Return the schema of a list."""
    limits = {"minItems": low} if high is None else {"minItems": low, "maxItems": high}
    return {"type": "array", "items": items, **limits}


def record(fields: Mapping[str, Schema], *optional: str) -> Schema:
    """Return the schema of an object that has these fields and no others."""
    required = [name for name in fields if name not in optional]
    return {"type": "object", "properties": dict(fields), "required": required, "additionalProperties": False}


def maybe(schema: Schema) -> Schema:
    """Return the schema of a value of a simple type that may be null."""
    values = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, "type": [schema["type"], "null"], **values}


def ref(name: str) -> Schema:
    """Return the schema of a shape that is described elsewhere, by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def about(schema: Schema, description: str, **more: object) -> Schema:
    """Return the schema with a sentence about it, and perhaps a default."""
    return {**schema, "description": description, **more}


_TYPES: Final[Mapping[str, tuple[str, Callable[[Any], bool]]]] = {
    "integer": ("a whole number", lambda value: isinstance(value, int | float) and _is_whole(value)),
    "string": ("a text", lambda value: isinstance(value, str)),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "array": ("a list", lambda value: isinstance(value, list)),
    "object": ("an object", lambda value: isinstance(value, dict)),
    "null": ("null", lambda value: value is None),
}


def problem_in(value: Any, schema: Schema, name: str) -> str:
    """Say what is wrong with a value, in the form 'seat is 7; it may be 0 to 3'; nothing if it fits."""
    kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    kind = next((kind for kind in kinds if _TYPES[kind][1](value)), None)
    if kind is None:
        return f"{name} is {_shown(value)}; it may be {' or '.join(_TYPES[kind][0] for kind in kinds)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{name} is {_shown(value)}; it may be {' or '.join(map(str, schema['enum']))}"
    return _LIMITS[kind](value, schema, name) if kind in _LIMITS else ""


def _problem_in_number(value: float, schema: Schema, name: str) -> str:
    low, high = schema.get("minimum", value), schema.get("maximum", value)
    if low <= value <= high:
        return ""
    return f"{name} is {_shown(value)}; it may be {_range(schema.get('minimum'), schema.get('maximum'))}"


def _problem_in_text(value: str, schema: Schema, name: str) -> str:
    low, high = schema.get("minLength", 0), schema.get("maxLength", len(value))
    if not low <= len(value) <= high:
        return f"{name} has {len(value)} letters; it may have {low} to {high}"
    if NO_TEXT.search(value):
        return f"{name} holds control characters; it may hold text"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        return f"{name} is {_shown(value)}; it may be like {schema['pattern']}"
    return ""


def _problem_in_row(value: list[Any], schema: Schema, name: str) -> str:
    low, high = schema.get("minItems", 0), schema.get("maxItems", len(value))
    if not low <= len(value) <= high:
        return f"{name} has {len(value)} entries; it may have {low} to {high}"
    problems = (problem_in(item, schema["items"], f"{name}[{index}]") for index, item in enumerate(value))
    return next(filter(None, problems), "")


def _problem_in_record(value: dict[str, Any], schema: Schema, name: str) -> str:
    known: Mapping[str, Schema] = schema.get("properties", {})
    if len(value) > schema.get("maxProperties", len(value)):
        return f"{name} has {len(value)} fields; it may have {schema['maxProperties']}"
    for missing in (field for field in schema.get("required", ()) if field not in value):
        return f"{missing} is missing; {name} has {', '.join(known)}"
    if not schema.get("additionalProperties", True):
        for field in value:
            if field not in known:
                return f"no field {_shown(field)}; {name} may have {', '.join(known)}"
    problems = (problem_in(value[field], known[field], field) for field in value if field in known)
    return next(filter(None, problems), "")


_LIMITS: Final[Mapping[str, Callable[[Any, Schema, str], str]]] = {
    "integer": _problem_in_number,
    "string": _problem_in_text,
    "array": _problem_in_row,
    "object": _problem_in_record,
}


def read_json(body: bytes) -> Any:
    """Return what a body says.

    Raises:
        ValueError: It is not JSON in UTF-8, or holds halves of letters or numbers that are none.
    """
    try:
        value = json.loads(body.decode(), parse_constant=_refuse)
        json.dumps(value, ensure_ascii=False).encode()  # "\ud800" alone is JSON, but no text
    except (ValueError, RecursionError) as error:
        raise ValueError("the body is not JSON in UTF-8") from error
    return value


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _is_whole(value: float) -> bool:
    """Whether JSON Schema takes it for an integer: 2.0 is one, true is none."""
    return not isinstance(value, bool) and value == value // 1


def _range(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f"{low} to {high}"
    return f"{low} or more" if high is None else f"{high} or less"


def _shown(value: object) -> str:
    return reprlib.repr(value)
