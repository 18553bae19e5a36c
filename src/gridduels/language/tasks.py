"""The tasks for Inspect: single moves, rules questions, puzzles and whole games."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import anyio.to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver

from gridduels.analysis.dataset import asking_within_reason
from gridduels.analysis.puzzles import defence
from gridduels.analysis.puzzles import puzzles as draw_puzzles
from gridduels.arena.openings import DrawnOpenings
from gridduels.duel import Duel, Reason
from gridduels.engine import VALUES
from gridduels.engine.values import Values
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.language.disguise import disguise_for
from gridduels.language.judging import KEYS
from gridduels.language.positions import draw_positions
from gridduels.language.prompts import Form, Manner, Telling
from gridduels.language.questions import Kind, draw_questions, is_right
from gridduels.language.scoring import (
    Turns,
    ask_for_move,
    ask_question,
    evaluate_in_thread,
    measure,
    rating,
    score_of,
    turns_of,
)
from gridduels.players import Player, make_player
from gridduels.registry import definitions, load_game

# --- Games and puzzles


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
    with VALUES.open(telling.duel.game) as values:
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


# --- The tasks: `inspect eval gridduels/moves --model MODEL -T game=pathway -T count=50`.
#
# What all of them take: `game`, an id, several, or `all`; `size` and `rules` (`name=value,name=value`) as everywhere;
# `prompt`, a form; `variant`; `seed`; `count`, for each game.


Games = str | list[str]


@task
def moves(
    game: Games = "all",
    size: int | None = None,
    rules: Games = "",
    prompt: str = Form.BOARD,
    variant: str = "plain",
    moves_given: bool = False,
    seed: int = 0,
    count: int = 40,
) -> Task:
    """One position, choose a move: is it legal, does it keep the value, how many plies does it lose?"""
    manner = Manner(prompt, variant, moves_given)
    samples = [
        sample
        for chosen in chosen_games(game, size, rules)
        for sample in _position_samples(chosen, manner, seed, count)
    ]
    return Task(MemoryDataset(samples, "moves"), solver=one_move(), scorer=score_move())


def _position_samples(game: Game, manner: Manner, seed: int, count: int) -> Iterator[Sample]:
    for number, drawn in enumerate(draw_positions(game, count, seed)):
        telling = Telling(drawn.duel, _disguise(game, manner, seed, number), manner)
        value = drawn.evaluation.value
        yield _sample(
            telling,
            number,
            drawn.game_number,
            target=list(map(telling.say, drawn.evaluation.best_moves)),
            phase=drawn.phase,
            choice=drawn.choice,
            value=value.outcome,
            plies=value.plies,
        )


@solver
def one_move() -> Solver:
    """Asks once."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        await Turns(state, generate, retries=0, history=False).ask(Telling.of(state.metadata["telling"]))
        return state

    return solve


@scorer(metrics={key: [measure(key)] for key in KEYS})
def score_move() -> Scorer:
    """What the move was worth."""

    async def score(state: TaskState, target: Target) -> Score:
        turn = turns_of(state)[0]
        return score_of(state, {}, {}, f"{turn['said']}: {turn['verdict']}, {turn['reason']}")

    return score


@task
def games(
    game: Games = "all",
    size: int | None = None,
    rules: Games = "",
    prompt: str = Form.BOARD,
    variant: str = "plain",
    moves_given: bool = False,
    seed: int = 0,
    count: int = 10,
    opponent: str = "medium",
    history: bool = True,
    retries: int = 2,
) -> Task:
    """Whole games against a player, from both sides of the same balanced openings."""
    make_player(opponent, random.Random())  # refused now, not in the middle of a game
    manner = Manner(prompt, variant, moves_given)
    samples = [
        sample
        for chosen in chosen_games(game, size, rules)
        for sample in _game_samples(chosen, manner, seed, count, opponent)
    ]
    playing = play_game(opponent, retries, history)
    return Task(MemoryDataset(samples, "games"), solver=playing, scorer=score_game())


def _game_samples(game: Game, manner: Manner, seed: int, count: int, opponent: str) -> Iterator[Sample]:
    if count < 2 or count % 2:
        raise SetupError(f"{count!r} games cannot be paired: count is an even number from 2")
    with asking_within_reason(game) as values:
        openings = DrawnOpenings(game, seed, values)
        starts = [openings[pair] for pair in range(count // 2)]
    for number in range(count):
        duel = Duel(game, start=starts[number // 2])
        telling = Telling(duel, _disguise(game, manner, seed, number // 2), manner)
        yield _sample(telling, number, number // 2, target="win", seat=1 + number % 2, opponent=opponent)


@task
def puzzles(
    game: Games = "all",
    size: int | None = None,
    rules: Games = "",
    prompt: str = Form.BOARD,
    variant: str = "plain",
    moves_given: bool = False,
    seed: int = 0,
    count: int = 20,
    plies: int | None = None,
    history: bool = True,
) -> Task:
    """Positions that one move alone wins: win in so many plies against the longest defence."""
    manner = Manner(prompt, variant, moves_given)
    samples = [
        sample
        for chosen in chosen_games(game, size, rules)
        for sample in _puzzle_samples(chosen, manner, seed, count, plies)
    ]
    playing = play_puzzle(retries=0, history=history)
    return Task(MemoryDataset(samples, "puzzles"), solver=playing, scorer=score_puzzle())


def _puzzle_samples(game: Game, manner: Manner, seed: int, count: int, plies: int | None) -> Iterator[Sample]:
    with asking_within_reason(game) as values:
        found = list(islice(draw_puzzles(values, seed, plies), count))
    for number, puzzle in enumerate(found):
        telling = Telling(puzzle.duel(), _disguise(game, manner, seed, number), manner)
        target = telling.say(puzzle.solution)
        yield _sample(telling, number, number, target=target, plies=puzzle.plies, chance=chance_of_solving(telling))


@task
def rules(
    game: Games = "all",
    size: int | None = None,
    rules: Games = "",
    prompt: str = Form.BOARD,
    variant: str = "plain",
    seed: int = 0,
    count: int = 40,
) -> Task:
    """Does it understand? Questions about the rules with exact answers."""
    samples = []
    for chosen in chosen_games(game, size, rules):
        for number, question in enumerate(draw_questions(chosen, count, seed, variant, prompt)):
            known = {"kind": str(question.kind), "chance": question.chance, "game": chosen.id}
            known |= {"form": prompt, "variant": variant, "cluster": f"{chosen.id} {question.game_number}"}
            name = f"{chosen.id}-{number}"
            samples.append(Sample(input=[ask_question(question)], target=question.answer, id=name, metadata=known))
    return Task(MemoryDataset(samples, "rules"), solver=generate(), scorer=score_rules())


@scorer(metrics={key: [measure(key)] for key in ("right", "answered", *Kind)})
def score_rules() -> Scorer:
    """Whether the answer is right; each kind of question apart as well."""

    async def score(state: TaskState, target: Target) -> Score:
        kind, reply = state.metadata["kind"], state.output.completion
        right = is_right(kind, reply, target.text)
        values = dict.fromkeys(Kind, float("nan")) | {kind: float(bool(right))}
        values |= {"right": float(bool(right)), "answered": float(right is not None)}
        chance = {kind: state.metadata["chance"], "right": state.metadata["chance"]}
        return Score(value=values, answer=reply[-200:], metadata={"chance": chance})

    return score


def chosen_games(game: Games, size: int | None, rules: Games) -> list[Game]:
    """The games that the parameters of a task name.

    >>> chosen_games("blockade", 4, "paths=opponent")
    [load_game('blockade', size=4, obstacles=3, paths='opponent', repetition='barred', stuck='loses')]
    """
    given = rules.split(",") if isinstance(rules, str) else rules
    rulings = dict(ruling.partition("=")[::2] for ruling in given if ruling)
    ids = game.split(",") if isinstance(game, str) else game
    if ids == ["all"]:
        ids = [each.id for each in definitions()]
    return [load_game(each, size, **rulings) for each in ids]


def _disguise(game: Game, manner: Manner, seed: int, number: int) -> Any:
    return disguise_for(game, manner.variant, random.Random(f"{seed} disguise {game!r} {number}"))


def _sample(telling: Telling, number: int, cluster: int, *, target: str | list[str], **known: Any) -> Sample:
    game = telling.duel.game
    known |= {"telling": telling.as_data(), "game": game.id, "cluster": f"{game.id} {cluster}"}
    known |= {"form": str(telling.manner.form), "variant": str(telling.manner.variant)}
    return Sample(input=[ask_for_move(telling)], target=target, id=f"{game.id}-{number}", metadata=known)
