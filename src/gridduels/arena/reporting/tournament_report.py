"""A tournament, as text, as data and as CSV."""

import csv
import io
from typing import Any

from gridduels.arena.competition import Tournament
from gridduels.arena.reporting.match_report import match_data, openings_text, pairs_text, sprt_verdict
from gridduels.arena.reporting.wording import (
    elo_text,
    forfeit_lines,
    game_text,
    interval_text,
    losses_on_time_lines,
    mean_text,
    measure_data,
    record_cells,
    record_heads,
    share_text,
    shorten_name,
    table,
)
from gridduels.arena.statistics.ratings import Rating
from gridduels.words import count

__all__ = [
    "cross_table",
    "cross_title",
    "game_table",
    "game_title",
    "rating_rows",
    "rating_table",
    "sprt_lines",
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
        f"{cross_title(tournament)}:",
        *table(cross_table(tournament, names)),
    ]
    if len(tournament.games) > 1:
        lines += ["", f"{game_title(tournament)}:", *table(game_table(tournament, names))]
    lines += ["", *verdicts] if (verdicts := sprt_lines(tournament)) else []
    if repeated := sum(each.repeated for each in tournament.encounters):
        lines += ["", f"{count(repeated, 'pair')} equal to an earlier one, not counted again"]
    forfeits = {tournament.title(name): tournament.forfeits(name) for name in names}
    late = {tournament.title(name): tournament.losses_on_time(name) for name in names}
    return "\n".join([*lines, *losses_on_time_lines(late), *forfeit_lines(forfeits)])


def _label(tournament: Tournament, number: int, name: str) -> str:
    return f"{number}. {shorten_name(tournament.title(name))}"


def rating_table(tournament: Tournament, ratings: list[Rating]) -> list[list[str]]:
    """The ratings with what they come from."""
    drawn = tournament.may_be_drawn
    rows = [["", "rating", "95 % interval", *record_heads(drawn), "keeps the value", "plies lost"]]
    for number, (player, elo, low, high) in enumerate(ratings, 1):
        own, record = tournament.measure(player), record_cells(tournament.record(player), drawn)
        figures = [elo_text(elo), interval_text(low, high), *record, share_text(own), mean_text(own)]
        rows.append([_label(tournament, number, player), *figures])
    return rows


def cross_title(tournament: Tournament) -> str:
    """What the crosstable shows."""
    what = "Points, half of one for a draw," if tournament.may_be_drawn else "Wins"
    return f"{what} of the player in the row against the player in the column"


def cross_table(tournament: Tournament, names: list[str]) -> list[list[str]]:
    """The points of each player against each other: wins, and half the draws."""
    draws = tournament.draws()
    points = {meeting: won + draws[meeting] / 2 for meeting, won in tournament.wins().items()}
    rows = [["", *(f"{number}." for number in range(1, len(names) + 1))]]
    for number, name in enumerate(names, 1):
        cells = (f"{points[name, other]:g}" if (name, other) in points else "-" for other in names)
        rows.append([_label(tournament, number, name), *cells])
    return rows


def game_title(tournament: Tournament) -> str:
    """What the table of results by game shows."""
    return "Wins, draws and losses by game" if tournament.may_be_drawn else "Wins and losses by game"


def game_table(tournament: Tournament, names: list[str]) -> list[list[str]]:
    """The wins and losses of each player in each game, and the draws where there may be any."""
    rows = [["", *(game.id for game in tournament.games)]]
    for number, name in enumerate(names, 1):
        records = (tournament.record(name, game.id) for game in tournament.games)
        cells = (" : ".join(record_cells(record, tournament.may_be_drawn)) for record in records)
        rows.append([_label(tournament, number, name), *cells])
    return rows


def sprt_lines(tournament: Tournament) -> list[str]:
    """What the sequential tests of a gauntlet say, a line for each match; none where there are no such tests."""
    return [
        f"SPRT of {each.a.title} against {each.b.title}, {game_text(each.game)}: {sprt_verdict(each.sprt)}"
        for each in tournament.encounters
        if each.sprt
    ]


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
    record = dict(zip(("wins", "draws", "losses"), tournament.record(rating.player), strict=True))
    figures = {**rating._asdict(), **record, **measure_data(tournament.measure(rating.player))}
    return {"player": rating.player, "name": tournament.title(rating.player), **figures}


def tournament_csv(tournament: Tournament) -> str:
    """A row for each player, the best first: its rating and measures, and its wins against each of the others, with
    the draws where there may be any."""
    rows = rating_rows(tournament)
    others = [row["player"] for row in rows]
    figures = {"wins": tournament.wins()} | ({"draws": tournament.draws()} if tournament.may_be_drawn else {})
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow([*rows[0], *(f"{what} against {tournament.title(other)}" for what in figures for other in others)])
    for row in rows:
        against = (counts.get((row["player"], other), "") for counts in figures.values() for other in others)
        writer.writerow([*row.values(), *against])
    return target.getvalue()
