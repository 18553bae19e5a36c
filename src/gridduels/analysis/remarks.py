"""What is said about a move that was played, and about a game that is over, in plain words."""

from collections.abc import Callable
from typing import NamedTuple

from gridduels.analysis.annotate import Annotation, Note, annotate
from gridduels.analysis.plain import Unit, distance_text, outlook
from gridduels.engine.value import Value
from gridduels.engine.values import VALUES
from gridduels.engine.verdict import Verdict
from gridduels.match import Match

__all__ = ["Story", "remark", "story", "story_of_match"]


def remark(note: Note, opponent: str, unit: Unit = Unit.MOVES) -> str:
    """What a move did, to follow its verdict; `opponent` is who did not make it."""
    value, best = note.value, note.best_value
    if note.verdict is Verdict.BEST:
        return outlook(value, unit)
    if note.verdict.keeps:
        return f"{outlook(value, unit)} instead of {unit.number(best.plies or 0)}"
    if value.plies is None:
        return f"gives up a win in {distance_text(best.plies or 0, unit)}"
    return f"{opponent} then {outlook(Value('win', value.plies - 1), unit)}"


class Story(NamedTuple):
    """What a game came down to, in a sentence, and the move that gave it away, if there was one."""

    sentence: str
    ply: int | None


def story(annotation: Annotation, name: Callable[[int], str]) -> Story | None:
    """What a game that somebody has won came down to, where the values tell; `name` is what each player is called."""
    outcome = annotation.duel.outcome
    if not outcome or not outcome.winner:
        return None
    winner, loser = outcome.winner, 3 - outcome.winner
    first = annotation.duel.start.turn
    start_lost = annotation.values[0].outcome == ("loss" if first == loser else "win")
    if not _is_lost(annotation, loser):
        return Story(f"It was not lost yet for {name(loser)}.", annotation.duel.ply)
    slip = next((note for note in reversed(annotation.notes) if not note.verdict.keeps), None)
    if slip is None:
        who = f"{name(winner)}, who began, could" if first == winner else f"{name(winner)} could"
        return Story(f"For {name(loser)} it was lost from the start: {who} always win.", None) if start_lost else None
    if slip.player != loser:
        return None  # what is barred has turned it, not a move
    what, start = ("a chance", "; the start was lost") if start_lost else ("it", "")
    return Story(f"{_begin(name(loser))} gave {what} away with move {slip.ply}, {slip.move}{start}.", slip.ply)


def story_of_match(match: Match) -> Story | None:
    """What a match's round came down to, where the values are at hand: nobody waits for them at the end of a game. A
    person who plays against a computer is `you`."""

    def name(player: int) -> str:
        return "you" if match.opponent and match.is_person(player) else match.game.words.player(player)

    if not match.duel.ply or not VALUES.is_at_hand(match.game):
        return None
    with VALUES.asking(match.game) as values:
        return story(annotate(match.duel, values), name)


def _is_lost(annotation: Annotation, player: int) -> bool:
    """Whether the last position, be it that somebody gave up in it, was lost for a player."""
    to_move = annotation.duel.position.turn
    return annotation.values[-1].outcome == ("loss" if to_move == player else "win")


def _begin(text: str) -> str:
    return text[0].upper() + text[1:]
