"""A game's facts and rules, and recorded games, as text and as data."""

import textwrap
from typing import Any, Final

from gridduels.board import size_text
from gridduels.game import Definition, Game, Ruling
from gridduels.players.info import noted_info, tell_info
from gridduels.record import Record

# --- Facts and rules


WIDTH: Final = 79
"""No line we wrap is longer: it fits a terminal of 80 columns."""


def describe_games(definitions: list[Definition]) -> str:
    """A line or two a game."""
    width = max(len(each.id) for each in definitions)
    return "\n".join(_wrap(f"{each.title}: {each.summary}", f"  {each.id:<{width}}  ") for each in definitions)


def describe_rules(game: Game) -> str:
    """The rules in our own words, with the rulings in force."""
    sizes = ", ".join(map(size_text, game.definition.sizes))
    lines = [game.title, "", _wrap(game.words.about), "", f"Board: {game.board} (it can be {sizes})."]
    if game.definition.rulings:
        lines += ["", "Rulings, where the rule book leaves a choice (set one with --rule name=value):"]
        lines += [line for ruling in game.definition.rulings for line in _ruling(game, ruling)]
    return "\n".join(lines)


def _ruling(game: Game, ruling: Ruling) -> list[str]:
    value = game.rulings[ruling.name]
    lines = [_wrap(f"{ruling.name}={value}: {ruling.about}", "  ")]
    if not ruling.meanings:
        return [*lines, f"      {min(ruling.values)} to {max(ruling.values)}"]
    marks = {True: "    * ", False: "      "}
    return lines + [_wrap(f"{each}: {ruling.meanings[each]}", marks[each == value]) for each in ruling.values]


def _wrap(text: str, margin: str = "") -> str:
    """A paragraph, set in from what stands in its margin."""
    return textwrap.fill(" ".join(text.split()), WIDTH, initial_indent=margin, subsequent_indent=" " * len(margin))


def facts(game: Game) -> dict[str, Any]:
    """The facts of a game, for --json."""
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
