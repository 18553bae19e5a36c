"""Faults: what is wrong with a message, in one sentence made of the message's own definition.

Whatever is right has been read before anybody asks here, so this takes its time: field by field it looks for the first
one that cannot be what it must be.
"""

import json
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import inspect
from msgspec.structs import FieldInfo, fields

__all__ = ["cut", "sentence_on", "shown"]

_SHOWN: Final = 40


def sentence_on(text: str | bytes, kind: Any) -> str:
    """What is wrong with a text that is to be a message, or one of several."""
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
    """What is wrong with a message whose `type` says which one it is."""
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
                return f"There is no field {shown(name)}: they are {', '.join(names)}."
    for field in known:
        if field.encode_name not in data:
            if field.required:
                return _missing(field.encode_name)
        elif not _fits(data[field.encode_name], field.type):
            return _in_field(data[field.encode_name], field)
    return "This is not what it should be."


def _in_field(value: Any, field: FieldInfo) -> str:
    """What is wrong with the value of a field."""
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
    """What a value must be where it is not null."""
    if isinstance(info, inspect.Metadata):
        return _without_null(info.type)
    if isinstance(info, inspect.UnionType):
        others = tuple(each for each in info.types if not isinstance(each, inspect.NoneType))
        return _without_null(others[0]) if len(others) == 1 else inspect.UnionType(others)
    return info


def _described(info: inspect.Type, *, many: bool = False) -> str:
    """What a value must be, in words."""
    match info:
        case inspect.Metadata(type=inner):
            return _described(inner, many=many)
        case inspect.IntType(ge=least, le=most):
            return "whole numbers" if many else f"a whole number from {least} to {most}"
        case inspect.FloatType(ge=least, le=most):
            return f"a number from {least:g} to {most:g}"
        case inspect.StrType(min_length=None, max_length=most):
            return f"{'texts' if many else 'text'} of at most {most} characters"
        case inspect.StrType(min_length=least, max_length=most):
            return f"text of {least} to {most} characters"
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return _either(values)
        case inspect.ListType(max_length=most):
            return f"a list of at most {most} texts"
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
    """A value as a sentence names it."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and not -(10**_SHOWN) < value < 10**_SHOWN:
        return "a huge number"
    return cut(repr(value))


def cut(text: str) -> str:
    """A text that somebody sent, not too long for a sentence."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
