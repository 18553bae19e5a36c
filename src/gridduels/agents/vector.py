"""Gymnasium's vector interface: thousands of games in one environment, played in bulk."""

import random
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from gridduels.agents.turns import (
    TRUNCATE_AT,
    Seat,
    check_length,
    check_seat,
    check_think,
    make_opponent,
    open_game,
    plane_space,
    prepare_labels,
    start_of,
)
from gridduels.board import Size
from gridduels.duel import Duel, Reason
from gridduels.engine import VALUES, Table
from gridduels.engine.batch import Batch, Step
from gridduels.engine.observation import seen_by_other
from gridduels.engine.tables.bulk import Codes, best_of, codes_of_moves, move_codes, numbers_of
from gridduels.engine.value import UNKNOWN
from gridduels.errors import Forfeit, IllegalMove, NotationError, SetupError
from gridduels.extras import MissingExtra
from gridduels.game import Game
from gridduels.players import Player, chosen
from gridduels.players.perfect import best_moves

__all__ = ["VectorDuelEnv"]

# --- Exact labels for many games at once, named as in `gridduels.agents.turns`


_Flags = npt.NDArray[np.bool_]
_OUTCOMES: Final = ("loss", "", "win")


class VectorLabels:
    """The labels for a batch of games. Remembers the values of the moves that the agent could choose from."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._codes: Codes = np.empty((0, game.actions), np.int16)
        nobody_wins = "draw" if game.definition.draws else "perpetual"
        self._words = np.array([word or nobody_wins for word in _OUTCOMES])
        prepare_labels(game)
        if game.solved_on_demand:
            raise SetupError(f"bulk labels need a table, but {game.id} {game.board} has none: use DuelEnv instead")

    def standing(self, batch: Batch, duels: list[Duel] | None) -> dict[str, Any]:
        """Return the labels for unfinished games. If repetition is barred, `duels` provides their history."""
        keys, legal = (np.asarray(array).astype(np.int64) for array in (batch.keys, batch.legal_masks))
        with VALUES.open(self._game) as values:
            assert isinstance(values, Table)
            self._codes = move_codes(values, keys, legal)
            for number, duel in enumerate(duels or ()):
                if duel.repeated and legal[number]:
                    self._codes[number] = codes_of_moves(values, values.evaluate(duel).moves)
        best, known = best_of(self._codes), legal != 0
        best_actions = (self._codes == best[:, None]) & known[:, None]
        return (
            told("value", self._words[np.sign(best) + 1], known)
            | told("plies", np.abs(best.astype(np.int64)) - 1, known & (best != 0))
            | told("values", numbers_of(self._codes), known)
            | told("best_actions", best_actions.astype(np.int8), known)
        )

    def judgement(self, actions: npt.NDArray[np.int64], judged: _Flags) -> dict[str, Any]:
        """Return how the agent's last actions changed the values in the games to judge."""
        known = judged & (actions >= 0) & (actions < self._game.actions)
        played = np.take_along_axis(self._codes, np.where(known, actions, 0)[:, None], axis=1)[:, 0]
        known &= played != UNKNOWN
        best = best_of(self._codes)
        kept = np.sign(played) == np.sign(best)
        lost = np.abs(np.abs(played.astype(np.int64)) - np.abs(best))
        return told("kept", kept & known, known) | told("plies_lost", lost, known & kept & (best != 0))

    def ending(self, winners: npt.NDArray[np.int8], turns: npt.NDArray[np.int8], over: _Flags) -> dict[str, Any]:
        """Return the labels for finished games, from the point of view of the player whose turn it would be."""
        signs = np.where(winners == 0, 0, np.where(winners == turns, 1, -1))
        none = np.full((len(over), self._game.actions), np.nan, np.float32)
        return (
            told("value", self._words[signs + 1], over)
            | told("plies", np.zeros(len(over), np.int64), over & (winners != 0))
            | told("values", none, over)
            | told("best_actions", np.zeros(none.shape, np.int8), over)
        )


def told(name: str, array: Any, which: _Flags) -> dict[str, Any]:
    """Return an info entry for a subset of games in the format used by Gymnasium's vector environments, with 0 for the
    others.

    >>> told("plies", np.array([7, 5]), np.array([True, False]))
    {'plies': array([7, 0]), '_plies': array([ True, False])}
    """
    shown = which.reshape(-1, *[1] * (array.ndim - 1))
    return {name: np.where(shown, array, np.zeros(1, array.dtype)), f"_{name}": which}


def limited(labels: dict[str, Any], which: _Flags) -> dict[str, Any]:
    """Restrict infos to a subset of games."""
    names = [name for name in labels if f"_{name}" in labels]
    return {key: value for name in names for key, value in told(name, labels[name], labels[f"_{name}"] & which).items()}


def merged(labels: dict[str, Any], others: dict[str, Any]) -> dict[str, Any]:
    """Merge the infos for two disjoint sets of games."""
    both = dict(labels)
    for name in [name for name in others if f"_{name}" in others]:
        which = others[f"_{name}"]
        shown = which.reshape(-1, *[1] * (others[name].ndim - 1))
        both |= {name: np.where(shown, others[name], labels[name]), f"_{name}": labels[f"_{name}"] | which}
    return both


# --- Opponents


_NO_MOVE = -1
"""An invalid action: a player who tries it loses the game."""


class Opponent(Protocol):
    """An opponent that chooses actions in a subset of a batch's games."""

    def choose(self, batch: Batch, games: npt.NDArray[np.int64]) -> Any:
        """Return an action for every game. Only those for the given games count."""


class RandomOpponent:
    """An opponent that plays random legal moves."""

    def choose(self, batch: Batch, games: npt.NDArray[np.int64]) -> Any:
        return batch.random_actions()


class Duels:
    """A batch of games as Duels, for players that need the games' history."""

    def __init__(self, begin: Duel, count: int) -> None:
        self.all = [begin] * count

    def restart(self, begin: Duel, games: npt.NDArray[np.int64]) -> None:
        for number in games.tolist():
            self.all[number] = begin

    def play(self, actions: Any, games: npt.NDArray[np.int64]) -> None:
        """Play an action in each of the given games; an illegal one loses."""
        for number in games.tolist():
            duel = self.all[number]
            try:
                self.all[number] = duel.play(int(actions[number]))
            except IllegalMove:
                self.all[number] = duel.stop(3 - duel.turn, Reason.FORFEIT)


class PlayerOpponent:
    """A player that chooses its moves in one game after another."""

    def __init__(self, player: Player, duels: Duels) -> None:
        self._player, self._duels = player, duels

    def choose(self, batch: Batch, games: npt.NDArray[np.int64]) -> Any:
        actions = np.zeros(batch.count, np.int64)
        for number in games.tolist():
            actions[number] = self._action(self._duels.all[number])
        return actions

    def _action(self, duel: Duel) -> int:
        """Return the player's move. A player that doesn't give a legal answer loses."""
        try:
            return duel.game.action(chosen(self._player, duel))
        except (Forfeit, IllegalMove, NotationError):
            return _NO_MOVE


class PerfectOpponent:
    """The `perfect` player in a game that has a table and no barred repetition. Its moves depend only on the position,
    so they are cached."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self._game, self._rng = game, rng
        self._known: dict[int, list[int]] = {}

    def choose(self, batch: Batch, games: npt.NDArray[np.int64]) -> Any:
        actions = np.zeros(batch.count, np.int64)
        keys = np.asarray(batch.keys)
        for number in games.tolist():
            key = int(keys[number])
            if key not in self._known:
                self._known[key] = self._best(Duel(self._game, start=batch.position(number)))
            actions[number] = self._rng.choice(self._known[key])
        return actions

    def _best(self, duel: Duel) -> list[int]:
        with VALUES.open(self._game) as values:
            return [self._game.action(word) for word in best_moves(values, duel)]


# --- Gymnasium's vector interface: thousands of games in one environment, played in bulk by `engine.batch`
#
#     import gymnasium
#     import gridduels.agents.gymnasium
#
#     duels = gymnasium.make_vec("gridduels/LightCycle-v0", num_envs=1024, opponent="perfect")
#
# Observations are from the point of view of the agent to move (see `engine.observation`). Finished games restart in the
# same step or the next, as in Gymnasium's SAME_STEP and NEXT_STEP modes. Needs the `agents` extra.


try:
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise MissingExtra("gridduels.agents.vector", "agents") from None


_SELF: Final = "self"
_RANDOM: Final = "random"
_PERFECT: Final = "perfect"
_SEEDS: Final = 1 << 62

_Planes = npt.NDArray[np.uint8]
_Told = tuple[_Planes, npt.NDArray[np.float64], _Flags, _Flags, dict[str, Any]]


class VectorDuelEnv(VectorEnv[_Planes, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games at once, for one agent.

    `opponent` is a player from `gridduels players`, or any Player: a step is the agent's move and the reply, and the
    reward is 1 for a win and -1 for a loss. With `self`, a step is one move, and the reward is for the player who
    moved. `random` plays in bulk, as does `perfect` unless repetition is barred; other players choose their moves game
    by game, with `think` seconds each. An illegal action loses the game.

    `seat` is the agent's seat, and `first` is the player who goes first. With `labels`, the info includes exact labels.
    `autoreset_mode` is Gymnasium's SAME_STEP or NEXT_STEP. Games run on `device`, using `threads` cores (default: all),
    and are truncated after `truncate_at` plies. With `copy=False`, the next step overwrites this step's arrays. All
    other arguments are rulings.

    >>> env = VectorDuelEnv("light-cycle", num_envs=3)
    >>> observations, infos = env.reset(seed=1)
    >>> observations.shape, infos["action_mask"].tolist()[0]
    ((3, 9, 5, 5), [True, True, False, True])
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        size: Size | None = None,
        *,
        num_envs: int = 1,
        opponent: str | Player = _RANDOM,
        seat: Seat = 1,
        first: int = 1,
        think: float = 1.0,
        labels: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        device: str = "cpu",
        truncate_at: int | None = TRUNCATE_AT,
        threads: int | None = None,
        copy: bool = True,
        **rulings: str | int,
    ) -> None:
        check_seat(seat)
        check_think(think)
        check_length(truncate_at)
        self.game = open_game(game, size, rulings)
        self._mode = _read_mode(autoreset_mode)
        self.metadata = self.metadata | {"autoreset_mode": self._mode}
        self.batch = Batch(self.game, num_envs, device, first=first, truncate_at=truncate_at, threads=threads)
        self.num_envs = num_envs
        self._choice: Seat = seat
        self._copy, self._begun = copy, False
        self._seats = np.full(num_envs, 1, np.int8)
        self._over = np.zeros(num_envs, np.bool_)
        self._begin = Duel(self.game, start=self.game.start(first))
        self._player, self._think = opponent, think
        self._labels = VectorLabels(self.game) if labels else None
        self._duels = Duels(self._begin, num_envs) if self._needs_history else None
        self._opponent = self._make_opponent(0)
        self.single_observation_space, self.single_action_space = plane_space(self.game), Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Planes, dict[str, Any]]:
        """Restart all games. One seed determines all of them; without a seed, the random streams continue. `options`
        may contain a `position` and `moves` from which all games start this time."""
        if isinstance(seed, list):
            raise SetupError("all games share one seed: pass a number instead of a list")
        super().reset(seed=seed)
        if seed is not None or not self._begun:
            self._seats[:] = 2  # so that alternating seats begin with 1
        self._begun = True
        begin = start_of(self.game, self._begin.position, options)
        self.batch.reset(int(self.np_random.integers(_SEEDS)))
        self._opponent = self._make_opponent(int(self.np_random.integers(_SEEDS)))
        self._over[:] = False
        self._take_seats(~self._over)
        if self._duels:
            self._duels.restart(begin, np.arange(self.num_envs))
        self._go_to(begin)
        self._reply()
        return self._observe(), self._infos(self._standing())

    def step(self, actions: npt.NDArray[np.int64]) -> _Told:
        """Play the agent's actions and the replies."""
        if not self._begun:
            raise SetupError("no episode has started: call reset() first")
        moved = ~self._over
        judgement = self._labels.judgement(np.asarray(actions), moved) if self._labels else {}
        step = self._play(actions, moved)
        rewards = np.asarray(step.rewards, np.float64) * moved
        self._reply()
        ended, broken_off = np.asarray(step.terminated) & moved, np.asarray(step.truncated) & moved
        winners = np.asarray(step.winners) * moved
        if self._opponent:
            rewards = np.where(winners == 0, 0.0, np.where(winners == self._seats, 1.0, -1.0))
        over = ended | broken_off
        end = self._labels.ending(winners, np.asarray(self.batch.turns), ended) if self._labels else {}
        if self._mode is AutoresetMode.SAME_STEP:
            infos = self._final(over, winners, end | limited(judgement, over))
            infos |= self._infos(self._standing() | limited(judgement, ~over))
        else:
            self._restart(~moved)
            self._over = over
            infos = self._infos(merged(self._standing(), end) | judgement) | told("winner", winners, over)
        return self._observe(), rewards, ended, broken_off, infos

    def action_masks(self) -> _Flags:
        """Return True for each legal action, one row per game."""
        masks: _Flags = np.asarray(self.batch.action_masks())
        return masks.copy() if self._copy else masks

    def close_extras(self, **options: Any) -> None:
        if not isinstance(self._player, str):
            self._player.close()

    @property
    def _needs_history(self) -> bool:
        """Return whether a player needs the games' history."""
        if self._labels and self.game.bars_repetition:
            return True
        return self._player not in (_RANDOM, _SELF) and not self._is_perfect_in_bulk

    @property
    def _is_perfect_in_bulk(self) -> bool:
        return self._player == _PERFECT and not self.game.bars_repetition and VALUES.prepare(self.game)

    def _make_opponent(self, seed: int) -> Opponent | None:
        """Return the player in the other seat; None if the agent plays both."""
        if self._player == _SELF:
            return None
        if self._player == _RANDOM:
            return RandomOpponent()
        if self._is_perfect_in_bulk:
            return PerfectOpponent(self.game, random.Random(seed))
        assert self._duels
        return PlayerOpponent(make_opponent(self._player, seed, self._think), self._duels)

    def _take_seats(self, games: _Flags) -> None:
        """Choose the agent's seat in new games."""
        if self._choice == "alternate":
            self._seats[games] = 3 - self._seats[games]
        elif self._choice == "random":
            self._seats[games] = self.np_random.integers(1, 3, int(games.sum()), np.int8)
        else:
            self._seats[games] = self._choice

    def _go_to(self, begin: Duel) -> None:
        """Set all games to a duel's position."""
        if begin.start != self._begin.position:
            self.batch.place(None, begin.start)
        for word in begin.moves:
            self.batch.step(np.full(self.num_envs, self.game.action(word)), restart=False)

    def _play(self, actions: Any, games: _Flags, player: Any = None) -> Step:
        """Play an action in all unfinished games, or only in those in which a given player is to move."""
        step = self.batch.step(actions, restart=False, player=player)
        if self._duels:
            self._duels.play(np.asarray(actions), np.flatnonzero(games))
        return step

    def _reply(self) -> None:
        """Play the opponent's moves in all games in which it is to move."""
        while self._opponent and (waiting := self._waiting()).any():
            self._play(self._opponent.choose(self.batch, np.flatnonzero(waiting)), waiting, 3 - self._seats)

    def _waiting(self) -> _Flags:
        """Return the games in which the opponent is to move."""
        found: _Flags = (np.asarray(self.batch.turns) != self._seats) & (np.asarray(self.batch.legal_masks) != 0)
        return found

    def _restart(self, games: _Flags) -> None:
        """Restart the given finished games."""
        if not games.any():
            return
        self.batch.restart(games)
        self._take_seats(games)
        if self._duels:
            self._duels.restart(self._begin, np.flatnonzero(games))
        self._reply()

    def _final(self, over: _Flags, winners: npt.NDArray[np.int8], labels: dict[str, Any]) -> dict[str, Any]:
        """Return the infos for finished games that restart in the same step."""
        if not over.any():
            return {}
        last = self._observe() * over[:, None, None, None]
        info = told("winner", winners, over) | told("player", self._seats, over) | self._labelled(labels, over)
        self._restart(over)
        return {"final_obs": last, "_final_obs": over, "final_info": info, "_final_info": over}

    def _standing(self) -> dict[str, Any]:
        duels = self._duels.all if self._duels and self.game.bars_repetition else None
        return self._labels.standing(self.batch, duels) if self._labels else {}

    def _observe(self) -> _Planes:
        """Return the agent's observations; in a finished game, always from the agent's own seat."""
        planes: _Planes = np.asarray(self.batch.observe())
        planes = planes.copy() if self._copy else planes
        others = np.asarray(self.batch.turns) != self._seats
        if self._opponent and others.any():
            planes[others] = seen_by_other(self.game, planes[others])
        return planes

    def _infos(self, labels: dict[str, Any]) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        players = self._seats if self._opponent else np.asarray(self.batch.turns)
        infos = {"action_mask": self.action_masks(), "_action_mask": every}
        return infos | told("player", players, every) | self._labelled(labels, every)

    def _labelled(self, labels: dict[str, Any], games: _Flags) -> dict[str, Any]:
        return {"labels": labels, "_labels": games} if self._labels else {}


def _read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """Return Gymnasium's autoreset mode, given as an enum member or by name."""
    for known in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
        if mode in (known, known.value):
            return known
    raise SetupError(f"autoreset_mode={mode!r} is not supported: use SameStep or NextStep")
