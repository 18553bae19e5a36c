"""Every interface gives the same values for a duel and its moves, even if repetition bars some moves."""

import asyncio
import json
from itertools import islice
from typing import Any

import pytest

from gridduels import Duel, Game, Record, load_game
from gridduels.agents.turns import label
from gridduels.analysis.annotations import annotate
from gridduels.analysis.sentences import Unit, describe
from gridduels.arena.statistics import Measure, measure
from gridduels.cli import main
from gridduels.engine import Evaluation, MoveValues, Value, solve
from gridduels.terminal.arcade.work import ask_evaluation
from gridduels.terminal.line import LineMode
from gridduels.web.pool.tasks import Watch, analyse, worth
from tests.engine.test_values import repeating_duels
from tests.helpers import name_of
from tests.terminal.table import seat

FEW = {load_game("grid-runner", 4): 4, load_game("blockade", 3, obstacles=1): 4}
MANY = {load_game("grid-runner", 3): 40, load_game("grid-runner", 4): 10, load_game("blockade", 4, obstacles=1): 10}
"""The number of duels to compare on each board. The tables of all these boards ship with the package."""


@pytest.mark.parametrize("game", FEW, ids=name_of)
def test_every_surface_agrees_on_a_few_duels(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert_every_surface_agrees(game, FEW[game], capsys)


@pytest.mark.heavy
@pytest.mark.parametrize("game", MANY, ids=name_of)
def test_every_surface_agrees_on_many_duels(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert_every_surface_agrees(game, MANY[game], capsys)


def assert_every_surface_agrees(game: Game, count: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Compare the values of duels and of their moves everywhere; repetition bars a move in at least one duel."""
    values, barred = solve(game), 0
    unfinished = (duel for duel in repeating_duels(game, 1000, seed=1) if not duel.outcome)
    for duel in islice(unfinished, count):
        truth = values.evaluate(duel)
        barred += bool(truth.barred)
        assert explored(duel, capsys) == truth
        assert_line_mode_says(truth, duel)
        assert_labels_say(truth, duel)
        assert asyncio.run(asked_in_the_arcade(duel)) == truth
        assert worth(watching(), duel)[:2] == truth[:2]
        for move in truth.moves:
            assert_judged(truth, duel, move)
    assert barred


def explored(duel: Duel, capsys: pytest.CaptureFixture[str]) -> Evaluation:
    """Return the output of `gridduels explore --json`."""
    rules = [f"--rule={name}={value}" for name, value in duel.game.rulings.items()]
    options = ["--json", "--size", str(duel.game.size), "--first", str(duel.start.turn), *rules]
    capsys.readouterr()
    assert main(["explore", duel.game.id, *duel.moves, *options]) == 0
    data = json.loads(capsys.readouterr().out)
    moves = MoveValues({each["move"]: Value(each["value"], each["plies"]) for each in data["moves"]})
    return Evaluation(Value(data["value"], data["plies"]), moves, tuple(data["barred"]))


def assert_line_mode_says(truth: Evaluation, duel: Duel) -> None:
    """Check `hint` and `eval` in line mode."""
    console, target = seat("hint; hint; eval; quit")
    LineMode(duel.game, console, resumed=[Record(duel)], plies=True).run()
    said = target.getvalue().splitlines()
    assert f"Best is {truth.best_moves[0]}: {describe(truth.value, unit=Unit.PLIES)}." in said
    listed = dict(line.split(maxsplit=1) for line in said if line.startswith("  "))
    for word, value in truth.moves.items():
        assert listed[word] == describe(value, unit=Unit.PLIES)
    for word in truth.barred:
        assert listed[word].startswith("barred")


def assert_labels_say(truth: Evaluation, duel: Duel) -> None:
    labels = label(duel)
    assert (labels["value"], labels.get("plies")) == truth.value
    assert labels["best_moves"] == truth.best_moves


async def asked_in_the_arcade(duel: Duel) -> Evaluation:
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    ask_evaluation(duel, answer.set_result, answer.set_exception, lambda *_: None)
    evaluation: Evaluation = await answer
    return evaluation


def watching() -> Watch:
    watch = Watch(lambda stage, done, total: None)
    watch.begin(60)
    return watch


def assert_judged(truth: Evaluation, duel: Duel, move: str) -> None:
    """Check the remark on a move once it has been made."""
    after, verdict, value = duel.play(move), truth.verdict(move), truth.moves[move]
    values = solve(duel.game)
    note = annotate(after, values).notes[-1]
    assert note[2:] == (move, verdict, value, truth.value, truth.best_moves)
    lost = abs(value.plies - truth.value.plies) if value.plies is not None and truth.value.plies is not None else None
    labels = label(after)
    assert labels["kept"] == verdict.keeps
    assert labels.get("plies_lost") == (lost if verdict.keeps else None)
    on_the_web = analyse(watching(), after).notes[-1]
    assert (on_the_web.verdict, on_the_web.best) == (verdict, list(truth.best_moves))
    timed = verdict.keeps and lost is not None
    judged = Measure(1, verdict.keeps, timed, lost if timed and lost else 0)
    assert measure(after, values)[duel.turn - 1] == measure(duel, values)[duel.turn - 1].plus(judged)
