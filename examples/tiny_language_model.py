"""Train a very small language model on conversations about a duel, and score it by exact values while it learns.

    pip install "gridduels[llm,agents]" torch transformers accelerate
    python examples/tiny_language_model.py [GAME] [--steps N] [--positions N] [--folder FOLDER]

Positions and best answers come from `gridduels dataset --form chat`; nothing is downloaded. The model is a two-layer
transformer with its own vocabulary. It is saved in the usual format, and Inspect's provider `hf` runs the task
`gridduels/moves` on it, with unseen positions from the test side, before training and after every quarter of it. The
example prints the scores next to those of random legal moves, and the skill: 0 is random, 1 is perfect. The plot is
written to `FOLDER/learning.svg`.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

os.environ |= {"HF_HUB_OFFLINE": "1", "HF_HUB_DISABLE_PROGRESS_BARS": "1"}  # nothing is downloaded

import torch
from tokenizers import Regex, Tokenizer, models, pre_tokenizers
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

BATCH = 64
RATE = 3e-3
SCORES = ("legal", "kept", "best")
TEMPLATE = "{% for message in messages %}{{ message['content'] }}\n{% endfor %}"
END, UNKNOWN = "<end>", "<unknown>"
Talk = list[dict[str, str]]
Tensors = tuple[torch.Tensor, torch.Tensor]


def conversations(options: argparse.Namespace, folder: Path) -> list[Talk]:
    """Return conversations about positions on the train side, as written by `gridduels dataset`."""
    file = folder / "chat.jsonl"
    file.unlink(missing_ok=True)
    command = f"dataset {options.game} --size {options.size} --positions {options.positions} --seed {options.seed}"
    command += " --form chat --prompt line -o"
    subprocess.run(
        [sys.executable, "-m", "gridduels", *command.split(), str(file)], check=True, stdout=subprocess.DEVNULL
    )
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [row["messages"] for row in rows]


def make_tokenizer(talks: list[Talk]) -> Any:
    """Return a tokenizer. Each line shared by many prompts is one token; otherwise each word, digit or sign is, and so
    is each cell of a board."""
    seen = Counter(line for question, _ in talks for line in set(question["content"].splitlines()) if line)
    shared = [line for line, times in seen.items() if times > len(talks) // 5]
    pattern = "|".join([*map(re.escape, sorted(shared, key=len, reverse=True)), r"ANSWER:|[A-Za-z]+|\d|[^A-Za-z\d\s]"])
    words = {word for talk in talks for message in talk for word in re.findall(pattern, message["content"])}
    vocabulary = {word: number for number, word in enumerate([END, UNKNOWN, *sorted(words)])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token=UNKNOWN))
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(pattern), behavior="removed", invert=True)
    made = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token=END, pad_token=END, unk_token=UNKNOWN)
    made.chat_template = TEMPLATE
    return made


def examples(talks: list[Talk], tokenizer: Any) -> Tensors:
    """Return the tokens and the labels, which cover only the answers."""
    tokens, labels = [], []
    for question, answer in talks:
        asked = tokenizer(question["content"])["input_ids"]
        said = [*tokenizer(answer["content"])["input_ids"], tokenizer.eos_token_id]
        tokens.append(torch.tensor(asked + said))
        labels.append(torch.tensor([-100] * len(asked) + said))
    pad = torch.nn.utils.rnn.pad_sequence
    return pad(tokens, batch_first=True, padding_value=tokenizer.pad_token_id), pad(
        labels, batch_first=True, padding_value=-100
    )


def make_model(tokenizer: Any, longest: int, width: int = 64, layers: int = 2) -> Any:
    """Return an untrained model."""
    config = GPT2Config(
        vocab_size=len(tokenizer),
        n_positions=longest + 8,
        n_embd=width,
        n_layer=layers,
        n_head=4,
        initializer_range=0.2,  # the default for large models would make such a narrow model learn slowly
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_pdrop=0.0,
        bos_token_id=tokenizer.eos_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    return GPT2LMHeadModel(config)


def train(model: Any, optimizer: Any, schedule: Any, data: Tensors, steps: int) -> None:
    """Run `steps` steps of gradient descent on random batches."""
    model.train()
    for _ in range(steps):
        chosen = torch.randint(len(data[0]), (BATCH,), device=data[0].device)
        loss = model(input_ids=data[0][chosen], labels=data[1][chosen]).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
    model.eval()


def measure(model: Any, tokenizer: Any, place: Path, options: argparse.Namespace) -> dict[str, float]:
    """Score a model exactly on test positions, using Inspect's provider for saved models."""
    from inspect_ai import eval as inspect_eval

    from gridduels.language.inspect import moves

    model.save_pretrained(place)
    tokenizer.save_pretrained(place)
    (log,) = inspect_eval(
        moves(game=options.game, size=options.size, prompt="line", count=options.count),
        model="hf/tiny",
        model_args={"model_path": str(place), "device": "cpu", "do_sample": False},
        max_tokens=4,
        log_dir=str(place.parent / "logs"),
        display="none",
    )
    if log.status != "success" or log.results is None:
        raise SystemExit(f"the evaluation failed: {log.error}")
    return {name: float(metric.value) for name, metric in log.results.scores[0].metrics.items()}


def draw(found: dict[int, dict[str, float]], file: Path) -> None:
    """Plot the scores against training steps, with 95 % intervals and dashed chance levels."""
    from matplotlib.figure import Figure

    figure = Figure((8, 4), layout="constrained")
    axes = figure.add_subplot(title="A tiny language model learns: exact scores", xlabel="steps", ylim=(0, 1.05))
    for number, name in enumerate(SCORES):
        rows, colour = list(found.values()), f"C{number}"
        errors = [1.96 * row[f"{name}_stderr"] for row in rows]
        axes.errorbar(list(found), [row[name] for row in rows], errors, label=name, color=colour, capsize=3)
        if f"{name}_chance" in rows[0]:
            axes.axhline(rows[0][f"{name}_chance"], color=colour, linestyle="--")
    axes.legend()
    figure.savefig(file)


def learn(options: argparse.Namespace, folder: Path) -> None:
    torch.manual_seed(options.seed)
    talks = conversations(options, folder)
    tokenizer = make_tokenizer(talks)
    data = examples(talks, tokenizer)
    model = make_model(tokenizer, data[0].shape[1])
    print(f"{len(talks):,} conversations of {data[0].shape[1]} tokens; {model.num_parameters():,} parameters")
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE)
    quarter = options.steps // 4
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=4 * quarter, pct_start=0.1)
    found = {}
    for done in range(0, 4 * quarter + 1, quarter):
        if done:
            train(model, optimizer, schedule, data, quarter)
        found[done] = measure(model, tokenizer, folder / f"model-{done}", options)
        scores = found[done]
        shares = ", ".join(f"{name} {scores[name]:.1%}" for name in SCORES)
        print(f"after {done} steps: {shares}; skill {scores['skill']:.2f} ± {scores['skill_stderr']:.2f}", flush=True)
    draw(found, folder / "learning.svg")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME", nargs="?", default="light-cycle")
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--positions", type=int, default=15_000, help="positions to learn from (15,000)")
    parser.add_argument("--steps", type=int, default=2400, help="steps of training (2400)")
    parser.add_argument("--count", type=int, default=100, help="positions to ask about (100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="keep model, logs and plot there")
    options = parser.parse_args()
    if options.folder:
        options.folder.mkdir(parents=True, exist_ok=True)
        learn(options, options.folder)
        return
    with tempfile.TemporaryDirectory() as folder:
        learn(options, Path(folder))


if __name__ == "__main__":
    main()
