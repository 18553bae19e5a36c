"""What a million games at once would take, computed from what moves and games cost in the tables of `web`."""

from typing import Final

from tables import Cell, Column, Table
from web_client import Load

__all__ = ["million"]

_GAMES: Final = 1_000_000
_BUSY: Final = 0.6
"""The share of a core that may be in use, so that delays stay short and a machine may fail."""
_CORES: Final = 16
"""Cores of a machine."""


def million(held: dict[str, Load], busy: dict[str, Load], interval: float) -> Table:
    """For each way to run it: what a million games would need, if a move cost what it cost a busy server here."""
    rows: list[tuple[Cell, ...]] = []
    rate = _GAMES / interval
    for name, load in busy.items():
        memory = held[name].memory / held[name].games
        server, database = (rate * seconds / load.moves / _BUSY for seconds in (load.server, load.database))
        rows.append(
            (
                name,
                server,
                -(-server // _CORES),
                database or None,
                load.received / load.moves,
                rate * load.received / load.moves * 8 / 1e9,
                load.logged / load.moves or None,
                rate * load.logged / load.moves / 1e6 or None,
                memory / 1e3 or None,
                _GAMES * memory / 1e9 or None,
            )
        )
    return Table(
        f"{_GAMES:,} games at once, a move in each every {interval:g} seconds: {_GAMES / interval:,.0f} moves a second",
        (
            Column("server"),
            Column("server cores"),
            Column(f"machines of {_CORES}"),
            Column("database cores"),
            Column("bytes a move"),
            Column("Gbit a second", "{:.1f}"),
            Column("log bytes a move"),
            Column("log MB a second"),
            Column("KB a game", "{:.1f}"),
            Column("GB in memory", "{:.1f}"),
        ),
        tuple(rows),
        (
            f"Computed: the cost of a move in the second table, times the moves, with {_BUSY:.0%} of each core in use.",
            "Bytes are what the players received; the log is PostgreSQL's write-ahead log.",
            "KB a game: the servers' memory, with what they need for themselves, by the games of the first table.",
        ),
    )
