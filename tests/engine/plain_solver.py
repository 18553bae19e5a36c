"""A solver that anybody can follow, on top of the naive models: no rule and no line of the engine is in it."""

from collections import deque
from collections.abc import Iterable

from tests.models import Model

Value = tuple[str, int | None]
"""`win`, `loss` or `perpetual` for the player to move, and the plies to the end."""


def plain_values(starts: Iterable[Model]) -> dict[Model, Value]:
    """The value of every position that can come about, by working backwards from the finished ones."""
    following = _explore(starts)
    before: dict[Model, list[Model]] = {state: [] for state in following}
    for state, children in following.items():
        for child in children:
            before[child].append(state)
    values: dict[Model, Value] = {}
    losing = {state: len(children) for state, children in following.items()}
    waiting = deque(state for state, children in following.items() if not children)
    for state in waiting:
        values[state] = ("win" if state.winner() == state.turn else "loss"), 0
    while waiting:
        state = waiting.popleft()
        outcome, plies = values[state]
        assert plies is not None
        for parent in before[state]:
            if parent in values:
                continue
            losing[parent] -= outcome == "win"
            if outcome == "loss":
                values[parent] = "win", plies + 1
                waiting.append(parent)
            elif not losing[parent]:
                values[parent] = "loss", plies + 1
                waiting.append(parent)
    return {state: values.get(state, ("perpetual", None)) for state in following}


def _explore(starts: Iterable[Model]) -> dict[Model, list[Model]]:
    """Every position that can come about, with those after each of its moves."""
    following: dict[Model, list[Model]] = {}
    waiting = list(starts)
    while waiting:
        state = waiting.pop()
        if state not in following:
            following[state] = [state.play(move) for move in state.moves()]
            waiting += following[state]
    return following


def value_from_moves(values: Iterable[Value]) -> Value:
    """What a position is worth whose moves lead to positions of these values (for the opponent)."""
    known = list(values)
    wins = [plies + 1 for outcome, plies in known if outcome == "loss" and plies is not None]
    if wins:
        return "win", min(wins)
    if any(outcome == "perpetual" for outcome, _ in known):
        return "perpetual", None
    return "loss", max(plies + 1 for _, plies in known if plies is not None)
