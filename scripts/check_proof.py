#!/usr/bin/env python3
"""Check a proof written by `gridduels solve --proof`, relying only on the rules of the games.

    python3 scripts/check_proof.py start.proof

This program shares no code with gridduels and needs only Python 3.11 or later. It contains its own rules for the five
games, written from the rule books (docs/rulings.md explains the rulings), and reads the file as described in
docs/proof-format.md. It prints the value of every first move and exits with 0, or says why it rejects the file and
exits with 1. It is slow (a few thousand positions per second) and meant to be read before it is run.

The parts, in order: boards, the rules of each game, equal positions, the file, the check.
"""

import json
import sys
import zlib
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
END = 127
"""The score of a game that has been won. A win in n plies scores 127 - n, and a loss in n plies scores n - 127."""


class Rejected(Exception):
    """Raised if the file isn't a valid proof."""


# ---- Boards -----------------------------------------------------------------------------------------------------


class Position(NamedTuple):
    """The player to move, one character per cell, row by row, and the number of obstacles each player has left.

    `1` and `2` are the players' tokens, `o` is GridLock's shared token, `#` is a blocked cell, and `.` an empty one.
    """

    turn: int
    cells: str
    reserves: tuple[int, int] = (0, 0)

    def put(self, *changes: tuple[int, str]) -> "Position":
        """Return the position after changing these cells, with the opponent to move."""
        cells = list(self.cells)
        for cell, character in changes:
            cells[cell] = character
        return Position(3 - self.turn, "".join(cells), self.reserves)


class Board:
    """The geometry of a square board: each cell's neighbours, and the board's rotations and reflections."""

    def __init__(self, size: int) -> None:
        self.size, self.count = size, size * size
        self.next = [
            {
                name: (row + down) * size + column + right
                for name, (down, right) in DIRECTIONS.items()
                if 0 <= row + down < size and 0 <= column + right < size
            }
            for row in range(size)
            for column in range(size)
        ]
        same = list(range(self.count))
        transposed = [column * size + row for row in range(size) for column in range(size)]
        flipped = [(size - 1 - row) * size + column for row in range(size) for column in range(size)]
        mirrored = [row * size + size - 1 - column for row in range(size) for column in range(size)]
        turns = [same, flipped, mirrored, [mirrored[cell] for cell in flipped]]
        self.half_turn = itemgetter(*turns[3])
        self.diagonal = [itemgetter(*same), itemgetter(*transposed)]
        """The two transformations that leave both players' corners in place."""
        self.all_images = [itemgetter(*(turn[cell] for cell in way)) for turn in turns for way in (same, transposed)]

    def reach(self, cells: str, begin: list[int], open_cells: str) -> set[int]:
        """Return the cells reachable by steps over the given kinds of cells, including the starting cells."""
        seen, waiting = set(begin), list(begin)
        while waiting:
            for cell in self.next[waiting.pop()].values():
                if cell not in seen and cells[cell] in open_cells:
                    seen.add(cell)
                    waiting.append(cell)
        return seen


# ---- The rules --------------------------------------------------------------------------------------------------

RULINGS: dict[str, dict[str, tuple[str | int, ...]]] = {
    "light-cycle": {},
    "pathway": {"goal": ("open", "sealed")},
    "grid-runner": {"repetition": ("barred", "endless"), "stuck": ("loses",)},
    "gridlock": {},
    "blockade": {
        "obstacles": tuple(range(10)),
        "paths": ("both", "opponent"),
        "repetition": ("barred", "endless"),
        "stuck": ("loses", "passes"),
    },
}
"""Every ruling of every game, with its values. `repetition` depends on the history of a game rather than on the
position, so it plays no part in a proof."""


class Game:
    """One of the five games, with its board and rulings."""

    def __init__(self, name: str, size: int, rulings: dict[str, Any]) -> None:
        self.name, self.rulings, self.board = name, rulings, Board(size)
        last = size * size - 1
        self.goals = {"pathway": (last, 0), "grid-runner": (last, 0), "blockade": (last, 0)}.get(name)
        """The cells that Player 1 and Player 2 want to reach."""

    def start(self) -> Position:
        empty, last, middle = "." * self.board.count, self.board.count - 1, self.board.size // 2
        if self.name == "gridlock":
            token = middle * self.board.size + middle
            return Position(1, empty[:token] + "o" + empty[token + 1 :])
        one, two = (0, last) if self.goals else (middle * self.board.size, (middle + 1) * self.board.size - 1)
        cells = empty[:one] + "1" + empty[one + 1 : two] + "2" + empty[two + 1 :]
        return Position(1, cells, (self.rulings.get("obstacles", 0),) * 2)

    def moves(self, position: Position) -> dict[str, Position]:
        """Return the position after each legal move; none if the game is over."""
        if self.goals and (position.cells[self.goals[0]] == "1" or position.cells[self.goals[1]] == "2"):
            return {}
        return dict(self._slides(position) if self.name == "gridlock" else self._moves(position))

    def winner(self, position: Position) -> int:
        """Return the winner of a finished game: the player on its goal, or else the one who isn't stuck."""
        for player in (1, 2):
            if self.goals and position.cells[self.goals[player - 1]] == str(player):
                return player
        return 3 - position.turn

    def _slides(self, position: Position) -> Iterator[tuple[str, Position]]:
        """GridLock: slide the token any distance over unvisited cells; every cell it leaves or crosses is visited."""
        for direction in DIRECTIONS:
            way = [position.cells.index("o")]
            while (cell := self.board.next[way[-1]].get(direction)) is not None and position.cells[cell] == ".":
                way.append(cell)
                yield f"{direction}{len(way) - 1}", position.put(*((each, "#") for each in way[:-1]), (cell, "o"))

    def _moves(self, position: Position) -> Iterator[tuple[str, Position]]:
        """Yield the moves in the other games: one step, an obstacle in Blockade Runner, or a pass if there is nothing
        else."""
        stuck = True
        mine, theirs = str(position.turn), str(3 - position.turn)
        here = position.cells.index(mine)
        behind = "#" if self.name in ("light-cycle", "pathway") else "."
        for direction, cell in self.board.next[here].items():
            enters_goal = self.rulings.get("goal") == "open" and self.goals and cell == self.goals[position.turn - 1]
            if position.cells[cell] == "." or (enters_goal and position.cells[cell] != theirs):
                stuck = False
                yield direction, position.put((here, behind), (cell, mine))
        if self.name == "blockade" and position.reserves[position.turn - 1]:
            left = tuple(count - (player == position.turn) for player, count in enumerate(position.reserves, 1))
            for cell in range(self.board.count):
                if position.cells[cell] == "." and self._leaves_paths(
                    after := position.put((cell, "#")), position.turn
                ):
                    stuck = False
                    row, column = divmod(cell, self.board.size)
                    yield f"@{column},{row}", after._replace(reserves=(left[0], left[1]))
        if stuck and self.rulings.get("stuck") == "passes":
            yield "pass", position.put()

    def _leaves_paths(self, after: Position, placer: int) -> bool:
        """Blockade Runner: return whether every protected player can still reach its goal. Tokens don't block the
        way."""
        assert self.goals
        protected = (1, 2) if self.rulings["paths"] == "both" else (3 - placer,)
        return all(
            self.goals[player - 1] in self.board.reach(after.cells, [after.cells.index(str(player))], ".12")
            for player in protected
        )

    # ---- Equal positions ----------------------------------------------------------------------------------------

    def representative(self, position: Position) -> Position:
        """Return one representative of all positions with obviously the same value for the player to move.

        - The player to move is always 1: otherwise, exchange the players and rotate the board by 180 degrees.
        - In games where cells are never unblocked, an empty cell that no token can reach counts as blocked.
        - Rotated and mirrored boards are equivalent. If the corners are the players' goals, only rows and columns may
        be swapped.
        """
        turn, cells, reserves = position
        board = self.board
        if self.name in ("light-cycle", "pathway", "gridlock"):
            tokens = [cell for cell in range(board.count) if cells[cell] in "12o"]
            reached = board.reach(cells, tokens, ".")
            cells = "".join(cells[cell] if cell in reached else "#" for cell in range(board.count))
        if turn == 2:
            cells = "".join(board.half_turn(cells)).translate({ord("1"): "2", ord("2"): "1"})
            reserves = reserves[::-1]
        images = board.diagonal if self.goals else board.all_images
        return Position(1, min("".join(image(cells)) for image in images), reserves)


# ---- The file ---------------------------------------------------------------------------------------------------


class Claim(NamedTuple):
    """A claim that one side, the prover, scores at least this much from the position on level 0.

    A level is a set of pairs: whether the prover is to move, and a representative position.
    """

    score: int
    levels: list[set[tuple[bool, Position]]]


def read_proof(file: bytes) -> tuple[Game, list[Claim]]:
    """Return the game and the claims in a proof file; raise Rejected if it isn't a valid one."""
    magic = b"gridduels proof 1\n"
    content = file[len(magic) + 9 :]
    if file[: len(magic) + 9] != magic + b"%08x\n" % zlib.crc32(content):
        raise Rejected("it is not a proof in version 1 of the format, or its checksum is wrong")
    line, _, data = content.partition(b"\n")
    try:
        header = json.loads(line.decode("ascii"))
        game = read_game(header["game"], header["size"], header["rulings"])
        stated = [
            (claim["score"], [(count, length) for count, length in claim["levels"]]) for claim in header["claims"]
        ]
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise Rejected("its header is not a proof's") from None
    numbers = [number for score, levels in stated for number in (score, *(each for level in levels for each in level))]
    if not all(type(number) is int for number in numbers) or not all(-END < score < END for score, _ in stated):
        raise Rejected("its header is missing a number")
    if sum(length for _, levels in stated for _, length in levels) != len(data):
        raise Rejected("its length does not match its header")
    claims, begin = [], 0
    for score, stated_levels in stated:
        levels = []
        for count, length in stated_levels:
            levels.append({read_entry(game, entry) for entry in read_level(game, data[begin : begin + length], count)})
            begin += length
        if not levels or stated_levels[0][0] != 1:
            raise Rejected("a claim must be about exactly one position")
        claims.append(Claim(score, levels))
    return game, claims


def read_game(name: str, size: int, rulings: dict[str, Any]) -> Game:
    """Return the game named in a header; raise ValueError if there is none."""
    if type(size) is not int or not 3 <= size <= 9 or set(rulings) != set(RULINGS[name]):
        raise ValueError
    for ruling, value in rulings.items():
        if type(value) not in (str, int) or value not in RULINGS[name][ruling]:
            raise ValueError
    return Game(name, size, rulings)


def fields_of(game: Game) -> list[tuple[str, int]]:
    """Return a key's fields and their widths in bits, starting with the highest bits."""
    token, cells = game.board.count.bit_length(), game.board.count
    turn, one, two = ("turn", 2), ("1", token), ("2", token)
    return {
        "light-cycle": [turn, one, two, ("#", cells)],
        "pathway": [turn, one, two, ("#", cells)],
        "grid-runner": [turn, one, two],
        "gridlock": [turn, ("o", token), ("#", cells)],
        "blockade": [turn, one, two, ("#", cells), ("reserve 1", 4), ("reserve 2", 4)],
    }[game.name]


def read_level(game: Game, data: bytes, count: int) -> Iterator[int]:
    """Return the entries of a level, which are whole numbers in ascending order."""
    width = 8 * -(-(sum(bits for _, bits in fields_of(game)) + 1) // 64)
    if not 1 <= count * width <= 64 * len(data):
        raise Rejected("a level is too short for its number of entries")
    inflate = zlib.decompressobj()
    try:
        columns = inflate.decompress(data, count * width + 1)
    except zlib.error:
        raise Rejected("a level cannot be inflated") from None
    if len(columns) != count * width or not inflate.eof or inflate.unused_data:
        raise Rejected("a level has the wrong number of entries")
    total, before, half = 0, None, 1 << 8 * width - 1
    for number in range(count):
        total += int.from_bytes(columns[number::count], "little")
        entry = (total + half) % (2 * half) - half  # as a signed number of this many bytes
        if before is not None and entry <= before:
            raise Rejected("a level's entries are not in order")
        before = entry
        yield entry


def read_entry(game: Game, entry: int) -> tuple[bool, Position]:
    """Decode an entry, which is ~key if the prover is to move and the key itself if the opponent is."""
    provers = entry < 0
    key, values = ~entry if provers else entry, {}
    for name, bits in reversed(fields_of(game)):
        values[name] = key & (1 << bits) - 1
        key >>= bits
    blocked = values.get("#", 0)
    cells = ["#" if blocked >> cell & 1 else "." for cell in range(game.board.count)]
    for token in "12o":
        cell = values.get(token, 1) - 1
        if not 0 <= cell < game.board.count or (token in values and cells[cell] != "."):
            raise Rejected("an entry is not a position: a token is missing or is on an occupied cell")
        if token in values:
            cells[cell] = token
    reserves = values.get("reserve 1", 0), values.get("reserve 2", 0)
    if key or values["turn"] not in (1, 2) or max(reserves) > game.rulings.get("obstacles", 0):
        raise Rejected("an entry is not a position: its turn, its reserves or its length is wrong")
    return provers, game.representative(Position(values["turn"], "".join(cells), reserves))


# ---- The check --------------------------------------------------------------------------------------------------


def check_claim(game: Game, claim: Claim) -> None:
    """Raise Rejected unless every position on every level satisfies the claim.

    If the prover is to move, one move must be good enough; if the opponent is to move, all of them must be. A position
    depends only on the next level, so there is no circular reasoning.
    """
    for level, entries in enumerate(claim.levels):
        following = claim.levels[level + 1] if level + 1 < len(claim.levels) else set()
        # One ply later, a winner has one ply less in which to win, and a loser has held out for one ply more.
        wanted = claim.score + (level + 1) * ((claim.score > 0) - (claim.score < 0))
        for provers, position in entries:
            good = [
                is_good_enough(game, provers == (after.turn == position.turn), after, following, wanted)
                for after in game.moves(position).values()
            ]
            if not good or not (any(good) if provers else all(good)):
                raise Rejected(f"a position on level {level} of a claim does not keep its promise: {position}")


def is_good_enough(
    game: Game, provers: bool, position: Position, following: set[tuple[bool, Position]], wanted: int
) -> bool:
    """Return whether the prover gets the required score, either because the game is over or by the next level."""
    if wanted <= -END:
        return True  # nothing is worse
    if not game.moves(position):
        prover = position.turn if provers else 3 - position.turn
        return (END if game.winner(position) == prover else -END) >= wanted
    return (provers, game.representative(position)) in following


def first_move_scores(game: Game, claims: list[Claim]) -> dict[str, int]:
    """Return each first move's score for Player 1; raise Rejected if the claims don't settle one."""
    proved: dict[tuple[bool, Position], int] = {}
    for claim in claims:
        (entry,) = claim.levels[0]
        proved[entry] = max(claim.score, proved.get(entry, -END))
    scores = {}
    for move, position in game.moves(game.start()).items():
        if not game.moves(position):
            score = END if game.winner(position) == position.turn else -END
        else:
            after = game.representative(position)
            score = proved.get((True, after), -END)
            if score == -END or score != -proved.get((False, after), END):
                raise Rejected(f"it does not prove the value of the first move {move}")
        later = -score if position.turn == 2 else score
        scores[move] = later - (later > 0) + (later < 0)  # the move itself counts as a ply
    return scores


def words(score: int) -> str:
    return "draws" if not score else f"{'wins' if score > 0 else 'loses'} in {END - abs(score)} plies"


def check(file: bytes) -> tuple[Game, dict[str, int]]:
    """Return the game and the score of each first move; raise Rejected unless the file proves all scores."""
    game, claims = read_proof(file)
    for claim in claims:
        check_claim(game, claim)
    return game, first_move_scores(game, claims)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: check_proof.py FILE", file=sys.stderr)
        return 2
    try:
        game, scores = check(Path(arguments[0]).read_bytes())
    except OSError as error:
        print(f"cannot read {arguments[0]}: {error.strerror}", file=sys.stderr)
        return 2
    except Rejected as error:
        print(f"REJECTED: {error}")
        return 1
    rulings = "".join(f" {name}={value}" for name, value in game.rulings.items())
    print(f"{game.name} {game.board.size}x{game.board.size}{rulings}")
    for move, score in scores.items():
        print(f"{move:<6}  {words(score)}")
    print(f"The proof is valid: Player 1, moving first, {words(max(scores.values()))}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
