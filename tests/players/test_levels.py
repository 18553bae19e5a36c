"""The levels from 1 to 10."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from gridduels import Duel, Game, load_game
from gridduels.engine import solve
from gridduels.errors import SetupError
from gridduels.players import make_player
from gridduels.players.levels import LEVELS, NOTE, LevelPlayer, level_number
from tests.helpers import name_of
from tests.players.table import SOLVED, computer, play_on, random_duels

NUMBERS = (1, *LEVELS.values(), 10)


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Share compiled code and tables with all tests."""


@pytest.mark.parametrize("game", SOLVED, ids=name_of)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_level_plays_legal_moves(number: float, game: Game) -> None:
    player = LevelPlayer("level", number, random.Random(1))
    for duel in random_duels(game, 20):
        assert player.choose(duel) in duel.legal_moves


@pytest.mark.parametrize("name", [*LEVELS, "level:3", "level:7.5"])
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    game = load_game("blockade", 4)
    first, again, other = (play_on(Duel(game), computer(name, seed), computer(name, seed)) for seed in (1, 1, 2))
    assert first == again
    assert other.outcome


@pytest.mark.parametrize("name", LEVELS)
def test_a_name_is_a_point_on_the_scale(name: str) -> None:
    duels = [*random_duels(load_game("gridlock", 5), 20), *random_duels(load_game("blockade", 4), 20)]
    numbered = f"level:{LEVELS[name]:g}"
    assert [computer(name).choose(duel) for duel in duels] == [computer(numbered).choose(duel) for duel in duels]
    assert computer(numbered).name == numbered


@pytest.mark.parametrize("text", ["0.9", "10.1", "nan", "", "high", "1e3", "1_0", "٣", " 5"])
def test_an_invalid_level_is_refused(text: str) -> None:
    with pytest.raises(SetupError, match="A level is a number from 1 to 10, such as"):
        make_player(f"level:{text}", random.Random())
    assert level_number("10") == 10


@pytest.mark.parametrize("game", SOLVED, ids=name_of)
@pytest.mark.parametrize("name", ["medium", "hard"])
def test_from_medium_up_a_win_in_one_is_taken_and_a_loss_in_one_stopped(name: str, game: Game) -> None:
    values, player, chances = solve(game), computer(name), 0
    for duel in random_duels(game, 120, seed=5, most=60):
        if duel.repeated:
            continue  # levels do not see which moves repetition bars later
        worth = values.evaluate(duel)
        outcomes = {word: str(value) for word, value in worth.moves.items()}
        played = outcomes[player.choose(duel)]
        chances += "win in 1 ply" in outcomes.values()
        assert played == "win in 1 ply" or "win in 1 ply" not in outcomes.values()
        assert played != "loss in 2 plies" or set(outcomes.values()) == {played}
    assert chances > 1


@pytest.mark.heavy
@pytest.mark.parametrize("name", LEVELS)
def test_obstacles_are_saved_for_use(name: str) -> None:
    game, player, placed = load_game("blockade"), computer(name), 0
    for _ in range(40):
        placed += player.choose(Duel(game)).startswith("@")
    assert placed <= 20


def test_the_higher_level_errs_less_often() -> None:
    shares = []
    for name in LEVELS:
        kept = number = 0
        for game in (load_game("gridlock", 5), load_game("light-cycle")):
            values, player = solve(game), computer(name)
            for duel in random_duels(game, 250):
                worth = values.evaluate(duel)
                number += 1
                kept += worth.verdict(player.choose(duel)).keeps
        shares.append(kept / number)
    assert shares == sorted(shares)
    assert shares[2] - shares[0] > 0.03


@pytest.mark.parametrize("number", NUMBERS)
def test_where_there_is_no_table_a_level_looks_ahead(number: float) -> None:
    player = LevelPlayer("level", number, random.Random(1))
    duel = Duel(load_game("light-cycle", 7))
    for _ in range(10):
        assert player.choose(duel) in duel.legal_moves
    assert player.note == (NOTE if number > LEVELS["easy"] else "")


def test_easy_needs_no_engine_at_all() -> None:
    script = (
        "import sys, random; from gridduels import Duel, load_game; from gridduels.players import make_player;"
        "print(make_player('easy', random.Random(1)).choose(Duel(load_game('blockade', 6))));"
        "print(*(name for name in sys.modules if name.startswith(('numpy', 'numba', 'gridduels.engine'))))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    move, loaded = done.stdout.split("\n")[:2]
    assert move in load_game("blockade", 6).moves
    assert loaded == ""
