"""Datasets: every label agrees with the table, and positions are sampled as documented."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

import numpy as np
import pytest

from gridduels import Duel, SetupError, load_game
from gridduels.analysis.dataset import _QUARTERS, SAMPLINGS, Dataset, draw_dataset
from gridduels.analysis.split import BOTH, TEST, TEST_SHARE, TRAIN, is_on
from gridduels.engine import solve
from gridduels.engine.kernels import sample
from gridduels.engine.kernels.compiler import compiled, plain
from gridduels.engine.observation import observe
from gridduels.game import Position
from tests.helpers import GAMES, heavy_but, reachable

SOME = heavy_but(["pathway", "blockade"], GAMES)
INVENTED: Final = ("duel1-3x3-o1-t1-r1-gn-l-sc", "duel1-3x3-o1-t1-gn-l-uc", "duel1-3x3-k1-t0-gs-l-sc")
"""One game that is enumerated and one that is solved in layers; the others would need extra compilation."""
SIGN = {"win": 1, "perpetual": 0, "loss": -1}


def positions_of(dataset: Dataset) -> list[Position]:
    return [dataset.game.position(str(text)) for text in dataset.columns["position"]]


@pytest.mark.parametrize("code", heavy_but(INVENTED[:1], INVENTED))
def test_rows_about_invented_duels_are_positions_of_the_duel(code: str) -> None:
    """Their keys have no bits for fields that a duel does not use."""
    game = load_game(code)
    dataset = draw_dataset(game, 20, seed=1)
    for row, position in enumerate(positions_of(dataset)):
        assert int(dataset.actions[row]) == game.legal(position)
        assert dataset.columns["turn"][row] == position.turn


@pytest.mark.heavy
@pytest.mark.parametrize("id", SOME)
@pytest.mark.parametrize("how", SAMPLINGS)
def test_every_row_says_what_the_table_says(id: str, how: str) -> None:
    game = load_game(id, 3, **({"obstacles": 1} if id == "blockade" else {}))
    dataset = draw_dataset(game, 150, how, seed=1)
    values, columns = solve(game), dataset.columns
    for row, position in enumerate(positions_of(dataset)):
        value = values.value(position)
        assert columns["value"][row] == SIGN[value.outcome]
        assert columns["plies"][row] == (-1 if value.plies is None else value.plies)
        assert columns["turn"][row] == position.turn
        assert game.words_of(int(dataset.actions[row])) == game.words_of(game.legal(position))
        assert tuple(np.array(game.moves)[columns["best"][row] == 1]) == values.best_moves(position)
        assert tuple(np.array(game.moves)[columns["legal"][row] == 1]) == tuple(values.move_values(position))
        assert (columns["planes"][row] == observe(game, position, position.turn)).all()


@pytest.mark.parametrize("id", heavy_but(["pathway"], GAMES))
def test_uniform_gives_every_unfinished_position_once_if_all_are_requested(id: str) -> None:
    game = load_game(id, 3, **({"obstacles": 1} if id == "blockade" else {}))
    unfinished = {position for position in reachable(game) if game.legal(position)}
    dataset = draw_dataset(game, 99_999, "uniform", side=BOTH)
    assert len(dataset) == len(unfinished)
    assert set(positions_of(dataset)) == unfinished
    sides = [set(positions_of(draw_dataset(game, 99_999, "uniform", side=side))) for side in (TRAIN, TEST)]
    assert sides[0] | sides[1] == unfinished
    assert not sides[0] & sides[1]


@pytest.mark.parametrize("how", ["random", "best"])
def test_positions_come_from_play_and_none_occurs_twice(how: str) -> None:
    game = load_game("pathway", 4)
    dataset = draw_dataset(game, 300, how)
    assert len(dataset) == len(np.unique(dataset.keys)) == 300
    assert set(positions_of(dataset)) <= {position for position in reachable(game) if game.legal(position)}


def test_drawing_ends_soon_if_there_are_far_fewer_positions_than_requested() -> None:
    stages: list[int] = []
    dataset = draw_dataset(load_game("pathway", 4), 99_999_999, progress=lambda _, done, __: stages.append(done))
    assert len(dataset) == len(draw_dataset(load_game("pathway", 4), 99_999_999, "uniform"))
    assert 0 < stages[-1] < 1_000_000


def games_of(duel: Duel, chance: float = 1.0) -> Iterator[tuple[Duel, float]]:
    """Return every game that random play can produce, with its probability."""
    if duel.outcome:
        yield duel, chance
    for word in duel.legal_moves:
        yield from games_of(duel.play(word), chance / len(duel.legal_moves))


def test_every_ply_of_a_random_game_is_equally_likely() -> None:
    game, games = load_game("pathway", 3), 20_000
    expected: defaultdict[Position, float] = defaultdict(float)
    for duel, chance in games_of(Duel(game)):
        for position in duel.history()[:-1]:
            expected[position] += chance / duel.ply
    kernels, keys = compiled(game.definition, sample), np.empty(games, np.int64)
    kernels.draw(game.rules, game.start(), solve(game).arrays, 0, 200, 12345, keys)  # type: ignore[attr-defined]
    unpack = plain(game.definition).unpack
    drawn = Counter(unpack(game.rules, key, game.start(), False) for key in keys.tolist())
    assert set(drawn) == set(expected)
    for position, share in expected.items():
        assert abs(drawn[position] - games * share) < 5 * (games * share) ** 0.5


@pytest.mark.heavy
def test_best_play_without_slips_goes_from_best_move_to_best_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_QUARTERS, "best", 4)
    game = load_game("pathway", 4)
    values, waiting = solve(game), [game.start()]
    on_the_way = set(waiting)
    while waiting:
        position = waiting.pop()
        after = [game.play(position, game.action(word)) for word in values.best_moves(position)]
        waiting += [each for each in after if each not in on_the_way]
        on_the_way.update(after)
    unfinished = {position for position in on_the_way if game.legal(position)}
    assert set(positions_of(draw_dataset(game, 99_999, "best", side=BOTH))) == unfinished
    monkeypatch.setitem(_QUARTERS, "best", 3)
    assert set(positions_of(draw_dataset(game, 99_999, "best", side=BOTH))) > unfinished


@pytest.mark.parametrize("how", SAMPLINGS)
def test_a_seed_gives_the_same_positions_in_the_same_order(how: str) -> None:
    game = load_game("pathway", 4)
    first, again, other = (draw_dataset(game, 100, how, seed) for seed in (3, 3, 4))
    assert (first.keys == again.keys).all()
    assert set(first.keys.tolist()) != set(other.keys.tolist())


@pytest.mark.parametrize("how", SAMPLINGS)
@pytest.mark.parametrize("side", [TRAIN, TEST])
def test_as_many_positions_as_requested_are_drawn_on_one_side(how: str, side: str) -> None:
    game = load_game("pathway", 4)
    dataset = draw_dataset(game, 100, how, side=side)
    assert dataset.test.tolist() == [side == TEST] * 100
    assert all(is_on(side, game, position) for position in positions_of(dataset))


@pytest.mark.parametrize("id", SOME)
def test_images_of_a_position_are_on_the_same_side_of_the_split(id: str) -> None:
    """Light Cycle, Pathway, Grid Runner and GridLock have a canonical form; Blockade Runner has symmetries."""
    game = load_game(id, 3, **({"obstacles": 1} if id == "blockade" else {}))
    dataset = draw_dataset(game, 99_999, "uniform", side=BOTH)
    definition = game.definition
    sides: dict[object, bool] = {}
    images = 0
    for position, test in zip(positions_of(dataset), dataset.columns["test"].tolist(), strict=True):
        canonical = definition.canonicalize(game.rules, position)
        for symmetry in range(definition.symmetries):
            image = definition.apply_symmetry(game.rules, canonical, symmetry)
            images += image in sides
            assert sides.setdefault(image, test) == test
    assert images


def test_the_split_depends_on_the_position_alone() -> None:
    game = load_game("pathway", 4)
    sides: dict[str, bool] = {}
    for how, seed in (("random", 0), ("random", 1), ("best", 2), ("uniform", 3)):
        columns = draw_dataset(game, 400, how, seed, BOTH).columns
        for text, test in zip(columns["position"].tolist(), columns["test"].tolist(), strict=True):
            assert sides.setdefault(text, test) == test
    assert abs(np.mean(list(sides.values())) - TEST_SHARE) < 0.05


@pytest.mark.heavy
def test_a_searched_board_gives_exact_labels_and_leaves_out_what_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("light-cycle", 7)
    whole = draw_dataset(game, 40, side=TEST)
    assert (len(whole), whole.undecided) == (40, 0)
    monkeypatch.setattr("gridduels.analysis.dataset.MAX_VISITS", 300)
    part = draw_dataset(game, 40, side=TEST)
    assert len(part) + part.undecided == 40
    assert 0 < len(part) < 40
    known = dict(zip(whole.keys.tolist(), whole.codes.tolist(), strict=True))
    assert all(known[key] == code for key, code in zip(part.keys.tolist(), part.codes.tolist(), strict=True))


@pytest.mark.parametrize(
    ("id", "size", "how", "sentence"),
    [
        ("light-cycle", 7, "best", "light-cycle 7x7 has no table, so only `random` sampling works"),
        ("light-cycle", 3, "often", "unknown sampling method 'often': use random, best, uniform"),
    ],
)
def test_an_undrawable_picture_is_refused_in_a_sentence(id: str, size: int, how: str, sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        draw_dataset(load_game(id, size), 10, how)
    assert str(caught.value) == sentence


def test_too_many_positions_to_list_are_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridduels.analysis.dataset.MAX_POSITIONS", 100)
    with pytest.raises(SetupError, match="pathway 4x4 has too many positions to list: use `random` or `best`"):
        draw_dataset(load_game("pathway", 4), 10, "uniform")
