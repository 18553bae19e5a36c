"""check_game: does a game keep the promises that everything else relies on? For authors of games.

    from gridduels import load_game
    from gridduels.testing import check_game

    def test_my_game_keeps_every_promise() -> None:
        check_game(load_game("my-game"))

`promises` has what every game promises, `stated` whether a game does what it states, `compiled` whether its rules can
be compiled and then play alike.
"""

import random
from collections.abc import Callable, Iterator
from typing import Final

from gridduels.duel import Duel
from gridduels.errors import BrokenGame
from gridduels.game import Game
from gridduels.testing import compiled, promises, stated
from gridduels.testing.promises import CODES

__all__ = ["CODES", "check_game"]

_PATIENCE: Final = 200  # plies of a game that may go on for ever
_COMPILED: Final = 10
"""In so many of the games compiled rules are compared with plain ones."""

Check = Callable[..., Iterator[str]]

_OF_A_GAME: Final[tuple[Check, ...]] = (*promises.OF_A_GAME, *stated.OF_A_GAME)
_OF_A_TURN: Final[tuple[Check, ...]] = (*promises.OF_A_TURN, *stated.OF_A_TURN)
_OF_A_LEGAL_MOVE: Final[tuple[Check, ...]] = (*promises.OF_A_LEGAL_MOVE, *stated.OF_A_LEGAL_MOVE)


def check_game(game: Game, games: int = 100, seed: int = 0) -> None:
    """Plays random games and checks every position of them; where numba is installed, compiled rules as well.

    An AssertionError says which game, position and move broke which promise.

    >>> from gridduels import load_game
    >>> check_game(load_game("light-cycle", size=3), games=10)
    """
    for check in _OF_A_GAME:
        _insist(check, repr(game), game)
    rng = random.Random(seed)
    played = [_play_out(Duel(game, start=game.start(1 + number % 2)), rng) for number in range(games)]
    _insist(compiled.rules_can_be_compiled, repr(game), game)
    for duel in played[:_COMPILED]:
        for ply in range(duel.ply + 1):
            earlier = Duel(game, duel.moves[:ply], start=duel.start)
            _insist(compiled.compiled_rules_play_alike, _place(earlier), earlier)


def _play_out(duel: Duel, rng: random.Random) -> Duel:
    """A random game, every turn of it checked; how it stands at its end."""
    max_plies = duel.game.max_plies
    while True:
        _check_turn(duel)
        if duel.outcome or (max_plies is None and duel.ply >= _PATIENCE):
            break
        if duel.ply == max_plies:
            raise AssertionError(f"{_place(duel)}: the game goes on after {max_plies} plies, its max_plies")
        duel = duel.play(rng.choice(duel.legal_moves))
    for check in promises.OF_AN_END:
        _insist(check, _place(duel), duel)
    return duel


def _check_turn(duel: Duel) -> None:
    place = _place(duel)
    for check in _OF_A_TURN:
        _insist(check, place, duel)
    for action, word in enumerate(duel.game.moves):
        legal = duel.legal_actions >> action & 1
        for check in _OF_A_LEGAL_MOVE if legal else promises.OF_ANOTHER_MOVE:
            _insist(check, f"{place}, move {word!r}", duel, action)
    for check in stated.OF_IMAGES:
        _insist(check, place, duel)


def _insist(check: Check, place: str, *subject: object) -> None:
    """Runs a check; its first complaint, or whatever the game raises meanwhile, becomes an AssertionError."""
    promise = check.__name__.replace("_", " ")
    try:
        problem = next(check(*subject), None)
    except Exception as error:
        raised = error.__cause__ if isinstance(error, BrokenGame) else error
        raise AssertionError(f"{place}: {type(raised).__name__}: {raised} (while checking that {promise})") from raised
    if problem:
        raise AssertionError(f"{place}: {problem}")


def _place(duel: Duel) -> str:
    try:
        text = duel.game.text(duel.position)
    except Exception:
        text = repr(duel.position)
    return f"{duel.game!r}, position {text!r}"
