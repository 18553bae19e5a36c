"""How often a person beat each opponent, ladder stars, and lessons learned."""

from dataclasses import asdict, dataclass, field, fields
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from gridduels.files import config_folder
from gridduels.game import Game
from gridduels.match import Match
from gridduels.players.ladder import LADDER, Opponent
from gridduels.terminal.settings import read_stored, set_aside, write_stored

# --- Results


@dataclass
class Results:
    """Games won and lost, by game and opponent; puzzles solved, streaks of them, and tutorials finished, by game."""

    games: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    puzzles: dict[str, int] = field(default_factory=dict)
    streaks: dict[str, list[int]] = field(default_factory=dict)
    """The streak of now and the longest."""
    tutorials: list[str] = field(default_factory=list)
    sets: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The puzzles of a day: its `date`, the `next` one, and the `solved` ones, each by its position."""
    days: dict[str, str] = field(default_factory=dict)
    """When the puzzle of each day was solved, by the day."""
    beaten: dict[str, list[str]] = field(default_factory=dict)
    """By game, whom of the ladder somebody has beaten, and from which side: `Emil 2`."""

    @classmethod
    def load(cls, complaints: list[str]) -> "Results":
        path = _path()
        found = read_stored(path, complaints)
        if not _fits(found):
            complaints.append(f"{path} is damaged (it does not hold results). {set_aside(path)}")
            return cls()
        return cls(**found)

    def save(self) -> None:
        write_stored(_path(), asdict(self))

    def add(self, game: str, opponent: str, won: bool) -> None:
        """Counts a game."""
        against = self.games.setdefault(game, {}).setdefault(opponent, [0, 0])
        against[0 if won else 1] += 1
        self.save()

    def puzzle_set(self, game: str, day: str) -> dict[str, Any]:
        """How far somebody is with the puzzles of a day."""
        if self.sets.get(game, {}).get("date") != day:
            self.sets[game] = {"date": day, "next": 0, "solved": []}
        return self.sets[game]

    def reached(self, game: str, day: str, number: int) -> None:
        """A puzzle of a day is done with, whether or not it counts: the set goes on behind it."""
        puzzles = self.puzzle_set(game, day)
        puzzles["next"] = max(puzzles["next"], number)
        self.save()

    def solved(self, game: str, day: str, position: str) -> None:
        """Counts a puzzle, once in a day."""
        puzzles = self.puzzle_set(game, day)
        if position in puzzles["solved"]:
            return
        puzzles["solved"].append(position)
        self.puzzles[game] = self.puzzles.get(game, 0) + 1
        now, longest = self.streak(game)
        self.streaks[game] = [now + 1, max(now + 1, longest)]
        self.save()

    def slipped(self, game: str) -> None:
        """Ends a streak."""
        now, longest = self.streak(game)
        if now:
            self.streaks[game] = [0, longest]
            self.save()

    def streak(self, game: str) -> tuple[int, int]:
        """How many puzzles were solved one after the other, now and at best."""
        now, longest = self.streaks.get(game, (0, 0))
        return now, longest

    def solved_day(self, day: date, today: date) -> None:
        """Counts the puzzle of a day; only once, when it was solved first."""
        if day.isoformat() not in self.days:
            self.days[day.isoformat()] = today.isoformat()
            self.save()

    def day_streak(self, today: date) -> int:
        """How many days in a row, up to today or, as long as it can still be solved, yesterday, had their puzzle solved
        on the day itself."""
        day, length = today if self._on_time(today) else today - timedelta(1), 0
        while self._on_time(day):
            day, length = day - timedelta(1), length + 1
        return length

    def _on_time(self, day: date) -> bool:
        return self.days.get(day.isoformat()) == day.isoformat()

    def beat(self, game: str, opponent: str, side: int) -> bool:
        """Somebody on the ladder was beaten from a side; whether for the first time."""
        stars, star = self.beaten.setdefault(game, []), f"{opponent} {side}"
        if star in stars:
            return False
        stars.append(star)
        self.save()
        return True

    def has_beaten(self, game: str, opponent: str, side: int) -> bool:
        return f"{opponent} {side}" in self.beaten.get(game, [])

    def learned(self, game: str) -> None:
        """Remembers a finished tutorial."""
        if game not in self.tutorials:
            self.tutorials.append(game)
            self.save()

    def against(self, game: str) -> dict[str, tuple[int, int]]:
        """Games won and lost against each opponent met so far."""
        return {name: (won, lost) for name, (won, lost) in self.games.get(game, {}).items()}


def _path() -> Path:
    return config_folder() / "results.json"


def _fits(found: dict[str, Any]) -> bool:
    games, puzzles, tutorials = found.get("games", {}), found.get("puzzles", {}), found.get("tutorials", [])
    streaks = found.get("streaks", {})
    return (
        set(found) <= {each.name for each in fields(Results)}
        and isinstance(streaks, dict)
        and all(map(_is_score, streaks.values()))
        and isinstance(games, dict)
        and all(isinstance(each, dict) and all(map(_is_score, each.values())) for each in games.values())
        and isinstance(puzzles, dict)
        and all(isinstance(each, int) for each in puzzles.values())
        and isinstance(sets := found.get("sets", {}), dict)
        and all(map(_is_set, sets.values()))
        and isinstance(days := found.get("days", {}), dict)
        and all(isinstance(each, str) for each in days.values())
        and isinstance(beaten := found.get("beaten", {}), dict)
        and all(isinstance(each, list) and all(isinstance(star, str) for star in each) for each in beaten.values())
        and isinstance(tutorials, list)
        and all(isinstance(each, str) for each in tutorials)
    )


def _is_set(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and set(value) == {"date", "next", "solved"}
        and isinstance(value["date"], str)
        and isinstance(value["next"], int)
        and isinstance(value["solved"], list)
        and all(isinstance(each, str) for each in value["solved"])
    )


def _is_score(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(each, int) and each >= 0 for each in value)


# --- Stars


class Star(NamedTuple):
    """An opponent, and the side from which it was beaten."""

    opponent: Opponent
    side: int


def star_of(match: Match) -> Star | None:
    """The star that a person has won with a round: without help, on the book's board, by its usual rulings, from the
    start that the ladder wants."""
    outcome, game = match.duel.outcome, match.game
    opponent = next((each for each in LADDER if each.player == match.opponent), None)
    if not (outcome and outcome.winner and opponent) or match.helped or not match.is_person(outcome.winner):
        return None
    start = game.start(opponent.first(outcome.winner))
    return Star(opponent, outcome.winner) if game == Game(game.definition) and match.duel.start == start else None
