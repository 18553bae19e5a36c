"""Tic-tac-toe whose rules break when they are compiled, one function at a time."""

from typing import Any

from classic_duels.tic_tac_toe import rules
from classic_duels.tic_tac_toe.rules import Position, Rules

from gridduels.statement import DRAW

SEEN: list[int] = []
NAMES = {"legal": 1}


class Odd(Exception):
    """Never raised."""


def winner_by_parsing(rules: Rules, position: Position) -> int:
    crosses = f"{position.crosses:09b}".count("1")
    return real_winner(rules, position) if crosses >= 0 else 0


def winner_by_an_object(rules: Rules, position: Position) -> int:
    return real_winner(rules, position) if Odd() else 0


def winner_by_halves(rules: Rules, position: Position) -> Any:
    found = real_winner(rules, position)
    return found if found != DRAW else Position(3, 0, 0)


def play_by_replacing(rules: Rules, position: Position, action: int) -> Position:
    if position.turn == 1:
        return position._replace(turn=2, crosses=position.crosses | 1 << action)
    return position._replace(turn=1, noughts=position.noughts | 1 << action)


def play_and_remember(rules: Rules, position: Position, action: int) -> Position:
    SEEN.append(action)
    return real_play(rules, position, action)


def play_or_raise(rules: Rules, position: Position, action: int) -> Position:
    try:
        return real_play(rules, position, action)
    except Odd as error:
        raise ValueError(f"{action} is odd") from error


def legal_by_a_set(rules: Rules, position: Position) -> int:
    taken = {bit for bit in range(9) if (position.crosses | position.noughts) >> bit & 1}
    free = {bit: 1 << bit for bit in range(9) if bit not in taken}
    return sum(free.values()) if real_legal(rules, position) else 0


def legal_by_long_numbers(rules: Rules, position: Position) -> int:
    """The same in Python, but the 70-bit intermediate result does not fit into a compiled number."""
    return (real_legal(rules, position) << 61) >> 61


def legal_by_name(rules: Rules, position: Position) -> int:
    return real_legal(rules, position) * NAMES["legal"]


real_winner, real_play, real_legal = rules.winner, rules.play, rules.legal
