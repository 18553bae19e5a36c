"""Option: a setting that a bot declares, and a host may set."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

__all__ = ["Option"]

_NAME: Final = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)


class Option(NamedTuple):
    """
    >>> Option.read("threads number 1 1 64")
    Option(name='threads', kind='number', default='1', values=('1', '64'))
    """

    name: str
    kind: str
    default: str
    values: tuple[str, ...] = ()
    """Of a number the least and the greatest, of a choice all there are."""

    @classmethod
    def read(cls, text: str) -> "Option":
        """What a bot declares; a ValueError says what is wrong with it."""
        name, kind, default, *values = [*text.split(), "", "", ""][: max(3, len(text.split()))]
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name of an option: that is a word of small letters, digits and hyphens")
        if kind not in _KINDS:
            raise ValueError(f"the option {name} is of the kind {kind!r}: it is {', '.join(_KINDS)}")
        if kind == "text":
            default, values = " ".join([default, *values]), []
        option = cls(name, kind, default, tuple(values))
        if kind == "number" and (len(values) != 2 or not all(map(_is_number, values))):
            raise ValueError(f"the option {name} is a number without a least and a greatest one")
        option.check(default)
        return option

    def __str__(self) -> str:
        return " ".join(filter(None, [self.name, self.kind, self.default, *self.values]))

    def check(self, value: str) -> None:
        """A ValueError where the option cannot have this value."""
        if not _KINDS[self.kind](self, value):
            raise ValueError(f"the option {self.name} cannot be {value!r}: it is {self.allowed}")

    @property
    def allowed(self) -> str:
        """What it may be, for people."""
        if self.kind == "number":
            return "a number from {} to {}".format(*self.values)
        return {"switch": "on or off", "text": "a text in one line"}.get(self.kind, " or ".join(self.values))


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d{1,15}", text, re.ASCII) is not None


def _in_range(option: Option, value: str) -> bool:
    return _is_number(value) and int(option.values[0]) <= int(value) <= int(option.values[1])


_KINDS: Final[dict[str, Callable[[Option, str], bool]]] = {
    "number": _in_range,
    "switch": lambda option, value: value in ("on", "off"),
    "choice": lambda option, value: value in option.values,
    "text": lambda option, value: "\n" not in value,
}
