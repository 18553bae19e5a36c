"""The split of positions into train and test."""

import json
import re
from itertools import islice, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from pyarrow import parquet

from gridduels import Duel, SetupError, load_game
from gridduels.agents.gymnasium import DuelEnv
from gridduels.agents.pettingzoo import env
from gridduels.agents.vector import VectorDuelEnv
from gridduels.agents.verifiers import KINDS, rows
from gridduels.analysis.dataset import draw_dataset
from gridduels.analysis.puzzles import puzzles
from gridduels.analysis.split import BOTH, HELD_OUT, TEST, TRAIN, Board, canonical_key, is_held_out, is_on, is_test
from gridduels.analysis.trajectories import write_games
from gridduels.cli import main
from gridduels.engine import solve
from gridduels.engine.kernels.compiler import is_wide
from gridduels.game import Game, perft
from gridduels.invent.gallery import all_codes
from gridduels.language.benchmark import (
    COUNTS,
    PRACTICE_DUELS,
    TIERS,
    chosen_games,
    frozen_positions,
    openings_on,
    tier_of,
)
from gridduels.language.positions import chat_rows, draw_positions
from gridduels.language.prompts import Style
from gridduels.language.questions import draw_questions, kinds_of
from gridduels.registry import definition
from gridduels.symmetry import position_image
from tests.helpers import GAMES, duels, heavy_but


@given(duels())
def test_the_images_of_a_position_are_on_the_same_side(duel: Duel) -> None:
    for symmetry in duel.game.board_symmetries:
        image = position_image(duel.game, symmetry, duel.position)
        assert is_test(duel.game, image) == is_test(duel.game, duel.position)


@pytest.mark.parametrize("id", heavy_but(["light-cycle"], GAMES))
def test_a_dataset_marks_the_same_positions_as_test_as_evaluation_does(id: str) -> None:
    game = load_game(id)
    columns = draw_dataset(game, 60, side=BOTH).columns
    marked = [is_test(game, game.position(text)) for text in columns["position"].tolist()]
    assert marked == columns["test"].tolist()
    assert set(marked) == {True, False}


@pytest.mark.parametrize("id", heavy_but(["light-cycle"], GAMES))
def test_what_gridduels_dataset_writes_by_default_contains_nothing_that_is_asked(id: str, tmp_path: Path) -> None:
    game = load_game(id)
    drawn = frozen_positions(game, COUNTS["moves"])
    assert drawn
    asked = {canonical_key(game, each.duel.position) for each in drawn}
    planes, chat, games = tmp_path / "planes.npz", tmp_path / "chat.jsonl", tmp_path / "games"
    assert main(["dataset", id, "--positions", "5000", "-o", str(planes)]) == 0
    assert main(["dataset", id, "--positions", "5000", "--form", "chat", "-o", str(chat)]) == 0
    assert main(["dataset", id, "--games", "500", "--form", "games", "-o", str(games)]) == 0
    with np.load(planes) as data:
        written = [game.position(text) for text in data["position"].tolist()]
    written += [game.position(json.loads(line)["position"]) for line in chat.read_text(encoding="utf-8").splitlines()]
    for row in parquet.read_table(games / "data").to_pylist():
        position = game.start()
        for action, value in zip(row["moves"], row["values"], strict=True):
            written += [] if value is None else [position]
            position = game.play(position, action)
    assert len(written) > 1000
    assert not asked & {canonical_key(game, position) for position in written}


@pytest.mark.parametrize("id", GAMES)
def test_no_evaluated_position_is_training_data(id: str) -> None:
    game = load_game(id)
    train = {canonical_key(game, drawn.duel.position) for drawn in draw_positions(game, 8, 0, TRAIN)}
    for row in rows(game, Style(), "moves", TRAIN, 0, 8):
        train.add(canonical_key(game, game.position(json.loads(row["info"])["presentation"]["start"])))
    test = {canonical_key(game, drawn.duel.position) for drawn in draw_positions(game, 8, 0)}
    found = (puzzle for puzzle in puzzles(solve(game), 0) if is_on(TEST, game, puzzle.position))
    test |= {canonical_key(game, puzzle.position) for puzzle in islice(found, 4)}
    assert train
    assert test
    assert not train & test
    openings = [{game.position(text) for text in openings_on(side, game, 0, 2)} for side in (TRAIN, TEST)]
    assert not openings[0] & openings[1]
    assert all(is_test(game, opening) for opening in openings[1])


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("variant", ["plain", "disguised"])
def test_questions_about_the_rules_are_about_test_positions(id: str, variant: str) -> None:
    game = load_game(id)
    asked = draw_questions(game, 10, seed=0, variant=variant)
    assert {question.kind for question in asked} == set(kinds_of(game))
    assert all(is_test(game, question.duel.position) for question in asked)


def siblings(board: Board) -> list[Game]:
    """Return the board under all rulings that share its start, and therefore some positions."""
    rulings, game = definition(board.game).rulings, board.load()
    values = product(*(ruling.values for ruling in rulings))
    names = [ruling.name for ruling in rulings]
    found = [load_game(board.game, board.size, **dict(zip(names, each, strict=True))) for each in values]
    return [each for each in found if each.start() == game.start()]


@pytest.mark.parametrize(
    "board", heavy_but([board for board in HELD_OUT if board.game != "blockade"], HELD_OUT), ids=str
)
def test_nothing_of_a_held_out_board_is_training_data_under_any_rulings(
    board: Board, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert board.load() in siblings(board)
    for game in siblings(board):
        assert is_held_out(game)
        assert is_test(game, game.start())
        for kind in KINDS:
            with pytest.raises(SetupError, match="held out for evaluation"):
                rows(game, Style(), kind, TRAIN, 0, 1)
        with pytest.raises(SetupError, match="held out for evaluation"):
            draw_positions(game, 1, 0, TRAIN)
        with pytest.raises(SetupError, match="held out for evaluation"):
            openings_on(TRAIN, game, 0, 1)
        board_options = ["--size", str(game.size), *(f"--rule={name}={value}" for name, value in game.rulings.items())]
        files = {"planes": "data.npz", "chat": "data.jsonl", "games": "data"}
        for form, split in product(files, ([], ["--split", "train"], ["--split", "both"])):
            count = "--games" if form == "games" else "--positions"
            options = ["--form", form, count, "9", *split]
            assert main(["dataset", game.id, *board_options, *options, "-o", str(tmp_path / files[form])]) == 2
            assert "held out for evaluation" in capsys.readouterr().err
        environments: list[Any] = [DuelEnv, env] if is_wide(game) else [DuelEnv, env, VectorDuelEnv]
        for environment in environments:
            with pytest.raises(SetupError, match="held out for evaluation"):
                environment(game.id, size=game.size, labels=True, **game.rulings)
    assert not list(tmp_path.iterdir())


@pytest.mark.heavy
@pytest.mark.parametrize("board", [board for board in HELD_OUT if not is_wide(board.load())], ids=str)
def test_every_row_of_a_held_out_board_is_marked_as_test(board: Board, tmp_path: Path) -> None:
    for number, game in enumerate(siblings(board)):
        drawn = draw_dataset(game, 20, side=TEST)
        assert drawn.test.all()
        assert all(row["test"] for row in chat_rows(drawn, Style()))
        if not game.solved_on_demand:
            assert list(write_games(game, 20, tmp_path / str(number), "", side=TEST)["splits"]) == [TEST]


@pytest.mark.parametrize("board", [board for boards in TIERS.values() for board in boards], ids=str)
def test_questions_are_on_the_test_side_under_all_rulings(board: Board) -> None:
    asked = frozen_positions(board.load(), COUNTS["moves"])
    assert asked
    for game in siblings(board):
        assert all(is_test(game, drawn.duel.position) for drawn in asked)


AS_INVENTED = {
    "light-cycle 5": "duel1-5x5-o1-t1-gn-l-s2",
    "light-cycle 7": "duel1-7x7-o1-t1-gn-l-s3",
    "pathway 5": "duel1-5x5-o1-t1-gso-l-sc",
    "pathway 6": "duel1-6x6-o1-t1-gs-l-sc",
    "grid-runner 5": "duel1-5x5-o1-t0-gs-l-sc",
    "grid-runner 7": "duel1-7x7-o1-t0-gs-l-sc",
    "gridlock 7": "duel1-7x7-o6-t2-gn-l-ux",
    "blockade 5 3": "duel1-5x5-o1-t0-r3pb-gs-l-sc",
    "blockade 5 1": "duel1-5x5-o1-t0-r1po-gs-l-sc",
}
"""The benchmark's boards as invented duels; GridLock 9x9 is too large for one."""


def test_a_board_of_the_benchmark_has_no_training_data_as_an_invented_duel() -> None:
    boards = [board.load() for tier in TIERS.values() for board in tier]
    names = {f"{game.id} {game.size} {game.rulings.get('obstacles', '')}".strip(): game for game in boards}
    assert names.keys() - AS_INVENTED.keys() == {"gridlock 9"}
    for name, code in AS_INVENTED.items():
        invented, book = load_game(code), names[name]
        assert [perft(invented, depth) for depth in (1, 2, 3, 4)] == [perft(book, depth) for depth in (1, 2, 3, 4)]
        rulings = re.sub("p[ob]-", "-", code), code.replace("gso-", "gs-"), code.replace("-l-", "-w-")
        for each in (code, *rulings, re.sub(r"(-o\d)", r"\1j", code), f"{code}-b2"):
            assert is_held_out(load_game(each))
            with pytest.raises(SetupError, match="held out for evaluation"):
                draw_dataset(load_game(each), 1)


def test_other_invented_duels_have_training_data() -> None:
    assert not any(is_held_out(load_game(code)) for code in (*PRACTICE_DUELS, *all_codes()[:200]))


def test_the_book_s_blockade_is_not_held_out() -> None:
    assert not is_held_out(load_game("blockade"))
    assert not is_held_out(load_game("blockade", obstacles=2, paths="opponent"))


def test_every_board_has_one_tier() -> None:
    assert {tier: [tier_of(board.load()) for board in boards] for tier, boards in TIERS.items()} == {
        "A": ["A"] * 5,
        "B": ["B"] * 5,
    }
    assert tier_of(load_game("gridlock", 3)) == "custom"
    assert [game.id for game in chosen_games("all", None, "")] == list(GAMES)
    with pytest.raises(SetupError, match="unknown tier 'D'"):
        chosen_games("all", None, "", "D")
