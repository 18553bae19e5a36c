"""What visitors send is read as what it must be, or refused with a sentence that says what is wrong."""

from collections.abc import Callable
from typing import Any

import pytest

from gridduels.web.messages.reading import Fields, read_fields
from gridduels.web.messages.refusals import Refused


def sentence(read: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as refused:
        read()
    assert refused.value.code == "malformed"
    return str(refused.value)


@pytest.mark.parametrize("text", ["", "{", b"\xff", '{"a": Infinity}', "[" * 100_000, '{"a": ' + "1" * 5000 + "}"])
def test_what_is_not_json_is_refused(text: str | bytes) -> None:
    assert sentence(lambda: read_fields(text)) in ("This is not JSON in UTF-8.", "This is nested too deeply.")


@pytest.mark.parametrize("text", ["1", "null", '"text"', "[]"])
def test_what_is_not_an_object_is_refused(text: str) -> None:
    assert sentence(lambda: read_fields(text)) == "This is not a JSON object."


def test_what_is_wrong_with_a_field_is_told() -> None:
    fields = Fields({"flag": 1, "big": 10**50, "list": [1], "object": {"a": [2]}, "long": "x" * 99, "null": None})
    assert sentence(lambda: fields.whole("none", 0, 1)) == 'The field "none" is missing.'
    assert sentence(lambda: fields.truth("flag")) == '"flag" must be true or false, not 1.'
    assert sentence(lambda: fields.whole("big", 0, 9)) == '"big" must be a whole number from 0 to 9, not a huge number.'
    assert sentence(lambda: fields.number("list", 0, 9)) == '"list" must be a number from 0 to 9, not a list.'
    assert (
        sentence(lambda: fields.texts("list", 9, 9)) == '"list" must be a list of texts of at most 9 characters, not 1.'
    )
    assert sentence(lambda: fields.mapping("object", 9, 9)) == '"object.a" must be a text or a number, not a list.'
    assert sentence(lambda: fields.one_of("flag", "a", 2)) == '"flag" must be "a" or 2, not 1.'
    assert sentence(lambda: fields.fields("list")) == '"list" must be an object, not a list.'
    assert sentence(lambda: fields.only("flag")) == "There is no field 'big': they are flag."
    told = sentence(lambda: fields.text("long", 9))
    assert told == '"long" must be text of at most 9 characters, not \'' + "x" * 36 + "...."
    assert (fields.has("null"), fields.has("flag"), fields.has("none")) == (False, True, False)
