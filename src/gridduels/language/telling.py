"""Telling: a duel together with how it is told; every harness asks and reads through it."""

from dataclasses import dataclass, replace
from typing import Any

from gridduels.duel import Duel
from gridduels.language.answers import Answer, read_move
from gridduels.language.disguise import Disguise
from gridduels.language.prompts import Form, Manner, introduce, picture, prompt_for_move
from gridduels.registry import load_game

__all__ = ["Telling"]


@dataclass(frozen=True)
class Telling:
    """A duel, its disguise, and the manner in which a model is spoken to.

    >>> from gridduels import load_game
    >>> game = load_game("gridlock")
    >>> telling = Telling(Duel(game), Disguise(game), Manner())
    >>> telling.read("ANSWER: up 3").move, telling.say("up3")
    ('up3', 'up3')
    """

    duel: Duel
    disguise: Disguise
    manner: Manner

    def prompt(self, *, rules: bool = True) -> str:
        """What the game is, unless that was said before, the position, and the question for a move."""
        question = prompt_for_move(self.duel, self.disguise, self.manner)
        return f"{introduce(self.disguise, self.manner.form)}\n\n{question}" if rules else question

    def picture(self) -> bytes | None:
        """The PNG that goes with the prompt, where one does."""
        return picture(self.duel) if self.manner.form == Form.PICTURE else None

    def read(self, reply: str) -> Answer:
        """The move that a reply is."""
        return read_move(reply, self.duel, self.disguise, self.manner.form)

    def say(self, move: str) -> str:
        """A move, as the model is to write it."""
        if self.manner.form == Form.BOOK:
            return " ".join(self.duel.game.words.typed(move))
        return self.disguise.word(move)

    def play(self, move: str) -> "Telling":
        """After a move."""
        return replace(self, duel=self.duel.play(move))

    def as_data(self) -> dict[str, Any]:
        """Plain data; `Telling.of` reads it."""
        game = self.duel.game
        return {
            **game.as_data(),
            "start": game.text(self.duel.start),
            "moves": " ".join(self.duel.moves),
            "form": str(self.manner.form),
            "variant": str(self.manner.variant),
            "moves_given": self.manner.moves_given,
            **self.disguise.as_data(),
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Telling":
        game = load_game(data["game"], data["size"], **data["rules"])
        manner = Manner(data["form"], data["variant"], data["moves_given"])
        return cls(Duel(game, data["moves"], start=data["start"]), Disguise.of(game, data), manner)
