"""The shipped tables match the current rules byte for byte, and are unpacked completely or not at all."""

import shutil
from pathlib import Path

import pytest

from gridduels import definitions, load_game
from gridduels.engine import Value, solve
from gridduels.engine.solvers import solver
from gridduels.engine.solvers.limits import TooBig
from gridduels.engine.tables import catalogue
from gridduels.engine.tables.catalogue import (
    FOLDER,
    board_name,
    fingerprint_of,
    fingerprints,
    is_shipped,
    shipped_path,
    table_path,
    unpacked,
)
from gridduels.engine.tables.format import TableFile, table_files
from gridduels.game import Game
from tools.tables import MOST_BYTES, boards, is_book_board, made_now, packed

GAME = load_game("pathway")
RIGHT = Value("win", 15)
REMAKE = "the rules have changed since the tables were made: make tables"


def test_every_table_was_made_from_the_current_rules() -> None:
    today = {board_name(game): fingerprint_of(game) for game in boards()}
    assert fingerprints().items() <= today.items(), REMAKE


def test_there_is_a_file_for_every_fingerprint_and_no_other() -> None:
    names = {path.name.removesuffix(".table.xz") for path in FOLDER.glob("*.table.xz")}
    assert names == set(fingerprints())


@pytest.mark.parametrize("id", [definition.id for definition in definitions()])
def test_every_book_board_has_a_table(id: str) -> None:
    assert is_shipped(load_game(id)), REMAKE


@pytest.mark.heavy
def test_small_tables_equal_what_the_solver_makes_byte_for_byte() -> None:
    small = [game for game in boards() if is_shipped(game) and shipped_path(game).stat().st_size < 5_000]
    assert {game.id for game in small} >= {"light-cycle", "pathway", "grid-runner", "gridlock", "blockade"}
    assert [board_name(game) for game in small if b"".join(unpacked(shipped_path(game))) != made_now(game)] == []


@pytest.mark.heavy
@pytest.mark.parametrize("game", list(boards()), ids=board_name)
def test_every_table_equals_what_the_solver_makes_and_no_small_one_is_missing(game: Game) -> None:
    try:
        table = made_now(game)
    except TooBig:
        assert not is_shipped(game)
        return
    if is_shipped(game):
        assert b"".join(unpacked(shipped_path(game))) == table
    else:
        assert len(packed(table)) > MOST_BYTES
    assert is_shipped(game) or not is_book_board(game)


def unsolvable(*_: object) -> None:
    raise AssertionError("this is solved here")


def test_a_shipped_table_is_unpacked_without_solving(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "solve_game", unsolvable)
    assert solve(GAME).value(GAME.start()) == RIGHT
    assert table_files() == [table_path(GAME)]
    TableFile(table_path(GAME)).check_all()


def test_a_damaged_table_in_the_cache_is_unpacked_again(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "solve_game", unsolvable)
    solve(GAME)
    table_path(GAME).write_bytes(table_path(GAME).read_bytes()[:-1])
    with pytest.warns(UserWarning, match=rf"{table_path(GAME).name} is damaged.*: it will be rebuilt"):
        assert solve(GAME).value(GAME.start()) == RIGHT


def damage(path: Path, kind: str) -> None:
    data = bytearray(path.read_bytes())
    if kind == "missing":
        path.unlink()
    elif kind == "cut short":
        path.write_bytes(data[:-100])
    else:
        data[len(data) // 2] ^= 1
        path.write_bytes(data)


@pytest.mark.parametrize("kind", ["missing", "cut short", "a flipped bit"])
def test_a_damaged_shipped_table_is_reported_and_the_game_is_solved(
    kind: str, own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "shipped")
    monkeypatch.setattr(catalogue, "FOLDER", folder)
    damage(shipped_path(GAME), kind)
    with pytest.warns(UserWarning, match=r"pathway-5.table.xz shipped with gridduels is damaged: solving pathway"):
        assert solve(GAME).value(GAME.start()) == RIGHT
    assert list((own_cache / "tables").iterdir()) == [table_path(GAME)]


def test_a_game_with_other_rules_is_solved(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("pathway", 3)
    assert is_shipped(game)
    monkeypatch.setattr(catalogue, "source_of", lambda _: "another")
    assert not is_shipped(game)
    monkeypatch.setattr(solver, "solve_game", unsolvable)
    with pytest.raises(AssertionError, match="this is solved"):
        solve(game)


def test_a_rebuild_ignores_existing_tables(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("pathway", 3)
    solve(game)
    monkeypatch.setattr(solver, "solve_game", unsolvable)
    with pytest.raises(AssertionError, match="this is solved"):
        solve(game, rebuild=True)
