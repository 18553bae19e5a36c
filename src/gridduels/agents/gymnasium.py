"""Gymnasium environments in which one agent plays against any of our players.

    import gridduels.agents.gymnasium
    import gymnasium

    duel = gymnasium.make("gridduels/LightCycle-v0", opponent="hard")

Importing this module registers every game. Gymnasium imports it automatically if the ID is of the form
`"gridduels.agents.gymnasium:gridduels/LightCycle-v0"`. Needs the `agents` extra.
"""

from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from gridduels.agents.turns import (
    RENDER_MODES,
    TRUNCATE_AT,
    Illegal,
    Options,
    Seat,
    check_seat,
    check_think,
    environment_id,
    label,
    make_opponent,
    mask_of,
    plane_space,
    start_of,
    substituted,
)
from gridduels.board import Size
from gridduels.duel import Duel, Reason
from gridduels.engine.observation import observe
from gridduels.errors import Forfeit, IllegalMove, NotationError, SetupError
from gridduels.extras import MissingExtra
from gridduels.players import Player, chosen
from gridduels.registry import definition as find_definition
from gridduels.registry import definitions

try:
    import gymnasium
    from gymnasium.spaces import Discrete
except ImportError:
    raise MissingExtra("gridduels.agents.gymnasium", "agents") from None

__all__ = ["DuelEnv", "Seat", "register"]

_Planes = npt.NDArray[np.uint8]


class DuelEnv(gymnasium.Env[_Planes, np.int64]):
    """A duel between one agent and a player. A step is the agent's move and the opponent's reply.

    `opponent` is a player listed by `gridduels players`, or any Player; `think` is its time per move in seconds. `seat`
    is the agent's seat, and `first` is the player who goes first. `illegal` determines how illegal actions are handled,
    and games are truncated after `truncate_at` plies. With `labels`, the info includes exact labels. All other
    arguments are rulings.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 (Gymnasium's own way)

    def __init__(
        self,
        game: str,
        size: Size | None = None,
        *,
        opponent: str | Player = "random",
        seat: Seat = 1,
        first: int = 1,
        think: float = 1.0,
        illegal: Illegal = "lose",
        truncate_at: int | None = TRUNCATE_AT,
        labels: bool = False,
        render_mode: str | None = None,
        **rulings: str | int,
    ) -> None:
        self._options = Options(illegal, truncate_at, labels, render_mode)
        check_seat(seat)
        check_think(think)
        self.game = self._options.open_game(game, size, rulings)
        self._start = self.game.start(first)
        self._duel: Duel | None = None
        self._opponent, self._think = opponent, think
        self._choice: Seat = seat
        self.render_mode = render_mode
        self.observation_space = plane_space(self.game)
        self.action_space = Discrete(self.game.actions)
        self._episodes = 0
        self._player = make_opponent(opponent, 0, think)

    @property
    def duel(self) -> Duel:
        """The current duel."""
        if self._duel is None:
            raise SetupError("no episode has started: call reset() first")
        return self._duel

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Planes, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._episodes = 0
        self._seat = self._next_seat()
        self._episodes += 1
        self._player.close()
        self._player = make_opponent(self._opponent, int(self.np_random.integers(1 << 62)), self._think)
        self._duel = start_of(self.game, self._start, options)
        self._forfeited = ""
        self._reply()
        self._options.show(self.duel)
        return self._observe(), self._info(None)

    def step(self, action: SupportsIndex) -> tuple[_Planes, float, bool, bool, dict[str, Any]]:
        before = self.duel
        if before.outcome or self._options.truncates(before):
            raise SetupError("the episode is over: call reset() first")
        self._duel = self._options.act(before, action, self.np_random)
        instead = substituted(before, self._duel, action)
        self._reply()
        self._options.show(self.duel)
        outcome = self.duel.outcome
        reward = 0.0 if outcome is None else 2 * outcome.points[self._seat - 1] - 1
        ended, broken_off = outcome is not None, self._options.truncates(self.duel)
        return self._observe(), reward, ended, broken_off, self._info(before, instead)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return True for each legal action, as MaskablePPO expects."""
        return self._mask().astype(np.bool_)

    def render(self) -> str | _Planes | None:
        """Return the board as text or as a picture; in `human` mode, it is printed after every step."""
        return self._options.render(self.duel)

    def close(self) -> None:
        self._player.close()

    def _next_seat(self) -> int:
        if self._choice == "alternate":
            return 1 + self._episodes % 2
        if self._choice == "random":
            return int(self.np_random.integers(1, 3))
        return self._choice

    def _reply(self) -> None:
        """Play the opponent's moves until it is the agent's turn. An opponent that doesn't give a legal answer
        loses."""
        while not (self.duel.turn == self._seat or self.duel.outcome or self._options.truncates(self.duel)):
            try:
                self._duel = self.duel.play(chosen(self._player, self.duel))
            except (Forfeit, IllegalMove, NotationError) as error:
                reason = error.code if isinstance(error, Forfeit) else Reason.FORFEIT
                self._duel, self._forfeited = self.duel.stop(self._seat, reason), str(error)

    def _mask(self) -> npt.NDArray[np.int8]:
        over = self._options.truncates(self.duel)
        return mask_of(self.game, 0 if over else self.duel.legal_actions)

    def _observe(self) -> _Planes:
        return observe(self.game, self.duel.position, self._seat)

    def _info(self, before: Duel | None, instead: str | None = None) -> dict[str, Any]:
        """Build the info. `before` is the duel before the agent's move; `instead` is the move played in place of an
        illegal action."""
        info: dict[str, Any] = {"action_mask": self._mask(), "player": self._seat}
        if outcome := self.duel.outcome:
            info |= {"winner": outcome.winner, "reason": outcome.reason}
        if self._forfeited:
            info["forfeit"] = self._forfeited
        if self._options.labels:
            info["labels"] = label(self.duel, before, judge=before is not None and instead is None)
        if instead is not None:
            info["substituted"] = instead
        return info


def register(*codes: str) -> None:
    """Register every game that isn't registered yet, and the invented duels with these codes."""
    for definition in [*definitions(), *map(find_definition, codes)]:
        id = environment_id(definition)
        if id not in gymnasium.registry:
            gymnasium.register(
                id,
                "gridduels.agents.gymnasium:DuelEnv",
                vector_entry_point="gridduels.agents.vector:VectorDuelEnv",
                kwargs={"game": definition.id},
            )


register()
