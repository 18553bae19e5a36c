"""Matches and tournaments as text, as data and as CSV."""

import csv
import io
import math
from collections.abc import Mapping
from typing import Any, Final

from gridduels.arena.encounter import Encounter, Tournament
from gridduels.arena.openings import COUNTED_AHEAD, Openings
from gridduels.arena.statistics import Measure, Pairs, Rating, Sprt
from gridduels.text import count

# --- Numbers, names and tables


_LONGEST_NAME: Final = 32


def elo_text(elo: float) -> str:
    """
    >>> elo_text(12.3), elo_text(float("-inf")), elo_text(-0.4)
    ('+12', '-inf', '0')
    """
    return f"{elo:+.0f}" if abs(elo) >= 0.5 else "0"


def interval_text(low: float, high: float) -> str:
    return f"{elo_text(low)} to {elo_text(high)}"


def record_heads(drawn: bool) -> list[str]:
    """Return the headings for wins, draws (if possible) and losses."""
    return ["wins", "draws", "losses"] if drawn else ["wins", "losses"]


def record_cells(record: tuple[int, int, int], drawn: bool) -> list[str]:
    """Return the wins, draws (if possible) and losses, in the order of `record_heads`.

    >>> record_cells((3, 1, 2), drawn=True), record_cells((3, 0, 2), drawn=False)
    (['3', '1', '2'], ['3', '2'])
    """
    won, draws, lost = map(str, record)
    return [won, draws, lost] if drawn else [won, lost]


def share_text(measure: Measure | None) -> str:
    share = measure.share_kept if measure else None
    return "-" if share is None else f"{100 * share:.1f} %"


def mean_text(measure: Measure | None) -> str:
    mean = measure.mean_plies_lost if measure else None
    return "-" if mean is None else f"{mean:.2f}"


def measure_data(measure: Measure | None) -> dict[str, Any]:
    return {
        "moves": measure.moves if measure else None,
        "share_kept": measure.share_kept if measure else None,
        "mean_plies_lost": measure.mean_plies_lost if measure else None,
    }


def forfeit_lines(forfeits: Mapping[str, list[str]]) -> list[str]:
    """Yield a line for each player that has forfeited games, with the number and the reasons."""
    lines = []
    for name, reasons in forfeits.items():
        if reasons:
            lines += ["", f"{name} forfeited {count(len(reasons), 'game')}:"]
            lines += [f"  {reasons.count(reason)} x {reason}" for reason in sorted(set(reasons))]
    return lines


def losses_on_time_lines(losses: Mapping[str, int]) -> list[str]:
    """Return a line for each player that has lost games on time."""
    lines = [f"{name} lost {count(lost, 'game')} on time" for name, lost in losses.items() if lost]
    return ["", *lines] if lines else []


def shorten_name(name: str) -> str:
    """Return a player's name, shortened for a table.

    >>> shorten_name("cmd:python3 a/very/long/path/to/my_bot.py")
    'cmd:python3 a/ve...to/my_bot.py'
    """
    return name if len(name) <= _LONGEST_NAME else f"{name[:16]}...{name[-12:]}"


def table(rows: list[list[str]]) -> list[str]:
    """Format rows as lines: the first column left-aligned, the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]


# --- Matches


def match_heading(match: Encounter) -> str:
    """Describe the games to be played."""
    pairs = f"{pairs_text(match)} from {openings_text(match.openings, match.pairs)}"
    who = f"{match.game}: {match.a.title} against {match.b.title}"
    return f"{who}\n{pairs}, seed {match.seed}, {match.control}"


def pairs_text(match: Encounter) -> str:
    pairs = f"{count(match.pairs, 'pair')} of games"
    return f"at most {pairs}" if match.sprt else pairs


def openings_text(openings: Openings, pairs: int) -> str:
    """Describe how many openings there are for the given number of pairs."""
    found = openings.count_ahead(pairs)
    if found is None:
        return f"{COUNTED_AHEAD} or more different openings"
    if found < pairs:
        return f"{count(found, 'opening')}, repeated (a pair equal to an earlier one counts once)"
    return f"{found} different openings" if found > 1 else "1 opening"


def match_text(match: Encounter) -> str:
    """Return the result as text."""
    forfeits = {entrant.title: why for entrant, why in zip(match.players, match.forfeits(), strict=True)}
    late = {entrant.title: lost for entrant, lost in zip(match.players, match.losses_on_time(), strict=True)}
    endings = [*losses_on_time_lines(late), *forfeit_lines(forfeits)]
    return "\n".join([*table(match_rows(match)), "", *match_statistics(match), *endings])


def match_rows(match: Encounter) -> list[list[str]]:
    """Return a match's table."""
    wins, points, measures, drawn = match.wins(), match.points(), match.measures(), match.game.definition.draws
    rows = [["", *record_heads(drawn), "score", "keeps the value", "plies lost"]]
    for player, entrant in enumerate(match.players):
        figures = record_cells((wins[player], match.draws(), wins[1 - player]), drawn)
        score = f"{100 * points[player] / sum(points):.1f} %" if any(points) else "-"
        own = measures[player] if measures else None
        rows.append([shorten_name(entrant.title), *figures, score, share_text(own), mean_text(own)])
    return rows


def match_statistics(match: Encounter) -> list[str]:
    """Return a match's pair statistics."""
    pairs, estimate = match.pair_results(), match.estimate()
    lines = [f"pairs           {_pairs_told(pairs, match.game.definition.draws)}"]
    if match.repeated:
        lines.append(f"repeated        {count(match.repeated, 'pair')} equal to an earlier one, not counted again")
    if estimate:
        interval = interval_text(estimate.elo_low, estimate.elo_high)
        lines.append(f"Elo difference  {elo_text(estimate.elo)} (95 % interval: {interval})")
    if match.sprt:
        lines.append(f"SPRT            {sprt_verdict(match.sprt)}")
        lines.append(f"                log-likelihood ratio {match.sprt.ratio:.2f}, decided at {_bounds(match.sprt)}")
    if not match.measures():
        lines.append("exact measure   none: this board size has no table of exact values")
    return lines


def _pairs_told(pairs: Pairs, drawn: bool) -> str:
    """Describe how the pairs ended. If draws are possible, there are two more cases."""
    ahead, behind = (f" {pairs.ahead} won 1.5-0.5,", f" {pairs.behind} lost 0.5-1.5,") if drawn else ("", "")
    return f"{pairs.won} won 2-0,{ahead} {pairs.split} split 1-1,{behind} {pairs.lost} lost 0-2"


def sprt_verdict(sprt: Sprt) -> str:
    """Return the result of a sequential test."""
    errors = f"error rates {100 * sprt.alpha:g} % and {100 * sprt.beta:g} %"
    if sprt.accepted is None:
        return f"undecided between Elo {sprt.elo0:g} and {sprt.elo1:g} ({errors})"
    chosen, other = (sprt.elo0, sprt.elo1) if sprt.accepted == 0 else (sprt.elo1, sprt.elo0)
    return f"accepted: Elo {chosen:g} rather than {other:g} ({errors})"


def _bounds(sprt: Sprt) -> str:
    return f"{sprt.low:.2f} and {sprt.high:.2f}"


def match_data(match: Encounter) -> dict[str, Any]:
    """Return the result as data; an infinite Elo difference is null."""
    estimate = match.estimate()
    return {
        **match.game.as_data(),
        "seed": match.seed,
        "limits": match.control.as_data(),
        "pairs": len(match.scores()),
        "repeated_pairs": match.repeated,
        "openings": len({task.opening for task, _ in match.games()}),
        "from_file": match.from_file,
        "players": _players(match),
        "pair_scores": match.pair_results()._asdict(),
        "score": estimate and estimate.score,
        "elo": estimate and _finite(estimate.elo),
        "elo_low": estimate and _finite(estimate.elo_low),
        "elo_high": estimate and _finite(estimate.elo_high),
        "sprt": match.sprt and _sprt_data(match.sprt),
    }


def _players(match: Encounter) -> list[dict[str, Any]]:
    wins, measures, forfeits, late = match.wins(), match.measures(), match.forfeits(), match.losses_on_time()
    return [
        {
            "player": entrant.name,
            "name": entrant.title,
            "version": entrant.version,
            "wins": wins[player],
            "draws": match.draws(),
            "losses": wins[1 - player],
            **measure_data(measures[player] if measures else None),
            "losses_on_time": late[player],
            "forfeits": forfeits[player],
        }
        for player, entrant in enumerate(match.players)
    ]


def _sprt_data(sprt: Sprt) -> dict[str, Any]:
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "ratio": sprt.ratio,
        "low": sprt.low,
        "high": sprt.high,
        "accepted": None if sprt.accepted is None else (sprt.elo0, sprt.elo1)[sprt.accepted],
    }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


# --- Tournaments


def tournament_heading(tournament: Tournament) -> str:
    """Describe the games to be played."""
    pairs = pairs_text(tournament.encounters[0])
    who = f"between {tournament.entrants[0].title} and every other player" if tournament.gauntlet else "per pairing"
    lines = [f"{len(tournament.entrants)} players, {pairs} {who}, seed {tournament.seed}, {tournament.control}"]
    for each in tournament.openings:
        lines.append(f"  {each.game} from {openings_text(each, tournament.pairs)}")
    for entrant, each in tournament.left_out:
        lines.append(f"  {entrant.title} does not play {each.game} and is left out there")
    return "\n".join(lines)


def tournament_text(tournament: Tournament) -> str:
    """Return ratings, crosstable and results by game as text."""
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
    """Return the ratings table."""
    drawn = tournament.may_be_drawn
    rows = [["", "rating", "95 % interval", *record_heads(drawn), "keeps the value", "plies lost"]]
    for number, (player, elo, low, high) in enumerate(ratings, 1):
        own, record = tournament.measure(player), record_cells(tournament.record(player), drawn)
        figures = [elo_text(elo), interval_text(low, high), *record, share_text(own), mean_text(own)]
        rows.append([_label(tournament, number, player), *figures])
    return rows


def cross_title(tournament: Tournament) -> str:
    """Describe the crosstable."""
    what = "Points (half a point for a draw)" if tournament.may_be_drawn else "Wins"
    return f"{what} of the row player against the column player"


def cross_table(tournament: Tournament, names: list[str]) -> list[list[str]]:
    """Return each player's points against every other: wins plus half the draws."""
    draws = tournament.draws()
    points = {meeting: won + draws[meeting] / 2 for meeting, won in tournament.wins().items()}
    rows = [["", *(f"{number}." for number in range(1, len(names) + 1))]]
    for number, name in enumerate(names, 1):
        cells = (f"{points[name, other]:g}" if (name, other) in points else "-" for other in names)
        rows.append([_label(tournament, number, name), *cells])
    return rows


def game_title(tournament: Tournament) -> str:
    """Describe the table of results by game."""
    return "Wins, draws and losses by game" if tournament.may_be_drawn else "Wins and losses by game"


def game_table(tournament: Tournament, names: list[str]) -> list[list[str]]:
    """Return each player's wins, draws (if possible) and losses in each game."""
    rows = [["", *(game.id for game in tournament.games)]]
    for number, name in enumerate(names, 1):
        records = (tournament.record(name, game.id) for game in tournament.games)
        cells = (" : ".join(record_cells(record, tournament.may_be_drawn)) for record in records)
        rows.append([_label(tournament, number, name), *cells])
    return rows


def sprt_lines(tournament: Tournament) -> list[str]:
    """Return the results of a gauntlet's sequential tests, one line per match; empty if there are none."""
    return [
        f"SPRT of {each.a.title} against {each.b.title}, {each.game}: {sprt_verdict(each.sprt)}"
        for each in tournament.encounters
        if each.sprt
    ]


def tournament_data(tournament: Tournament) -> dict[str, Any]:
    """Return everything as data."""
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
    """Return one row per player, best first: rating, games, and exact measures."""
    return [_row(tournament, rating) for rating in tournament.ratings()]


def _row(tournament: Tournament, rating: Rating) -> dict[str, Any]:
    record = dict(zip(("wins", "draws", "losses"), tournament.record(rating.player), strict=True))
    figures = {**rating._asdict(), **record, **measure_data(tournament.measure(rating.player))}
    return {"player": rating.player, "name": tournament.title(rating.player), **figures}


def tournament_csv(tournament: Tournament) -> str:
    """Return one row per player, best first: rating, measures, and wins (and draws, if possible) by opponent."""
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
