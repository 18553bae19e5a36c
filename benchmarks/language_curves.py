"""Learning curves of very small language models: three amounts of data by three sizes of model.

`python benchmarks language-curves` prints the results in `language_curves.json`. To measure again, on a GPU:

    python benchmarks/language_curves.py --device cuda [--seconds N] [-o FILE]

Models learn from chat data of the five book boards, the train side only, and are asked for a move in test positions of
each tier: A, the same boards, and B, boards they have never seen. `kept` is the share of answers that keep the value
of the position; a random legal move scores `chance`. A run that is stopped continues where it was: measured models
are skipped.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

from tables import Column, Table
from timing import show

from gridduels import Game
from gridduels.analysis.dataset import draw_dataset
from gridduels.files import write_atomically
from gridduels.language.benchmark import TIERS
from gridduels.language.disguise import disguise_for
from gridduels.language.positions import chat_rows, draw_positions
from gridduels.language.prompts import ANSWER, Presentation, Style

RESULTS: Final = Path(__file__).with_suffix(".json")
STYLE: Final = Style("line")
AMOUNTS: Final = (1_000, 6_000, 36_000)
"""Conversations to learn from, in all games together."""
MODELS: Final = {"small": (64, 2), "medium": (128, 4), "large": (256, 6)}
"""The width and the number of layers of each model."""
ASKED: Final = 40
"""Positions to ask about on each board."""
SEED: Final = 1
_LONGEST_ANSWER: Final = 8
_ASKED_AT_ONCE: Final = 512


class Question(NamedTuple):
    """A prompt, the moves that answer it by their text without spaces, and whether each keeps the value."""

    tier: str
    prompt: str
    answers: dict[str, bool]


def run() -> list[Table]:
    if not RESULTS.exists():
        return [Table("Very small language models", (Column("left out"),), (("not measured yet",),))]
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    tiers = sorted(found[0]["tiers"])
    columns = [Column("model"), Column("parameters"), Column("conversations"), Column("seconds", "{:.0f}")]
    for tier in tiers:
        columns += [Column(f"{name}, tier {tier}", "{:.1%}") for name in ("legal", "kept", "chance")]
    rows = [
        (
            each["model"],
            each["parameters"],
            each["conversations"],
            each["seconds"],
            *(each["tiers"][tier][name] for tier in tiers for name in ("legal", "kept", "chance")),
        )
        for each in found
    ]
    return [Table("Very small language models", tuple(columns), tuple(rows), (found[0]["device"],))]


# --- Data


def conversations(game: Game, count: int) -> list[tuple[str, str]]:
    """Return prompts and best answers about positions on the train side."""
    found: list[tuple[str, str]] = []
    for row in chat_rows(draw_dataset(game, 3 * count // 2, seed=SEED), STYLE):
        if not row["test"] and len(found) < count:
            question, answer = row["messages"]
            found.append((question["content"], answer["content"]))
    return found


def questions(tier: str, game: Game, count: int) -> list[Question]:
    """Return questions about test positions of a board."""
    found = []
    for number, drawn in enumerate(draw_positions(game, count, SEED)):
        disguise = disguise_for(game, "plain", random.Random(f"{SEED} {number}"))
        presentation = Presentation(drawn.duel, disguise, STYLE)
        keeps = {
            presentation.say(word).replace(" ", ""): drawn.evaluation.verdict(word).keeps
            for word in drawn.evaluation.moves
        }
        found.append(Question(tier, presentation.prompt(), keeps))
    return found


def gather(tiers: list[str], amount: int) -> tuple[list[tuple[str, str]], list[Question]]:
    """Make all data, a process for each board."""
    boards = [board.load() for board in TIERS["A"]]
    with ProcessPoolExecutor() as pool:
        talks = [pool.submit(conversations, game, amount // len(boards)) for game in boards]
        asked = [pool.submit(questions, tier, board.load(), ASKED) for tier in tiers for board in TIERS[tier]]
        learned = [talk for each in talks for talk in each.result()]
        return learned, [question for each in asked for question in each.result()]


# --- Training and asking


def measure(options: argparse.Namespace) -> None:
    """Train and ask every model that has not been measured."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    import torch

    from examples.tiny_language_model import examples, make_model, make_tokenizer

    found = json.loads(options.output.read_text(encoding="utf-8")) if options.output.exists() else []
    done = {(each["model"], each["conversations"]) for each in found}
    show("making data")
    talks, asked = gather(options.tiers.split(","), max(options.amounts))
    random.Random(SEED).shuffle(talks)
    chats = [
        [{"role": "user", "content": prompt}, {"role": "assistant", "content": answer}] for prompt, answer in talks
    ]
    tokenizer = make_tokenizer(chats)
    for amount in options.amounts:
        tokens, labels = (each.to(options.device) for each in examples(chats[:amount], tokenizer))
        for name, (width, layers) in MODELS.items():
            if (name, amount) in done:
                continue
            torch.manual_seed(SEED)
            model = make_model(tokenizer, max(tokens.shape[1], 512), width, layers).to(options.device)
            seconds, steps = _train(model, tokens, labels, options)
            found.append(
                {
                    "model": name,
                    "parameters": model.num_parameters(),
                    "conversations": min(amount, len(talks)),
                    "seconds": seconds,
                    "steps": steps,
                    "tiers": _ask(model, tokenizer, asked, options.device),
                    "device": torch.cuda.get_device_name() if options.device == "cuda" else "CPU",
                }
            )
            show(json.dumps(found[-1]))
            write_atomically(options.output, json.dumps(found, indent=1) + "\n")


def _train(model: Any, tokens: Any, labels: Any, options: argparse.Namespace) -> tuple[float, int]:
    """Train for a time; the learning rate rises for a tenth of it, then falls. Return the seconds and the steps."""
    import torch

    rate, begin, steps = 3e-3 * (64 / model.config.n_embd) ** 0.5, time.perf_counter(), 0
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate)
    model.train()
    while (share := (time.perf_counter() - begin) / options.seconds) < 1:
        for group in optimizer.param_groups:
            group["lr"] = rate * min(share / 0.1, (1 - share) / 0.9) + 1e-6
        chosen = torch.randint(len(tokens), (options.batch,), device=tokens.device)
        with torch.autocast(options.device, torch.bfloat16, enabled=options.device == "cuda"):
            loss = model(input_ids=tokens[chosen], labels=labels[chosen]).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        steps += 1
    return time.perf_counter() - begin, steps


def _ask(model: Any, tokenizer: Any, asked: list[Question], device: str) -> dict[str, dict[str, float]]:
    """Return the share of legal answers and of answers that keep the value, by tier."""
    scores: dict[str, list[tuple[bool, bool, float]]] = {}
    model.eval()
    for question, answer in zip(asked, _answers(model, tokenizer, asked, device), strict=True):
        keeps = question.answers.get(answer)
        chance = sum(question.answers.values()) / len(question.answers)
        scores.setdefault(question.tier, []).append((keeps is not None, bool(keeps), chance))
    return {
        tier: {
            name: sum(each[column] for each in rows) / len(rows)
            for column, name in enumerate(("legal", "kept", "chance"))
        }
        | {"asked": len(rows)}
        for tier, rows in scores.items()
    }


def _answers(model: Any, tokenizer: Any, asked: list[Question], device: str) -> Iterator[str]:
    """Yield the model's most likely answers, without spaces. Questions of one length are answered together."""
    import torch

    encoded = [tokenizer(question.prompt)["input_ids"] for question in asked]
    said: dict[int, str] = {}
    for length in sorted(set(map(len, encoded))):
        numbers = [number for number, tokens in enumerate(encoded) if len(tokens) == length]
        for begin in range(0, len(numbers), _ASKED_AT_ONCE):
            part = numbers[begin : begin + _ASKED_AT_ONCE]
            tokens = torch.tensor([encoded[number] for number in part], device=device)
            for _ in range(_LONGEST_ANSWER):
                with torch.no_grad():
                    best = model(input_ids=tokens).logits[:, -1].argmax(1, keepdim=True)
                tokens = torch.cat([tokens, best], 1)
            for number, row in zip(part, tokens[:, length:].tolist(), strict=True):
                row = row[: row.index(tokenizer.eos_token_id)] if tokenizer.eos_token_id in row else row
                said[number] = "".join(tokenizer.convert_ids_to_tokens(row)).removeprefix(ANSWER).replace(" ", "")
    return (said[number] for number in range(len(asked)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--seconds", type=float, default=20, help="training time of each model (default: 20)")
    parser.add_argument("--batch", type=int, default=256, help="conversations in a step (default: 256)")
    parser.add_argument("--amounts", type=int, nargs="*", default=AMOUNTS, help="conversations to learn from")
    parser.add_argument("--tiers", default=",".join(TIERS), help=f"default: {','.join(TIERS)}")
    parser.add_argument("-o", "--output", type=Path, default=RESULTS)
    measure(parser.parse_args())


if __name__ == "__main__":
    main()
