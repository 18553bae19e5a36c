"""Mistakes: games that players of ours play against themselves, every move held against the table."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from gridduels.duel import Duel
from gridduels.engine import VALUES
from gridduels.engine.progress import Progress
from gridduels.engine.value import Value
from gridduels.engine.values import Evaluation
from gridduels.game import Game
from gridduels.players import make_player
from gridduels.prospects import distance, rooms
from gridduels.statement import Places, Slides, Steps

__all__ = ["PLAYERS", "Mistake", "Play", "kind_of_error", "watch_players"]

PLAYERS: Final = ("random", "easy", "medium", "hard")
GAMES: Final = {"random": 200, "easy": 50, "medium": 50, "hard": 50}
QUICK_GAMES: Final = {"random": 60, "easy": 12, "medium": 12, "hard": 12}
_SEED: Final = "five duels"
_COMMONEST: Final = 3


@dataclass(frozen=True)
class Mistake:
    """A move that gave something away: where, what was worth how much, which moves would have kept it, and how often it
    was played, of all the times the position came about."""

    position: str
    move: str
    before: Value
    after: Value
    good: tuple[str, ...]
    labels: dict[str, str]
    """What each move was worth, in at most four characters."""
    times: int
    seen: int


@dataclass(frozen=True)
class Play:
    """How a player did against itself. `critical` and `errors` are for the first, the second and the last third of the
    games: moves in positions where it could go wrong, and how often it did."""

    player: str
    games: int
    moves: int
    critical: tuple[int, int, int]
    errors: tuple[int, int, int]
    kinds: tuple[tuple[str, int], ...]
    """What its errors were, the commonest first."""
    commonest: tuple[Mistake, ...]

    @property
    def error_rate(self) -> float:
        """How often it went wrong where it could."""
        return sum(self.errors) / max(1, sum(self.critical))


def watch_players(game: Game, quick: bool, progress: Progress) -> tuple[Play, ...]:
    """Lets every player play against itself."""
    numbers = QUICK_GAMES if quick else GAMES
    total, done, found = sum(numbers.values()), 0, []
    for name in PLAYERS:
        judged = []
        for number in range(numbers[name]):
            progress("watching players", done, total)
            judged.append(_judged_game(game, name, number))
            done += 1
        found.append(_play(name, judged))
    return tuple(found)


JudgedMove = tuple[Duel, str, Evaluation]
"""A duel, the move that was played in it, and what all moves were worth."""


def _judged_game(game: Game, name: str, number: int) -> list[JudgedMove]:
    """A game of a player against itself; chance depends on nothing but the name of the game and its number."""
    seats = [make_player(name, random.Random(f"{_SEED} {game.id} {name} {number} {seat}")) for seat in (1, 2)]
    duel, judged = Duel(game), []
    while duel.outcome is None:
        player = seats[duel.turn - 1]
        assert player
        word = player.choose(duel)
        with VALUES.asking(game) as values:
            judged.append((duel, word, values.evaluate(duel)))
        duel = duel.play(word)
    return judged


def _play(name: str, games: list[list[JudgedMove]]) -> Play:
    critical, errors = [0, 0, 0], [0, 0, 0]
    kinds: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    wrong: Counter[tuple[str, str]] = Counter()
    about: dict[tuple[str, str], JudgedMove] = {}
    for judged in games:
        for number, (duel, word, worth) in enumerate(judged):
            text, third = duel.game.text(duel.position), 3 * number // len(judged)
            seen[text] += 1
            good = _good(worth)
            critical[third] += len(good) < len(worth.moves)
            if word not in good:
                errors[third] += 1
                kinds[kind_of_error(duel, word, good)] += 1
                wrong[text, word] += 1
                about.setdefault((text, word), (duel, word, worth))
    commonest = tuple(_mistake(about[key], times, seen[key[0]]) for key, times in wrong.most_common(_COMMONEST))
    moves = sum(map(len, games))
    counts = (critical[0], critical[1], critical[2]), (errors[0], errors[1], errors[2])
    return Play(name, len(games), moves, *counts, tuple(kinds.most_common()), commonest)


def _good(worth: Evaluation) -> tuple[str, ...]:
    return tuple(word for word, value in worth.moves.items() if value.outcome == worth.value.outcome)


def _mistake(judged: JudgedMove, times: int, seen: int) -> Mistake:
    duel, word, worth = judged
    text = duel.game.text(duel.position)
    labels = {each: value.label for each, value in worth.moves.items()}
    return Mistake(text, word, worth.value, worth.moves[word], _good(worth), labels, times, seen)


def kind_of_error(duel: Duel, word: str, good: Iterable[str]) -> str:
    """What was wrong with a move, in a few words, by what the good ones are like."""
    kinds = {each: _kind(duel.game, each) for each in (word, *good)}
    wanted = {kinds[each] for each in good}
    if kinds[word] is Slides:
        return _wrong_slide(word, good)
    if any(isinstance(each.kind, Places) for each in duel.game.action_ranges):
        return _wrong_act(kinds[word], wanted)
    if duel.game.goal(1):
        nearer = distance(duel.game, duel.play(word).position, duel.turn) < distance(
            duel.game, duel.position, duel.turn
        )
        return "went for the goal" if nearer else "went out of its way"
    return _wrong_room(duel, word, good)


def _kind(game: Game, word: str) -> type:
    action = game.action(word)
    return next(type(kind) for kind, first, length in game.action_ranges if first <= action < first + length)


def _wrong_slide(word: str, good: Iterable[str]) -> str:
    """Whether the direction was wrong, or the distance."""
    direction, length = word.rstrip("0123456789"), int(word.lstrip("abcdefghijklmnopqrstuvwxyz"))
    right = [int(each[len(direction) :]) for each in good if each.startswith(direction)]
    if not right:
        return "slid in a wrong direction"
    return "slid too far" if min(right) < length else "stopped too soon"


def _wrong_act(played: type, wanted: set[type]) -> str:
    """Whether it was to step or to build."""
    if played is Steps:
        return "chose a wrong step" if Steps in wanted else "stepped where it had to build"
    return "built in a wrong place" if Places in wanted else "built where it had to step"


def _wrong_room(duel: Duel, word: str, good: Iterable[str]) -> str:
    """Whether a good move would have kept more room."""

    def lead(each: str) -> int:
        room = rooms(duel.game, duel.play(each).position)
        return room[duel.turn - 1] - room[2 - duel.turn]

    return "gave room away" if lead(word) < max(map(lead, good)) else "counted room alone"
