"""Run a built-in player as a bot: the bot's side of the protocol."""

import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import Final, NamedTuple

from gridduels import __version__
from gridduels.duel import Duel
from gridduels.engine import VALUES, Value
from gridduels.engine.progress import silent
from gridduels.errors import GridDuelsError, SetupError
from gridduels.game import Game
from gridduels.players import HUMAN, Player, Prepares, chosen, make_player
from gridduels.players.bots.protocol import ALL, VERSION, Line, Option, Question, one_line, read_game
from gridduels.players.info import Info, Informs
from gridduels.players.limits import UNHEEDED, Limited, Limits, heeds_counts
from gridduels.players.mcts import UNLIMITED, MctsPlayer, SearchTree

# --- Analysis: the best lines of play


_LATE: Final = 0.9
"""The share of the available time that a search may use."""


def best_lines(player: Player, duel: Duel, limits: Limits, count: int) -> list[Info]:
    """Return up to `count` of the best lines of play that a player finds, best first.

    They are exact if the player uses a table; otherwise they come from a tree search. A player that doesn't look ahead
    returns none.

    >>> from random import Random
    >>> from gridduels import load_game
    >>> from gridduels.players import make_player
    >>> player = make_player("perfect", Random())
    >>> [str(info) for info in best_lines(player, Duel(load_game("light-cycle", 3)), Limits(), 2)]
    ['score win:3 line 1 pv right up up', 'score loss:6 line 2 pv up down right left down left']
    """
    if not isinstance(player, Prepares):
        return []
    if isinstance(player, MctsPlayer) or not VALUES.prepare(duel.game):
        simulations = player.simulations if isinstance(player, MctsPlayer) else None
        return _searched(duel, limits, count, simulations or UNLIMITED)
    with VALUES.open(duel.game) as values:
        moves = values.evaluate(duel).moves
        best = sorted(moves, key=lambda word: -moves[word].rank)[:count]
        lines = [(word, *values.principal_variation(duel.play(word).position)) for word in best]
    return [
        Info(score=_score(moves[word]), line=number, pv=line)
        for number, (word, line) in enumerate(zip(best, lines, strict=True), 1)
    ]


def _score(value: Value) -> str:
    return value.outcome if value.plies is None else f"{value.outcome}:{value.plies}"


def _searched(duel: Duel, limits: Limits, count: int, simulations: int) -> list[Info]:
    tree, until = SearchTree(duel, 1), time.monotonic() + _LATE * limits.seconds
    tree.grow(min(limits.nodes or simulations, simulations), until, limits.stopped, limits.depth)
    return [tree.info(move)._replace(line=number) for number, move in enumerate(tree.ranked_moves()[:count], 1)]


# --- The protocol for a built-in player
#
# A thread reads the input, so `stop` can arrive while the player is thinking.


SEED: Final = Option("seed", "number", "0", ("0", "999999999"))
"""The player's random seed."""


class _Heard(NamedTuple):
    """A line from the host, and a function that returns whether `stop` has arrived since."""

    line: Line
    stopped: Callable[[], bool]


def speak(name: str, rng: random.Random, lines: Iterable[str]) -> Iterator[str]:
    """Yield a player's answers to a host's lines until the host says `quit`.

    >>> list(speak("random", random.Random(), ["gridduels 1", "quit"]))
    ['name random', 'ready 1']
    """
    seat, question = _Seat(name, rng), Question()
    try:
        for line, stopped in _listen(lines):
            if line.word == "quit":
                break
            question.hear(line)
            if line.word in ("go", "analyse"):
                answer = seat.move if line.word == "go" else seat.analyse
                yield from _or_error(answer, question, stopped)
                question = Question()
            elif line.word in _ANSWERS:
                yield from _ANSWERS[line.word](seat, line.rest)
    finally:
        seat.close()


def _listen(lines: Iterable[str]) -> Iterator[_Heard]:
    """Read lines ahead in a thread and yield them; the thread stops at the end of the input."""
    heard: SimpleQueue[_Heard | Exception | None] = SimpleQueue()

    def read() -> None:
        stop = threading.Event()
        try:
            for text in lines:
                line = Line.read(text)
                if line.word == "stop":
                    stop.set()
                    continue
                if line.word in ("go", "analyse"):
                    stop = threading.Event()
                heard.put(_Heard(line, stop.is_set))
                if line.word == "quit":
                    return
        except Exception as problem:
            heard.put(problem)
        heard.put(None)

    threading.Thread(target=read, daemon=True).start()
    while (found := heard.get()) is not None:
        if isinstance(found, Exception):
            raise found
        yield found


def _or_error(
    answer: Callable[[Question, Callable[[], bool]], list[str]], question: Question, stopped: Callable[[], bool]
) -> list[str]:
    try:
        return answer(question, stopped)
    except GridDuelsError as error:
        return [f"error {one_line(str(error))}"]


class _Seat:
    """The player and the questions it has been asked so far."""

    def __init__(self, name: str, rng: random.Random) -> None:
        self._name = name
        self._rng = rng
        self._player = self._make(1.0)
        self._think = 1.0
        self._unheeded_told = False

    def introduce(self, version: str) -> list[str]:
        """Return the answer to a greeting, in the host's protocol version or ours, whichever is older."""
        name = f"name {one_line(self._name)}"
        if version == "1":
            return [name, "ready 1"]
        return [name, f"version {__version__}", f"games {ALL}", f"option {SEED}", f"ready {VERSION}"]

    def set_option(self, text: str) -> list[str]:
        name, _, value = text.partition(" ")
        if name == SEED.name and value.strip().isdecimal():
            self._rng.seed(int(value))
        return []

    def begin_game(self, text: str) -> list[str]:
        """Prepare the player for a game, so that preparation doesn't count towards its first move."""
        self.close()
        with suppress(GridDuelsError):  # an unplayable game is rejected when a move is requested
            game = read_game(text)
            if isinstance(self._player, Prepares):
                self._player.prepare(game, silent)
        return []

    def move(self, question: Question, stopped: Callable[[], bool]) -> list[str]:
        """Return a move, preceded by the player's report on it."""
        duel = question.duel()
        limits = question.limits()._replace(stopped=stopped)
        self._limit(limits)
        word = chosen(self._player, duel)
        return [*self._unheeded(limits, duel.game), *_said(self._player), f"move {word}"]

    def _unheeded(self, limits: Limits, game: Game) -> list[str]:
        """Return a warning the first time the player is given limits that it ignores."""
        if self._unheeded_told or not limits.counted or heeds_counts(self._player, game):
            return []
        self._unheeded_told = True
        return [f"info text {one_line(self._name)} {UNHEEDED}"]

    def analyse(self, question: Question, stopped: Callable[[], bool]) -> list[str]:
        """Return the best lines of play that the player finds."""
        limits = question.limits()._replace(stopped=stopped)
        found = best_lines(self._player, question.duel(), limits, question.lines)
        return [*(f"info {info}" for info in found), "done"]

    def _limit(self, limits: Limits) -> None:
        """Set the player's limits. A player without limits is replaced if its thinking time changes."""
        if isinstance(self._player, Limited):
            self._player.limits = limits
        elif limits.seconds != self._think:
            self._think = limits.seconds
            self.close()
            self._player = self._make(limits.seconds)

    def close(self) -> None:
        self._player.close()

    def _make(self, think: float) -> Player:
        player = make_player(self._name, self._rng, think, bots=True)
        if player is None:
            raise SetupError(f"{HUMAN} is a person, not a program that can speak the protocol")
        return player


def _said(player: Player) -> list[str]:
    info: Info | None = player.info if isinstance(player, Informs) else None
    return [f"info {info}"] if info else []


_ANSWERS: Final[dict[str, Callable[[_Seat, str], list[str]]]] = {
    "gridduels": _Seat.introduce,
    "option": _Seat.set_option,
    "newgame": _Seat.begin_game,
    "ping": lambda seat, text: [f"pong {text}".rstrip()],
}
