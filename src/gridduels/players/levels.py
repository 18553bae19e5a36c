"""Levels 1 to 10: how a level judges moves, its preferences, and how it chooses.

A level judges every legal move with limited foresight, adds its temperament's preferences, and picks one of the best
moves: the better a move looks, the likelier it is to be played.
"""

import json
import math
import random
import re
from bisect import bisect_right
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from gridduels.board import each, where
from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.game import Game, Position
from gridduels.players.limits import Limits
from gridduels.registry import is_code
from gridduels.statement import DRAW, Going
from gridduels.targets import MOVE, distance, fills_up, reserve, target_of, territories

if TYPE_CHECKING:
    from gridduels.engine import Value
    from gridduels.engine.progress import Progress


# --- Skills
#
# A skill is the single number that determines a level's strength. The effect of a skill differs from game to game, so
# `python -m tools.levels` fits the skills for each game until every level beats the one below it by the same margin,
# and writes them to `level_skills.json`. A game has fewer fitted levels if more would not be stronger or would lack
# balanced starts. Skills for levels in between are interpolated linearly.


FILE: Final = "level_skills.json"
INVENTED: Final = "invented"
"""The key of the skills shared by all invented duels. It only lists levels that clearly differ in strength there, as
measured by `python -m tools.invented_levels`."""

Skills = tuple[tuple[float, float], ...]
"""The fitted levels, lowest first, each with its skill."""
_UNFITTED: Final[Skills] = ((1.0, 0.0), (10.0, 1.0))
"""The skills for a game without fitted levels."""


@lru_cache(1)
def _stored_skills() -> dict[str, Skills]:
    found = json.loads(files("gridduels").joinpath(FILE).read_text("utf-8"))
    return {id: tuple((float(number), skill) for number, skill in skills.items()) for id, skills in found.items()}


def fitted_games() -> frozenset[str]:
    """Return the IDs of the games with fitted levels."""
    return frozenset(_stored_skills())


def skills_of(game: str) -> Skills:
    """Return the skills of a game's levels, given the game's ID. All invented duels share the same skills.

    >>> skills_of("another-game")
    ((1.0, 0.0), (10.0, 1.0))
    """
    return _stored_skills().get(INVENTED if is_code(game) else game, _UNFITTED)


def skill_of(skills: Skills, number: float) -> float:
    """Return a level's skill.

    >>> skill_of(((1.0, 0.0), (3.0, 0.5), (10.0, 1.2)), 6.5)
    0.85
    """
    at = bisect_right([each for each, _ in skills[1:-1]], number)
    (low, less), (high, more) = list(pairwise(skills))[at]
    return less + (more - less) * (number - low) / (high - low)


# --- Judgement: how good a move looks to a player with limited foresight
#
# A judgement has three parts: the end of the game, if it is near enough to see; a search of the game tree a few plies
# deep; and, at the leaves of that search, an estimate based on distances, room and reserves.


_END: Final = 80.0
_NEAR_END: Final = 120.0
"""The scores for the end of a game, which outweigh every estimate. They differ most when the end is near, so a win in
one is always taken, while temperament may decide between distant wins."""
_BLUR: Final = 0.27
"""The standard deviation of the distance at which a player sees the end, as a fraction of a game's length."""
_VISITS: Final = 1500
"""The approximate number of positions a level visits per move: less than 0.1 s in plain Python."""
_CACHED: Final = 1 << 15
"""The number of positions to cache. Many recur at the next move or by transposition."""
_ENDLESS: Final = 1 << 62
_UNLIMITED: Final = Limits()
_RACE: Final = 2.5
_ROOM: Final = 0.1
_RESERVE: Final = 7.0
_FREEDOM: Final = 0.1
"""The weights of a one-step lead towards the goal, a cell of room, an obstacle in reserve, and a token move. With these
weights, a player holds an obstacle back until it costs the opponent several steps."""


class Eyes(NamedTuple):
    """How well a player sees."""

    plies: int
    """The search depth in plies."""
    sight: float
    """The approximate distance at which it sees a forced end, as a fraction of a game's length."""
    overlooks: float
    """The probability that it overlooks a reply."""
    attentive: bool
    """Whether it never overlooks a reply that ends the game."""


class Known(NamedTuple):
    """Exact knowledge: the length of the game under best play, in plies, and the value of each legal move."""

    length: int = 0
    values: "dict[str, Value]" = {}  # noqa: RUF012


def judge(duel: Duel, eyes: Eyes, known: Known, rng: random.Random, limits: Limits = _UNLIMITED) -> dict[str, float]:
    """Return how good each legal move looks. The end of the game outweighs everything else, especially if it is
    near."""
    look = _Look(duel.game, eyes, known.length, rng, limits)
    plies = _affordable_plies(duel, min(eyes.plies, limits.depth or eyes.plies))
    return {
        word: _judge_move(duel.turn, duel.play(word), known.values.get(word), look, plies) for word in duel.legal_moves
    }


def _judge_move(player: int, after: Duel, value: "Value | None", look: "_Look", plies: int) -> float:
    if after.outcome:
        return score_of_end(2 * after.outcome.points[player - 1] - 1, 1)
    if value and value.plies and look.sees(value.plies):
        return score_of_end(1 if value.outcome == "win" else -1, value.plies)
    score = look.ahead(after.position, after.legal_actions, 1, plies)
    return score if after.turn == player else -score


def score_of_end(points: float, plies: int) -> float:
    """Return the score of a win (1), a draw (0) or a loss (-1) the given number of plies away.

    >>> score_of_end(1, 1), score_of_end(-1, 2)
    (200.0, -140.0)
    """
    return points * (_END + _NEAR_END / plies)


def _affordable_plies(duel: Duel, plies: int) -> int:
    """Return the requested depth, reduced to what can be searched in time but not below two."""
    width = duel.legal_actions.bit_count()
    while plies > 2 and width**plies > _VISITS:
        plies -= 1
    return plies


class _Look:
    """A player's search from one position."""

    def __init__(self, game: Game, eyes: Eyes, length: int, rng: random.Random, limits: Limits) -> None:
        self._game, self._eyes, self._length, self._rng = game, eyes, length, rng
        self._depth, self._nodes_left = limits.depth or _ENDLESS, limits.nodes or _ENDLESS
        # Overlooked replies are drawn once per search, so no move gets lucky on its own.
        self._overlooked = sum(1 << action for action in range(game.actions) if rng.random() < eyes.overlooks)

    def sees(self, plies: int) -> bool:
        """Return whether the player sees the end of the game this many plies away."""
        near = 2 if self._eyes.attentive else 0
        return plies <= min(self._depth, max(near, self._length * self._rng.gauss(self._eyes.sight, _BLUR)))

    def ahead(self, position: Position, actions: int, depth: int, plies: int, bound: float = math.inf) -> float:
        """Return how good a position at this depth looks to the player to move, stopping early once the bound is
        reached."""
        if not actions:
            return self._end(position, depth)
        self._nodes_left -= 1
        if depth >= plies or self._nodes_left < 0:
            return outlook(self._game, position, actions)
        best = -math.inf
        for action in each(actions):
            overlooked = action & self._overlooked
            if overlooked and not self._eyes.attentive:
                continue
            after = self._game.play(position, action.bit_length() - 1)
            replies = _legal(self._game, after)
            if overlooked and replies:
                continue
            if after.turn == position.turn:
                score = self.ahead(after, replies, depth + 1, plies)
            else:
                score = -self.ahead(after, replies, depth + 1, plies, -best)
            best = max(best, score)
            if best >= bound:
                break
        return best if best > -math.inf else outlook(self._game, position, actions)

    def _end(self, position: Position, depth: int) -> float:
        """Return a finished game's score for the player to move."""
        winner = self._game.winner(position)
        return score_of_end(0 if winner == DRAW else 1 if winner == position.turn else -1, depth)


@lru_cache(_CACHED)
def _legal(game: Game, position: Position) -> int:
    return game.legal(position)


@lru_cache(_CACHED)
def outlook(game: Game, position: Position, actions: int) -> float:
    """Return a quick estimate of a position for the player to move, given the legal actions.

    >>> from gridduels import load_game
    >>> game = load_game("grid-runner")
    >>> outlook(game, position := game.start(), game.legal(position))
    1.45
    """
    player = position.turn
    score = _FREEDOM * (actions & _token_actions(game)).bit_count()
    score += _RESERVE * (reserve(game, position, player) - reserve(game, position, 3 - player))
    if game.goal(player):
        no_way = game.rows + game.columns
        ways = [min(no_way, distance(game, position, each)) for each in (player, 3 - player)]
        score += _RACE * (ways[1] - ways[0] + 0.5)
    if fills_up(game):
        room = territories(game, position)
        score += _ROOM * (room[player - 1] - room[2 - player])
    return score


@lru_cache(64)
def _token_actions(game: Game) -> int:
    """Return the actions that move a token, as a bit mask."""
    ranges = game.action_ranges
    return sum(((1 << length) - 1) << first for kind, first, length in ranges if isinstance(kind, Going))


# --- Temperament: a level's preferences, regardless of a move's value
#
# Temperament shows when several moves look about equally good. Neighbours on the ladder have opposite preferences, so
# people (and a classifier, see `python -m tools.calibration`) can tell them apart.


class Traits(NamedTuple):
    """The features of a move, each from 0 to 1; as a temperament, how much a level likes each (or dislikes, if < 0)."""

    straight: float = 0.0
    """Continuing in the direction of the player's own last move."""
    edge: float = 0.0
    """Moving to the edge of the board."""

    def times(self, other: "Traits") -> float:
        return sum(mine * theirs for mine, theirs in zip(self, other, strict=True))


TEMPERAMENTS: Final = {
    1: Traits(),
    2: Traits(straight=1),
    3: Traits(straight=-1),
    4: Traits(edge=1),
    5: Traits(edge=-1),
    6: Traits(straight=1, edge=1),
    7: Traits(straight=-1, edge=-1),
    8: Traits(straight=1),
    9: Traits(straight=-1, edge=1),
    10: Traits(straight=1, edge=-1),
}
"""Each level's preferences. An in-between level has the temperament of the one below it."""


def traits_of(duel: Duel, after: Duel) -> Traits:
    """Return the features of the move between two duels.

    >>> from gridduels import Duel, load_game
    >>> duel = Duel(load_game("light-cycle"), "right left")
    >>> traits_of(duel, duel.play("right")).straight, traits_of(duel, duel.play("up")).straight
    (1.0, 0.0)
    """
    game, target = duel.game, target_of(duel.game, duel.position, after.position)
    if target.kind != MOVE:
        return Traits()
    heading = _heading(game, target.origin, target.cell)
    return Traits(float(heading == _last_heading(duel)), float(_is_on_edge(game, target.cell)))


def _last_heading(duel: Duel) -> tuple[int, int] | None:
    """Return the direction of the last token move by the player to move, or None."""
    history = duel.history()
    for before, after in zip(reversed(history[:-1]), reversed(history[1:]), strict=True):
        if before.turn == duel.turn:
            target = target_of(duel.game, before, after)
            return _heading(duel.game, target.origin, target.cell) if target.kind == MOVE else None
    return None


def _heading(game: Game, origin: int, cell: int) -> tuple[int, int]:
    (row, column), (to_row, to_column) = where(game.columns, origin), where(game.columns, cell)
    down, right = to_row - row, to_column - column
    return (down > 0) - (down < 0), (right > 0) - (right < 0)


def _is_on_edge(game: Game, cell: int) -> bool:
    row, column = where(game.columns, cell)
    return row in (0, game.rows - 1) or column in (0, game.columns - 1)


# --- LevelPlayer


MOST: Final = 10.0
LEVELS: Final = {"easy": 3.0, "medium": 5.0, "hard": 8.0}
"""The levels with their own names."""
_LOOKS_FURTHER: Final = 6.0
_CANDIDATES: Final = 4
"""The number of moves a level chooses from, since no person would compare thirty obstacle placements."""
_LIKING: Final = 2.0
"""The weight of temperament, in the units of `outlook`. A level's doubt is added to it."""
NOTE: Final = "no solution table for this board: found by looking ahead"


class Level(NamedTuple):
    """A level in one game: how well it sees, how confidently it chooses, and its preferences.

    >>> [Level.of(number, skills_of("pathway")).eyes.attentive for number in (5, 4.9)]
    [True, False]
    """

    eyes: Eyes
    doubt: float
    """The softmax temperature. A move that looks better by this amount is e times as likely to be chosen."""
    likes: Traits = Traits()

    @classmethod
    def of(cls, number: float, skills: Skills) -> "Level":
        """Return the level in a game with these skills. Only levels above `easy` use exact values."""
        skill, blind = skill_of(skills, number), skill_of(skills, LEVELS["easy"])
        return cls(
            Eyes(
                plies=2 if number < _LOOKS_FURTHER else 3,
                sight=1.08 * (skill - blind),
                overlooks=min(max(0.8 * (1 - skill), 0.0), 1.0),
                attentive=number >= LEVELS["medium"],
            ),
            doubt=3.5 * 0.2**skill,
            likes=TEMPERAMENTS[int(number)],
        )


def level_number(text: str) -> float:
    """Return the level named by a text, from 1 to 10.

    >>> level_number("7.5")
    7.5
    """
    number = float(text) if re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,9})?", text) else 0.0
    if not 1 <= number <= MOST:
        raise SetupError(f"There is no level {text!r}. A level is a number from 1 to 10, such as 4 or 7.5.")
    return number


class LevelPlayer:
    """A player at one level."""

    def __init__(self, name: str, number: float, rng: random.Random, skills: Skills | None = None) -> None:
        """`skills` overrides those of the game being played."""
        self.name, self._number, self._rng, self._skills = name, number, rng, skills
        self.note = ""
        """A note on the last move if the level would use exact values but there is no table."""
        self.limits = Limits()
        """The limits for the next move. Only depth and nodes apply; moves are too quick for the others to matter."""

    def prepare(self, game: Game, progress: "Progress") -> None:
        """Open the game's table if this level uses exact values."""
        if self._in(game).eyes.sight > 0:
            from gridduels.engine import VALUES

            VALUES.prepare(game, progress)

    def choose(self, duel: Duel) -> str:
        """Return the word for the chosen move."""
        eyes = self._in(duel.game).eyes
        known = known_to(eyes, duel)
        self.note = NOTE if eyes.sight > 0 and not known.values else ""
        return self._choose(duel, known)

    def look_ahead(self, duel: Duel) -> str:
        """Return a move chosen without exact values."""
        return self._choose(duel, Known())

    def _choose(self, duel: Duel, known: Known) -> str:
        level = self._in(duel.game)
        judged = judge(duel, level.eyes, known, self._rng, self.limits)
        words = sorted(judged, key=lambda word: (judged[word], self._rng.random()))[-2 * _CANDIDATES :]
        if any(level.likes):
            weight = _LIKING + level.doubt
            judged = {
                word: judged[word] + weight * level.likes.times(traits_of(duel, duel.play(word))) for word in words
            }
            words.sort(key=judged.__getitem__)
        words = words[-_CANDIDATES:]
        best = judged[words[-1]]
        weights = [math.exp((judged[word] - best) / level.doubt) for word in words]
        return self._rng.choices(words, weights)[0]

    def _in(self, game: Game) -> Level:
        return Level.of(self._number, self._skills or skills_of(game.id))

    def close(self) -> None:
        """Do nothing: a level holds no resources."""


def looks_lost(duel: Duel, eyes: Eyes, rng: random.Random) -> bool:
    """Return whether every legal move seems to leave the player to move worse off than the opponent."""
    return max(judge(duel, eyes, known_to(eyes, duel), rng).values()) < 0


def known_to(eyes: Eyes, duel: Duel) -> Known:
    """Return the exact values that a player with these eyes can use; empty if there is no table."""
    if eyes.sight <= 0:
        return Known()
    from gridduels.engine import VALUES

    return _exact(duel.game, duel.position) if VALUES.prepare(duel.game) else Known()


@lru_cache(_CACHED)
def _exact(game: Game, position: Position) -> Known:
    """Return what the table knows about a position.

    If best play never ends, the length is that of a game in which both players cross the board and come halfway back.
    Levels ignore how often a position has occurred. Only `perfect` takes barred repetitions into account, because doing
    so is slow.
    """
    from gridduels.engine import VALUES

    with VALUES.open(game) as values:
        length = values.value(game.start()).plies or 3 * max(game.rows, game.columns)
        return Known(length, values.move_values(position))
