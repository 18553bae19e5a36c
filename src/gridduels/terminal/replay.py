"""Shows recorded games board by board."""

import json
from pathlib import Path
from typing import Any

from gridduels.errors import GridDuelsError, RecordError
from gridduels.record import Record, load

__all__ = ["replay"]


def replay(file: str, number: int | None, as_json: bool) -> int:
    """Prints the games of a record file, or one of them."""
    try:
        records = load(Path(file))
    except RecordError as error:
        raise GridDuelsError(f"{file}, {error}") from None
    if number is not None and number > len(records):
        raise GridDuelsError(f"{file} has no game {number}: it has {len(records)}")
    chosen = list(enumerate(records, 1))[number - 1 : number] if number else list(enumerate(records, 1))
    if as_json:
        print(json.dumps([_data(record) for _, record in chosen], indent=2))
    else:
        print("\n\n".join(_boards(place, record) for place, record in chosen))
    return 0


def _boards(place: int, record: Record) -> str:
    duel, words = record.duel, record.duel.game.words
    names = [f"{words.player(seat)} {name}" for seat, name in enumerate(record.players, 1)]
    parts = [f"Game {place}: {duel.game.title}, {', '.join(names)}"]
    for ply, position in enumerate(duel.history()):
        title = f"{ply}. {words.player(3 - position.turn)}: {duel.moves[ply - 1]}" if ply else "Start"
        comment = f"\n{record.comments[ply]}" if ply in record.comments else ""
        parts.append(f"{title}\n{words.board(duel.game, position)}{comment}")
    parts.append(f"{words.why(duel)}\n{words.victory(duel)}" if duel.outcome else "Unfinished.")
    return "\n\n".join(parts)


def _data(record: Record) -> dict[str, Any]:
    duel = record.duel
    return {
        "game": duel.game.id,
        "size": duel.game.size,
        "rules": dict(duel.game.rulings),
        "players": list(record.players),
        "moves": list(duel.moves),
        "positions": [duel.game.text(position) for position in duel.history()],
        "winner": duel.outcome.winner if duel.outcome else None,
        "reason": duel.outcome.reason if duel.outcome else None,
    }
