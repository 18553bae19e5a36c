"""Environments: their speed compared with the libraries' own environments, and whether an agent learns in them.

Speed is moves per second in games between random players, in the interface's own loop. For PettingZoo, that is `last`,
a random action from the mask, and `step`; for OpenSpiel, a random one of `legal_actions`, `apply_action` and the
observation tensor; for Gymnasium, `action_masks` and `step`, also counting the opponent's reply.
"""

import random
import warnings
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from time import perf_counter, process_time
from typing import Any, Final

from tables import Column, Table
from timing import in_turn, rate, show

from gridduels import definitions

_ROUNDS: Final = 7
_STEPS: Final = 40_000
_GAMES: Final = 300
"""The number of moves to learn from, and the number of games to measure the result."""
_CONNECT_FOUR: Final = "connect four"
_TIC_TAC_TOE: Final = "tic-tac-toe"

_Work = Callable[[int], int]
"""Play the given number of games; return the number of moves."""


def run() -> list[Table]:
    return [_step_table(), _training_table()]


def _step_table() -> Table:
    games = [each.id for each in definitions()]
    work: dict[tuple[str, str], _Work] = {}
    for game in games:
        work["PettingZoo", game] = _pettingzoo(lambda game=game: _our_pettingzoo(game))  # type: ignore[misc]
        work["OpenSpiel", game] = _open_spiel(f"gridduels_{game.replace('-', '_')}")
        work["Gymnasium", game] = _gymnasium(game)
    if _is_installed("pygame"):
        work["PettingZoo", _CONNECT_FOUR] = _pettingzoo(_connect_four)
    import_module("open_spiel.python.games.tic_tac_toe")
    work["OpenSpiel", _TIC_TAC_TOE] = _open_spiel("python_tic_tac_toe")
    best = {
        key: max(rates)
        for key, rates in in_turn({key: rate(play, process_time) for key, play in work.items()}, _ROUNDS).items()
    }
    peers = {"PettingZoo": best.get(("PettingZoo", _CONNECT_FOUR)), "OpenSpiel": best["OpenSpiel", _TIC_TAC_TOE]}
    rows = tuple(
        (game, best["Gymnasium", game], *_beside(best["PettingZoo", game], peers["PettingZoo"]),
         *_beside(best["OpenSpiel", game], peers["OpenSpiel"]))
        for game in games
    )  # fmt: skip
    theirs = ("their own", None, peers["PettingZoo"], None, peers["OpenSpiel"], None)
    columns = ("Gymnasium", "PettingZoo", _CONNECT_FOUR, "OpenSpiel", _TIC_TAC_TOE)
    return Table(
        f"Environments, moves per second of one core's time with masks and observations: best of {_ROUNDS} rounds",
        (Column("game"), *(Column(name, "{:.1f}x" if name.islower() else "{:,.0f}") for name in columns)),
        (*rows, theirs),
        (
            f"Ours as a multiple of PettingZoo {version('pettingzoo')}'s {_CONNECT_FOUR}, and of OpenSpiel "
            f"{version('open_spiel')}'s {_TIC_TAC_TOE} in Python; in the last row their moves per second.",
            *(() if peers["PettingZoo"] else (f"{_CONNECT_FOUR} is left out: pygame is not installed.",)),
        ),
    )


def _beside(ours: float, theirs: float | None) -> tuple[float, float | None]:
    return ours, ours / theirs if theirs else None


def _is_installed(module: str) -> bool:
    try:
        import_module(module)
    except ImportError:
        return False
    return True


def _our_pettingzoo(game: str) -> Any:
    return import_module("gridduels.agents.pettingzoo").env(game)


def _connect_four() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return import_module("pettingzoo.classic.connect_four_v3").env()


def _pettingzoo(make: Callable[[], Any]) -> _Work:
    import numpy as np

    env, rng = make(), random.Random(0)

    def play(games: int) -> int:
        moves = 0
        for _ in range(games):
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
                moves += 1
        return moves

    return play


def _open_spiel(name: str) -> _Work:
    spiel = import_module("pyspiel")
    import_module("gridduels.agents.openspiel").register()
    game, rng = spiel.load_game(name), random.Random(0)

    def play(games: int) -> int:
        moves = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                state.observation_tensor(0)
                moves += 1
        return moves

    return play


def _gymnasium(game: str) -> _Work:
    import numpy as np

    env, rng = import_module("gridduels.agents.gymnasium").DuelEnv(game), random.Random(0)
    env.reset(seed=0)

    def play(games: int) -> int:
        moves = 0
        for _ in range(games):
            env.reset()
            over = False
            while not over:
                *_, terminated, truncated, _ = env.step(rng.choice(np.flatnonzero(env.action_masks()).tolist()))
                over = terminated or truncated
            moves += env.duel.ply
        return moves

    return play


def _training_table() -> Table:
    installed = _is_installed("sb3_contrib")
    rows = []
    for definition in definitions() if installed else ():
        show(f"training: {definition.id}")
        before, _ = _trained(definition.id, 0)
        after, seconds = _trained(definition.id, _STEPS)
        rows.append((definition.id, before, after, seconds))
    return Table(
        f"MaskablePPO after {_STEPS:,} moves against random: share of {_GAMES} games won, each side in turn",
        (
            Column("game"),
            Column("before", "{:.1%}"),
            Column("after", "{:.1%}"),
            Column("seconds of training", "{:.1f}"),
        ),
        tuple(rows),
        (
            f"sb3-contrib {version('sb3_contrib')}, one thread; the same settings for every game."
            if installed
            else "Training is left out: sb3-contrib is not installed.",
        ),
    )


def _trained(game: str, steps: int) -> tuple[float, float]:
    """Return the share of games won after training on the given number of moves, and the seconds that training took."""
    import_module("torch").set_num_threads(1)
    contrib, tools = import_module("sb3_contrib"), import_module("stable_baselines3.common.env_util")
    env_class = import_module("gridduels.agents.gymnasium").DuelEnv
    envs = tools.make_vec_env(env_class, n_envs=8, seed=0, env_kwargs={"game": game, "seat": "alternate"})
    model = contrib.MaskablePPO(
        "MlpPolicy", envs, n_steps=128, batch_size=256, n_epochs=6, learning_rate=1e-3, gamma=1.0,
        policy_kwargs={"net_arch": [128, 128]}, seed=0, device="cpu",
    )  # fmt: skip
    begin = perf_counter()
    model.learn(steps)
    seconds = perf_counter() - begin
    return _share_won(model, env_class(game, seat="alternate")), seconds


def _share_won(model: Any, env: Any) -> float:
    env.reset(seed=1)
    won = 0
    for _ in range(_GAMES):
        planes, _ = env.reset()
        over = False
        while not over:
            action, _ = model.predict(planes, action_masks=env.action_masks())
            planes, reward, terminated, truncated, _ = env.step(action)
            over = terminated or truncated
        won += reward > 0
    return won / _GAMES
