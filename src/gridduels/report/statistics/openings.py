"""Best play: games that lead to a position and on to the end, and how much of a game its winner has to know."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np

from gridduels.duel import Duel
from gridduels.engine.kernels import hash_set
from gridduels.engine.kernels.binding import compiled, plain
from gridduels.engine.kernels.hash_set import HashSet
from gridduels.engine.value import Value
from gridduels.engine.values import Values
from gridduels.game import Game
from gridduels.prospects import fills_up
from gridduels.report.statistics import finding

__all__ = ["MOST_KNOWN", "Line", "Strategy", "game_to", "line_from", "strategy_of"]

MOST_KNOWN: Final = 20_000
"""A strategy with more positions than this is not written down."""


@dataclass(frozen=True)
class Line:
    """A game that leads to a position, and best play of both sides from there; for each of these moves, how many there
    were and how many of them were good."""

    before: Duel
    value: Value
    moves: tuple[str, ...]
    choices: tuple[tuple[int, int], ...]

    @property
    def duel(self) -> Duel:
        """All of it, played."""
        duel = self.before
        for word in self.moves:
            duel = duel.play(word)
        return duel


@dataclass(frozen=True)
class Strategy:
    """What suffices to win: an answer for every position that the opponent can bring about. How many positions in which
    the winner moves that makes, images of each other counted once, and how many of these have one good move alone."""

    positions: int
    single: int


def line_from(values: Values, before: Duel) -> Line:
    """Best play from where a duel stands; where nobody can force the end, until a position comes back."""
    game, now = values.game, before.position
    moves, choices = values.principal_variation(now), []
    value = values.value(now)
    for word in moves:
        worth, best = values.move_values(now), values.value(now)
        choices.append((len(worth), sum(each.outcome == best.outcome for each in worth.values())))
        now = game.play(now, game.action(word))
    return Line(before, value, moves, tuple(choices))


def game_to(values: Values, position: Any) -> Duel:
    """A duel that stands at a position of a table or at an image of it. Where tokens leave trails there is a whole game
    that leads there; elsewhere it begins there."""
    game = values.game
    if not fills_up(game):
        return Duel(game, start=position)
    bound, kernels = plain(game.definition), compiled(game.definition, hash_set, finding)
    slots = np.zeros(1 << (4 * values.entries).bit_length(), np.int32)
    known = HashSet(np.empty(values.entries + 1, np.int64), slots)
    keys, left, path = (np.zeros(game.cell_count + 2, np.int64) for _ in range(3))
    target = bound.pack(game.rules, game.definition.canonicalize(game.rules, position), False)
    plies = kernels.find_game(game.rules, game.start(), target, known, keys, left, path)
    return Duel(game, [game.moves[action] for action in path[: max(plies, 0)].tolist()])


def strategy_of(values: Values) -> Strategy | None:
    """A strategy of whoever wins from the start: always one of the best moves, and the same in images of each other.
    None where nobody wins, or where it is too much to write down."""
    game, start = values.game, values.game.start()
    value = values.value(start)
    if value.plies is None:
        return None
    winner = start.turn if value.outcome == "win" else 3 - start.turn
    seen: set[Any] = set()
    waiting, known, single = [start], 0, 0
    while waiting and known <= MOST_KNOWN:
        position = waiting.pop()
        form = _form(game, position)
        if form in seen or not game.legal(position):
            continue
        seen.add(form)
        worth = values.move_values(position)
        after = {word: game.play(position, game.action(word)) for word in worth}
        if position.turn != winner:
            waiting += after.values()
            continue
        best = max(each.rank for each in worth.values())
        waiting.append(min((after[word] for word in worth if worth[word].rank == best), key=partial(_form, game)))
        known += 1
        single += len(worth) > 1 and sum(each.outcome == "win" for each in worth.values()) == 1
    return Strategy(known, single) if known <= MOST_KNOWN else None


def _form(game: Game, position: Any) -> Any:
    """What a position shares with its images, and who is to move in it."""
    definition = game.definition
    if definition.is_layered:
        images = [definition.apply_symmetry(game.rules, position, each) for each in range(definition.symmetries)]
        return min(image for image in images if image.turn == position.turn)
    return position.turn, definition.canonicalize(game.rules, position)
