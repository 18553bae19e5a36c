"""Perft against the models' counts in tests/models/PERFT.json."""

import json
from itertools import islice

import pytest

from gridduels import Game, load_game
from gridduels.game import perft
from tests.helpers import ALL, GAMES, model_of, name_of
from tests.models.perft import PERFT_FILE, levels

STORED: dict[str, dict[str, dict[str, list[int]]]] = json.loads(PERFT_FILE.read_text(encoding="utf-8"))
BOARDS = [(id, int(size)) for id, sizes in STORED.items() for size in sizes]


def test_every_game_and_size_has_stored_counts() -> None:
    assert set(BOARDS) == {(id, size) for id in GAMES for size in load_game(id).definition.sizes}


@pytest.mark.heavy
@pytest.mark.parametrize(("id", "size"), BOARDS)
def test_perft_is_what_the_models_counted(id: str, size: int) -> None:
    for rulings, counts in STORED[id][str(size)].items():
        game = load_game(id, size, **dict(pair.split("=") for pair in rulings.split(",") if pair))
        assert perft(game, len(counts)) == counts, repr(game)


@pytest.mark.heavy
@pytest.mark.parametrize("game", [games[-1] for games in ALL.values()], ids=name_of)
def test_perft_of_any_variant_is_what_its_model_counts(game: Game) -> None:
    assert perft(game, 3) == [level.total() for level in islice(levels(model_of(game)), 1, 4)]


@pytest.mark.heavy
@pytest.mark.parametrize("reserve", range(4, 10))
def test_perft_with_large_reserves_is_what_the_model_counts(reserve: int) -> None:
    game = load_game("blockade", 3, obstacles=reserve, paths="opponent", stuck="passes")
    assert perft(game, 6) == [level.total() for level in islice(levels(model_of(game)), 1, 7)]


def test_perft_of_depth_zero_is_empty() -> None:
    assert perft(load_game("light-cycle"), 0) == []


def test_after_the_last_possible_ply_perft_stays_at_zero() -> None:
    assert perft(load_game("gridlock", 3), 12) == [4, 8, 16, 24, 40, 48, 32, 8, 0, 0, 0, 0]


def test_perft_follows_the_positions_rules_alone_so_that_repetition_does_not_matter() -> None:
    barred, endless = (load_game("grid-runner", 3, repetition=value) for value in ("barred", "endless"))
    assert perft(barred, 12) == perft(endless, 12)
