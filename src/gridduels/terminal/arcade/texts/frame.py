"""What stands above and beside the board of a match."""

from typing import Final

from gridduels.match import Match
from gridduels.terminal.arcade.texts.names import name_in_match

__all__ = ["legend_text", "title_text"]

_NARROW: Final = 64
"""Columns below which a title leaves out the round and the players."""


def title_text(match: Match, columns: int) -> str:
    """The game, and how the match stands."""
    game, score = match.game, "{} : {}".format(*match.score)
    if columns < _NARROW:
        return f"{game.title}  {score}"
    rounds = f"round {match.round} of {match.rounds}" if match.rounds else f"round {match.round}"
    return f"{game.title} {game.board}   {rounds}   {name_in_match(match, 1)} {score} {name_in_match(match, 2)}"


def legend_text(match: Match, placing: bool) -> str:
    """What the signs on the board mean; nothing once the game is over."""
    if match.duel.outcome:
        return ""
    game, lines = match.game, [f"[ ] you can {'place' if placing else 'move'} here"]
    if game.goal(1):
        words = game.words
        lines += [f"( ) goal of {words.player(1)}", f"< > goal of {words.player(2)}"]
    return "\n".join(lines)
