"""Three-step hints: where to look, which move to play, and why, with the refutation of a tempting alternative.

The reasons given are things a player can count on the board (steps to the goal, free cells), plus the opponent's reply.
"""

from typing import Final, NamedTuple

from gridduels.analysis.sentences import Unit, describe, move_words, outlook, unit_of
from gridduels.board import where
from gridduels.duel import Duel
from gridduels.engine.value import Value
from gridduels.engine.values import Evaluation, Values
from gridduels.targets import MOVE, NO_WAY, PLACE, distance, fills_up, target_of, territories

_LONGEST: Final = 7
"""The maximum length of a line in plies."""


class Hint(NamedTuple):
    """A three-step hint for a position. `line` is a tempting move and its refutation, or best play if none is worse."""

    move: str
    where: str
    best: str
    why: str
    line: tuple[str, ...]

    @property
    def steps(self) -> tuple[str, str, str]:
        """Return the three steps in order."""
        return self.where, self.best, self.why


def hint_for(values: Values, duel: Duel, plies: bool = False) -> Hint:
    """Return a hint for the player to move, with distances in moves or plies.

    >>> from gridduels import Duel, load_game
    >>> from gridduels.engine import solve
    >>> game = load_game("light-cycle")
    >>> hint = hint_for(solve(game), Duel(game))
    >>> print(hint.where, hint.best)
    You have a forced win, but only one move keeps it. Look at the middle left. Best is right: you win in 8 more moves.
    >>> hint.line[:2]
    ('up', 'left')
    """
    evaluation, unit = values.evaluate(duel), unit_of(duel.game, plies)
    move = evaluation.best_moves[0]
    tempting = _tempting(duel, evaluation)
    line = _line(values, duel, tempting or move)
    best = f"Best is {move_words(duel.game, move)}: {describe(evaluation.value, unit=unit)}."
    reasons = [_facts(duel, move), _against(duel, line, evaluation, unit) if tempting else ""]
    why = " ".join(filter(None, reasons)) or "All other moves are just as good."
    return Hint(move, _where(duel, move, evaluation), best, why, line)


def _where(duel: Duel, move: str, evaluation: Evaluation) -> str:
    """Describe what is at stake and where on the board to look."""
    keep = sum(evaluation.verdict(word).keeps for word in evaluation.moves)
    only = ", but only one move keeps it" if keep == 1 < len(evaluation.moves) else ""
    stake = {
        "win": f"You have a forced win{only}.",
        "loss": "With best play your opponent wins; make it as hard as you can.",
    }.get(evaluation.value.outcome, "Neither side can force a win" + (", if you're careful." if only else "."))
    target = target_of(duel.game, duel.position, duel.play(move).position)
    if target.kind == PLACE:
        return f"{stake} Look for a cell to block, at the {_part(duel, target.cell)}."
    return f"{stake} Look at the {_part(duel, target.cell)}." if target.cell else stake


def _part(duel: Duel, cell: int) -> str:
    """Return the name of the ninth of the board that a cell is in."""
    row, column = where(duel.game.columns, cell)
    down = ("top", "middle", "bottom")[3 * row // duel.game.rows]
    right = ("left", "middle", "right")[3 * column // duel.game.columns]
    return down if down == right else f"{down} {right}"


def _tempting(duel: Duel, evaluation: Evaluation) -> str | None:
    """Return the most tempting move that loses value, or None. Moves that only delay don't count."""
    worse = [word for word in evaluation.moves if not evaluation.verdict(word).keeps]
    return max(worse, key=lambda word: _first_sight(duel, word), default=None)


def _first_sight(duel: Duel, word: str) -> tuple[int, int]:
    game, player, position = duel.game, duel.turn, duel.play(word).position
    room = territories(game, position)[player - 1] if fills_up(game) else 0
    return -distance(game, position, player), room


def _line(values: Values, duel: Duel, word: str) -> tuple[str, ...]:
    """Return a move followed by best play for both sides."""
    line, after = [word], duel.play(word)
    while len(line) < _LONGEST and after.outcome is None:
        line.append(values.evaluate(after).best_moves[0])
        after = after.play(line[-1])
    return tuple(line)


def _facts(duel: Duel, move: str) -> str:
    """Describe what a player can count on the board after a move."""
    game, player, position = duel.game, duel.turn, duel.play(move).position
    played = f"After {move_words(game, move)} you"
    opponent, facts = game.words.player(3 - player), []
    if game.goal(player):
        own, other = (distance(game, position, each) for each in (player, 3 - player))
        facts.append(f"{played} are {_way(own)} from your goal, {opponent} {_rest(other)}.")
    elif fills_up(game) and not game.statement.standing(position, 1) & game.statement.standing(position, 2):
        room = territories(game, position)
        facts.append(f"{played} reach {room[player - 1]} free cells first and {opponent} reaches {room[2 - player]}.")
    return " ".join(facts)


def _way(steps: int) -> str:
    return "cut off" if steps >= NO_WAY else f"{steps} step{'' if steps == 1 else 's'}"


def _rest(steps: int) -> str:
    return "is cut off" if steps >= NO_WAY else f"has {steps}"


def _against(duel: Duel, line: tuple[str, ...], evaluation: Evaluation, unit: Unit) -> str:
    """Explain what is wrong with the refuted move."""
    opponent = duel.game.words.player(3 - duel.turn)
    answered = f"{opponent} then {_answer(duel.play(line[0]), line[1])}"
    return f"Not {move_words(duel.game, line[0])}: {answered}{_consequence(evaluation.moves[line[0]], unit)}."


def _answer(duel: Duel, word: str) -> str:
    """Describe a reply: `blocks (2,3)`, `reaches the goal`, `plays left`."""
    game, after = duel.game, duel.play(word)
    target = target_of(game, duel.position, after.position)
    if target.kind == PLACE:
        return f"blocks {game.words.where(game, target.cell)}"
    if target.kind == MOVE and game.has_reached_goal(after.position, duel.turn):
        return "reaches the goal"
    return f"plays {move_words(game, word)}"


def _consequence(value: Value, unit: Unit) -> str:
    """Describe the consequence of the reply to a move with the given value."""
    if value.plies is None:
        return ", and your win is gone"
    return f" and {outlook(Value('win', value.plies - 2), unit)}" if value.plies > 2 else " and wins"
