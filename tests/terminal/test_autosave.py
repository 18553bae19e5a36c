"""An interrupted game can be resumed; a game in progress elsewhere is left alone."""

from pathlib import Path

from gridduels import Duel, Record, load_game
from gridduels.terminal.library import Autosave, unfinished
from tests.skips import require


def record(moves: str = "right left") -> Record:
    return Record(Duel(load_game("light-cycle"), moves), ("human", "easy"), {"Round": "2"})


def test_a_kept_game_is_offered_once_its_player_is_gone() -> None:
    autosave = Autosave()
    autosave.rewrite(record())
    autosave.close()
    [found] = unfinished([])
    assert found.record == record()
    found.forget()
    assert unfinished([]) == []


def test_a_move_adds_one_line_to_the_saved_game() -> None:
    autosave = Autosave()
    autosave.add(record("right"))
    before = autosave.path.read_bytes()
    autosave.add(record("right left"))
    assert autosave.path.read_bytes() == before + b"2. left\n"


def test_a_game_that_ends_by_its_last_move_is_not_kept(config: Path) -> None:
    autosave = Autosave()
    over = Duel(load_game("light-cycle", size=3), "up up right")
    autosave.add(Record(over.undo()))
    assert autosave.path.exists()
    autosave.add(Record(over))
    assert not autosave.path.exists()


def test_a_game_being_played_is_locked_for_others() -> None:
    import importlib.util

    require(importlib.util.find_spec("fcntl"), "this platform cannot lock files")
    autosave = Autosave()
    autosave.rewrite(record())
    assert unfinished([]) == []
    autosave.close()
    assert len(unfinished([])) == 1


def test_a_game_that_is_over_or_has_not_begun_is_not_kept(config: Path) -> None:
    autosave = Autosave()
    autosave.rewrite(record(""))
    autosave.rewrite(record())
    autosave.rewrite(Record(Duel(load_game("light-cycle"), stopped=(1, "resigned"))))
    autosave.close()
    assert list((config / "unfinished").iterdir()) == []


def test_a_lock_without_a_game_is_swept_up(config: Path) -> None:
    autosave = Autosave()
    autosave._unlock()
    assert [path.suffix for path in (config / "unfinished").iterdir()] == [".lock"]
    unfinished([])
    assert list((config / "unfinished").iterdir()) == []


def test_the_latest_game_comes_first() -> None:
    import os

    for number, moves in enumerate(["right", "right left", "up"]):
        autosave = Autosave()
        autosave.rewrite(record(moves))
        os.utime(autosave.path, (number, number))
        autosave.close()
    assert [found.record.duel.moves for found in unfinished([])] == [("up",), ("right", "left"), ("right",)]


def test_a_damaged_game_is_reported_and_set_aside(config: Path) -> None:
    (config / "unfinished").mkdir()
    (config / "unfinished" / "a.record").write_text("nonsense", encoding="utf-8")
    complaints: list[str] = []
    assert unfinished(complaints) == []
    assert len(complaints) == 1
    assert (config / "unfinished" / "a.record.damaged-1").read_text(encoding="utf-8") == "nonsense"
    assert unfinished(complaints) == []
    assert len(complaints) == 1
