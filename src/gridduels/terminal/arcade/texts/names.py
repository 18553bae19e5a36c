"""Names as they are shown."""

from gridduels.match import Match
from gridduels.players.ladder import LADDER
from gridduels.record import HUMAN

__all__ = ["name_in_match", "player_name"]


def player_name(name: str, most: int = 12) -> str:
    """A player in so many characters.

    >>> player_name("human"), player_name("cmd:python3 my_bot.py"), player_name("level:5")
    ('person', 'cmd:python3~', 'Emil')
    """
    if name == HUMAN:
        return "person"
    if name.startswith("level:"):
        name = next((each.name for each in LADDER if each.player == name), name)
    return name if len(name) <= most else name[: most - 1] + "~"


def name_in_match(match: Match, player: int) -> str:
    """A player with who plays it: `Player 1 (you)`."""
    name, kind = match.game.words.player(player), match.players[player - 1]
    if kind != HUMAN:
        return f"{name} ({player_name(kind)})"
    return f"{name} (you)" if match.opponent else name
