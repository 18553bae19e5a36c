"""A game designer's report on any game: ours, invented or installed.

Every statement is computed from the solved graph, except for shares of points, which come from games between the
players in `measures.REPORT`.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any, Final

from gridduels.board import Size, shape
from gridduels.duel import Duel
from gridduels.engine import SolvedGraph
from gridduels.engine.progress import Progress, silent
from gridduels.engine.solvers.enumeration import enumerate_keys
from gridduels.engine.solvers.limits import TooBig
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.invent.measures import REPORT, Board, Estimate, Measures, kept_words, measure, without
from gridduels.registry import is_code

LIMIT: Final = 3_000_000
"""The maximum number of positions in a game that can be reviewed."""
_TRIAL_GAMES: Final = 200
"""The number of games to play for each start or first move that is tried as a fix."""
_TRIED: Final = 60
"""The maximum number of other starts to try."""
_TRIAL_PLAYERS: Final = (3, -8)
"""The players in these games. The reported share comes from the best trial, so it is slightly optimistic."""


@dataclass(frozen=True)
class Finding:
    """One finding: the question, the answer in a sentence, and whether the result is what a designer would want."""

    name: str
    good: bool
    sentence: str


@dataclass(frozen=True)
class Review:
    """The findings on a game, with its measures."""

    game: Game
    measures: Measures
    findings: tuple[Finding, ...]

    def finding(self, name: str) -> Finding:
        """Return the finding with this name."""
        return next(each for each in self.findings if each.name == name)

    def as_data(self) -> dict[str, Any]:
        """Return the review as data."""
        return {
            **self.game.as_data(),
            "positions": self.measures.positions,
            "fair": round(self.measures.fair, 3),
            "deep": round(self.measures.deep, 3),
            "matter": round(self.measures.matter.mean, 3),
            "findings": [{"name": each.name, "good": each.good, "sentence": each.sentence} for each in self.findings],
        }


def review(game: Game, progress: Progress = silent, seed: int = 0) -> Review:
    """Review a game. Raise SetupError if it has too many positions for its graph to fit in memory."""
    try:
        graph = SolvedGraph(game, progress, LIMIT)
    except TooBig:
        largest = largest_board(game)
        hint = f"The largest board that fits is --size {largest}." if largest else "None of its boards is small enough."
        raise SetupError(f"{game} has more than {LIMIT:,} positions, too many for a review. {hint}") from None
    board, measures = Board(graph, seed), measure(graph, REPORT, seed=seed)
    findings = (
        _endings(graph),
        _termination(graph, board),
        _start(game, measures),
        _repair(graph, board, measures),
        _rules(graph),
        _longest(graph),
        _play(measures),
    )
    return Review(game, measures, findings)


def largest_board(game: Game) -> Size | None:
    """Return the size of the largest board that can be reviewed and is smaller than the game's own."""
    smaller = (size for size in game.definition.sizes if prod(shape(size)) < game.cell_count)
    for size in sorted(smaller, key=lambda size: prod(shape(size)), reverse=True):
        try:
            other = Game(game.definition, size, game.rulings)
            enumerate_keys(other, [other.start()], silent, canonical=False, limit=LIMIT)
        except TooBig:
            continue
        return size
    return None


def _endings(graph: SolvedGraph) -> Finding:
    """Report whether every ending is reachable."""
    game, found = graph.game, Counter[str]()
    for number in (graph.finished != 0).nonzero()[0]:
        position = graph.position(number)
        winner = game.winner(position)
        found[game.reason(position, winner) if winner in (1, 2) else "draw"] += 1
    expected = [*game.definition.reasons] or (["goal"] if game.statement.goals else []) + ["no moves"]
    missing = [name for name in expected if not found[name]]
    counts = ", ".join(f"{name} ({count:,})" for name, count in found.most_common())
    if not found:
        return Finding("endings", False, "No position ends the game.")
    if missing:
        return Finding("endings", False, f"No game ever ends by {' or '.join(missing)}. Final positions: {counts}.")
    return Finding("endings", True, f"Every ending occurs. Final positions: {counts}.")


def _termination(graph: SolvedGraph, board: Board) -> Finding:
    """Report whether play always ends."""
    if not board.can_repeat():
        return Finding("termination", True, "Every game ends: no position can occur twice.")
    endless = int((graph.codes == 0).sum())
    forced = _forced(graph.game)
    where = f"In {endless:,} of {graph.entries:,} positions neither side can {forced}." if endless else ""
    if graph.game.bars_repetition:
        said = "Without a rule against repetition play could go on forever; with it, every game ends."
        return Finding("termination", False, f"{said} {where}".rstrip())
    return Finding("termination", False, f"Play can go on forever. {where}".rstrip())


def _forced(game: Game) -> str:
    """Return the phrase for what neither side can do in an undecided position."""
    return "force a win without exhausting the repetition rule" if game.bars_repetition else "force a win"


def _start(game: Game, measures: Measures) -> Finding:
    """Report how unfair the start is."""
    value = measures.value
    exact = {"win": "With best play the first player wins", "loss": "With best play the second player wins"}
    said = exact.get(value.outcome, f"With best play neither side can {_forced(game)}")
    if value.plies is not None and value.outcome in exact:
        said += f" in {value.plies} plies"
    keeps = kept_words(measures.kept_first_moves, measures.first_moves)
    shares = [each.mean for each in measures.first_share.values()]
    imperfect = f"imperfect players of equal strength who go first score {min(shares):.0%} to {max(shares):.0%}"
    return Finding("start", measures.fair >= 0.7, f"{said}; {keeps}; {imperfect}.")


def _repair(graph: SolvedGraph, board: Board, measures: Measures) -> Finding:
    """Report which other start, or which swap, fixes an unfair start."""
    if measures.fair >= 0.7:
        return Finding("repair", True, "The start needs no repair.")
    options = fairest_starts(graph, board)
    if not options:
        return Finding("repair", False, "There is no other start to try.")
    name, _, found = options[0]
    said = f"{name} gives the player to move {found}"
    if found.low <= 0.5 <= found.high or abs(found.mean - 0.5) < 0.1:
        return Finding("repair", True, f"{said} of the points.")
    return Finding("repair", False, f"The best of {len(options)} other starts is still unfair: {said} of the points.")


def fairest_starts(graph: SolvedGraph, board: Board) -> list[tuple[str, int, Estimate]]:
    """Return starts after one or two moves, ordered by fairness in trial games: a name, the position's number, and the
    share of the points that the player to move scored."""
    tried = [(name, number, _share(board, number)) for name, number in _other_starts(graph)]
    return sorted(tried, key=lambda start: abs(start[2].mean - 0.5))


def _share(board: Board, number: int) -> Estimate:
    """Return the share of the points that the player to move scores, from the trial player for whom it is farthest from
    one half."""
    found = [board.share(player, _TRIAL_GAMES, number) for player in _TRIAL_PLAYERS]
    return max(found, key=lambda each: abs(each.mean - 0.5))


def _other_starts(graph: SolvedGraph) -> Iterator[tuple[str, int]]:
    """Yield starts after one move (to be combined with a swap) and after two, each with its position's number."""
    tried = 0
    for word, number in graph.moves(0).items():
        if graph.finished[number]:
            continue
        yield f"A swap after the first move {word}", number
        for reply, after in graph.moves(number).items():
            if tried < _TRIED and not graph.finished[after]:
                tried += 1
                yield f"Starting after {word} {reply}", after


def _rules(graph: SolvedGraph) -> Finding:
    """Report which rules never matter."""
    changes = without(graph)
    idle = [each.element for each in changes if not each.matters]
    if idle:
        return Finding("rules", False, f"These rules make no difference to any value: {', '.join(idle)}.")
    if changes:
        said = "Dropping any one" if is_code(graph.game.id) else "Changing any one"
        return Finding("rules", True, f"{said} of these rules changes the game. {'; '.join(map(str, changes))}.")
    if is_code(graph.game.id):
        return Finding("rules", True, "This duel has no rule that could be dropped.")
    besides = (
        " apart from repetition" if any(each.name == "repetition" for each in graph.game.definition.rulings) else ""
    )
    return Finding("rules", True, f"This game has no ruling to change{besides}.")


def _longest(graph: SolvedGraph) -> Finding:
    """Report where the longest forced win is."""
    number = int(abs(graph.codes.astype(int)).argmax())
    code = int(graph.codes[number])
    if not code:
        return Finding("longest", False, "No position is won for either side.")
    position = graph.position(number)
    winner = position.turn if code > 0 else 3 - position.turn
    text = graph.game.text(position)
    return Finding(
        "longest", True, f"The longest forced win takes {abs(code) - 1} plies, for Player {winner} from {text}"
    )


def _play(measures: Measures) -> Finding:
    """Report whether games are a contest."""
    said = (
        f"A game takes {measures.length.mean:.0f} plies with {measures.branching:.1f} moves to choose from, the lead "
        f"changes {measures.drama.mean:.1f} times, {measures.matter.mean:.0%} of the choices matter, and a far "
        f"stronger player scores {measures.depth.mean:.0%}."
    )
    return Finding("play", measures.deep >= 0.4 and measures.matter.mean >= 0.25, said)


def text_of(found: Review) -> str:
    """Return a review as text: one line per finding."""
    lines = [f"{found.game}: {found.measures.positions:,} positions", str(Duel(found.game)), ""]
    lines += [f"{'ok' if each.good else '--':<3} {each.name:<12} {each.sentence}" for each in found.findings]
    return "\n".join(lines)
