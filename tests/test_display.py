"""Duels, games, records and matches print usefully, offer their exact values, and appear as pictures in notebooks."""

import json
import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given

from gridduels import Duel, Game, GridDuelsError, Match, Record, load_game
from gridduels.engine import VALUES, Evaluation, MoveValues, Value
from gridduels.record import dumps, loads
from tests.helpers import duels, records

SMALL = load_game("light-cycle", 3)
WORN_OUT = Duel(load_game("grid-runner", size=3), "right up right down down left left left up up down down down up up")


def words_in(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_a_duel_prints_its_board_its_status_and_whose_turn_it_is() -> None:
    assert str(Duel(SMALL, "right")) == ". . .\n# 1 2\n. . .\nPlayer 2 to move"
    assert "\nObstacles left: 3" in str(Duel(load_game("blockade", 3)))


def test_a_duel_that_is_over_prints_how_it_ended() -> None:
    assert str(Duel(SMALL, "right up up")).endswith("\nPlayer 2 has no valid moves.\nPlayer 1 wins!")
    assert str(Duel(SMALL).resign()).endswith("\nPlayer 1 resigns.\nPlayer 2 wins!")
    assert str(Duel(SMALL).stop(0, "aborted")).endswith("doesn't count.\nNo one wins.")


@given(duels(stopped=True))
def test_every_duel_prints_and_has_a_picture(duel: Duel) -> None:
    assert duel.game.words.board(duel.game, duel.position) in str(duel)
    assert words_in(duel._repr_svg_())[0] == duel.game.title


def test_a_position_is_shown_by_a_duel_that_begins_with_it() -> None:
    duel = Duel(SMALL, "right up")
    shown = Duel(SMALL, start=duel.position)
    assert str(shown) == str(duel)
    assert shown.values() == duel.values()


def test_a_game_prints_its_title_size_and_unusual_rulings() -> None:
    assert str(load_game("blockade", paths="opponent")) == "Blockade Runner 5x5 (paths=opponent)"
    assert words_in(SMALL._repr_svg_()) == words_in(Duel(SMALL)._repr_svg_())


@given(records())
def test_a_record_prints_as_it_is_written_and_has_a_picture(record: Record) -> None:
    assert f"{record}\n" == dumps(record)
    if "".join(record.players).strip():
        assert len(words_in(record._repr_svg_())) == len(words_in(record.duel._repr_svg_()))


def test_a_record_with_control_characters_has_a_valid_picture() -> None:
    record = replace(loads('[Game "pathway"]\n\n1. down\n')[0], players=("a\0<b>", "\x1b[31mc"))
    assert words_in(record._repr_svg_())[0] == "a�<b> – �[31mc"


def test_a_match_prints_its_score_and_its_round() -> None:
    match = Match.begin(SMALL, ("human", "hard")).resign().next_round()
    assert str(match) == f"Light Cycle Duel 3x3, round 2: human 0, hard 1\n{match.duel}"
    assert words_in(match._repr_svg_())[0] == "human 0, hard 1"


def test_a_duel_knows_its_values_with_its_history() -> None:
    with VALUES.open(WORN_OUT.game) as values:
        evaluation, whatever_came_before = values.evaluate(WORN_OUT), values.move_values(WORN_OUT.position)
    assert WORN_OUT.value == evaluation.value == Value("win", 1)
    assert WORN_OUT.values() == evaluation.moves
    assert WORN_OUT.best_moves == evaluation.best_moves == ("up",)
    assert "down" in whatever_came_before
    assert "down" not in WORN_OUT.values()


def test_a_duel_that_is_over_has_a_value_and_no_moves() -> None:
    over = Duel(SMALL, "right up up")
    assert (over.value, over.values(), over.best_moves) == (Value("loss", 0), {}, ())
    assert str(over.values()) == "no legal moves"


def test_values_print_best_first_and_are_a_table_in_a_notebook() -> None:
    values = MoveValues(up=Value("loss", 4), down=Value("win", 3))
    assert str(values) == "down  win in 3 plies\nup    loss in 4 plies"
    assert list(values) == ["up", "down"]
    table = ElementTree.fromstring(values._repr_html_())
    assert ["".join(row.itertext()) for row in table] == ["downwin in 3 plies", "uploss in 4 plies"]
    assert json.dumps(values)


def test_an_evaluation_prints_its_value_its_moves_and_what_is_barred() -> None:
    with VALUES.open(WORN_OUT.game) as values:
        evaluation = values.evaluate(WORN_OUT)
    first, *moves, barred = str(evaluation).splitlines()
    assert first == "win in 1 ply"
    assert [line.split()[0] for line in moves] == [word for word, _ in evaluation.moves.best_first]
    assert barred == "  down  barred: it would repeat a position for the third time"
    assert "barred" in evaluation._repr_html_()
    assert str(Evaluation(Value("loss", 0), MoveValues(), ())) == "loss in 0 plies"


def test_values_that_are_withheld_are_refused_in_a_sentence() -> None:
    with (
        VALUES.without(SMALL),
        pytest.raises(GridDuelsError, match=r"^the values of light-cycle may not be used here$"),
    ):
        Duel(SMALL).values()


def test_a_board_without_a_table_where_there_is_no_engine_is_refused_in_a_sentence() -> None:
    script = (
        "import sys; sys.modules['numpy'] = sys.modules['numba'] = None\n"
        "from gridduels import *\n"
        "print(len(Duel(load_game('light-cycle', 3))._repr_svg_()) > 1000)\n"
        "try: Duel(load_game('blockade', 6)).value\n"
        "except GridDuelsError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    drawn, sentence = done.stdout.splitlines()
    assert drawn == "True"
    assert "needs the extra 'engine': " in sentence


@pytest.mark.parametrize("game", [SMALL, load_game("gridlock", 3)], ids=str)
def test_a_game_is_told_by_its_values(game: Game) -> None:
    with VALUES.open(game) as values:
        assert repr(game) in repr(values)
