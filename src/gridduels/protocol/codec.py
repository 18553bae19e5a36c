"""Encode and decode JSON: messages are checked against their definitions, and bad ones are refused."""

import json
from collections.abc import Iterable
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import UNSET, inspect
from msgspec.structs import FieldInfo, fields

from gridduels.errors import GridDuelsError
from gridduels.protocol.answers import Refusal
from gridduels.protocol.base import Code, Message
from gridduels.protocol.state import State

# --- Refused


class Refused(GridDuelsError):
    """A refusal with a code for programs, a sentence for people and, if that helps, the state of the duel.

    >>> Refused(Code.TAKEN, "This seat is taken.").message
    Refusal(code=<Code.TAKEN: 'taken'>, sentence='This seat is taken.', state=UNSET)
    """

    code: Code

    def __init__(self, code: Code, sentence: str, *, status: int | None = None, state: State | None = None) -> None:
        self.code = code
        self.status = status or code.status
        self.state = state
        super().__init__(sentence)

    @property
    def message(self) -> Refusal:
        """The refusal as a message."""
        return Refusal(code=self.code, sentence=str(self), state=UNSET if self.state is None else self.state)


def as_refused(error: GridDuelsError) -> Refused:
    """Convert any of our errors to a refusal for the web."""
    return error if isinstance(error, Refused) else Refused(Code(error.code), str(error))


# --- Faults: describe what is wrong with a message in one sentence
#
# This runs only for messages that couldn't be decoded, so it may be slow. It checks field by field and describes the
# first fault.


_SHOWN: Final = 40


def sentence_on(text: str | bytes, kind: Any) -> str:
    """Describe what is wrong with text that should be a message of this kind."""
    try:
        data = msgspec.json.decode(text)
    except RecursionError:
        return "This is nested too deeply."
    except (msgspec.MsgspecError, UnicodeError):
        return "This is not JSON in UTF-8."
    if not isinstance(data, dict):
        return "This is not a JSON object."
    info = inspect.type_info(kind)
    if isinstance(info, inspect.UnionType):
        return _in_union(data, [each for each in info.types if isinstance(each, inspect.StructType)])
    return _in_struct(data, kind)


def _in_union(data: dict[str, Any], kinds: list[inspect.StructType]) -> str:
    """Describe what is wrong with a message whose `type` names its kind."""
    field = str(kinds[0].tag_field)
    for kind in kinds:
        if field in data and kind.tag == data[field]:
            return _in_struct(data, kind.cls)
    return _missing(field) if field not in data else _wrong(field, _either(kind.tag for kind in kinds), data[field])


def _in_struct(data: dict[str, Any], kind: Any) -> str:
    known = fields(kind)
    names = [field.encode_name for field in known]
    if kind.__struct_config__.forbid_unknown_fields:
        for name in data:
            if name not in names:
                return f"There is no field {shown(name)}. The fields are: {', '.join(names)}."
    for field in known:
        if field.encode_name not in data:
            if field.required:
                return _missing(field.encode_name)
        elif not _fits(data[field.encode_name], field.type):
            return _in_field(data[field.encode_name], field)
    return "This is invalid."


def _in_field(value: Any, field: FieldInfo) -> str:
    """Describe what is wrong with the value of a field."""
    name, must = field.encode_name, _without_null(inspect.type_info(field.type))
    if isinstance(must, inspect.StructType) and isinstance(value, dict):
        return _in_struct(value, must.cls)
    if isinstance(must, inspect.ListType) and isinstance(value, list):
        for each in value:
            if not _fits([each], field.type):
                return _wrong(name, f"a list of {_described(must.item_type, many=True)}", each)
    if isinstance(must, inspect.DictType) and isinstance(value, dict):
        for key, each in value.items():
            if not _fits({key: each}, field.type):
                return _wrong(f"{name}.{key}", _described(must.value_type), each)
    return _wrong(name, _described(must), value)


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _without_null(info: inspect.Type) -> inspect.Type:
    """Return a type with null removed."""
    if isinstance(info, inspect.Metadata):
        return _without_null(info.type)
    if isinstance(info, inspect.UnionType):
        others = tuple(each for each in info.types if not isinstance(each, inspect.NoneType))
        return _without_null(others[0]) if len(others) == 1 else inspect.UnionType(others)
    return info


def _described(info: inspect.Type, *, many: bool = False) -> str:
    """Describe in words what a value must be."""
    match info:
        case inspect.Metadata(type=inner):
            return _described(inner, many=many)
        case inspect.IntType(ge=least, le=most):
            return "whole numbers" if many else f"a whole number from {least} to {most}"
        case inspect.FloatType(ge=least, le=most):
            return f"a number from {least:g} to {most:g}"
        case inspect.StrType(min_length=None, max_length=most):
            return f"{'strings' if many else 'text'} of at most {most} characters"
        case inspect.StrType(min_length=least, max_length=most):
            return f"text of {least} to {most} characters"
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return _either(values)
        case inspect.ListType(max_length=most):
            return f"a list of at most {most} strings"
        case inspect.DictType(max_length=most):
            return f"an object of at most {most} fields"
        case inspect.UnionType(types=types):
            return " or ".join(map(_described, types))
    return "an object"


def _either(values: Iterable[Any]) -> str:
    return " or ".join(map(json.dumps, values))


def _missing(name: str) -> str:
    return f'The field "{name}" is missing.'


def _wrong(name: str, must: str, value: Any) -> str:
    return f'"{cut(name)}" must be {must}, not {shown(value)}.'


def shown(value: Any) -> str:
    """Return a value as quoted in a sentence."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and not -(10**_SHOWN) < value < 10**_SHOWN:
        return "a huge number"
    return cut(repr(value))


def cut(text: str) -> str:
    """Shorten a visitor's text to fit into a sentence."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


# --- Reading and writing JSON


T = TypeVar("T")
_ENCODER: Final = msgspec.json.Encoder()
write: Final = _ENCODER.encode
"""Encode a message, or a list or dict of messages, as JSON."""


def write_text(message: Message) -> str:
    """Encode a message as JSON text for a websocket."""
    return write(message).decode()


class Reader(Generic[T]):
    """Decodes one kind of message, or refuses it with a sentence that says what is wrong.

    >>> from gridduels.protocol.requests import Move
    >>> Reader[Move](Move).read('{"ply": 4, "move": "up"}')
    Move(ply=4, move='up')
    >>> Reader[Move](Move).read('{"ply": "4", "move": "up"}')
    Traceback (most recent call last):
    gridduels.protocol.codec.Refused: "ply" must be a whole number from 0 to 1000000, not '4'.
    """

    def __init__(self, kind: Any) -> None:
        self._kind = kind
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(kind)

    def read(self, text: str | bytes) -> T:
        """Decode a message."""
        try:
            return self._decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            raise Refused(Code.MALFORMED, sentence_on(text, self._kind)) from None
