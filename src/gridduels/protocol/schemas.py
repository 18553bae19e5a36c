"""Generate JSON Schema and TypeScript for every message."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from gridduels.analysis.annotations import Turning
from gridduels.engine.value import Verdict
from gridduels.protocol import answers, base, requests, state
from gridduels.protocol.base import Code

# --- JSON Schema


Schema = dict[str, Any]
_REFERENCE: Final = "#/components/schemas/{name}"
_NAMED: Final = {"Side": base.Side, "Said": requests.Said, "Told": answers.Told}
"""Named types that aren't messages."""
_MESSAGES: Final = (
    *_NAMED.values(),
    answers.Game,
    answers.Opponent,
    answers.DayDuel,
    answers.GalleryDuel,
    answers.DuelReport,
    answers.Player,
    answers.Lesson,
    requests.NewDuel,
    requests.Join,
    requests.ShowInvitation,
    requests.OfferSeat,
    requests.TakeSeat,
    requests.PuzzleMove,
    answers.Begun,
    answers.Joined,
    answers.Invitation,
    answers.SeatCode,
    answers.Ready,
    answers.Working,
    answers.Health,
    state.Analysis,
    answers.Lobby,
    answers.Pair,
    answers.Hint,
    answers.Line,
    answers.Puzzle,
    answers.PuzzleAnswer,
    answers.PuzzleSolution,
    answers.Sample,
)

_SENTENCES: Final[dict[str, dict[str, str]]] = {
    "Code": {code: code.sentence for code in Code},
    "Turning": {turning: turning.sentence for turning in Turning},
    "Verdict": {verdict: verdict.sentence for verdict in Verdict},
}
"""The meaning of each member of an enum."""


def _schemas() -> dict[str, Schema]:
    found, components = msgspec.json.schema_components(_MESSAGES, ref_template=_REFERENCE)
    for kind, sentences in _SENTENCES.items():
        components[kind]["description"] = "\n".join(f"`{word}`: {sentence}" for word, sentence in sentences.items())
    named = dict(zip(_NAMED, found, strict=False))
    return dict(sorted({**components, **named}.items()))


SCHEMAS: Final = _schemas()


def schema_of(kind: Any) -> Schema:
    """Return the schema of a message, or of a list or dict of messages. Messages are referenced by name."""
    [found], _ = msgspec.json.schema_components([kind], ref_template=_REFERENCE)
    return found


def body_of(kind: Any) -> Schema:
    """Return the schema of a message over HTTP, where the path replaces its `type`."""
    schema = SCHEMAS[kind.__name__]
    return {
        **schema,
        "properties": {name: each for name, each in schema["properties"].items() if name != "type"},
        "required": [name for name in schema["required"] if name != "type"],
    }


# --- TypeScript
#
# `python -m gridduels.protocol.schemas` writes the page's types.


FILE: Final = Path(__file__).parents[1] / "web" / "static" / "js" / "types.d.ts"
_HEAD: Final = """\
// The messages between server and page. Generated from src/gridduels/protocol. Do not edit; run
// python -m gridduels.protocol.schemas
"""
_OR: Final = " | "
_OR_BELOW: Final = "\n  | "
_PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def declarations() -> str:
    """Return the contents of the whole file."""
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
    """Return a type in TypeScript's notation.

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
