"""A game's actions as a tool, in the schema that OpenAI's interfaces and those like them take."""

from typing import Any

from gridduels.game import Game
from gridduels.language.disguise import Disguise

__all__ = ["tool_schema"]


def tool_schema(game: Game, disguise: Disguise | None = None) -> dict[str, Any]:
    """The tool `move` of a game: its one argument is a word of the game.

    >>> from gridduels import load_game
    >>> tool_schema(load_game("light-cycle"))["function"]["parameters"]["properties"]["move"]["enum"]
    ['up', 'down', 'left', 'right']
    """
    told = disguise or Disguise(game)
    move = {
        "type": "string",
        "enum": [told.word(word) for word in game.moves],
        "description": told.text(game.words.notation),
    }
    return {
        "type": "function",
        "function": {
            "name": "move",
            "description": f"Play a move of {told.title}.",
            "strict": True,
            "parameters": {
                "type": "object",
                "properties": {"move": move},
                "required": ["move"],
                "additionalProperties": False,
            },
        },
    }
