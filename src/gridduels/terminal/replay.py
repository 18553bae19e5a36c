"""A recorded game board by board, as text and as data."""

from typing import Any

from gridduels.players.info import noted_info, tell_info
from gridduels.record import Record

__all__ = ["replay_data", "replay_text"]


def replay_text(number: int, record: Record) -> str:
    """Every position of a game, with the moves and comments between them."""
    duel, words = record.duel, record.duel.game.words
    names = [f"{words.player(player)} {name}" for player, name in enumerate(record.players, 1)]
    parts = [f"Game {number}: {duel.game.title}, {', '.join(names)}"]
    for ply, position in enumerate(duel.history()):
        title = f"{ply}. {words.player(duel.movers[ply - 1])}: {duel.moves[ply - 1]}" if ply else "Start"
        comment = f"\n{tell_info(record.comments[ply])}" if ply in record.comments else ""
        parts.append(f"{title}\n{words.board(duel.game, position)}{comment}")
    parts.append(f"{words.why(duel)}\n{words.victory(duel)}" if duel.outcome else "Unfinished.")
    return "\n\n".join(parts)


def replay_data(record: Record) -> dict[str, Any]:
    """The same as data."""
    duel = record.duel
    said = [noted_info(record.comments.get(ply, "")) for ply in range(1, duel.ply + 1)]
    return {
        **duel.game.as_data(),
        "players": list(record.players),
        "moves": list(duel.moves),
        "positions": [duel.game.text(position) for position in duel.history()],
        "winner": (duel.outcome.winner or None) if duel.outcome else None,
        "reason": duel.outcome.reason if duel.outcome else None,
        **({"info": [info and info.as_data() for info in said]} if any(said) else {}),
    }
