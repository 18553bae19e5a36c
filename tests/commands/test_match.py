"""`gridduels match`: its report and its refusals; no game is lost, however the command ends."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from gridduels.record import load
from tests.arena.helpers import games_in, steady_bot
from tests.players.bots.hostile import assert_nothing_is_left, hostile, numbers, posix_only
from tests.skips import require
from tests.terminal.processes import COMMAND, Result, environment, run


def match(where: Path, *arguments: str) -> Result:
    return run("match", *arguments, where=where, GRIDDUELS_CACHE=os.environ["GRIDDUELS_CACHE"])


def test_the_report_has_wins_elo_and_the_exact_measure(tmp_path: Path) -> None:
    code, output, complaint = match(tmp_path, "light-cycle", "perfect", "random", "--pairs", "20")
    assert (code, complaint) == (0, "")
    lines = output.splitlines()
    assert lines[0] == "Light Cycle Duel 5x5: perfect against random"
    assert lines[1] == "20 pairs of games from 20 different openings, seed 0, 1 s a move"
    assert lines[3].split() == ["wins", "losses", "score", "keeps", "the", "value", "plies", "lost"]
    name, wins, losses, _, _, kept, _, lost = lines[4].split()
    assert (name, int(wins) + int(losses), kept, lost) == ("perfect", 40, "100.0", "0.00")
    assert lines[5].split()[:3] == ["random", losses, wins]
    assert lines[8].startswith("Elo difference  +")
    assert lines[-1] == "All games are in gridduels-results.jsonl"
    assert len(games_in(tmp_path / "gridduels-results.jsonl")) == 41


@pytest.mark.heavy
def test_the_json_report_contains_the_same_results(tmp_path: Path) -> None:
    arguments = ("light-cycle", "greedy", "random", "--pairs", "5", "--seed", "3")
    text, data = match(tmp_path, *arguments).output, json.loads(match(tmp_path, *arguments, "--json").output)
    one, two = data["players"]
    assert (one["player"], two["player"]) == ("greedy", "random")
    assert one["wins"] + one["losses"] == 10
    assert (one["wins"], one["losses"]) == (two["losses"], two["wins"])
    assert sum(data["pair_scores"].values()) == data["pairs"] == 5
    assert data["elo_low"] is None or data["elo_low"] <= data["elo"]
    assert f"{100 * one['share_kept']:.1f} %" in text
    assert f"{one['mean_plies_lost']:.2f}" in text
    assert (data["seed"], data["sprt"], data["results"]) == (3, None, "gridduels-results.jsonl")


def test_the_result_is_written_in_every_format_on_request(tmp_path: Path) -> None:
    arguments = ("light-cycle", "greedy", "random", "--pairs", "2", "--output", "out")
    output = match(tmp_path, *arguments).output
    assert output.endswith(f"gridduels-results.jsonl; open {Path('out/match.html')} to replay them\n")
    names = ["games.txt", "match.csv", "match.html", "match.json", "match.txt"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == names
    with (tmp_path / "out" / "match.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    data = json.loads((tmp_path / "out" / "match.json").read_text(encoding="utf-8"))
    assert sum(row["winner"] == "greedy" for row in rows) == data["players"][0]["wins"]
    assert (tmp_path / "out" / "match.txt").read_text(encoding="utf-8") in output
    assert len(load(tmp_path / "out" / "games.txt")) == len(rows) == 4


@pytest.mark.heavy
def test_a_sequential_test_is_reported(tmp_path: Path) -> None:
    arguments = ("light-cycle", "perfect", "random", "--sprt", "0,100")
    output = match(tmp_path, *arguments).output
    assert "SPRT            accepted: Elo 100 rather than 0 (error rates 5 % and 5 %)\n" in output
    assert ", decided at -2.94 and 2.94\n" in output
    sprt = json.loads(match(tmp_path, *arguments, "--json").output)["sprt"]
    assert (sprt["alpha"], sprt["beta"], sprt["accepted"]) == (0.05, 0.05, 100)
    short = match(tmp_path, *arguments, "--pairs", "1").output
    assert "SPRT            undecided between Elo 0 and 100 (error rates 5 % and 5 %)\n" in short


@pytest.mark.heavy
def test_games_already_in_the_file_are_reported_before_the_start(tmp_path: Path) -> None:
    arguments = ("light-cycle", "greedy", "random")
    match(tmp_path, *arguments, "--pairs", "4")
    again = match(tmp_path, *arguments, "--pairs", "6")
    assert again.output.splitlines()[2] == "8 of 12 games are already in gridduels-results.jsonl"
    assert json.loads(match(tmp_path, *arguments, "--pairs", "6", "--json").output)["from_file"] == 12


@pytest.mark.heavy
@posix_only
def test_a_changed_bot_does_not_keep_its_old_score(tmp_path: Path) -> None:
    arguments = ("light-cycle", "random", steady_bot(tmp_path), "--pairs", "2")
    first = match(tmp_path, *arguments)
    assert "steady" in first.output.splitlines()[0]
    script = tmp_path / "steady.py"
    script.write_text(script.read_text().replace("legal[0]", "legal[-1]"))
    second = match(tmp_path, *arguments)
    sentence = "4 games there were played by other versions of these players, so they do not count"
    assert second.output.splitlines()[2] == sentence
    assert len(games_in(tmp_path / "gridduels-results.jsonl")) == 9


@posix_only
def test_a_bot_that_cannot_start_stops_the_match_with_its_error_output(tmp_path: Path) -> None:
    bot = f"cmd:{hostile('crashes_at_start', tmp_path)}"
    code, output, complaint = match(tmp_path, "pathway", "random", bot, "--pairs", "2")
    assert (code, output) == (2, "")
    first, second = complaint.splitlines()
    assert first.startswith(f"gridduels: {bot} cannot take part: the bot ended with exit code 3; its error output (")
    assert second == "    I am the one who crashes_at_start"
    assert not (tmp_path / "gridduels-results.jsonl").exists()


@posix_only
def test_a_bot_is_refused_for_a_game_it_does_not_play(tmp_path: Path) -> None:
    bot = f"cmd:{hostile('plays_chess', tmp_path)}"
    code, output, complaint = match(tmp_path, "pathway", bot, "random")
    assert (code, output) == (2, "")
    assert complaint == "gridduels: Chess does not play pathway:5,goal=open\n"


@pytest.mark.heavy
def test_openings_of_a_file_are_played_and_repetitions_count_once(tmp_path: Path) -> None:
    (tmp_path / "openings").write_text("...../.1.../##.##/...2./..... 1\n")
    arguments = ("light-cycle", "perfect", "perfect", "--pairs", "30", "--openings", "openings")
    output = match(tmp_path, *arguments).output
    expected = "30 pairs of games from 1 opening, repeated (a pair equal to an earlier one counts once), seed 0"
    assert output.splitlines()[1].startswith(expected)
    data = json.loads(match(tmp_path, *arguments, "--json").output)
    assert (data["openings"], data["pairs"] + data["repeated_pairs"]) == (1, 30)
    assert data["repeated_pairs"] > 0


def test_a_sequential_test_ends_when_openings_run_out(tmp_path: Path) -> None:
    output = match(tmp_path, "light-cycle", "random", "random", "--size", "3", "--sprt", "0,5").output
    assert output.splitlines()[1] == "at most 1 pair of games from 1 opening, seed 0, 1 s a move"
    assert "undecided between Elo 0 and 5" in output


@pytest.mark.heavy
@posix_only
def test_a_hostile_bot_does_not_stop_the_match(tmp_path: Path) -> None:
    bot = f"cmd:{hostile('silent', tmp_path)}"
    arguments = ("pathway", bot, "random", "--pairs", "2", "--think", "0.1", "--json")
    result = match(tmp_path, *arguments)
    assert (result.code, result.complaint) == (0, "")
    one, _ = json.loads(result.output)["players"]
    assert (one["wins"], one["losses"]) == (0, 4)
    assert one["forfeits"] == ["the bot gave no move within 0.1 s"] * 4


@posix_only
def test_games_lost_on_time_are_in_the_summary_and_in_json(tmp_path: Path) -> None:
    bot = steady_bot(tmp_path, 0.4)
    arguments = ("light-cycle", bot, "random", "--size", "3", "--pairs", "1", "--clock", "0.1")
    assert "lost 2 games on time" in match(tmp_path, *arguments).output
    one, two = json.loads(match(tmp_path, *arguments, "--json").output)["players"]
    assert (one["losses_on_time"], two["losses_on_time"], one["forfeits"]) == (2, 0, [])


@pytest.mark.heavy
@posix_only
def test_nothing_that_a_bot_starts_survives_the_match(tmp_path: Path) -> None:
    require(sys.platform == "linux", "processes can be looked into only through /proc")
    bot = f"cmd:{hostile('leaves_a_daemon', tmp_path)}"
    result = match(tmp_path, "light-cycle", bot, "random", "--pairs", "1", "--think", "5")
    assert result.code == 0, result.complaint
    assert len(numbers(tmp_path)) >= 2
    assert_nothing_is_left(tmp_path)


def begin(where: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a match and wait until some of its games have ended."""
    process = subprocess.Popen(
        [*COMMAND, "match", *arguments, "--results", "results"],
        cwd=where,
        env=environment(GRIDDUELS_CACHE=os.environ["GRIDDUELS_CACHE"]),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    until = time.monotonic() + 30
    while not (where / "results").exists() or (where / "results").read_bytes().count(b"\n") < 4:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until, "no game has ended"
        time.sleep(0.01)
    return process


def workers_below(number: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{number}/task/{number}/children").read_text().split()]


def wait_until_gone(numbers: list[int]) -> None:
    until = time.monotonic() + 10
    while any(Path(f"/proc/{number}").exists() for number in numbers):
        assert time.monotonic() < until, "processes are left"
        time.sleep(0.02)


@pytest.mark.heavy
@posix_only
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_killed_match_continues_where_it_stopped_and_leaves_no_process(workers: str, tmp_path: Path) -> None:
    require(Path("/proc/self/task").exists(), "processes can be looked into only through /proc")
    arguments = ("light-cycle", "random", steady_bot(tmp_path, 0.01), "--pairs", "8", "--workers", workers)
    process = begin(tmp_path, *arguments)
    children = workers_below(process.pid)
    process.kill()
    process.communicate()
    wait_until_gone(children)
    killed = games_in(tmp_path / "results")
    assert 4 <= len(killed) < 17
    resumed = match(tmp_path, *arguments, "--results", "results", "--json")
    whole = match(tmp_path, *arguments, "--results", "whole", "--json")
    assert resumed.code == whole.code == 0
    assert games_in(tmp_path / "results") == games_in(tmp_path / "whole")
    assert without_place(resumed) == without_place(whole)


def without_place(result: Result) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(result.output)
    return data | {"results": "", "from_file": 0}


@pytest.mark.heavy
@posix_only
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_match_keeps_its_games_and_says_how_to_continue(workers: str, tmp_path: Path) -> None:
    arguments = ("light-cycle", "random", steady_bot(tmp_path, 0.02), "--pairs", "15", "--workers", workers)
    process = begin(tmp_path, *arguments)
    process.send_signal(signal.SIGINT)
    output, complaint = process.communicate(timeout=20)
    kept = len(games_in(tmp_path / "results")) - 1
    sentence = f"{kept} of 30 games are in results; run the same command again to continue"
    heading, *_ = output.decode().splitlines()
    assert (process.returncode, heading) == (130, "Light Cycle Duel 5x5: random against steady")
    assert complaint.decode() == f"gridduels: interrupted: {sentence}\n"


def test_a_damaged_results_file_is_reported_and_repaired(tmp_path: Path) -> None:
    arguments = ("light-cycle", "random", "random", "--pairs", "3")
    match(tmp_path, *arguments)
    file = tmp_path / "gridduels-results.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    code, _, complaint = match(tmp_path, *arguments)
    assert code == 0
    assert complaint == "gridduels: the last line of gridduels-results.jsonl is damaged and was removed\n"
    assert file.read_bytes() == whole


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("gridlock", "human", "random"), "human is a person, but all players in a match must be programs"),
        (("gridlock", "random", "nobody"), "there is no player 'nobody'"),
        (("chess", "random", "random"), "unknown game 'chess'"),
        (("random", "random"), "unknown game 'random'"),
        (("gridlock", "random", "random", "--sprt", "50,0"), "'50,0' must be two Elo differences"),
        (("gridlock", "random", "random", "--sprt", "x"), "'x' must be two Elo differences"),
        (("gridlock", "random", "random", "--pairs", "0"), "'0' is not between 1 and"),
        (("grid-runner", "random", "random", "--rule", "repetition=endless"), "may never end"),
        (("light-cycle", "random", "random", "--results", "steady.py"), "is not a results file"),
    ],
)
def test_an_impossible_match_is_refused_in_one_sentence(
    arguments: tuple[str, ...], complaint: str, tmp_path: Path
) -> None:
    steady_bot(tmp_path)
    result = match(tmp_path, *arguments)
    assert (result.code, result.output) == (2, "")
    assert complaint in result.complaint
    assert result.complaint.count("\n") == 1
    assert os.listdir(tmp_path) == ["steady.py"]
