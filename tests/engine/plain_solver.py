"""A simple solver on top of the naive models; it shares no rules and no code with the engine."""

from collections import deque
from collections.abc import Collection, Iterable

from tests.models import Model

Value = tuple[str, int | None]
"""`win`, `loss` or `perpetual` for the player to move, and the plies to the end."""


def plain_values(starts: Iterable[Model]) -> dict[Model, Value]:
    """Return the value of every reachable position."""
    graph = PlainGraph()
    return {graph.states[number]: value for number, value in graph.values(map(graph.number, starts)).items()}


class PlainGraph:
    """Positions by number, with the numbers of their successors, expanded on demand."""

    def __init__(self) -> None:
        self.states: list[Model] = []
        self._numbers: dict[Model, int] = {}
        self._children: dict[int, list[int]] = {}

    def number(self, state: Model) -> int:
        if state not in self._numbers:
            self._numbers[state] = len(self.states)
            self.states.append(state)
        return self._numbers[state]

    def children(self, number: int) -> list[int]:
        """Return the numbers of the positions after each move, in the order of the moves."""
        if number not in self._children:
            state = self.states[number]
            self._children[number] = [self.number(state.play(move)) for move in state.moves()]
        return self._children[number]

    def values(self, starts: Iterable[int], barred: Collection[int] = ()) -> dict[int, Value]:
        """Return the value of every position reachable from the given ones, working backwards from finished positions.

        No move may lead to a barred position; a player without any other move has lost.
        """
        following = self._follow(starts, barred)
        before: dict[int, list[int]] = {state: [] for state in following}
        for state, children in following.items():
            for child in children:
                before[child].append(state)
        values: dict[int, Value] = {}
        losing = {state: len(children) for state, children in following.items()}
        waiting = deque(state for state, children in following.items() if not children)
        for state in waiting:
            values[state] = ("win" if self.states[state].winner() == self.states[state].turn else "loss"), 0
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

    def _follow(self, starts: Iterable[int], barred: Collection[int]) -> dict[int, list[int]]:
        following: dict[int, list[int]] = {}
        waiting = list(starts)
        while waiting:
            state = waiting.pop()
            if state not in following:
                following[state] = [child for child in self.children(state) if child not in barred]
                waiting += following[state]
        return following


def value_from_moves(values: Iterable[Value]) -> Value:
    """Return the value of a position whose moves lead to positions of these values (for the opponent)."""
    known = list(values)
    wins = [plies + 1 for outcome, plies in known if outcome == "loss" and plies is not None]
    if wins:
        return "win", min(wins)
    if any(outcome == "perpetual" for outcome, _ in known):
        return "perpetual", None
    return "loss", max(plies + 1 for _, plies in known if plies is not None)
