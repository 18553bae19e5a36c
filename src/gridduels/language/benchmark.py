"""The benchmark's frozen, versioned definition: boards by tier, counts, seed, prompt forms, and a hash of all prompts.

Tier A contains the five rule book boards. Tier B contains the held-out boards: larger ones and other rulings, labelled
by exact search and never exported as training data. Tier C contains invented duels drawn from a seed, each described by
its rule book. Its official seed is private: only its hash is listed here, and the seed will be published when the next
version starts. `practice` is a public seed. Any change to a default prompt changes its hash and requires a new version.
"""

import hashlib
import json
import os
import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from gridduels.analysis.dataset import asking_within_reason
from gridduels.analysis.split import HELD_OUT, TEST, Board, check_side, is_on
from gridduels.arena.openings import DrawnOpenings
from gridduels.duel import Duel
from gridduels.engine.progress import silent
from gridduels.engine.value import Value
from gridduels.engine.values import Evaluation, MoveValues
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.language.disguise import Disguise, disguise_for
from gridduels.language.positions import Drawn, draw_positions
from gridduels.language.prompts import Presentation, Style
from gridduels.registry import is_code, load_game

VERSION: Final = 1
SEED: Final = 0
COUNTS: Final = {"moves": 40, "games": 10, "puzzles": 20, "rules": 40}
"""Default numbers of samples per game in tiers A and B; only the runs in PROMPT_HASHES are frozen. Tier C has twice as
many games, so each gets half as many samples, rounded to an even number."""
TIERS: Final[dict[str, tuple[Board, ...]]] = {
    "A": (
        Board("light-cycle", 5),
        Board("pathway", 5),
        Board("grid-runner", 5),
        Board("gridlock", 7),
        Board("blockade", 5),
    ),
    "B": HELD_OUT,
}
"""The boards of the tiers with fixed boards."""
INVENTED: Final = "C"
ALL_TIERS: Final = (*TIERS, INVENTED)
DUELS: Final = 10
"""The number of invented duels in tier C."""
PRACTICE: Final = "practice"
"""The public seed of tier C."""
PRACTICE_DUELS: Final = (
    "duel1-3x3-o2-t1-r1-gn-l-sc",
    "duel1-3x4-k1-t0-r1po-gs-w-sm",
    "duel1-3x5-k1-t1-r1-gn-l-sm-b18",
    "duel1-3x5-k2-t1-r3tpb-gso-w-sc-b40",
    "duel1-3x5-k4-t2-gn-l-u1-b10",
    "duel1-3x5-o1-t1-r3pb-gso-l-sc-b4",
    "duel1-3x6-k5-t0-r1tpb-gs-l-sc-b18",
    "duel1-3x6-o2-t0-gs-l-sm",
    "duel1-3x6-o3-t2-gn-w-um",
    "duel1-4x4-k1-t0-gs-l-s1-b28",
)
"""The duels drawn from it by `draw_duels`, listed here so that practice runs don't have to draw them."""
PRIVATE: Final = "private"
"""Stands for the seed in the environment variable SEED_VARIABLE, so that no log contains it."""
SEED_VARIABLE: Final = "GRIDDUELS_TIER_C_SEED"
SEED_HASH: Final = "eb99cae48ec62da363766b687a90aa0f8c96e5ab1e061e3db3b595338ffbdfd4"
"""The SHA-256 of version 1's private seed."""
_MOST_POSITIONS: Final = 20_000
"""The maximum number of positions in a tier C duel."""
CUSTOM: Final = "custom"
_MOST_OPENINGS: Final = 60
"""The number of openings to examine per opening wanted."""
PROMPT_HASHES: Final[dict[str, str]] = {
    "A moves board plain": "931344fdf5f8",
    "A moves board disguised": "d92e175dca62",
    "A rules board plain": "58f259168205",
    "A rules board disguised": "983fad0999d7",
    "A puzzles board plain": "b66883c583ef",
    "A puzzles board disguised": "c2899fea3639",
    "A games board plain": "97932a78bb0c",
    "A games board disguised": "b12a5e0a66b4",
    "B moves board plain": "4ba83b83689f",
    "B moves board disguised": "4626c12a3e42",
    "B rules board plain": "807d37b50edb",
    "B rules board disguised": "37bdf86bc0ca",
    "practice moves board plain": "9c9aa47cf589",
    "practice moves board disguised": "39e13106f936",
    "practice rules board plain": "54bea1e6558b",
    "practice rules board disguised": "62284b0ac514",
    "practice puzzles board plain": "563fdc56b0ed",
    "practice puzzles board disguised": "019a0d4116d4",
}
"""Hashes of all prompts of the official runs of version 1, by tier, task, form and variant. `practice` is tier C with
the public seed, which isn't official; the hashes for the private seed will be published along with it."""

Games = str | list[str]
_Progress = Callable[[str, int, int | None], None]


def chosen_games(
    game: Games, size: int | str | None, rules: Games, tier: str = "A", duels: str = PRACTICE
) -> list[Game]:
    """Return the games selected by a task's parameters: a tier's games, or boards with a custom size or rulings.
    `duels` is the seed of tier C.

    >>> chosen_games("blockade", 4, "paths=opponent")
    [load_game('blockade', size=4, obstacles=3, paths='opponent', repetition='barred', stuck='loses')]
    >>> [str(each) for each in chosen_games("gridlock,pathway", None, "", "B")]
    ['Pathway Duel 6x6 (goal=sealed)', 'GridLock 9x9']
    """
    if tier not in ALL_TIERS:
        raise SetupError(f"unknown tier {tier!r}: use {', '.join(ALL_TIERS[:-1])} or {ALL_TIERS[-1]}")
    given = rules.split(",") if isinstance(rules, str) else rules
    rulings = dict(ruling.partition("=")[::2] for ruling in given if ruling)
    ids = game.split(",") if isinstance(game, str) else game
    boards = boards_of(tier, duels)
    if size is None and not rulings:
        known = {board.game for board in boards}
        found = [board.load() for board in boards if ids == ["all"] or board.game in ids]
        return found + [load_game(each) for each in ids if each not in known and each != "all"]
    if tier == INVENTED:
        raise SetupError("invented duels have no other sizes or rulings: leave size and rules out")
    return [load_game(each, size, **rulings) for each in ([b.game for b in boards] if ids == ["all"] else ids)]


def samples_per_game(task: str, tier: str, count: int | None) -> int:
    """Return a task's number of samples per game: `count`, or the number in the benchmark's definition."""
    return (COUNTS[task] // 4 * 2 if tier == INVENTED else COUNTS[task]) if count is None else count


# --- Tier C


def boards_of(tier: str, duels: str = PRACTICE) -> tuple[Board, ...]:
    """Return the boards of a tier; `duels` is the seed of tier C."""
    return TIERS[tier] if tier in TIERS else tuple(Board(code, load_game(code).size) for code in draw_duels(duels))


def seed_of(duels: object) -> str:
    """Return the seed that a task's `duels` parameter stands for. Inspect's command line turns `42` into a number.

    >>> seed_of(42)
    '42'
    """
    if duels != PRIVATE:
        return str(duels)
    if not (found := os.environ.get(SEED_VARIABLE, "").strip()):
        raise SetupError(f"duels={PRIVATE} needs the seed in the environment variable {SEED_VARIABLE}")
    return found


def seed_hash(seed: str) -> str:
    """Return the SHA-256 of a seed as hexadecimal digits.

    >>> seed_hash("practice")[:12]
    'ada750e3f846'
    """
    return hashlib.sha256(seed.encode()).hexdigest()


def draw_duels(duels: str = PRACTICE, progress: _Progress = silent) -> tuple[str, ...]:
    """Return the codes of the invented duels drawn from a seed. All are solved, fair, small and of different kinds, and
    none is a duel of the day. The same seed always gives the same duels."""
    return PRACTICE_DUELS if duels == PRACTICE else drawn_from(seed_of(duels), progress)


@lru_cache(16)
def drawn_from(seed: str, progress: _Progress = silent) -> tuple[str, ...]:
    """Draw duels from a seed."""
    from gridduels.invent.code import parse
    from gridduels.invent.gallery import all_codes
    from gridduels.invent.search import change, ending_of, screen

    rng = random.Random(f"tier {INVENTED} {VERSION} {seed}")
    known = all_codes()
    taken, found = set(), list[str]()
    while len(found) < DUELS:
        progress("drawing duels", len(found), DUELS)
        # Duels near a good one are often good, so few have to be solved. Two changes make a duel new.
        drawn = change(change(parse(rng.choice(known)), rng), rng)
        kind = ending_of(drawn), drawn.steps, drawn.reach > 1
        if kind in taken or not (screened := screen(drawn, _MOST_POSITIONS)).measures:
            continue
        code = screened.code  # simplified, so its kind may have changed
        kind = ending_of(code), code.steps, code.reach > 1
        if kind not in taken and str(code) not in known:
            taken.add(kind)
            found.append(str(code))
    return tuple(sorted(found))


# --- Provenance


def tier_of(game: Game) -> str:
    """Return a board's tier, or `custom` for boards outside the benchmark. Every invented duel counts as tier C."""
    if is_code(game.id):
        return INVENTED
    return next(
        (
            tier
            for tier, boards in TIERS.items()
            if any(each.game == game.id and each.load() == game for each in boards)
        ),
        CUSTOM,
    )


def prompt_hash(prompts: Iterable[str]) -> str:
    """Return a hash of prompts in the given order.

    >>> prompt_hash(["up", "down"])
    '0acdc5c11bfc'
    """
    digest = hashlib.sha256()
    for prompt in prompts:
        digest.update(prompt.encode() + b"\0")
    return digest.hexdigest()[:12]


def provenance(
    task: str, games: Iterable[Game], form: str, variant: str, seed: int, prompts: list[str], duels: str = PRACTICE
) -> dict[str, Any]:
    """Return the data that a run's log must contain to make its scores comparable with others. For tier C, `duels` is
    the hash of the seed; only runs with the private seed are official."""
    tiers = sorted({tier_of(game) for game in games})
    tier = tiers[0] if len(tiers) == 1 else CUSTOM
    found = prompt_hash(prompts)
    drawn = seed_hash(seed_of(duels)) if tier == INVENTED else None
    official = drawn in (None, SEED_HASH) and PROMPT_HASHES.get(f"{tier} {task} {form} {variant}") == found
    return ({"duels": drawn} if drawn else {}) | {
        "version": VERSION,
        "tier": tier,
        "split": TEST,
        "seed": seed,
        "prompt_hash": found,
        "official": official,
    }


# --- The questions


def disguise_of(game: Game, style: Style, seed: int, number: int) -> Disguise:
    """Return the disguise for a game's sample with this number."""
    return disguise_for(game, style.variant, random.Random(f"{seed} disguise {game!r} {number}"))


def move_questions(game: Game, style: Style, seed: int, count: int) -> Iterator[tuple[Drawn, Presentation]]:
    """Yield the positions in the task `moves`, each with its presentation."""
    drawn_positions = frozen_positions(game, count) if seed == SEED else None
    for number, drawn in enumerate(drawn_positions or draw_positions(game, count, seed)):
        yield drawn, Presentation(drawn.duel, disguise_of(game, style, seed, number), style)


@cache
def _frozen() -> dict[str, list[tuple[str, str, int, list[int]]]]:
    text = files(__package__).joinpath("positions.json").read_text("utf-8")
    found: dict[str, list[tuple[str, str, int, list[int]]]] = json.loads(text)
    return found


def frozen_positions(game: Game, count: int) -> list[Drawn] | None:
    """Return the positions of `moves` on a board in version 1, or None if the board or the count isn't part of it. They
    were drawn with `draw_positions` by `python -m tools.positions`, since drawing takes minutes on the largest
    boards."""
    rows = _frozen().get(repr(game))
    if rows is None or count != samples_per_game("moves", tier_of(game), None):
        return None
    return [_thawed(game, *row) for row in rows]


@lru_cache(64)
def _frozen_evaluations(game: Game) -> dict[Any, Evaluation]:
    drawn = frozen_positions(game, samples_per_game("moves", tier_of(game), None)) or []
    return {each.duel.position: each.evaluation for each in drawn}


def frozen_evaluation(duel: Duel) -> Evaluation | None:
    """Return the stored values of a position in `moves`, or None for any other position. Without them, scoring a run on
    the largest boards would take minutes."""
    return None if duel.moves else _frozen_evaluations(duel.game).get(duel.position)


def _thawed(game: Game, text: str, phase: str, playout: int, codes: list[int]) -> Drawn:
    duel = Duel(game, start=text)
    values = [Value.of_code(code) for code in codes]
    best = max(values, key=lambda value: value.rank)
    evaluation = Evaluation(best, MoveValues(zip(duel.legal_moves, values, strict=True)), ())
    keep = sum(evaluation.verdict(word).keeps for word in evaluation.moves)
    return Drawn(duel, evaluation, phase, "only" if keep == 1 else "some", playout)


def frozen_rows(drawn: Iterable[Drawn]) -> list[tuple[str, str, int, list[int]]]:
    """Return drawn positions as plain data, which `frozen_positions` reads back."""
    return [
        (
            each.duel.game.text(each.duel.position),
            each.phase,
            each.game_number,
            [each.evaluation.moves[word].code for word in each.duel.legal_moves],
        )
        for each in drawn
    ]


def cluster_of(game: str, playout: str, tier: str) -> str:
    """Return a sample's cluster: its playout or, in tier C, its game, since the duels themselves are a sample."""
    return game if tier == INVENTED else playout


def openings_on(side: str, game: Game, seed: int, count: int) -> list[str]:
    """Return `count` balanced openings whose positions are on the given side of the split. They repeat if there are too
    few."""
    check_side(side, game)
    with asking_within_reason(game) as values:
        openings, found = DrawnOpenings(game, seed, values), list[str]()
        for number in range(_MOST_OPENINGS * count):
            if len(found) == count or openings.count(number + 1) <= number:
                break
            if is_on(side, game, game.position(openings[number])):
                found.append(openings[number])
    if not found:
        raise SetupError(f"{game} has no balanced openings on the {side} side: choose a larger board")
    return [found[number % len(found)] for number in range(count)]
