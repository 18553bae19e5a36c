"""Matches and tournaments: pairs of games with sides swapped, as a round robin or a gauntlet."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from gridduels.arena.entrants import Entrant, entitle
from gridduels.arena.openings import COUNTED_AHEAD, Openings
from gridduels.arena.play import Played, Task
from gridduels.arena.statistics import Estimate, Measure, Pairs, Rating, Sprt, check_connected, estimate, fit_ratings
from gridduels.duel import Reason
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.players.limits import USUAL, TimeControl

if TYPE_CHECKING:
    import pandas


# --- Encounter: pairs of games with sides swapped, one opening per pair


_SIDES: Final = (False, True)
_POINTS: Final = {0: 1.0, 1: 0.0, None: 0.5}
"""Player `a`'s score in a game, keyed by its winner."""


class Encounter:
    """Two players, a game, and the results of their pairs so far.

    A pair counts as soon as both of its games have ended. Identical pairs count only once: when openings repeat or
    transpose, deterministic players repeat their games, which adds no evidence.
    """

    def __init__(
        self,
        a: Entrant,
        b: Entrant,
        openings: Openings,
        pairs: int,
        seed: int = 0,
        control: TimeControl = USUAL,
        sprt: Sprt | None = None,
    ) -> None:
        self.a, self.b, self.openings, self.pairs = a, b, openings, pairs
        self.seed, self.control, self.sprt = seed, control, sprt
        self.from_file = 0
        """The number of games that were already in the results file."""
        self.repeated = 0
        """The number of pairs identical to an earlier one."""
        self._played: dict[tuple[int, bool], tuple[Task, Played]] = {}
        self._whole = 0
        self._counted: dict[tuple[str, str, str], int] = {}
        """The pairs that count, keyed by their opening and the moves of both games."""

    @property
    def game(self) -> Game:
        return self.openings.game

    @property
    def players(self) -> tuple[Entrant, Entrant]:
        return self.a, self.b

    @property
    def decided(self) -> bool:
        """Return whether a sequential test has been decided, in which case no more games are needed."""
        return self.sprt is not None and self.sprt.accepted is not None

    @property
    def played(self) -> int:
        """Return the number of finished games."""
        return len(self._played)

    def tasks(self, pair: int) -> Iterator[Task]:
        """Return the two games of a pair."""
        for swapped in _SIDES:
            yield self._task(pair, swapped, self.openings[pair])

    def outline(self) -> Iterator[Task]:
        """Yield the games whose openings have been drawn so far; the rest follow later."""
        for pair in range(self.pairs):
            opening = self.openings[pair] if pair < COUNTED_AHEAD else ""
            for swapped in _SIDES:
                yield self._task(pair, swapped, opening)

    def _task(self, pair: int, swapped: bool, opening: str) -> Task:
        versions = self.a.version, self.b.version
        return Task(self.game, self.a.name, self.b.name, pair, swapped, opening, self.seed, self.control, versions)

    def add(self, task: Task, played: Played) -> None:
        """Record a game. Games may arrive in any order, but pairs are counted in sequence."""
        self._played[task.pair, task.swapped] = task, played
        while not self.decided and all((self._whole, swapped) in self._played for swapped in _SIDES):
            self._count(self._whole)
            self._whole += 1

    def _count(self, pair: int) -> None:
        (task, one), (_, two) = (self._played[pair, swapped] for swapped in _SIDES)
        equal = task.opening, one.moves, two.moves
        if equal in self._counted:
            self.repeated += 1
            return
        self._counted[equal] = pair
        if self.sprt:
            self.sprt.add(self._score(pair))

    def games(self) -> list[tuple[Task, Played]]:
        """Return the games that count, in order: those in complete pairs, until a sequential test is decided."""
        return [self._played[pair, swapped] for pair in self._counted.values() for swapped in _SIDES]

    def scores(self) -> list[float]:
        """Return player `a`'s score in each pair."""
        return [self._score(pair) for pair in self._counted.values()]

    def pair_results(self) -> Pairs:
        """Return the numbers of pairs that player `a` has lost, split and won."""
        return Pairs.of(self.scores())

    def estimate(self) -> Estimate | None:
        """Return player `a`'s score and Elo difference."""
        return estimate(self.scores())

    def wins(self) -> tuple[int, int]:
        """Return how many games each player has won."""
        won = [_winner(*ended) for ended in self.games()]
        return won.count(0), won.count(1)

    def draws(self) -> int:
        """Return the number of drawn games."""
        return [played.winner for _, played in self.games()].count(0)

    def points(self) -> tuple[float, float]:
        """Return each player's points: 1 for a win, half for a draw."""
        a, b = self.wins()
        return a + self.draws() / 2, b + self.draws() / 2

    def measures(self) -> tuple[Measure, Measure] | None:
        """Return exact scores for both players' moves, or None if the game's values are unknown."""
        totals = [Measure(), Measure()]
        for task, played in self.games():
            if played.measures is None:
                return None
            for player, each in enumerate(reversed(played.measures) if task.swapped else played.measures):
                totals[player] = totals[player].plus(each)
        return totals[0], totals[1]

    def forfeits(self) -> tuple[list[str], list[str]]:
        """Return the reasons for each player's forfeits."""
        reasons: tuple[list[str], list[str]] = [], []
        for task, played in self.games():
            if played.reason == Reason.FORFEIT:
                reasons[_winner(task, played) == 0].append(played.why)
        return reasons

    def losses_on_time(self) -> tuple[int, int]:
        """Return how many games each player has lost on time."""
        won = [_winner(task, played) for task, played in self.games() if played.reason == Reason.TIME]
        return won.count(1), won.count(0)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per game that counts."""
        from gridduels.arena.results import game_rows

        return game_rows(self)

    def to_frame(self) -> "pandas.DataFrame":
        """Return the rows as a pandas data frame."""
        from gridduels.arena.results import to_frame

        return to_frame(self.rows())

    def __str__(self) -> str:
        from gridduels.arena.report import match_heading, match_text

        return f"{match_heading(self)}\n\n{match_text(self)}"

    def __repr__(self) -> str:
        a, b = self.points()
        return f"<Encounter in {self.game}: {self.a.title} {a:g}, {self.b.title} {b:g}>"

    def _repr_html_(self) -> str:
        """Return the result as tables for display in notebooks."""
        from gridduels.arena.export import match_html

        return match_html(self)

    def _score(self, pair: int) -> float:
        return sum(_POINTS[_winner(*self._played[pair, swapped])] for swapped in _SIDES) / 2


def _winner(task: Task, played: Played) -> int | None:
    """Return 0 if player `a` has won, 1 if player `b` has, or None for a draw."""
    return int((played.winner == 2) != task.swapped) if played.winner else None


# --- Tournament


class Tournament:
    """A set of entrants, with one encounter for each pair of entrants and each game they both play.

    The order of the entrants matters only in a gauntlet, where the first meets each of the others.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        openings: Sequence[Openings],
        pairs: int,
        seed: int = 0,
        control: TimeControl = USUAL,
        gauntlet: bool = False,
        sprt: Callable[[], Sprt] | None = None,
    ) -> None:
        self.openings, self.pairs, self.seed, self.control, self.gauntlet = openings, pairs, seed, control, gauntlet
        self.entrants = entitle(sorted(entrants, key=lambda each: (gauntlet and each != entrants[0], each.name)))
        self.games = [each.game for each in openings]
        meetings = list(combinations(self.entrants, 2))[: len(entrants) - 1 if gauntlet else None]
        self.encounters = [
            Encounter(a, b, each, pairs, seed, control, sprt() if sprt else None)
            for each in openings
            for a, b in meetings
            if a.plays(each.game) and b.plays(each.game)
        ]
        if not self.encounters:
            raise SetupError("no two of the players play the same game")
        check_connected(self.players, {(each.a.name, each.b.name): None for each in self.encounters})

    @property
    def players(self) -> list[str]:
        """Return the names of the entrants."""
        return [entrant.name for entrant in self.entrants]

    @property
    def left_out(self) -> list[tuple[Entrant, Openings]]:
        """Return the games that each entrant has declared it doesn't play."""
        return [(entrant, each) for entrant in self.entrants for each in self.openings if not entrant.plays(each.game)]

    def title(self, name: str) -> str:
        """Return an entrant's title in tables."""
        return next(entrant.title for entrant in self.entrants if entrant.name == name)

    def wins(self, game_id: str | None = None) -> dict[tuple[str, str], int]:
        """Return how many games one player has won against another, in one game or overall."""
        counts: dict[tuple[str, str], int] = {}
        for each in self.encounters:
            if game_id in (None, each.game.id):
                a, b = each.a.name, each.b.name
                for winner, loser, won in zip((a, b), (b, a), each.wins(), strict=True):
                    counts[winner, loser] = counts.get((winner, loser), 0) + won
        return counts

    def draws(self, game_id: str | None = None) -> dict[tuple[str, str], int]:
        """Return how many games between two players were drawn, in one game or overall. The order of the players
        doesn't matter."""
        counts: dict[tuple[str, str], int] = {}
        for each in self.encounters:
            if game_id in (None, each.game.id):
                for meeting in ((each.a.name, each.b.name), (each.b.name, each.a.name)):
                    counts[meeting] = counts.get(meeting, 0) + each.draws()
        return counts

    @property
    def may_be_drawn(self) -> bool:
        """Return whether draws are possible in any of the games."""
        return any(game.definition.draws for game in self.games)

    def ratings(self) -> list[Rating]:
        """Return the ratings, fitted to all results together, best first."""
        results: dict[tuple[str, str], Pairs] = {}
        for each in self.encounters:
            meeting = each.a.name, each.b.name
            results[meeting] = results.get(meeting, Pairs()).plus(each.pair_results())
        return fit_ratings(self.players, {meeting: pairs for meeting, pairs in results.items() if any(pairs)})

    def measure(self, player: str) -> Measure | None:
        """Return an exact score for a player's moves across all games with known values."""
        total = Measure()
        for each in self.encounters:
            if player in (each.a.name, each.b.name) and (measures := each.measures()):
                total = total.plus(measures[player == each.b.name])
        return total if total.moves else None

    def record(self, player: str, game_id: str | None = None) -> tuple[int, int, int]:
        """Return a player's wins, draws and losses."""
        wins = self.wins(game_id)
        won = sum(count for (winner, _), count in wins.items() if winner == player)
        drawn = sum(count for (one, _), count in self.draws(game_id).items() if one == player)
        return won, drawn, sum(count for (_, loser), count in wins.items() if loser == player)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per player, best first."""
        from gridduels.arena.report import rating_rows

        return rating_rows(self)

    def to_frame(self) -> "pandas.DataFrame":
        """Return the rows as a pandas data frame."""
        from gridduels.arena.results import to_frame

        return to_frame(self.rows())

    def __str__(self) -> str:
        from gridduels.arena.report import tournament_heading, tournament_text

        return f"{tournament_heading(self)}\n\n{tournament_text(self)}"

    def __repr__(self) -> str:
        return f"<Tournament of {', '.join(each.title for each in self.entrants)} in {', '.join(map(str, self.games))}>"

    def _repr_html_(self) -> str:
        """Return the result as tables and a ratings chart for display in notebooks."""
        from gridduels.arena.export import tournament_html

        return tournament_html(self)

    def forfeits(self, player: str) -> list[str]:
        """Return the reasons for a player's forfeits."""
        return [
            reason
            for each in self.encounters
            if player in (each.a.name, each.b.name)
            for reason in each.forfeits()[player == each.b.name]
        ]

    def losses_on_time(self, player: str) -> int:
        """Return how many games a player has lost on time."""
        own = (each for each in self.encounters if player in (each.a.name, each.b.name))
        return sum(each.losses_on_time()[player == each.b.name] for each in own)
