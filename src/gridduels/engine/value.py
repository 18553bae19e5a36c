"""The value of a position for the player to move, and verdicts on moves based on their effect on the value."""

from enum import StrEnum
from typing import Final, NamedTuple

# --- Value, and its code in tables
#
# A code is one signed byte: n + 1 for a win in n plies, -n - 1 for a loss in n, 0 if neither side can force a win. Code
# 0 means `draw` in a game that has draws, which always ends, and `perpetual` in any other.


NO_WINNER: Final = 0
UNKNOWN: Final = -128
"""The code of a position that is not in a table."""
MAX_PLIES: Final = 126
_FAR: Final = 1000
"""Greater than the number of plies in any value."""


def rank_of_code(code: int) -> int:
    """Return a code's `Value.rank`; compiled code cannot use Value itself.

    >>> rank_of_code(-5), rank_of_code(NO_WINNER), rank_of_code(6)
    (-996, 0, 995)
    """
    if code == NO_WINNER:
        return 0
    return _FAR + 1 - code if code > 0 else -_FAR - 1 - code


def code_of_rank(rank: int) -> int:
    """Return the code for a rank.

    >>> [code_of_rank(rank_of_code(code)) for code in (-5, 0, 6)]
    [-5, 0, 6]
    """
    if rank == 0:
        return NO_WINNER
    return _FAR + 1 - rank if rank > 0 else -_FAR - 1 - rank


class Value(NamedTuple):
    """`win`, `loss`, `draw` or `perpetual` for the player to move, with the plies to the end under best play.

    `plies` is None for a draw or a perpetual: no one can win, so neither side has any reason to hurry or delay.

    >>> str(Value("win", 7)), str(Value("perpetual", None))
    ('win in 7 plies', 'perpetual')
    """

    outcome: str
    plies: int | None

    @classmethod
    def of_code(cls, code: int, draws: bool = False) -> "Value":
        """Return the value for a code, in a game with or without draws.

        >>> Value.of_code(-5), Value.of_code(0, draws=True)
        (Value(outcome='loss', plies=4), Value(outcome='draw', plies=None))
        """
        if code == NO_WINNER:
            return cls("draw" if draws else "perpetual", None)
        return cls("win" if code > 0 else "loss", abs(code) - 1)

    @classmethod
    def at_end(cls, winner: int, turn: int) -> "Value":
        """Return the value of a finished game for the player `turn`; a `winner` of 0 means a draw.

        >>> Value.at_end(winner=1, turn=2), Value.at_end(winner=0, turn=2)
        (Value(outcome='loss', plies=0), Value(outcome='draw', plies=None))
        """
        if not winner:
            return cls("draw", None)
        return cls("win" if winner == turn else "loss", 0)

    @property
    def code(self) -> int:
        """The code of this value.

        >>> Value("loss", 4).code
        -5
        """
        if self.plies is None:
            return NO_WINNER
        return self.plies + 1 if self.outcome == "win" else -self.plies - 1

    def before(self, same_player: bool = False) -> "Value":
        """Return the value of a move to a position with this value, for the player making the move.

        That player is the opponent of the player to move next, unless `same_player` is set and they move again.

        >>> Value("loss", 4).before(), Value("loss", 4).before(same_player=True)
        (Value(outcome='win', plies=5), Value(outcome='loss', plies=5))
        """
        if self.plies is None:
            return self
        wins = (self.outcome == "win") == same_player
        return Value("win" if wins else "loss", self.plies + 1)

    def after(self, same_player: bool = False) -> "Value":
        """Return the value of the position after a best move from a position with this value.

        >>> Value("win", 5).after(), Value("win", 5).after(same_player=True)
        (Value(outcome='loss', plies=4), Value(outcome='win', plies=4))
        """
        if self.plies is None:
            return self
        wins = (self.outcome == "win") == same_player
        return Value("win" if wins else "loss", self.plies - 1)

    @property
    def rank(self) -> int:
        """A number that increases with the value: quick loss, slow loss, no winner, slow win, quick win.

        >>> Value("win", 3).rank > Value("win", 5).rank > Value("perpetual", None).rank > Value("loss", 6).rank
        True
        """
        return rank_of_code(self.code)

    @property
    def number(self) -> int:
        """1 for a win, -1 for a loss, 0 otherwise.

        >>> Value("win", 7).number, Value("loss", 4).number, Value("draw", None).number
        (1, -1, 0)
        """
        return (self.outcome == "win") - (self.outcome == "loss")

    @property
    def label(self) -> str:
        """The value in four characters or fewer.

        >>> Value("win", 7).label, Value("loss", 4).label, Value("perpetual", None).label
        ('+7', '-4', '=')
        """
        if self.plies is None:
            return "="
        return f"{'+' if self.outcome == 'win' else '-'}{self.plies}"

    def __str__(self) -> str:
        if self.plies is None:
            return self.outcome
        return f"{self.outcome} in {self.plies} {'ply' if self.plies == 1 else 'plies'}"


# --- Verdict


class Verdict(StrEnum):
    """The effect of a move on the value: a word, a mark as in chess notation, and a sentence.

    Records, screens and JSON all use these words.

    >>> Verdict.of(Value("win", 5), best=Value("win", 3))
    'slower'
    >>> Verdict.of(Value("loss", 4), best=Value("loss", 6))
    'loses sooner'
    >>> Verdict.of(Value("loss", 4), best=Value("win", 3)).sentence
    'A win became a loss.'
    """

    BEST = "best", "", "No legal move is better."
    SLOWER = "slower", "", "It still wins, but another move wins sooner."
    LOSES_SOONER = "loses sooner", "", "It still loses, but another move holds out longer."
    MISTAKE = "mistake", "?", "It gives up a win, or loses a position that neither side could win."
    BLUNDER = "blunder", "??", "A win became a loss."

    mark: str
    sentence: str

    def __new__(cls, word: str, mark: str = "", sentence: str = "") -> "Verdict":
        verdict = str.__new__(cls, word)
        verdict._value_, verdict.mark, verdict.sentence = word, mark, sentence
        return verdict

    @classmethod
    def of(cls, played: Value, best: Value) -> "Verdict":
        """Return the verdict on a move with the value `played` when the best legal move has the value `best`."""
        if played == best:
            return cls.BEST
        if played.outcome == best.outcome:
            return cls.SLOWER if played.outcome == "win" else cls.LOSES_SOONER
        return cls.BLUNDER if best.outcome == "win" and played.outcome == "loss" else cls.MISTAKE

    @property
    def keeps(self) -> bool:
        """Return whether the move preserved the outcome, perhaps at a different distance."""
        return self in (Verdict.BEST, Verdict.SLOWER, Verdict.LOSES_SOONER)

    def __repr__(self) -> str:
        return repr(self.value)
