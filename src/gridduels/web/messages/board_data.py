"""Duels, games and values as the data that the page and programs get."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gridduels.board import each
from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.game import Game
from gridduels.targets import MOVE, Target, kind_of_marks, kinds_by_ply, placements, target_of, targets

if TYPE_CHECKING:
    from gridduels.engine.value import Value

__all__ = [
    "board_of",
    "boards_of",
    "game_data",
    "goals_of",
    "last_data",
    "legal_data",
    "legal_of",
    "outcome_of",
    "value_data",
    "why_not",
]

Data = dict[str, Any]


def board_of(duel: Duel) -> Data:
    """What stands on the board; cells are numbers, row by row from the top-left corner.

    >>> from gridduels import load_game
    >>> board_of(Duel(load_game("light-cycle", size=3), "up"))["last"]
    {'cell': 0, 'from': 3, 'kind': 'move'}
    """
    *_, before, after = None, *duel.history()
    return _board(duel.game, before, after, kind_of_marks(duel))


def boards_of(duel: Duel) -> list[Data]:
    """What stood on the board at the start and after each move."""
    history = duel.history()
    return [
        _board(duel.game, before, after, kinds)
        for before, after, kinds in zip((None, *history), history, kinds_by_ply(duel), strict=False)
    ]


def _board(game: Game, before: Any, after: Any, kinds: Mapping[int, str]) -> Data:
    return {
        "tokens": _tokens(game, after),
        "marks": [{"cell": _number(cell), "kind": kind} for cell, kind in kinds.items()],
        "goals": goals_of(game),
        "last": None if before is None else last_data(target_of(game, before, after)),
    }


def legal_of(duel: Duel) -> list[Data]:
    """What each move that is allowed now does on the board.

    >>> from gridduels import load_game
    >>> legal_of(Duel(load_game("gridlock", size=3)))[0]
    {'move': 'up1', 'kind': 'move', 'cell': 1, 'path': [1]}
    """
    return [legal_data(duel.game.size, word, target) for word, target in targets(duel).items()]


def legal_data(size: int, word: str, target: Target) -> Data:
    """What a move does on the board."""
    return {"move": word, "kind": target.kind, "cell": _cell(target.cell), "path": _path(size, target)}


def last_data(target: Target) -> Data:
    """What the last move did."""
    return {"cell": _cell(target.cell), "from": _cell(target.origin), "kind": target.kind}


def outcome_of(duel: Duel) -> Data | None:
    """Who won and why, with the rule book's sentences; None while the game goes on."""
    outcome, words = duel.outcome, duel.game.words
    if outcome is None:
        return None
    return {
        "winner": outcome.winner,
        "reason": outcome.reason,
        "why": words.why(duel),
        "victory": words.victory(duel),
    }


def why_not(duel: Duel, move: str) -> Data:
    """Whether a move is allowed, and why not."""
    try:
        duel.play(move)
    except GridDuelsError as error:
        return {"move": move, "legal": False, "code": error.code, "sentence": str(error)}
    return {"move": move, "legal": True, "code": None, "sentence": None}


def value_data(value: "Value") -> Data:
    """A value for programs, for a cell and for a sentence."""
    return {"outcome": value.outcome, "plies": value.plies, "label": value.label, "words": str(value)}


@lru_cache(256)
def game_data(game: Game) -> Data:
    """All there is to know of a game before it begins; made once for each game, so it must not be changed."""
    definition, words = game.definition, game.words
    return {
        "id": game.id,
        "title": game.title,
        "summary": definition.summary,
        "about": words.about,
        "notation": words.notation,
        "sizes": list(definition.sizes),
        "size": game.size,
        "rules": dict(game.rulings),
        "rulings": [
            {
                "name": ruling.name,
                "about": ruling.about,
                "values": list(ruling.values),
                "meanings": {str(value): meaning for value, meaning in ruling.meanings.items()},
                "default": ruling.values[0],
            }
            for ruling in definition.rulings
        ],
        "players_choose_first": definition.players_choose_first,
        "slides": game.statement.slides,
        "places": bool(placements(game)),
        "cells": [words.where(game, cell) for cell in each(game.rules.cells)],
        "moves": list(game.moves),
        "players": [words.player(player) for player in (1, 2)],
        "placements": {str(_number(cell)): word for cell, word in placements(game).items()},
        "board": board_of(Duel(game)),
    }


def _tokens(game: Game, position: Any) -> list[Data]:
    return [{"kind": sign, "cell": _number(position[number])} for number, sign in game.statement.token_signs]


@lru_cache(256)
def goals_of(game: Game) -> list[Data]:
    """The cells each player wants to get to."""
    goals = {player: [_number(cell) for cell in each(game.goal(player))] for player in (1, 2)}
    return [{"player": player, "cells": cells} for player, cells in goals.items() if cells]


def _path(size: int, target: Target) -> list[int]:
    """The cells a token passes on its way straight to its target, the last one included; a jump passes none."""
    if target.kind != MOVE:
        return []
    if not target.origin:
        return [_number(target.cell)]
    origin, cell = _number(target.origin), _number(target.cell)
    apart = abs(cell - origin)
    if origin // size != cell // size:
        apart = apart // size if origin % size == cell % size else 1
    step = (cell - origin) // apart
    return list(range(origin + step, cell + step, step))


def _number(cell: int) -> int:
    return cell.bit_length() - 1


def _cell(cell: int) -> int | None:
    return _number(cell) if cell else None
