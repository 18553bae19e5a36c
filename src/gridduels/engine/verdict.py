"""Verdict: what a move did to the value."""

from enum import StrEnum

from gridduels.engine.value import Value

__all__ = ["Verdict"]


class Verdict(StrEnum):
    """What a move did to the value: a word, a mark as in chess notation, and a sentence that says what it stands for.

    >>> Verdict.of(Value("win", 5), best=Value("win", 3))
    'slower'
    >>> Verdict.of(Value("loss", 4), best=Value("win", 3)).sentence
    'A win became a loss.'
    """

    BEST = "best", "", "No allowed move is worth more."
    SLOWER = "slower", "", "The value is kept, but a win comes later or a loss sooner than it need."
    MISTAKE = "mistake", "?", "A win was given away, or what nobody could win was lost."
    BLUNDER = "blunder", "??", "A win became a loss."

    mark: str
    sentence: str

    def __new__(cls, word: str, mark: str = "", sentence: str = "") -> "Verdict":
        verdict = str.__new__(cls, word)
        verdict._value_, verdict.mark, verdict.sentence = word, mark, sentence
        return verdict

    @classmethod
    def of(cls, played: Value, best: Value) -> "Verdict":
        """The verdict on a move of one value where the best that is allowed has another."""
        if played == best:
            return cls.BEST
        if played.outcome == best.outcome:
            return cls.SLOWER
        return cls.BLUNDER if best.outcome == "win" and played.outcome == "loss" else cls.MISTAKE

    @property
    def keeps(self) -> bool:
        """Whether the move kept the value, be it at another distance."""
        return self in (Verdict.BEST, Verdict.SLOWER)

    def __repr__(self) -> str:
        return repr(self.value)
