"""Batch: thousands to millions of games held in arrays and played all at once.

A batch's arrays are numpy arrays, or with `device="cuda"` CudaArrays, which stay on the GPU.
"""

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from gridduels.engine.batch.backends import backend_for, names_of, words_a_game
from gridduels.engine.batch.kernels import MAX_DRAWS, SUMS, Rolling, State, Step, Stepping
from gridduels.engine.kernels.compiler import key_of, position_of
from gridduels.engine.observation import planes_of
from gridduels.errors import SetupError
from gridduels.game import Game, Position

if TYPE_CHECKING:
    from gridduels.engine.tables.table import Table

_NEVER: Final = (1 << 31) - 1
_MAX_GAMES: Final = 1 << 32
_MAX_SEED: Final = 1 << 63
_WORD: Final = 8
_Words = npt.NDArray[np.int64]
_PlaneViews = tuple[_Words, npt.NDArray[np.uint8], npt.NDArray[np.uint8]]


class Rollouts(NamedTuple):
    """The result of random play: the number of moves played and, for games that ended, their results and total
    plies."""

    moves: int
    games: int
    wins: tuple[int, int]
    truncated: int
    plies: int
    draws: int = 0

    @property
    def mean_plies(self) -> float:
        """The average length of the games that ended; 0 if none did."""
        return self.plies / self.games if self.games else 0.0


class Batch:
    """Many instances of one game, all played at once; a game that ends restarts automatically.

    >>> from gridduels import load_game
    >>> batch = Batch(load_game("light-cycle", size=3), count=4, device="python", seed=1)
    >>> batch.legal_masks.tolist()
    [11, 11, 11, 11]
    >>> actions = batch.random_actions()
    >>> step = batch.step(actions)
    >>> step.rewards.tolist(), batch.position(0) == batch.game.play(batch.game.start(), int(actions[0]))
    ([0.0, 0.0, 0.0, 0.0], True)
    >>> batch.roll(100)
    Rollouts(moves=400, games=83, wins=(36, 47), truncated=0, plies=390, draws=0)
    """

    def __init__(
        self,
        game: Game,
        count: int,
        device: str = "cpu",
        *,
        seed: int = 0,
        first: int = 1,
        truncate_at: int | None = None,
        threads: int | None = None,
    ) -> None:
        """Start `count` games.

        `device` is `cpu`, `cuda` or `python`; `seed` determines every random action; Player `first` opens each game;
        games are truncated after `truncate_at` plies; `threads` is the number of cores used by `cpu` (default: all).
        """
        _check(game, count, seed, truncate_at)
        self.game, self.count, self.device, self.seed = game, count, device, seed
        self.truncate_at = truncate_at
        self._backend = backend_for(game, device, first, threads)
        self._names = names_of(game, first)
        self._some_over = False
        new = self._backend.zeros
        self.keys: npt.NDArray[np.int64] = new((count,), np.int64)
        """The key of each game's position: see `engine.kernels.layout`."""
        self.plies: npt.NDArray[np.int32] = new((count,), np.int32)
        """The number of plies played in each game."""
        self.legal_masks: npt.NDArray[np.integer[Any]] = new((count,), _mask_type(game.actions))
        """Each game's legal actions as a bit mask; 0 if the game is over."""
        self.turns: npt.NDArray[np.int8] = new((count,), np.int8)
        """The player to move in each game."""
        draws, heads = new((count,), np.uint32), new((count if game.bars_repetition else 0,), np.int64)
        seen = new((count, words_a_game(game, self._names)), np.int64)
        self._state = State(self.keys, self.plies, self.legal_masks, self.turns, draws, heads, seen)
        self._step = Step(new((count,), np.float32), *(new((count,), kind) for kind in (np.bool_, np.bool_, np.int8)))
        self._actions: npt.NDArray[np.int32] | None = None
        self._planes: _PlaneViews | None = None
        self._masks: tuple[_Words, npt.NDArray[np.bool_]] | None = None
        self._shown = False
        self._anybody = self._backend.taken(np.zeros(count, np.int8))
        self._every = self._backend.taken(np.ones(count, np.bool_))
        self._change("reset_games")

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to copy, without the arrays that are rewritten on each use: a copy creates its own."""
        fresh = dict.fromkeys(("_actions", "_planes", "_masks")) | {"_shown": False}
        return vars(self) | fresh

    def reset(self, seed: int | None = None) -> None:
        """Restart all games and the random number generator."""
        if seed is not None:
            _check_seed(seed)
            self.seed = seed
        self._some_over = False
        self._change("reset_games")

    def step(
        self,
        actions: npt.ArrayLike,
        *,
        restart: bool = True,
        player: npt.ArrayLike | None = None,
        observe: bool = False,
    ) -> Step:
        """Play an action in every game or, if `player` is given, in the games where that player is to move.

        `player` is 1 or 2, or an array with one entry per game. An illegal action loses the game.

        A game that ends restarts in the same step; with `restart=False` it stays as it is, with no legal actions, until
        `restart` is called. With `observe`, the arrays of `observe` and `action_masks` are written in the same step,
        which is faster on a GPU. The arrays belong to the batch: the next step overwrites them.
        """
        array = self._backend.taken(actions)
        if tuple(array.shape) != (self.count,) or np.dtype(array.dtype).kind not in "iu":
            raise SetupError(f"A step takes {self.count} integers, not {array.dtype} of shape {array.shape}.")
        self._some_over |= not restart
        how = Stepping(self.truncate_at or _NEVER, restart, self._players(player))
        if observe:
            views = self._mask_views()[0], *self._plane_views()[:2]
            self._backend.step_and_observe(self._state, how, array, self._step, *views)
        else:
            self._change("step_games", how, array, self._step)
        self._shown = observe
        return self._step

    def _players(self, player: npt.ArrayLike | None) -> Any:
        """Return, for each game, the player whose turn it must be."""
        if player is None:
            return self._anybody
        players = np.broadcast_to(np.asarray(player), (self.count,))
        if not np.isin(players, (1, 2)).all():
            raise SetupError(f"There is no player {player!r}: use 1, 2, or None for the player to move.")
        return self._backend.taken(players.astype(np.int8))

    def restart(self, games: npt.ArrayLike | None = None) -> None:
        """Restart all finished games, or only those for which `games` is True."""
        self._change("restart_games", self._chosen(games))
        self._some_over = games is not None

    def _chosen(self, games: npt.ArrayLike | None) -> Any:
        """Return a boolean per game: whether it is selected."""
        if games is None:
            return self._every
        array = self._backend.taken(games)
        if tuple(array.shape) != (self.count,) or np.dtype(array.dtype) != np.bool_:
            raise SetupError(f"Choose games with an array of {self.count} booleans, not {games!r}.")
        return array

    def random_actions(self) -> npt.NDArray[np.int32]:
        """Return a uniformly random legal action for every game; 0 for a game that is over."""
        if self._actions is None:
            self._actions = self._backend.zeros((self.count,), np.int32)
        self._run("choose_actions", self.count, self.seed, self._actions)
        return self._actions

    def roll(self, plies: int) -> Rollouts:
        """Play `plies` random moves in every game without returning to Python; games that end restart.

        The games end up exactly as if `step` had been called with `random_actions` that many times.
        """
        if plies < 0:
            raise SetupError(f"Cannot play {plies} plies.")
        if self._some_over:
            self.restart()
        totals = [0] * SUMS
        for begin in range(0, plies, MAX_DRAWS):
            sums = self._roll(min(MAX_DRAWS, plies - begin))
            totals = [total + part for total, part in zip(totals, sums, strict=True)]
        wins_one, wins_two, draws, truncated, longer = totals
        moves = self.count * plies
        games = wins_one + wins_two + draws + truncated
        return Rollouts(moves, games, (wins_one, wins_two), truncated, moves - longer, draws)

    def _roll(self, plies: int) -> list[int]:
        kernel = "roll_games" if self.device == "cuda" else "roll_lanes"
        how = Rolling(self.truncate_at or _NEVER, self.seed, plies)
        self._shown = False
        return self._backend.summed(kernel, self.count, SUMS, self._state, how)

    def observe(self) -> npt.NDArray[np.uint8]:
        """Return the view of each game's player to move (see `engine.observation`): games, planes, rows and columns."""
        words, rows, planes = self._plane_views()
        if not self._shown:
            self._backend.observe(self._state, words, rows)
        return planes

    def _plane_views(self) -> "_PlaneViews":
        """Return the planes' memory as words, as a row of bytes per game, and in its final shape."""
        if self._planes is None:
            shape = self.count, len(planes_of(self.game)), *self.game.shape
            words = self._words_for(shape)
            rows = _shaped(words, np.uint8, (self.count, math.prod(shape[1:])))
            self._planes = words, rows, _shaped(words, np.uint8, shape)
        return self._planes

    def values(self, table: "Table") -> npt.NDArray[np.float32]:
        """Return the table value of every action in every game: 1 wins, 0 neither, -1 loses, NaN is illegal.

        Values ignore a game's history. A position unreachable from the start is solved on its own.

        >>> from gridduels import load_game
        >>> from gridduels.engine import solve
        >>> game = load_game("light-cycle", size=3)
        >>> Batch(game, count=1, device="python").values(solve(game)).tolist()
        [[-1.0, -1.0, nan, 1.0]]
        """
        from gridduels.engine.tables.bulk import move_codes, numbers_of

        if table.game != self.game:
            raise SetupError(f"This table is for {table.game!r}, not {self.game!r}.")
        keys, legal = (np.asarray(each).astype(np.int64) for each in (self.keys, self.legal_masks))
        return numbers_of(move_codes(table, keys, legal))

    def place(self, number: int | None, position: Position | str) -> None:
        """Continue one game, or all if `number` is None, from a position or its text, as if play had begun there.

        Raise PositionError for a position that the rules do not allow, and SetupError for one in which the game is
        over.
        """
        text = position if isinstance(position, str) else self.game.text(position)
        checked = self.game.position(text)
        if not self.game.legal(checked):
            raise SetupError(f"A game cannot continue from {text!r}: it is over.")
        chosen = np.ones(self.count, np.bool_)
        if number is not None:
            self.position(number)  # raises SetupError if there is no such game
            chosen = np.arange(self.count) == number
        self.set_keys(np.full(self.count, key_of(self.game, checked)), chosen)

    def set_keys(self, keys: npt.ArrayLike, games: npt.ArrayLike | None = None) -> None:
        """Continue every game, or those for which `games` is True, from positions given by key.

        Use keys in the form of `Batch.keys` for the same game. History starts with the new positions.
        """
        array = self._backend.taken(keys)
        if tuple(array.shape) != (self.count,) or np.dtype(array.dtype) != np.int64:
            raise SetupError(f"Pass {self.count} int64 keys, not {array.dtype} of shape {array.shape}.")
        self._change("place_games", self._chosen(games), array)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return whether each action is legal in each game."""
        words, masks = self._mask_views()
        if not self._shown:
            self._run("mask_actions", len(words), words)
        return masks

    def _mask_views(self) -> "tuple[_Words, npt.NDArray[np.bool_]]":
        """Return the masks' memory as words and in its final shape."""
        if self._masks is None:
            shape = self.count, self.game.actions
            words = self._words_for(shape)
            self._masks = words, _shaped(words, np.bool_, shape)
        return self._masks

    def _words_for(self, shape: tuple[int, ...]) -> "_Words":
        """Allocate enough words for an array of bytes."""
        words: _Words = self._backend.zeros((-(-math.prod(shape) // _WORD),), np.int64)
        return words

    def position(self, number: int) -> Position:
        """Return the position of one game."""
        if not 0 <= number < self.count:
            raise SetupError(f"There is no game {number!r}: games are numbered 0 to {self.count - 1}.")
        return position_of(self.game, int(self.keys[number]))

    def _change(self, kernel: str, *arguments: Any) -> None:
        """Run a position-changing kernel over all games."""
        self._shown = False
        self._run(kernel, self.count, *arguments)

    def _run(self, kernel: str, total: int, *arguments: Any) -> None:
        self._backend.run(kernel, total, self._state, *arguments)

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"Batch({self.game!r}, {self.count}, {self.device!r}, seed={self.seed})"


def _mask_type(actions: int) -> Any:
    """Return the narrowest type with a bit for each action."""
    return np.uint8 if actions <= 8 else np.uint32 if actions <= 32 else np.int64


def _shaped(words: Any, dtype: Any, shape: tuple[int, ...]) -> Any:
    """View the beginning of an array of words as another type and shape."""
    if isinstance(words, np.ndarray):
        return words.view(dtype)[: math.prod(shape)].reshape(shape)
    return words.view(dtype, shape)


def _check(game: Game, count: int, seed: int, truncate_at: int | None) -> None:
    if not 0 < count <= _MAX_GAMES:
        raise SetupError(f"A batch has 1 to {_MAX_GAMES} games, not {count!r}.")
    _check_seed(seed)
    if truncate_at is None and game.max_plies is None:
        raise SetupError(
            f"{game!r} can go on for ever: set truncate_at, the number of plies after which a game is cut off."
        )
    if truncate_at is not None and not 0 < truncate_at < _NEVER:
        raise SetupError(f"truncate_at={truncate_at!r} must be a number of plies from 1 to {_NEVER - 1}.")


def _check_seed(seed: int) -> None:
    if not 0 <= seed < _MAX_SEED:
        raise SetupError(f"seed={seed!r} must be a number from 0 to {_MAX_SEED - 1}.")
