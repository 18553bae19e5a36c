"""`gridduels dataset`: its files, data cards and refusals."""

import hashlib
import json
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

from gridduels.analysis import dataset
from gridduels.analysis.split import SIDES
from gridduels.cli import main
from gridduels.commands import dataset as command
from gridduels.extras import install_command
from gridduels.files import write_atomically
from gridduels.language import positions
from gridduels.language.disguise import Variant
from gridduels.language.prompts import Form


@pytest.fixture(autouse=True)
def in_an_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(arguments: str) -> int:
    return main(["dataset", *arguments.split()])


def test_it_writes_a_file_and_a_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("pathway --size 4 --positions 100") == 0
    file, card = Path("gridduels-pathway-4.npz"), Path("gridduels-pathway-4.npz.md")
    with np.load(file) as data:
        assert data["planes"].shape == (100, 9, 4, 4)
        assert set(data["value"].tolist()) == {-1, 1}
        wins = int(np.sum(data["value"] == 1))
        about = json.loads(str(data["about"]))
    assert (about["game"], about["size"], about["rules"], about["seed"]) == ("pathway", 4, {"goal": "open"}, 0)
    printed = capsys.readouterr().out
    assert printed == (
        f"100 positions of pathway 4x4: {wins} win, {100 - wins} loss\n"
        f"Wrote {file}, and {card}, which says how they were drawn\n"
    )


def test_the_card_matches_the_data() -> None:
    run("pathway --size 4 --positions 100 --seed 4 --sampling best --split both -o data.npz")
    card = Path("data.npz.md").read_text(encoding="utf-8")
    assert hashlib.sha256(Path("data.npz").read_bytes()).hexdigest() in card
    with np.load("data.npz") as data:
        assert f"Split `both`: {int(data['test'].sum())} test positions" in card
        for value, name in ((1, "win"), (-1, "loss")):
            for plies in np.unique(data["plies"][data["value"] == value]).tolist():
                number = int(np.sum((data["value"] == value) & (data["plies"] == plies)))
                assert f"| {name} | {plies} | {number} |" in card
        assert set(data.files) - {"about"} == set(re.findall(r"^\| `(\w+)` \|", card, re.MULTILINE))


def test_the_command_on_the_card_gives_the_same_file_again() -> None:
    run("blockade --size 3 --rule obstacles=1 --positions 80 --seed 4 -o data.npz")
    card = Path("data.npz.md").read_text(encoding="utf-8")
    again = re.search(r"^    gridduels dataset (.+)$", card, re.MULTILINE)
    assert again
    run(f"{again[1]} -o again.npz")
    assert Path("again.npz").read_bytes() == Path("data.npz").read_bytes()


@pytest.mark.parametrize(("split", "test"), [("train", False), ("test", True)])
def test_one_side_of_the_split_alone(split: str, test: bool) -> None:
    assert run(f"pathway --size 4 --positions 40 --form chat --prompt line --split {split} -o chat.jsonl") == 0
    rows = [json.loads(line) for line in Path("chat.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {row["test"] for row in rows} == {test}
    assert len(rows) == 40
    card = Path("chat.jsonl.md").read_text(encoding="utf-8")
    assert f"--split {split}" in card
    assert f"- Split `{split}`: {split} positions only" in card


@pytest.mark.parametrize("form", ["planes --format npz", "chat --format jsonl"])
def test_only_train_positions_are_written_unless_others_are_requested(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, split in (("one", ""), ("two", "--split train")):
        assert run(f"pathway --size 4 --positions 60 --form {form} --json -o {name} {split}") == 0
        about = json.loads(capsys.readouterr().out)
        assert (about["split"], about["positions"]) == ("train", 60)
    assert Path("one").read_bytes() == Path("two").read_bytes()


def test_a_held_out_board_has_no_training_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("grid-runner --size 7 --positions 40") == 2
    assert "is held out for evaluation, so it has no training data" in capsys.readouterr().err
    assert not list(Path().iterdir())


def test_both_formats_contain_the_same_data() -> None:
    run("pathway --size 4 --positions 50 -o data.npz")
    run("pathway --size 4 --positions 50 -o data.parquet")
    table = parquet.read_table("data.parquet")
    with np.load("data.npz") as data:
        assert set(table.column_names) == set(data.files) - {"about"}
        for name in table.column_names:
            column = np.array(table[name].to_pylist())
            same = column.reshape(data[name].shape) == data[name]
            assert same.all() or (same | np.isnan(data[name])).all()
        assert json.loads(table.schema.metadata[b"gridduels"]) == json.loads(str(data["about"]))


def test_finding_fewer_positions_than_requested_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("pathway --size 3 --positions 5000") == 0
    assert "5,000 were requested, but no more were found" in capsys.readouterr().out
    assert "5,000 were requested, but no more were found" in Path("gridduels-pathway-3.npz.md").read_text()


def test_json_describes_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("pathway --size 4 --positions 60 --json -o data.parquet") == 0
    about = json.loads(capsys.readouterr().out)
    assert (about["file"], about["format"], about["positions"], about["asked"]) == ("data.parquet", "parquet", 60, 60)
    assert about["bytes"] == Path("data.parquet").stat().st_size
    assert about["sha256"] == hashlib.sha256(Path("data.parquet").read_bytes()).hexdigest()
    assert sum(about["values"].values()) == 60


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("chess --positions 5", "unknown game 'chess'"),
        ("pathway --positions 0", "argument --positions: '0' is not between 1 and 99999999"),
        ("pathway", "say how many positions to write, e.g. --positions 10000"),
        ("pathway --positions 5 --seed -1", "argument --seed: '-1' is below 0"),
        (
            "pathway --positions 5 -o data.csv",
            "-o 'data.csv' does not end in .npz or .parquet: choose one with --format",
        ),
        ("pathway --positions 5 -o no/data.npz", f"cannot write {Path('no/data.npz')}: the folder no does not exist"),
        ("pathway --positions 5 -o . --format npz", "cannot write .: it is a folder"),
        (f"pathway --positions 5 -o {'a' * 250}.npz", f"cannot write {'a' * 250}.npz: "),
        ("pathway --positions 5 --sampling often", "--sampling cannot be 'often'. Choose random, best or uniform"),
        ("pathway --size 7 --positions 5 --sampling uniform", "pathway 7x7 has no table"),
    ],
)
def test_an_impossible_request_is_refused_in_one_sentence(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):  # argparse exits by raising an exception
        assert run(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"gridduels: {sentence}")
    assert error.count("\n") == 1
    assert not list(Path().iterdir())


@pytest.mark.parametrize("there", ["data.npz", "data.npz.md"])
def test_nothing_is_overwritten(there: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(there).write_text("precious")
    assert run("pathway --size 3 --positions 5 -o data.npz") == 2
    assert capsys.readouterr().err.startswith(f"gridduels: {there} exists, and this command did not write it. ")
    assert Path(there).read_text() == "precious"
    assert [path.name for path in Path().iterdir()] == [there]


def test_a_file_is_written_with_its_card_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, content: Any) -> None:
        if path.suffix == ".md":
            raise OSError(28, "No space left on device")
        write_atomically(path, content)

    monkeypatch.setattr(dataset, "write_atomically", full)
    assert run("pathway --size 3 --positions 5 -o data.npz") == 2
    assert capsys.readouterr().err == "gridduels: cannot write data.npz: No space left on device\n"
    assert not list(Path().iterdir())


def test_an_interrupted_run_leaves_no_files_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(dataset, "_play_games", interrupted)
    assert run("pathway --size 3 --positions 5 -o data.npz") == 130
    assert not list(Path().iterdir())


def test_a_single_position_is_reported_in_the_singular(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("pathway --size 3 --positions 1 -o data.NPZ") == 0
    assert capsys.readouterr().out.startswith("1 position of pathway 3x3: 1 ")


def test_parquet_without_pyarrow_is_refused_before_any_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert run("pathway --positions 5 -o data.parquet") == 2
    complaint = f"gridduels dataset needs the extra 'agents': {install_command('agents')}"
    assert capsys.readouterr().err == f"gridduels: {complaint}\n"
    assert run("pathway --size 3 --positions 5 -o data.npz") == 0


def test_the_choices_of_the_command_are_those_of_the_library() -> None:
    assert tuple(dataset.SAMPLINGS) == command.SAMPLINGS
    assert {"planes": dataset.FORMATS, "chat": positions.FORMATS} == command.FORMATS
    assert command.SPLITS == SIDES
    assert {*command.PROMPTS, "picture"} == set(Form)
    assert set(command.VARIANTS) == set(Variant)
