"""Scoring for Inspect: messages, metrics, and the judging of a sample's turns."""

import base64
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

import anyio.to_thread
from inspect_ai.model import ChatMessage, ChatMessageUser, ContentImage, ContentText
from inspect_ai.scorer import Metric, SampleScore, Score, Value, metric
from inspect_ai.solver import Generate, TaskState

from gridduels.analysis.dataset import asking_within_reason
from gridduels.arena.statistics import Pairs, fit_ratings
from gridduels.engine.values import Evaluation
from gridduels.language import estimates
from gridduels.language.benchmark import frozen_evaluation
from gridduels.language.estimates import Estimate, Observation, estimate
from gridduels.language.prompts import Answer, Fault, Presentation
from gridduels.language.questions import Question
from gridduels.language.verdicts import KEYS, chance_weights, chances, constants, judge_answer

# --- Messages


ASKED: Final = "gridduels"
"""Our key in a message's metadata, which isn't sent to providers."""


def ask_for_move(presentation: Presentation, before: str = "", *, rules: bool = True) -> ChatMessageUser:
    """Return the request for a move, preceded by the text `before`."""
    text = (f"{before}\n\n" if before else "") + presentation.prompt(rules=rules)
    asked = {ASKED: {"presentation": presentation.as_data()}}
    drawn = presentation.picture()
    if drawn is None:
        return ChatMessageUser(content=text, metadata=asked)
    image = ContentImage(image=f"data:image/png;base64,{base64.b64encode(drawn).decode()}")
    return ChatMessageUser(content=[ContentText(text=text), image], metadata=asked)


def ask_question(question: Question) -> ChatMessageUser:
    """Return a question about the rules."""
    known = {"answer": question.answer, "guesses": list(question.guesses), "words": list(question.words)}
    return ChatMessageUser(content=question.text, metadata={ASKED: {"question": known}})


def asked(messages: list[ChatMessage]) -> dict[str, Any] | None:
    """Return the latest question as data."""
    for message in reversed(messages):
        if message.metadata and ASKED in message.metadata:
            found: dict[str, Any] = message.metadata[ASKED]
            return found
    return None


# --- Metrics
#
# A key's value may be a share of several moves or answers; in that case, `weights` in the score's metadata gives their
# number. Metrics see the scores of every epoch (`unreduced`), so means are over all moves and errors are clustered by
# game regardless of the number of epochs. They return a dictionary of plain names, which Inspect shows unchanged.


def observation(score: Score, key: str, cluster: str) -> Observation:
    """Return one key of a sample's score as an observation."""
    value, metadata = score.as_dict(), score.metadata or {}
    number = float(value[key])  # type: ignore[arg-type]
    weight = 0.0 if math.isnan(number) else float(metadata.get("weights", {}).get(key, 1.0))
    chance = metadata.get("chance", {}).get(key)
    known = float(metadata.get("chance_weights", {}).get(key, 1.0))
    return Observation(number, weight, cluster, chance, known, metadata.get("constants", {}).get(key, {}))


def _observations(scores: list[SampleScore], key: str) -> list[Observation]:
    return [
        observation(each.score, key, str((each.sample_metadata or {}).get("cluster", each.sample_id)))
        for each in scores
    ]


@metric(scores="unreduced")
def measure(keys: list[str]) -> Metric:
    """For each key, return the mean over all moves or answers under the key's own name, its standard error clustered by
    game as `KEY_stderr` and, if known, `KEY_chance` for random answers and `KEY_constant` for the best constant answer.
    Keys that aren't defined in any sample are omitted."""

    def compute(scores: list[SampleScore]) -> Value:
        found: dict[str, float] = {}
        for key in keys:
            observations = _observations(scores, key)
            if any(each.weight for each in observations):
                found |= named(key, estimate(observations))
        return found

    return compute


@metric(scores="unreduced")
def skill() -> Metric:
    """Return the chance-corrected share of moves that kept the value: Random legal play scores 0 and perfect play
    scores 1. The error is a jackknife over games."""

    def compute(scores: list[SampleScore]) -> Value:
        return named("skill", estimates.skill(_observations(scores, "kept")))

    return compute


@metric(scores="unreduced")
def rating() -> Metric:
    """Return the Elo difference from the opponent with its 95 % interval, from pairs of games with sides swapped."""

    def compute(scores: list[SampleScore]) -> Value:
        results = []
        for each in scores:
            about, points = each.sample_metadata or {}, float(each.score.as_dict()["won"])  # type: ignore[arg-type]
            results.append((str(about["cluster"]), int(about["seat"]), points))
        pairs = pairs_of(results)
        if not sum(pairs):
            return {}
        fitted = {each.player: each for each in fit_ratings(["model", "opponent"], {("model", "opponent"): pairs})}
        model = fitted["model"]
        return {"elo": 2 * model.elo, "elo_low": 2 * model.low, "elo_high": 2 * model.high}

    return compute


_LEVELS: Final = ("stderr", "chance", "constant")


def named(key: str, found: Estimate) -> dict[str, float]:
    """Return an estimate as metrics by name; `read_estimate` reads it back.

    >>> named("kept", Estimate(0.75, 0.1, chance=0.5))
    {'kept': 0.75, 'kept_stderr': 0.1, 'kept_chance': 0.5}
    """
    levels = zip(_LEVELS, (found.error, found.chance, found.constant), strict=True)
    return {key: found.mean} | {f"{key}_{name}": level for name, level in levels if level is not None}


def read_estimate(key: str, metrics: Mapping[str, float]) -> Estimate | None:
    """Return the estimate for a key in a log's metrics, if there is one.

    >>> read_estimate("kept", {"kept": 0.75, "kept_stderr": 0.1})
    Estimate(mean=0.75, error=0.1, chance=None, constant=None)
    """
    if key not in metrics:
        return None
    error, chance, constant = (metrics.get(f"{key}_{name}") for name in _LEVELS)
    return Estimate(metrics[key], error or 0.0, chance, constant)


def pairs_of(results: list[tuple[str, int, float]]) -> Pairs:
    """Count pairs of games by result. Games from seat 1 and seat 2 of the same opening are paired in order; an unpaired
    one is dropped.

    >>> pairs_of([("a", 1, 1.0), ("a", 2, 0.0), ("b", 1, 1.0), ("b", 2, 1.0), ("c", 1, 0.0)])
    Pairs(lost=0, behind=0, split=1, ahead=0, won=1)
    """
    points: defaultdict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for pair, seat, score in results:
        points[pair][seat - 1].append(score)
    return Pairs.of((one + two) / 2 for seats in points.values() for one, two in zip(*seats, strict=False))


# --- Turns: a solver asks for moves and records them; a scorer judges them


_TURNS: Final = "gridduels_turns"
"""Our key in a sample's store, which other solvers also use."""
_OF_ANSWERS: Final = ("legal", *Fault)


async def evaluate(presentation: Presentation) -> Evaluation:
    """Return the moves' values, computed in a thread so that other samples can continue."""

    def work() -> Evaluation:
        if found := frozen_evaluation(presentation.duel):
            return found
        with asking_within_reason(presentation.duel.game) as values:
            return values.evaluate(presentation.duel)

    return await anyio.to_thread.run_sync(work)


class Turns:
    """Asks for the moves in one sample. The replies are recorded in the sample's store, so any scorer can judge them
    later, and an interrupted game is scored up to that point."""

    def __init__(self, state: TaskState, generate: Generate, *, retries: int, history: bool) -> None:
        self._state, self._generate = state, generate
        self._retries, self._history = retries, history
        self._introduced = False
        state.messages.clear()
        state.store.set(_TURNS, [])

    async def ask(self, presentation: Presentation, before: str = "") -> str | None:
        """Ask the model for a move; return it, or None if the model gives no legal one within the allowed number of
        tries."""
        replies: list[str] = []
        for _ in range(self._retries + 1):
            replies.append(await self._reply(presentation, before))
            answer = presentation.read(replies[-1])
            if answer.move is not None:
                break
            before = answer.sentence
        turn = {"presentation": presentation.as_data(), "replies": replies}
        self._state.store.set(_TURNS, [*self._state.store.get(_TURNS, []), turn])
        return answer.move

    async def _reply(self, presentation: Presentation, before: str) -> str:
        if not self._history:
            self._state.messages.clear()
        rules = not (self._history and self._introduced)
        self._state.messages.append(ask_for_move(presentation, before, rules=rules))
        self._introduced = True
        self._state = await self._generate(self._state)
        return self._state.output.completion


async def judged_turns(state: TaskState) -> list[dict[str, Any]]:
    """Judge a sample's recorded turns. If there are none, e.g. after a solver that only generates, the completion
    counts as the reply to the sample's question."""
    recorded: list[dict[str, Any]] = state.store.get(_TURNS, [])
    if not recorded:
        recorded = [{"presentation": state.metadata["presentation"], "replies": [state.output.completion]}]
    return [await _judge(Presentation.of(turn["presentation"]), turn["replies"]) for turn in recorded]


async def _judge(presentation: Presentation, replies: Sequence[str]) -> dict[str, Any]:
    evaluation = await evaluate(presentation)
    answers: list[Answer] = [presentation.read(reply) for reply in replies]
    judged = judge_answer(presentation.duel, evaluation, answers[-1])
    return judged.as_data(presentation.duel, answers[-1]) | {
        "ply": presentation.duel.ply,
        "faults": [str(answer.fault) for answer in answers[:-1]],
        "chance": chances(evaluation),
        "chance_weights": chance_weights(evaluation),
        "constants": constants(presentation, evaluation),
    }


def score_turns(turns: Sequence[dict[str, Any]]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the shares for a sample's answers and moves, and the metadata that the metrics need."""
    values: dict[str, float] = {}
    weights: dict[str, float] = {}
    chance: dict[str, float] = {}
    known: dict[str, float] = {}
    failed = sum(len(turn["faults"]) for turn in turns)
    for key in KEYS:
        numbers = [turn["numbers"][key] for turn in turns if turn["numbers"][key] is not None]
        total = sum(numbers) + (sum(turn["faults"].count(key) for turn in turns) if key in _OF_ANSWERS else 0)
        weights[key] = float(len(numbers) + (failed if key in _OF_ANSWERS else 0))
        values[key] = total / weights[key] if weights[key] else math.nan
        levels = [(turn["chance"][key], turn["chance_weights"][key]) for turn in turns if key in turn["chance"]]
        if levels:
            known[key] = sum(weight for _, weight in levels)
            chance[key] = sum(level * weight for level, weight in levels) / known[key]
    kept: Counter[str] = Counter()
    for turn in turns:
        kept.update(turn["constants"])
    return values, {
        "weights": weights,
        "chance": chance,
        "chance_weights": known,
        "constants": {"kept": dict(kept)},
        "turns": [{name: value for name, value in turn.items() if name != "constants"} for turn in turns],
    }


def score_of(turns: Sequence[dict[str, Any]], more: dict[str, float], chance: dict[str, float], about: str) -> Score:
    """Return a sample's score: the score for its turns, plus additional values and their chance levels."""
    values, metadata = score_turns(turns)
    metadata["chance"] |= chance
    return Score(value=values | more, metadata=metadata, explanation=about)
