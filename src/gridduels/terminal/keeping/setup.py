"""Setup: a game as somebody wants to play it. It is remembered for each game."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gridduels.board import Size, size_text
from gridduels.errors import GridDuelsError
from gridduels.game import Definition, Game
from gridduels.players import HUMAN, all_kinds, all_players

__all__ = ["FIRST", "PLAYER_CHOICES", "ROUNDS", "Choice", "Setup"]

FIRST: Final = ("1", "2", "toss")
ROUNDS: Final = (0, 1, 2, 3, 4, 5, 7, 9, 10)
"""How many rounds; 0 is as many as you like."""
PLAYER_CHOICES: Final = ("one", "two")
"""The names of the choices that are players."""


@dataclass(frozen=True)
class Choice:
    """One thing to choose: what it is called, its values, the chosen one, and how each is shown."""

    name: str
    label: str
    values: tuple[Any, ...]
    chosen: Any
    shown: str
    about: str = ""

    def neighbour(self, step: int) -> Any:
        """The value before or after the chosen one, round and round."""
        position = self.values.index(self.chosen) if self.chosen in self.values else 0
        return self.values[(position + step) % len(self.values)]


@dataclass(frozen=True)
class Setup:
    """A game's size and rulings, who plays, who starts, and how many rounds."""

    definition: Definition
    size: Size
    rulings: dict[str, str | int] = field(default_factory=dict)
    players: tuple[str, str] = (HUMAN, "easy")
    first: str = "1"
    rounds: int = 0

    @classmethod
    def remembered(cls, definition: Definition, data: dict[str, Any]) -> "Setup":
        """The setup of last time; what cannot be read any more has its default."""
        setup = cls(definition, definition.size)
        try:
            rulings = definition.read_rulings(dict(data.get("rulings", {})))
            setup = replace(setup, rulings=rulings)
        except (GridDuelsError, TypeError, ValueError):
            pass
        if data.get("size") in definition.sizes:
            setup = replace(setup, size=data["size"])
        players = data.get("players")
        if isinstance(players, list) and len(players) == 2 and all(map(_is_player, players)):
            setup = replace(setup, players=(players[0], players[1]))
        if data.get("first") in FIRST:
            setup = replace(setup, first=data["first"])
        if data.get("rounds") in ROUNDS:
            setup = replace(setup, rounds=data["rounds"])
        return setup

    def as_data(self) -> dict[str, Any]:
        return {
            "size": self.size,
            "rulings": dict(self.rulings),
            "players": list(self.players),
            "first": self.first,
            "rounds": self.rounds,
        }

    def game(self) -> Game:
        return Game(self.definition, self.size, self.rulings)

    def choices(self, typed: Sequence[str] = ()) -> list[Choice]:
        """Everything there is to choose, in the order it is shown; `typed` are further players."""
        words = self.definition.words
        starts = tuple(words.player(int(each)) if each != "toss" else "toss" for each in FIRST)
        found = [
            _player_choice(PLAYER_CHOICES[0], words.player(1), self.players[0], typed),
            _player_choice(PLAYER_CHOICES[1], words.player(2), self.players[1], typed),
            Choice("first", "Who starts", FIRST, self.first, starts[FIRST.index(self.first)]),
            Choice("size", "Board", self.definition.sizes, self.size, size_text(self.size)),
            Choice("rounds", "Rounds", ROUNDS, self.rounds, str(self.rounds or "as many as you like")),
        ]
        for ruling in self.definition.rulings:
            value = self.rulings.get(ruling.name, ruling.values[0])
            about = f"{ruling.about} {ruling.meanings.get(value, '')}".strip()
            values = ruling.values if isinstance(ruling.values[0], str) else tuple(sorted(ruling.values))
            found.append(Choice(ruling.name, ruling.name.capitalize(), values, value, str(value), about))
        return found

    def changed(self, name: str, value: Any) -> "Setup":
        """The setup with another choice."""
        if name in PLAYER_CHOICES:
            one, two = self.players
            return replace(self, players=(value, two) if name == PLAYER_CHOICES[0] else (one, value))
        if name in ("first", "size", "rounds"):
            changes: dict[str, Any] = {name: value}
            return replace(self, **changes)
        return replace(self, rulings={**self.rulings, name: value})


def _player_choice(name: str, label: str, chosen: str, typed: Sequence[str]) -> Choice:
    values = tuple(dict.fromkeys((*all_players(), *filter(_is_player, typed), chosen)))
    return Choice(name, label, values, chosen, "person" if chosen == HUMAN else chosen, _about_player(chosen))


def _about_player(name: str) -> str:
    if name == HUMAN:
        return "a person at this keyboard"
    head = name.partition(":")[0]
    return next(
        kind.about for spelling, kind in all_kinds().items() if name == spelling or spelling.startswith(f"{head}:")
    )


def _is_player(name: Any) -> bool:
    if not isinstance(name, str):
        return False
    head, colon, _ = name.partition(":")
    return any(spelling.partition(":")[:2] == (head, colon) for spelling in all_kinds())
