"""What the screens say: names, rules, progress, values."""

import re
from typing import TYPE_CHECKING, Final

from gridduels.board import size_text
from gridduels.game import Game, Ruling
from gridduels.match import Match
from gridduels.pictures.shapes import rules_as_drawn
from gridduels.players.ladder import LADDER
from gridduels.record import HUMAN
from gridduels.statement import Mark
from gridduels.terminal.progress import bar_text

if TYPE_CHECKING:
    from gridduels.analysis.annotations import Note
    from gridduels.analysis.sentences import Unit
    from gridduels.engine import Evaluation


# --- Names


def player_name(name: str, most: int = 12) -> str:
    """A player in so many characters.

    >>> player_name("human"), player_name("cmd:python3 my_bot.py"), player_name("level:5")
    ('person', 'cmd:python3~', 'Emil')
    """
    if name == HUMAN:
        return "person"
    if name.startswith("level:"):
        name = next((each.name for each in LADDER if each.player == name), name)
    return name if len(name) <= most else name[: most - 1] + "~"


def name_in_match(match: Match, player: int) -> str:
    """A player with who plays it: `Player 1 (you)`."""
    name, kind = match.game.words.player(player), match.players[player - 1]
    if kind != HUMAN:
        return f"{name} ({player_name(kind)})"
    return f"{name} (you)" if match.opponent else name


# --- Title and side panel of a match


_NARROW: Final = 64
"""Columns below which a title leaves out the round and the players."""


def title_text(match: Match, columns: int) -> str:
    """The game, and how the match stands."""
    game, score = match.game, "{} : {}".format(*match.score)
    if columns < _NARROW:
        return f"{game.title}  {score}"
    rounds = f"round {match.round} of {match.rounds}" if match.rounds else f"round {match.round}"
    return f"{game.title} {game.board}   {rounds}   {name_in_match(match, 1)} {score} {name_in_match(match, 2)}"


def legend_text(match: Match, placing: bool) -> str:
    """What the signs on the board mean; nothing once the game is over."""
    if match.duel.outcome:
        return ""
    game, lines = match.game, [f"[ ] you can {'place' if placing else 'move'} here"]
    if game.goal(1):
        words = game.words
        lines += [f"( ) goal of {words.player(1)}", f"< > goal of {words.player(2)}"]
    return "\n".join(lines)


# --- Progress


def progress_text(stage: str, done: int, total: int | None, unicode: bool, seconds_left: int | None = None) -> str:
    """What is being done, how much of it is, and how to stop it.

    >>> progress_text("solving", 1, 2, False)
    'solving #######....... 50%, esc stops it'
    """
    return f"{bar_text(stage, done, total, seconds_left, unicode)}, esc stops it"


# --- Rules


_DRAWN: Final = {
    Mark.TRAIL: "a bar for {one}, a cross for {two}",
    Mark.VISITED: "a dot",
    Mark.OBSTACLE: "a block with an X",
}
"""What the arcade draws for the marks that rules show as a sign."""


def rules_text(game: Game) -> str:
    """The rules, the board's size, and the rulings in force; the screen breaks the lines."""
    sizes = ", ".join(map(size_text, game.definition.sizes))
    about = re.sub(
        r"(?<![.:!?])\s*\n\s*", " ", rules_as_drawn(game, _drawn(game))
    )  # a sentence goes on in the next line
    parts = [game.title, "", about, "", f"Board: {game.board} (it can be {sizes})."]
    for ruling in game.definition.rulings:
        parts += ["", *_ruling(game, ruling)]
    return "\n".join(parts)


def _drawn(game: Game) -> dict[str, str]:
    """What the arcade draws for the signs of a rule book's board."""
    one, two = (game.words.player(number) for number in (1, 2))
    marks = [_DRAWN[mark].format(one=one, two=two) for _, mark in game.statement.mark_kinds if mark in _DRAWN]
    return {"o": "o"} | ({"#": marks[0], "X": marks[0]} if marks else {})


def _ruling(game: Game, ruling: Ruling) -> list[str]:
    value = game.rulings[ruling.name]
    lines = [f"{ruling.name}: {ruling.about}"]
    if not ruling.meanings:
        return [*lines, f"  {value} (it can be {min(ruling.values)} to {max(ruling.values)})"]
    return lines + [f"{'*' if each == value else ' '} {each}: {ruling.meanings[each]}" for each in ruling.values]


# --- Values


def summary(evaluation: "Evaluation", unit: "Unit") -> str:
    """What the position is worth, and how to read the cells."""
    from gridduels.analysis.sentences import describe

    told = describe(evaluation.value, unit=unit)
    return f"{told[0].upper()}{told[1:]}. +4 wins in 4 {unit}, -2 loses in 2, = nobody wins."


def labels(evaluation: "Evaluation", unit: "Unit") -> dict[str, str]:
    """What each move is worth, as it stands on its cell."""
    from gridduels.analysis.sentences import label

    return {word: label(value, unit) for word, value in evaluation.moves.items()}


def note_text(note: "Note", opponent: str, unit: "Unit") -> str:
    """A move that was played, its verdict, and the better one where there was one."""
    from gridduels.analysis.annotations import remark

    told = f"{note.move}, {note.verdict}: {remark(note, opponent, unit)}"
    return told if note.move in note.best_moves else f"{told}; better: {', '.join(note.best_moves[:3])}"
