"""A match in progress: its computers, and the file it is saved in."""

import os
import signal
from pathlib import Path

import pytest

from gridduels import Duel, Match, Record, SetupError, load_game
from gridduels.errors import Forfeit
from gridduels.players.info import Info, noted_info
from gridduels.record import LiveRecord, load
from gridduels.terminal.live_match import Computers, LiveMatch
from tests.players.bots.hostile import assert_nothing_is_left, hostile, numbers, posix_only

GAME = load_game("light-cycle")


class Notebook:
    """A Keeper that records its calls."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int]] = []

    def begin(self, record: Record) -> None:
        self.told.append(("begin", record.duel.ply))

    def add(self, record: Record) -> None:
        self.told.append(("add", record.duel.ply))

    def rewrite(self, record: Record) -> None:
        self.told.append(("rewrite", record.duel.ply))

    def close(self) -> None:
        self.told.append(("close", 0))


def test_a_move_is_appended_and_everything_else_rewritten() -> None:
    notebook = Notebook()
    live = LiveMatch(Match.begin(GAME), keeper=notebook)
    live.begin()
    for word in ("right", "left"):
        live.become(live.match.play(word))
    live.become(live.match.undo())
    live.become(live.match.take_help())
    live.become(live.match.resign())
    live.become(live.match.next_round())
    live.close()
    kept = [("begin", 0), ("add", 1), ("add", 2), ("rewrite", 1), ("rewrite", 1), ("begin", 0), ("close", 0)]
    assert notebook.told == kept


def test_help_that_was_taken_already_writes_nothing() -> None:
    notebook = Notebook()
    live = LiveMatch(Match.begin(GAME), keeper=notebook)
    live.become(live.match.take_help())
    live.become(live.match.take_help())
    assert notebook.told == [("rewrite", 0)]


def test_a_resumed_game_is_kept_already_but_its_next_round_is_not() -> None:
    notebook = Notebook()
    live = LiveMatch(Match.resume([Record(Duel(GAME, "right"))]), keeper=notebook)
    live.begin()
    assert notebook.told == []
    live.become(live.match.resign())
    live.become(live.match.next_round())
    assert notebook.told == [("rewrite", 1), ("begin", 0)]


def test_a_record_file_holds_every_round_and_resumes_the_match(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    live = LiveMatch(Match.begin(GAME, rounds=2), keeper=LiveRecord.append_to(path))
    live.begin()
    live.become(live.match.play("right"))
    live.become(live.match.undo())
    live.become(live.match.play("up"))
    live.become(live.match.resign())
    live.become(live.match.next_round())
    live.become(live.match.play("left"))
    first, second = load(path)
    assert (first.duel.moves, first.duel.outcome) == (("up",), (1, "resigned"))
    assert (second.duel.moves, second.tags["Round"]) == (("left",), "2")
    assert Match.resume(load(path)) == live.match


def test_an_unknown_player_is_refused_at_once() -> None:
    with pytest.raises(SetupError):
        LiveMatch(Match.begin(GAME, ("human", "nobody")))


def test_a_computer_does_the_same_for_the_same_seed_and_another_thing_in_another_round() -> None:
    def moves(seed: int, rounds: int) -> list[str]:
        computers, match = Computers(("random", "random"), seed), Match.begin(GAME, ("random", "random"))
        for _ in range(rounds):
            match = match.resign().next_round()
        computers.close()
        found = []
        for _ in range(8):
            computer = computers.to_move(match)
            assert computer
            found.append(computer.choose(match.duel))
        return found

    assert moves(1, 0) == moves(1, 0)
    assert len({tuple(moves(1, rounds)) for rounds in range(0, 8, 2)}) > 1


def test_a_person_is_no_computer_and_a_dismissed_computer_is_replaced() -> None:
    computers, match = Computers(("human", "random"), 1), Match.begin(GAME, ("human", "random"))
    assert computers.to_move(match) is None
    match = match.play("right")
    first = computers.to_move(match)
    assert computers.to_move(match) is first
    assert computers.dismiss(2) is first
    assert computers.dismiss(2) is None
    assert computers.to_move(match) is not first


def against_bot(folder: Path) -> LiveMatch:
    bot = f"cmd:{hostile('polite_in_version_2', folder)}"
    players = "random", bot
    live = LiveMatch(
        Match.begin(GAME, players), Computers(players, 1, 10, [bot]), LiveRecord.append_to(folder / "kept")
    )
    live.begin()
    return live


def move(live: LiveMatch) -> None:
    """Let the computer to move make its move."""
    computer = live.computers.to_move(live.match)
    assert computer
    word = computer.choose(live.duel)
    live.hear(computer)
    live.become(live.match.play(word))


def play_out(live: LiveMatch) -> None:
    while not live.duel.outcome:
        move(live)


@posix_only
def test_one_process_of_a_bot_serves_every_round_on_either_side_and_another_one_after_a_fault(tmp_path: Path) -> None:
    live = against_bot(tmp_path)
    for another in (Match.next_round, Match.rematch, Match.next_round):
        play_out(live)
        live.become(another(live.match))
    assert len(numbers(tmp_path)) == 1
    os.kill(numbers(tmp_path)[0], signal.SIGKILL)
    with pytest.raises(Forfeit):
        play_out(live)
    live.become(live.match.forfeit().next_round())
    play_out(live)
    assert len(numbers(tmp_path)) == 2
    live.close()
    assert_nothing_is_left(tmp_path)


@posix_only
def test_a_bot_that_is_dismissed_is_not_asked_again(tmp_path: Path) -> None:
    live = against_bot(tmp_path)
    move(live)
    first = live.computers.to_move(live.match)
    assert first
    assert live.computers.dismiss(2) is first
    assert live.computers.to_move(live.match) is not first
    first.close()
    live.close()


@posix_only
def test_a_bots_remarks_are_written_with_its_move_and_read_back(tmp_path: Path) -> None:
    live = against_bot(tmp_path)
    for _ in range(4):
        move(live)
    said = live.said(2)
    assert said == Info(depth=3, score="win:9", nodes=90, pv=(live.duel.moves[1],))
    assert live.said(1) is None
    (kept,) = load(tmp_path / "kept")
    assert {ply: noted_info(comment) for ply, comment in kept.comments.items()} == {2: said, 4: live.said(4)}
    live.become(live.match.resign())
    assert load(tmp_path / "kept") == [live.record()]
    resumed = LiveMatch(Match.resume([kept], ("human", "human")))
    assert resumed.said(2) == said
    resumed.become(resumed.match.undo())
    assert resumed.said(4) is None
    live.become(live.match.next_round())
    move(live)
    move(live)
    assert set(live.record().comments) == {1}  # the bot begins this one
    live.close()
