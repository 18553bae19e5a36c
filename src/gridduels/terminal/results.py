"""A person's results: games, puzzles, ladder stars and tutorials."""

from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, NamedTuple, TypedDict

import msgspec

from gridduels.files import config_folder
from gridduels.game import Game
from gridduels.match import Match, fair_positions
from gridduels.players.ladder import LADDER, Opponent
from gridduels.terminal.settings import read_stored, set_aside, write_stored

# --- Results


Count = Annotated[int, msgspec.Meta(ge=0)]


class PuzzleSet(TypedDict):
    """A day's puzzles."""

    date: str
    next: int
    """The number of the next puzzle."""
    solved: list[str]
    """The positions of the solved puzzles."""


class Results(msgspec.Struct, forbid_unknown_fields=True):
    """All results that count towards the statistics, by game."""

    games: dict[str, dict[str, tuple[Count, Count]]] = {}
    puzzles: dict[str, int] = {}
    streaks: dict[str, tuple[Count, Count]] = {}
    """The current and the longest streak of solved puzzles."""
    tutorials: list[str] = []
    sets: dict[str, PuzzleSet] = {}
    days: dict[str, str] = {}
    """When each puzzle of the day was solved, keyed by the puzzle's date."""
    beaten: dict[str, list[str]] = {}
    """Ladder opponents beaten, each with the side played, e.g. `Emil 2`."""

    @classmethod
    def load(cls, complaints: list[str]) -> "Results":
        path = _path()
        try:
            return msgspec.convert(read_stored(path, complaints), cls)
        except msgspec.ValidationError as error:
            complaints.append(f"{path} is damaged ({error}). {set_aside(path)}")
            return cls()

    def save(self) -> None:
        write_stored(_path(), msgspec.to_builtins(self))

    def add(self, game: str, opponent: str, won: bool) -> None:
        """Count a game."""
        won_before, lost_before = self.against(game).get(opponent, (0, 0))
        self.games.setdefault(game, {})[opponent] = (won_before + won, lost_before + (not won))
        self.save()

    def count(self, match: Match) -> "Star | None":
        """Count a finished game against the computer, unless the person had help; return the star if it is new."""
        winner = match.duel.ended.winner
        if not (winner and match.opponent) or match.helped:
            return None
        self.add(match.game.id, match.opponent, match.is_person(winner))
        star = star_of(match)
        return star if star and self.beat(match.game.id, star.opponent.name, star.side) else None

    def puzzle_set(self, game: str, day: str) -> PuzzleSet:
        """Return the progress in a day's puzzle set."""
        if game not in self.sets or self.sets[game]["date"] != day:
            self.sets[game] = {"date": day, "next": 0, "solved": []}
        return self.sets[game]

    def reached(self, game: str, day: str, number: int) -> None:
        """Move on to puzzle `number` of the set, whether or not the previous one was solved."""
        puzzles = self.puzzle_set(game, day)
        puzzles["next"] = max(puzzles["next"], number)
        self.save()

    def solved(self, game: str, day: str, position: str) -> None:
        """Count a solved puzzle, at most once a day."""
        puzzles = self.puzzle_set(game, day)
        if position in puzzles["solved"]:
            return
        puzzles["solved"].append(position)
        self.puzzles[game] = self.puzzles.get(game, 0) + 1
        now, longest = self.streak(game)
        self.streaks[game] = (now + 1, max(now + 1, longest))
        self.save()

    def slipped(self, game: str) -> None:
        """End the current streak."""
        now, longest = self.streak(game)
        if now:
            self.streaks[game] = (0, longest)
            self.save()

    def streak(self, game: str) -> tuple[int, int]:
        """Return the current and the longest streak."""
        return self.streaks.get(game, (0, 0))

    def solved_day(self, day: date, today: date) -> None:
        """Count a puzzle of the day the first time it is solved."""
        if day.isoformat() not in self.days:
            self.days[day.isoformat()] = today.isoformat()
            self.save()

    def day_streak(self, today: date) -> int:
        """Return the number of consecutive days whose puzzles were solved on the day. A streak up to yesterday still
        counts, since today's puzzle can still be solved."""
        day, length = today if self._on_time(today) else today - timedelta(1), 0
        while self._on_time(day):
            day, length = day - timedelta(1), length + 1
        return length

    def _on_time(self, day: date) -> bool:
        return self.days.get(day.isoformat()) == day.isoformat()

    def beat(self, game: str, opponent: str, side: int) -> bool:
        """Record a win on the ladder; return whether it is the first from this side."""
        stars, star = self.beaten.setdefault(game, []), f"{opponent} {side}"
        if star in stars:
            return False
        stars.append(star)
        self.save()
        return True

    def has_beaten(self, game: str, opponent: str, side: int) -> bool:
        return f"{opponent} {side}" in self.beaten.get(game, [])

    def learned(self, game: str) -> None:
        """Record a finished tutorial."""
        if game not in self.tutorials:
            self.tutorials.append(game)
            self.save()

    def against(self, game: str) -> dict[str, tuple[int, int]]:
        """Return the games won and lost against each opponent."""
        return self.games.get(game, {})


def _path() -> Path:
    return config_folder() / "results.json"


# --- Stars


class Star(NamedTuple):
    """A ladder opponent and the side from which it was beaten."""

    opponent: Opponent
    side: int


def star_of(match: Match) -> Star | None:
    """Return the star won in a round, if any: it takes a win without help, on the book's board with the default
    rulings, from the book's start or a balanced start for that opponent."""
    outcome, game = match.duel.outcome, match.game
    opponent = next((each for each in LADDER if each.player == match.opponent), None)
    if not (outcome and outcome.winner and opponent) or match.helped or not match.is_person(outcome.winner):
        return None
    if game != Game(game.definition):
        return None
    book = game.start(opponent.first(outcome.winner))
    starts = [book, *fair_positions(game, opponent.player, outcome.winner)]
    return Star(opponent, outcome.winner) if match.duel.start in starts else None
