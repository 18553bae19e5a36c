"""StandInDialogue: who plays in place of an outside bot that a file names?"""

from typing import Final

from gridduels.players import HUMAN
from gridduels.terminal.arcade.screens.ask import AskDialogue
from gridduels.terminal.arcade.texts.names import player_name
from gridduels.terminal.arcade.work.trial import checked_player

__all__ = ["StandInDialogue"]

_ROOM: Final = 400
"""Characters of a command line that fit."""


class StandInDialogue(AskDialogue):
    """A file starts no programs, however somebody presses enter: only the bot's own line, typed in, allows it."""

    def __init__(self, player: str, bot: str) -> None:
        question = (
            f"A file names an outside bot for {player}, and no file starts programs:\n\n{player_name(bot, _ROOM)}\n\n"
            f"Who plays? Type the bot's line to allow it, or anybody else, such as {HUMAN} or easy."
        )
        super().__init__(question, HUMAN, checked_player)
