"""A game depends only on its Task, and a player that misbehaves loses."""

from __future__ import annotations

import os
import random
import signal
from contextlib import closing
from pathlib import Path

import pytest

from gridduels import Duel, SetupError, load_game
from gridduels.arena.entrants import enter
from gridduels.arena.play import Bench, Task, check_game, known_values, play
from gridduels.arena.statistics import measure
from gridduels.players import Player, RandomPlayer
from gridduels.players.limits import TimeControl
from tests.arena.helpers import GAME
from tests.players.bots.hostile import assert_nothing_is_left, hostile, numbers, posix_only

START = GAME.text(GAME.start())
BENCH = Bench()


def test_the_same_task_gives_the_same_game_whatever_was_played_before() -> None:
    task = Task(GAME, "random", "greedy", 3, False, START)
    first = play(task, BENCH)
    for pair in range(10):
        play(Task(GAME, "random", "greedy", pair, True, START), BENCH)
    assert play(task, BENCH) == first


def test_seed_pair_and_side_all_change_the_game() -> None:
    task = Task(
        load_game("gridlock"), "random", "random", 0, False, "......./......./......./...o.../......./......./....... 1"
    )
    others = [task._replace(seed=1), task._replace(pair=1), task._replace(swapped=True)]
    assert len({each.rng(1).random() for each in [task, *others]}) == 4
    assert task.rng(1).random() != task.rng(2).random()


def test_swapped_players_exchange_seats() -> None:
    task = Task(GAME, "perfect", "random", 0, False, START)
    assert (task.players, play(task, BENCH).winner) == (("perfect", "random"), 1)
    swapped = task._replace(swapped=True)
    assert swapped.players == ("random", "perfect")
    wins = [play(swapped._replace(pair=pair), BENCH).winner for pair in range(10)]
    assert wins.count(2) > 5


def test_a_bot_that_cannot_start_stops_the_match_instead_of_losing() -> None:
    task = Task(GAME, "perfect", "cmd:no-such-program", 0, True, START)
    with pytest.raises(
        SetupError, match="cmd:no-such-program cannot continue: the bot 'no-such-program' cannot be started"
    ):
        play(task, BENCH)


def test_the_game_is_legal_from_its_opening_to_its_end() -> None:
    opening = "....2/.1..#/##..#/...../..... 1"
    played = play(Task(GAME, "random", "random", 0, False, opening), BENCH)
    duel = Duel(GAME, played.moves, start=opening)
    assert duel.outcome == (played.winner, played.reason)
    values = known_values(GAME)
    assert values
    assert played.measures == measure(duel, values)


@pytest.mark.heavy
@posix_only
@pytest.mark.parametrize("way", ["crashes_at_move", "silent", "floods_lines", "ends_at_move"])
def test_a_hostile_bot_loses_its_game_and_nothing_of_it_is_left(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = f"cmd:{hostile(way, tmp_path)}"
    played = play(Task(GAME, "random", bot, 0, False, START, control=TimeControl(0.3)), BENCH)
    assert (played.winner, played.reason) == (1, "forfeit")
    assert played.why.startswith("the bot ")
    assert_nothing_is_left(tmp_path)


def test_a_player_that_makes_an_illegal_move_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomPlayer, "choose", lambda self, duel: "left")
    played = play(Task(GAME, "random", "greedy", 0, False, START), BENCH)
    assert (played.winner, played.reason) == (2, "forfeit")
    assert played.why == "You cannot move left: that is off the grid."


def test_players_are_closed_even_if_the_game_is_aborted(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[Player] = []
    monkeypatch.setattr(RandomPlayer, "close", lambda player: closed.append(player))

    def interrupt(self: object, duel: Duel) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(RandomPlayer, "choose", interrupt)
    with pytest.raises(KeyboardInterrupt):
        play(Task(GAME, "random", "random", 0, False, START), BENCH)
    assert len(closed) == 2


def test_a_person_and_an_unknown_player_are_refused() -> None:
    with pytest.raises(SetupError, match="human is a person, but all players in a match must be programs"):
        enter("human")
    with pytest.raises(SetupError, match="there is no player 'nobody'"):
        enter("nobody")
    assert enter("random").title == "random"


def test_a_game_without_an_end_is_refused() -> None:
    with pytest.raises(SetupError, match="grid-runner may never end under these rulings"):
        check_game(load_game("grid-runner", repetition="endless"))
    check_game(load_game("grid-runner"))


def test_a_size_without_a_table_has_no_measure() -> None:
    game = load_game("pathway", 7)
    assert known_values(game) is None
    assert play(Task(game, "random", "random", 0, False, game.text(game.start())), BENCH).measures is None


def test_games_do_not_use_the_global_random_generator() -> None:
    random.seed(5)
    before = random.getstate()
    play(Task(GAME, "random", "greedy", 0, False, START), BENCH)
    assert random.getstate() == before


@posix_only
def test_one_process_plays_many_games_and_is_restarted_after_a_fault(tmp_path: Path) -> None:
    bot = f"cmd:{hostile('polite_in_version_2', tmp_path)}"
    task = Task(GAME, "random", bot, 0, False, START, control=TimeControl(10))
    with closing(Bench()) as bench:
        for pair in range(3):
            play(task._replace(pair=pair, swapped=pair == 1), bench)
        assert len(numbers(tmp_path)) == 1
        os.kill(numbers(tmp_path)[0], signal.SIGKILL)
        assert play(task, bench).reason == "forfeit"
        play(task, bench)
        assert len(numbers(tmp_path)) == 2
    assert_nothing_is_left(tmp_path)


@posix_only
def test_a_bot_that_plays_itself_has_two_processes(tmp_path: Path) -> None:
    bot = f"cmd:{hostile('polite_in_version_2', tmp_path)}"
    with closing(Bench()) as bench:
        for pair in range(2):
            play(Task(GAME, bot, bot, pair, False, START, control=TimeControl(10)), bench)
    assert len(numbers(tmp_path)) == 2
    assert_nothing_is_left(tmp_path)


@posix_only
def test_analysis_by_a_bot_is_kept_with_its_moves(tmp_path: Path) -> None:
    bot = f"cmd:{hostile('polite_in_version_2', tmp_path)}"
    with closing(Bench()) as bench:
        played = play(Task(GAME, "random", bot, 0, False, START, control=TimeControl(10)), bench)
    moves = played.moves.split()
    assert [info.pv if info else () for info in played.infos] == [
        (move,) if number % 2 else () for number, move in enumerate(moves)
    ]


@posix_only
@pytest.mark.parametrize(
    ("way", "control", "reason"),
    [
        ("resigns", TimeControl(10), ("resigned", "")),
        ("silent", TimeControl(clock=0.2), ("time", "the bot is out of time")),
    ],
)
def test_a_game_ends_by_resigning_and_by_time(
    way: str, control: TimeControl, reason: tuple[str, str], tmp_path: Path
) -> None:
    with closing(Bench()) as bench:
        played = play(Task(GAME, "random", f"cmd:{hostile(way, tmp_path)}", 0, False, START, control=control), bench)
    assert (played.winner, played.reason, played.why) == (1, *reason)


def test_our_own_players_lose_on_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(0, 1000, 7))
    monkeypatch.setattr("gridduels.arena.play.time.monotonic", lambda: next(seconds))
    played = play(Task(GAME, "random", "greedy", 0, False, START, control=TimeControl(clock=10, increment=3)), BENCH)
    assert (played.winner, played.reason) == (2, "time")
    assert len(played.moves.split()) == 2
