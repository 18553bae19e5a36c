"""OpenSpiel games.

    import gridduels.agents.openspiel
    import pyspiel

    game = pyspiel.load_game("gridduels_gridlock(size=7)")

A game's parameters are its size, its rulings, `first` and `truncate_at`. Players 0 and 1 are Player 1 and Player 2. A
game truncated after `truncate_at` plies is a draw. Importing this module registers every game. Needs the `agents`
extra.
"""

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridduels.agents.turns import TRUNCATE_AT, text_of, truncated
from gridduels.duel import Duel
from gridduels.engine.observation import observe, planes_of
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra
from gridduels.game import Definition, Game
from gridduels.registry import definition as find_definition
from gridduels.registry import definitions

if TYPE_CHECKING:
    from gridduels.agents.turns import Labels

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError:
    raise MissingExtra("gridduels.agents.openspiel", "agents") from None

__all__ = ["DuelGame", "DuelState", "labels", "register", "short_name"]

_OWN_PARAMETERS: Final = ("size", "first", "truncate_at")
_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)


def short_name(definition: Definition) -> str:
    """Return a game's OpenSpiel name.

    >>> from gridduels import load_game
    >>> short_name(load_game("light-cycle").definition)
    'gridduels_light_cycle'
    """
    return f"gridduels_{definition.id.replace('-', '_')}"


def register(*codes: str) -> None:
    """Register every game that isn't registered yet, and the invented duels with these codes."""
    known = set(pyspiel.registered_names())
    for definition in [*definitions(), *map(find_definition, codes)]:
        if short_name(definition) not in known:
            # OpenSpiel releases these objects after the interpreter has shut down, which only classes survive.
            pyspiel.register_game(
                _game_type(definition), type(definition.title, (DuelGame,), {"definition": definition})
            )
    if not issubclass(pyspiel.MCTSBot, _RefusingBot):
        pyspiel.MCTSBot = type("MCTSBot", (_RefusingBot, pyspiel.MCTSBot), {})


class _RefusingBot:
    """A replacement for `pyspiel.MCTSBot`, which would crash the process when asked for a move in a Python game."""

    def __init__(self, game: Any, *arguments: Any, **named: Any) -> None:
        if isinstance(game, DuelGame):
            raise SetupError(
                "pyspiel.MCTSBot is written in C++ and crashes on games written in Python: use MCTSBot of "
                "open_spiel.python.algorithms.mcts"
            )
        super().__init__(game, *arguments, **named)  # type: ignore[call-arg]


def _game_type(definition: Definition) -> Any:
    kinds = pyspiel.GameType
    parameters: dict[str, str | int] = {"size": definition.size, "first": 1, "truncate_at": TRUNCATE_AT}
    parameters |= {ruling.name: ruling.values[0] for ruling in definition.rulings}
    return kinds(
        short_name=short_name(definition),
        long_name=definition.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class DuelGame(pyspiel.Game):  # type: ignore[misc]
    """A Game as an OpenSpiel game. `duel_game` is the Game itself. Each game has its own class, which holds its
    Definition."""

    definition: Definition

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        parameters = parameters or {}
        rulings = {name: value for name, value in parameters.items() if name not in _OWN_PARAMETERS}
        self.duel_game = Game(self.definition, parameters.get("size"), rulings)
        self.start = self.duel_game.start(parameters.get("first", 1))
        self.truncate_at = _limit(self.duel_game, parameters.get("truncate_at", TRUNCATE_AT))
        information = pyspiel.GameInfo(
            num_distinct_actions=self.duel_game.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.truncate_at,
        )
        super().__init__(_game_type(self.definition), information, parameters)

    def new_initial_state(self) -> "DuelState":
        return DuelState(self, Duel(self.duel_game, start=self.start))

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlaneObserver(self.duel_game, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_game, (str(self),)


def _limit(game: Game, truncate_at: int) -> int:
    """Return the maximum number of plies: the rules' own limit, or a lower one."""
    if truncate_at < 0 or truncate_at == 1:
        raise SetupError(f"truncate_at={truncate_at} is invalid: use at least 2 plies, or 0 for never")
    if truncate_at:
        return min(truncate_at, game.max_plies or truncate_at)
    if game.max_plies is None:
        raise SetupError(f"{game.id} may never end under these rulings: set truncate_at to a number of plies")
    return game.max_plies


class DuelState(pyspiel.State):  # type: ignore[misc]
    """A Duel as an OpenSpiel state. `duel` is the Duel itself."""

    def __init__(self, game: DuelGame, duel: Duel) -> None:
        super().__init__(game)
        self._truncate_at = game.truncate_at
        self._go_to(duel)

    def _go_to(self, duel: Duel) -> None:
        """Move to a duel and cache everything that OpenSpiel requests several times per move."""
        self.duel = duel
        self._over = not duel.legal_actions or truncated(duel, self._truncate_at)
        self._player = _TERMINAL if self._over else duel.turn - 1
        self._planes: dict[int, Any] = {}

    def current_player(self) -> int:
        return self._player

    def _legal_actions(self, player: int) -> list[int]:
        return list(_numbers(self.duel.legal_actions))

    def _apply_action(self, action: int) -> None:
        self._go_to(self.duel.play(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.duel.game.moves[action]

    def is_terminal(self) -> bool:
        return self._over

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return a player's observation (default: the player to move) as a list. This is five times as fast as
        OpenSpiel's own method."""
        seen_by = self._player if player is None else player
        if seen_by not in (0, 1):
            refused: list[float] = super().observation_tensor(seen_by)
            return refused
        found: list[float] = self.planes(seen_by).astype(np.float32).reshape(-1).tolist()
        return found

    def planes(self, player: int) -> Any:
        """Return a player's observation as numbers."""
        if player not in self._planes:
            self._planes[player] = observe(self.duel.game, self.duel.position, player + 1)
        return self._planes[player]

    def returns(self) -> list[float]:
        outcome = self.duel.outcome
        if outcome is None:
            return [0.0, 0.0]
        return [2 * points - 1 for points in outcome.points]

    def __str__(self) -> str:
        """Return everything that affects the rest of the game: the board and the turn; the number of occurrences of
        each position that can recur, if repetition is barred; and the ply, if games are truncated."""
        lines = [text_of(self.duel).rstrip("\n"), *_seen(self.duel)]
        if self._truncate_at < (self.duel.game.max_plies or self._truncate_at + 1):
            lines.append(f"after {self.duel.ply} of {self._truncate_at} plies")
        return "\n".join(lines)

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)


@lru_cache(4096)
def _numbers(actions: int) -> tuple[int, ...]:
    """Return a set of actions as action numbers."""
    return tuple(action for action in range(actions.bit_length()) if actions >> action & 1)


def _seen(duel: Duel) -> list[str]:
    """Count the occurrences of each position whose irreversible fields match the current ones."""
    game = duel.game
    if not game.bars_repetition:
        return []
    fields = game.statement.irreversible
    present = [duel.position[number] for number in fields]
    alike = [each for each in duel.history() if [each[number] for number in fields] == present]
    counts = Counter(map(game.text, alike))
    return [f"occurred {number} times: {text}" for text, number in sorted(counts.items())]


def _read_game(text: str) -> DuelGame:
    """Unpickle a game, even in a process in which nothing has been registered yet."""
    register()
    game: DuelGame = pyspiel.load_game(text)
    return game


def _read_state(text: str) -> DuelState:
    register()
    state: DuelState = pyspiel.deserialize_game_and_state(text)[1]
    return state


class PlaneObserver:
    """The observation planes shared by all interfaces, and the position's text."""

    def __init__(self, game: Game, params: dict[str, Any] | None) -> None:
        if params:
            raise SetupError(f"observations take no parameters, so {params!r} cannot be set")
        shape = len(planes_of(game)), *game.shape
        self.tensor = np.zeros(shape, np.float32).reshape(-1)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: DuelState, player: int) -> None:
        self.dict["observation"][:] = state.planes(player)

    def string_from(self, state: DuelState, player: int) -> str:
        return state.duel.game.text(state.duel.position)


def labels(state: DuelState) -> "Labels":
    """Return a state's exact labels; see `gridduels.agents.turns`. Boards held out for evaluation have no labels."""
    from gridduels.agents.turns import label
    from gridduels.analysis.split import TRAIN, check_side

    check_side(TRAIN, state.duel.game)
    return label(state.duel)


register()
