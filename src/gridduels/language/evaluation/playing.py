"""Whole games against a player, and puzzles against the longest defence."""

import random
from typing import Any

import anyio.to_thread
from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from gridduels.analysis.puzzles import defence
from gridduels.duel import Reason
from gridduels.engine import VALUES
from gridduels.engine.values import Values
from gridduels.language.evaluation.judging import KEYS
from gridduels.language.evaluation.metrics import measure, rating
from gridduels.language.evaluation.turns import Turns, evaluate_in_thread, score_of, turns_of
from gridduels.language.telling import Telling
from gridduels.players import Player, make_player

__all__ = ["chance_of_solving", "play_game", "play_puzzle", "score_game", "score_puzzle"]

_DUEL, _POINTS, _SOLVED = "duel", "points", "solved"


@solver
def play_game(opponent: str, retries: int, history: bool) -> Solver:
    """The model against a player, to the end; whoever gives no legal move within its tries has lost."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        telling, seat = Telling.of(state.metadata["telling"]), state.metadata["seat"]
        player = make_player(opponent, random.Random(f"{state.sample_id} {state.epoch} {opponent}"))
        assert player
        turns = Turns(state, generate, retries=retries, history=history)
        before = ""
        while not telling.duel.outcome:
            if telling.duel.turn == seat:
                move = await turns.ask(telling, before)
                telling = telling.play(move) if move else _forfeited(telling, seat)
            else:
                telling, before = await _reply(telling, player)
            state.store.set(_DUEL, telling.as_data())
        player.close()
        state.store.set(_POINTS, telling.duel.ended.points[seat - 1])
        return state

    return solve


async def _reply(telling: Telling, player: Player) -> tuple[Telling, str]:
    """The opponent's move, and how it is told."""
    move = await anyio.to_thread.run_sync(player.choose, telling.duel)
    return telling.play(move), f"{telling.disguise.player(telling.duel.turn)} plays {telling.say(move)}."


def _forfeited(telling: Telling, seat: int) -> Telling:
    stopped = telling.duel.stop(3 - seat, Reason.FORFEIT)
    return Telling(stopped, telling.disguise, telling.manner)


@scorer(metrics={"won": [measure("won"), rating()], **{key: [measure(key)] for key in KEYS}})
def score_game() -> Scorer:
    """Who won, and what the moves were worth."""

    async def score(state: TaskState, target: Target) -> Score:
        points = float(state.store.get(_POINTS, 0.0))  # a game that a limit broke off is lost
        about = f"{points:g} points: {(state.store.get(_DUEL) or {}).get('moves', '')}"
        return score_of(state, {"won": points}, {}, about)

    return score


@solver
def play_puzzle(retries: int, history: bool) -> Solver:
    """The model against the longest defence, as long as it wins as soon as it can."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        telling, before = Telling.of(state.metadata["telling"]), _task(state.metadata)
        turns = Turns(state, generate, retries=retries, history=history)
        while True:
            evaluation = await evaluate_in_thread(telling)
            move = await turns.ask(telling, before)
            if move not in evaluation.best_moves:
                break
            solver, before, telling = telling.duel.turn, "", telling.play(move)
            while not telling.duel.outcome and telling.duel.turn != solver:
                reply = (await evaluate_in_thread(telling)).best_moves[0]
                before += f"{telling.disguise.player(telling.duel.turn)} plays {telling.say(reply)}."
                telling = telling.play(reply)
            if telling.duel.outcome:
                state.store.set(_SOLVED, True)
                break
        return state

    return solve


def _task(metadata: dict[str, Any]) -> str:
    return (
        f"This is a puzzle: you can win in {metadata['plies']} plies (single moves, yours and your opponent's), "
        "whatever your opponent does. Win as soon as you can."
    )


@scorer(metrics={key: [measure(key)] for key in ("solved", "first", *KEYS)})
def score_puzzle() -> Scorer:
    """Whether the win came in time, and whether the first move was right."""

    async def score(state: TaskState, target: Target) -> Score:
        solved = bool(state.store.get(_SOLVED, False))
        turns = turns_of(state)
        first = float(bool(turns) and bool(turns[0]["numbers"]["best"]))
        chance = state.metadata["chance"]
        about = " ".join(str(turn["said"]) for turn in turns)
        return score_of(state, {"solved": float(solved), "first": first}, dict(chance), about)

    return score


def chance_of_solving(telling: Telling) -> dict[str, float]:
    """How likely moves drawn from the legal ones solve a puzzle, and how likely the first of them is right."""
    with VALUES.asking(telling.duel.game) as values:
        best = values.evaluate(telling.duel)
        return {"solved": _chance(values, telling), "first": len(best.best_moves) / len(best.moves)}


def _chance(values: Values, telling: Telling) -> float:
    evaluation = values.evaluate(telling.duel)
    total = 0.0
    for move in evaluation.best_moves:
        after = telling.play(move)
        for reply in defence(values, after.duel, telling.duel.turn):
            after = after.play(reply)
        total += 1.0 if after.duel.outcome else _chance(values, after)
    return total / len(evaluation.moves)
