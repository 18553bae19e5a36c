"""Keys: which key does what. A command whose letter is taken by the chosen moving keys goes to its capital."""

from typing import Final, NamedTuple

__all__ = ["MOVING", "Command", "commands", "moving_keys"]

MOVING: Final = {
    "arrows": {},
    "vi": {"k": "up", "j": "down", "h": "left", "l": "right"},
    "wasd": {"w": "up", "s": "down", "a": "left", "d": "right"},
}
"""What moves besides the arrow keys, by the name of the setting."""

_ARROWS: Final = {"up": "up", "down": "down", "left": "left", "right": "right"}


class Command(NamedTuple):
    """What a key does: the name of an action, and the word shown beside the key."""

    key: str
    action: str
    label: str


def moving_keys(style: str) -> dict[str, str]:
    """The direction of each key that moves.

    >>> moving_keys("vi")["h"]
    'left'
    """
    return _ARROWS | MOVING.get(style, {})


def commands(wanted: list[Command], style: str) -> list[Command]:
    """The commands with the keys they have beside these moving keys.

    >>> commands([Command("h", "hint", "hint"), Command("e", "values", "values")], "vi")
    [Command(key='H', action='hint', label='hint'), Command(key='e', action='values', label='values')]
    """
    taken = moving_keys(style)
    return [command._replace(key=command.key.upper()) if command.key in taken else command for command in wanted]
