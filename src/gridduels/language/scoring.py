"""Scores on Inspect: messages, turns, metrics and chance levels."""

import base64
import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from inspect_ai.model import ChatMessage, ChatMessageUser, ContentImage, ContentText
from inspect_ai.scorer import Metric, SampleScore, Score, Value, metric
from inspect_ai.solver import Generate, TaskState

from gridduels.arena.statistics import Pairs, fit_ratings
from gridduels.engine import VALUES
from gridduels.engine.values import Evaluation
from gridduels.language.judging import KEYS, chances, judge_answer
from gridduels.language.prompts import Answer, Fault, Telling
from gridduels.language.questions import Question

# --- Messages


ASKED: Final = "gridduels"
"""The key in a message's metadata, which no provider sends."""


def ask_for_move(telling: Telling, before: str = "", *, rules: bool = True) -> ChatMessageUser:
    """The question for a move, after something else that is to be said."""
    text = (f"{before}\n\n" if before else "") + telling.prompt(rules=rules)
    drawn = telling.picture()
    if drawn is None:
        return ChatMessageUser(content=text, metadata={ASKED: {"telling": telling.as_data()}})
    image = ContentImage(image=f"data:image/png;base64,{base64.b64encode(drawn).decode()}")
    return ChatMessageUser(content=[ContentText(text=text), image], metadata={ASKED: {"telling": telling.as_data()}})


def ask_question(question: Question) -> ChatMessageUser:
    """A question about the rules."""
    known = {"answer": question.answer, "guesses": list(question.guesses)}
    return ChatMessageUser(content=question.text, metadata={ASKED: {"question": known}})


def asked(messages: list[ChatMessage]) -> dict[str, Any] | None:
    """What was asked last, as data."""
    for message in reversed(messages):
        if message.metadata and ASKED in message.metadata:
            found: dict[str, Any] = message.metadata[ASKED]
            return found
    return None


# --- Metrics
#
# A score may be a share, of moves or of answers: then its metadata holds, under `weights`, of how many. The mean is
# over all of them, and its error that of a ratio of sums of clusters, with the correction for few clusters. Where every
# weight is 1 both are Inspect's own `mean` and `stderr(cluster=...)`.


@metric
def measure(key: str) -> Metric:
    """The `mean` of a score, weighted where it has weights, its `stderr` clustered by game, and where it is known what
    `chance` would score: somebody who draws moves, or answers, by lot."""

    def compute(scores: list[SampleScore]) -> Value:
        values = [each.score.as_float() for each in scores]
        mean = _mean(scores, key, values)
        found = {"mean": mean, "stderr": _standard_error(scores, key, mean)}
        levels = [(each.score.metadata or {}).get("chance", {}).get(key) for each in scores]
        known = [(each, level) for each, level in zip(scores, levels, strict=True) if level is not None]
        if known:
            found["chance"] = _mean([each for each, _ in known], key, [level for _, level in known])
        return found

    return compute


def _standard_error(scores: list[SampleScore], key: str, mean: float) -> float:
    residuals: defaultdict[str, float] = defaultdict(float)
    for each in scores:
        cluster = str((each.sample_metadata or {}).get("cluster", each.sample_id))
        residuals[cluster] += _weight(each, key) * (each.score.as_float() - mean)
    clusters, total = len(residuals), sum(_weight(each, key) for each in scores)
    if clusters < 2 or not total:
        return 0.0
    return math.sqrt(sum(each**2 for each in residuals.values()) * clusters / (clusters - 1)) / total


@metric
def rating() -> Metric:
    """The difference to the opponent in Elo points with its 95 % interval, from pairs of games with sides swapped."""

    def compute(scores: list[SampleScore]) -> Value:
        pairs = pairs_of([(str((each.sample_metadata or {})["cluster"]), each.score.as_float()) for each in scores])
        if not sum(pairs):
            return {}
        fitted = {each.player: each for each in fit_ratings(["model", "opponent"], {("model", "opponent"): pairs})}
        model = fitted["model"]
        return {"elo": 2 * model.elo, "low": 2 * model.low, "high": 2 * model.high}

    return compute


def pairs_of(results: list[tuple[str, float]]) -> Pairs:
    """How many pairs were lost, split and won, from the pair and the score of each game; half a pair does not count.

    >>> pairs_of([("a", 1.0), ("a", 0.0), ("b", 1.0), ("b", 1.0), ("c", 0.0)])
    Pairs(lost=0, behind=0, split=1, ahead=0, won=1)
    """
    points: defaultdict[str, list[float]] = defaultdict(list)
    for pair, score in results:
        points[pair].append(score)
    return Pairs.of(sum(scores) / 2 for scores in points.values() if len(scores) == 2)


def _mean(scores: list[SampleScore], key: str, values: list[float]) -> float:
    weights = [_weight(each, key) for each in scores]
    total = sum(weights)
    return sum(weight * value for weight, value in zip(weights, values, strict=True)) / total if total else 0.0


def _weight(each: SampleScore, key: str) -> float:
    return float((each.score.metadata or {}).get("weights", {}).get(key, 1.0))


# --- Turns: asking until a legal move, or the last try


_TURNS: Final = "turns"
_OF_ANSWERS: Final = ("legal", *Fault)


def evaluate(telling: Telling) -> Evaluation:
    """What the moves of a duel are worth."""
    with VALUES.open(telling.duel.game) as values:
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
