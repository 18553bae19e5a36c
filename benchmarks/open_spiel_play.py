"""Random play in OpenSpiel's C++ games, driven from Python."""

from collections.abc import Callable
from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any, Final

GAMES: Final = ("tic_tac_toe", "connect_four")
_LEAST: Final = 0.2
"""The minimum duration of a measurement, in seconds."""


def load() -> Any:
    """Return OpenSpiel, or None if it is not installed."""
    try:
        return import_module("pyspiel")
    except ImportError:
        return None


def player(name: str, *, observing: bool) -> Callable[[], float]:
    """Return a function that measures moves per second, optionally including the mask and observation of every
    position."""
    game, draw = load().load_game(name), Random(1).random

    def play() -> float:
        moves, begin = 0, perf_counter()
        while perf_counter() - begin < _LEAST:
            state = game.new_initial_state()
            while not state.is_terminal():
                if observing:
                    state.legal_actions_mask()
                    state.observation_tensor()
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                moves += 1
        return moves / (perf_counter() - begin)

    return play
