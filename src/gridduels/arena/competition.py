"""Tournament: everybody against everybody, in one game or several, and what comes of it."""

import csv
import io
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from gridduels.arena.encounter import Encounter
from gridduels.arena.exact import Measure
from gridduels.arena.openings import Openings
from gridduels.arena.reporting.text import (
    elo_text,
    match_data,
    mean_text,
    measure_data,
    share_text,
    shorten_name,
    table,
)
from gridduels.arena.statistics.ratings import Rating, fit_ratings

__all__ = ["Tournament"]


class Tournament:
    """Players, and a match of every two of them in every game; it does not matter in which order they are named."""

    def __init__(
        self, players: Sequence[str], openings: Sequence[Openings], pairs: int, seed: int = 0, think: float = 1.0
    ) -> None:
        self.players = sorted(players)
        self.games = [each.game for each in openings]
        self.pairs, self.seed = pairs, seed
        self.matches = [
            Encounter(a, b, each.game, each, pairs, seed, think)
            for each in openings
            for a, b in combinations(self.players, 2)
        ]

    def wins(self, game_id: str | None = None) -> dict[tuple[str, str], int]:
        """How many games one player has won against another, in one game or in all."""
        counts: dict[tuple[str, str], int] = {}
        for match in self.matches:
            if game_id in (None, match.game.id):
                for winner, loser, won in zip((match.a, match.b), (match.b, match.a), match.wins(), strict=True):
                    counts[winner, loser] = counts.get((winner, loser), 0) + won
        return counts

    def ratings(self) -> list[Rating]:
        """The ratings fitted to all results at once, the best first."""
        return fit_ratings(self.players, self.wins())

    def measure(self, player: str) -> Measure | None:
        """What a player's moves were worth, in all games whose values are known."""
        total = Measure()
        for match in self.matches:
            if player in (match.a, match.b) and (measures := match.measures()):
                total = total.plus(measures[player == match.b])
        return total if total.moves else None

    def record(self, player: str, game_id: str | None = None) -> tuple[int, int]:
        """A player's wins and losses."""
        wins = self.wins(game_id)
        won = sum(count for (winner, _), count in wins.items() if winner == player)
        return won, sum(count for (_, loser), count in wins.items() if loser == player)

    def text(self) -> str:
        """Ratings, crosstable and results by game, for people."""
        ratings = self.ratings()
        names = [rating.player for rating in ratings]
        pairs = f"{self.pairs} {'pair' if self.pairs == 1 else 'pairs'}"
        lines = [
            f"{len(names)} players, {pairs} of games between every two in each of {', '.join(self._titles())}, "
            f"seed {self.seed}",
            "",
            *table(self._rating_rows(ratings)),
            "",
            "Wins of the player in the row against the player in the column:",
            *table(self._cross_rows(names)),
        ]
        if len(self.games) > 1:
            lines += ["", "Wins and losses by game:", *table(self._game_rows(names))]
        return "\n".join([*lines, *self._forfeits()])

    def _titles(self) -> list[str]:
        return [f"{game.title} {game.size}x{game.size}" for game in self.games]

    def _rating_rows(self, ratings: list[Rating]) -> list[list[str]]:
        rows = [["", "rating", "95 % interval", "wins", "losses", "keeps the value", "plies lost"]]
        for number, (player, elo, low, high) in enumerate(ratings, 1):
            won, lost = self.record(player)
            own = self.measure(player)
            interval = f"{elo_text(low)} to {elo_text(high)}"
            name = f"{number}. {shorten_name(player)}"
            rows.append([name, elo_text(elo), interval, str(won), str(lost), share_text(own), mean_text(own)])
        return rows

    def _cross_rows(self, names: list[str]) -> list[list[str]]:
        wins = self.wins()
        rows = [["", *(f"{number}." for number in range(1, len(names) + 1))]]
        for number, name in enumerate(names, 1):
            cells = ["-" if name == other else str(wins[name, other]) for other in names]
            rows.append([f"{number}. {shorten_name(name)}", *cells])
        return rows

    def _game_rows(self, names: list[str]) -> list[list[str]]:
        rows = [["", *(game.id for game in self.games)]]
        for number, name in enumerate(names, 1):
            records = (self.record(name, game.id) for game in self.games)
            rows.append([f"{number}. {shorten_name(name)}", *(f"{won} : {lost}" for won, lost in records)])
        return rows

    def _forfeits(self) -> list[str]:
        lines = []
        for player in self.players:
            reasons = [
                reason
                for match in self.matches
                if player in (match.a, match.b)
                for reason in match.forfeits()[player == match.b]
            ]
            if reasons:
                lines += ["", f"{player} forfeited {len(reasons)} {'game' if len(reasons) == 1 else 'games'}:"]
                lines += [f"  {reasons.count(reason)} x {reason}" for reason in sorted(set(reasons))]
        return lines

    def data(self) -> dict[str, Any]:
        """Everything, for programs."""
        return {
            "games": [{"game": game.id, "size": game.size, "rulings": dict(game.rulings)} for game in self.games],
            "pairs": self.pairs,
            "seed": self.seed,
            "ratings": [self._row(rating) for rating in self.ratings()],
            "matches": [match_data(match) for match in self.matches],
        }

    def _row(self, rating: Rating) -> dict[str, Any]:
        won, lost = self.record(rating.player)
        return {**rating._asdict(), "wins": won, "losses": lost, **measure_data(self.measure(rating.player))}

    def csv(self) -> str:
        """A row for each player, the best first: its rating and measures, and its wins against each of the others."""
        ratings, wins = self.ratings(), self.wins()
        target = io.StringIO()
        writer = csv.writer(target, lineterminator="\n")
        rows = [self._row(rating) for rating in ratings]
        writer.writerow([*rows[0], *(f"wins against {rating.player}" for rating in ratings)])
        for row in rows:
            writer.writerow([*row.values(), *(wins.get((row["player"], rating.player), "") for rating in ratings)])
        return target.getvalue()
