"""Prompts: to play a duel, and to teach a game."""

from typing import Any

from mcp.server import MCPServer
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from gridduels.errors import GridDuelsError
from gridduels.game import Game
from gridduels.mcp.desk import chosen_game
from gridduels.terminal.describe import describe_rules

__all__ = ["add_prompting"]


def add_prompting(server: MCPServer[Any], *, values: bool) -> None:
    """Adds the prompts."""

    @server.prompt()
    def play(game: str, opponent: str = "medium") -> str:
        """Play a duel to its end."""
        chosen = _known(game)
        return (
            f"Play a duel of {chosen.title} to its end with the tools of gridduels: begin_duel (game {chosen.id!r}, "
            f"opponent {opponent!r}), then move and wait_for_turn in turn until somebody has won. Think before each "
            "move, and do not ask for values or hints. If the opponent is a person, give them the link and wait. At "
            f"the end say who won and why.\n\n{describe_rules(chosen)}"
        )

    @server.prompt()
    def teach(game: str) -> str:
        """Teach somebody a game."""
        chosen = _known(game)
        truth = "Set puzzles, and use hint and explain_move to show why a move is right or wrong. " if values else ""
        return (
            f"Teach me {chosen.title}. Explain the rules in your own words, then play a slow duel with me (begin_duel, "
            "opponent 'person': give me the link). Before each of my moves ask what I see; after it, say what it did. "
            f"{truth}One idea at a time.\n\n{describe_rules(chosen)}"
        )


def _known(game: str) -> Game:
    try:
        return chosen_game(game, None, None)
    except GridDuelsError as error:
        raise MCPError(INVALID_PARAMS, str(error)) from None
