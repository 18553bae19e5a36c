"""Answers: what a reply says, read by a strict rule that knows every reply.

1. The last line that is not empty is looked at. `*`, backticks and quotes around it do not count.
2. If it begins with `ANSWER:`, in any case, the rest of it is the answer. If the whole reply is one line of at most 80
   characters, that line is the answer. Any other reply has none.
3. A move is one of the game's words as the prompt told them; case, spaces and a full stop at the end do not matter. In
   the form `book` it is whatever the rule book's own prompts understand in one line.
4. The move is played by the rules; one that they refuse is illegal.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from gridduels.duel import Duel
from gridduels.errors import IllegalMove, NotationError
from gridduels.language.disguise import Disguise
from gridduels.language.prompts import ANSWER, Form
from gridduels.words import shorten

__all__ = ["Answer", "Fault", "read_move", "stated"]

_MARKDOWN: Final = " \t*`'\"“”"
_LONGEST: Final = 80


class Fault(StrEnum):
    """Why a reply is no move, counted apart."""

    EMPTY = "empty"
    """The reply is empty."""
    FORM = "form"
    """The reply has no answer where it should be."""
    NOTATION = "notation"
    """The answer is no move of the game."""
    ILLEGAL = "illegal"
    """The move is not legal now."""


class Answer(NamedTuple):
    """The move that a reply is, as the game's own word, or why it is none; the sentence is for whoever replied."""

    said: str
    move: str | None = None
    fault: Fault | None = None
    sentence: str = ""


def stated(reply: str) -> str | None:
    """What a reply gives as its answer; None where it gives none.

    >>> stated("The left is open.\\n\\n**ANSWER: left**"), stated("up"), stated("I would go up, I think.\\nOr left?")
    ('left', 'up', None)
    """
    lines = [line.strip(_MARKDOWN) for line in reply.splitlines()]
    lines = [line for line in lines if line]
    if not lines:
        return None
    last = lines[-1]
    if last.upper().startswith(ANSWER):
        return last[len(ANSWER) :].strip(_MARKDOWN) or None
    return last if len(lines) == 1 and len(last) <= _LONGEST else None


def read_move(reply: str, duel: Duel, disguise: Disguise, form: str = Form.BOARD) -> Answer:
    """The move that a reply is.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle")
    >>> read_move("ANSWER: Right", Duel(game), Disguise(game)).move
    'right'
    >>> read_move("ANSWER: left", Duel(game), Disguise(game)).sentence
    'You cannot move left: that is off the grid.'
    """
    if not reply.strip():
        return Answer("", fault=Fault.EMPTY, sentence=f"Your reply was empty: end it with a line {ANSWER} MOVE.")
    said = stated(reply)
    if said is None:
        sentence = f"Your reply has no answer: its last line must be {ANSWER} MOVE."
        return Answer("", fault=Fault.FORM, sentence=sentence)
    said = said.removesuffix(".").strip(_MARKDOWN)
    try:
        move = _book_move(said, duel) if form == Form.BOOK else _told_move(said, disguise)
        duel.play(move)
    except NotationError as error:
        return Answer(said, fault=Fault.NOTATION, sentence=str(error))
    except IllegalMove as error:
        return Answer(said, fault=Fault.ILLEGAL, sentence=_refusal(error, disguise))
    return Answer(said, move)


def _told_move(said: str, disguise: Disguise) -> str:
    move = disguise.move(said)
    if move is None:
        raise NotationError(f"{shorten(said)} is not a move: {disguise.text(disguise.game.words.notation)}.")
    return move


def _book_move(said: str, duel: Duel) -> str:
    move = duel.game.words.answer(duel, (), said)
    if isinstance(move, str):
        return move
    raise NotationError(f"{shorten(said)} is only the beginning of a move: give all of it in one line.")


def _refusal(error: IllegalMove, disguise: Disguise) -> str:
    """The rules' own sentence; in a disguise, one that does not give it away."""
    if not disguise.symmetry and not disguise.names:
        return str(error)
    return f"You cannot play {disguise.word(error.move)} now ({error.code})."
