"""Positions to ask about, drawn by a stated distribution, and the same as chat data for training."""

import hashlib
import json
import math
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from gridduels.analysis.dataset import (
    SAMPLINGS,
    TEST_SHARE,
    Dataset,
    asking_within_reason,
    check_writable,
    describe,
    write_with_card,
)
from gridduels.duel import Duel
from gridduels.engine.values import Evaluation, Values
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.language.disguise import disguise_for
from gridduels.language.prompts import ANSWER, Manner, Telling

# --- Positions
#
# Games are played from the start, every move with a chance of 1 in 2 one of the best, and else any legal one. Each game
# gives at most one position of each phase: the first, second and last third of its plies. In each phase there are three
# kinds of choice: `only` one move keeps the value, `some` do, `all` do. All nine get as many positions; where 5 games
# for each position asked for have not brought enough of one, the others get more. Positions with one legal move are
# left out, and no position comes twice. They are asked about without history.


PHASES: Final = ("opening", "middle", "end")
CHOICES: Final = ("only", "some", "all")
_EVEN_GAMES: Final = 5
_MOST_GAMES: Final = 20
"""Games for each position asked for: so many fill all kinds evenly, and after so many there are no more."""


class Drawn(NamedTuple):
    """A position with what is known of it; `game_number` counts the games positions were drawn from."""

    duel: Duel
    evaluation: Evaluation
    phase: str
    choice: str
    game_number: int

    @property
    def kind(self) -> tuple[str, str]:
        """Its phase and choice."""
        return self.phase, self.choice


def draw_positions(game: Game, count: int, seed: int) -> list[Drawn]:
    """So many positions, the same for the same seed; fewer where there are no more.

    >>> from gridduels import load_game
    >>> drawn = draw_positions(load_game("light-cycle", size=3), 4, seed=0)
    >>> len(drawn), drawn[0].duel.game.text(drawn[0].duel.position)
    (4, '.../1.2/... 1')
    """
    if count < 1:
        raise SetupError(f"{count!r} positions cannot be drawn: it is a number from 1")
    found: dict[Any, Drawn] = {}
    taken: Counter[tuple[str, str]] = Counter()
    with asking_within_reason(game) as values:
        for number in range(_MOST_GAMES * count):
            most = math.ceil(count / len(PHASES) / len(CHOICES)) if number < _EVEN_GAMES * count else count
            duels = _play(values, random.Random(f"{seed} positions {game!r} {number}"))
            rare = [each for each in _of_each_phase(values, duels, number, taken, found) if taken[each.kind] < most]
            for drawn in rare:
                found[drawn.duel.position] = drawn
                taken[drawn.kind] += 1
                if len(found) == count:
                    return list(found.values())
    return list(found.values())


def _play(values: Values, rng: random.Random) -> list[Duel]:
    """The duels before each move of a game."""
    duels, duel = [], Duel(values.game)
    while not duel.outcome:
        duels.append(duel)
        moves = values.evaluate(duel).best_moves if rng.random() < 0.5 else duel.legal_moves
        duel = duel.play(rng.choice(moves))
    return duels


def _of_each_phase(
    values: Values, duels: list[Duel], number: int, taken: Counter[tuple[str, str]], known: dict[Any, Drawn]
) -> Iterator[Drawn]:
    """Of each phase the position of the choice that is rarest so far."""
    for index, phase in enumerate(PHASES):
        part = duels[len(duels) * index // 3 : len(duels) * (index + 1) // 3]
        fresh = [duel for duel in part if duel.position not in known]
        candidates = [drawn for duel in fresh if (drawn := _drawn(values, duel, phase, number))]
        if candidates:
            yield min(candidates, key=lambda each: taken[each.kind])


def _drawn(values: Values, duel: Duel, phase: str, number: int) -> Drawn | None:
    duel = Duel(duel.game, start=duel.position)
    evaluation = values.evaluate(duel)
    if len(evaluation.moves) < 2:
        return None
    keep = sum(evaluation.verdict(word).keeps for word in evaluation.moves)
    choice = "only" if keep == 1 else "all" if keep == len(evaluation.moves) else "some"
    return Drawn(duel, evaluation, phase, choice, number)


# --- Chat data for training


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
