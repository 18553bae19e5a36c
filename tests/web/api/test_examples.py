"""Every message of the API has an example from a real game with every field."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from gridduels.protocol.base import Message
from gridduels.protocol.schemas import SCHEMAS
from gridduels.web.api.openapi import document, examples
from tests.caches import new_cache
from tests.web.api.examples import chosen, play, server_of

MESSAGES = [name for name, schema in SCHEMAS.items() if "properties" in schema]


def kinds(kind: type[Message] = Message) -> dict[str, type[Message]]:
    """Return every kind of message by its name."""
    found = {each.__name__: each for each in kind.__subclasses__()}
    return found | {name: inner for each in found.values() for name, inner in kinds(each).items()}


def fields(found: list[dict[str, Any]]) -> set[str]:
    return set().union(*found)


def test_there_is_an_example_of_every_message_and_of_nothing_else() -> None:
    assert sorted(examples()) == MESSAGES


@pytest.mark.parametrize("name", MESSAGES)
def test_an_example_is_what_the_message_says_to_the_last_field(name: str) -> None:
    schema = {**SCHEMAS[name], "components": document()["components"]}
    for example in examples()[name]:
        read = msgspec.json.decode(json.dumps(example), type=kinds()[name])
        assert msgspec.to_builtins(read) == example
        Draft202012Validator(schema).validate(example)
    assert fields(examples()[name]) == set(SCHEMAS[name]["properties"])


@pytest.mark.parametrize(("name", "change"), [("Begun", {"id": 7}), ("Begun", {"state": None}), ("Join", {"more": 1})])
def test_an_example_with_a_wrong_or_unknown_field_is_found(name: str, change: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json.dumps({**examples()[name][0], **change}), type=kinds()[name])


def test_the_document_has_them() -> None:
    schemas = document()["components"]["schemas"]
    assert {name: schema["examples"] for name, schema in schemas.items() if "examples" in schema} == examples()
    for path, methods in document()["paths"].items():
        body = methods.get("post", {}).get("requestBody", {"content": {}})["content"].get("application/json")
        assert not body or body["schema"].get("examples") or "$ref" in body["schema"], path


@pytest.mark.heavy
def test_recording_again_gives_an_example_of_every_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDDUELS_CACHE", str(new_cache(tmp_path)))
    with server_of(tmp_path) as server:
        found = chosen(play(server))
    assert {name: fields(each) for name, each in found.items()} == {
        name: fields(each) for name, each in examples().items()
    }
