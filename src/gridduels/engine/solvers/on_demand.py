"""Find exact values by search, one position at a time, when a table would not fit."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from typing import Any, Final

from gridduels.engine.kernels.compiler import is_wide, kernels_of, key_type, position_of
from gridduels.engine.kernels.contract import key_of_child
from gridduels.engine.progress import Progress, silent, watch
from gridduels.engine.solvers.limits import unstated_draw
from gridduels.engine.solvers.rules_check import broken_rules, check_ranges, check_searched, forbidden_actions
from gridduels.engine.value import Value
from gridduels.engine.values import Values
from gridduels.errors import SetupError
from gridduels.extras import check_engine
from gridduels.game import Game, Position

_ENTRIES: Final = 1 << 23
"""The transposition table's initial capacity in positions, 8 bytes each; a power of two."""
MAX_VISITS: Final = 200_000_000
"""How many positions a search may visit with a table of that size; larger tables allow proportionally more."""
_BYTES_PER_ENTRY: Final = 12
"""While a table grows, the old one, half its size, is also in memory."""
_BYTES_PER_LONG_NUMBER: Final = 48
"""Additional bytes for an entry wider than a machine word."""
_PLIES_FURTHER: Final = 4
"""How many plies further each distance search looks than the one before. Values from 1 to 16 do equally well on the
boards of `benchmarks searching`; without a limit, Breakthrough 5x5 takes four times as long."""


class TooHard(SetupError):
    """A search reached its limit of visited positions."""


class OnDemandSolver(Values):
    """The exact value of any position in a game, found by search; each search benefits from earlier ones.

    Several workers search the same position in different orders, sharing a transposition table, until one finds the
    value.
    """

    def __init__(self, game: Game, progress: Progress = silent, workers: int = 1, memory: int = 0) -> None:
        """Prepare a search. The transposition table grows as needed, up to `memory` bytes."""
        check_engine(f"searching {game.id} {game.board}")
        import numpy as np

        from gridduels.engine.kernels import search as alpha_beta

        if game.max_plies is None or game.max_plies >= alpha_beta.WIN_NOW:
            raise SetupError(
                f"{game.id} cannot be searched: its games can last more than {alpha_beta.WIN_NOW - 1} plies"
            )
        self.game = game
        self._progress = progress
        self._kernels, self._constants = kernels_of(game, alpha_beta), alpha_beta
        self.workers = 1 if is_wide(game) else workers  # plain Python uses one core at a time
        self.shares = [0] * self.workers
        """The number of positions each worker has visited so far."""
        self.transpositions = np.zeros(_ENTRIES, key_type(game))
        """The transposition table: see `kernels.search`."""
        self._max_entries = _ENTRIES
        each = _BYTES_PER_ENTRY + (_BYTES_PER_LONG_NUMBER if is_wide(game) else 0)
        while 2 * self._max_entries * each <= memory:
            self._max_entries *= 2
        self._hint = "; to search more of them, allow more memory with gridduels solve --memory GB" if memory else ""
        self._known: dict[Position, Value] = {}
        self._is_checked = False

    @property
    def visits(self) -> int:
        """The number of positions visited so far, counting repeat visits."""
        return sum(self.shares)

    def value(self, position: Position) -> Value:
        """Return a position's value for the player to move, searching first for the outcome, then for the distance."""
        if position not in self._known:
            self._known[position] = self._find(position)
        return self._known[position]

    def _find(self, position: Position) -> Value:
        if not self._is_checked:
            check_searched(self.game)
            self._is_checked = True
        check_ranges(self.game, [position])
        score = self._search(position, -1, 1)
        if score == 0:
            if not self.game.definition.draws:
                raise unstated_draw(self.game)
            return Value("draw", None)
        plies = self._distance(position, score > 0)
        return Value("win" if score > 0 else "loss", plies)

    def _distance(self, position: Position, wins: bool) -> int:
        """Return the number of plies to the end; each search looks a few plies further than the one before."""
        most = self._constants.WIN_NOW
        for plies in range(0, most, _PLIES_FURTHER):
            near, far = most - plies, most - plies - _PLIES_FURTHER
            score = abs(self._search(position, *((far, near + 1) if wins else (-near - 1, -far))))
            if score > far:
                break
        return most - score

    def _best(self, position: Position) -> Iterator[str]:
        """Yield the best moves. Testing whether a move preserves the value is cheaper than finding the move's own
        value."""
        value = self.value(position)
        for word in self.game.words_of(self.game.legal(position)):
            after = self.game.play(position, self.game.action(word))
            if self._is_worth(after, value.after(after.turn == position.turn), after.turn == position.turn):
                yield word

    def _is_worth(self, position: Position, value: Value, at_most: bool) -> bool:
        """Return whether a position has this value, given that the value is an upper or a lower bound."""
        if position not in self._known:
            score = self._score_of(value)
            low = score - 1 if at_most else score
            if (self._search(position, low, low + 1) > low) != at_most:
                return False
            self._known[position] = value
        return self._known[position] == value

    def _score_of(self, value: Value) -> int:
        return value.number * (self._constants.WIN_NOW - (value.plies or 0))

    def _search(self, position: Position, low: int, high: int) -> int:
        """Return a position's score if it lies between low and high, otherwise a bound.

        Once a table has had as many visits as it has entries, continue with a larger one that retains all scores.
        """
        limit = self.max_visits or MAX_VISITS * (self._max_entries // _ENTRIES)
        before = self.visits
        while True:
            left, grown = limit - (self.visits - before), len(self.transpositions) >= self._max_entries
            if left <= 0:
                raise TooHard(f"{self.game.id} {self.game.board}: not solved after {limit:,} positions{self._hint}")
            score = self._search_within(position, low, high, left if grown else min(left, len(self.transpositions)))
            if score != self._constants.NO_SCORE:
                return score
            if not grown:
                self._grow()

    def _grow(self) -> None:
        import numpy as np

        larger = np.zeros(2 * len(self.transpositions), key_type(self.game))
        report = partial(self._progress, "searching", self.visits, None)
        watch(lambda: self._kernels.move_scores(self.transpositions, larger), report, lambda: None)
        self.transpositions = larger

    def _search_within(self, position: Position, low: int, high: int, max_visits: int) -> int:
        """Return the score found by all workers together within `max_visits`, or NO_SCORE."""
        before = self.visits
        controls = [self.new_control(max_visits // self.workers) for _ in range(self.workers)]

        def report() -> None:
            visited = sum(int(control[self._constants.VISITED]) for control in controls)
            self._progress("searching", before + visited, None)

        def stop() -> None:
            for control in controls:
                control[self._constants.STOP] = 1

        report()  # short searches end before the first periodic report, but their time counts too
        score = watch(lambda: self._first_score(position, low, high, controls, stop), report, stop)
        for worker, control in enumerate(controls):
            self.shares[worker] += int(control[self._constants.VISITED])
        self.check(controls)
        return score

    def new_control(self, max_visits: int) -> Any:
        """Return a control array for a kernel that may visit this many positions."""
        import numpy as np

        return np.array([0, max_visits, 0, forbidden_actions(self.game), self.game.max_plies, 0], key_type(self.game))

    def check(self, controls: list[Any]) -> None:
        """Raise BrokenRules if a kernel found that the rules break their contract."""
        for key in [int(control[self._constants.BROKEN_KEY]) for control in controls]:
            if key:
                raise broken_rules(self.game, position_of(self.game, key_of_child(key)), too_long=key < 0)

    def _first_score(
        self, position: Position, low: int, high: int, controls: list[Any], stop: Callable[[], None]
    ) -> int:
        """Return the first worker's score and stop the others."""
        search = partial(self._kernels.search, self.game.rules, position, low, high, self.transpositions)
        with ThreadPoolExecutor(len(controls)) as pool:
            searches = [pool.submit(search, control, variation) for variation, control in enumerate(controls)]
            for done in as_completed(searches):
                score: int = done.result()
                if score != self._constants.NO_SCORE:
                    stop()
                    return score
        return self._constants.NO_SCORE
