"""The Inspect tasks: single moves, rules questions, puzzles and whole games; and our players as Inspect models.

    inspect eval gridduels/moves --model MODEL -T game=pathway -T count=50

All of them accept `tier` (A, B or C) with `duels`, the seed of tier C, `game` (an id, several, or `all`), `size` and
`rules` (`name=value,name=value`) for other boards, `prompt` (a form), `variant`, `seed`, and `count`, the number of
samples per game. All positions are on the test side of the split. Solvers ask the questions and scorers judge the
answers; `moves` and `rules` work with any solver. Inspect finds all of this through our entry point in the group
`inspect_ai`.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from gridduels.extras import needed

with needed("gridduels.language.inspect", "engine", "llm"):
    import anyio.to_thread
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, modelapi
    from inspect_ai.scorer import Score, Scorer, Target, scorer
    from inspect_ai.solver import Generate, Solver, TaskState, generate, solver
    from inspect_ai.tool import ToolChoice, ToolInfo

from gridduels.analysis.dataset import asking_within_reason
from gridduels.analysis.puzzles import defence
from gridduels.analysis.puzzles import puzzles as draw_puzzles
from gridduels.analysis.split import TEST, is_on
from gridduels.duel import Duel, Reason
from gridduels.engine.values import Values
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.language.benchmark import (
    PRACTICE,
    SEED,
    VERSION,
    Games,
    chosen_games,
    cluster_of,
    disguise_of,
    move_questions,
    openings_on,
    provenance,
    samples_per_game,
    tier_of,
)
from gridduels.language.prompts import ANSWER, Form, Presentation, Style
from gridduels.language.questions import Kind, draw_questions, is_right
from gridduels.language.scoring import (
    Turns,
    ask_for_move,
    ask_question,
    asked,
    evaluate,
    judged_turns,
    measure,
    rating,
    score_of,
    skill,
)
from gridduels.language.verdicts import KEYS
from gridduels.players import Player, make_player

_METRICS: Final = [skill(), measure(sorted(KEYS, key=lambda key: key != "kept"))]


def _task(
    name: str,
    samples: list[Sample],
    style: Style,
    seed: int,
    games: list[Game],
    solver: Solver,
    scorer: Any,
    duels: str,
) -> Task:
    prompts = [sample.input if isinstance(sample.input, str) else sample.input[0].text for sample in samples]
    if len(games) > 1 and name != "games":  # whole games are clustered by pairs
        for sample in samples:
            known = sample.metadata or {}
            known["cluster"] = cluster_of(known["game"], known["cluster"], known["tier"])
    about = provenance(name, games, str(style.form), str(style.variant), seed, prompts, duels)
    return Task(MemoryDataset(samples, name), solver=solver, scorer=scorer, version=VERSION, metadata=about)


def _sample(presentation: Presentation, number: int, cluster: int, *, target: str | list[str], **known: Any) -> Sample:
    game = presentation.duel.game
    known |= {"presentation": presentation.as_data(), "game": game.id, "board": str(game), "tier": tier_of(game)}
    known |= {"form": str(presentation.style.form), "variant": str(presentation.style.variant)}
    known |= {"cluster": f"{game.id} {cluster}", "split": TEST}
    return Sample(input=[ask_for_move(presentation)], target=target, id=f"{game.id}-{number}", metadata=known)


# --- Single moves


@task
def moves(
    game: Games = "all",
    size: int | None = None,
    rules: Games = "",
    prompt: str = Form.BOARD,
    variant: str = "plain",
    moves_given: bool = False,
    seed: int = SEED,
    count: int | None = None,
    tier: str = "A",
    duels: str = PRACTICE,
) -> Task:
    """Choose a move in a position: is it legal, does it keep the value, how many plies does it lose?"""
    style, games = Style(prompt, variant, moves_given), chosen_games(game, size, rules, tier, duels)
    wanted = samples_per_game("moves", tier, count)
    samples = [sample for each in games for sample in _position_samples(each, style, seed, wanted)]
    return _task("moves", samples, style, seed, games, generate(), score_move(), duels)


def _position_samples(game: Game, style: Style, seed: int, count: int) -> Iterator[Sample]:
    for number, (drawn, presentation) in enumerate(move_questions(game, style, seed, count)):
        value = drawn.evaluation.value
        yield _sample(
            presentation,
            number,
            drawn.game_number,
            target=list(map(presentation.say, drawn.evaluation.best_moves)),
            phase=drawn.phase,
            choice=drawn.choice,
            value=value.outcome,
            plies=value.plies,
        )


@scorer(metrics=_METRICS)
def score_move() -> Scorer:
    """Judge the move by its exact value."""

    async def score(state: TaskState, target: Target) -> Score:
        turns = await judged_turns(state)
        return score_of(turns, {}, {}, f"{turns[0]['said']}: {turns[0]['verdict']}, {turns[0]['reason']}")

    return score


# --- Whole games


_DUEL, _POINTS, _SOLVED = "gridduels_duel", "gridduels_points", "gridduels_solved"
_RANDOM_GAMES: Final = 10
"""The number of random games per sample used to estimate the chance of winning."""


@task
def games(
    game: Games = "all",
    size: int | None = None,
    rules: Games = "",
    prompt: str = Form.BOARD,
    variant: str = "plain",
    moves_given: bool = False,
    seed: int = SEED,
    count: int | None = None,
    opponent: str = "medium",
    history: bool = True,
    retries: int = 2,
    tier: str = "A",
    duels: str = PRACTICE,
) -> Task:
    """Play whole games against a player, from both sides of the same balanced openings."""
    make_player(opponent, random.Random())  # reject an unknown player now rather than mid-game
    style, boards = Style(prompt, variant, moves_given), chosen_games(game, size, rules, tier, duels)
    wanted = samples_per_game("games", tier, count)
    samples = [sample for each in boards for sample in _game_samples(each, style, seed, wanted, opponent)]
    return _task("games", samples, style, seed, boards, play_game(opponent, retries, history), score_game(), duels)


def _game_samples(game: Game, style: Style, seed: int, count: int, opponent: str) -> Iterator[Sample]:
    if count < 2 or count % 2:
        raise SetupError(f"cannot pair {count!r} games: count must be an even number")
    openings = openings_on(TEST, game, seed, count // 2)
    for number in range(count):
        duel, seat = Duel(game, start=openings[number // 2]), 1 + number % 2
        presentation = Presentation(duel, disguise_of(game, style, seed, number // 2), style)
        chance = {"won": _chance_of_winning(duel, seat, opponent, f"{seed} {number}")}
        yield _sample(
            presentation, number, number // 2, target="win", seat=seat, opponent=opponent, seed=seed, chance=chance
        )


def _chance_of_winning(duel: Duel, seat: int, opponent: str, seed: str) -> float:
    """Return the mean result of playing random legal moves against the opponent, over a few games."""
    total = 0.0
    for number in range(_RANDOM_GAMES):
        rng, game = random.Random(f"{seed} {number}"), duel
        player = make_player(opponent, rng)
        assert player
        while not game.outcome:
            game = game.play(rng.choice(game.legal_moves) if game.turn == seat else player.choose(game))
        player.close()
        total += game.ended.points[seat - 1]
    return total / _RANDOM_GAMES


@solver
def play_game(opponent: str, retries: int, history: bool) -> Solver:
    """Play a game to the end. The model forfeits if it gives no legal move within the allowed number of tries."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        presentation, seat = Presentation.of(state.metadata["presentation"]), state.metadata["seat"]
        seed = f"{state.metadata.get('seed', 0)} {state.sample_id} {state.epoch} {opponent}"
        player = make_player(opponent, random.Random(seed))
        assert player
        turns = Turns(state, generate, retries=retries, history=history)
        before = ""
        while not presentation.duel.outcome:
            if presentation.duel.turn == seat:
                move = await turns.ask(presentation, before)
                presentation = presentation.play(move) if move else _forfeited(presentation, seat)
            else:
                presentation, before = await _reply(presentation, player)
            state.store.set(_DUEL, presentation.as_data())
        player.close()
        state.store.set(_POINTS, presentation.duel.ended.points[seat - 1])
        return state

    return solve


async def _reply(presentation: Presentation, player: Player) -> tuple[Presentation, str]:
    """Return the presentation after the opponent's move, and a sentence about it."""
    move = await anyio.to_thread.run_sync(player.choose, presentation.duel)
    sentence = f"{presentation.disguise.player(presentation.duel.turn)} plays {presentation.say(move)}."
    return presentation.play(move), sentence


def _forfeited(presentation: Presentation, seat: int) -> Presentation:
    stopped = presentation.duel.stop(3 - seat, Reason.FORFEIT)
    return Presentation(stopped, presentation.disguise, presentation.style)


@scorer(metrics=[measure(["won"]), rating(), *_METRICS])
def score_game() -> Scorer:
    """Score the result and judge every move. An unfinished game counts as lost."""

    async def score(state: TaskState, target: Target) -> Score:
        points = float(state.store.get(_POINTS, 0.0))
        about = f"{points:g} points: {(state.store.get(_DUEL) or {}).get('moves', 'not finished')}"
        return score_of(await judged_turns(state), {"won": points}, state.metadata.get("chance", {}), about)

    return score


# --- Puzzles


@task
def puzzles(
    game: Games = "all",
    size: int | None = None,
    rules: Games = "",
    prompt: str = Form.BOARD,
    variant: str = "plain",
    moves_given: bool = False,
    seed: int = SEED,
    count: int | None = None,
    plies: int | None = None,
    history: bool = True,
    tier: str = "A",
    duels: str = PRACTICE,
) -> Task:
    """Win as fast as possible from positions with only one winning move, against the longest defence."""
    style, games = Style(prompt, variant, moves_given), chosen_games(game, size, rules, tier, duels)
    wanted = samples_per_game("puzzles", tier, count)
    samples = [sample for each in games for sample in _puzzle_samples(each, style, seed, wanted, plies)]
    solver = play_puzzle(retries=0, history=history)
    return _task("puzzles", samples, style, seed, games, solver, score_puzzle(), duels)


def _puzzle_samples(game: Game, style: Style, seed: int, count: int, plies: int | None) -> Iterator[Sample]:
    with asking_within_reason(game) as values:
        drawn = (each for each in draw_puzzles(values, seed, plies) if is_on(TEST, game, each.position))
        found = list(islice(drawn, count))
    for number, puzzle in enumerate(found):
        presentation = Presentation(puzzle.duel(), disguise_of(game, style, seed, number), style)
        target, chance = presentation.say(puzzle.solution), chance_of_solving(presentation)
        yield _sample(presentation, number, number, target=target, plies=puzzle.plies, chance=chance)


@solver
def play_puzzle(retries: int, history: bool) -> Solver:
    """Play against the longest defence for as long as every move wins as fast as possible."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        presentation, before = Presentation.of(state.metadata["presentation"]), _task_of(state.metadata)
        turns = Turns(state, generate, retries=retries, history=history)
        while True:
            evaluation = await evaluate(presentation)
            move = await turns.ask(presentation, before)
            if move not in evaluation.best_moves:
                break
            solver, before, presentation = presentation.duel.turn, "", presentation.play(move)
            while not presentation.duel.outcome and presentation.duel.turn != solver:
                reply = (await evaluate(presentation)).best_moves[0]
                before += f"{presentation.disguise.player(presentation.duel.turn)} plays {presentation.say(reply)}."
                presentation = presentation.play(reply)
            if presentation.duel.outcome:
                state.store.set(_SOLVED, True)
                break
        return state

    return solve


def _task_of(metadata: dict[str, Any]) -> str:
    return (
        f"This is a puzzle: you can win in {metadata['plies']} plies (single moves, yours and your opponent's), "
        "whatever your opponent does. Win as fast as you can."
    )


@scorer(metrics=[measure(["solved", "first"]), *_METRICS])
def score_puzzle() -> Scorer:
    """Score whether the puzzle was solved and whether the first move was right."""

    async def score(state: TaskState, target: Target) -> Score:
        turns = await judged_turns(state)
        values = {
            "solved": float(bool(state.store.get(_SOLVED, False))),
            "first": float(turns[0]["verdict"] == "best"),
        }
        about = " ".join(str(turn["said"]) for turn in turns)
        return score_of(turns, values, state.metadata["chance"], about)

    return score


def chance_of_solving(presentation: Presentation) -> dict[str, float]:
    """Return the probability that random legal moves solve a puzzle, and the probability that the first of them is
    right."""
    with asking_within_reason(presentation.duel.game) as values:
        best = values.evaluate(presentation.duel)
        return {"solved": _chance(values, presentation), "first": len(best.best_moves) / len(best.moves)}


def _chance(values: Values, presentation: Presentation) -> float:
    evaluation = values.evaluate(presentation.duel)
    total = 0.0
    for move in evaluation.best_moves:
        after = presentation.play(move)
        for reply in defence(values, after.duel, presentation.duel.turn):
            after = after.play(reply)
        total += 1.0 if after.duel.outcome else _chance(values, after)
    return total / len(evaluation.moves)


# --- Questions about the rules


@task
def rules(
    game: Games = "all",
    size: int | None = None,
    rules: Games = "",
    prompt: str = Form.BOARD,
    variant: str = "plain",
    seed: int = SEED,
    count: int | None = None,
    tier: str = "A",
    duels: str = PRACTICE,
) -> Task:
    """Answer questions about the rules, which have exact answers."""
    style, games, samples = Style(prompt, variant), chosen_games(game, size, rules, tier, duels), []
    wanted = samples_per_game("rules", tier, count)
    for chosen in games:
        for number, question in enumerate(draw_questions(chosen, wanted, seed, variant, prompt)):
            known = {"kind": str(question.kind), "chance": question.chance, "game": chosen.id, "board": str(chosen)}
            known |= {"form": prompt, "variant": variant, "tier": tier_of(chosen), "split": TEST}
            known |= {"cluster": f"{chosen.id} {question.game_number}"}
            known |= {"position": chosen.text(question.duel.position)}
            name = f"{chosen.id}-{number}"
            samples.append(Sample(input=[ask_question(question)], target=question.answer, id=name, metadata=known))
    return _task("rules", samples, style, seed, games, generate(), score_rules(), duels)


@scorer(metrics=[measure(["right", "answered", *Kind])])
def score_rules() -> Scorer:
    """Score whether the answer is right, overall and by kind of question."""

    async def score(state: TaskState, target: Target) -> Score:
        kind, reply = state.metadata["kind"], state.output.completion
        right = is_right(kind, reply, target.text)
        values = dict.fromkeys(Kind, float("nan")) | {kind: float(bool(right))}
        values |= {"right": float(bool(right)), "answered": float(right is not None)}
        chance = {kind: state.metadata["chance"], "right": state.metadata["chance"]}
        constants = {key: {target.text: 1.0} for key in (kind, "right")}
        return Score(value=values, answer=reply[-200:], metadata={"chance": chance, "constants": constants})

    return score


# --- Our players as models: `gridduels/perfect`, `gridduels/level:4`, or any other player listed by `gridduels players`
#
# They get the same prompts as any other model, which tests the harness end to end without network access and provides
# baseline scores. `random` guesses the answers to questions about the rules; the other players know them.


class PlayerModel(ModelAPI):
    """A player as a model."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        if make_player(model_name, random.Random()) is None:
            raise SetupError(f"{model_name!r} is a person, not a model: choose one of `gridduels players`")
        self._seed = model_args.get("seed", 0)
        self._times: Counter[str] = Counter()
        """How often each prompt was asked, so every epoch gets a new random draw regardless of sample order."""

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        prompt = input[-1].text
        self._times[prompt] += 1
        rng = random.Random(f"{self._seed} {self.model_name} {self._times[prompt]} {prompt}")
        reply = await anyio.to_thread.run_sync(self._reply, input, rng)
        return ModelOutput.from_content(self.model_name, f"{ANSWER} {reply}")

    def _reply(self, messages: list[ChatMessage], rng: random.Random) -> str:
        found = asked(messages)
        if found is None:
            raise SetupError("gridduels models only answer prompts from gridduels tasks")
        if "question" in found:
            return self._answer(found["question"], rng)
        presentation = Presentation.of(found["presentation"])
        player = make_player(self.model_name, rng)
        assert player
        try:
            return presentation.say(player.choose(presentation.duel))
        finally:
            player.close()

    def _answer(self, question: dict[str, Any], rng: random.Random) -> str:
        if self.model_name != "random":
            return str(question["answer"])
        if question["words"]:
            return ", ".join(word for word in question["words"] if rng.random() < 0.5) or "none"
        return str(rng.choice(question["guesses"] or ["unknown"]))


@modelapi(name="gridduels")
def players() -> type[ModelAPI]:
    """Return the provider for models whose names begin with `gridduels/`."""
    return PlayerModel
