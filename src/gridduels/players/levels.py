"""The levels from 1 to 10: how a level sees and chooses its moves."""

import json
import math
import random
from bisect import bisect_right
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gridduels.board import each
from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.players.limits import Limits
from gridduels.statement import DRAW, Slides, Steps
from gridduels.targets import distance, fills_up, reserve, territories

if TYPE_CHECKING:
    from gridduels.engine import Value
    from gridduels.engine.progress import Progress


# --- Skills
#
# What a level of 5 sees and overlooks decides much in one game and little in another. So the skills of some levels are
# fitted to each game, until the levels are as far apart as they should be, and kept in `level_skills.json`; `python -m
# tools.levels` makes it. The skills of the levels between lie on straight lines.


FILE: Final = "level_skills.json"

Skills = tuple[tuple[float, float], ...]
"""Some levels, the lowest first, each with its skill."""
_USUAL: Final[Skills] = ((1.0, 0.0), (10.0, 1.0))
"""Those of a game that nobody has fitted levels to."""


@lru_cache(1)
def _kept() -> dict[str, Skills]:
    found = json.loads(files("gridduels").joinpath(FILE).read_text("utf-8"))
    return {id: tuple((float(number), skill) for number, skill in skills.items()) for id, skills in found.items()}


def skills_of(game: str) -> Skills:
    """Those of a game, by its id.

    >>> skills_of("somebody-elses")
    ((1.0, 0.0), (10.0, 1.0))
    """
    return _kept().get(game, _USUAL)


def skill_of(skills: Skills, number: float) -> float:
    """The skill of a level.

    >>> skill_of(((1.0, 0.0), (3.0, 0.5), (10.0, 1.2)), 6.5)
    0.85
    """
    at = bisect_right([each for each, _ in skills[1:-1]], number)
    (low, less), (high, more) = list(pairwise(skills))[at]
    return less + (more - less) * (number - low) / (high - low)


# --- Judgement: how good moves look to a player of limited foresight
#
# Three things make a judgement: the end of the game where it is near enough to be seen; a few moves of looking ahead by
# the rules; and at the end of that, what the game's statement tells of ways, room and reserves. Who judges may overlook
# an answer; how much it trusts a small difference is a matter of its choice.


_END: Final = 1000.0
"""What an end in one ply counts; one in n plies counts the nth part, so that near ends outweigh all that is far."""
_BLUR: Final = 0.27
"""By how much the distance at which an end is seen varies, as a standard deviation and a share of a game."""
_VISITS: Final = 1500
"""About so many positions may be looked at for a move: less than 0.1 s in plain Python."""
_REMEMBERED: Final = 1 << 15
"""Positions that are remembered: many come back at the next move, or by another order of moves."""
_ENDLESS: Final = 1 << 62
_UNLIMITED: Final = Limits()
_RACE: Final = 2.5
_ROOM: Final = 0.1
_RESERVE: Final = 7.0
_FREEDOM: Final = 0.1
"""What counts how much: a step of lead on the way to the goal, a cell of room, a thing in reserve, a possible move of
the token. So an obstacle is kept until it costs the opponent several steps."""


class Eyes(NamedTuple):
    """How somebody looks at a position."""

    plies: int
    """How far it looks ahead by the rules."""
    sight: float
    """How far from the end, more or less, it sees that it can be forced: as a share of a game."""
    overlooks: float
    """How often it does not think of an answer."""
    attentive: bool
    """Whether it never overlooks an answer that ends the game."""


class Known(NamedTuple):
    """What is known for certain: how many plies a game has under best play, and the exact value of each move."""

    length: int = 0
    values: "dict[str, Value]" = {}  # noqa: RUF012


def judge(duel: Duel, eyes: Eyes, known: Known, rng: random.Random, limits: Limits = _UNLIMITED) -> dict[str, float]:
    """How good each allowed move looks; ends outweigh everything, near ones most."""
    look = _Look(duel.game, eyes, known.length, rng, limits)
    plies = _plies_in_reach(duel, min(eyes.plies, limits.depth or eyes.plies))
    return {
        word: _judge_move(duel.turn, duel.play(word), known.values.get(word), look, plies) for word in duel.legal_moves
    }


def _judge_move(player: int, after: Duel, value: "Value | None", look: "_Look", plies: int) -> float:
    if after.outcome:
        return _END * (2 * after.outcome.points[player - 1] - 1)
    if value and value.plies and look.sees(value.plies):
        return _END / value.plies if value.outcome == "win" else -_END / value.plies
    score = look.ahead(after.position, after.legal_actions, 1, plies)
    return score if after.turn == player else -score


def _plies_in_reach(duel: Duel, plies: int) -> int:
    """So many plies ahead, or as many as can be looked at in time; two at least, if so many are wanted."""
    width = duel.legal_actions.bit_count()
    while plies > 2 and width**plies > _VISITS:
        plies -= 1
    return plies


class _Look:
    """Somebody's look ahead from one position."""

    def __init__(self, game: Game, eyes: Eyes, length: int, rng: random.Random, limits: Limits) -> None:
        self._game, self._eyes, self._length, self._rng = game, eyes, length, rng
        self._depth, self._nodes_left = limits.depth or _ENDLESS, limits.nodes or _ENDLESS
        self._overlooked = sum(1 << action for action in range(game.actions) if rng.random() < eyes.overlooks)
        """The actions it does not think of as answers, whatever they answer: so it prefers no move for its luck."""

    def sees(self, plies: int) -> bool:
        """Whether an end so many plies away is seen."""
        near = 2 if self._eyes.attentive else 0
        return plies <= min(self._depth, max(near, self._length * self._rng.gauss(self._eyes.sight, _BLUR)))

    def ahead(self, position: Any, actions: int, depth: int, plies: int, bound: float = 2 * _END) -> float:
        """How good a position looks to the player to move, so many plies of all those to look at having been played;
        what is not less than a bound is not looked at any further."""
        if not actions:
            return self._end(position) / depth
        self._nodes_left -= 1
        if depth >= plies or self._nodes_left < 0:
            return outlook(self._game, position, actions)
        best, seen = -2 * _END, False
        for action in each(actions):
            after = self._game.play(position, action.bit_length() - 1)
            answers = _actions(self._game, after)
            if action & self._overlooked and not (self._eyes.attentive and not answers):
                continue
            if after.turn == position.turn:
                score = self.ahead(after, answers, depth + 1, plies)
            else:
                score = -self.ahead(after, answers, depth + 1, plies, -best)
            best, seen = max(best, score), True
            if best >= bound:
                break
        return best if seen else outlook(self._game, position, actions)

    def _end(self, position: Any) -> float:
        """What a game that is over counts for the player to move."""
        winner = self._game.winner(position)
        return 0.0 if winner == DRAW else _END if winner == position.turn else -_END


@lru_cache(_REMEMBERED)
def _actions(game: Game, position: Any) -> int:
    """The legal actions of a position."""
    return game.legal(position)


@lru_cache(_REMEMBERED)
def outlook(game: Game, position: Any, actions: int) -> float:
    """How good a position looks to the player to move, which has some actions, at first sight.

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


def _token_actions(game: Game) -> int:
    """The actions with which a token moves."""
    ranges = game.action_ranges
    return sum(((1 << length) - 1) << first for kind, first, length in ranges if isinstance(kind, Steps | Slides))


# --- LevelPlayer
#
# A level judges the moves (above) and chooses among them, the better a move looks the more likely. `python -m
# tools.calibration` measures the levels against each other.


MOST: Final = 10.0
LEVELS: Final = {"easy": 3.0, "medium": 5.0, "hard": 8.0}
"""The levels with a name of their own."""
_LOOKS_FURTHER: Final = 6.0
_CANDIDATES: Final = 4
"""So many moves, those that look best, it chooses among: nobody weighs thirty obstacles against each other."""
NOTE: Final = "this board is too large to know by heart: found by looking ahead"


class Level(NamedTuple):
    """What a number from 1 to 10 stands for in a game: how a level looks at a position, and how it chooses.

    >>> [Level.of(number, skills_of("pathway")).eyes.attentive for number in (5, 4.9)]
    [True, False]
    """

    eyes: Eyes
    doubt: float
    """The temperature of its choice: how much better a move must look to be e times as likely."""

    @classmethod
    def of(cls, number: float, skills: Skills) -> "Level":
        """The level in a game in which levels have these skills; only those above `easy` see what the table knows."""
        skill, blind = skill_of(skills, number), skill_of(skills, LEVELS["easy"])
        return cls(
            Eyes(
                plies=2 if number < _LOOKS_FURTHER else 3,
                sight=1.08 * (skill - blind),
                overlooks=min(max(0.8 * (1 - skill), 0.0), 1.0),
                attentive=number >= LEVELS["medium"],
            ),
            doubt=3.5 * 0.2**skill,
        )


def level_number(text: str) -> float:
    """The level that a text names, from 1 to 10.

    >>> level_number("7.5")
    7.5
    """
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 1 <= number <= MOST:
        raise SetupError(f"there is no level {text!r}: it is a number from 1 to 10, such as 4 or 7.5")
    return number


class LevelPlayer:
    """A player of some level."""

    def __init__(self, name: str, number: float, rng: random.Random, skills: Skills | None = None) -> None:
        """`skills` are those that levels have, where not the ones of the game it plays."""
        self.name, self._number, self._rng, self._skills = name, number, rng, skills
        self.note = ""
        """How its last move was found, where it would look a position up and there is no table."""
        self.limits = Limits()
        """What its next move may take: it heeds depth and nodes, and all of its moves take less time."""

    def prepare(self, game: Game, progress: "Progress") -> None:
        """Works out what it needs to know of a game."""
        if self._in(game).eyes.sight > 0:
            from gridduels.engine import VALUES

            VALUES.prepare(game, progress)

    def choose(self, duel: Duel) -> str:
        return self._choose(duel, self._known(duel))

    def look_ahead(self, duel: Duel) -> str:
        """Its move without exact values, be they known or not."""
        return self._choose(duel, Known())

    def _choose(self, duel: Duel, known: Known) -> str:
        level = self._in(duel.game)
        judged = judge(duel, level.eyes, known, self._rng, self.limits)
        words = sorted(judged, key=lambda word: (judged[word], self._rng.random()))[-_CANDIDATES:]
        best = judged[words[-1]]
        weights = [math.exp((judged[word] - best) / level.doubt) for word in words]
        return self._rng.choices(words, weights)[0]

    def _in(self, game: Game) -> Level:
        return Level.of(self._number, self._skills or skills_of(game.id))

    def _known(self, duel: Duel) -> Known:
        """The exact values, where the level has an eye for them and there is a table."""
        eyes = self._in(duel.game).eyes
        known = known_to(eyes, duel)
        self.note = NOTE if eyes.sight > 0 and not known.values else ""
        return known

    def close(self) -> None:
        """It holds nothing."""


def looks_lost(duel: Duel, eyes: Eyes, rng: random.Random) -> bool:
    """Whether the player to move seems to stand worse, whatever it plays."""
    return max(judge(duel, eyes, known_to(eyes, duel), rng).values()) < 0


def known_to(eyes: Eyes, duel: Duel) -> Known:
    """What exact values tell to somebody who sees further than it looks ahead; nothing where there is no table."""
    if eyes.sight <= 0:
        return Known()
    from gridduels.engine import VALUES

    if not VALUES.prepare(duel.game):
        return Known()
    with VALUES.open(duel.game) as values:
        length = values.value(duel.game.start()).plies
        return Known(length or _endless(duel.game), values.evaluate(duel).moves)


def _endless(game: Game) -> int:
    """What counts as the length of a game that best play does not end: both players across the board and half back."""
    return 3 * max(game.rows, game.columns)
