"""Names as they are shown."""

from gridduels.players import HUMAN

__all__ = ["player_name"]


def player_name(name: str, most: int = 12) -> str:
    """A player in so many characters.

    >>> player_name("human"), player_name("cmd:python3 my_bot.py")
    ('person', 'cmd:python3~')
    """
    if name == HUMAN:
        return "person"
    return name if len(name) <= most else name[: most - 1] + "~"
