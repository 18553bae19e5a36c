"""Gymnasium's vector interface: thousands of games in one environment, played in bulk by `engine.batch`.

An observation is what the agent sees, which is to move (see `engine.observation`). A game that is over restarts in the
same step (Gymnasium's SAME_STEP): the observation is then that of the new game, and `final_obs` in the info has the
last one of the old game. Needs the extra `agents`.
"""

from typing import Any, Final, Literal, get_args

import numpy as np
import numpy.typing as npt

from gridduels.agents.turns import TRUNCATE_AT, check_length, open_game, plane_space
from gridduels.board import Size
from gridduels.engine.batch import Batch, Step
from gridduels.engine.observation import seen_by_other
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra

try:
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise MissingExtra("gridduels.agents.vector needs Gymnasium", "agents") from None

__all__ = ["Opponent", "VectorDuelEnv"]

Opponent = Literal["random", "self"]
"""Who plays the other seat: random moves, or the agent itself, which then moves for whoever is to move."""
_SEEDS: Final = 1 << 62

_Planes = npt.NDArray[np.uint8]
_Flags = npt.NDArray[np.bool_]
_Told = tuple[_Planes, npt.NDArray[np.float64], _Flags, _Flags, dict[str, Any]]


class VectorDuelEnv(VectorEnv[_Planes, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games at once, for one agent.

    Against `random`, the agent is Player `seat`, a step is its move and the reply, and the reward is 1 for a game won
    and -1 for one lost. Against `self`, a step is one move, and the reward is that of the player who moved. An illegal
    action loses its game. `first` is who opens, `truncate_at` after how many plies a game is broken off, `threads` how
    many cores are used (default: all); with `copy=False` the next step overwrites the arrays of this one. Everything
    else is a ruling.

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
        opponent: Opponent = "random",
        seat: int = 1,
        first: int = 1,
        truncate_at: int | None = TRUNCATE_AT,
        threads: int | None = None,
        copy: bool = True,
        **rulings: str | int,
    ) -> None:
        if opponent not in get_args(Opponent):
            raise SetupError(f"opponent={opponent!r} cannot play in bulk: it is random or self")
        if seat not in (1, 2):
            raise SetupError(f"seat={seat!r} is not a seat: it is 1 or 2")
        check_length(truncate_at)
        self.game = open_game(game, size, rulings)
        self.batch = Batch(self.game, num_envs, first=first, truncate_at=truncate_at, threads=threads)
        self.num_envs = num_envs
        self._opponent = 3 - seat if opponent == "random" else None
        self._seat, self._copy, self._begun = seat, copy, False
        self.single_observation_space, self.single_action_space = plane_space(self.game), Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Planes, dict[str, Any]]:
        """Starts all games anew. One seed decides all of them; without one, they go on from the last."""
        if isinstance(seed, list):
            raise SetupError("the games have one seed together: give a number instead of a list")
        super().reset(seed=seed)
        self._begun = True
        self.batch.reset(int(self.np_random.integers(_SEEDS)))
        self._reply()
        return self._observe(), self._masks()

    def step(self, actions: npt.NDArray[np.int64]) -> _Told:
        """Plays the agent's actions, and the replies to them."""
        if not self._begun:
            raise SetupError("no episode has begun: call reset() first")
        told = self.batch.step(actions, restart=False)
        rewards = told.rewards.astype(np.float64)
        if self._opponent:
            self._reply()
            rewards = self._score(told)
        over: _Flags = told.terminated | told.truncated
        ended, broken_off = told.terminated.copy(), told.truncated.copy()
        final = self._final(over, told) if over.any() else {}
        return self._observe(), rewards, ended, broken_off, self._masks() | final

    def _final(self, over: _Flags, told: Step) -> dict[str, Any]:
        """What is to be said about the games that are over, which are restarted."""
        last = self.batch.observe() * over[:, None, None, None]
        if self._opponent:
            others = over & (self.batch.turns == self._opponent)
            last[others] = seen_by_other(self.game, last[others])
        result = {"winner": told.winners.copy(), "_winner": over}
        self.batch.restart()
        self._reply()
        return {"final_obs": last, "_final_obs": over, "final_info": result, "_final_info": over}

    def action_masks(self) -> _Flags:
        """True for each action that is legal now, a row for each game."""
        masks: _Flags = self.batch.action_masks()
        return masks.copy() if self._copy else masks

    def _reply(self) -> None:
        """Plays the opponent's moves in all games where it is to move."""
        while self._opponent and ((self.batch.turns == self._opponent) & (self.batch.legal_masks != 0)).any():
            self.batch.step(self.batch.random_actions(), restart=False, player=self._opponent)

    def _score(self, told: Step) -> npt.NDArray[np.float64]:
        scores = np.where(told.winners == self._seat, 1.0, np.where(told.winners == self._opponent, -1.0, 0.0))
        return np.where(told.terminated, scores, 0.0)

    def _observe(self) -> _Planes:
        planes: _Planes = self.batch.observe()
        return planes.copy() if self._copy else planes

    def _masks(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}
