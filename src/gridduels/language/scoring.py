"""Scoring for Inspect: messages, metrics, and judging a sample's turns."""

import base64
import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, Final

import anyio.to_thread
from inspect_ai.model import ChatMessage, ChatMessageUser, ContentImage, ContentText
from inspect_ai.scorer import Metric, SampleScore, Score, Value, metric
from inspect_ai.solver import Generate, TaskState

from gridduels.analysis.dataset import asking_within_reason
from gridduels.arena.statistics import Pairs, fit_ratings
from gridduels.engine.values import Evaluation
from gridduels.language import estimates
from gridduels.language.estimates import Observation, estimate
from gridduels.language.judging import KEYS, chances, constants, judge_answer
from gridduels.language.prompts import Answer, Fault, Presentation
from gridduels.language.questions import Question

# --- Messages


ASKED: Final = "gridduels"
"""The key in a message's metadata, which providers do not send."""


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
# A key's value may be a share of several moves or answers; in that case, `weights` in the score's metadata holds their
# number. Metrics see the scores of every epoch (`unreduced`), so means are over all moves and errors are clustered by
# game regardless of the number of epochs.


def observation(score: Score, key: str, cluster: str) -> Observation:
    """Return one key of a sample's score as an observation."""
    value, metadata = score.value, score.metadata or {}
    number = float(value[key]) if isinstance(value, dict) else score.as_float()
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
def measure(key: str) -> Metric:
    """Return the `mean` over all moves or answers, its `stderr` clustered by game and, if known, the `chance` level of
    random answers and the level of the best `constant` answer."""

    def compute(scores: list[SampleScore]) -> Value:
        found = estimate(_observations(scores, key))
        levels = {"chance": found.chance, "constant": found.constant}
        return {"mean": found.mean, "stderr": found.error} | {
            name: level for name, level in levels.items() if level is not None
        }

    return compute


@metric(scores="unreduced")
def skill() -> Metric:
    """Return the chance-corrected share of moves that kept the value: 0 is random legal play, 1 is perfect play.
    The error is a jackknife over games."""

    def compute(scores: list[SampleScore]) -> Value:
        found = estimates.skill(_observations(scores, "kept"))
        return {"skill": found.mean, "skill_stderr": found.error}

    return compute


@metric(scores="unreduced")
def rating() -> Metric:
    """Return the Elo difference to the opponent with its 95 % interval, from pairs of games with sides swapped."""

    def compute(scores: list[SampleScore]) -> Value:
        pairs = pairs_of([(str((each.sample_metadata or {})["cluster"]), each.score.as_float()) for each in scores])
        if not sum(pairs):
            return {}
        fitted = {each.player: each for each in fit_ratings(["model", "opponent"], {("model", "opponent"): pairs})}
        model = fitted["model"]
        return {"elo": 2 * model.elo, "elo_low": 2 * model.low, "elo_high": 2 * model.high}

    return compute


def pairs_of(results: list[tuple[str, float]]) -> Pairs:
    """Count pairs of games by result. Games with the same opening are paired in order; an unpaired one is dropped.

    >>> pairs_of([("a", 1.0), ("a", 0.0), ("b", 1.0), ("b", 1.0), ("c", 0.0)])
    Pairs(lost=0, behind=0, split=1, ahead=0, won=1)
    """
    points: defaultdict[str, list[float]] = defaultdict(list)
    for pair, score in results:
        points[pair].append(score)
    halves = (scores[number : number + 2] for scores in points.values() for number in range(0, len(scores), 2))
    return Pairs.of(sum(half) / 2 for half in halves if len(half) == 2)


# --- Turns: a solver asks and records; a scorer judges


_TURNS: Final = "turns"
_OF_ANSWERS: Final = ("legal", *Fault)


async def evaluate(presentation: Presentation) -> Evaluation:
    """Return the moves' values, computed in a thread so that other samples can continue."""

    def work() -> Evaluation:
        with asking_within_reason(presentation.duel.game) as values:
            return values.evaluate(presentation.duel)

    return await anyio.to_thread.run_sync(work)


class Turns:
    """Asks for the moves in one sample. The replies are recorded in its store, so any scorer can judge them later and
    an interrupted game is scored up to that point."""

    def __init__(self, state: TaskState, generate: Generate, *, retries: int, history: bool) -> None:
        self._state, self._generate = state, generate
        self._retries, self._history = retries, history
        self._introduced = False
        state.messages.clear()
        state.store.set(_TURNS, [])

    async def ask(self, presentation: Presentation, before: str = "") -> str | None:
        """Return the model's legal move, or None if it gives none within the allowed tries."""
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
        "constants": constants(presentation, evaluation),
    }


def score_turns(turns: Sequence[dict[str, Any]]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the shares for a sample's answers and moves, and the metadata that the metrics need."""
    values: dict[str, float] = {}
    weights: dict[str, float] = {}
    chance: dict[str, float] = {}
    chance_weights: dict[str, float] = {}
    failed = sum(len(turn["faults"]) for turn in turns)
    for key in KEYS:
        numbers = [turn["numbers"][key] for turn in turns if turn["numbers"][key] is not None]
        total = sum(numbers) + (sum(turn["faults"].count(key) for turn in turns) if key in _OF_ANSWERS else 0)
        weights[key] = float(len(numbers) + (failed if key in _OF_ANSWERS else 0))
        values[key] = total / weights[key] if weights[key] else math.nan
        known = [turn["chance"][key] for turn in turns if key in turn["chance"]]
        if known:
            chance[key], chance_weights[key] = sum(known) / len(known), float(len(known))
    kept: Counter[str] = Counter()
    for turn in turns:
        kept.update(turn["constants"])
    return values, {
        "weights": weights,
        "chance": chance,
        "chance_weights": chance_weights,
        "constants": {"kept": dict(kept)},
        "turns": [{name: value for name, value in turn.items() if name != "constants"} for turn in turns],
    }


def score_of(turns: Sequence[dict[str, Any]], more: dict[str, float], chance: dict[str, float], about: str) -> Score:
    """Return a sample's score: the score for its turns, plus additional values and their chance levels."""
    values, metadata = score_turns(turns)
    metadata["chance"] |= chance
    return Score(value=values | more, metadata=metadata, explanation=about)
