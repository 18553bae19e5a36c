"""Fields of a server's answer, read with care: what is not as it should be is Nonsense, and nothing of it is shown."""

import re
from typing import Any, Final

from gridduels.board import Size, read_size
from gridduels.errors import SetupError
from gridduels.terminal.console import printable

__all__ = ["ID", "SECRET", "Fields", "Nonsense", "one_line"]

ID: Final = re.compile(r"[A-Za-z0-9_-]{6,64}")
SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")
_LONGEST_NAME: Final = 60
_LONGEST_TEXT: Final = 300
_LARGEST: Final = 2**53
"""Whole numbers beyond are not exact in JSON."""


class Nonsense(Exception):
    """Something that no server of ours answers; `str` says what."""


def one_line(text: str, most: int = _LONGEST_TEXT) -> str:
    r"""A stranger's text in one line of so many characters that a terminal only shows.

    >>> one_line("up\x1b[2J\n  and   down")
    'up�[2J and down'
    """
    return " ".join(printable(text).split())[:most]


class Fields:
    """An object of an answer: its fields are what they are asked for, or Nonsense."""

    def __init__(self, data: object, name: str = "the answer") -> None:
        if not isinstance(data, dict):
            raise Nonsense(f"{name} is not an object")
        self._data: dict[str, Any] = data

    def has(self, name: str) -> bool:
        return self._data.get(name) is not None

    def holds(self, name: str, value: str) -> bool:
        return self._data.get(name) == value

    def truth(self, name: str) -> bool:
        """Whether something is so; what is not said is not so."""
        return self._data.get(name) is True

    def text(self, name: str, most: int = _LONGEST_TEXT) -> str:
        """A text to be shown, in one line."""
        return one_line(self._get(name, str, "a text"), most)

    def name(self, name: str) -> str:
        """A text that is short."""
        return self.text(name, _LONGEST_NAME)

    def word(self, name: str, pattern: "re.Pattern[str]") -> str:
        """A text that is never shown otherwise than it is: an id, a secret."""
        found: str = self._get(name, str, "a word")
        if not pattern.fullmatch(found):
            raise Nonsense(f"{name} has other characters than it may have")
        return found

    def one_of(self, name: str, *allowed: str) -> str:
        if (found := self._data.get(name)) not in allowed:
            raise Nonsense(f"{name} is not {' or '.join(allowed)}")
        return str(found)

    def whole(self, name: str, least: int = 0, most: int = _LARGEST) -> int:
        found: int = self._get(name, int, "a whole number")
        if not least <= found <= most:
            raise Nonsense(f"{name} is not between {least} and {most}")
        return found

    def size(self, name: str) -> Size:
        """The size of a board."""
        found = self._data.get(name)
        try:
            return read_size(found if isinstance(found, int | str) else "")
        except SetupError:
            raise Nonsense(f"{name} is not the size of a board") from None

    def side(self, name: str) -> int:
        """Player 1 or 2."""
        return self.whole(name, 1, 2)

    def seconds(self, name: str) -> float:
        found = self._data.get(name)
        if not isinstance(found, int | float) or not 0 <= found < _LARGEST:
            raise Nonsense(f"{name} is not a number of seconds")
        return float(found)

    def fields(self, name: str) -> "Fields":
        return Fields(self._data.get(name), name)

    def objects(self, name: str, most: int) -> "list[Fields]":
        return [Fields(each, f"an entry of {name}") for each in self._list(name, most)]

    def words(self, name: str, most: int) -> list[str]:
        found = self._list(name, most)
        if not all(type(word) is str and len(word) <= _LONGEST_NAME for word in found):
            raise Nonsense(f"{name} is not a list of words")
        return found

    def rulings(self, name: str) -> dict[str, str | int]:
        found: dict[str, Any] = self._get(name, dict, "an object")
        if not all(len(ruling) <= _LONGEST_NAME and _is_setting(value) for ruling, value in found.items()):
            raise Nonsense(f"{name} does not hold rulings")
        return found

    def _list(self, name: str, most: int) -> list[Any]:
        found: list[Any] = self._get(name, list, "a list")
        if len(found) > most:
            raise Nonsense(f"{name} has more than {most} entries")
        return found

    def _get(self, name: str, kind: type, what: str) -> Any:
        found = self._data.get(name)
        if type(found) is not kind:
            raise Nonsense(f"{name} is not {what}")
        return found


def _is_setting(value: object) -> bool:
    return len(value) <= _LONGEST_NAME if isinstance(value, str) else type(value) is int and abs(value) < 1000
