"""Learning curves of very small language models, for three amounts of data and three model sizes.

`python benchmarks language-curves` prints the results in `language_curves.json`. To measure again, which takes a
quarter of an hour of one core's time and needs torch:

    python benchmarks/language_curves.py make DATA.npz
    python benchmarks/language_curves.py train DATA.npz -o MODELS.json
    python benchmarks/language_curves.py judge DATA.npz MODELS.json

`train` skips the models that MODELS.json already contains, so it can be interrupted.

Models are trained on conversations about positions on the train side of the five book boards. They are then asked for a
move in positions from their training data (`seen`) and in every prompt of the benchmark's task `moves`: tier A, on the
same boards; B, on boards they have never seen; and C, in invented duels they have never seen. The benchmark's own
scorer judges the answers.
"""

import argparse
import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from tables import Cell, Column, Table
from timing import show

RESULTS: Final = Path(__file__).with_suffix(".json")
DATA: Final = (1_000, 5_000, 25_000)
"""The numbers of conversations to train on. Smaller sets are parts of larger ones."""
MODELS: Final = {"small": (32, 2), "medium": (64, 2), "large": (128, 3)}
"""The width and the number of layers of each model."""
DRAWN: Final = 36_000
"""The number of conversations to request. Fewer are found, since the smallest board has few positions."""
SEEN: Final = 200
"""The number of positions from the smallest set to ask about."""
SECONDS: Final = 60
"""The time to train each model."""
SEED: Final = 1
TIERS: Final = ("A", "B", "C")
VARIANTS: Final = ("plain", "disguised")
END, UNKNOWN = "<end>", "<unknown>"
_HEADS: Final = 4
_BATCH: Final = 64
_LONGEST_ANSWER: Final = 9
_ASKED_AT_ONCE: Final = 256
_SHARED: Final = 0.001
"""A line that occurs in at least this share of all prompts becomes one token, unless it is a row of a board."""
_SPLIT: Final = 4
"""One in this many prompts is also used with every line split into words, so that words in new lines are known."""
_WORD: Final = re.compile(r"ANSWER:|[A-Za-z]+|\d|[^A-Za-z\d\s]")
_ROW: Final = re.compile(r"\S(?: \S)*")


def run() -> list[Table]:
    if not RESULTS.exists():
        return [Table("Very small language models", (Column("left out"),), (("not measured yet",),))]
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    names = list(found[0]["scores"])
    columns = [Column("model"), Column("parameters"), Column("conversations"), Column("steps")]
    columns += [Column(name) for name in names]
    rows: list[tuple[Cell, ...]] = []
    for each in found:
        figures = [f"{100 * skill:.0f} ±{100 * 1.96 * error:.0f}" for skill, error in each["scores"].values()]
        rows.append((each["model"], each["parameters"], each["conversations"], each["steps"], *figures))
    seconds = round(sum(each["seconds"] for each in found))
    notes = (
        "Skill with its 95 % interval: 0 is a random legal move, 100 is perfect; illegal answers score below 0.",
        f"Each was trained for the same time, {seconds:,} seconds in all, on {found[0]['device']}.",
    )
    return [Table("Very small language models", tuple(columns), tuple(rows), notes)]


# --- Data


class Talk(NamedTuple):
    """A conversation about a position."""

    prompt: str
    answer: str
    position: str
    game: dict[str, Any]


def all_talks() -> list[Talk]:
    """Return conversations about the book boards in random order."""
    from gridduels.language.benchmark import TIERS as BOARDS

    boards = [board.load() for board in BOARDS["A"]]
    found = [talk for game in boards for talk in _talks(game, DRAWN // len(boards))]
    random.Random(SEED).shuffle(found)
    return found[: max(DATA)]


def _talks(game: Any, count: int) -> list[Talk]:
    """Return up to `count` conversations about train positions."""
    from gridduels.analysis.dataset import draw_dataset
    from gridduels.language.positions import chat_rows
    from gridduels.language.prompts import Style

    show(f"conversations about {game}")
    found: list[Talk] = []
    for row in chat_rows(draw_dataset(game, count, seed=SEED), Style("board")):
        question, answer = row["messages"]
        found.append(Talk(question["content"], answer["content"], row["position"], game.as_data()))
    return found


def benchmark_prompts() -> dict[str, list[str]]:
    """Return the prompts for the task `moves`, by tier and variant."""
    from gridduels.language.results import asked

    found = {}
    for tier in TIERS:
        for variant in VARIANTS:
            show(f"prompts of tier {tier}, {variant}")
            found[f"{tier} {variant}"] = [each.presentation.prompt() for each in asked(tier, variant).values()]
    return found


class Vocabulary:
    """The vocabulary: words, digits and signs, and lines shared by many prompts."""

    def __init__(self, talks: list[Talk]) -> None:
        seen = Counter(line for talk in talks for line in set(talk.prompt.splitlines()) if not _ROW.fullmatch(line))
        lines = sorted(line for line, times in seen.items() if line and times >= _SHARED * len(talks))
        words = {word for talk in talks for word in _WORD.findall(f"{talk.prompt} {talk.answer}")}
        self.tokens = [END, UNKNOWN, *sorted(words), *lines]
        self._numbers = {token: number for number, token in enumerate(self.tokens)}

    def encode(self, text: str, split: bool = False) -> list[int]:
        """Return a text's token numbers. With `split`, shared lines are also split into words."""
        found: list[int] = []
        for line in text.splitlines():
            number = self._numbers.get(line) if line and not (split or _ROW.fullmatch(line)) else None
            if number is not None:
                found.append(number)
            else:
                found += [self._numbers.get(word, 1) for word in _WORD.findall(line)]
        return found


def make(options: argparse.Namespace) -> None:
    """Write the data file: the tokens of all conversations and prompts, and the vocabulary."""
    talks = all_talks()
    prompts = {"seen": [talk.prompt for talk in talks[:SEEN]]} | benchmark_prompts()
    vocabulary = Vocabulary(talks)
    everything: dict[str, Any] = {}
    for name, part in (("whole", talks), ("split", talks[::_SPLIT])):
        asked = [vocabulary.encode(talk.prompt, split=name == "split") for talk in part]
        said = [[*vocabulary.encode(talk.answer), 0] for talk in part]
        everything |= _packed(name, [one + two for one, two in zip(asked, said, strict=True)])
        everything[f"{name} asked"] = np.array(list(map(len, asked)), np.int16)
    for name, texts in prompts.items():
        everything |= _packed(name, list(map(vocabulary.encode, texts)))
    seen = [{"game": talk.game, "position": talk.position} for talk in talks[:SEEN]]
    about = {"vocabulary": vocabulary.tokens, "asked": list(prompts), "seen": seen}
    everything["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez_compressed(options.data, **everything)
    lengths = [len(vocabulary.encode(talk.prompt)) for talk in talks[:500]]
    show(f"{len(talks):,} conversations, {len(vocabulary.tokens):,} tokens, prompts of about {np.mean(lengths):.0f}")


def _packed(name: str, rows: list[list[int]]) -> dict[str, Any]:
    flat = np.array([number for row in rows for number in row], np.int16)
    return {name: flat, f"{name} lengths": np.array(list(map(len, rows)), np.int16)}


def _unpacked(data: Any, name: str) -> list[Any]:
    return np.split(data[name].astype(np.int64), np.cumsum(data[f"{name} lengths"].astype(np.int64))[:-1])


# --- Training and asking: with torch and numpy only


def _model_class() -> Any:
    """Return the model class, a transformer with rotary positions. It is defined in a function because torch loads
    slowly."""
    import torch
    from torch import nn
    from torch.nn import functional

    class Block(nn.Module):  # type: ignore[misc,unused-ignore]
        def __init__(self, width: int) -> None:
            super().__init__()
            self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
            self.queries, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def forward(self, x: Any, turn: Any) -> Any:
            rows, length, width = x.shape
            parts = self.queries(self.before(x)).view(rows, length, 3, _HEADS, width // _HEADS).permute(2, 0, 3, 1, 4)
            query, key, value = turned(parts[0], turn), turned(parts[1], turn), parts[2]
            found = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
            x = x + self.out(found.transpose(1, 2).reshape(rows, length, width))
            return x + self.narrow(functional.gelu(self.wide(self.between(x))))

    def turned(x: Any, turn: Any) -> Any:
        """Rotate each pair of features by an angle that depends on the position in the text."""
        one, two = x.chunk(2, -1)
        cosine, sine = turn
        return torch.cat((one * cosine - two * sine, one * sine + two * cosine), -1).to(x.dtype)

    class Model(nn.Module):  # type: ignore[misc,unused-ignore]
        def __init__(self, vocabulary: int, width: int, layers: int) -> None:
            super().__init__()
            self.embedding = nn.Embedding(vocabulary, width)
            self.blocks = nn.ModuleList([Block(width) for _ in range(layers)])
            self.after, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary)
            pairs = width // _HEADS // 2
            self.register_buffer("pace", 1000.0 ** -(torch.arange(pairs) / pairs))

        def forward(self, tokens: Any) -> Any:
            angles = torch.outer(torch.arange(tokens.shape[1], device=tokens.device), self.pace)
            x, turn = self.embedding(tokens), (angles.cos(), angles.sin())
            for block in self.blocks:
                x = block(x, turn)
            return self.after(x)

    return Model


def train(options: argparse.Namespace) -> None:
    """Train and query the models, skipping those that are already in the output file."""
    import torch

    torch.set_num_threads(1)
    model_class = _model_class()
    data = np.load(options.data)
    about = json.loads(data["about"].tobytes())
    found = json.loads(options.output.read_text()) if options.output.exists() else []
    done = {(each["model"], each["conversations"]) for each in found}
    talks = {name: (_unpacked(data, name), data[f"{name} asked"].tolist()) for name in ("whole", "split")}
    for amount, name in product(DATA, MODELS):
        if (name, amount) in done:
            continue
        torch.manual_seed(SEED)
        pools = []
        for way, share in (("whole", 1), ("split", _SPLIT)):
            rows, asked = (part[: amount // share] for part in talks[way])
            pools.append(_pool(rows, asked, options.device))
        model = model_class(len(about["vocabulary"]), *MODELS[name]).to(options.device)
        seconds, steps, loss = _train(model, pools, options)
        answers = {
            each: _answers(model, _unpacked(data, each), about["vocabulary"], options.device) for each in about["asked"]
        }
        found.append(
            {
                "model": name,
                "conversations": amount,
                "parameters": sum(each.numel() for each in model.parameters()),
                "seconds": round(seconds, 1),
                "steps": steps,
                "loss": round(loss, 4),
                "device": torch.cuda.get_device_name() if options.device == "cuda" else "one CPU core",
                "answers": answers,
            }
        )
        show(f"{name}, {amount:,}: {steps} steps, loss {loss:.4f}, first answers {answers['A plain'][:6]}")
        temporary = options.output.with_suffix(".part")
        temporary.write_text(json.dumps(found) + "\n")
        temporary.replace(options.output)


def _pool(rows: list[Any], asked: list[int], device: str) -> tuple[Any, Any, Any]:
    """Return the tokens, labels (for the answers only) and lengths of conversations."""
    import torch

    length = max(map(len, rows))
    tokens = torch.zeros((len(rows), length), dtype=torch.long)
    labels = torch.full((len(rows), length), -100, dtype=torch.long)
    for number, (row, begin) in enumerate(zip(rows, asked, strict=True)):
        tokens[number, : len(row)] = torch.from_numpy(row)
        labels[number, begin - 1 : len(row) - 1] = torch.from_numpy(row[begin:])
    return tokens.to(device), labels.to(device), torch.tensor(list(map(len, rows)), device=device)


def _train(model: Any, pools: list[tuple[Any, Any, Any]], options: argparse.Namespace) -> tuple[float, int, float]:
    """Train for a given time, which on a CPU excludes waits. The learning rate rises during the first tenth, then
    falls. Every fifth step uses prompts whose lines are split into words. Return the seconds, the number of steps and
    the mean loss of the last tenth."""
    import torch
    from torch.nn import functional

    device, rate = options.device, 2e-3 * (64 / model.embedding.embedding_dim) ** 0.5
    clock = time.process_time if device == "cpu" else time.perf_counter
    begin_time, steps, losses = clock(), 0, list[float]()
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.05)
    model.train()
    while (share := (clock() - begin_time) / options.seconds) < 1:
        for group in optimizer.param_groups:
            group["lr"] = rate * min(share / 0.1, (1 - share) / 0.9) + 1e-6
        split = steps % 5 == 4
        tokens, labels, lengths = pools[split]
        chosen = torch.randint(len(tokens), (_BATCH // 4 if split else _BATCH,), device=device)
        longest = int(lengths[chosen].max())
        wanted = labels[chosen, :longest]
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            features = model(tokens[chosen, :longest])[wanted != -100]  # only the answers
            loss = functional.cross_entropy(model.head(features).float(), wanted[wanted != -100])
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        steps += 1
        if share > 0.9:
            losses.append(float(loss))
    return clock() - begin_time, steps, sum(losses) / len(losses)


def _answers(model: Any, prompts: list[Any], vocabulary: list[str], device: str) -> list[str]:
    """Return the model's most likely answers. Prompts of the same length are batched."""
    import torch

    model.eval()
    said = [""] * len(prompts)
    for length in sorted(set(map(len, prompts))):
        numbers = [number for number, prompt in enumerate(prompts) if len(prompt) == length]
        for begin in range(0, len(numbers), _ASKED_AT_ONCE):
            part = numbers[begin : begin + _ASKED_AT_ONCE]
            tokens = torch.from_numpy(np.stack([prompts[number] for number in part])).to(device)
            for _ in range(_LONGEST_ANSWER):
                with torch.no_grad():
                    best = model.head(model(tokens)[:, -1]).argmax(1, keepdim=True)
                tokens = torch.cat([tokens, best], 1)
            for number, row in zip(part, tokens[:, length:].tolist(), strict=True):
                said[number] = _text(row, vocabulary)
    return said


def _text(row: list[int], vocabulary: list[str]) -> str:
    row = row[: row.index(0)] if 0 in row else row
    words = [vocabulary[number] for number in row]
    return f"{words[0]} {''.join(words[1:])}".strip() if words else ""


# --- Judging


def judge(options: argparse.Namespace) -> None:
    """Write the scores of all models and, with --results, a results file with the replies of the largest model trained
    on the most data."""
    from gridduels.files import write_atomically
    from gridduels.language.estimates import skill
    from gridduels.language.results import asked, observations

    about = json.loads(np.load(options.data)["about"].tobytes())
    seen = list(_seen_questions(about["seen"]))
    found = json.loads(options.models.read_text(encoding="utf-8"))
    for each in found:
        answers, scores = each.pop("answers"), {}
        kept = [question.observe(answer)[0] for question, answer in zip(seen, answers["seen"], strict=True) if question]
        scores["seen"] = skill(kept)
        for name in about["asked"][1:]:
            tier, variant = name.split()
            replies = dict(zip(asked(tier, variant), answers[name], strict=True))
            scores[name] = skill(observations(tier, variant, replies)[0])
        each["scores"] = {name: [round(score.mean, 4), round(score.error, 4)] for name, score in scores.items()}
        if options.results and (each["model"], each["conversations"]) == (list(MODELS)[-1], DATA[-1]):
            _write_results(options.results, each, {name: answers[name] for name in about["asked"][1:]})
    write_atomically(options.output, json.dumps(found, indent=1) + "\n")


def _write_results(file: Path, model: dict[str, Any], answers: dict[str, list[str]]) -> None:
    """Write a model's replies to the benchmark's prompts as a results file."""
    from gridduels.files import write_atomically
    from gridduels.language.benchmark import VERSION
    from gridduels.language.results import FORMAT, Results, asked, data_of, run_of

    runs = []
    for name, said in answers.items():
        tier, variant = name.split()
        runs.append(run_of(tier, variant, dict(zip(asked(tier, variant), said, strict=True))))
    about = f"{model['parameters']:,} parameters, trained for {model['seconds']:.0f} seconds on {model['device']}, "
    about += f"on {model['conversations']:,} conversations about positions on the train side"
    write_atomically(file, [data_of(Results(FORMAT, VERSION, "Small transformer", "model", about, tuple(runs)))])


def _seen_questions(rows: list[dict[str, Any]]) -> Iterator[Any]:
    """Yield the questions about positions in the training data; None where every move keeps the value."""
    from gridduels import Duel, load_game
    from gridduels.analysis.dataset import asking_within_reason
    from gridduels.language.disguise import Disguise
    from gridduels.language.prompts import Presentation, Style
    from gridduels.language.results import Asked
    from gridduels.language.verdicts import counts

    for number, row in enumerate(rows):
        data = row["game"]
        game = load_game(data["game"], data["size"], **data["rules"])
        duel = Duel(game, start=row["position"])
        with asking_within_reason(game) as values:
            evaluation = values.evaluate(duel)
        yield (
            Asked(Presentation(duel, Disguise(game), Style()), evaluation, str(number)) if counts(evaluation) else None
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(required=True)
    step = steps.add_parser("make", help="write the data")
    step.add_argument("data", type=Path)
    step.set_defaults(run=make)
    step = steps.add_parser("train", help="train models and write their answers")
    step.add_argument("data", type=Path)
    step.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    step.add_argument("--seconds", type=float, default=SECONDS, help=f"training time of each model ({SECONDS})")
    step.add_argument("-o", "--output", type=Path, required=True)
    step.set_defaults(run=train)
    step = steps.add_parser("judge", help="score the answers")
    step.add_argument("data", type=Path)
    step.add_argument("models", type=Path)
    step.add_argument("--results", type=Path, metavar="FILE", help="also write a results file")
    step.add_argument("-o", "--output", type=Path, default=RESULTS)
    step.set_defaults(run=judge)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
