"""How a match begins in line mode: who goes first, where, and whether the second player changes sides."""

from collections.abc import Callable

from gridduels.game import Game
from gridduels.match import SWAP, Match, first_mover
from gridduels.record import HUMAN
from gridduels.starts import FAIR, about_start
from gridduels.terminal.computers import Computers
from gridduels.terminal.keeping.turns import by_turns

__all__ = ["ask_yes", "begin_match", "begins_by_turns", "offer_swap"]

Ask = Callable[[str], str]
Say = Callable[[str], None]


def begin_match(
    game: Game,
    players: tuple[str, str],
    first: str | None,
    rounds: int | None,
    start: str,
    seed: int | None,
    ask: Ask | None,
    say: Say,
) -> Match:
    """A match before its first move; a person at a terminal, who can be asked, is told what the start means."""
    if first is None and game.definition.players_choose_first and ask and start != FAIR:
        first = _ask_first(ask, say)
    turns = ask is not None and begins_by_turns(players, first, start, seed)
    number, swap = by_turns(game.id) if turns else first_mover(first or "1", seed), first == SWAP
    match = Match.begin(game, players, number, rounds, start=start, swap=swap, seed=seed)
    mover = game.words.player(match.duel.turn)
    if turns:
        say(f"{mover} goes first this time, and the other one next time.\n")
    if first == "toss":
        say(f"The toss: {mover} goes first.\n")
    if start == FAIR:
        say(f"{about_start(game, start)} {mover} goes first.\n")
    elif ask and (about := about_start(game, start)):
        say(f"{about} --start fair begins where chances are even.\n")
    return match


def begins_by_turns(players: tuple[str, str], first: str | None, start: str, seed: int | None) -> bool:
    """Whether a person and a computer begin by turns: where nobody says who begins, nor wants the same game again."""
    return players.count(HUMAN) == 1 and first is None and start != FAIR and seed is None


def _ask_first(ask: Ask, say: Say) -> str:
    while True:
        answer = ask("Who goes first? (1/2/toss): ").strip().lower()
        if answer in ("1", "2", "toss"):
            say("")
            return answer
        say("Type 1, 2 or toss.")


def offer_swap(match: Match, computers: Computers, ask: Ask, say: Say) -> Match:
    """The pie rule: after the first move the second player may take the side of the first."""
    mover = match.game.words.player(match.duel.turn)
    question = f"{mover}, do you want to change sides? (yes/no): "
    if match.is_person(match.duel.turn):
        wants = ask_yes(ask, say, question)
    else:
        wants = computers.wants_to_swap(match)
        say(f"{question}{'yes' if wants else 'no'}")
    if not wants:
        return match
    say(f"The players have changed sides. It is still {mover} to move.\n")
    return match.change_sides()


def ask_yes(ask: Ask, say: Say, question: str) -> bool:
    while True:
        answer = ask(question).strip().lower()
        if answer and "yes".startswith(answer):
            return True
        if answer and "no".startswith(answer):
            return False
        say("Type yes or no.")
