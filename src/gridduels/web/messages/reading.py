"""Reading what visitors send: JSON of a known form, or a refusal that says what is wrong with it."""

import json
from typing import Any, Final, NoReturn

from gridduels.web.messages.refusals import Refused

__all__ = ["Fields", "read_fields"]

_MISSING: Final = object()
_SHOWN: Final = 40


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


_DECODER: Final = json.JSONDecoder(parse_constant=_no_constant)


def read_fields(text: str | bytes) -> "Fields":
    """The fields of a JSON object."""
    try:
        data = _DECODER.decode(text if isinstance(text, str) else text.decode())
    except RecursionError:
        raise Refused("malformed", "This is nested too deeply.") from None
    except ValueError:
        raise Refused("malformed", "This is not JSON in UTF-8.") from None
    if not isinstance(data, dict):
        raise Refused("malformed", "This is not a JSON object.")
    return Fields(data)


class Fields:
    """The fields of a JSON object, each taken as what it must be.

    >>> Fields({"ply": 4}).whole("ply", 0, 9)
    4
    >>> Fields({"ply": "4"}).whole("ply", 0, 9)
    Traceback (most recent call last):
    gridduels.web.messages.refusals.Refused: "ply" must be a whole number from 0 to 9, not '4'.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def only(self, *names: str) -> None:
        """Refuses every field but these."""
        for name in self._data:
            if name not in names:
                raise Refused("malformed", f"There is no field {_shown(name)}: they are {', '.join(names)}.")

    def has(self, name: str) -> bool:
        """Whether a field is there and not null."""
        return self._data.get(name) is not None

    def whole(self, name: str, least: int, most: int) -> int:
        value = self._take(name)
        if type(value) is not int or not least <= value <= most:
            self._refuse(name, f"a whole number from {least} to {most}", value)
        return value

    def number(self, name: str, least: float, most: float) -> float:
        value = self._take(name)
        if type(value) not in (int, float) or not least <= value <= most:
            self._refuse(name, f"a number from {least:g} to {most:g}", value)
        return float(value)

    def text(self, name: str, longest: int) -> str:
        value = self._take(name)
        if type(value) is not str or len(value) > longest:
            self._refuse(name, f"text of at most {longest} characters", value)
        return value

    def truth(self, name: str) -> bool:
        value = self._take(name)
        if type(value) is not bool:
            self._refuse(name, "true or false", value)
        return value

    def one_of(self, name: str, *allowed: str | int) -> str | int:
        value = self._take(name)
        if type(value) not in (str, int) or value not in allowed:
            self._refuse(name, " or ".join(map(json.dumps, allowed)), value)
        found: str | int = value
        return found

    def texts(self, name: str, most: int, longest: int) -> list[str]:
        values = self._take(name)
        if type(values) is not list or len(values) > most:
            self._refuse(name, f"a list of at most {most} texts", values)
        for value in values:
            if type(value) is not str or len(value) > longest:
                self._refuse(name, f"a list of texts of at most {longest} characters", value)
        return list(values)

    def fields(self, name: str) -> "Fields":
        value = self._take(name)
        if type(value) is not dict:
            self._refuse(name, "an object", value)
        return Fields(value)

    def mapping(self, name: str, most: int, longest: int) -> dict[str, str | int]:
        """An object of texts and small numbers."""
        value = self.fields(name)._data
        if len(value) > most:
            self._refuse(name, f"an object of at most {most} fields", value)
        return {key: self._scalar(name, key, each, longest) for key, each in value.items()}

    def _scalar(self, name: str, key: str, value: Any, longest: int) -> str | int:
        if type(value) is int and abs(value) < 10**9:
            return int(value)
        if type(value) is not str or len(value) > longest or len(key) > longest:
            self._refuse(f"{name}.{key}", "a text or a number", value)
        return str(value)

    def _take(self, name: str) -> Any:
        value = self._data.get(name, _MISSING)
        if value is _MISSING:
            raise Refused("malformed", f'The field "{name}" is missing.')
        return value

    def _refuse(self, name: str, must: str, value: Any) -> NoReturn:
        raise Refused("malformed", f'"{_cut(name)}" must be {must}, not {_shown(value)}.')


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and not -(10**_SHOWN) < value < 10**_SHOWN:
        return "a huge number"
    return _cut(repr(value))


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
