"""Benchmark results as small files that anyone can check.

A file holds one model's replies to the prompts of the task `moves`, in one run for each tier and variant, and the
scores. `check` draws the positions again, judges every reply by exact values, and rejects a file whose scores don't
follow from its replies. `markdown_page` and `html_page` show several files on one page.
"""

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec

from gridduels.engine.values import Evaluation
from gridduels.errors import SetupError
from gridduels.language import estimates
from gridduels.language.benchmark import (
    ALL_TIERS,
    INVENTED,
    PRACTICE,
    PROMPT_HASHES,
    SEED,
    VERSION,
    boards_of,
    cluster_of,
    move_questions,
    prompt_hash,
    samples_per_game,
)
from gridduels.language.disguise import Variant
from gridduels.language.estimates import Estimate, Observation, estimate
from gridduels.language.prompts import ANSWER, Presentation, Style, stated
from gridduels.language.verdicts import chances, judge_answer
from gridduels.text import count

FORMAT: Final = 1
VARIANTS: Final = (str(Variant.PLAIN), str(Variant.DISGUISED))
PERSON_PROMPTS: Final = 30
Z: Final = 1.96
_DIGITS: Final = 4
_NO_ANSWER: Final = "?\n?"
"""Represents a reply without an answer."""
_LONGEST: Final = 200
_MOST_USED: Final = 10**12
"""The maximum number of tokens, and of dollars."""
_MARKUP: Final = frozenset("|<>[]")
"""Characters that names and descriptions must not contain, since they would be read as markup on the page."""


Kind = Literal["model", "player", "baseline", "person"]
KINDS: Final[tuple[Kind, ...]] = ("model", "person", "baseline", "player")
"""In the order shown on the page."""


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The replies to the prompts for one tier and variant, by sample, and the scores that follow from them."""

    tier: str
    variant: str
    prompt_hash: str
    skill: float
    error: float
    legal: float
    replies: dict[str, str]
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    """The cost in US dollars."""


class Results(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of one model. A person answers only PERSON_PROMPTS prompts in each run; everyone else answers all of
    them."""

    format: int
    version: int
    name: str
    kind: Kind
    about: str
    runs: tuple[Run, ...]


class Asked(NamedTuple):
    """One of the benchmark's prompts, with the exact values."""

    presentation: Presentation
    evaluation: Evaluation
    cluster: str

    def observe(self, reply: str) -> tuple[Observation, Observation]:
        """Return whether a reply keeps the value and whether it is legal, as observations."""
        judged = judge_answer(self.presentation.duel, self.evaluation, self.presentation.read(reply))
        chance = chances(self.evaluation)["kept"]
        return (
            Observation(judged.numbers["kept"], 1.0, self.cluster, chance),
            Observation(judged.numbers["legal"], 1.0, self.cluster),
        )


@lru_cache(16)
def asked(tier: str, variant: str) -> Mapping[str, Asked]:
    """Return all of a tier's prompts for the task `moves`, by sample. For tier C, these are about the practice
    duels."""
    if tier not in ALL_TIERS:
        raise SetupError(f"unknown tier {tier!r}; use one of {', '.join(ALL_TIERS)}")
    found, style = {}, Style(variant=variant)
    for board in boards_of(tier):
        game = board.load()
        questions = move_questions(game, style, SEED, samples_per_game("moves", tier, None))
        for number, (drawn, presentation) in enumerate(questions):
            cluster = cluster_of(game.id, f"{game.id} {drawn.game_number}", tier)
            found[f"{game.id}-{number}"] = Asked(presentation, drawn.evaluation, cluster)
    return found


def study_samples(tier: str) -> list[str]:
    """Return the samples that a person is asked: equally many of each game, taking turns between the games.

    >>> study_samples("A")[:3]
    ['light-cycle-0', 'pathway-0', 'grid-runner-0']
    """
    games: dict[str, list[str]] = {}
    for sample, each in asked(tier, Variant.PLAIN).items():
        games.setdefault(each.presentation.duel.game.id, []).append(sample)
    per_game = PERSON_PROMPTS // len(games)
    spread = [samples[:: max(1, len(samples) // per_game)][:per_game] for samples in games.values()]
    return [samples[number] for number in range(per_game) for samples in spread]


# --- Scores


def essence(reply: str) -> str:
    """Return the part of a reply that the parser reads.

    >>> essence("Left is blocked, so\\n\\nANSWER: up"), essence(" \\n")
    ('up', '')
    """
    said = stated(reply)
    if said is None:
        return _NO_ANSWER if reply.strip() else ""
    return said if stated(said) == said else f"{ANSWER} {said}"


def run_of(
    tier: str,
    variant: str,
    replies: Mapping[str, str],
    *,
    input_tokens: int | None = None,
    output_tokens: int | None = None,
    cost: float | None = None,
) -> Run:
    """Score the replies to each sample."""
    shortened = {sample: essence(reply) for sample, reply in replies.items()}
    kept, legal = observations(tier, variant, shortened)
    skill = estimates.skill(kept)
    prompts = [each.presentation.prompt() for each in asked(tier, variant).values()]
    return Run(
        tier=tier,
        variant=variant,
        prompt_hash=prompt_hash(prompts),
        skill=round(skill.mean, _DIGITS),
        error=round(skill.error, _DIGITS),
        legal=round(estimate(legal).mean, _DIGITS),
        replies=shortened,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        cost=cost,
    )


def observations(tier: str, variant: str, replies: Mapping[str, str]) -> tuple[list[Observation], list[Observation]]:
    """Judge replies, keyed by sample; return whether they keep the value, and whether they are legal."""
    known = asked(tier, variant)
    if unknown := replies.keys() - known.keys():
        raise SetupError(f"tier {tier} has no prompt {min(unknown)!r}")
    found = [known[sample].observe(reply) for sample, reply in replies.items()]
    return [kept for kept, _ in found], [legal for _, legal in found]


def gap(results: Results, tier: str) -> Estimate | None:
    """Return the change in skill from plain to disguised prompts; None unless there are runs of both."""
    runs = {run.variant: run for run in results.runs if run.tier == tier}
    if not set(VARIANTS) <= runs.keys():
        return None
    sides = (observations(tier, each, runs[each].replies)[0] for each in VARIANTS)
    return estimates.gap(*sides)


# --- Files


def read(path: Path) -> Results:
    """Read a results file. Raise SetupError if it isn't one."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Results)
    except OSError as error:
        raise SetupError(f"cannot read {path} ({error.strerror})") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SetupError(f"{path} is not a file of results: {error}") from None
    if (found.format, found.version) != (FORMAT, VERSION):
        raise SetupError(
            f"{path} has format {found.format} and version {found.version} of the benchmark; "
            f"this gridduels reads format {FORMAT} and version {VERSION}"
        )
    return found


def read_all(paths: Iterable[Path]) -> list[Results]:
    """Read results files, and all those in folders."""
    files = [file for path in paths for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    if not files:
        raise SetupError("there are no results files here")
    found = [read(file) for file in files]
    names = [each.name for each in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise SetupError(f"there are several results named {twice!r}; give each file its own name")
    return found


def data_of(results: Results) -> bytes:
    """Return the contents of a results file, with one reply per line so that changes are easy to review."""
    return msgspec.json.format(msgspec.json.encode(results), indent=1) + b"\n"


def results_of_logs(paths: Iterable[Path], name: str, about: str, prices: tuple[float, float] | None) -> Results:
    """Return the results in Inspect logs of the task `moves`, one log for each tier and variant. `prices` are in US
    dollars per million input and output tokens."""
    from inspect_ai.log import read_eval_log

    files = list(paths)
    if missing := next((path for path in files if not path.is_file()), None):
        raise SetupError(f"there is no file {missing}")
    logs = {path: read_eval_log(str(path)) for path in files}
    if len(models := sorted({log.eval.model for log in logs.values()})) > 1:
        raise SetupError(f"these logs come from several models ({', '.join(models)}): pass the logs of one model")
    runs = []
    for path, log in logs.items():
        given, known = log.eval.task_args, log.eval.metadata or {}
        task = (log.eval.task_registry_name or log.eval.task).removeprefix("gridduels/")
        if task != "moves" or log.status != "success" or known.get("version") != VERSION:
            raise SetupError(f"{path} is not a finished run of gridduels/moves, version {VERSION}")
        if given.get("duels", PRACTICE) != PRACTICE:
            raise SetupError(f"{path} is about other duels: tier C results must be about those of the seed {PRACTICE}")
        samples = log.samples or []
        if failed := sum(sample.error is not None for sample in samples):
            raise SetupError(f"{path}: {count(failed, 'sample')} failed; finish the run with inspect eval-retry")
        if len(samples) != len({sample.id for sample in samples}):
            raise SetupError(f"{path} has several epochs; results need exactly one")
        usage = log.stats.model_usage.values()
        tokens = [sum(each.input_tokens for each in usage), sum(each.output_tokens for each in usage)]
        cost = sum(number * price for number, price in zip(tokens, prices, strict=True)) / 1e6 if prices else None
        runs.append(
            run_of(
                str(known["tier"]),
                str(given.get("variant", "plain")),
                {str(sample.id): sample.output.completion for sample in samples},
                input_tokens=tokens[0] or None,
                output_tokens=tokens[1] or None,
                cost=cost,
            )
        )
        if runs[-1].prompt_hash != known["prompt_hash"]:
            raise SetupError(f"{path}: the prompts don't match version {VERSION}; run the task with its defaults")
    return Results(FORMAT, VERSION, name, "model", about, tuple(runs))


def check_words(name: str, about: str) -> None:
    """Raise SetupError for a name or description that can't be shown on the page."""
    for what, text in (("name", name), ("about", about)):
        if not text.isprintable() or _MARKUP & set(text) or len(text) > _LONGEST:
            raise SetupError(
                f"{what}: write one line of at most {_LONGEST} characters, without any of {' '.join(sorted(_MARKUP))}"
            )
    if not name.strip():
        raise SetupError("the results have no name")


def check(results: Results) -> None:
    """Score the replies again. Raise SetupError if anything is missing or a score doesn't follow from them."""
    check_words(results.name, results.about)
    seen = set()
    for run in results.runs:
        what = f"{results.name}, tier {run.tier}, {run.variant}"
        if run.variant not in VARIANTS:
            raise SetupError(f"{what}: the variant must be {' or '.join(VARIANTS)}")
        if (run.tier, run.variant) in seen:
            raise SetupError(f"{what}: this run occurs twice")
        seen.add((run.tier, run.variant))
        scored = run_of(run.tier, run.variant, run.replies)
        frozen = PROMPT_HASHES[f"{PRACTICE if run.tier == INVENTED else run.tier} moves board {run.variant}"]
        if not scored.prompt_hash == run.prompt_hash == frozen:
            raise SetupError(f"{what}: the prompts don't match version {VERSION}; run the task with its defaults")
        person = results.kind == "person"
        expected = set(study_samples(run.tier)) if person else asked(run.tier, run.variant).keys()
        if missing := expected - run.replies.keys():
            hint = "; finish the study with gridduels study" if person else ""
            raise SetupError(
                f"{what}: there is no reply to {count(len(missing), 'prompt')}, e.g. {min(missing)!r}{hint}"
            )
        if more := run.replies.keys() - expected:
            raise SetupError(f"{what}: a study does not ask {min(more)!r}")
        if scored.replies != run.replies:
            raise SetupError(f"{what}: the replies are longer than what the parser reads")
        used = run.input_tokens, run.output_tokens, run.cost
        if any(number is not None and not 0 <= number <= _MOST_USED for number in used):
            raise SetupError(f"{what}: tokens and cost must be between 0 and {_MOST_USED:,}")
        for name in ("skill", "error", "legal"):
            stated_score, found = getattr(run, name), getattr(scored, name)
            if not math.isclose(stated_score, found, abs_tol=10**-_DIGITS):
                raise SetupError(f"{what}: {name} is given as {stated_score:g}, but the replies yield {found:g}")
    if not results.runs:
        raise SetupError(f"{results.name} has no runs")


# --- Pages


TITLE: Final = "Who really plays?"
_TIERS: Final = {
    "A": "the five book boards",
    "B": "larger boards and other rulings, never exported as training data",
    "C": "ten invented duels, each described by its rule book, from the public practice seed",
}
_GROUPS: Final[dict[Kind, str]] = {
    "model": "Language models",
    "person": "People",
    "baseline": "Baselines",
    "player": "Players",
}


class Row(NamedTuple):
    """One line of a tier's table: scores are percentages, 0 for random legal moves and 100 for perfect play."""

    name: str
    kind: Kind
    about: str
    score: float
    low: float
    high: float
    legal: float
    disguised: float | None
    gap: Estimate | None
    prompts: int
    tokens: float | None
    """Tokens per prompt, input and output combined."""
    cost: float | None
    """US dollars per 100 prompts."""

    @property
    def change(self) -> str:
        """How disguising the prompts changes the score."""
        return change_text(self.gap) if self.gap else ""


def change_text(change: Estimate) -> str:
    """Return a change in the score with its 95 % interval.

    >>> change_text(Estimate(-0.123, 0.05)), change_text(Estimate(-0.001, 0))
    ('-12 ± 10', '+0 ± 0')
    """
    return f"{round(100 * change.mean):+d} ± {100 * Z * change.error:.0f}"


def rows_of(all_results: Iterable[Results], tier: str) -> list[Row]:
    """Return the rows of a tier's table, grouped by kind, best first."""
    found = []
    for each in all_results:
        runs = {run.variant: run for run in each.runs if run.tier == tier}
        plain, disguised = (runs.get(variant) for variant in VARIANTS)
        if plain is None:
            continue
        prompts, spread = len(plain.replies), 100 * Z * plain.error
        tokens = None if plain.input_tokens is None else plain.input_tokens + (plain.output_tokens or 0)
        found.append(
            Row(
                each.name,
                each.kind,
                each.about,
                100 * plain.skill,
                100 * plain.skill - spread,
                100 * plain.skill + spread,
                100 * plain.legal,
                100 * disguised.skill if disguised else None,
                gap(each, tier),
                prompts,
                tokens / prompts if tokens is not None else None,
                100 * plain.cost / prompts if plain.cost is not None else None,
            )
        )
    return sorted(found, key=lambda row: (KINDS.index(row.kind), -row.score, row.name))


def markdown_page(all_results: Iterable[Results], command: str) -> str:
    """Return the results as a document with a table for each tier."""
    all_results = list(all_results)
    lines = [
        "# Results",
        "",
        "Scores of models, baselines and players on the benchmark's `moves` task, version 1. A random legal move",
        "scores 0 and perfect play 100; an illegal answer scores below a random move. Each score comes with a 95 %",
        "interval; if two intervals overlap, don't read anything into their order. *Disguised* is the change in the",
        "score when the board is turned and everything is renamed, also with a 95 % interval.",
        "[For evaluators](evaluators.md) explains how to add a model.",
        "",
        f"This page is generated from the files in `results/` by `{command}`,",
        "and `gridduels benchmark check results` recomputes the scores of every file.",
    ]
    for tier, about in _TIERS.items():
        rows = rows_of(all_results, tier)
        if not rows:
            continue
        lines += ["", f"## Tier {tier}: {about}", ""]
        lines += ["| who | score | 95 % interval | disguised | legal answers | tokens per prompt | cost of 100 |"]
        lines += ["| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
        for row in rows:
            tokens = f"{row.tokens:,.0f}" if row.tokens is not None else ""
            cost = f"${row.cost:.2f}" if row.cost is not None else "free" if row.kind in ("baseline", "player") else ""
            interval = f"{row.low:.0f} to {row.high:.0f}"
            name = f"{row.name} (person, {row.prompts} prompts)" if row.kind == "person" else row.name
            cells = [name, f"{row.score:.0f}", interval, row.change, f"{row.legal:.0f} %", tokens, cost]
            lines.append(f"| {' | '.join(cells)} |")
    described = {each.name: each.about for each in all_results}
    lines += ["", "## Who they are", "", *(f"- **{name}**: {about}" for name, about in sorted(described.items()))]
    return "\n".join(lines) + "\n"


def html_page(all_results: Iterable[Results]) -> str:
    """Return the results as one self-contained page."""
    from gridduels.pictures.templates import templates

    all_results = list(all_results)
    tiers = [(tier, about, rows_of(all_results, tier)) for tier, about in _TIERS.items()]
    page = templates(Path(__file__).parent / "page").get_template("results.html")
    return page.render(title=TITLE, tiers=tiers, groups=_GROUPS) + "\n"
