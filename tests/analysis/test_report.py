"""Annotated games as text, as data and as records."""

import json

from gridduels import Duel, Record, load_game
from gridduels.analysis.annotations import annotate, annotated_record, annotation_data, annotation_text
from gridduels.analysis.sentences import describe
from gridduels.engine import solve
from gridduels.record import dumps, loads

GAME = load_game("light-cycle")
RECORD = Record(Duel(GAME, "right left up"), ("Ada", "Bob"), {"Event": "Test"}, {1: "well", 3: "hm"})
ANNOTATION = annotate(RECORD.duel, solve(GAME))


def test_the_text_shows_each_move_the_graph_the_shares_and_the_unit() -> None:
    assert annotation_text(RECORD, ANNOTATION).splitlines() == [
        "Light Cycle Duel 5x5, Player 1 Ada, Player 2 Bob",
        "",
        "  1. Player 1 right  best         wins in 8 more moves",
        "  2. Player 2 left   loses sooner  loses in 5 more moves instead of 7; better: up, down",
        "  3. Player 1 up     blunder      Player 2 then wins in 10 more moves; better: right (wins in 5 more moves)",
        "",
        "Player 1 is winning above the line, Player 2 below it; taller means sooner:",
        "P1 |",
        "   |",
        "   |###",
        "   |###",
        "   +----",
        "   |   #",
        "   |",
        "   |",
        "P2 |",
        "       ^",
        "",
        "Player 1 played 1 of 2 moves accurately (50%).",
        "Player 2 played 1 of 1 moves accurately (100%).",
        "Distances are in the player's own moves.",
    ]


def test_on_request_the_text_is_in_plies() -> None:
    text = annotation_text(RECORD, ANNOTATION, plies=True)
    assert "blunder      Player 2 then wins in 19 plies; better: right (wins in 9 plies)" in text
    assert "Distances are in plies (single moves)." in text


def test_the_data_says_the_same_and_is_json() -> None:
    data = json.loads(json.dumps(annotation_data(RECORD, ANNOTATION)))
    assert (data["game"], data["size"], data["rules"], data["players"]) == ("light-cycle", 5, {}, ["Ada", "Bob"])
    assert data["unit"] == "plies"
    assert data["moves"][2] == {
        "ply": 3,
        "player": 1,
        "move": "up",
        "verdict": "blunder",
        "value": "loss",
        "plies": 20,
        "best": ["right"],
        "best_value": "win",
        "best_plies": 9,
        "reason": "left the opponent a win in 19 plies",
    }
    assert data["kept"] == {"1": {"kept": 1, "moves": 2}, "2": {"kept": 1, "moves": 1}}


def test_the_record_keeps_its_comments_in_front_of_the_verdicts_and_reads_back() -> None:
    record = annotated_record(RECORD, ANNOTATION)
    assert record.comments[1] == "well | best: keeps the win in 15 plies"
    assert record.comments[2].startswith("loses sooner: loss in 10 plies instead of 14; better: up, down")
    assert (record.players, record.tags, record.duel) == (RECORD.players, RECORD.tags, RECORD.duel)
    assert loads(dumps(record)) == [record]


def test_a_game_without_moves_has_no_shares() -> None:
    record = Record(Duel(GAME), ("Ada", "Bob"), {}, {})
    text = annotation_text(record, annotate(record.duel, solve(GAME)))
    assert "Player 1 played 0 of 0 moves accurately." in text


def test_moves_are_listed_best_first() -> None:
    duel = Duel(GAME, "right left")
    assert solve(GAME).evaluate(duel).lines() == [
        "  right  win in 9 plies",
        "  up     loss in 20 plies",
        "  down   loss in 20 plies",
    ]


def test_moves_are_listed_in_the_chosen_words() -> None:
    evaluation = solve(GAME).evaluate(Duel(GAME, "right left"))
    assert evaluation.lines(describe)[:2] == [
        "  right  you win in 5 more moves",
        "  up     you lose in 10 more moves",
    ]


def test_moves_that_are_barred_are_listed_as_such() -> None:
    game = load_game("grid-runner", 3)
    duel = Duel(game, "right up right down down left left left up up down down down up up")
    assert solve(game).evaluate(duel).lines() == [
        "  up    win in 1 ply",
        "  down  barred: it would repeat a position for the third time",
    ]
