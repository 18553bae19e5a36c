"""An external bot as a player, and everything it can do wrong."""

from __future__ import annotations

import pickle
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from gridduels import Duel, SetupError, load_game
from gridduels.errors import Forfeit
from gridduels.players import make_player
from gridduels.players.bots.player import BotPlayer
from tests.players.bots.hostile import assert_nothing_is_left, hostile, is_running, numbers, posix_only

pytestmark = posix_only
START: Final = Duel(load_game("grid-runner"))

FORFEITS: Final = {
    "silent": "the bot gave no move within 0.2 s",
    "slow": "the bot gave no move within 0.2 s",
    "stops_itself": "the bot gave no move within 0.2 s",
    "floods_errors": "the bot gave no move within 0.2 s",
    "crashes_at_start": "the bot ended with exit code 3",
    "crashes_at_move": "the bot ended with exit code 1",
    "crashes_in_the_middle_of_a_line": "the bot ended with exit code 5 in the middle of the line 'mov'",
    "is_killed": "the bot was killed by the signal SIGKILL",
    "ends_at_move": "the bot ended with exit code 0",
    "floods_without_newline": "the bot flooded its output with a line of more than 4096 bytes",
    "floods_a_move": "the bot flooded its output with a line of more than 4096 bytes",
    "floods_lines": "the bot flooded its output with more than 10000 lines before its answer",
    "floods_empty_lines": "the bot flooded its output with more than 10000 lines before its answer",
    "closes_output": "the bot closed its output",
    "closes_input": "the bot closed its input",
    "closes_everything": "the bot closed its (input|output)",
    "plays_an_illegal_move": r"the bot played up, which is not legal: You cannot move up: that is off the grid\.",
    "plays_no_word_of_the_game": "the bot said 'move north', which is not a move of grid-runner",
    "plays_two_words": "the bot said 'move down right', which is not a move of grid-runner",
    "plays_nothing": "the bot said 'move', which is not a move of grid-runner",
    "garbles_its_move": "the bot said 'mvoe down' when its move was expected",
    "thinks_aloud": r"the bot said 'thinking\.\.\.' when its move was expected",
    "says_binary_garbage": "the bot said '�+[^\x1b]*' when its move was expected",
    "gives_up": "the bot says that it cannot move: 'I have no idea'",
    "cannot_play": "the bot says that it cannot play: 'not today'",
    "plays_chess": "the bot does not play grid-runner:5,repetition=barred,stuck=loses",
    "speaks_another_version": "the bot said 'ready 3' instead of 'ready 2' or 'ready 1'",
    "declares_no_games": r"the bot said it was ready without listing its games \('games all' if it plays all of them\)",
    "declares_nonsense": "the bot made an invalid declaration: the option threads is a number without a minimum and .*",
    "moves_instead_of_pong": "the bot said 'move up' when 'pong 1' was expected",
    "has_no_name": "the bot said it was ready without giving its name",
    "leaves_an_orphan_and_crashes": "the bot ended with exit code 6",
}


def player(way: str, folder: Path, think: float = 10) -> BotPlayer:
    return BotPlayer(hostile(way, folder), think)


def forfeit(bot: BotPlayer, duel: Duel = START) -> Forfeit:
    with pytest.raises(Forfeit) as caught:
        bot.choose(duel)
    return caught.value


@pytest.mark.heavy
@pytest.mark.parametrize("way", FORFEITS)
def test_misbehaviour_is_a_forfeit_with_a_reason_and_nothing_is_left(way: str, tmp_path: Path) -> None:
    patient = "within" not in FORFEITS[way]
    lost = forfeit(player(way, tmp_path, 10 if patient else 0.2))
    assert re.fullmatch(FORFEITS[way], str(lost))
    assert lost.code == "forfeit"
    assert_nothing_is_left(tmp_path)
    assert lost.log
    assert lost.log.read_bytes().startswith(f"I am the one who {way}\n".encode())
    assert lost.log.stat().st_size <= (1 << 20) + 100


def test_a_bot_that_never_gets_ready_forfeits(tmp_path: Path) -> None:
    lost = forfeit(BotPlayer(hostile("silent_at_start", tmp_path), start=0.5))
    assert str(lost) == "the bot was not ready within 0.5 s (does it flush its output?)"
    assert not any(map(is_running, numbers(tmp_path)))


def test_a_command_that_does_not_exist_is_a_forfeit() -> None:
    lost = forfeit(BotPlayer("./no-such-bot --fast"))
    assert str(lost) == "the bot './no-such-bot --fast' cannot be started: No such file or directory"
    assert lost.log is None


def test_a_file_that_is_not_a_program_is_a_forfeit(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("not a program")
    lost = forfeit(BotPlayer(shlex.quote(str(tmp_path / "bot"))))
    assert str(lost).endswith("cannot be started: Permission denied")


@pytest.mark.parametrize("command", ["", "   ", "'unbalanced", "bot \0"])
def test_a_command_line_that_cannot_be_read_is_refused_before_the_game(command: str) -> None:
    with pytest.raises(SetupError, match=r"the command line in .* cannot be read: "):
        make_player(f"cmd:{command}", random.Random(), bots=True)


def test_a_bot_is_created_only_on_request(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="is an external bot"):
        make_player(f"cmd:{hostile('polite', tmp_path)}", random.Random())


def test_a_bot_plays_a_whole_game_in_one_process(tmp_path: Path) -> None:
    bot = make_player(f"cmd:{hostile('polite', tmp_path)}", random.Random(), 10, bots=True)
    assert bot
    assert bot.name.startswith("cmd:")
    duel = Duel(load_game("light-cycle"))
    while not duel.outcome:
        word = bot.choose(duel)
        assert word == duel.legal_moves[0]
        duel = duel.play(word)
    bot.close()
    bot.close()
    assert len(numbers(tmp_path)) == 1
    assert_nothing_is_left(tmp_path)


def test_a_bot_may_say_more_than_it_must(tmp_path: Path) -> None:
    bot = player("chatters", tmp_path)
    assert bot.choose(START) == "down"
    assert bot.choose(START.play("down")) == "up"
    bot.close()
    assert_nothing_is_left(tmp_path)


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next(tmp_path: Path) -> None:
    bot = player("late_once", tmp_path, 0.5)
    assert str(forfeit(bot)) == "the bot gave no move within 0.5 s"
    assert bot.choose(START.play("right").play("up")) == "down"
    bot.close()
    assert len(numbers(tmp_path)) == 2
    assert_nothing_is_left(tmp_path)


def test_a_bot_restarts_after_a_forfeit(tmp_path: Path) -> None:
    bot = player("is_killed", tmp_path)
    assert str(forfeit(bot)) == str(forfeit(bot))
    assert len(set(numbers(tmp_path))) == 2
    assert_nothing_is_left(tmp_path)


def test_a_second_answer_is_not_taken_for_the_next(tmp_path: Path) -> None:
    bot = player("answers_twice", tmp_path)
    assert bot.choose(START) == "down"
    assert str(forfeit(bot)) == "the bot said 'move right' without being asked"
    assert_nothing_is_left(tmp_path)


@pytest.mark.heavy
@pytest.mark.parametrize("way", ["ignores_quit", "leaves_a_child", "leaves_a_child_in_another_session"])
def test_a_bot_that_does_not_exit_is_killed(way: str, tmp_path: Path) -> None:
    bot = player(way, tmp_path)
    assert bot.choose(START) == "down"
    bot.close()
    assert len(numbers(tmp_path)) == (1 if way == "ignores_quit" else 2)
    assert_nothing_is_left(tmp_path)


def test_a_bot_that_is_forgotten_ends_with_its_player(tmp_path: Path) -> None:
    bot = player("ignores_quit", tmp_path)
    bot.choose(START)
    del bot
    assert_nothing_is_left(tmp_path)


def test_a_bot_ends_with_the_program_that_uses_it(tmp_path: Path) -> None:
    code = f"""
from gridduels import Duel, load_game
from gridduels.players.bots.player import BotPlayer
bot = BotPlayer({hostile("leaves_a_child_in_another_session", tmp_path)!r}, 10)
print(bot.choose(Duel(load_game("pathway"))))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20)
    assert (done.stdout, done.stderr) == ("down\n", "")
    assert_nothing_is_left(tmp_path)


@pytest.mark.heavy
@pytest.mark.parametrize("way", ["floods_without_newline", "floods_lines", "floods_errors", "floods_empty_lines"])
def test_a_flood_takes_no_memory(way: str, tmp_path: Path) -> None:
    """The bot writes as fast as it can during its whole move and beyond."""
    code = f"""
import resource, time
from gridduels import Duel, load_game
from gridduels.errors import Forfeit
from gridduels.players.bots import player as bot
player = bot.BotPlayer({hostile(way, tmp_path)!r}, 1, 10)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    player.choose(Duel(load_game("pathway")))
except Forfeit:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20)
    unit = 1 if sys.platform != "darwin" else 1024
    assert 0 <= int(done.stdout) / unit < 16 * 1024
    assert_nothing_is_left(tmp_path)


def test_a_forfeit_survives_pickling() -> None:
    lost = pickle.loads(pickle.dumps(Forfeit("the bot sleeps", Path("log"))))
    assert (str(lost), lost.log, lost.code) == ("the bot sleeps", Path("log"), "forfeit")
