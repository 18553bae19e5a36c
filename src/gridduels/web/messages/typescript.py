"""The messages as TypeScript, against which the page's JavaScript is checked.

`python -m gridduels.web.messages.typescript` writes them anew.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from gridduels.web.messages.schemas import SCHEMAS, Schema

__all__ = ["FILE", "declarations", "type_of"]

FILE: Final = Path(__file__).parents[1] / "static" / "js" / "types.d.ts"
_HEAD: Final = """\
// The messages between server and page. Made of src/gridduels/web/messages; do not edit it, but run
// python -m gridduels.web.messages.typescript
"""
_OR: Final = " | "
_OR_BELOW: Final = "\n  | "
_PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def declarations() -> str:
    """The whole file."""
    return "\n".join([_HEAD, *(_declaration(name, schema) for name, schema in SCHEMAS.items())])


def _declaration(name: str, schema: Schema) -> str:
    about = "".join(_comment(schema, ""))
    if "properties" not in schema:
        return f"{about}export type {name} ={_OR_BELOW}{type_of(schema).replace(_OR, _OR_BELOW)};\n"
    return f"{about}export interface {name} {{\n{''.join(_fields(schema))}}}\n"


def _fields(schema: Schema) -> Iterator[str]:
    for name, each in schema["properties"].items():
        yield from _comment(each, "  ")
        key = name if name.isidentifier() else json.dumps(name)
        yield f"  {key}{'' if name in schema['required'] else '?'}: {type_of(each)};\n"


def _comment(schema: Schema, indent: str) -> Iterator[str]:
    lines = schema.get("description", "").splitlines()
    if len(lines) == 1:
        yield f"{indent}/** {lines[0]} */\n"
    elif lines:
        yield from (f"{indent}/**\n", *(f"{indent} * {line}\n" for line in lines), f"{indent} */\n")


def type_of(schema: Schema) -> str:
    """A type in the words of TypeScript.

    >>> type_of({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}})
    '(string | null)[]'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return _OR.join(map(type_of, schema["anyOf"]))
    if "enum" in schema:
        return _OR.join(map(json.dumps, schema["enum"]))
    kind = schema.get("type")
    if kind == "array":
        items = type_of(schema["items"])
        return f"({items})[]" if _OR in items else f"{items}[]"
    if kind == "object":
        return f"Record<string, {type_of(schema['additionalProperties'])}>"
    return _PLAIN[str(kind)]


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
