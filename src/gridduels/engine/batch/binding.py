"""What the kernels of a batch are bound to for a game: its rules as constants, its start, its fields."""

import hashlib
from typing import Any, Final

from gridduels.board import MAX_CELLS
from gridduels.engine.batch import counter_rng, lanes, observing, playing, repetition
from gridduels.engine.kernels import layout
from gridduels.engine.kernels.binding import check_word, rule_functions
from gridduels.engine.kernels.compiling import bind
from gridduels.engine.kernels.gpu import SHARED_BYTES
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.statement import Field, Token, Turn

__all__ = ["MODULES", "names_of", "title_of", "words_a_game"]

MODULES: Final = (layout, counter_rng, repetition, playing, lanes, observing)
"""The kernel modules of a batch."""
_FEW: Final = 4
_MAX_ACTIONS: Final = 63
_MAX_COUNT: Final = 15
_GROUP: Final = 256


def names_of(game: Game, first: int) -> dict[str, Any]:
    """The names that the kernels of a game are bound to."""
    begin, statement = game.start(first), game.statement
    names = rule_functions(game.definition) | layout.layout_of(statement)
    _check(game)
    halvings = max(1, (game.actions - 1).bit_length())
    token_one, token_two = _tokens(game)
    together = 2 * game.cell_count <= repetition.EPOCH_SHIFT
    return (
        names
        | {
            "token_one": token_one,
            "token_two": token_two,
            "words_a_set": 1 if together else 2,
            "twice_shift": game.cell_count if together else 0,
            "rules": game.rules,
            "begin": begin,
            "begin_key": bind((layout,), names).pack(game.rules, begin, False),
            "begin_legal": game.legal(begin),
            "barred": game.bars_repetition,
            "few_actions": game.actions == _FEW,
            "halvings": halvings,
            "half_width": 1 << halvings - 1,
            "cell_count": game.cell_count,
            "action_count": game.actions,
            "tokens_one": _bits(statement.tokens[0]),
            "tokens_two": _bits(statement.tokens[1]),
            "blocked_fields": _bits(statement.marks),
            "reserves_one": _bits(statement.counts[0]),
            "reserves_two": _bits(statement.counts[1]),
            "goal_one": game.goal(1),
            "goal_two": game.goal(2),
            "plane_count": observing.PLANES + len(statement.shown_apart),
            "shown_one": tuple(shown.one for shown in statement.shown_apart) or (0,),
            "shown_two": tuple(shown.two for shown in statement.shown_apart) or (0,),
        }
        | _groups(game)
    )


def _groups(game: Game) -> dict[str, int]:
    """How the threads of a GPU write planes: how many games together, as how many bits."""
    value_bits = max(1, (_MAX_COUNT * max(map(len, game.statement.counts))).bit_length())
    bits = (observing.PLANES + len(game.statement.shown_apart)) * game.cell_count * value_bits
    games = _GROUP
    while games * bits >= 8 * SHARED_BYTES:
        games //= 2
    return {"group_games": games, "value_bits": value_bits, "bit_words": games * bits // 32 + 1}


def _tokens(game: Game) -> tuple[int, int]:
    """The fields of the tokens that the players move, by which repetition is looked up."""
    tokens = [number for number, _, kind, _ in _reversible(game) if isinstance(kind, Token)]
    if game.bars_repetition and not tokens:
        raise SetupError(f"a batch cannot hold {game!r}: it has no token by which repetition could be looked up")
    one, two = (([number for number in own if number in tokens] or tokens or [0])[0] for own in game.statement.tokens)
    if game.bars_repetition and not set(tokens) <= {one, two}:
        raise SetupError(f"a batch cannot hold {game!r}: to count repetition, a player must have one token only")
    return one, two


def _reversible(game: Game) -> list[Field]:
    """The fields that may change and change back."""
    return [field for field in game.statement.fields if not field.kind.irreversible]


def _bits(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in numbers)


def _check(game: Game) -> None:
    """Refuses a game that the kernels cannot hold."""
    check_word(game, "a batch")
    cells = repetition.EPOCH_SHIFT if game.bars_repetition else MAX_CELLS
    if game.cell_count > cells:
        barred = " where repetition is barred" if game.bars_repetition else ""
        raise SetupError(f"a batch cannot hold {game!r}: it has {game.cell_count} cells, and {cells} fit{barred}")
    if game.actions > _MAX_ACTIONS:
        raise SetupError(f"a batch cannot hold {game!r}: it has {game.actions} actions, and {_MAX_ACTIONS} fit")
    if game.bars_repetition and not all(isinstance(field.kind, Turn | Token) for field in _reversible(game)):
        raise SetupError(f"a batch cannot hold {game!r}: to count repetition, only a token may change and change back")


def title_of(game: Game, names: dict[str, Any]) -> str:
    """A name for what is compiled for a game: all that its kernels have as constants is in it."""
    constants = repr([(name, value) for name, value in sorted(names.items()) if not callable(value)]).encode()
    return f"{game.id}-{game.size}-{hashlib.sha256(constants).hexdigest()[:12]}"


def words_a_game(game: Game, names: dict[str, Any]) -> int:
    """How many words a game needs to count how often its positions came about; 0 where nobody asks."""
    if not game.bars_repetition:
        return 0
    states: int = bind((layout,), names).state_count(game.rules)
    return int(names["words_a_set"]) * (states // game.cell_count)
