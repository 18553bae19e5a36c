"""Complete games with the exact value of every move, played in bulk and written as sharded Parquet files.

The folder uses the layout expected by Hugging Face's `datasets`: `data/train-00000-of-00004.parquet` and so on, and a
data card, `README.md`.

The split of positions also applies within games. A game in the train split doesn't reveal which moves are good in
positions on the test side: in those positions, both players move at random and the labels are null.
"""

import json
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

import gridduels
from gridduels.analysis.dataset import card_head, describe_fields, import_pyarrow
from gridduels.analysis.split import BOTH, SIDES, TEST, TEST_SHARE, TRAIN, check_side, test_mask
from gridduels.engine import VALUES, Table
from gridduels.engine.batch import Batch
from gridduels.engine.kernels.compiler import check_word
from gridduels.engine.progress import Progress, silent
from gridduels.engine.tables.bulk import best_of, move_codes
from gridduels.engine.value import UNKNOWN, Verdict
from gridduels.errors import SetupError
from gridduels.files import matches
from gridduels.game import Game
from gridduels.text import count as count_text

LEVELS: Final = (0, 25, 50, 75, 90, 100)
"""The players' levels: the percentage of moves at which a player chooses among the best moves instead of all legal
ones."""
VERDICTS: Final = tuple(Verdict)
SHARD: Final = 100_000
"""The number of games in a file."""
TEST_GAMES: Final = 10
"""If both splits are written, one in this many games belongs to the test split."""
_AT_ONCE: Final = 20_000
_MAX_PLIES: Final = 400
_Codes = npt.NDArray[np.int16]
_Ints = npt.NDArray[np.int64]


class Games(NamedTuple):
    """Finished games, as arrays indexed by game or by ply and game. Moves after the end of a game are -1."""

    levels: npt.NDArray[np.uint8]
    winners: npt.NDArray[np.uint8]
    moves: npt.NDArray[np.int16]
    codes: _Codes
    """The value of the position before each move, for the player to move; UNKNOWN where it is withheld."""
    verdicts: npt.NDArray[np.int8]
    """The index of the verdict in VERDICTS; -1 where it is withheld."""
    test: npt.NDArray[np.bool_]
    """Whether the position before each move is on the test side."""


def play_games(table: Table, count: int, side: str, seed: int) -> Games:
    """Play games between players of random levels, all at once.

    >>> from gridduels import load_game
    >>> from gridduels.engine import solve
    >>> games = play_games(solve(load_game("light-cycle", size=3)), 4, "test", seed=1)
    >>> games.moves.shape[1], bool((games.winners > 0).all())
    (4, True)
    """
    game, rng = table.game, np.random.default_rng([seed, side == TEST])
    batch = Batch(game, count, seed=seed, truncate_at=_MAX_PLIES)
    levels = rng.choice(np.array(LEVELS, np.uint8), (count, 2))
    winners = np.zeros(count, np.uint8)
    rows: list[tuple[npt.NDArray[Any], ...]] = []
    playing = np.arange(count)
    while len(playing):
        keys, legal = np.array(batch.keys)[playing], np.array(batch.legal_masks).astype(np.int64)[playing]
        mover = np.array(batch.turns)[playing]
        codes = move_codes(table, keys, legal)
        best, test = best_of(codes), test_mask(game, keys)
        withheld = test & (side == TRAIN)
        skilled = rng.random(len(playing)) * 100 < levels[playing, mover - 1]
        allowed = codes != UNKNOWN
        allowed &= (codes == best[:, None]) | ~(skilled & ~withheld)[:, None]
        chosen = _any_of(allowed, rng)
        verdicts = _verdicts(np.take_along_axis(codes, chosen[:, None], 1)[:, 0], best)
        row = np.full(count, -1, np.int16), np.full(count, UNKNOWN, np.int16), np.full(count, -1, np.int8)
        sides = np.zeros(count, np.bool_)
        row[0][playing], sides[playing] = chosen, test
        row[1][playing], row[2][playing] = np.where(withheld, UNKNOWN, best), np.where(withheld, -1, verdicts)
        rows.append((*row, sides))
        actions = np.zeros(count, np.int64)
        actions[playing] = chosen
        step = batch.step(actions, restart=False)
        winners[playing] = np.array(step.winners)[playing]
        playing = np.flatnonzero(np.array(batch.legal_masks))
    return Games(levels, winners, *map(np.array, zip(*rows, strict=True)))


def _any_of(allowed: npt.NDArray[np.bool_], rng: np.random.Generator) -> _Ints:
    """Return a random allowed action for each row."""
    ranks = np.cumsum(allowed, axis=1)
    wanted = (rng.random(len(allowed)) * ranks[:, -1]).astype(np.int64) + 1
    chosen: _Ints = (ranks >= wanted[:, None]).argmax(axis=1)
    return chosen


def _verdicts(played: _Codes, best: _Codes) -> npt.NDArray[np.int8]:
    """Return the verdicts on moves, given the moves' codes and the codes of the best moves: see `Verdict.of`."""
    lost, kept = np.sign(best) > np.sign(played), np.sign(best) == np.sign(played)
    conditions = played == best, kept & (played > 0), kept, lost & (best > 0) & (played < 0)
    order = Verdict.BEST, Verdict.SLOWER, Verdict.LOSES_SOONER, Verdict.BLUNDER
    found: npt.NDArray[np.int8] = np.select(
        conditions, [VERDICTS.index(each) for each in order], VERDICTS.index(Verdict.MISTAKE)
    ).astype(np.int8)
    return found


# --- Files


_FIELDS: Final = {
    "level_1": ("number", "how often, in percent, Player 1 chose among the best moves; otherwise it moved at random"),
    "level_2": ("number", "the same for Player 2"),
    "winner": ("number", "1 or 2; 0 for a draw or a truncated game"),
    "moves": ("list of numbers", "the actions, from the start of the game"),
    "values": ("list of numbers", "before each move, for the player to move: 1 win, 0 neither, -1 loss, or null"),
    "plies": ("list of numbers", "plies to the end under best play; -1 if no one can win, or null"),
    "verdicts": (
        "list of numbers",
        "the verdict on each move: "
        + ", ".join(f"{number} {verdict}" for number, verdict in enumerate(VERDICTS))
        + ", or null",
    ),
    "test": ("list of true or false", "whether the position before the move is on the test side"),
}


def check_folder(folder: Path, force: bool) -> None:
    """Unless forced, refuse a folder that contains anything other than such a dataset. Other files in it are always
    kept."""
    if not folder.exists():
        if not folder.absolute().parent.is_dir():
            raise SetupError(f"cannot write {folder}: the folder {folder.parent} does not exist")
        return
    if not folder.is_dir():
        raise SetupError(f"cannot write {folder}: it is not a folder")
    card = folder / "README.md"
    own = card.is_file() and matches(lambda file: "- Made by gridduels " in file.read_text(encoding="utf-8"), card)
    if not own and not force and any(folder.iterdir()):
        raise SetupError(f"{folder} exists, and this command did not write it. Choose another name, or use --force.")


def write_games(
    game: Game,
    count: int,
    folder: Path,
    command: str,
    *,
    seed: int = 0,
    side: str = TRAIN,
    force: bool = False,
    progress: Progress = silent,
) -> dict[str, Any]:
    """Play games of the `train` split, the `test` split or `both`, and write the folder; return a description as
    data."""
    check_side(side, game, SIDES)
    check_folder(folder, force)
    import_pyarrow()
    check_word(game, "a dataset")
    tests = {TRAIN: 0, TEST: count, BOTH: max(1, count // TEST_GAMES)}[side]
    wanted = {TRAIN: count - tests, TEST: tests}
    about: dict[str, Any] = {
        "gridduels": gridduels.__version__,
        **game.as_data(),
        "games": count,
        "seed": seed,
        "folder": str(folder),
        "action_words": list(game.moves),
        "splits": {},
    }
    with (
        VALUES.open(game, progress) as table,
        tempfile.TemporaryDirectory(dir=folder.absolute().parent, prefix=f".{folder.name}.") as temporary,
    ):
        if not isinstance(table, Table):
            raise SetupError(f"{game.id} {game.board} has no table, so there are no values to write")
        (Path(temporary) / "data").mkdir()
        for side, number in wanted.items():
            if number:
                about["splits"][side] = _write_split(table, Path(temporary), side, number, about, progress)
        (Path(temporary) / "README.md").write_text(_card(game, about, command), encoding="utf-8")
        _move_files(Path(temporary), folder)
    return about


def _move_files(new: Path, folder: Path) -> None:
    """Replace the files of an earlier dataset in a folder, the data card last."""
    (folder / "data").mkdir(parents=True, exist_ok=True)
    for old in (folder / "data").glob("*-[0-9]*-of-[0-9]*.parquet"):
        if old.name.startswith((f"{TRAIN}-", f"{TEST}-")):
            old.unlink()
    for file in (new / "data").iterdir():
        file.replace(folder / "data" / file.name)
    (new / "README.md").replace(folder / "README.md")


def _write_split(
    table: Table, folder: Path, side: str, number: int, about: dict[str, Any], progress: Progress
) -> dict[str, Any]:
    """Write the files of one split and return its totals."""
    from pyarrow import parquet

    shards = -(-number // SHARD)
    totals: dict[str, Any] = {"games": number, "moves": 0, "files": shards, "labelled": 0, "won": [0, 0]}
    for shard in range(shards):
        size = min(SHARD, number - shard * SHARD)
        file = folder / "data" / f"{side}-{shard:05}-of-{shards:05}.parquet"
        with parquet.ParquetWriter(file, _schema(about), compression="zstd") as writer:
            for begin in range(0, size, _AT_ONCE):
                progress(f"playing {side} games", shard * SHARD + begin, number)
                part = min(_AT_ONCE, size - begin)
                part_seed = (about["seed"] * 1_000_003 + shard * SHARD + begin) % (1 << 62)
                games = play_games(table, part, side, part_seed)
                writer.write_table(_arrow(games, _schema(about)))
                totals["moves"] += int((games.moves >= 0).sum())
                totals["labelled"] += int((games.verdicts >= 0).sum())
                totals["won"] = [
                    won + int((games.winners == player).sum()) for player, won in enumerate(totals["won"], 1)
                ]
    return totals


def _schema(about: dict[str, Any]) -> Any:
    arrow = import_pyarrow()
    types = {"winner": arrow.uint8(), "level_1": arrow.uint8(), "level_2": arrow.uint8()}
    lists = {"moves": arrow.uint8(), "values": arrow.int8(), "plies": arrow.int16(), "verdicts": arrow.int8()}
    lists["test"] = arrow.bool_()
    fields = [(name, types[name] if name in types else arrow.list_(lists[name])) for name in _FIELDS]
    known = {name: each for name, each in about.items() if name not in ("folder", "splits")}
    return arrow.schema(fields, metadata={"gridduels": json.dumps(known)})


def _arrow(games: Games, schema: Any) -> Any:
    """Return games as a table with one row per game, whose lists are as long as the game."""
    arrow = import_pyarrow()
    played = games.moves.T >= 0
    offsets = arrow.array(np.concatenate([[0], np.cumsum(played.sum(1))]).astype(np.int32))
    codes = games.codes.T[played]

    def listed(values: npt.NDArray[Any], missing: npt.NDArray[np.bool_] | None = None) -> Any:
        return arrow.ListArray.from_arrays(offsets, arrow.array(values, mask=missing))

    withheld = codes == UNKNOWN
    plies = np.where(codes == 0, -1, np.abs(codes) - 1)
    verdicts = games.verdicts.T[played]
    columns = {
        "level_1": arrow.array(games.levels[:, 0]),
        "level_2": arrow.array(games.levels[:, 1]),
        "winner": arrow.array(games.winners),
        "moves": listed(games.moves.T[played].astype(np.uint8)),
        "values": listed(np.sign(codes).astype(np.int8), withheld),
        "plies": listed(plies.astype(np.int16), withheld),
        "verdicts": listed(verdicts, withheld),
        "test": listed(games.test.T[played]),
    }
    return arrow.table(columns, schema=schema)


def _card(game: Game, about: dict[str, Any], command: str) -> str:
    summary = (
        "Complete games, with the exact value of every position and a verdict on every move, from the table of the "
        "solved game."
    )
    splits = about["splits"]
    lines = [
        "---",
        "license: mit",
        f"pretty_name: Games of {game.title}, {game.board}",
        "task_categories: [reinforcement-learning]",
        "configs:",
        "- config_name: default",
        "  data_files:",
        *(f"  - split: {side}\n    path: data/{side}-*.parquet" for side in splits),
        "---",
        "",
        *card_head(f"{about['games']:,} games", game, summary, command),
        f"- Made by gridduels {about['gridduels']}, seed {about['seed']}",
        f"- Players: each has a random level, one of {', '.join(map(str, LEVELS))}: the probability, in percent, that "
        "it plays one of the best moves instead of any legal move. 0 is `random`, 100 is `perfect`.",
        f"- Player 1 goes first from the start position. Games are truncated after {_MAX_PLIES} plies. Values ignore "
        "repetition.",
        f"- Split: a hash of a position up to symmetry decides its side; about {TEST_SHARE:.0%} are on the test side. "
        "In the train split, such positions have no labels, and both players move at random there. The test split has "
        "all labels: use it for evaluation only.",
        "",
        "| split | games | moves | with labels | won by Player 1 | won by Player 2 | files |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        *(
            f"| {side} | {each['games']:,} | {each['moves']:,} | {each['labelled']:,} | {each['won'][0]:,} "
            f"| {each['won'][1]:,} | {each['files']} |"
            for side, each in splits.items()
        ),
        "",
        *describe_fields(_FIELDS, game),
    ]
    return "\n".join(lines) + "\n"


def describe_games(about: dict[str, Any]) -> str:
    """Describe what was written, as text."""
    splits = ", ".join(f"{each['games']:,} {side}" for side, each in about["splits"].items())
    moves = sum(each["moves"] for each in about["splits"].values())
    files = sum(each["files"] for each in about["splits"].values())
    return f"{splits} games with {moves:,} moves\nWrote {about['folder']}: {count_text(files, 'file')} and README.md"
