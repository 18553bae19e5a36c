"""PettingZoo environments (AEC) in which both players are agents that take turns.

    from gridduels.agents.pettingzoo import env

    duel = env("blockade", size=5, paths="opponent")

Importing this module registers every game, for `pettingzoo.make("aec", "gridduels/Blockade-v0")`. Needs the `agents`
extra.
"""

from typing import Any, Final, SupportsIndex, TypedDict

import numpy as np
import numpy.typing as npt

from gridduels.agents.turns import (
    RENDER_MODES,
    TRUNCATE_AT,
    Illegal,
    Options,
    environment_id,
    label,
    mask_of,
    plane_space,
    start_of,
    substituted,
)
from gridduels.board import Size
from gridduels.duel import Duel
from gridduels.engine.observation import observe
from gridduels.extras import MissingExtra
from gridduels.registry import definition as find_definition
from gridduels.registry import definitions

try:
    import pettingzoo
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError:
    raise MissingExtra("gridduels.agents.pettingzoo", "agents") from None

__all__ = ["AGENTS", "env", "raw_env", "register"]

AGENTS: Final = ("player_1", "player_2")
"""The agents: Player 1 and Player 2."""


class Observation(TypedDict):
    """An agent's observation: planes of cells as described in `engine.observation`, and its legal actions."""

    observation: npt.NDArray[np.uint8]
    action_mask: npt.NDArray[np.int8]


def env(
    game: str,
    size: Size | None = None,
    *,
    first: int = 1,
    illegal: Illegal = "lose",
    truncate_at: int | None = TRUNCATE_AT,
    labels: bool = False,
    render_mode: str | None = None,
    **rulings: str | int,
) -> "AECEnv[str, Observation, SupportsIndex | None]":
    """Return a duel as an AEC environment that also raises an error if methods are called in the wrong order; see
    `raw_env`."""
    return OrderEnforcingWrapper(
        raw_env(
            game,
            size,
            first=first,
            illegal=illegal,
            truncate_at=truncate_at,
            labels=labels,
            render_mode=render_mode,
            **rulings,
        )
    )


class raw_env(AECEnv[str, Observation, SupportsIndex | None]):  # type: ignore[misc]  # noqa: N801 (PettingZoo's own name)
    """A duel as an AEC environment.

    `first` is the player who moves first, `illegal` determines how illegal actions are handled, and `truncate_at` is
    the ply at which an unfinished game is truncated. With `labels`, every info includes exact values. All other
    arguments are rulings.
    """

    def __init__(
        self,
        game: str,
        size: Size | None = None,
        *,
        first: int = 1,
        illegal: Illegal = "lose",
        truncate_at: int | None = TRUNCATE_AT,
        labels: bool = False,
        render_mode: str | None = None,
        **rulings: str | int,
    ) -> None:
        super().__init__()
        self._options = Options(illegal, truncate_at, labels, render_mode)
        self.game = self._options.open_game(game, size, rulings)
        self._start = self.game.start(first)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"gridduels_{game.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = list(AGENTS)
        mask = Box(0, 1, (self.game.actions,), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": plane_space(self.game), "action_mask": mask}) for agent in AGENTS
        }
        self.action_spaces = {agent: Discrete(self.game.actions) for agent in AGENTS}

    @property
    def duel(self) -> Duel:
        """The current duel."""
        return self._duel

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or not hasattr(self, "_rng"):
            self._rng = np.random.default_rng(seed)
        self._duel = start_of(self.game, self._start, options)
        self._instead: str | None = None
        self._begun = self._duel.ply
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._look()

    def step(self, action: SupportsIndex | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self._duel
        self._duel = self._options.act(before, action, self._rng)
        self._instead = substituted(before, self._duel, action)
        self._cumulative_rewards[agent] = 0.0
        if outcome := self._duel.outcome:
            self.terminations = dict.fromkeys(AGENTS, True)
            self.rewards = {agent: 2 * points - 1 for agent, points in zip(AGENTS, outcome.points, strict=True)}
        elif self._options.truncates(self._duel):
            self.truncations = dict.fromkeys(AGENTS, True)
        self._accumulate_rewards()
        self._look(after=agent)

    def _look(self, after: str | None = None) -> None:
        """Update the turn, infos and rewards; once the game is over, notify each agent in order."""
        over = any(self.terminations.values()) or any(self.truncations.values())
        self.agent_selection = AGENTS[1 - AGENTS.index(after)] if over and after else AGENTS[self._duel.turn - 1]
        self.infos = {agent: self._info(agent) for agent in AGENTS}
        self._options.show(self._duel)

    def _info(self, agent: str) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask(agent)}
        if outcome := self._duel.outcome:
            info |= {"winner": AGENTS[outcome.winner - 1] if outcome.winner else None, "reason": outcome.reason}
        if self._options.labels:
            info["labels"] = label(self._duel, judge=self._instead is None and self._duel.ply > self._begun)
        if self._instead is not None:
            info["substituted"] = self._instead
        return info

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        """Return the legal actions. There are none for the agent that isn't to move, and none after truncation."""
        to_move = agent == AGENTS[self._duel.turn - 1] and not self.truncations[agent]
        return mask_of(self.game, self._duel.legal_actions if to_move else 0)

    def observe(self, agent: str) -> Observation:
        planes = observe(self.game, self._duel.position, AGENTS.index(agent) + 1)
        return {"observation": planes, "action_mask": self._mask(agent)}

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the board as text or as a picture; in `human` mode, it is printed after every move."""
        return self._options.render(self._duel)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def register(*codes: str) -> None:
    """Register every game that isn't registered yet, and the invented duels with these codes."""
    for definition in [*definitions(), *map(find_definition, codes)]:
        if (id := environment_id(definition)) not in pettingzoo.aec_registry:
            pettingzoo.register("aec", id, "gridduels.agents.pettingzoo:env", kwargs={"game": definition.id})


register()
