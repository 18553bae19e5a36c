"""A match while it is played: its computers, and the file that keeps it."""

from pathlib import Path

import pytest

from gridduels import Duel, Match, Record, SetupError, load_game
from gridduels.live_record import LiveRecord
from gridduels.record import load
from gridduels.terminal.computers import Computers
from gridduels.terminal.live_match import LiveMatch

GAME = load_game("light-cycle")


class Notebook:
    """A Keeper that remembers what it was told."""

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


def test_a_move_is_added_and_everything_else_written_anew() -> None:
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


def test_a_record_file_holds_every_round_and_the_match_goes_on_from_it(tmp_path: Path) -> None:
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


def test_a_person_is_no_computer_and_a_dismissed_computer_is_made_anew() -> None:
    computers, match = Computers(("human", "random"), 1), Match.begin(GAME, ("human", "random"))
    assert computers.to_move(match) is None
    match = match.play("right")
    first = computers.to_move(match)
    assert computers.to_move(match) is first
    assert computers.dismiss(2) is first
    assert computers.dismiss(2) is None
    assert computers.to_move(match) is not first
