"""Turns: a model is asked for its move until it gives a legal one or has used up its tries; what came of it is kept."""

import math
from collections.abc import Sequence
from typing import Any, Final

from inspect_ai.scorer import Score
from inspect_ai.solver import Generate, TaskState

from gridduels.engine import VALUES
from gridduels.engine.values import Evaluation
from gridduels.language.answers import Answer, Fault
from gridduels.language.evaluation.judging import KEYS, chances, judge_answer
from gridduels.language.evaluation.messages import ask_for_move
from gridduels.language.telling import Telling

__all__ = ["Turns", "evaluate", "evaluate_in_thread", "score_turns"]

_TURNS: Final = "turns"
_OF_ANSWERS: Final = ("legal", *Fault)


def evaluate(telling: Telling) -> Evaluation:
    """What the moves of a duel are worth."""
    with VALUES.asking(telling.duel.game) as values:
        return values.evaluate(telling.duel)


async def evaluate_in_thread(telling: Telling) -> Evaluation:
    """The same, without holding up other samples."""
    import anyio.to_thread

    return await anyio.to_thread.run_sync(evaluate, telling)


class Turns:
    """The turns of one sample; they are kept in its store, so that a broken-off game is scored as far as it went."""

    def __init__(self, state: TaskState, generate: Generate, *, retries: int, history: bool) -> None:
        self._state, self._generate = state, generate
        self._retries, self._history = retries, history
        self._told = False
        state.messages.clear()
        state.store.set(_TURNS, [])

    async def ask(self, telling: Telling, before: str = "") -> str | None:
        """The legal move that the model gives, after something it is told; None where it gives none."""
        faults: list[str] = []
        for _ in range(self._retries + 1):
            answer = await self._reply(telling, before)
            if answer.move is not None:
                await self._keep(telling, answer, faults)
                return answer.move
            faults.append(str(answer.fault))
            before = answer.sentence
        await self._keep(telling, answer, faults[:-1])
        return None

    async def _reply(self, telling: Telling, before: str) -> Answer:
        if not self._history:
            self._state.messages.clear()
        rules = not (self._history and self._told)
        self._state.messages.append(ask_for_move(telling, before, rules=rules))
        self._told = True
        self._state = await self._generate(self._state)
        return telling.read(self._state.output.completion)

    async def _keep(self, telling: Telling, answer: Answer, faults: list[str]) -> None:
        evaluation = await evaluate_in_thread(telling)
        judged = judge_answer(telling.duel, evaluation, answer)
        turn = judged.as_data(telling.duel, answer) | {
            "ply": telling.duel.ply,
            "faults": faults,
            "numbers": {key: None if math.isnan(number) else number for key, number in judged.numbers.items()},
            "chance": chances(telling.duel, evaluation),
        }
        self._state.store.set(_TURNS, [*self._state.store.get(_TURNS, []), turn])


def score_turns(turns: Sequence[dict[str, Any]]) -> tuple[dict[str, float], dict[str, Any]]:
    """The shares of a game's answers and moves, and as metadata their weights and what chance would score."""
    values: dict[str, float] = {}
    weights: dict[str, float] = {}
    levels: dict[str, float | None] = {}
    failed = sum(len(turn["faults"]) for turn in turns)
    for key in KEYS:
        numbers = [turn["numbers"][key] for turn in turns if turn["numbers"][key] is not None]
        total = sum(numbers) + (sum(turn["faults"].count(key) for turn in turns) if key in _OF_ANSWERS else 0)
        weights[key] = float(len(numbers) + (failed if key in _OF_ANSWERS else 0))
        values[key] = total / weights[key] if weights[key] else math.nan
        known = [turn["chance"][key] for turn in turns if turn["chance"].get(key) is not None]
        levels[key] = sum(known) / len(known) if known else None
    return values, {"weights": weights, "chance": levels, "turns": list(turns)}


def turns_of(state: TaskState) -> list[dict[str, Any]]:
    """What was kept of a sample."""
    found: list[dict[str, Any]] = state.store.get(_TURNS, [])
    return found


def score_of(state: TaskState, more: dict[str, float], known: dict[str, float | None], about: str) -> Score:
    """The score of a sample: that of its turns, and what else there is to say of it."""
    values, metadata = score_turns(turns_of(state))
    metadata["chance"] |= known
    return Score(value=values | more, metadata=metadata, explanation=about)
