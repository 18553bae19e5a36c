"""Messages between host and bot in version 2: options, games, info, resigning, clocks, stop, analyses."""

from __future__ import annotations

import random
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridduels import Duel, load_game
from gridduels.errors import CannotStart, Forfeit, OutOfTime, Resigned, SetupError
from gridduels.players import make_player
from gridduels.players.bots.player import BotPlayer
from gridduels.players.bots.protocol import Option, question_lines
from gridduels.players.bots.speaker import speak
from gridduels.players.info import Info
from gridduels.players.limits import Clock, Limits
from tests.players.bots.hostile import hostile, numbers, posix_only

START = Duel(load_game("grid-runner"))


def told(folder: Path) -> list[str]:
    return (folder / "told").read_text().splitlines()


@pytest.fixture
def polite(tmp_path: Path) -> Iterator[BotPlayer]:
    player = BotPlayer(hostile("polite_in_version_2", tmp_path), 10)
    yield player
    player.close()


@posix_only
def test_info_is_heard_while_the_bot_thinks_and_kept_with_its_move(polite: BotPlayer) -> None:
    heard: list[Info] = []
    polite.hear = heard.append
    assert polite.choose(START) == "right"
    assert heard == [Info(depth=3, score="20", nodes=90), Info(depth=3, score="win:9", nodes=90, pv=("right",))]
    assert polite.info == heard[-1]
    assert polite.note == "depth 3, win in 9 moves by both players, 90 nodes: right"


@posix_only
def test_a_bot_hears_of_a_new_game_and_is_asked_whether_it_is_ready(polite: BotPlayer, tmp_path: Path) -> None:
    polite.choose(START)
    polite.choose(START.play("right").play("up"))
    polite.begin_game()
    polite.choose(Duel(load_game("pathway")))
    words = [line for line in told(tmp_path) if line.split()[0] in ("newgame", "ping", "go")]
    assert words == [
        "newgame grid-runner size 5 repetition barred stuck loses",
        "ping 1",
        "go time 10000",
        "go time 10000",
        "newgame pathway size 5 goal open",
        "ping 2",
        "go time 10000",
    ]
    assert len(numbers(tmp_path)) == 1


@posix_only
def test_limits_are_reported_unchanged(polite: BotPlayer, tmp_path: Path) -> None:
    polite.limits = Limits(10, depth=4, nodes=500)
    polite.choose(START)
    polite.limits = Limits(clock=Clock(60, 50.5, 2))
    polite.choose(START)
    assert [line for line in told(tmp_path) if line.startswith("go")] == [
        "go time 10000 depth 4 nodes 500",
        "go clock 60000 opponent 50500 increment 2000",
    ]


@posix_only
def test_options_stand_in_the_name_of_a_bot(tmp_path: Path) -> None:
    bot = make_player(f"cmd[style=shy,depth=9]:{hostile('polite_in_version_2', tmp_path)}", random.Random(), bots=True)
    assert isinstance(bot, BotPlayer)
    bot.introduce()
    bot.close()
    assert told(tmp_path)[1:3] == ["option style shy", "option depth 9"]
    assert bot.name.startswith("cmd[style=shy,depth=9]:")


@posix_only
@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"mood": "good"}, "the bot declares no option 'mood': it has style, depth, loud, motto"),
        (
            {"depth": "10"},
            "the bot cannot be configured like that: the option depth cannot be '10': use a number from 1 to 9",
        ),
        ({"style": "mild"}, "the option style cannot be 'mild': use bold or shy"),
        ({"loud": "yes"}, "the option loud cannot be 'yes': use on or off"),
    ],
)
def test_an_option_that_cannot_be_set_is_refused_at_the_start(
    options: dict[str, str], complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(CannotStart, match=complaint):
        BotPlayer(hostile("polite_in_version_2", tmp_path), options=options).introduce()


@pytest.mark.parametrize("name", ["cmd[depth=3:bot", "cmd[depth]:bot", "cmd[=3]:bot"])
def test_a_name_with_options_that_cannot_be_read_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match=r"is not a bot|is not of the form OPTION=VALUE"):
        make_player(name, random.Random(), bots=True)


@posix_only
def test_a_bot_that_resigns_is_not_ended(tmp_path: Path) -> None:
    bot = BotPlayer(hostile("resigns", tmp_path), 10)
    for _ in range(2):
        with pytest.raises(Resigned) as caught:
            bot.choose(START)
        assert caught.value.code == "resigned"
    bot.close()
    assert len(numbers(tmp_path)) == 1


@posix_only
def test_a_bot_gets_stop_when_its_time_is_up(tmp_path: Path) -> None:
    bot = BotPlayer(hostile("waits_for_stop", tmp_path), 0.2)
    assert bot.choose(START) == "right"
    bot.close()


@posix_only
def test_a_bot_whose_clock_runs_down_loses_on_time(tmp_path: Path) -> None:
    bot = BotPlayer(hostile("silent", tmp_path))
    bot.limits = Limits(clock=Clock(0.1, 10))
    with pytest.raises(OutOfTime, match="the bot is out of time"):
        bot.choose(START)
    assert not bot.info


@posix_only
def test_a_bot_analyses_or_says_that_it_cannot(polite: BotPlayer, tmp_path: Path) -> None:
    assert polite.analyse(START, 3) == [Info(score="5", line=1, pv=("down",))]
    assert "analyse time 10000 lines 3" in told(tmp_path)
    old = BotPlayer(hostile("polite", tmp_path))
    with pytest.raises(Forfeit, match="the bot speaks version 1 of the protocol, which has no analyse"):
        old.analyse(START, 1)


@pytest.mark.heavy
@posix_only
def test_our_own_players_are_bots_of_version_2() -> None:
    bot = BotPlayer(shlex.join([sys.executable, "-m", "gridduels", "bot", "mcts:200"]), 10, options={"seed": "3"})
    assert bot.choose(START) in START.legal_moves
    assert bot.info
    assert bot.info.nodes == 200
    assert [(info.line, info.nodes) for info in bot.analyse(START, 2)] == [(1, 200), (2, 200)]
    bot.close()


def test_our_own_players_analyse_by_exact_values_where_they_know_them() -> None:
    asked = question_lines(START, Limits(), lines=2)
    best, second, done = speak("perfect", random.Random(), asked)
    assert best.startswith("info score win:15 line 1 pv ")
    assert second.startswith("info score win:15 line 2 pv ")
    assert done == "done"
    assert list(speak("random", random.Random(), asked)) == ["done"]


def test_our_own_players_answer_pings_options_and_news_of_games() -> None:
    lines = ["gridduels 2", "newgame pathway size 5", "ping all right", "option seed 4", "newgame nonsense", "ping"]
    introduction, answers = list(speak("random", random.Random(), lines))[:5], ["pong all right", "pong"]
    assert introduction[2:] == ["games all", "option seed number 0 0 999999999", "ready 2"]
    assert list(speak("random", random.Random(), lines))[5:] == answers


def test_a_seed_set_as_an_option_makes_chance_repeatable() -> None:
    asked = question_lines(Duel(load_game("gridlock")), Limits())
    said = [list(speak("random", random.Random(), ["option seed 5", *asked * 20])) for _ in range(2)]
    assert said[0] == said[1]


def test_stop_is_heard_although_it_comes_before_the_search_begins() -> None:
    asked = question_lines(Duel(load_game("blockade")), Limits(600))
    info, move = speak("mcts:999999999", random.Random(1), [*asked, "stop", "stop"])
    assert move.startswith("move ")
    assert 0 < (Info.read(info.removeprefix("info ")).nodes or 0) < 10**6


@pytest.mark.parametrize("name", ["random", "greedy", "perfect"])
def test_a_player_that_does_not_search_says_once_that_some_limits_change_nothing(name: str) -> None:
    asked = question_lines(START, Limits(depth=3))
    said = list(speak(name, random.Random(1), [*question_lines(START, Limits()), *asked, *asked]))
    sentence = f"info text {name} does not search: depth and nodes have no effect"
    assert [line.partition(" ")[0] for line in said] == ["move", "info", "move", "move"]
    assert said[1] == sentence


@pytest.mark.parametrize("name", ["easy", "hard"])
def test_a_player_that_searches_respects_them_silently(name: str) -> None:
    said = list(speak(name, random.Random(1), question_lines(START, Limits(depth=3, nodes=40))))
    assert not any("search" in line for line in said)


@pytest.mark.parametrize(
    "text",
    ["threads number 1 1 64", "loud switch on", "style choice bold bold shy", "motto text never give up", "empty text"],
)
def test_an_option_is_read_as_it_is_written(text: str) -> None:
    assert str(Option.read(text)) == text


@pytest.mark.parametrize(
    "text", ["", "Threads number 1 1 2", "a flag on", "a number 1", "a number 9 1 2", "a switch", "a choice x y z"]
)
def test_an_option_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="option"):
        Option.read(text)


def test_info_survives_being_kept() -> None:
    info = Info.read("depth 5 score loss:3 nodes 12 time 7 strange thing line 2 pv up left")
    assert Info.of_data(info.as_data()) == Info.read(str(info)) == info
    assert not Info.read("thinking hard")
    assert Info.read("score -20 text pv up").pv == ()
    for wrong in ("depth x", "score up", "nodes -1"):
        with pytest.raises(ValueError, match="instead of a number"):
            Info.read(wrong)
