"""The other side of the protocol: one of our own players as a bot."""

import random
from collections.abc import Iterable, Iterator

from gridduels.errors import GridDuelsError, SetupError
from gridduels.players import HUMAN, Player, make_player
from gridduels.players.bots.protocol import Line, Question, introduction, one_line

__all__ = ["speak"]

_USUAL_THINK = 1.0
"""Seconds for a move where the host does not say."""


def speak(name: str, rng: random.Random, lines: Iterable[str]) -> Iterator[str]:
    """What a player answers to the lines of a host, until it is told to quit.

    >>> list(speak("random", random.Random(), ["gridduels 1", "quit"]))
    ['name random', 'ready 1']
    """
    seat = _Seat(name, rng)
    question = Question()
    try:
        for text in lines:
            line = Line.read(text)
            if line.word == "quit":
                break
            if line.word == "gridduels":
                yield from introduction(name)
            question.hear(line)
            if line.word == "go":
                yield seat.answer(question)
                question = Question()
    finally:
        seat.close()


class _Seat:
    """The player, made anew when the time it has for a move changes."""

    def __init__(self, name: str, rng: random.Random) -> None:
        self._name = name
        self._rng = rng
        self._think = _USUAL_THINK
        self._player = self._make()

    def answer(self, question: Question) -> str:
        try:
            self._take_time(question.think())
            return f"move {self._player.choose(question.duel())}"
        except GridDuelsError as error:
            return f"error {one_line(str(error))}"

    def _take_time(self, think: float | None) -> None:
        think = _USUAL_THINK if think is None else think
        if think != self._think:
            self._think = think
            self.close()
            self._player = self._make()

    def close(self) -> None:
        self._player.close()

    def _make(self) -> Player:
        player = make_player(self._name, self._rng, self._think, bots=True)
        if player is None:
            raise SetupError(f"{HUMAN} is a person, not a program that could speak the protocol")
        return player
