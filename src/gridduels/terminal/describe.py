"""A game's facts and rules as text, and as data."""

from typing import Any

from gridduels.game import Definition, Game, Ruling

__all__ = ["describe_games", "describe_rules", "facts"]


def describe_games(definitions: list[Definition]) -> str:
    """A line a game."""
    width = max(len(each.id) for each in definitions)
    return "\n".join(f"  {each.id:<{width}}  {each.title}: {each.summary}" for each in definitions)


def describe_rules(game: Game) -> str:
    """The rules in our own words, with the rulings in force."""
    sizes = ", ".join(f"{size}x{size}" for size in game.definition.sizes)
    lines = [game.title, "", game.words.about, "", f"Board: {game.size}x{game.size} (it can be {sizes})."]
    if game.definition.rulings:
        lines += ["", "Rulings, where the rule book leaves a choice (change one with --rule name=value):"]
        lines += [line for ruling in game.definition.rulings for line in _ruling(game, ruling)]
    return "\n".join(lines)


def _ruling(game: Game, ruling: Ruling) -> list[str]:
    value = game.rulings[ruling.name]
    lines = [f"  {ruling.name}={value}: {ruling.about}"]
    if not ruling.meanings:
        return [*lines, f"      {min(ruling.values)} to {max(ruling.values)}"]
    return lines + [f"    {'*' if each == value else ' '} {each}: {ruling.meanings[each]}" for each in ruling.values]


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
        "longest": game.longest,
    }
