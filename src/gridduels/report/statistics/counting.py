"""Goes through every entry of a table and counts: values, good moves, the worth of the turn. A kernel module
that also serves uncompiled.

A move is good when it keeps the outcome: a win stays a win, a perpetual position stays perpetual. A position is
critical when some of its moves are good and others are not. There rules of thumb are put to the test.
"""

from typing import Any, NamedTuple

from gridduels.board import Grid
from gridduels.engine.kernels.checking import entry_of, record_size
from gridduels.engine.kernels.layer_graph import LaterLayers, later_code
from gridduels.engine.kernels.layout import MAX_ACTIONS, pack, state_index, unpack, with_field
from gridduels.engine.kernels.placeholders import layered, legal, play, start
from gridduels.engine.kernels.probe import TableArrays, code_in_record, look_up
from gridduels.engine.kernels.protocols import Matrix, Position, Vector
from gridduels.engine.value import UNKNOWN
from gridduels.report.statistics.advice import Plan, cell_of, score_of, sign_of

WIN, LOSS, OPEN = 0, 1, 2
"""Rows and columns of what is counted by outcome."""
STEP, PLACE = 0, 1
"""What an action does: a token moves, or a cell is taken."""


class Tally(NamedTuple):
    """What is counted. Of each code; of each outcome, by how many moves there are, how many are good, how many are
    best; of each outcome, by what it is for the same player when the other is to move; for stepping and taking by cell,
    how many moves there are in critical positions and how many of them are good; of each rule of thumb, where it tells
    moves apart: positions, good ones among the moves it names, good ones among all (both in parts of one);
    of each sign, decided positions in which it speaks, and how often it is right. The longest win and the deepest
    mutual trouble: plies + 1, row and place of the first."""

    codes: Vector
    good: Any
    best: Any
    tempo: Matrix
    heat: Any
    thumbs: Any
    signs: Matrix
    longest: Vector
    deepest: Vector


class Entry(NamedTuple):
    """Where an entry of a table is: its row with the key of that row, its place within it, and its code."""

    row: int
    key: int
    place: int
    code: int


def count_rows(rules: Grid, first: int, last: int, later: LaterLayers, plan: Plan, tally: Tally) -> None:
    """Counts the entries of the keys first..last."""
    table = later.table
    for row in range(first, last):
        entries = record_size(table.digit_sets, row) if layered else 1
        key = table.keys[row]
        base = unpack(rules, key, start(rules), layered)
        for index in range(entries):
            number = table.starts[row] + index if layered else row
            code = int(table.codes[number])
            if code == UNKNOWN:
                continue
            entry = Entry(row, key, index, code)
            tally.codes[code - UNKNOWN] += 1
            keep_example(tally.longest, code, entry)
            position = entry_of(rules, table, row, index, base)
            actions = legal(rules, position)
            if actions:
                good = count_moves(rules, position, actions, entry, later, tally)
                count_turn(rules, position, entry, later, plan, tally)
                if code != 0 and number % plan.every == 0:
                    try_signs(rules, position, code, plan, tally)
                if good != actions and number % plan.every == 0:
                    count_heat(rules, position, actions, good, plan, tally)
                    for thumb in range(len(plan.thumbs)):
                        try_thumb(rules, position, actions, good, thumb, plan, tally)


def keep_example(example: Vector, depth: int, entry: Entry) -> None:
    """Keeps an entry where it is deeper than the one that is kept."""
    if depth > example[0]:
        example[0], example[1], example[2] = depth, entry.row, entry.place


def outcome_of(code: int) -> int:
    """WIN, LOSS or OPEN."""
    return WIN if code > 0 else LOSS if code < 0 else OPEN


def code_after(rules: Grid, child: Position, transition: int, entry: Entry, later: LaterLayers) -> int:
    """The code of a position that a move of an entry leads to."""
    if not layered:
        return int(look_up(rules, child, later.table))
    layer = pack(rules, child, True)
    if layer == entry.key:
        return int(code_in_record(rules, entry.row, state_index(rules, child), later.table))
    return int(later_code(rules, child, layer, transition, later))


def count_moves(rules: Grid, position: Position, actions: int, entry: Entry, later: LaterLayers, tally: Tally) -> int:
    """Counts the moves of a position; those that are good."""
    good, best, left, code = 0, 0, actions, entry.code
    while left:
        bit = left & -left
        left &= left - 1
        action = bit.bit_length() - 1
        child = play(rules, position, action)
        after = code_after(rules, child, (position.turn - 1) * MAX_ACTIONS + action, entry, later)
        if child.turn == position.turn:
            after = -after
        if outcome_of(-after) == outcome_of(code):
            good |= bit
            if abs(after) == max(abs(code) - 1, 0):
                best |= bit
    outcome, moves = outcome_of(code), actions.bit_count()
    tally.good[outcome, moves, good.bit_count()] += 1
    tally.best[outcome, moves, best.bit_count()] += 1
    return good


def count_heat(rules: Grid, position: Position, actions: int, good: int, plan: Plan, tally: Tally) -> None:
    """Counts the moves of a critical position by their cells, seen by a player who runs from the first cell."""
    while actions:
        bit = actions & -actions
        actions &= actions - 1
        action = bit.bit_length() - 1
        cell = cell_of(position, play(rules, position, action), action, plan)
        if cell >= 0:
            if position.turn == 2 and plan.goal_one:
                cell = rules.cells.bit_length() - 1 - cell
            kind = PLACE if plan.first_place <= action < plan.first_place + plan.places else STEP
            tally.heat[kind, cell, 0] += 1
            tally.heat[kind, cell, 1] += (good & bit) != 0


def try_thumb(rules: Grid, position: Position, actions: int, good: int, index: int, plan: Plan, tally: Tally) -> None:
    """Counts how many of the moves that a rule of thumb names are good."""
    named, most, left = 0, -1_000_000, actions
    while left:
        bit = left & -left
        left &= left - 1
        action = bit.bit_length() - 1
        score = score_of(rules, position, play(rules, position, action), action, plan.thumbs[index], plan)
        if score > most:
            named, most = bit, score
        elif score == most:
            named |= bit
    if named != actions:
        tally.thumbs[index, 0] += 1
        tally.thumbs[index, 1] += (named & good).bit_count() / named.bit_count()
        tally.thumbs[index, 2] += good.bit_count() / actions.bit_count()


def try_signs(rules: Grid, position: Position, code: int, plan: Plan, tally: Tally) -> None:
    """Counts which signs speak in a decided position, and which of them are right."""
    for index in range(len(plan.signs)):
        lead = sign_of(rules, position, plan.signs[index], plan)
        if lead != 0:
            tally.signs[index, 0] += 1
            tally.signs[index, 1] += (lead > 0) == (code > 0)


def count_turn(rules: Grid, position: Position, entry: Entry, later: LaterLayers, plan: Plan, tally: Tally) -> None:
    """Counts what the turn is worth: how the same board would be if it were the other's turn."""
    turned = with_field(position, plan.turn, 3 - position.turn)
    code, after = entry.code, code_after(rules, turned, 0, entry, later)
    if after == UNKNOWN or abs(after) == 1:  # a code of 1 or -1 has no ply left: to ask for its moves would take longer
        return
    tally.tempo[outcome_of(code), outcome_of(-after)] += 1
    if code < 0 and after < 0:
        keep_example(tally.deepest, min(-code, -after), entry)


def compare_rows(rules: Grid, first: int, last: int, table: TableArrays, others: Grid, other: LaterLayers,
                 changes: Matrix) -> None:  # fmt: skip
    """Counts the entries of the keys first..last by their outcome here and under other rulings, where they can come
    about as well."""
    for row in range(first, last):
        entries = record_size(table.digit_sets, row) if layered else 1
        key = table.keys[row]
        base = unpack(rules, key, start(rules), layered)
        for index in range(entries):
            code = int(table.codes[table.starts[row] + index if layered else row])
            if code != UNKNOWN:
                after = int(later_code(others, entry_of(rules, table, row, index, base), key, 0, other))
                if after != UNKNOWN:
                    changes[outcome_of(code), outcome_of(after)] += 1
