"""The benchmark as a frozen, versioned definition: boards by tier, counts, seed, prompt forms, and a hash of all
prompts.

Tier A contains the five rule book boards. Tier B contains the held-out boards: larger ones and other rulings, labelled
by exact search and never exported as training data. A later version may add tiers. Any change to a default prompt
changes its hash and requires a new version.
"""

import hashlib
from collections.abc import Iterable
from typing import Any, Final

from gridduels.analysis.dataset import asking_within_reason
from gridduels.analysis.split import HELD_OUT, TEST, Board, check_side, is_on
from gridduels.arena.openings import DrawnOpenings
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.registry import load_game

VERSION: Final = 1
SEED: Final = 0
COUNTS: Final = {"moves": 40, "games": 10, "puzzles": 20, "rules": 40}
"""Samples per game."""
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
CUSTOM: Final = "custom"
_MOST_OPENINGS: Final = 60
"""The number of openings to examine for each one wanted."""
PROMPT_HASHES: Final[dict[str, str]] = {
    "A moves board plain": "931344fdf5f8",
    "A moves board disguised": "d92e175dca62",
    "A rules board plain": "58f259168205",
    "A rules board disguised": "983fad0999d7",
    "A puzzles board plain": "b66883c583ef",
    "A puzzles board disguised": "c2899fea3639",
    "A games board plain": "97932a78bb0c",
    "A games board disguised": "b12a5e0a66b4",
    "B rules board plain": "807d37b50edb",
    "B rules board disguised": "37bdf86bc0ca",
}
"""Hashes of all prompts in version 1, by tier, task, form and variant."""

Games = str | list[str]


def chosen_games(game: Games, size: int | str | None, rules: Games, tier: str = "A") -> list[Game]:
    """Return the games selected by a task's parameters: a tier's games, or boards with a custom size or rulings.

    >>> chosen_games("blockade", 4, "paths=opponent")
    [load_game('blockade', size=4, obstacles=3, paths='opponent', repetition='barred', stuck='loses')]
    >>> [str(each) for each in chosen_games("gridlock,pathway", None, "", "B")]
    ['Pathway Duel 6x6 (goal=sealed)', 'GridLock 9x9']
    """
    if tier not in TIERS:
        raise SetupError(f"unknown tier {tier!r}; it is {' or '.join(TIERS)}")
    given = rules.split(",") if isinstance(rules, str) else rules
    rulings = dict(ruling.partition("=")[::2] for ruling in given if ruling)
    ids = game.split(",") if isinstance(game, str) else game
    boards = TIERS[tier]
    if size is None and not rulings:
        known = {board.game for board in boards}
        found = [board.load() for board in boards if ids == ["all"] or board.game in ids]
        return found + [load_game(each) for each in ids if each not in known and each != "all"]
    return [load_game(each, size, **rulings) for each in ([b.game for b in boards] if ids == ["all"] else ids)]


def tier_of(game: Game) -> str:
    """Return a board's tier, or `custom` for boards outside the benchmark."""
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
    task: str, games: Iterable[Game], form: str, variant: str, seed: int, prompts: list[str]
) -> dict[str, Any]:
    """Return what a run's log must contain for its scores to be comparable with others."""
    tiers = sorted({tier_of(game) for game in games})
    tier = tiers[0] if len(tiers) == 1 else CUSTOM
    found = prompt_hash(prompts)
    return {
        "version": VERSION,
        "tier": tier,
        "split": TEST,
        "seed": seed,
        "prompt_hash": found,
        "official": PROMPT_HASHES.get(f"{tier} {task} {form} {variant}") == found,
    }


def openings_on(side: str, game: Game, seed: int, count: int) -> list[str]:
    """Return `count` balanced openings whose position is on the given side of the split; they repeat if there are too
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
