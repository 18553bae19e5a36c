"""Verdict: what a move did to the value."""

from enum import StrEnum

from gridduels.engine.value import Value

__all__ = ["Verdict"]


class Verdict(StrEnum):
    """What a move did to the value: a word, a mark as in chess notation, and a sentence that says what it means.

    Records, screens and JSON all use these words.

    >>> Verdict.of(Value("win", 5), best=Value("win", 3))
    'slower'
    >>> Verdict.of(Value("loss", 4), best=Value("loss", 6))
    'sooner lost'
    >>> Verdict.of(Value("loss", 4), best=Value("win", 3)).sentence
    'A win became a loss.'
    """

    BEST = "best", "", "No allowed move is worth more."
    SLOWER = "slower", "", "It still wins, but another move wins sooner."
    SOONER_LOST = "sooner lost", "", "It still loses, but another move holds out longer."
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
        """Return the verdict on a move of value `played` where the best allowed move has the value `best`."""
        if played == best:
            return cls.BEST
        if played.outcome == best.outcome:
            return cls.SLOWER if played.outcome == "win" else cls.SOONER_LOST
        return cls.BLUNDER if best.outcome == "win" and played.outcome == "loss" else cls.MISTAKE

    @property
    def keeps(self) -> bool:
        """Return whether the move kept the outcome, perhaps at another distance."""
        return self in (Verdict.BEST, Verdict.SLOWER, Verdict.SOONER_LOST)

    def __repr__(self) -> str:
        return repr(self.value)
