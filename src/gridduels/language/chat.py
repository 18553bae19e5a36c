"""Supervised data for language models: a prompt, the best answer, and what every answer is worth, a line a position."""

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from gridduels.analysis.dataset import SAMPLINGS, TEST_SHARE, Dataset
from gridduels.analysis.dataset_files import check_writable, describe, write_with_card
from gridduels.analysis.labelling import asking_within_reason
from gridduels.duel import Duel
from gridduels.language.disguise import disguise_for
from gridduels.language.prompts import ANSWER, Manner
from gridduels.language.telling import Telling

__all__ = ["FORMATS", "chat_rows", "write_chat"]

FORMATS: Final = ("jsonl", "parquet")
_FIELDS: Final = {
    "messages": "the conversation: what the user asks, and one of the best answers, drawn by lot",
    "answers": "every legal answer with the outcome, the plies to the end (null: nobody wins), and whether it is best",
    "position": "the position in one line",
    "value": "what it is worth to the player to move",
    "test": "whether the position belongs to the test set",
}


def chat_rows(dataset: Dataset, manner: Manner) -> Iterator[dict[str, Any]]:
    """A conversation for each position.

    >>> from gridduels import load_game
    >>> from gridduels.analysis.dataset import draw_dataset
    >>> row = next(chat_rows(draw_dataset(load_game("light-cycle", size=3), 1), Manner("line")))
    >>> [message["role"] for message in row["messages"]], row["messages"][1]["content"].split(":")[0]
    (['user', 'assistant'], 'ANSWER')
    """
    game, columns = dataset.game, dataset.columns
    with asking_within_reason(game) as values:
        for number, text in enumerate(columns["position"].tolist()):
            rng = random.Random(f"{dataset.seed} chat {number}")
            telling = Telling(Duel(game, start=text), disguise_for(game, manner.variant, rng), manner)
            evaluation = values.evaluate(telling.duel)
            best = telling.say(rng.choice(evaluation.best_moves))
            yield {
                "messages": [
                    {"role": "user", "content": telling.prompt()},
                    {"role": "assistant", "content": f"{ANSWER} {best}"},
                ],
                "answers": [
                    {
                        "answer": telling.say(move),
                        "outcome": value.outcome,
                        "plies": value.plies,
                        "best": value == evaluation.value,
                    }
                    for move, value in evaluation.moves.items()
                ],
                "position": text,
                "value": str(evaluation.value),
                "test": bool(columns["test"][number]),
            }


def write_chat(
    dataset: Dataset, path: Path, form: str, manner: Manner, command: str, force: bool = False
) -> dict[str, Any]:
    """Write the file and its data card; return what `describe` says, with the file's size and checksum."""
    check_writable(path, form, force)
    about = describe(dataset) | {"prompt": str(manner.form), "variant": str(manner.variant)}
    rows = list(chat_rows(dataset, manner))
    data = _parquet(rows) if form == "parquet" else "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    about |= {"file": str(path), "format": form, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    write_with_card(path, data, _card(dataset, about, command))
    return about


def _parquet(rows: list[dict[str, Any]]) -> bytes:
    import pyarrow
    from pyarrow import parquet

    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.Table.from_pylist(rows), sink, compression="zstd")
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _card(dataset: Dataset, about: dict[str, Any], command: str) -> str:
    game = dataset.game
    rulings = "".join(f", {name}={value}" for name, value in game.rulings.items())
    test = int(dataset.columns["test"].sum())
    lines = [
        f"# {len(dataset):,} conversations about {game.title}, {game.board}{rulings}",
        "",
        "Each asks for a move in a position; what every answer is worth is exact.",
        "",
        f"    {command}",
        "",
        f"- File: `{Path(about['file']).name}`, {about['bytes']:,} bytes, SHA-256 `{about['sha256']}`",
        f"- Made by gridduels {about['gridduels']}",
        f"- Prompt `{about['prompt']}`, variant `{about['variant']}`: docs/language-models.md",
        f"- Sampling `{dataset.sampling}`, seed {dataset.seed}: {SAMPLINGS[dataset.sampling]}",
        f"- Test set: {test:,} positions, chosen by a hash of the position up to symmetry to be about "
        f"{TEST_SHARE:.0%}. Images of the same position are never on both sides, in this file or in any other.",
        "- No history: repetition bars nothing.",
        "",
        "## Fields",
        "",
        "| name | what it says |",
        "| --- | --- |",
        *(f"| `{name}` | {what} |" for name, what in _FIELDS.items()),
    ]
    return "\n".join(lines) + "\n"
