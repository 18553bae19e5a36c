"""The value of a duel and its moves, including history, compared with a model that shares no code with the engine."""

import os
import random
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import wait

import numpy as np
import pytest

from gridduels import Duel, Game, SetupError, load_game
from gridduels.engine import MoveValues, Table, Value, Values, progress, solve
from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.progress import silent
from gridduels.engine.solvers import present_layer
from gridduels.engine.solvers.enumeration import enumerate_values
from gridduels.engine.solvers.present_layer import Known, PresentLayer
from gridduels.game import Position
from tests.engine.plain_solver import PlainGraph
from tests.helpers import model_of, name_of
from tests.models import Model

THOROUGH = 20 if os.environ.get("GRIDDUELS_THOROUGH") else 1
DUELS = {
    load_game("grid-runner", 3): 500,
    load_game("grid-runner", 4): 150,
    load_game("grid-runner", 5): 40,
    load_game("grid-runner", 6): 15,
    load_game("grid-runner", 7): 8,
    load_game("blockade", 3, obstacles=1): 300,
    load_game("blockade", 3, obstacles=2, paths="opponent", stuck="passes"): 300,
    load_game("blockade", 3): 400,
    load_game("blockade", 4, obstacles=0): 60,
    load_game("blockade", 4, obstacles=1): 60,
}
"""The number of random duels of each game; several positions of each are checked."""


def repeating_duels(game: Game, count: int, seed: int = 0) -> Iterator[Duel]:
    """Yield positions of random duels that often move back, so that moves become barred."""
    rng = random.Random(f"{seed} {game!r}")
    for number in range(count):
        duel = Duel(game, start=game.start(1 + number % 2))
        while duel.legal_moves and duel.ply < 80:
            duel = duel.play(rng.choice(_words(duel, rng.random())))
            if duel.repeated and rng.random() < 0.2:
                yield duel


def _words(duel: Duel, chance: float) -> list[str]:
    """Return the moves to choose from: occasionally an obstacle, otherwise mostly a step back."""
    placing = [word for word in duel.legal_moves if word.startswith("@")]
    if placing and chance < 0.2:
        return placing
    known = [word for word in duel.legal_moves if duel.play(word).position in duel.history()]
    return known if known and chance > 0.4 else list(duel.legal_moves)


def models_of(duel: Duel) -> list[Model]:
    """Return the model of every position in a duel."""
    models = [model_of(duel.game, duel.start.turn)]
    for word in duel.moves:
        models.append(models[-1].play(word))
    return models


@pytest.mark.heavy
@pytest.mark.parametrize("game", DUELS, ids=name_of)
def test_values_with_history_are_those_of_the_graph_without_repeated_positions(game: Game) -> None:
    table, graph, checked = solve(game), PlainGraph(), 0
    for duel in repeating_duels(game, DUELS[game] * THOROUGH):
        models = models_of(duel)
        numbers = [graph.number(model) for model in models]
        twice = {number for number, times in Counter(numbers).items() if times == 2}
        values = graph.values([numbers[-1]], twice)
        evaluation = table.evaluate(duel)
        assert evaluation.value == table.value_of(duel) == values[numbers[-1]]
        children = dict(zip(models[-1].moves(), graph.children(numbers[-1]), strict=True))
        allowed = {word: values[child] for word, child in children.items() if child not in twice}
        assert evaluation.moves == {word: Value(*value).before() for word, value in allowed.items()}
        assert set(evaluation.barred) == {word for word, child in children.items() if child in twice}
        checked += 1
    assert checked >= DUELS[game] / 2


GRID_RUNNER = "right up right down down left left left up up down down down up up"
BLOCKADE = (
    "down @1,2 down @0,3 up @1,1 down up up left down right up up down left up left down down @2,2 left @3,3 "
    "down up left down right up left"
)


def test_a_barred_move_has_no_value() -> None:
    game = load_game("grid-runner", 3)
    evaluation = solve(game).evaluate(Duel(game, GRID_RUNNER))
    assert evaluation.barred == ("down",)
    assert evaluation.moves == {"up": Value("win", 1)}


def test_a_move_wins_at_once_when_every_reply_to_it_is_barred() -> None:
    game = load_game("blockade", 5)
    duel, table = Duel(game, BLOCKADE), solve(game)
    assert table.value(duel.play("down").position).before() == Value("win", 23)
    evaluation = table.evaluate(duel)
    assert evaluation.moves["down"] == evaluation.value == Value("win", 1)
    assert evaluation.best_moves == ("down",)
    assert duel.play("down").outcome == (1, "repetition")
    assert table.evaluate(duel.play("down")) == (Value("loss", 0), {}, ("right",))


@pytest.mark.heavy
@pytest.mark.parametrize("game", [load_game("grid-runner", 7), load_game("blockade", 4, obstacles=2)], ids=name_of)
def test_compiled_and_plain_python_find_the_same(game: Game) -> None:
    table = solve(game)
    assert isinstance(table, Table)
    for duel in repeating_duels(game, 3):
        plain = PresentLayer(game, duel.position, Known(table.sections), fast=False)
        fast = PresentLayer(game, duel.position, Known(table.arrays), fast=True)
        assert list(plain.without(duel.repeated).codes) == fast.without(duel.repeated).codes.tolist()


@pytest.mark.parametrize("fast", [False, True], ids=["plain", "compiled"])
def test_later_layers_may_come_from_outside_the_table(fast: bool) -> None:
    game = load_game("blockade", 3, obstacles=1)
    table, nothing = solve(game), [np.frombuffer(b"", kind) for kind in (np.int64, np.int64, np.int64, np.int8)]
    found = Known(TableArrays(*nothing), *enumerate_values(game, [game.start()], silent))
    layer = PresentLayer(game, game.start(), found, fast).without(frozenset())
    for duel in (Duel(game), Duel(game, "down up"), Duel(game, "right left right")):
        assert layer.value(duel.position) == table.value(duel.position)
    assert layer.value(Duel(game, "@1,1").position) is None


def test_compiled_code_takes_over_once_it_is_ready_and_no_caller_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("grid-runner", 4)
    table, duel, loaded = solve(game), Duel(game, "right left left right right left left"), threading.Event()
    monkeypatch.setattr(present_layer._meter, "seconds", 0.0)
    evaluation, listed = table.evaluate(duel), list[bool]()

    def listing(self: PresentLayer, game: Game, position: Position, known: Known, fast: bool) -> None:
        listed.append(fast)
        if threading.current_thread() is not threading.main_thread():
            loaded.wait()
        listing_really(self, game, position, known, fast)

    listing_really = PresentLayer.__init__
    monkeypatch.setattr(PresentLayer, "__init__", listing)
    monkeypatch.setattr(present_layer, "_PATIENCE", -1.0)
    monkeypatch.setattr(progress, "_loading", {})
    assert table.evaluate(duel) == evaluation
    loaded.set()
    wait(progress._loading.values())
    assert table.evaluate(duel) == evaluation
    assert listed == [True, True]


def test_plain_python_answers_if_numba_is_not_installed() -> None:
    game = load_game("blockade", 4, obstacles=1)
    solve(game)
    code = f"""
import sys
sys.modules["numba"] = sys.modules["numpy"] = None
from gridduels import Duel
from gridduels.engine import solve
from gridduels.engine.solvers import present_layer
present_layer._PATIENCE = -1.0
from gridduels import load_game
print(solve({game!r}).evaluate(Duel({game!r}, "right left left right right left left")).barred)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("('right',)\n", "")


def test_a_resigned_duel_has_the_value_of_its_last_position() -> None:
    game = load_game("grid-runner", 3)
    duel, table = Duel(game, GRID_RUNNER), solve(game)
    assert table.evaluate(duel.resign()) == (Value("win", 1), {}, ("down",))


def test_moves_found_before_an_interruption_are_kept() -> None:
    game = load_game("light-cycle", 3)
    table, found = solve(game), MoveValues()
    whole = table.evaluate(Duel(game)).moves
    answers = iter([Value("loss", 2)])

    class Stopped(Exception):
        pass

    def value(position: object) -> Value:
        for answer in answers:
            return answer
        raise Stopped

    table.value = value  # type: ignore[method-assign]
    with pytest.raises(Stopped):
        table.evaluate(Duel(game), found)
    assert list(found) == list(whole)[:1]


def test_without_repetition_in_the_present_layer_the_table_answers() -> None:
    game = load_game("blockade", 4, obstacles=1)
    duel, table = Duel(game, "right left left right right left left"), solve(game)
    placed = duel.play("@1,1")
    assert placed.repeated
    assert table.evaluate(placed).moves == table.move_values(placed.position)


def test_values_that_are_searched_refuse_a_duel_with_barred_moves() -> None:
    class Bare(Values):
        def __init__(self, game: Game) -> None:
            self.game = game

        def value(self, position: object) -> Value:
            return Value("win", 3)

    game = load_game("grid-runner", 3)
    with pytest.raises(SetupError, match="grid-runner has no table"):
        Bare(game).evaluate(Duel(game, GRID_RUNNER))
