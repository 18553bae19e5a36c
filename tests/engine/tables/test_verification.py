"""`verify` finds every kind of fault in a table; test_agreement shows that it accepts correct tables."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gridduels import Game, load_game
from gridduels.board import transpose
from gridduels.engine import Table, solve
from gridduels.engine.solvers import solver
from gridduels.engine.tables.format import TableFile, write_table
from gridduels.engine.tables.verification import Report, verify
from gridduels.games.pathway.rules import Position
from tests.testing.mistakes import MISTAKES

PATHWAY = load_game("pathway", 3)
BLOCKADE = load_game("blockade", 3)


def tampered(game: Game, change: Callable[[dict[str, Any], dict[str, Any]], None]) -> Report:
    """Return the report on a table whose header and arrays were changed before writing, so that checksums are right."""
    right = solve(game)
    assert isinstance(right, Table)
    header = dict(right.file.header)
    arrays = {name: np.array(array) for name, array in right.arrays._asdict().items()}
    change(header, arrays)
    path = right.file.path.with_name("tampered.table")
    write_table(path, header, arrays)
    try:
        return verify(Table(game, TableFile(path)), games=300)
    finally:
        path.unlink()


@pytest.mark.heavy
@pytest.mark.parametrize("game", [PATHWAY, BLOCKADE], ids=["enumerated", "layered"])
def test_a_correct_table_has_no_faults_and_a_list_of_checks(own_cache: Path, game: Game) -> None:
    report = tampered(game, lambda header, arrays: None)
    assert report.faults == ()
    assert report.checked[0].endswith("bytes read, all checksums correct")
    assert any("values follow from those of their successors" in line for line in report.checked)


@pytest.mark.parametrize("game", [PATHWAY, BLOCKADE], ids=["enumerated", "layered"])
def test_one_wrong_value_is_found(own_cache: Path, game: Game) -> None:
    def change(header: dict[str, Any], arrays: dict[str, Any]) -> None:
        wins = (arrays["codes"] == 4).nonzero()[0]
        arrays["codes"][wins[0]] = 6

    assert "values do not follow from those of their successors" in " ".join(tampered(game, change).faults)


def test_a_missing_position_is_found(own_cache: Path) -> None:
    def change(header: dict[str, Any], arrays: dict[str, Any]) -> None:
        arrays["keys"], arrays["codes"] = arrays["keys"][1:], arrays["codes"][1:]

    faults = " ".join(tampered(PATHWAY, change).faults)
    assert "do not follow" in faults
    assert "the positions reachable from the start do not match the recorded counts" in faults


def test_a_missing_start_is_found(own_cache: Path) -> None:
    def change(header: dict[str, Any], arrays: dict[str, Any]) -> None:
        for name in ("keys", "codes"):
            arrays[name] = arrays[name][:1]

    assert "the start with Player 2 to move is not in the table" in tampered(PATHWAY, change).faults


def test_wrong_counts_are_found(own_cache: Path) -> None:
    def change(header: dict[str, Any], arrays: dict[str, Any]) -> None:
        header["counts"] = [[code, number + (code == -1)] for code, number in header["counts"]]

    assert tampered(PATHWAY, change).faults == (
        "the positions reachable from the start do not match the recorded counts",
    )


def test_games_that_do_not_end_as_promised_are_found(own_cache: Path) -> None:
    def change(header: dict[str, Any], arrays: dict[str, Any]) -> None:
        arrays["codes"][arrays["codes"] == 2] = 4

    assert "games with best play did not end as promised" in " ".join(tampered(PATHWAY, change).faults)


def mirror_one_token(rules: Any, position: Position) -> Position:
    """A canonical form that produces a consistent but wrong table."""
    turn, one, two, blocked = position
    return Position(turn, min(one, transpose(rules, one)), two, blocked)


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make tables without checking the rules, like an earlier version."""
    for check in ("check_codes", "check_compiled", "check_images"):
        monkeypatch.setattr(solver, check, lambda *given, **named: None)


@pytest.mark.heavy
def test_a_wrong_canonical_form_is_found(own_cache: Path, unchecked: None) -> None:
    game = Game(replace(PATHWAY.definition, id="pathway-mirrored", canonicalize=mirror_one_token), 3)
    table = solve(game)
    assert isinstance(table, Table)
    assert "positions have different moves from their images" in " ".join(verify(table, games=100).faults)


@pytest.mark.heavy
def test_rules_that_behave_differently_when_compiled_are_found(own_cache: Path, unchecked: None) -> None:
    game = Game(MISTAKES["a comparison as a number"][0]())
    table = solve(game)
    assert isinstance(table, Table)
    assert "values do not follow under the plain Python rules" in " ".join(verify(table, games=100).faults)


def test_a_damaged_table_is_rebuilt_and_then_verified(own_cache: Path) -> None:
    table = solve(PATHWAY)
    assert isinstance(table, Table)
    data = bytearray(table.file.path.read_bytes())
    data[-20] ^= 1
    table.file.path.write_bytes(bytes(data))
    fresh = solve(PATHWAY)
    assert isinstance(fresh, Table)
    with pytest.warns(UserWarning, match=r"damaged near byte \d+: it will be rebuilt"):
        assert verify(fresh, games=10).faults == ()
