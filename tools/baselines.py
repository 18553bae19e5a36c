"""Create the results for baselines and players: `python -m tools.baselines [NAME ...]` writes `results/NAME.json`.

| name | its move |
| --- | --- |
| random, greedy, level-3, level-5, level-8, net | the player's |
| perfect | a best move by exact values, like the player of that name; the benchmark's values are stored |
| constant | the one answer that is right most often in a game, in hindsight |
| nearest | the best move of the most similar of 5,000 positions on the train side (tier A only) |
| script-rules | a script that asks the rules for legal moves and the positions after them: it searches four plies |
| script-values | a script that asks for the value of each move |
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from gridduels.duel import Duel
from gridduels.files import write_atomically
from gridduels.language.benchmark import ALL_TIERS, VERSION
from gridduels.language.positions import Drawn
from gridduels.language.results import FORMAT, VARIANTS, Asked, Kind, Results, asked, data_of, run_of
from gridduels.language.verdicts import constants
from gridduels.players import make_player
from tools.leak import nearest_moves

FOLDER: Final = Path(__file__).parents[1] / "results"
_ROWS: Final = 5000
_DEPTH: Final = 4
Replies = Mapping[str, str]


def player(name: str) -> Callable[[str, str, Mapping[str, Asked]], Replies]:
    """Return a function that replies with the moves of one of our players."""

    def reply(tier: str, variant: str, prompts: Mapping[str, Asked]) -> Replies:
        found = {}
        for sample, each in prompts.items():
            chosen = make_player(name, random.Random(f"{name} {tier} {variant} {sample}"))
            assert chosen
            found[sample] = each.presentation.say(chosen.choose(each.presentation.duel))
            chosen.close()
        return found

    return reply


def with_values(tier: str, variant: str, prompts: Mapping[str, Asked]) -> Replies:
    """Reply with the best move according to the exact values."""
    return {sample: each.presentation.say(each.evaluation.best_moves[0]) for sample, each in prompts.items()}


def constant(tier: str, variant: str, prompts: Mapping[str, Asked]) -> Replies:
    """Give the same answer to all of a game's prompts."""
    right: dict[str, Counter[str]] = {}
    for each in prompts.values():
        right.setdefault(each.presentation.duel.game.id, Counter()).update(
            {word: int(kept) for word, kept in constants(each.presentation, each.evaluation).items()}
        )
    best = {game: max(words, key=lambda word: words[word]) for game, words in right.items()}
    return {sample: best[each.presentation.duel.game.id] for sample, each in prompts.items()}


def nearest(tier: str, variant: str, prompts: Mapping[str, Asked]) -> Replies:
    """Reply with one of the best moves in the most similar train position."""
    found = {}
    for game in dict.fromkeys(each.presentation.duel.game for each in prompts.values()):
        mine = {sample: each for sample, each in prompts.items() if each.presentation.duel.game == game}
        drawn = [Drawn(each.presentation.duel, each.evaluation, "", "", 0) for each in mine.values()]
        for (sample, each), moves in zip(mine.items(), nearest_moves(game, drawn, _ROWS), strict=True):
            found[sample] = each.presentation.say(random.Random(sample).choice(moves))
    return found


def with_rules(tier: str, variant: str, prompts: Mapping[str, Asked]) -> Replies:
    """Reply with a random move among those with the best outcome in a search of four plies."""
    found = {}
    for sample, each in prompts.items():
        duel = each.presentation.duel
        scores = {word: _outlook(duel.play(word), duel.turn, _DEPTH - 1) for word in duel.legal_moves}
        best = [word for word, score in scores.items() if score == max(scores.values())]
        found[sample] = each.presentation.say(random.Random(f"{variant} {sample}").choice(best))
    return found


def _outlook(duel: Duel, player: int, depth: int) -> int:
    """Return 1 if the player to move can force a win within this many plies, -1 if it must lose, and 0 otherwise."""
    if duel.outcome:
        return 1 if duel.outcome.winner == player else -1
    if not depth:
        return 0
    own, found = duel.turn == player, -1 if duel.turn == player else 1
    for word in duel.legal_moves:
        outlook = _outlook(duel.play(word), player, depth - 1)
        found = max(found, outlook) if own else min(found, outlook)
        if found == (1 if own else -1):
            break
    return found


BOTH: Final = VARIANTS
PLAIN: Final = VARIANTS[:1]
ENTRIES: Final[dict[str, tuple[str, Kind, str, Callable[..., Replies], tuple[str, ...], tuple[str, ...]]]] = {
    "random": ("Random", "baseline", "plays any legal move", player("random"), ALL_TIERS, BOTH),
    "constant": (
        "Constant answer",
        "baseline",
        "always gives the one answer that is right most often in the game, chosen in hindsight",
        constant,
        ALL_TIERS,
        BOTH,
    ),
    "nearest": (
        "Nearest neighbour",
        "baseline",
        "plays the best move of the most similar of 5,000 positions on the train side",
        nearest,
        ("A",),
        PLAIN,
    ),
    "script-rules": (
        "Script, rules only",
        "baseline",
        "a script that asks the rules for legal moves and the positions after them, and searches four plies",
        with_rules,
        ALL_TIERS,
        BOTH,
    ),
    "script-values": (
        "Script, with values",
        "baseline",
        "a script that asks for the value of each move: shows that the harness lets perfect answers reach 100",
        with_values,
        ALL_TIERS,
        BOTH,
    ),
    "greedy": ("Greedy", "player", "plays what looks best one move ahead", player("greedy"), ALL_TIERS, PLAIN),
    "level-3": ("Easy (level 3)", "player", "the computer at level 3", player("level:3"), ("A", "C"), PLAIN),
    "level-5": ("Medium (level 5)", "player", "the computer at level 5", player("level:5"), ("A", "C"), PLAIN),
    "level-8": ("Hard (level 8)", "player", "the computer at level 8", player("level:8"), ("A", "C"), PLAIN),
    "perfect": ("Perfect", "player", "plays by exact values", with_values, ALL_TIERS, PLAIN),
    "net": (
        "Net",
        "player",
        "a small network that plays without searching; trained by self-play on the boards of tier A, test positions "
        "included",
        player("net"),
        ("A", "B"),
        PLAIN,
    ),
}
"""File, name, kind, description, replies, tiers and variants. Levels need a table of values, so they skip tier B, and
`net` only knows the five games. Players never read a prompt, so there is nothing to disguise."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="NAME", nargs="*", choices=[*ENTRIES, []], help="default: all")
    FOLDER.mkdir(exist_ok=True)
    for file in parser.parse_args().names or ENTRIES:
        name, kind, about, reply, tiers, variants = ENTRIES[file]
        runs = []
        for tier in tiers:
            for variant in variants:
                print(f"{name}: tier {tier}, {variant}", file=sys.stderr, flush=True)
                runs.append(run_of(tier, variant, reply(tier, variant, asked(tier, variant))))
        results = Results(FORMAT, VERSION, name, kind, about, tuple(runs))
        write_atomically(FOLDER / f"{file}.json", [data_of(results)])


if __name__ == "__main__":
    main()
