"""The library of finished games: saving, searching, counting; damaged files are set aside."""

from pathlib import Path

from gridduels import Duel, Match, Record, load_game
from gridduels.terminal.library import add_game, library, matching, tallies

OVER = "right left right up right up"


def finished(players: tuple[str, str], winner: int, *, helped: bool = False) -> Record:
    match = Match.begin(load_game("light-cycle"), players).play("right")
    match = match if winner == 1 else match.play("left")
    match = match.take_help() if helped else match
    duel = match.duel.stop(winner, "resigned")
    return Match(duel, players, helped=match.helped).record({"Date": "2026-01-05"})


def test_a_finished_game_is_kept_and_found_again() -> None:
    record = finished(("human", "hard"), 1)
    add_game(record)
    (kept,) = library([])
    assert kept.record.duel == record.duel
    assert kept.title == "2026-01-05 Light Cycle Duel, person - Hana: Player 1 won (resigned)"
    kept.forget()
    assert library([]) == []


def test_games_are_found_by_the_words_of_their_line() -> None:
    add_game(finished(("human", "hard"), 1))
    add_game(finished(("easy", "human"), 1))
    games = library([])
    assert [each.record.players for each in matching(games, "HANA light")] == [("human", "hard")]
    assert len(matching(games, "")) == 2
    assert matching(games, "gridlock") == []


def test_games_are_counted_by_opponent_and_side_and_not_with_help() -> None:
    for record in (
        finished(("human", "hard"), 1),
        finished(("human", "hard"), 2),
        finished(("human", "hard"), 2, helped=True),
        finished(("hard", "human"), 2),
        finished(("human", "human"), 1),
    ):
        add_game(record)
    assert [tuple(each) for each in tallies(library([]))] == [
        ("Light Cycle Duel", "hard", 1, 1, 1, 0),
        ("Light Cycle Duel", "hard", 2, 1, 0, 0),
    ]


def test_a_damaged_file_is_set_aside_and_reported(config: Path) -> None:
    path = add_game(Record(Duel(load_game("light-cycle"), "right left")))
    path.write_text("[Game", encoding="utf-8")
    complaints: list[str] = []
    assert library(complaints) == []
    assert len(complaints) == 1
    assert path.name in complaints[0]
    assert not path.exists()
