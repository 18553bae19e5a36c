"""Conversations to learn from, and the tool schema of a game."""

import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest
from pyarrow import parquet

from gridduels import Duel, load_game
from gridduels.cli import main
from gridduels.engine import solve
from gridduels.language.disguise import Disguise
from gridduels.language.prompts import read_move, tool_schema
from tests.helpers import GAMES


@pytest.fixture(autouse=True)
def in_an_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(arguments: str) -> int:
    return main(["dataset", *arguments.split()])


def test_every_conversation_ends_with_a_best_answer_and_all_answers_have_their_worth() -> None:
    assert run("pathway --size 4 --positions 30 --form chat") == 0
    game = load_game("pathway", 4)
    values = solve(game)
    rows = [json.loads(line) for line in Path("gridduels-pathway-4.jsonl").read_text().splitlines()]
    assert len(rows) == 30
    for row in rows:
        duel = Duel(game, start=row["position"])
        answer = read_move(row["messages"][1]["content"], duel, Disguise(game))
        assert answer.move in values.best_moves(duel.position)
        worth = {word: (value.outcome, value.plies) for word, value in values.move_values(duel.position).items()}
        assert {each["answer"]: (each["outcome"], each["plies"]) for each in row["answers"]} == worth
        best = {each["answer"] for each in row["answers"] if each["best"]}
        assert best == set(values.best_moves(duel.position))


@pytest.mark.heavy
def test_parquet_has_the_same_rows_and_the_card_its_command() -> None:
    run("gridlock --size 3 --positions 20 --form chat --prompt line --variant disguised -o one.jsonl")
    run("gridlock --size 3 --positions 20 --form chat --prompt line --variant disguised -o two.parquet")
    rows = [json.loads(line) for line in Path("one.jsonl").read_text().splitlines()]
    assert parquet.read_table("two.parquet").to_pylist() == rows
    card = Path("one.jsonl.md").read_text(encoding="utf-8")
    command = next(line.strip() for line in card.splitlines() if line.startswith("    gridduels "))
    assert main([*command.split()[1:], "-o", "three.jsonl"]) == 0
    assert Path("three.jsonl").read_bytes() == Path("one.jsonl").read_bytes()


def test_a_kind_of_file_that_does_not_fit_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("pathway --positions 5 --form chat --format npz") == 2
    assert run("pathway --positions 5 --form chat -o data.txt") == 2
    printed = capsys.readouterr().err
    assert "--form chat cannot be written as npz: choose jsonl or parquet" in printed
    assert "does not end in .jsonl or .parquet" in printed


@pytest.mark.parametrize("id", GAMES)
def test_the_schema_of_the_tool_takes_exactly_the_game_s_words(id: str) -> None:
    schema = tool_schema(load_game(id))["function"]["parameters"]
    jsonschema.Draft202012Validator.check_schema(schema)
    for word in load_game(id).moves:
        jsonschema.validate({"move": word}, schema)
    for wrong in ({"move": "sideways"}, {}, {"move": load_game(id).moves[0], "more": 1}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)
