"""Batch: thousands to millions of games held in arrays, and played all at once."""

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from gridduels.engine.batch.backends import backend_for, names_of, words_a_game
from gridduels.engine.batch.kernels import MAX_DRAWS, SUMS, Rolling, State, Step, Stepping
from gridduels.engine.kernels import layout
from gridduels.engine.kernels.compiler import bind
from gridduels.engine.observation import planes_of
from gridduels.errors import SetupError
from gridduels.game import Game

if TYPE_CHECKING:
    from gridduels.engine.tables.table import Table

__all__ = ["Batch", "Rollouts", "Step"]

_NEVER: Final = (1 << 31) - 1
_MAX_GAMES: Final = 1 << 32
_MAX_SEED: Final = 1 << 63
_WORD: Final = 8


class Rollouts(NamedTuple):
    """What random play came to: the moves played, and the games that ended meanwhile with all their plies."""

    moves: int
    games: int
    wins: tuple[int, int]
    truncated: int
    plies: int
    draws: int = 0

    @property
    def mean_plies(self) -> float:
        """The mean length of the games that ended; 0 when none did."""
        return self.plies / self.games if self.games else 0.0


class Batch:
    """Many games of one kind, played all at once; every one restarts by itself when it is over.

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
        """`device` is `cpu`, `cuda` or `python`; `seed` decides every random action; Player `first` opens each game;
        a game is broken off after `truncate_at` plies; `threads` is how many cores `cpu` uses (default: all)."""
        _check(game, count, seed, truncate_at)
        self.game, self.count, self.device, self.seed = game, count, device, seed
        self.truncate_at = truncate_at
        self._backend = backend_for(game, device, first, threads)
        self._names = names_of(game, first)
        self._some_over = False
        new = self._backend.zeros
        self.keys = new((count,), np.int64)
        self.plies = new((count,), np.int32)
        self.legal_masks = new((count,), _mask_type(game.actions))
        self.turns = new((count,), np.int8)
        draws, heads = new((count,), np.uint32), new((count if game.bars_repetition else 0,), np.int64)
        seen = new((count, words_a_game(game, self._names)), np.int64)
        self._state = State(self.keys, self.plies, self.legal_masks, self.turns, draws, heads, seen)
        self._step = Step(new((count,), np.float32), *(new((count,), kind) for kind in (np.bool_, np.bool_, np.int8)))
        self._actions: Any = None
        self._planes: Any = None
        self._masks: Any = None
        self._shown = False
        self._anybody = self._backend.taken(np.zeros(count, np.int8))
        self._every = self._backend.taken(np.ones(count, np.bool_))
        self._change("reset_games")

    def __getstate__(self) -> dict[str, Any]:
        """For copies: what is only written to be read at once is left out, since it shares its memory."""
        fresh = dict.fromkeys(("_actions", "_planes", "_masks")) | {"_shown": False}
        return vars(self) | fresh

    def reset(self, seed: int | None = None) -> None:
        """Starts all games anew, and the random actions as well."""
        if seed is not None:
            _check_seed(seed)
            self.seed = seed
        self._some_over = False
        self._change("reset_games")

    def step(self, actions: Any, *, restart: bool = True, player: Any = None, observe: bool = False) -> Step:
        """Plays an action in every game, or in those where a player is to move, 1 or 2, who may be another one in each
        game. One that is not legal loses its game.

        A game that is over restarts in the same step; with `restart=False` it stays as it is, without a legal action,
        until `restart` is called. With `observe` the arrays of `observe` and `action_masks` are written at once, which
        takes a GPU less time than one after the other. The arrays are the batch's own: the next step overwrites them.
        """
        array = self._backend.taken(actions)
        if tuple(array.shape) != (self.count,) or np.dtype(array.dtype).kind not in "iu":
            raise SetupError(f"a step takes {self.count} whole numbers, not {array.dtype} of shape {array.shape}")
        self._some_over |= not restart
        how = Stepping(self.truncate_at or _NEVER, restart, self._players(player))
        if observe:
            views = self._mask_views()[0], *self._plane_views()[:2]
            self._backend.step_and_observe(self._state, how, array, self._step, *views)
        else:
            self._change("step_games", how, array, self._step)
        self._shown = observe
        return self._step

    def _players(self, player: Any) -> Any:
        """Who must be to move, for every game."""
        if player is None:
            return self._anybody
        players = np.broadcast_to(np.asarray(player), (self.count,))
        if not np.isin(players, (1, 2)).all():
            raise SetupError(f"there is no player {player!r}: it is 1 or 2, or None for whoever is to move")
        return self._backend.taken(players.astype(np.int8))

    def restart(self, games: Any = None) -> None:
        """Starts the games anew that are over, or those of them for which `games` is True."""
        self._change("restart_games", self._chosen(games))
        self._some_over = games is not None

    def _chosen(self, games: Any) -> Any:
        """Some of the games, as True or False for each of them."""
        if games is None:
            return self._every
        array = self._backend.taken(games)
        if tuple(array.shape) != (self.count,) or np.dtype(array.dtype) != np.bool_:
            raise SetupError(f"games are chosen by {self.count} times True or False, not {games!r}")
        return array

    def random_actions(self) -> Any:
        """A legal action for every game, each as likely as the others; 0 for a game that is over."""
        if self._actions is None:
            self._actions = self._backend.zeros((self.count,), np.int32)
        self._run("choose_actions", self.count, self.seed, self._actions)
        return self._actions

    def roll(self, plies: int) -> Rollouts:
        """Plays so many random moves in every game, without a way back to Python; games restart when they are over.

        The games end up as if `step` had been called with `random_actions` so many times.
        """
        if plies < 0:
            raise SetupError(f"{plies} plies cannot be played")
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

    def observe(self) -> Any:
        """What the players to move see (see `engine.observation`): games, planes, rows and columns of bytes."""
        words, rows, planes = self._plane_views()
        if not self._shown:
            self._backend.observe(self._state, words, rows)
        return planes

    def _plane_views(self) -> tuple[Any, Any, Any]:
        """The memory of the planes: as words, as a row of bytes for each game, and as they are seen."""
        if self._planes is None:
            shape = self.count, len(planes_of(self.game)), *self.game.shape
            words = self._words_for(shape)
            rows = _shaped(words, np.uint8, (self.count, math.prod(shape[1:])))
            self._planes = words, rows, _shaped(words, np.uint8, shape)
        views: tuple[Any, Any, Any] = self._planes
        return views

    def values(self, table: "Table") -> npt.NDArray[np.float32]:
        """For every game and action what it is worth by a table of the game: 1 wins, 0 does not, -1 loses, NaN is not
        allowed. The values are those of positions, whatever came before them; a position that cannot come about from
        the start is solved by itself.

        >>> from gridduels import load_game
        >>> from gridduels.engine import solve
        >>> game = load_game("light-cycle", size=3)
        >>> Batch(game, count=1, device="python").values(solve(game)).tolist()
        [[-1.0, -1.0, nan, 1.0]]
        """
        from gridduels.engine.tables.bulk import move_codes, numbers_of

        if table.game != self.game:
            raise SetupError(f"a table of {table.game!r} does not know {self.game!r}")
        keys, legal = (np.asarray(each).astype(np.int64) for each in (self.keys, self.legal_masks))
        return numbers_of(move_codes(table, keys, legal))

    def place(self, number: int | None, position: Any) -> None:
        """Goes on from a position in one game, or in all of them, as if it had begun there. The position may be its
        text; one that the rules do not know is refused."""
        text = position if isinstance(position, str) else self.game.text(position)
        checked = self.game.position(text)
        if not self.game.legal(checked):
            raise SetupError(f"a game cannot go on from {text!r}: it is over")
        chosen = np.ones(self.count, np.bool_)
        if number is not None:
            self.position(number)  # refuses a game that is not there
            chosen = np.arange(self.count) == number
        key = bind((layout,), self._names).pack(self.game.rules, checked, False)
        self.set_keys(np.full(self.count, key), chosen)

    def set_keys(self, keys: Any, games: Any = None) -> None:
        """Goes on from positions in every game, or in those for which `games` is True, as if they had begun there. They
        are given by their keys, such as `keys` of a batch of the same game has them."""
        array = self._backend.taken(keys)
        if tuple(array.shape) != (self.count,) or np.dtype(array.dtype) != np.int64:
            raise SetupError(f"there are {self.count} keys, of int64, not {array.dtype} of shape {array.shape}")
        self._change("place_games", self._chosen(games), array)

    def action_masks(self) -> Any:
        """For every game and action whether it is legal: True or False."""
        words, masks = self._mask_views()
        if not self._shown:
            self._run("mask_actions", len(words), words)
        return masks

    def _mask_views(self) -> tuple[Any, Any]:
        """The memory of the masks: as words, and as they are seen."""
        if self._masks is None:
            shape = self.count, self.game.actions
            words = self._words_for(shape)
            self._masks = words, _shaped(words, np.bool_, shape)
        views: tuple[Any, Any] = self._masks
        return views

    def _words_for(self, shape: tuple[int, ...]) -> Any:
        """Words enough for an array of bytes."""
        return self._backend.zeros((-(-math.prod(shape) // _WORD),), np.int64)

    def position(self, number: int) -> Any:
        """The position of one game."""
        if not 0 <= number < self.count:
            raise SetupError(f"there is no game {number!r}: they go from 0 to {self.count - 1}")
        key = int(self.keys[number])
        return bind((layout,), self._names).unpack(self.game.rules, key, self.game.start(), False)

    def _change(self, kernel: str, *arguments: Any) -> None:
        """Runs a kernel over all games after which they look different."""
        self._shown = False
        self._run(kernel, self.count, *arguments)

    def _run(self, kernel: str, total: int, *arguments: Any) -> None:
        self._backend.run(kernel, total, self._state, *arguments)

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"Batch({self.game!r}, {self.count}, {self.device!r}, seed={self.seed})"


def _mask_type(actions: int) -> Any:
    """The shortest numbers that have a bit for each action."""
    return np.uint8 if actions <= 8 else np.uint32 if actions <= 32 else np.int64


def _shaped(words: Any, dtype: Any, shape: tuple[int, ...]) -> Any:
    """The beginning of an array of words as an array of another kind and shape."""
    if isinstance(words, np.ndarray):
        return words.view(dtype)[: math.prod(shape)].reshape(shape)
    return words.view(dtype, shape)


def _check(game: Game, count: int, seed: int, truncate_at: int | None) -> None:
    if not 0 < count <= _MAX_GAMES:
        raise SetupError(f"a batch cannot have {count!r} games: it has 1 to {_MAX_GAMES}")
    _check_seed(seed)
    if truncate_at is None and game.max_plies is None:
        raise SetupError(f"{game!r} can go on for ever: truncate_at says after how many plies a game is broken off")
    if truncate_at is not None and not 0 < truncate_at < _NEVER:
        raise SetupError(f"truncate_at={truncate_at!r} is not a number of plies from 1 to {_NEVER - 1}")


def _check_seed(seed: int) -> None:
    if not 0 <= seed < _MAX_SEED:
        raise SetupError(f"seed={seed!r} is not a number from 0 to {_MAX_SEED - 1}")
