"""Results as rows, and as data frames for whoever has pandas."""

from typing import TYPE_CHECKING, Any

from gridduels.arena.encounter import Encounter
from gridduels.errors import SetupError

if TYPE_CHECKING:
    import pandas

__all__ = ["game_rows", "to_frame"]


def game_rows(encounter: Encounter) -> list[dict[str, Any]]:
    """A row for each game that counts: who won it, and how it went."""
    titles = encounter.a.title, encounter.b.title
    rows = []
    for task, played in encounter.games():
        one, two = reversed(titles) if task.swapped else titles
        rows.append(
            {
                **task.game.as_data(),
                "pair": task.pair,
                "opening": task.opening,
                "player1": one,
                "player2": two,
                "winner": (None, one, two)[played.winner],
                "reason": played.reason,
                "why": played.why,
                "plies": len(played.moves.split()),
                "moves": played.moves,
                "share_kept1": played.measures[0].share_kept if played.measures else None,
                "share_kept2": played.measures[1].share_kept if played.measures else None,
            }
        )
    return rows


def to_frame(rows: list[dict[str, Any]]) -> "pandas.DataFrame":
    """Rows as a data frame."""
    try:
        import pandas
    except ImportError:
        raise SetupError("a data frame needs pandas: pip install pandas (rows() gives the same without it)") from None
    return pandas.DataFrame(rows)
