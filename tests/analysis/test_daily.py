"""The puzzle of the day: the same for everyone, easy on Monday, hard on Sunday."""

import subprocess
import sys
from datetime import date, timedelta

import pytest

from gridduels.analysis.puzzles import daily_game, daily_puzzle
from gridduels.engine import solve
from tests.helpers import GAMES

MONDAY = date(2026, 11, 16)


def test_each_game_gets_its_turn_on_every_weekday() -> None:
    days = [MONDAY + timedelta(number) for number in range(35)]
    assert {(daily_game(day).id, day.weekday()) for day in days} == {(id, day) for id in GAMES for day in range(7)}


@pytest.mark.heavy
@pytest.mark.parametrize("id", GAMES)
def test_a_week_grows_from_easy_to_hard(id: str) -> None:
    days = [day for day in (MONDAY + timedelta(number) for number in range(35)) if daily_game(day).id == id]
    values = solve(daily_game(days[0]))
    found = {day.weekday(): daily_puzzle(values, day).plies for day in days}
    assert found == {0: 3, 1: 3, 2: 5, 3: 5, 4: 7, 5: 7 if id == "grid-runner" else 9, 6: 11}


def test_exactly_one_move_wins_and_it_wins_in_time() -> None:
    values = solve(daily_game(MONDAY))
    puzzle = daily_puzzle(values, MONDAY)
    worth = values.move_values(puzzle.position)
    assert [word for word, value in worth.items() if value.outcome == "win"] == [puzzle.solution]
    assert worth[puzzle.solution].plies == puzzle.plies == 3


def test_it_is_the_same_in_another_process_without_numpy() -> None:
    here = daily_puzzle(solve(daily_game(MONDAY)), MONDAY)
    program = f"""
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from datetime import date
from gridduels.analysis.puzzles import daily_game, daily_puzzle
from gridduels.engine import solve
day = date.fromisoformat("{MONDAY}")
puzzle = daily_puzzle(solve(daily_game(day)), day)
print(puzzle.game.text(puzzle.position), puzzle.solution)
"""
    there = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert there.strip() == f"{here.game.text(here.position)} {here.solution}"
