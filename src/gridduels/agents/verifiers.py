"""A `verifiers` environment for single moves or whole games, with rewards based on each move's exact value.

An answer earns 0 if it isn't a legal move, 0.1 if the move loses value, and otherwise 0.8 plus 0.2 / (1 + plies lost).
A rollout's reward is the mean over its moves; in whole games it is half of that plus half of the result (1 for a win,
0.5 for a draw), so winning counts as much as accuracy.

`dataset` contains the train side of the split, `eval_dataset` the test side. Whole games pass through positions on both
sides: in `dataset`, legal moves in test positions aren't rewarded, so that training doesn't reveal their values.
"""

import json
import random
from typing import Any, Final

from gridduels.analysis.dataset import asking_within_reason
from gridduels.analysis.split import TEST, TRAIN, is_test
from gridduels.duel import Duel, Reason
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra
from gridduels.game import Game
from gridduels.language.benchmark import openings_on
from gridduels.language.disguise import disguise_for
from gridduels.language.positions import draw_positions
from gridduels.language.prompts import ANSWER, Answer, Presentation, Style
from gridduels.language.verdicts import judge_answer
from gridduels.players import chosen, make_player
from gridduels.registry import load_game

try:
    import verifiers

    _Base: Any = verifiers.MultiTurnEnv
except (ImportError, AttributeError):  # the latter without one of the library's own dependencies
    verifiers, _Base = None, object  # reported by load_environment, so that this module can be imported

__all__ = ["load_environment", "reward_of"]

_LEGAL, _KEPT, _FAST = 0.1, 0.8, 0.2
_TURNS, _PRESENTATION, _OVER, _WON = "gridduels_turns", "gridduels_presentation", "gridduels_over", "gridduels_won"
KINDS: Final = ("moves", "games")


def reward_of(presentation: Presentation, answer: Answer) -> dict[str, float]:
    """Return the reward for an answer and its components.

    >>> from gridduels import load_game
    >>> from gridduels.language.disguise import Disguise
    >>> game = load_game("light-cycle", size=3)
    >>> presentation = Presentation(Duel(game), Disguise(game), Style())
    >>> reward_of(presentation, presentation.read("ANSWER: left"))["reward"]
    0.0
    """
    if answer.move is None:
        return {"reward": 0.0, "legal": 0.0, "kept": 0.0, "plies_lost": 0.0}
    with asking_within_reason(presentation.duel.game) as values:
        evaluation = values.evaluate(presentation.duel)
    judged = judge_answer(presentation.duel, evaluation, answer)
    kept = evaluation.verdict(answer.move).keeps
    lost = judged.numbers["plies_lost"] if judged.numbers["plies_lost"] >= 0 else 0.0  # NaN if no forced win
    reward = _KEPT + _FAST / (1 + lost) if kept else _LEGAL
    return {"reward": reward, "legal": 1.0, "kept": float(kept), "plies_lost": lost}


def load_environment(
    game: str = "light-cycle",
    size: int | str | None = None,
    kind: str = "moves",
    prompt: str = "board",
    variant: str = "plain",
    moves_given: bool = False,
    seed: int = 0,
    count: int = 200,
    opponent: str = "medium",
    rules: dict[str, str | int] | None = None,
    eval_count: int = 40,
) -> Any:
    """Return an environment with `count` train and `eval_count` test positions, or that many games from balanced
    openings."""
    if verifiers is None:
        raise MissingExtra("gridduels.agents.verifiers", "verifiers")
    if kind not in KINDS:
        raise SetupError(f"unknown kind {kind!r}: use {' or '.join(KINDS)}")
    from datasets import Dataset

    chosen, style = load_game(game, size, **(rules or {})), Style(prompt, variant, moves_given)
    train, test = (
        Dataset.from_list(rows(chosen, style, kind, side, seed, number, opponent))
        for side, number in ((TRAIN, count), (TEST, eval_count))
    )
    parts = [exact, legal, kept, plies_lost, won]
    if kind == "games":
        rubric = verifiers.Rubric(funcs=parts, weights=[0.5, 0.0, 0.0, 0.0, 0.5])
    else:
        rubric = verifiers.Rubric(funcs=parts[:-1], weights=[1.0, 0.0, 0.0, 0.0])
    return _ExactEnv(dataset=train, eval_dataset=test, rubric=rubric)


def rows(
    game: Game, style: Style, kind: str, side: str, seed: int, count: int, opponent: str = "medium"
) -> list[dict[str, Any]]:
    """Return the rows for one side of the split."""
    if kind == "moves":
        starts = [drawn.duel.position for drawn in draw_positions(game, count, seed, side)]
    else:
        openings = openings_on(side, game, seed, (count + 1) // 2)
        starts = [game.position(openings[number // 2]) for number in range(count)]
    return [
        _row(Duel(game, start=start), style, kind, number, seed, side, opponent) for number, start in enumerate(starts)
    ]


def _row(duel: Duel, style: Style, kind: str, number: int, seed: int, side: str, opponent: str) -> dict[str, Any]:
    disguise = disguise_for(duel.game, style.variant, random.Random(f"{seed} {side} verifiers {number}"))
    presentation, seat = Presentation(duel, disguise, style), duel.turn if kind == "moves" else 1 + number % 2
    known = {"kind": kind, "opponent": opponent, "side": side, "seed": f"{seed} {side} {number}", "seat": seat}
    if duel.turn != seat:
        presentation = _replied(presentation, known)
    answer = ""
    if not presentation.duel.outcome and not _is_withheld(presentation, side):
        with asking_within_reason(duel.game) as values:
            answer = f"{ANSWER} {presentation.say(values.evaluate(presentation.duel).best_moves[0])}"
    return {
        "prompt": [{"role": "user", "content": presentation.prompt()}],
        "answer": answer,
        "info": json.dumps(known | {"presentation": presentation.as_data()}),
    }


def _is_withheld(presentation: Presentation, side: str) -> bool:
    """Return whether rewards on this side must not depend on the position's values."""
    return side == TRAIN and is_test(presentation.duel.game, presentation.duel.position)


def _replied(presentation: Presentation, known: dict[str, Any]) -> Presentation:
    """Play the opponent's moves until it is the model's turn or the game is over."""
    player = make_player(known["opponent"], random.Random(f"{known['seed']} {presentation.duel.ply}"))
    assert player
    while not presentation.duel.outcome and presentation.duel.turn != known["seat"]:
        presentation = presentation.play(chosen(player, presentation.duel))
    player.close()
    return presentation


class _ExactEnv(_Base):  # type: ignore[misc]
    """A conversation about one position, or through a whole game."""

    async def setup_state(self, state: Any) -> None:
        state[_TURNS], state[_OVER], state[_WON] = [], False, 0.0
        state[_PRESENTATION] = state["info"]["presentation"]

    async def add_trajectory_step(self, state: Any, trajectory_step: Any) -> None:
        """Parse the answer, reward it, and play on."""
        presentation, known = Presentation.of(state[_PRESENTATION]), state["info"]
        answer = presentation.read(_said(trajectory_step["completion"]))
        if answer.move is None or not _is_withheld(presentation, known["side"]):
            earned = reward_of(presentation, answer)
            trajectory_step["reward"] = earned["reward"]
            state[_TURNS].append(earned)
        if answer.move is None:
            presentation = Presentation(
                presentation.duel.stop(3 - known["seat"], Reason.FORFEIT), presentation.disguise, presentation.style
            )
        else:
            presentation = presentation.play(answer.move)
            if known["kind"] == "games":
                presentation = _replied(presentation, known)
        outcome = presentation.duel.outcome
        state[_OVER] = known["kind"] == "moves" or outcome is not None
        state[_WON] = outcome.points[known["seat"] - 1] if outcome else 0.0
        if not outcome:
            state[_PRESENTATION] = presentation.as_data()
        await super().add_trajectory_step(state, trajectory_step)

    async def env_response(self, messages: Any, state: Any, **more: Any) -> Any:
        """Return the next question, after the opponent's move."""
        from verifiers.types import UserMessage

        presentation = Presentation.of(state[_PRESENTATION])
        moves = " ".join(map(presentation.say, presentation.duel.moves))
        return [UserMessage(content=f"Moves so far: {moves}\n\n{presentation.prompt(rules=False)}")]


async def _is_over(self: _ExactEnv, state: Any) -> bool:
    return bool(state.get(_OVER))


if verifiers is not None:
    _ExactEnv.is_over = verifiers.stop(_is_over)


def _said(completion: Any) -> str:
    """Return the text of the model's last message."""
    last = completion[-1]
    content = last["content"] if isinstance(last, dict) else last.content
    return content if isinstance(content, str) else ""


def _mean(state: Any, key: str) -> float:
    turns = state[_TURNS]
    return sum(turn[key] for turn in turns) / len(turns) if turns else 0.0


async def exact(state: Any, **more: Any) -> float:
    """Return the mean reward over the moves; the result of the game if none of them is rewarded."""
    return _mean(state, "reward") if state[_TURNS] else float(state[_WON])


async def legal(state: Any, **more: Any) -> float:
    return _mean(state, "legal")


async def kept(state: Any, **more: Any) -> float:
    return _mean(state, "kept")


async def plies_lost(state: Any, **more: Any) -> float:
    return _mean(state, "plies_lost")


async def won(state: Any, **more: Any) -> float:
    return float(state[_WON])
