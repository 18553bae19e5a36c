"""Encounter: two players meet in pairs of games. Each pair has its own opening, played twice with the sides swapped."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Final

from gridduels.arena.exact import Measure
from gridduels.arena.openings import Openings
from gridduels.arena.playing.play import Played, Task
from gridduels.arena.playing.workers import play_all
from gridduels.arena.results import Results
from gridduels.arena.statistics.scores import Estimate, Sprt, estimate
from gridduels.duel import Reason
from gridduels.game import Game

__all__ = ["Encounter", "hold"]

_SIDES: Final = (False, True)


class Encounter:
    """Two players, a game, and the results of their pairs so far."""

    def __init__(
        self,
        a: str,
        b: str,
        game: Game,
        openings: Openings,
        pairs: int,
        seed: int = 0,
        think: float = 1.0,
        sprt: Sprt | None = None,
    ) -> None:
        self.a, self.b, self.game, self.openings = a, b, game, openings
        self.pairs, self.seed, self.think, self.sprt = pairs, seed, think, sprt
        self._played: dict[tuple[int, bool], tuple[Task, Played]] = {}
        self._whole = 0

    @property
    def decided(self) -> bool:
        """Whether a sequential test has come to its end, so that no more games are needed."""
        return self.sprt is not None and self.sprt.accepted is not None

    @property
    def played(self) -> int:
        """How many games have ended."""
        return len(self._played)

    def tasks(self, pair: int) -> Iterator[Task]:
        """The two games of a pair."""
        for swapped in _SIDES:
            yield Task(self.game, self.a, self.b, pair, swapped, self.openings[pair], self.seed, self.think)

    def add(self, task: Task, played: Played) -> None:
        """Takes in a game. They may come in any order, but a sequential test hears of pairs in theirs."""
        self._played[task.pair, task.swapped] = task, played
        while not self.decided and all((self._whole, swapped) in self._played for swapped in _SIDES):
            self._whole += 1
            if self.sprt:
                self.sprt.add(self._score(self._whole - 1))

    def games(self) -> list[tuple[Task, Played]]:
        """The games that count, in their order: those of whole pairs, up to the decision of a sequential test."""
        return [self._played[pair, swapped] for pair in range(self._whole) for swapped in _SIDES]

    def scores(self) -> list[float]:
        """The score of each pair for player `a`."""
        return [self._score(pair) for pair in range(self._whole)]

    def estimate(self) -> Estimate | None:
        """The score and the Elo difference of player `a`."""
        return estimate(self.scores())

    def wins(self) -> tuple[int, int]:
        """How many games each player has won."""
        won = [_winner(*ended) for ended in self.games()]
        return won.count(0), won.count(1)

    def measures(self) -> tuple[Measure, Measure] | None:
        """The exact measures of both players' play; None where the game's values are not known."""
        totals = [Measure(), Measure()]
        for task, played in self.games():
            if played.measures is None:
                return None
            for player, each in enumerate(reversed(played.measures) if task.swapped else played.measures):
                totals[player] = totals[player].plus(each)
        return totals[0], totals[1]

    def forfeits(self) -> tuple[list[str], list[str]]:
        """Why each player has forfeited games."""
        reasons: tuple[list[str], list[str]] = [], []
        for task, played in self.games():
            if played.reason == Reason.FORFEIT:
                reasons[1 - _winner(task, played)].append(played.why)
        return reasons

    def _score(self, pair: int) -> float:
        return sum(_winner(*self._played[pair, swapped]) == 0 for swapped in _SIDES) / 2


def _winner(task: Task, played: Played) -> int:
    """0 when player `a` has won, 1 when player `b` has."""
    return int((played.winner == 2) != task.swapped)


def hold(
    matches: Sequence[Encounter],
    results: Results,
    workers: int = 1,
    engine: str = "local",
    watch: Callable[[], None] = lambda: None,
) -> None:
    """Plays all games of some matches, but for those that are in the results already. `watch` is called for each."""

    def coming() -> Iterator[Task]:
        for match, task in _schedule(matches):
            if played := results.get(task):
                match.add(task, played)
                watch()
            else:
                homes[task] = match
                yield task

    homes: dict[Task, Encounter] = {}
    with closing(play_all(coming(), workers, engine)) as ended:
        for task, played in ended:
            results.add(task, played)
            homes.pop(task).add(task, played)
            watch()
            if all(match.decided for match in matches):
                return


def _schedule(matches: Sequence[Encounter]) -> Iterator[tuple[Encounter, Task]]:
    """All games: the first pair of every match, then the second of each, and so on."""
    for pair in range(max(match.pairs for match in matches)):
        for match in matches:
            if pair < match.pairs and not match.decided:
                yield from ((match, task) for task in match.tasks(pair))
