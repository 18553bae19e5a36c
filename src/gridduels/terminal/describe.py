"""Games as data, and recorded games as text and data."""

from typing import Any

from gridduels.game import Game
from gridduels.players.info import noted_info, tell_info
from gridduels.record import Record
from gridduels.terminal.library import called

# --- Games


def facts(game: Game) -> dict[str, Any]:
    """Return a game's sizes and rulings for --json."""
    definition = game.definition
    return {
        "id": game.id,
        "title": game.title,
        "summary": definition.summary,
        "size": game.size,
        "sizes": list(definition.sizes),
        "rules": dict(game.rulings),
        "rulings": [
            {"name": each.name, "about": each.about, "default": each.values[0], "values": list(each.values)}
            for each in definition.rulings
        ],
        "actions": game.actions,
        "longest": game.max_plies,
    }


# --- Replays


def replay_text(number: int, record: Record) -> str:
    """Return every position of a game, with the moves and comments in between."""
    duel, words = record.duel, record.duel.game.words
    names = [f"{words.player(player)} {called(name)}" for player, name in enumerate(record.players, 1)]
    parts = [f"Game {number}: {duel.game.title}, {', '.join(names)}"]
    for ply, position in enumerate(duel.history()):
        title = f"{ply}. {words.player(duel.movers[ply - 1])}: {duel.moves[ply - 1]}" if ply else "Start"
        comment = f"\n{tell_info(record.comments[ply])}" if ply in record.comments else ""
        parts.append(f"{title}\n{words.board(duel.game, position)}{comment}")
    parts.append(f"{words.why(duel)}\n{words.victory(duel)}" if duel.outcome else "Unfinished.")
    return "\n\n".join(parts)


def replay_data(record: Record) -> dict[str, Any]:
    """Return a recorded game for --json."""
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
