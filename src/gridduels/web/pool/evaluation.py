"""Slow computations, done by worker processes so that they block no one else.

There are four pools of workers: `play` for the computer's moves, `study` for visitors' questions, `solve` for tables,
which are built once and stored, and `compile` for searches. Play takes precedence over study, and study over solving.
Everything is bounded, per visitor as well: queue length, time per question, memory per table. While solving is busy,
computers search instead.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import ContextVar
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridduels.duel import Duel
from gridduels.extras import has_engine
from gridduels.game import Game, Position
from gridduels.protocol import answers
from gridduels.protocol.answers import Hint, Lesson, Line, line_of
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused
from gridduels.protocol.state import Analysis
from gridduels.registry import is_code
from gridduels.web.pool.pools import Pool, Question, start_process
from gridduels.web.pool.tasks import TASKS, OutOfTime, play_line
from gridduels.web.pool.workers import InProcessWorker

if TYPE_CHECKING:
    from gridduels.analysis.puzzles import Answer
    from gridduels.invent.workshop import Answer as DuelAnswer
    from gridduels.web.pool.tasks import Choice, PuzzleFound, Worth

VISITOR: ContextVar[str] = ContextVar("visitor", default="")
"""The visitor asking, so that one visitor's many questions do not delay everyone else; empty if visitors are not
counted."""
PATIENCE: Final = 1.0
"""Seconds before a visitor is asked to try again."""
MOST_BYTES: Final = 250_000_000
"""Memory limit for solving a game on behalf of visitors."""
PARTIAL_SECONDS: Final = 20.0
"""How long an incomplete answer is cached."""
AT_ONCE, INVENTED_AT_ONCE = 200, 5
"""Number of moves that are replayed without a worker, which takes a few milliseconds; in an invented duel, each
move may take one."""
SECONDS: Final = {
    "choose": 8.0,
    "worth": 6.0,
    "hint": 8.0,
    "analyse": 12.0,
    "puzzle": 10.0,
    "daily": 10.0,
    "judge": 6.0,
    "solution": 10.0,
    "workshop": 30.0,
    "book": 30.0,
    "replay": 10.0,
    "about": 30.0,
    "lessons": 30.0,
    "long_line": 6.0,
    "long_boards": 6.0,
    "read": 6.0,
    "film": 30.0,
    "image": 10.0,
    "preview": 10.0,
}
"""The time limit for each kind of question, in seconds."""
KEPT_BYTES: Final = 50_000_000
"""Size limit of the answer cache, in bytes."""
SOLVE_SECONDS: Final = 300.0
MOST_TABLES: Final = 4
"""Tables that may be under construction for one visitor at a time."""
MOMENT: Final = 0.5
"""Seconds a computer waits for values before moving without them."""
MEANWHILE: Final = "it looks ahead until this board is solved"
LOADING: Final = 20.0
"""Seconds to wait for a duel's moves to be replayed. This is less than the wait for the database after which a server
reports that it is failing, since many long duels say nothing about its health."""
_SEARCHING: Final = ("perfect", "mcts")
_STAND_IN: Final = "level:10"
"""Players that search if there is no table, and the player that moves in their place until the search is compiled."""
_AT_FIRST_SIGHT: Final = ("random", "greedy")
"""Players that use neither values nor search."""
_MOST_REMEMBERED: Final = 1000


class OutOfPatience(Exception):
    """The answer is still being computed. Ask again in a second."""

    def __init__(self, stage: str, done: int, total: int | None) -> None:
        self.stage, self.done, self.total = stage, done, total
        super().__init__(stage)


async def _tell_everyone(visitor: str, about: Duel | str) -> None: ...


class Evaluator:
    """Answers questions about games. It belongs to one event loop and starts workers on demand."""

    def __init__(self, cores: int | None = None, *, alone: bool = False) -> None:
        """Plan workers for this many cores. If `alone`, start no processes and compute everything in this one."""
        some = max(2, (cores or os.cpu_count() or 1) // 2)  # at least two, because no visitor gets the last one
        start = InProcessWorker if alone else start_process
        self.pools = {
            "play": Pool(some, 2000, start=start),
            "study": Pool(some, 100, gentle=10, keep=KEPT_BYTES, start=start),
            "solve": Pool(2, 20, gentle=19, by_one=MOST_TABLES, rest=60.0, start=start),
            "compile": Pool(1, 20, gentle=10, rest=60.0, start=start),
        }
        self.withhold: Callable[[str, Duel | str], Awaitable[None]] = _tell_everyone
        """Refuses a visitor's question about a duel, or about the game with an id, whose values are hidden from that
        visitor."""
        self._ready: set[Game] = set()
        self._searched: set[object] = set()
        """The games, and families of games, whose search is compiled."""
        self._measures = False
        """Whether the rules of invented duels are compiled."""
        self._too_big: dict[Game, Refused] = {}
        self._unknown: set[tuple[Game, Position]] = set()

    async def close(self) -> None:
        """Stop all workers."""
        await asyncio.gather(*(pool.close() for pool in self.pools.values()))

    async def choose(self, duel: Duel, player: str, seed: int | str, visitor: str = "") -> "Choice":
        """Return a computer's move. It depends only on the seed, unless the player searches."""
        VISITOR.set(visitor)
        kind, game = player.partition(":")[0], duel.game
        if kind in _AT_FIRST_SIGHT:
            return await self._choose(duel, player, seed, known=False)
        known = kind != "mcts" and (game, duel.start) not in self._unknown and await self._has_values(game)
        if kind in _SEARCHING and (not known or game.solved_on_demand):
            if not has_engine():
                return await self._choose(duel, _STAND_IN, seed, known=False)
            if not await self._has_search(game):
                return await self._choose_meanwhile(duel, _STAND_IN, seed)
        if known is None:
            return await self._choose_meanwhile(duel, player, seed)
        try:
            return await self._choose(duel, player, seed, known)
        except OutOfTime:
            if not known:
                raise
        self._unknown = {
            *list(self._unknown)[-_MOST_REMEMBERED:],
            (game, duel.start),
        }  # too large to solve from there
        return await self.choose(duel, player, seed, visitor)

    async def swaps(self, duel: Duel, player: str, seed: int | str, visitor: str = "") -> bool:
        """Return whether a computer prefers the other side. It searches if there are no values."""
        VISITOR.set(visitor)
        known = player not in _AT_FIRST_SIGHT and bool(await self._has_values(duel.game))
        asked = ("swaps", duel, player, seed, known)
        found: bool = await self.pools["play"].ask(*asked, seconds=SECONDS["choose"], urgency=1, visitor=visitor)
        return found

    async def _choose_meanwhile(self, duel: Duel, player: str, seed: int | str) -> "Choice":
        """Return a move immediately, while the values are still being computed."""
        return (await self._choose(duel, player, seed, known=False))._replace(note=MEANWHILE)

    async def _has_search(self, game: Game) -> bool:
        """Wait briefly, then return whether the search is compiled, which happens once for all of a game's boards."""
        compiled = game.definition.family or game.definition
        if compiled in self._searched:
            return True
        question = self.pools["compile"].question("prepare", Game(game.definition), "search", seconds=SOLVE_SECONDS)
        await asyncio.wait([question.future], timeout=MOMENT)
        if not question.future.done():
            return False
        question.future.result()
        self._searched.add(compiled)
        return True

    async def _choose(self, duel: Duel, player: str, seed: int | str, known: bool) -> "Choice":
        urgency = 0 if known or player in _AT_FIRST_SIGHT else 1
        asked = ("choose", duel, player, seed, known)
        choice: Choice = await self.pools["play"].ask(
            *asked, seconds=SECONDS["choose"], urgency=urgency, visitor=VISITOR.get()
        )
        return choice

    async def replay(
        self,
        game: Game,
        moves: tuple[str, ...],
        start: Position | str,
        stopped: tuple[int, str] | None = None,
        visitor: str = "",
    ) -> Duel:
        """Return the duel these moves lead to; a worker replays many of them."""
        if len(moves) <= at_once(game.id):
            return Duel(game, moves, start=start, stopped=stopped)
        asked = ("replay", game, moves, start, stopped)
        try:
            async with asyncio.timeout(LOADING):
                found: Duel = await self.pools["play"].ask(
                    *asked, seconds=SECONDS["replay"], urgency=1, visitor=visitor
                )
        except (OutOfTime, TimeoutError):  # says nothing about the moves
            raise Refused(Code.BUSY, "The server is busy. Try again in a moment.") from None
        return found

    async def worth(self, duel: Duel) -> "Worth":
        """Return the value of a position and its moves."""
        found: Worth = await self._study("worth", duel.game, duel)
        if found.note:
            self._forget_soon("worth", duel)
        return found

    async def hint(self, duel: Duel) -> Hint:
        """Return a hint for the player to move, step by step."""
        found: Hint = await self._study("hint", duel.game, duel)
        return found

    async def analyse(self, duel: Duel) -> Analysis:
        """Return the value of every position and move in a duel."""
        found: Analysis = await self._study("analyse", duel.game, duel)
        if not found.complete:
            self._forget_soon("analyse", duel)
        return found

    async def puzzle(self, game: Game, seed: str, plies: int | None = None) -> "PuzzleFound | None":
        """Return a game's puzzle for a seed, or None if there is none."""
        found: PuzzleFound | None = await self._study("puzzle", game, game, seed, plies)
        return found

    async def daily_puzzle(self, day: date) -> "tuple[Game, PuzzleFound]":
        """Return a day's puzzle and its game."""
        from gridduels.analysis.puzzles import daily_game

        game = daily_game(day)
        found: PuzzleFound = await self._study("daily", game, game, day)
        return game, found

    async def judge(self, duel: Duel, move: str) -> "Answer":
        """Judge an answer to a puzzle."""
        found: Answer = await self._study("judge", duel.game, duel, move)
        return found

    async def solution(self, duel: Duel) -> "dict[tuple[str, ...], Answer]":
        """Return every answer to a puzzle, by the moves so far and the answering move."""
        found: dict[tuple[str, ...], Answer] = await self._study("solution", duel.game, duel)
        return found

    async def workshop(self, code: str) -> "DuelAnswer":
        """Return how good an invented duel is. The work ends soon after the visitor stops asking."""
        found: DuelAnswer = await self._study_duel("workshop", code)
        return found

    async def book(self, code: str, language: str) -> bytes:
        """Return the rule book of an invented duel as HTML."""
        found: bytes = await self._study_duel("book", code, language)
        return found

    async def about(self, game: Game) -> answers.Game:
        """Return a game as data."""
        found: answers.Game = await self._facts("about", game)
        return found

    async def lessons(self, game: Game) -> list[Lesson]:
        """Return a game's lessons."""
        found: list[Lesson] = await self._facts("lessons", game)
        return found

    async def _facts(self, kind: str, game: Game) -> Any:
        """Answer a question that takes some playing. For an invented duel it can take seconds, and visitors can name
        any number of them, so a worker answers it."""
        if not is_code(game.id):
            return TASKS[kind](None, game)
        return await self.pools["study"].ask(kind, game, seconds=SECONDS[kind], visitor=VISITOR.get())

    async def duel(self, game: Game, start: str | None, moves: tuple[str, ...]) -> Duel:
        """Return the duel a line leads to; long lines are checked by a worker."""
        if len(moves) <= at_once(game.id):
            return play_line(game, start, moves)
        found: Duel = await self._soon(self._study_question("long_line", game, start, moves))
        return found

    async def line(self, duel: Duel) -> Line:
        """Return a duel from the start to its current position."""
        if duel.ply <= at_once(duel.game.id):
            return line_of(duel)
        found: Line = await self._soon(self._study_question("long_boards", duel))
        return found

    async def read(self, text: str) -> list[Duel]:
        """Return the games in a text of records; a worker replays their moves."""
        found: list[Duel] = await self._soon(self._study_question("read", text))
        return found

    async def film(self, duel: Duel, dark: bool) -> bytes:
        """Return a duel as an animated GIF."""
        from gridduels.pictures.raster import MOST_PLIES

        if duel.ply > MOST_PLIES:
            sentence = f"An animation has at most {MOST_PLIES} moves, but this game has {duel.ply}."
            raise Refused(Code.TOO_BIG, sentence)
        found: bytes = await self._soon(self._study_question("film", duel, dark))
        return found

    async def image(self, duel: Duel, dark: bool) -> bytes:
        """Return a duel's board as a PNG."""
        found: bytes = await self._soon(self._study_question("image", duel, dark))
        return found

    async def preview(self, duel: Duel, lines: tuple[str, ...]) -> bytes:
        """Return a board next to some text, as a PNG."""
        found: bytes = await self._soon(self._study_question("preview", duel, lines))
        return found

    def _forget_soon(self, kind: str, duel: Duel) -> None:
        """Drop an incomplete answer after a while, so that asking again resumes the work."""
        asyncio.get_running_loop().call_later(PARTIAL_SECONDS, self.pools["study"].forget, kind, duel)

    async def _study(self, kind: str, game: Game, *arguments: Any) -> Any:
        """Answer a visitor's question that requires a game's exact values."""
        if arguments and isinstance(arguments[0], Duel):
            await self.withhold(VISITOR.get(), arguments[0])
        if question := self._solving(game):
            await self._soon(question)
        return await self._soon(self._study_question(kind, *arguments))

    def _study_question(self, kind: str, *arguments: Any) -> Question:
        study = self.pools["study"]
        return study.question(kind, *arguments, seconds=SECONDS[kind], patient=False, visitor=VISITOR.get())

    async def _study_duel(self, kind: str, code: str, *arguments: Any) -> Any:
        """Answer a question about an invented duel, which is solved in memory, so that nothing is stored."""
        await self.withhold(VISITOR.get(), code)
        if not has_engine():
            raise Refused(Code.TOO_BIG, "Solving a duel needs a server: this page runs without one.")
        if not self._measures:
            # The first time, the rules are compiled, which can take longer than a visitor's question may.
            await self._soon(self.pools["compile"].question("prepare", None, "measures", seconds=SOLVE_SECONDS))
            self._measures = True
        study = self.pools["study"]
        return await self._soon(
            study.question(
                kind, code, *arguments, seconds=SECONDS[kind], patient=False, visitor=VISITOR.get(), fleeting=True
            )
        )

    async def _soon(self, question: Question) -> Any:
        """Return the answer if it arrives soon. Otherwise the work continues, and asking again returns it."""
        done, _ = await asyncio.wait([question.future], timeout=PATIENCE)
        if not done:
            raise OutOfPatience(*question.progress)
        return question.future.result()

    async def ready(self, game: Game) -> bool:
        """Return whether a game's exact values are available here. Report progress while they are being computed."""
        with suppress(OutOfTime, Refused):
            if question := self._solving(game):
                await self._soon(question)
            return True
        return False

    async def _has_values(self, game: Game) -> bool | None:
        """Wait briefly, then return whether a game's exact values are available; None while they are in progress."""
        with suppress(OutOfTime, Refused):
            question = self._solving(game)
            if question is None:
                return True
            await asyncio.wait([question.future], timeout=MOMENT)
            if not question.future.done():
                return None
            question.future.result()
            return True
        return False

    def _solving(self, game: Game) -> Question | None:
        """Return the work still needed for a game's values, or None if it is done."""
        if game in self._too_big:
            raise self._too_big[game]
        if game in self._ready:
            return None
        if not game.solved_on_demand:
            if _is_at_hand(game):
                return None
            _check_affordable(game)
        _check_solvable(game)
        question = self.pools["solve"].question("prepare", game, "values", seconds=SOLVE_SECONDS, visitor=VISITOR.get())
        question.future.add_done_callback(lambda future: self._solved(game, future))
        return question

    def _solved(self, game: Game, future: "asyncio.Future[Any]") -> None:
        error = None if future.cancelled() else future.exception()
        if error is None:
            if not game.definition.family:  # its table may be removed again, so it is looked for each time
                self._ready.add(game)
        elif not isinstance(error, Refused):
            while len(self._too_big) >= _MOST_REMEMBERED:
                del self._too_big[next(iter(self._too_big))]
            self._too_big[game] = Refused(Code.TOO_BIG, f"{_name(game)} is too large to solve here: {error}.")


def at_once(id: str) -> int:
    """Return the number of a game's moves that are replayed without a worker."""
    return INVENTED_AT_ONCE if is_code(id) else AT_ONCE


def _is_at_hand(game: Game) -> bool:
    """Return whether a game has a table that any worker can quickly open or unpack."""
    return _path(game).exists() or _shipped(game)


@lru_cache(1024)
def _path(game: Game) -> Path:
    from gridduels.engine.tables.catalogue import table_path

    return table_path(game)


@lru_cache(1024)
def _shipped(game: Game) -> bool:
    from gridduels.engine.tables.catalogue import is_shipped

    return is_shipped(game)


def _check_solvable(game: Game) -> None:
    """Refuse a game without a table if there is no engine to build one (e.g. in a browser)."""
    if not has_engine():
        raise Refused(Code.TOO_BIG, f"This server doesn't know the values of {_name(game)}. Choose a smaller board.")


def _check_affordable(game: Game) -> None:
    """Refuse a game known to be too expensive to solve for visitors."""
    from gridduels.engine.solvers.limits import memory_needed

    needed = memory_needed(game)
    if needed is None or needed <= MOST_BYTES:
        return
    rules = "".join(f" --rule {name}={value}" for name, value in game.rulings.items() if isinstance(value, int))
    raise Refused(
        Code.TOO_BIG,
        f"{_name(game)} is too large to solve for visitors. Choose a smaller board or lower numbers in its rules. "
        f"(The server's operator can solve it in advance: gridduels solve {game.id} --size {game.size}{rules})",
    )


def _name(game: Game) -> str:
    numbers = [f"{name} {value}" for name, value in game.rulings.items() if isinstance(value, int)]
    return " with ".join([f"{game.title} {game.board}", *numbers])
