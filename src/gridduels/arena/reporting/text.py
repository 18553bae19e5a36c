"""A match's result, as text and as data."""

import math
from typing import Any

from gridduels.arena.encounter import Encounter
from gridduels.arena.exact import Measure
from gridduels.arena.statistics.scores import Sprt

__all__ = ["elo_text", "match_data", "match_text", "mean_text", "measure_data", "share_text", "shorten_name", "table"]

_LONGEST_NAME = 32


def match_text(match: Encounter) -> str:
    """The result for people."""
    game, pairs = match.game, len(match.scores())
    lines = [
        f"{game.title} {game.size}x{game.size}: {match.a} against {match.b}",
        f"{pairs} {'pair' if pairs == 1 else 'pairs'} of games from {_openings(match)}, seed {match.seed}",
        "",
        *table(_rows(match)),
        "",
        *_statistics(match),
        *_forfeits(match),
    ]
    return "\n".join(lines)


def _openings(match: Encounter) -> str:
    distinct = len({task.opening for task, _ in match.games()})
    return f"{distinct} {'opening' if distinct == 1 else 'different openings'}"


def _rows(match: Encounter) -> list[list[str]]:
    wins, measures = match.wins(), match.measures()
    rows = [["", "wins", "losses", "score", "keeps the value", "plies lost"]]
    for player, name in enumerate((match.a, match.b)):
        won, lost = wins[player], wins[1 - player]
        score = f"{100 * won / (won + lost):.1f} %" if won + lost else "-"
        own = measures[player] if measures else None
        rows.append([shorten_name(name), str(won), str(lost), score, share_text(own), mean_text(own)])
    return rows


def _statistics(match: Encounter) -> list[str]:
    scores, estimate = match.scores(), match.estimate()
    lines = [f"pairs           {scores.count(1)} won 2-0, {scores.count(0.5)} split 1-1, {scores.count(0)} lost 0-2"]
    if estimate:
        interval = f"{elo_text(estimate.elo_low)} to {elo_text(estimate.elo_high)}"
        lines.append(f"Elo difference  {elo_text(estimate.elo)} (95 % interval: {interval})")
    if match.sprt:
        lines.append(f"SPRT            {_verdict(match.sprt)}")
        lines.append(f"                log-likelihood ratio {match.sprt.ratio:.2f}, decided at {_bounds(match.sprt)}")
    if not match.measures():
        lines.append("exact measure   none: this board size has no table of exact values")
    return lines


def _verdict(sprt: Sprt) -> str:
    errors = f"error rates {100 * sprt.alpha:g} % and {100 * sprt.beta:g} %"
    if sprt.accepted is None:
        return f"undecided between Elo {sprt.elo0:g} and {sprt.elo1:g} ({errors})"
    chosen, other = (sprt.elo0, sprt.elo1) if sprt.accepted == 0 else (sprt.elo1, sprt.elo0)
    return f"accepted: Elo {chosen:g} rather than {other:g} ({errors})"


def _bounds(sprt: Sprt) -> str:
    return f"{sprt.low:.2f} and {sprt.high:.2f}"


def _forfeits(match: Encounter) -> list[str]:
    lines = []
    for name, reasons in zip((match.a, match.b), match.forfeits(), strict=True):
        if reasons:
            lines += ["", f"{name} forfeited {len(reasons)} {'game' if len(reasons) == 1 else 'games'}:"]
            lines += [f"  {reasons.count(reason)} x {reason}" for reason in sorted(set(reasons))]
    return lines


def match_data(match: Encounter) -> dict[str, Any]:
    """The result for programs; an infinite Elo difference is null."""
    game, estimate = match.game, match.estimate()
    return {
        "game": game.id,
        "size": game.size,
        "rulings": dict(game.rulings),
        "seed": match.seed,
        "think": match.think,
        "pairs": len(match.scores()),
        "openings": len({task.opening for task, _ in match.games()}),
        "players": _players(match),
        "pair_scores": {name: match.scores().count(score) for name, score in _PAIR_SCORES},
        "score": estimate and estimate.score,
        "elo": estimate and _finite(estimate.elo),
        "elo_low": estimate and _finite(estimate.elo_low),
        "elo_high": estimate and _finite(estimate.elo_high),
        "sprt": match.sprt and _sprt_data(match.sprt),
    }


_PAIR_SCORES = (("won", 1.0), ("split", 0.5), ("lost", 0.0))


def _players(match: Encounter) -> list[dict[str, Any]]:
    wins, measures, forfeits = match.wins(), match.measures(), match.forfeits()
    return [
        {
            "player": name,
            "wins": wins[player],
            "losses": wins[1 - player],
            **measure_data(measures[player] if measures else None),
            "forfeits": forfeits[player],
        }
        for player, name in enumerate((match.a, match.b))
    ]


def measure_data(measure: Measure | None) -> dict[str, Any]:
    return {
        "moves": measure.moves if measure else None,
        "share_kept": measure.share_kept if measure else None,
        "mean_plies_lost": measure.mean_plies_lost if measure else None,
    }


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


def elo_text(elo: float) -> str:
    """
    >>> elo_text(12.3), elo_text(-math.inf)
    ('+12', '-inf')
    """
    return f"{elo:+.0f}"


def share_text(measure: Measure | None) -> str:
    share = measure.share_kept if measure else None
    return "-" if share is None else f"{100 * share:.1f} %"


def mean_text(measure: Measure | None) -> str:
    mean = measure.mean_plies_lost if measure else None
    return "-" if mean is None else f"{mean:.2f}"


def shorten_name(name: str) -> str:
    """A player's name short enough for a table.

    >>> shorten_name("cmd:python3 a/very/long/path/to/my_bot.py")
    'cmd:python3 a/ve...to/my_bot.py'
    """
    return name if len(name) <= _LONGEST_NAME else f"{name[:16]}...{name[-12:]}"


def table(rows: list[list[str]]) -> list[str]:
    """Rows as lines: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]
