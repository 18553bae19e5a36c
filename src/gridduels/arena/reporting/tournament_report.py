"""A tournament, as text, as data and as CSV."""

import csv
import io
from typing import Any

from gridduels.arena.competition import Tournament
from gridduels.arena.reporting.match_report import match_data, openings_text, pairs_text
from gridduels.arena.reporting.wording import (
    elo_text,
    forfeit_lines,
    game_text,
    interval_text,
    mean_text,
    measure_data,
    share_text,
    shorten_name,
    table,
)
from gridduels.arena.statistics.ratings import Rating
from gridduels.words import count

__all__ = [
    "cross_table",
    "game_table",
    "rating_rows",
    "rating_table",
    "tournament_csv",
    "tournament_data",
    "tournament_heading",
    "tournament_text",
]


def tournament_heading(tournament: Tournament) -> str:
    """What is going to be played, for people."""
    pairs = pairs_text(tournament.encounters[0])
    who = f"between {tournament.entrants[0].title} and each other" if tournament.gauntlet else "between every two"
    lines = [f"{len(tournament.entrants)} players, {pairs} {who}, seed {tournament.seed}, {tournament.control}"]
    for each in tournament.openings:
        lines.append(f"  {game_text(each.game)} from {openings_text(each, tournament.pairs)}")
    for entrant, each in tournament.left_out:
        lines.append(f"  {entrant.title} does not play {game_text(each.game)} and is left out there")
    return "\n".join(lines)


def tournament_text(tournament: Tournament) -> str:
    """Ratings, crosstable and results by game, for people."""
    ratings = tournament.ratings()
    names = [rating.player for rating in ratings]
    lines = [
        *table(rating_table(tournament, ratings)),
        "",
        "Wins of the player in the row against the player in the column:",
        *table(cross_table(tournament, names)),
    ]
    if len(tournament.games) > 1:
        lines += ["", "Wins and losses by game:", *table(game_table(tournament, names))]
    if repeated := sum(each.repeated for each in tournament.encounters):
        lines += ["", f"{count(repeated, 'pair')} equal to an earlier one, not counted again"]
    forfeits = {tournament.title(name): tournament.forfeits(name) for name in names}
    return "\n".join([*lines, *forfeit_lines(forfeits)])


def _label(tournament: Tournament, number: int, name: str) -> str:
    return f"{number}. {shorten_name(tournament.title(name))}"


def rating_table(tournament: Tournament, ratings: list[Rating]) -> list[list[str]]:
    """The ratings with what they come from."""
    rows = [["", "rating", "95 % interval", "wins", "losses", "keeps the value", "plies lost"]]
    for number, (player, elo, low, high) in enumerate(ratings, 1):
        won, lost = tournament.record(player)
        own = tournament.measure(player)
        figures = [elo_text(elo), interval_text(low, high), str(won), str(lost), share_text(own), mean_text(own)]
        rows.append([_label(tournament, number, player), *figures])
    return rows


def cross_table(tournament: Tournament, names: list[str]) -> list[list[str]]:
    """The wins of each player against each other."""
    wins = tournament.wins()
    rows = [["", *(f"{number}." for number in range(1, len(names) + 1))]]
    for number, name in enumerate(names, 1):
        rows.append([_label(tournament, number, name), *(str(wins.get((name, other), "-")) for other in names)])
    return rows


def game_table(tournament: Tournament, names: list[str]) -> list[list[str]]:
    """The wins and losses of each player in each game."""
    rows = [["", *(game.id for game in tournament.games)]]
    for number, name in enumerate(names, 1):
        records = (tournament.record(name, game.id) for game in tournament.games)
        rows.append([_label(tournament, number, name), *(f"{won} : {lost}" for won, lost in records)])
    return rows


def tournament_data(tournament: Tournament) -> dict[str, Any]:
    """Everything, for programs."""
    return {
        "games": [game.as_data() for game in tournament.games],
        "pairs": tournament.pairs,
        "seed": tournament.seed,
        "gauntlet": tournament.gauntlet,
        "left_out": [{"player": entrant.name, "game": each.game.id} for entrant, each in tournament.left_out],
        "ratings": rating_rows(tournament),
        "matches": [match_data(each) for each in tournament.encounters],
    }


def rating_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """A row for each player, the best first: its rating, its games, and what its moves were worth."""
    return [_row(tournament, rating) for rating in tournament.ratings()]


def _row(tournament: Tournament, rating: Rating) -> dict[str, Any]:
    won, lost = tournament.record(rating.player)
    figures = {**rating._asdict(), "wins": won, "losses": lost, **measure_data(tournament.measure(rating.player))}
    return {"player": rating.player, "name": tournament.title(rating.player), **figures}


def tournament_csv(tournament: Tournament) -> str:
    """A row for each player, the best first: its rating and measures, and its wins against each of the others."""
    ratings, wins = tournament.ratings(), tournament.wins()
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    rows = rating_rows(tournament)
    writer.writerow([*rows[0], *(f"wins against {tournament.title(rating.player)}" for rating in ratings)])
    for row in rows:
        writer.writerow([*row.values(), *(wins.get((row["player"], rating.player), "") for rating in ratings)])
    return target.getvalue()
