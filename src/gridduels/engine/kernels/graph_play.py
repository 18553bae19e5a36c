"""Play games between imperfect players on a solved graph. A kernel module that does not depend on the game.

A player is one number. A player n >= 0 sees n plies ahead: it plays a win in at most n plies, avoids a loss in at most
n plies, and otherwise moves at random. A player -n knows no values: it plays n random games after each of its moves and
chooses the move that scored best.
"""

from typing import NamedTuple

from gridduels.engine.kernels.mcts import below, next_state
from gridduels.engine.kernels.placeholders import Vector
from gridduels.engine.kernels.retrograde import node_of

FIRST_WINS, SECOND_WINS, UNFINISHED, PLIES, PLIES_SQUARED, LEADS, LEADS_SQUARED = range(7)
"""Indices into a tally: games by result (a draw counts as unfinished), plies and lead changes with their squares."""
CHOICES, MATTER, CHOICES_SQUARED, MATTER_SQUARED, PRODUCT = range(7, 12)
"""Further indices: positions with a choice, those where the choice mattered because some moves kept the value and
others did not, and the sums of squares and products of these two counts over all games."""
TALLY_FIELDS = 12
INNER, EDGES, FORCED, DIVIDED, DECIDED = range(5)
"""Indices into a census: positions with moves, all moves, positions with one move, positions whose moves have different
values, and positions that are won or lost."""
CENSUS_FIELDS = 5


class Solved(NamedTuple):
    """A graph in the form of `retrograde.Graph`, how each position ended (see `enumeration`), and its code."""

    first: Vector
    successors: Vector
    finished: Vector
    codes: Vector


def sign(number: int) -> int:
    """Return the sign of a number: 1, 0 or -1."""
    return 1 if number > 0 else -1 if number < 0 else 0


def code_of_move(solved: Solved, edge: int) -> int:
    """Return the code of the position after a move, from the point of view of the player who moves."""
    end = solved.successors[edge]
    code = int(solved.codes[node_of(end)])
    return -code if end >= 0 else code


def take_census(solved: Solved, census: Vector) -> None:
    """Count the positions of a graph."""
    for node in range(len(solved.first) - 1):
        if solved.codes[node] != 0:
            census[DECIDED] += 1
        begin, end = solved.first[node], solved.first[node + 1]
        if begin == end:
            continue
        census[INNER] += 1
        census[EDGES] += end - begin
        if end - begin == 1:
            census[FORCED] += 1
        elif matters(solved, node):
            census[DIVIDED] += 1


def matters(solved: Solved, node: int) -> bool:
    """Return whether some moves of a position keep its value and others do not."""
    kept = 0
    for edge in range(solved.first[node], solved.first[node + 1]):
        if sign(code_of_move(solved, edge)) == sign(solved.codes[node]):
            kept += 1
    return 0 < kept < solved.first[node + 1] - solved.first[node]


def can_repeat(solved: Solved, arrivals: Vector, queue: Vector) -> bool:
    """Return whether a position can be reached from itself. Both vectors have an entry per position, all 0."""
    # Kahn's algorithm: repeatedly remove positions that no other leads to. Those left lie on or after a cycle.
    nodes = len(solved.first) - 1
    for edge in range(len(solved.successors)):
        arrivals[node_of(solved.successors[edge])] += 1
    count, done = 0, 0
    for node in range(nodes):
        if arrivals[node] == 0:
            queue[count] = node
            count += 1
    while done < count:
        node = queue[done]
        done += 1
        for edge in range(solved.first[node], solved.first[node + 1]):
            after = node_of(solved.successors[edge])
            arrivals[after] -= 1
            if arrivals[after] == 0:
                queue[count] = after
                count += 1
    return count < nodes


def choose(solved: Solved, node: int, player: int, max_plies: int, state: int) -> tuple[int, int]:
    """Return the move a player chooses, and the random generator's new state."""
    best, count, chosen = -2, 0, -1
    for edge in range(solved.first[node], solved.first[node + 1]):
        score = 0
        if player < 0:
            for _ in range(-player):
                result, state = roll_out(solved, solved.successors[edge], max_plies, state)
                score += result
        else:
            code = code_of_move(solved, edge)
            score = sign(code) if abs(code) <= player else 0  # the code is one more than the plies left after the move
        if score > best:
            best, count = score, 0
        if score == best:
            count += 1
            state = next_state(state)
            if below(state, count) == 0:
                chosen = edge
    return chosen, state


def roll_out(solved: Solved, end: int, max_plies: int, state: int) -> tuple[int, int]:
    """Play a random game from the end of a mover's edge; return 2 if the mover wins, 1 if nobody does, else 0."""
    mine = end < 0
    node = node_of(end)
    for _ in range(max_plies):
        begin, moves = solved.first[node], solved.first[node + 1] - solved.first[node]
        if moves == 0:
            break
        state = next_state(state)
        end = solved.successors[begin + below(state, moves)]
        if end >= 0:
            mine = not mine
        node = node_of(end)
    finished = solved.finished[node]
    if abs(finished) != 1:
        return 1, state
    return (2 if (finished == 1) == mine else 0), state


def play_games(
    solved: Solved, begin: int, games: int, one: int, two: int, max_plies: int, state: int, tally: Vector
) -> int:
    """Play games from a position where Player 1 moves, and add them to the tally. Return the generator's new state."""
    for _ in range(games):
        node, mover, plies, leads, choices, mattered = begin, 1, 0, 0, 0, 0
        leader = sign(solved.codes[node])  # 1 if Player 1 is winning, -1 if Player 2 is, 0 if neither has been
        while plies < max_plies and solved.first[node + 1] > solved.first[node]:
            if solved.first[node + 1] - solved.first[node] > 1:
                choices += 1
                if matters(solved, node):
                    mattered += 1
            edge, state = choose(solved, node, one if mover == 1 else two, max_plies, state)
            end = solved.successors[edge]
            node = node_of(end)
            if end >= 0:
                mover = 3 - mover
            plies += 1
            ahead = sign(solved.codes[node]) * (1 if mover == 1 else -1)
            if ahead and leader and ahead != leader:
                leads += 1
            if ahead:
                leader = ahead
        finished = solved.finished[node]
        if abs(finished) != 1:
            tally[UNFINISHED] += 1
        elif (finished == 1) == (mover == 1):
            tally[FIRST_WINS] += 1
        else:
            tally[SECOND_WINS] += 1
        tally[PLIES] += plies
        tally[PLIES_SQUARED] += plies * plies
        tally[LEADS] += leads
        tally[LEADS_SQUARED] += leads * leads
        tally[CHOICES] += choices
        tally[MATTER] += mattered
        tally[CHOICES_SQUARED] += choices * choices
        tally[MATTER_SQUARED] += mattered * mattered
        tally[PRODUCT] += choices * mattered
    return state
