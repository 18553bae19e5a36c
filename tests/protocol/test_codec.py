"""Messages are decoded strictly, or refused with a sentence that says what is wrong."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, to_builtins

from gridduels.protocol.base import Code
from gridduels.protocol.codec import Reader, Refused, write, write_text
from gridduels.protocol.requests import (
    ACTIONS,
    Action,
    AnswerTakeback,
    Hello,
    Join,
    Move,
    NewDuel,
    Ping,
    PuzzleMove,
    Said,
    tag_of,
)
from gridduels.protocol.state import NextDuel

said: Reader[Said] = Reader(Said)
new_duel: Reader[NewDuel] = Reader(NewDuel)


def sentence(reader: Reader[Any], text: str | bytes) -> str:
    with pytest.raises(Refused) as refused:
        reader.read(text)
    assert refused.value.code is Code.MALFORMED
    return str(refused.value)


@pytest.mark.parametrize(
    "text",
    ["", "{", b"\xff", '{"game": Infinity}', '{"game": "\\ud800"}', b'{"game": "\xff"}', '{"a": ' + "1" * 5000 + "}"],
)
@pytest.mark.parametrize("reader", [said, new_duel])
def test_invalid_json_is_refused(reader: Reader[Any], text: str | bytes) -> None:
    assert sentence(reader, text) == "This is not JSON in UTF-8."


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a": ' * 50_000])
@pytest.mark.parametrize("reader", [said, new_duel])
def test_deeply_nested_json_is_refused(reader: Reader[Any], text: str) -> None:
    assert sentence(reader, text) == "This is nested too deeply."


@pytest.mark.parametrize("text", ["1", "null", '"text"', "[]"])
@pytest.mark.parametrize("reader", [said, new_duel])
def test_json_that_is_not_an_object_is_refused(reader: Reader[Any], text: str) -> None:
    assert sentence(reader, text) == "This is not a JSON object."


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, 'The field "game" is missing.'),
        ({"game": 3}, '"game" must be text of at most 60 characters, not 3.'),
        ({"game": "g" * 61}, '"game" must be text of at most 60 characters, not \'' + "g" * 36 + "...."),
        (
            {"game": "g", "size": 10**50},
            '"size" must be a whole number from 0 to 99 or text of at most 5 characters, not a huge number.',
        ),
        (
            {"game": "g", "size": True},
            '"size" must be a whole number from 0 to 99 or text of at most 5 characters, not True.',
        ),
        (
            {"game": "g", "size": 5.0},
            '"size" must be a whole number from 0 to 99 or text of at most 5 characters, not 5.0.',
        ),
        ({"game": "g", "seat": "x"}, '"seat" must be 1 or 2 or "both" or "none", not \'x\'.'),
        ({"game": "g", "seat": [1]}, '"seat" must be 1 or 2 or "both" or "none", not a list.'),
        ({"game": "g", "clock": 5}, '"clock" must be an object, not 5.'),
        ({"game": "g", "clock": {}}, 'The field "seconds" is missing.'),
        ({"game": "g", "clock": {"seconds": 0}}, '"seconds" must be a number from 1 to 604800, not 0.'),
        ({"game": "g", "clock": {"minutes": 1}}, "There is no field 'minutes'. The fields are: seconds, increment."),
        ({"game": "g", "moves": "up"}, "\"moves\" must be a list of at most 1000 strings, not 'up'."),
        ({"game": "g", "moves": ["up"] * 1001}, '"moves" must be a list of at most 1000 strings, not a list.'),
        ({"game": "g", "moves": ["up", 1]}, '"moves" must be a list of strings of at most 20 characters, not 1.'),
        ({"game": "g", "rule": [1]}, '"rule" must be an object of at most 20 fields, not a list.'),
        (
            {"game": "g", "rule": {"a": [2]}},
            '"rule.a" must be text of at most 40 characters or a whole number from -1000000000 to 1000000000, not a ',
        ),
        (
            {"game": "g", "colour": 1},
            "There is no field 'colour'. The fields are: game, size, rule, p1, p2, first, seat,",
        ),
    ],
)
def test_a_wrong_field_is_described(fields: dict[str, Any], told: str) -> None:
    assert sentence(new_duel, json.dumps(fields)).startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"ply": 1}', 'The field "type" is missing.'),
        ('{"type": "dance"}', '"type" must be "hello" or "ping" or "why" or "emote" or "mute" or "move" or'),
        ('{"type": [1]}', '"type" must be "hello" or'),
        ('{"type": "move", "ply": -1}', '"ply" must be a whole number from 0 to 1000000, not -1.'),
        ('{"type": "move", "ply": 1}', 'The field "move" is missing.'),
        ('{"type": "takeback-answer", "ply": 1, "to": 0, "accept": 1}', '"accept" must be true or false, not 1.'),
        ('{"type": "hello", "seat": 5}', '"seat" must be text of at most 100 characters, not 5.'),
    ],
)
def test_a_wrong_websocket_message_is_described(text: str, told: str) -> None:
    assert sentence(said, text).startswith(told)


def test_a_claim_must_be_long() -> None:
    told = sentence(Reader[Join](Join), '{"invite": "x", "claim": "short"}')
    assert told == "\"claim\" must be text of 22 to 100 characters, not 'short'."


def test_optional_fields_may_be_null() -> None:
    assert said.read('{"type": "hello", "seat": null}') == said.read('{"type": "hello"}') == Hello()
    optional = {field: None for field in NewDuel.__struct_fields__ if field != "game"}
    assert new_duel.read(json.dumps({"game": "g", **optional})) == NewDuel(game="g")


def test_an_action_over_http_needs_no_type_and_ignores_unknown_fields() -> None:
    assert Reader[Move](Move).read('{"ply": 1, "move": "up", "more": 2}') == Move(ply=1, move="up")
    assert said.read('{"type": "move", "ply": 1, "move": "up"}') == Move(ply=1, move="up")


def test_every_action_is_read_from_a_websocket_as_from_http() -> None:
    fields = {"ply": 1, "move": "up", "to": 0, "accept": True}
    for kind in ACTIONS:
        reader: Reader[Action] = Reader(kind)
        action = reader.read(json.dumps(fields))
        assert type(action) is kind
        assert said.read(json.dumps({"type": tag_of(kind), **fields})) == action


requests = st.one_of(
    st.builds(Hello, seat=st.none() | st.text(max_size=100)),
    st.builds(Ping),
    st.builds(Move, ply=st.integers(0, 10**6), move=st.text(max_size=20)),
    st.builds(AnswerTakeback, ply=st.integers(0, 10**6), to=st.integers(0, 9), accept=st.booleans()),
)


@given(requests)
def test_encoded_messages_decode_to_the_same(message: Said) -> None:
    assert said.read(write(message)) == message
    assert said.read(write_text(message)) == message


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner), max_leaves=3))
def test_every_fault_has_its_own_sentence(junk: Any) -> None:
    """Every value in a field is either accepted or refused with a sentence that names the field."""
    for field in ("game", "size", "rule", "p1", "first", "seat", "clock", "start", "moves"):
        try:
            told = f'"{field}'
            new_duel.read(json.dumps({"game": "g", field: junk}))
        except Refused as refused:
            told = str(refused)
        assert told.startswith(f'"{field}')


def test_unset_fields_are_not_sent() -> None:
    assert write(NextDuel(id="x")) == b'{"id":"x"}'
    assert to_builtins(NextDuel(id="x", seat="y")) == {"id": "x", "seat": "y"}
    assert NextDuel(id="x").seat is UNSET


def test_a_puzzles_move_needs_its_start() -> None:
    assert sentence(Reader[PuzzleMove](PuzzleMove), '{"game": "g", "move": "up"}') == 'The field "start" is missing.'
