"""A match, as text and as data: what is going to be played, and what has come of it."""

import math
from typing import Any

from gridduels.arena.encounter import Encounter
from gridduels.arena.openings import COUNTED_AHEAD, Openings
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
from gridduels.arena.statistics.pairs import Pairs
from gridduels.arena.statistics.sprt import Sprt
from gridduels.words import count

__all__ = [
    "match_data",
    "match_heading",
    "match_rows",
    "match_statistics",
    "match_text",
    "openings_text",
    "pairs_text",
    "sprt_verdict",
]


def match_heading(match: Encounter) -> str:
    """What is going to be played, for people."""
    pairs = f"{pairs_text(match)} from {openings_text(match.openings, match.pairs)}"
    who = f"{game_text(match.game)}: {match.a.title} against {match.b.title}"
    return f"{who}\n{pairs}, seed {match.seed}, {match.control}"


def pairs_text(match: Encounter) -> str:
    pairs = f"{count(match.pairs, 'pair')} of games"
    return f"at most {pairs}" if match.sprt else pairs


def openings_text(openings: Openings, pairs: int) -> str:
    """How many openings there are for so many pairs."""
    found = openings.count_ahead(pairs)
    if found is None:
        return f"{COUNTED_AHEAD} different openings or more"
    if found < pairs:
        return f"{count(found, 'opening')}, over and over (a pair equal to an earlier one counts once)"
    return f"{found} different openings" if found > 1 else "1 opening"


def match_text(match: Encounter) -> str:
    """The result for people."""
    forfeits = {entrant.title: why for entrant, why in zip(match.players, match.forfeits(), strict=True)}
    late = {entrant.title: lost for entrant, lost in zip(match.players, match.losses_on_time(), strict=True)}
    endings = [*losses_on_time_lines(late), *forfeit_lines(forfeits)]
    return "\n".join([*table(match_rows(match)), "", *match_statistics(match), *endings])


def match_rows(match: Encounter) -> list[list[str]]:
    """The table of a match."""
    wins, points, measures, drawn = match.wins(), match.points(), match.measures(), match.game.definition.draws
    rows = [["", *record_heads(drawn), "score", "keeps the value", "plies lost"]]
    for player, entrant in enumerate(match.players):
        figures = record_cells((wins[player], match.draws(), wins[1 - player]), drawn)
        score = f"{100 * points[player] / sum(points):.1f} %" if any(points) else "-"
        own = measures[player] if measures else None
        rows.append([shorten_name(entrant.title), *figures, score, share_text(own), mean_text(own)])
    return rows


def match_statistics(match: Encounter) -> list[str]:
    """What the pairs of a match say."""
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
    """How the pairs ended; where games may be drawn there are two more ways."""
    ahead, behind = (f" {pairs.ahead} won 1.5-0.5,", f" {pairs.behind} lost 0.5-1.5,") if drawn else ("", "")
    return f"{pairs.won} won 2-0,{ahead} {pairs.split} split 1-1,{behind} {pairs.lost} lost 0-2"


def sprt_verdict(sprt: Sprt) -> str:
    """What a sequential test says."""
    errors = f"error rates {100 * sprt.alpha:g} % and {100 * sprt.beta:g} %"
    if sprt.accepted is None:
        return f"undecided between Elo {sprt.elo0:g} and {sprt.elo1:g} ({errors})"
    chosen, other = (sprt.elo0, sprt.elo1) if sprt.accepted == 0 else (sprt.elo1, sprt.elo0)
    return f"accepted: Elo {chosen:g} rather than {other:g} ({errors})"


def _bounds(sprt: Sprt) -> str:
    return f"{sprt.low:.2f} and {sprt.high:.2f}"


def match_data(match: Encounter) -> dict[str, Any]:
    """The result for programs; an infinite Elo difference is null."""
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
