"""How reports word figures and names, and how they set tables."""

from collections.abc import Mapping
from typing import Any, Final

from gridduels.arena.exact import Measure
from gridduels.game import Game
from gridduels.words import count

__all__ = [
    "elo_text",
    "forfeit_lines",
    "game_text",
    "interval_text",
    "losses_on_time_lines",
    "mean_text",
    "measure_data",
    "record_cells",
    "record_heads",
    "share_text",
    "shorten_name",
    "table",
]

_LONGEST_NAME: Final = 32


def game_text(game: Game) -> str:
    """
    >>> from gridduels import load_game
    >>> game_text(load_game("pathway", goal="sealed"))
    'Pathway Duel 5x5 (goal=sealed)'
    """
    usual = Game(game.definition, game.size).rulings
    other = " ".join(f"{name}={value}" for name, value in game.rulings.items() if value != usual[name])
    return f"{game.title} {game.board}" + (f" ({other})" if other else "")


def elo_text(elo: float) -> str:
    """
    >>> elo_text(12.3), elo_text(float("-inf")), elo_text(-0.4)
    ('+12', '-inf', '0')
    """
    return f"{elo:+.0f}" if abs(elo) >= 0.5 else "0"


def interval_text(low: float, high: float) -> str:
    return f"{elo_text(low)} to {elo_text(high)}"


def record_heads(drawn: bool) -> list[str]:
    """What stands above wins and losses, and above draws where there may be any."""
    return ["wins", "draws", "losses"] if drawn else ["wins", "losses"]


def record_cells(record: tuple[int, int, int], drawn: bool) -> list[str]:
    """Wins, draws and losses under their heads.

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
    """Who has forfeited games, how many, and why."""
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
