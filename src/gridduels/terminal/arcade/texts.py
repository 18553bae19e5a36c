"""Texts shown on the screens: names, rules, progress, values."""

import re
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from rich.text import Text

from gridduels.board import size_text
from gridduels.game import Game, Ruling
from gridduels.match import FAIR, Match
from gridduels.pictures.shapes import rules_as_drawn
from gridduels.players import ladder
from gridduels.record import HUMAN
from gridduels.statement import Mark
from gridduels.terminal.progress import bar_text

if TYPE_CHECKING:
    from gridduels.analysis.annotations import Note
    from gridduels.analysis.sentences import Unit
    from gridduels.engine import Evaluation


# --- Names


def player_name(name: str, most: int = 12) -> str:
    """Return a player's name, shortened to at most `most` characters.

    >>> player_name("human"), player_name("cmd:python3 my_bot.py"), player_name("level:5"), player_name("hard")
    ('person', 'cmd:python3~', 'Emil', 'Hana')
    """
    name = ladder.called(name)
    return name if len(name) <= most else name[: most - 1] + "~"


def called(match: Match, player: int) -> str:
    """Return a player's name in a match: `you`, a character's name, or `Player 1`."""
    kind = match.players[player - 1]
    if kind == HUMAN:
        return "you" if match.opponent else match.game.words.player(player)
    name = player_name(kind, 20)
    return name if match.people else f"{name} ({match.game.words.player(player)})"


def capital(text: str) -> str:
    """Capitalise the first letter.

    >>> capital("you win")
    'You win'
    """
    return text[:1].upper() + text[1:]


def wrap_sentences(text: str, width: int, lines: int) -> list[str]:
    """Wrap text, leaving out its last sentences if they would need more lines.

    >>> wrap_sentences("Fears the edge. Never misses a win in one.", 17, 2)
    ['Fears the edge.']
    """
    sentences = re.split(r"(?<=\.) ", text)
    while sentences and len(wrap(" ".join(sentences), width)) > lines:
        sentences.pop()
    return wrap(" ".join(sentences), width)


def doing(name: str, verb: str) -> str:
    """Return subject and verb, conjugated for `you` or a name.

    >>> doing("you", "win"), doing("Emil", "win")
    ('You win', 'Emil wins')
    """
    return f"You {verb}" if name == "you" else f"{capital(name)} {verb}s"


_YOURS: Final = {"has": "have", "is": "are", "was": "were"}


def in_names(match: Match, sentence: str) -> str:
    """Return a sentence about `Player 1` or `Player 2` with the players' names in a match.

    >>> from gridduels import load_game
    >>> match = Match.begin(load_game("light-cycle"), ("human", "level:5"))
    >>> in_names(match, "Player 2 has no valid moves."), in_names(match, "Player 1 resigns.")
    ('Emil has no valid moves.', 'You resign.')
    """
    for player in (1, 2):
        name = called(match, player)

        def named(found: re.Match[str], name: str = name) -> str:
            verb = found[1]
            if name == "you":
                verb = _YOURS.get(verb, verb.removesuffix("s"))
            return f"{name if found.start() else capital(name)} {verb}"

        sentence = re.sub(rf"\b{re.escape(match.game.words.player(player))} (\w+)", named, sentence)
    return sentence


def match_text(match: Match) -> str:
    """Return a line with the match's board, start and round, and another with the score."""
    start = "even start" if match.start == FAIR else "book start"
    parts = [match.game.board, start]
    if match.rounds != 1 and (match.round > 1 or match.rounds):
        parts.append(f"round {match.round}" + (f" of {match.rounds}" if match.rounds else ""))
    return "\n".join([" · ".join(parts), *([score_text(match)] if any(match.score) or match.round > 1 else [])])


def score_text(match: Match) -> str:
    """Return the score of a match, such as `You 1 : 2 Emil`."""
    (one, two), names = match.score, [capital(called(match, player)) for player in (1, 2)]
    return f"{names[0]} {one} : {two} {names[1]}"


# --- Progress


def progress_text(stage: str, done: int, total: int | None, unicode: bool, seconds_left: int | None = None) -> str:
    """Return the current stage, its progress, and how to stop it.

    >>> progress_text("solving", 1, 2, False)
    'solving #######....... 50%, esc stops it'
    """
    return f"{bar_text(stage, done, total, seconds_left, unicode)}, esc stops it"


# --- Rules


_DRAWN: Final = {
    Mark.TRAIL: "a line, dashed for {two}",
    Mark.VISITED: "a dark tile",
    Mark.OBSTACLE: "a brick wall",
}
"""How the arcade draws the rule book's symbols."""


def rules_text(game: Game) -> str:
    """Return the rules, the board size and the rulings in force; line wrapping is left to the screen."""
    sizes = ", ".join(map(size_text, game.definition.sizes)) if len(game.definition.sizes) > 1 else ""
    drawn = rules_as_drawn(game, _drawn(game))
    about = re.sub(r"(?<![.:!?])\s*\n\s*", " ", drawn)  # a sentence continues on the next line
    parts = [game.title, "", about, "", f"Board: {game.board}." + (f" Other boards: {sizes}." if sizes else "")]
    for ruling in game.definition.rulings:
        parts += ["", *_ruling(game, ruling)]
    return "\n".join(parts)


def gist_text(game: Game) -> Text:
    """Return the rules in a few short lines, under a heading; empty if the game has none."""
    gist = game.words.gist
    return Text().append("How it goes\n", "bold").append("\n".join(gist)) if gist else Text()


def _drawn(game: Game) -> dict[str, str]:
    two = game.words.player(2)
    marks = [_DRAWN[mark].format(two=two) for _, mark in game.statement.mark_kinds if mark in _DRAWN]
    return {"o": "o"} | ({"#": marks[0], "X": marks[0]} if marks else {})


def _ruling(game: Game, ruling: Ruling) -> list[str]:
    value = game.rulings[ruling.name]
    lines = [f"{ruling.name}: {ruling.about}"]
    if not ruling.meanings:
        return [*lines, f"  {value} (can be {min(ruling.values)} to {max(ruling.values)})"]
    return lines + [f"{'*' if each == value else ' '} {each}: {ruling.meanings[each]}" for each in ruling.values]


# --- Values


def summary(evaluation: "Evaluation", unit: "Unit") -> str:
    """Return the value of the position, and how to read the labels on the cells."""
    from gridduels.analysis.sentences import describe

    outlook = capital(describe(evaluation.value, unit=unit))
    return f"{outlook}. +4 wins in 4 {unit}, -2 loses in 2, = is level."


def labels(evaluation: "Evaluation", unit: "Unit") -> dict[str, str]:
    """Return the value label of each move."""
    from gridduels.analysis.sentences import label

    return {word: label(value, unit) for word, value in evaluation.moves.items()}


def note_text(game: Game, note: "Note", opponent: str, unit: "Unit") -> str:
    """Return a played move with its verdict, and the better move if there was one."""
    from gridduels.analysis.annotations import remark
    from gridduels.analysis.sentences import line_words, move_words

    text = f"{move_words(game, note.move)}, {note.verdict}: {remark(note, opponent, unit)}"
    return text if note.move in note.best_moves else f"{text}; better: {line_words(game, note.best_moves[:3])}"
