"""A match: several duels between the same two players. Like a Duel, a Match is immutable: `play` returns a new one.

It knows nothing about screens, files or clocks, so line mode, the arcade and the web server can all use it.
"""

import json
import random
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from gridduels.duel import Duel, Reason, draw_svg
from gridduels.errors import GridDuelsError, SetupError
from gridduels.game import Game
from gridduels.record import HUMAN, Record
from gridduels.statement import Position

# --- Balanced starts: positions a few moves into a game that give both sides about the same chances
#
# The book's start is a win for the first player. `fair_starts.json` stores the balanced starts for each player on a
# game's ladder: the moves that lead there, and how the player to move scores when that player plays itself. `perfect`
# never loses a won position, so its starts are won for the person's `side`, and the person still has to find the win;
# in Grid Runner only the player who goes `first` can have such a position. `python -m tools.levels` generates the file.


BOOK: Final = "book"
FAIR: Final = "fair"
STARTS: Final = (BOOK, FAIR)
"""The kinds of start: the rule book's, or a fair one."""
FILE: Final = "fair_starts.json"
_NAMED_LEVELS: Final = {"easy": 3.0, "medium": 5.0, "hard": 8.0}
_LEVEL: Final = "level:"
_USUAL_LEVEL: Final = "medium"


@lru_cache(1)
def _stored_starts() -> dict[str, dict[str, list[dict[str, Any]]]]:
    found: dict[str, Any] = json.loads(files("gridduels").joinpath(FILE).read_text("utf-8"))
    return found


def fair_starts(game: Game, player: str = _USUAL_LEVEL, side: int | None = None) -> tuple[str, ...]:
    """Return the moves that lead to each balanced start against a player, given the player's name.

    A level without its own starts uses those of the nearest level. Starts against `perfect` are won for one side;
    `side` selects those for a person on that side. Starts in which Player 2 goes first are omitted, because moves alone
    cannot reach them. Boards and rulings other than the book's have no balanced starts.

    >>> from gridduels import load_game
    >>> len(fair_starts(load_game("pathway"))), fair_starts(load_game("light-cycle", size=3))
    (7, ())
    """
    return tuple(start["moves"] for start in _starts_against(game, player, side) if "first" not in start)


def _starts_against(game: Game, player: str, side: int | None) -> list[dict[str, Any]]:
    """Return the stored starts against a player for a person on the given side."""
    if game != Game(game.definition):
        return []
    stored = _stored_starts().get(game.id, {})
    chosen = stored.get(player) or stored.get(_nearest_level(player, stored), [])
    return [start for start in chosen if side is None or start.get("side", side) == side]


def _nearest_level(player: str, stored: Collection[str]) -> str:
    """Return the stored level nearest to a player's; a player without a level counts as `medium`."""
    number = _NAMED_LEVELS.get(player, _NAMED_LEVELS[_USUAL_LEVEL])
    if player.startswith(_LEVEL):
        number = float(player.removeprefix(_LEVEL))
    levels = [name for name in stored if name.startswith(_LEVEL)]
    return min(levels, key=lambda name: abs(float(name.removeprefix(_LEVEL)) - number), default="")


def fair_positions(game: Game, player: str, side: int | None = None) -> list[Position]:
    """Return the balanced starts against a player for a person on the given side, as positions."""
    return [
        Duel(game, start["moves"], start=game.start(start.get("first", 1))).position
        for start in _starts_against(game, player, side)
    ]


def draw_start(game: Game, players: tuple[str, str], rng: random.Random) -> Position:
    """Return a random balanced start for these players; raise SetupError if the game has none."""
    opponent = next((name for name in players if name != HUMAN), _USUAL_LEVEL)
    side = players.index(HUMAN) + 1 if HUMAN in players else None
    starts = fair_positions(game, opponent, side)
    if not starts:
        raise SetupError(no_fair_starts(game))
    return rng.choice(starts)


def opening_of(game: Game, position: Position) -> str:
    """Return the moves that lead to a balanced start; an empty string for any other position."""
    return _openings(game).get(position, "") if game == Game(game.definition) else ""


def with_opening(duel: Duel) -> Duel:
    """Return the duel as if it had been played from the book's start, if it began from a known balanced start.

    Boards are drawn from the result, so a balanced start shows trails instead of blocked cells.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle")
    >>> start = Duel(game, fair_starts(game)[0]).position
    >>> with_opening(Duel(game, start=start)).moves == tuple(fair_starts(game)[0].split())
    True
    """
    if duel.start == duel.game.start(duel.start.turn) or not (opening := opening_of(duel.game, duel.start)):
        return duel
    return duel.after(Duel(duel.game, opening))


@lru_cache(16)
def _openings(game: Game) -> dict[Position, str]:
    """Return the moves that lead to each of a game's balanced starts."""
    stored = _stored_starts().get(game.id, {}).values()
    starts = [start["moves"] for starts in stored for start in starts if "first" not in start]
    return {Duel(game, moves).position: moves for moves in starts}


def about_start(game: Game, start: str) -> str:
    """Describe how a start affects each side's chances; empty if the game has no balanced starts.

    >>> from gridduels import load_game
    >>> about_start(load_game("pathway"), "book")
    "From the rule book's starting position, whoever goes first can always win."
    """
    if not fair_starts(game):
        return ""
    if start == FAIR:
        return "Balanced start: a few moves have already been played."
    return "From the rule book's starting position, whoever goes first can always win."


def no_fair_starts(game: Game) -> str:
    """Explain why a game has no balanced starts and suggest an alternative; empty if it has some.

    >>> from gridduels import load_game
    >>> no_fair_starts(load_game("pathway", size=4))
    'There are no balanced starts for this board. To even the chances, let the second player swap sides.'
    """
    if fair_starts(game):
        return ""
    return "There are no balanced starts for this board. To even the chances, let the second player swap sides."


# --- Match


SWAP: Final = "swap"
FIRST: Final = ("1", "2", "toss", SWAP)
"""Who goes first. With `swap`, Player 1 does, and the opponent may then take over that side (the pie rule)."""
_ROUND, _ROUNDS, _SCORE, _HELPED, _OPENING, _SWAP = "Round", "Rounds", "Score", "Helped", "Opening", "Swap"
"""The tags that describe a record's match."""
_NOTHING: Final = (0, 0)
ALLOWED: Final = "allowed"
TAKEN: Final = "taken"
"""The states of the pie rule."""


@dataclass(frozen=True)
class Match:
    """Rounds of one game between two players, who take turns going first. Each win scores a point.

    >>> from gridduels import Match, load_game
    >>> match = Match.begin(load_game("light-cycle"), ("human", "hard"), rounds=3)
    >>> match = match.play("right").resign().next_round()
    >>> match.round, match.score, match.duel.turn
    (2, (0, 1), 2)
    >>> print(match)
    Light Cycle Duel 5x5, round 2 of 3: human 0, hard 1
    . . . . .
    . . . . .
    1 . . . 2
    . . . . .
    . . . . .
    Player 2 to move
    """

    duel: Duel
    """The current round, or the last one."""
    players: tuple[str, str] = (HUMAN, HUMAN)
    rounds: int | None = None
    """The number of rounds; None for no limit."""
    round: int = 1
    earlier: tuple[int, int] = _NOTHING
    """The score before this round."""
    helped: bool = False
    """Whether a hint or an undo was used in this round, so it does not count in the results."""
    start: str = BOOK
    """How each round starts: `book` or `fair`."""
    swap: str = ""
    """The pie rule: `allowed` if the second player may change sides after the first move, `taken` once they have."""
    resumed: Record | None = field(default=None, compare=False)
    """The record that this round resumes. Its other tags and comments are preserved."""

    @classmethod
    def begin(
        cls,
        game: Game,
        players: tuple[str, str] = (HUMAN, HUMAN),
        first: int = 1,
        rounds: int | None = None,
        *,
        start: str = BOOK,
        swap: bool = False,
        seed: int | None = None,
    ) -> "Match":
        """Return a match before its first move. A fair start, drawn using `seed`, determines who moves first."""
        position = game.start(first) if start == BOOK else draw_start(game, players, _chance(seed, 1))
        return cls(Duel(game, start=position), players, rounds, start=start, swap=ALLOWED if swap else "")

    @classmethod
    def resume(
        cls, records: Sequence[Record], players: tuple[str, str] | None = None, rounds: int | None = None
    ) -> "Match":
        """Resume the last of the given records, with its own players or different ones."""
        last = records[-1]
        round = _number(last, _ROUND) or 1
        return cls(
            duel=last.duel,
            players=players or last.players,
            rounds=rounds or _number(last, _ROUNDS),
            round=round,
            earlier=_score_before(last, records[-round:-1]),
            helped=last.tags.get(_HELPED) == "yes",
            start=FAIR if last.tags.get(_OPENING) else BOOK,
            swap=last.tags.get(_SWAP, ""),
            resumed=last,
        )

    @property
    def game(self) -> Game:
        return self.duel.game

    @property
    def score(self) -> tuple[int, int]:
        """Both players' points, including this round once it is over."""
        outcome = self.duel.outcome
        return _with_point(self.earlier, outcome.winner if outcome else 0)

    @property
    def leader(self) -> int | None:
        """The player with more points; None if the score is level."""
        one, two = self.score
        return None if one == two else 1 if one > two else 2

    @property
    def another_round(self) -> bool:
        """Whether another round follows this one."""
        return self.rounds is None or self.round < self.rounds

    def is_person(self, player: int) -> bool:
        return self.players[player - 1] == HUMAN

    @property
    def people(self) -> tuple[int, ...]:
        """The human players."""
        return tuple(player for player in (1, 2) if self.is_person(player))

    @property
    def opponent(self) -> str | None:
        """The computer player, if there is exactly one human player."""
        return self.players[2 - self.people[0]] if len(self.people) == 1 else None

    @property
    def computer_to_move(self) -> bool:
        return self.duel.outcome is None and not self.is_person(self.duel.turn)

    def play(self, word: str) -> "Match":
        """Return the match after a move. Raises IllegalMove like Duel.play."""
        return replace(self, duel=self.duel.play(word))

    def undo(self) -> "Match":
        """Return the match before a person's last move; against a computer, its reply is undone too."""
        if self.duel.outcome:
            raise GridDuelsError("The game is over.")
        ply = last_move_of(self.duel, self.people)
        if ply is None:
            raise GridDuelsError("You have no move to take back.")
        return replace(self, duel=self.duel.undo(self.duel.ply - ply), helped=True)

    def resign(self) -> "Match":
        """Return the match after a person resigns, even if it is the computer's turn."""
        turn = self.duel.turn
        return replace(self, duel=self.duel.stop(turn if self.computer_to_move else 3 - turn, Reason.RESIGNED))

    def forfeit(self, reason: str = Reason.FORFEIT) -> "Match":
        """Return the match after the player to move forfeits, resigns or runs out of time."""
        return replace(self, duel=self.duel.stop(3 - self.duel.turn, reason))

    def take_help(self) -> "Match":
        """Return the match marked as helped, because a person looked at hints or values."""
        return self if self.helped else replace(self, helped=True)

    @property
    def may_swap(self) -> bool:
        """Whether the pie rule lets the player to move change sides now, i.e. right after the first move."""
        return self.swap == ALLOWED and self.duel.ply == 1 and self.duel.outcome is None

    def change_sides(self) -> "Match":
        """Return the match with the players and their points swapped under the pie rule."""
        if not self.may_swap:
            raise GridDuelsError("You can change sides only right after the first move, if the match allows it.")
        return replace(self, players=self.players[::-1], earlier=self.earlier[::-1], swap=TAKEN)

    def next_round(self, seed: int | None = None) -> "Match":
        """Return the next round. The other player moves first, unless a new fair start decides otherwise."""
        position = self.game.start(3 - self.duel.start.turn)
        if self.start == FAIR:
            position = draw_start(self.game, self.players, _chance(seed, self.round + 1))
        return replace(
            self,
            duel=Duel(self.game, start=position),
            swap=ALLOWED if self.swap else "",
            round=self.round + 1,
            earlier=self.score,
            helped=False,
            resumed=None,
        )

    def rematch(self) -> "Match":
        """Return the next round with sides and points swapped; a finished match restarts from zero.

        The same side moves first from the same start, but now belongs to the other player.
        """
        goes_on = self.another_round
        return replace(
            self,
            duel=Duel(self.game, start=self.duel.start),
            players=self.players[::-1],
            swap=ALLOWED if self.swap else "",
            round=self.round + 1 if goes_on else 1,
            earlier=self.score[::-1] if goes_on else _NOTHING,
            helped=False,
            resumed=None,
        )

    def branch(self, ply: int) -> "Match":
        """Return a new match that continues this round from an earlier ply. Its result does not count."""
        duel = Duel(self.game, self.duel.moves[:ply], start=self.duel.start)
        return Match(duel, self.players, helped=True)

    def record(self, tags: Mapping[str, str] | None = None) -> Record:
        """Return the round as a record with additional tags. The resumed record's tags and comments are preserved."""
        found, comments = dict(tags or {}), {}
        if kept := self.resumed:
            found |= kept.tags
            moves, before = self.duel.moves, kept.duel.moves
            comments = {ply: text for ply, text in kept.comments.items() if moves[:ply] == before[:ply]}
        found[_ROUND] = str(self.round)
        if self.rounds:
            found[_ROUNDS] = str(self.rounds)
        if self.round > 1:
            found[_SCORE] = "{}:{}".format(*self.earlier)
        if self.helped:
            found[_HELPED] = "yes"
        if self.start == FAIR and (opening := opening_of(self.game, self.duel.start)):
            found[_OPENING] = opening
        if self.swap:
            found[_SWAP] = self.swap
        return Record(self.duel, self.players, found, comments)

    def __str__(self) -> str:
        """Return the score, followed by the current round as a Duel prints it."""
        return f"{self._headline()}\n{self.duel}"

    def _repr_svg_(self) -> str:
        """Return a picture of the current round for notebooks, titled with the score."""
        return draw_svg(self.duel, title=self._score_text())

    def _headline(self) -> str:
        length = f" of {self.rounds}" if self.rounds else ""
        return f"{self.game}, round {self.round}{length}: {self._score_text()}"

    def _score_text(self) -> str:
        return ", ".join(f"{player} {points}" for player, points in zip(self.players, self.score, strict=True))


def _chance(seed: int | None, round: int) -> random.Random:
    return random.Random(None if seed is None else f"{seed} start {round}")


def first_mover(first: str, seed: int | None = None) -> int:
    """Return the number of the player who moves first: Player 1 for `swap`, either player at random for `toss`.

    >>> first_mover("2"), first_mover("swap"), {first_mover("toss") for _ in range(100)}
    (2, 1, {1, 2})
    """
    if first == SWAP:
        return 1
    if first == "toss":
        return random.Random(None if seed is None else f"{seed} toss").choice((1, 2))
    return int(first)


def last_move_of(duel: Duel, players: Collection[int]) -> int | None:
    """Return the ply before the last move by one of these players; None if they have not moved."""
    history = duel.history()
    return next((ply for ply in range(duel.ply - 1, -1, -1) if history[ply].turn in players), None)


def _with_point(score: tuple[int, int], winner: int) -> tuple[int, int]:
    one, two = score
    return one + (winner == 1), two + (winner == 2)


def _score_before(last: Record, rounds: Sequence[Record]) -> tuple[int, int]:
    """Return the score before a record, from its tag or else from the earlier rounds in its file."""
    if _SCORE in last.tags:
        text = last.tags[_SCORE]
        found = re.fullmatch(r"(\d{1,8}):(\d{1,8})", text, re.ASCII)
        if not found:
            raise SetupError(f"the record's tag {_SCORE} is {text!r}, but it must be two numbers such as 1:0.")
        return int(found[1]), int(found[2])
    score = _NOTHING
    for record in rounds:
        if outcome := record.duel.outcome:
            score = _with_point(score, outcome.winner)
    return score


def _number(record: Record, tag: str) -> int | None:
    """Return the number in a record's tag, or None if there is none."""
    text = record.tags.get(tag, "")
    if text and not (text.isascii() and text.isdigit() and 0 < int(text[:9]) < 10**8):
        raise SetupError(f"the record's tag {tag} is {text!r}, but it must be a number.")
    return int(text) if text else None
