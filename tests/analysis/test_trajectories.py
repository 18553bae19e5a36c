"""Games as data: every label agrees with the table, and the split also holds within games."""

import json
from pathlib import Path

import numpy as np
import pytest
from pyarrow import parquet

from gridduels import Duel, Game, SetupError, load_game
from gridduels.analysis.split import is_test
from gridduels.analysis.trajectories import LEVELS, VERDICTS, Games, play_games, write_games
from gridduels.cli import main
from gridduels.engine import Table, solve
from gridduels.engine.value import UNKNOWN, Verdict
from tests.helpers import GAMES, heavy_but

BOARDS = heavy_but(["pathway"], GAMES)


def table_of(game: Game) -> Table:
    table = solve(game)
    assert isinstance(table, Table)
    return table


def moves_of(games: Games, number: int) -> list[int]:
    return [int(move) for move in games.moves[:, number] if move >= 0]


@pytest.mark.parametrize("side", ["train", "test"])
@pytest.mark.parametrize("id", BOARDS)
def test_labels_are_those_of_the_table_and_withheld_on_the_other_side(id: str, side: str) -> None:
    game = load_game(id, 3)
    table, games = table_of(game), play_games(table_of(game), 60, side, seed=3)
    withheld = 0
    for number in range(60):
        duel = Duel(game)
        for ply, move in enumerate(moves_of(games, number)):
            code, verdict = int(games.codes[ply, number]), int(games.verdicts[ply, number])
            assert bool(games.test[ply, number]) == is_test(game, duel.position)
            if side == "train" and games.test[ply, number]:
                assert (code, verdict) == (UNKNOWN, -1)
                withheld += 1
            else:
                values = table.move_values(duel.position)
                allowed = {word: values[word] for word in duel.legal_moves}
                best = max(allowed.values(), key=lambda value: value.rank)
                assert code == best.code
                assert VERDICTS[verdict] == Verdict.of(allowed[game.moves[move]], best)
            duel = duel.play(game.moves[move])
        assert duel.outcome is not None
        assert duel.outcome.winner == games.winners[number]
    assert (withheld > 0) == (side == "train")


def test_levels_say_how_often_the_best_move_is_played() -> None:
    games = play_games(table_of(load_game("pathway", 3)), 3000, "test", seed=1)
    best = {level: np.zeros(2) for level in LEVELS}
    for ply in range(len(games.moves)):
        levels = games.levels[:, ply % 2]
        for level in LEVELS:
            verdicts = games.verdicts[ply, (levels == level) & (games.moves[ply] >= 0)]
            best[level] += (verdicts == VERDICTS.index(Verdict.BEST)).sum(), len(verdicts)
    shares = [float(best[level][0] / best[level][1]) for level in LEVELS]
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_in_train_games_no_one_plays_well_on_the_test_side() -> None:
    game = load_game("pathway", 3)
    table, games = table_of(game), play_games(table_of(game), 3000, "train", seed=1)
    kept, chance = [], []
    for number in np.flatnonzero((games.levels == 100).all(1)).tolist():
        duel = Duel(game)
        for ply, move in enumerate(moves_of(games, number)):
            best = table.best_moves(duel.position)
            if games.test[ply, number] and len(best) < len(duel.legal_moves):
                kept.append(game.moves[move] in best)
                chance.append(len(best) / len(duel.legal_moves))
            duel = duel.play(game.moves[move])
    assert len(kept) > 30
    assert abs(np.mean(kept) - np.mean(chance)) < 0.2


def test_the_folder_has_shards_a_card_and_the_same_games_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridduels.analysis.trajectories.SHARD", 40)
    folder = tmp_path / "games"
    command = ["dataset", "pathway", "--size", "3", "--form", "games", "--games", "100", "--split", "both"]
    assert main([*command, "-o", str(folder)]) == 0
    files = sorted(file.name for file in (folder / "data").iterdir())
    assert files == [
        "test-00000-of-00001.parquet",
        "train-00000-of-00003.parquet",
        "train-00001-of-00003.parquet",
        "train-00002-of-00003.parquet",
    ]
    tables = [parquet.read_table(folder / "data" / name) for name in files]
    assert [len(table) for table in tables] == [10, 40, 40, 10]
    assert json.loads(tables[0].schema.metadata[b"gridduels"])["games"] == 100
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "path: data/train-*.parquet" in card
    assert all(f"| `{name}` |" in card for name in tables[0].column_names)
    for row in tables[0].to_pylist():
        assert len(row["moves"]) == len(row["values"]) == len(row["plies"]) == len(row["verdicts"]) == len(row["test"])
        assert None not in row["values"]
    assert any(None in row["values"] for table in tables[1:] for row in table.to_pylist())
    first = [(folder / "data" / name).read_bytes() for name in files]
    assert main([*command, "-o", str(folder)]) == 0
    assert first == [(folder / "data" / name).read_bytes() for name in files]


@pytest.mark.parametrize("split", ["train", "test"])
def test_only_train_games_are_written_unless_others_are_requested(split: str, tmp_path: Path) -> None:
    options = [] if split == "train" else ["--split", split]
    command = ["dataset", "pathway", "--size", "3", "--form", "games", "--games", "50", *options]
    assert main([*command, "-o", str(tmp_path / "games")]) == 0
    (file,) = (tmp_path / "games" / "data").iterdir()
    assert file.name == f"{split}-00000-of-00001.parquet"
    assert len(parquet.read_table(file)) == 50
    assert f"--split {split}" in (tmp_path / "games" / "README.md").read_text(encoding="utf-8")


def test_an_unwritable_output_is_refused_before_playing(tmp_path: Path) -> None:
    game = load_game("pathway", 3)
    other = tmp_path / "mine"
    other.mkdir()
    (other / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(SetupError, match="exists, and this command did not write it"):
        write_games(game, 10, other, "")
    (other / "README.md").write_bytes(b"- Made by gridduels \xff")
    with pytest.raises(SetupError, match="exists, and this command did not write it"):
        write_games(game, 10, other, "")
    write_games(game, 10, other, "", force=True)
    assert (other / "notes.txt").exists()
    assert (other / "data" / "train-00000-of-00001.parquet").exists()
    with pytest.raises(SetupError, match="does not exist"):
        write_games(game, 10, tmp_path / "none" / "games", "")
    with pytest.raises(SetupError, match="has no table"):
        write_games(load_game("light-cycle", 7), 10, tmp_path / "games", "", side="test")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("--form games", "say how many games to write"),
        ("--form games --games 5 --positions 5", "--positions cannot be used with --form games"),
        ("--positions 5 --games 5", "--games cannot be used without --form games"),
    ],
)
def test_options_that_do_not_fit_are_refused(arguments: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dataset", "pathway", "--size", "3", *arguments.split()]) == 2
    assert reason in capsys.readouterr().err
