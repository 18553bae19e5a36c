"""A `verifiers` environment: single moves or whole games, rewarded by exact values.

A move's reward is 0 for an illegal answer, 0.1 for a legal move that loses value, and otherwise 0.8 plus up to 0.2 that
shrinks with the plies lost: 0.2 / (1 + plies). A rollout's reward is the mean over its moves.
"""

import json
import random
from typing import Any, Final

from gridduels.arena.exact import judge
from gridduels.arena.openings import DrawnOpenings
from gridduels.duel import Duel, Reason
from gridduels.engine import VALUES
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra
from gridduels.language.disguise import disguise_for
from gridduels.language.positions import draw_positions
from gridduels.language.prompts import ANSWER, Answer, Manner, Telling
from gridduels.players import chosen, make_player
from gridduels.registry import load_game

try:
    import verifiers
except ImportError:  # said when somebody loads one: what only lists the modules need not have it
    verifiers = None

__all__ = ["load_environment", "reward_of"]

_LEGAL, _KEPT, _HURRY = 0.1, 0.8, 0.2
_TURNS, _TELLING, _OVER, _WON = "gridduels_turns", "gridduels_telling", "gridduels_over", "gridduels_won"
KINDS: Final = ("moves", "games")
_Base: Any = verifiers.MultiTurnEnv if verifiers else object


def reward_of(telling: Telling, answer: Answer) -> dict[str, float]:
    """The reward of an answer and its components.

    >>> from gridduels import load_game
    >>> from gridduels.language.disguise import Disguise
    >>> game = load_game("light-cycle", size=3)
    >>> telling = Telling(Duel(game), Disguise(game), Manner())
    >>> reward_of(telling, telling.read("ANSWER: left"))["reward"]
    0.0
    """
    if answer.move is None:
        return {"reward": 0.0, "legal": 0.0, "kept": 0.0, "plies_lost": 0.0}
    with VALUES.open(telling.duel.game) as values:
        evaluation = values.evaluate(telling.duel)
    measured = judge(evaluation.value, evaluation.moves[answer.move])
    earned = _KEPT + _HURRY / (1 + measured.plies_lost) if measured.kept else _LEGAL
    return {"reward": earned, "legal": 1.0, "kept": float(measured.kept), "plies_lost": float(measured.plies_lost)}


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
) -> Any:
    """Return the environment: `count` positions to move in, or that many games against an opponent from balanced
    openings."""
    if verifiers is None:
        raise MissingExtra("gridduels.agents.verifiers needs verifiers", "verifiers")
    if kind not in KINDS:
        raise SetupError(f"kind={kind!r} is invalid: use {' or '.join(KINDS)}")
    from datasets import Dataset

    chosen, manner = load_game(game, size, **(rules or {})), Manner(prompt, variant, moves_given)
    starts = _positions(chosen, count, seed) if kind == "moves" else _openings(chosen, count, seed)
    rows = [
        _row(Duel(chosen, start=start), manner, kind, number, seed, opponent) for number, start in enumerate(starts)
    ]
    rubric = verifiers.Rubric(funcs=[_exact, _legal, _kept, _plies_lost, _won], weights=[1.0, 0.0, 0.0, 0.0, 0.0])
    return _ExactEnv(eval_dataset=Dataset.from_list(rows), dataset=Dataset.from_list(rows), rubric=rubric)


def _positions(game: Any, count: int, seed: int) -> list[Any]:
    return [drawn.duel.position for drawn in draw_positions(game, count, seed)]


def _openings(game: Any, count: int, seed: int) -> list[Any]:
    """Return an opening for each pair of games with sides swapped."""
    with VALUES.open(game) as values:
        openings = DrawnOpenings(game, seed, values)
        return [game.position(openings[number // 2]) for number in range(count)]


def _row(duel: Duel, manner: Manner, kind: str, number: int, seed: int, opponent: str) -> dict[str, Any]:
    disguise = disguise_for(duel.game, manner.variant, random.Random(f"{seed} verifiers {number}"))
    telling, seat = Telling(duel, disguise, manner), duel.turn if kind == "moves" else 1 + number % 2
    known = {"kind": kind, "opponent": opponent, "seed": f"{seed} {number}", "seat": seat}
    if duel.turn != seat:
        telling = _replied(telling, known)
    with VALUES.open(duel.game) as values:
        best = values.evaluate(telling.duel).best_moves if not telling.duel.outcome else ("none",)
    return {
        "prompt": [{"role": "user", "content": telling.prompt()}],
        "answer": f"{ANSWER} {telling.say(best[0])}" if best != ("none",) else "",
        "info": json.dumps(known | {"telling": telling.as_data()}),
    }


def _replied(telling: Telling, known: dict[str, Any]) -> Telling:
    """Play the opponent's moves until it is the model's turn or the game is over."""
    player = make_player(known["opponent"], random.Random(f"{known['seed']} {telling.duel.ply}"))
    assert player
    while not telling.duel.outcome and telling.duel.turn != known["seat"]:
        telling = telling.play(chosen(player, telling.duel))
    player.close()
    return telling


class _ExactEnv(_Base):  # type: ignore[misc]
    """A conversation about one position, or through one game."""

    async def setup_state(self, state: Any) -> None:
        state[_TURNS], state[_OVER], state[_WON] = [], False, 0.0
        state[_TELLING] = state["info"]["telling"]

    async def add_trajectory_step(self, state: Any, trajectory_step: Any) -> None:
        """Parse the answer, reward it, and continue the game."""
        telling, known = Telling.of(state[_TELLING]), state["info"]
        answer = telling.read(_said(trajectory_step["completion"]))
        earned = reward_of(telling, answer)
        trajectory_step["reward"] = earned["reward"]
        state[_TURNS].append(earned)
        if answer.move is None:
            telling = Telling(telling.duel.stop(3 - known["seat"], Reason.FORFEIT), telling.disguise, telling.manner)
        else:
            telling = telling.play(answer.move)
            if known["kind"] == "games":
                telling = _replied(telling, known)
        outcome = telling.duel.outcome
        state[_OVER] = known["kind"] == "moves" or outcome is not None
        state[_WON] = outcome.points[known["seat"] - 1] if outcome else 0.0
        if not outcome:
            state[_TELLING] = telling.as_data()
        await super().add_trajectory_step(state, trajectory_step)

    async def env_response(self, messages: Any, state: Any, **more: Any) -> Any:
        """Ask the next question after the opponent's move."""
        telling = Telling.of(state[_TELLING])
        return [{"role": "user", "content": f"Moves so far: {_told(telling)}\n\n{telling.prompt(rules=False)}"}]


async def _is_over(self: _ExactEnv, state: Any) -> bool:
    return bool(state.get(_OVER))


if verifiers is not None:
    _ExactEnv.is_over = verifiers.stop(_is_over)


def _told(telling: Telling) -> str:
    return " ".join(map(telling.say, telling.duel.moves))


def _said(completion: Any) -> str:
    """Return the text of the model's last message."""
    last = completion[-1]
    content = last["content"] if isinstance(last, dict) else last.content
    return content if isinstance(content, str) else ""


def _mean(state: Any, key: str) -> float:
    turns = state[_TURNS]
    return sum(turn[key] for turn in turns) / len(turns) if turns else 0.0


async def _exact(state: Any, **more: Any) -> float:
    """Return the mean reward of the moves."""
    return _mean(state, "reward")


async def _legal(state: Any, **more: Any) -> float:
    return _mean(state, "legal")


async def _kept(state: Any, **more: Any) -> float:
    return _mean(state, "kept")


async def _plies_lost(state: Any, **more: Any) -> float:
    return _mean(state, "plies_lost")


async def _won(state: Any, **more: Any) -> float:
    return float(state[_WON])
