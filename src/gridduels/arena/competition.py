"""Tournament: everybody against everybody, or one against all, in one game or several."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from gridduels.arena.encounter import Encounter
from gridduels.arena.entrants import Entrant, entitle
from gridduels.arena.exact import Measure
from gridduels.arena.openings import Openings
from gridduels.arena.statistics.pairs import Pairs
from gridduels.arena.statistics.ratings import Rating, check_connected, fit_ratings
from gridduels.arena.statistics.sprt import Sprt
from gridduels.errors import SetupError
from gridduels.players.limits import USUAL, TimeControl

if TYPE_CHECKING:
    import pandas

__all__ = ["Tournament"]


class Tournament:
    """Entrants, and an encounter of every two of them in every game that both play.

    It does not matter in which order they are named, but in a gauntlet: there the first meets each of the others.
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
        """The names of the entrants."""
        return [entrant.name for entrant in self.entrants]

    @property
    def left_out(self) -> list[tuple[Entrant, Openings]]:
        """Who does not play which games, by what it declares."""
        return [(entrant, each) for entrant in self.entrants for each in self.openings if not entrant.plays(each.game)]

    def title(self, name: str) -> str:
        """What tables call an entrant."""
        return next(entrant.title for entrant in self.entrants if entrant.name == name)

    def wins(self, game_id: str | None = None) -> dict[tuple[str, str], int]:
        """How many games one player has won against another, in one game or in all."""
        counts: dict[tuple[str, str], int] = {}
        for each in self.encounters:
            if game_id in (None, each.game.id):
                a, b = each.a.name, each.b.name
                for winner, loser, won in zip((a, b), (b, a), each.wins(), strict=True):
                    counts[winner, loser] = counts.get((winner, loser), 0) + won
        return counts

    def draws(self, game_id: str | None = None) -> dict[tuple[str, str], int]:
        """How many games of two players nobody has won, in one game or in all; every two stand in both orders."""
        counts: dict[tuple[str, str], int] = {}
        for each in self.encounters:
            if game_id in (None, each.game.id):
                for meeting in ((each.a.name, each.b.name), (each.b.name, each.a.name)):
                    counts[meeting] = counts.get(meeting, 0) + each.draws()
        return counts

    @property
    def may_be_drawn(self) -> bool:
        """Whether any of the games has draws."""
        return any(game.definition.draws for game in self.games)

    def ratings(self) -> list[Rating]:
        """The ratings fitted to all results at once, the best first."""
        results: dict[tuple[str, str], Pairs] = {}
        for each in self.encounters:
            meeting = each.a.name, each.b.name
            results[meeting] = results.get(meeting, Pairs()).plus(each.pair_results())
        return fit_ratings(self.players, {meeting: pairs for meeting, pairs in results.items() if any(pairs)})

    def measure(self, player: str) -> Measure | None:
        """What a player's moves were worth, in all games whose values are known."""
        total = Measure()
        for each in self.encounters:
            if player in (each.a.name, each.b.name) and (measures := each.measures()):
                total = total.plus(measures[player == each.b.name])
        return total if total.moves else None

    def record(self, player: str, game_id: str | None = None) -> tuple[int, int, int]:
        """A player's wins, draws and losses."""
        wins = self.wins(game_id)
        won = sum(count for (winner, _), count in wins.items() if winner == player)
        drawn = sum(count for (one, _), count in self.draws(game_id).items() if one == player)
        return won, drawn, sum(count for (_, loser), count in wins.items() if loser == player)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each player, the best first."""
        from gridduels.arena.reporting.tournament_report import rating_rows

        return rating_rows(self)

    def to_frame(self) -> "pandas.DataFrame":
        """The rows as a data frame of pandas."""
        from gridduels.arena.frames import to_frame

        return to_frame(self.rows())

    def __str__(self) -> str:
        from gridduels.arena.reporting.tournament_report import tournament_heading, tournament_text

        return f"{tournament_heading(self)}\n\n{tournament_text(self)}"

    def forfeits(self, player: str) -> list[str]:
        """Why a player has forfeited games."""
        return [
            reason
            for each in self.encounters
            if player in (each.a.name, each.b.name)
            for reason in each.forfeits()[player == each.b.name]
        ]

    def losses_on_time(self, player: str) -> int:
        """Return how many games a player has lost because its clock ran out."""
        own = (each for each in self.encounters if player in (each.a.name, each.b.name))
        return sum(each.losses_on_time()[player == each.b.name] for each in own)
