"""Screen readers of both players follow a whole game: the turn, the moves played and the legal moves.

Everything is read from the browser's accessibility tree, not from the page: hidden elements, and those without a name
or role, are not in it.
"""

import re
from collections.abc import Iterator

import pytest

from gridduels import Duel
from gridduels.protocol.state import board_of, legal_of
from tests.helpers import GAMES
from tests.web.browser.conftest import Visit
from tests.web.browser.games import short_game, steps
from tests.web.browser.server import Server
from tests.web.browser.tree import Tree
from tests.web.browser.visitor import Visitor

OFFER = re.compile(r"legal move [^,]+|free for an obstacle")


def words(duel: Duel, move: str) -> str:
    """Return a move as the page says it."""
    legal = next(each for each in legal_of(duel) if each.move == move)
    if legal.kind == "place" and legal.cell is not None:
        return f"wall at {duel.game.words.where(duel.game, 1 << legal.cell)}"
    return re.sub(r"(\d+)", r" \1", move)


def offers(duel: Duel) -> list[tuple[int, str]]:
    """Return the move that choosing each cell plays. Steps take precedence over placements, which have a button."""
    legal = [(each.cell, each) for each in legal_of(duel) if each.cell is not None]
    places = {cell: "free for an obstacle" for cell, each in legal if each.kind == "place"}
    moves = {cell: f"legal move {words(duel, each.move)}" for cell, each in legal if each.kind == "move"}
    return sorted((places | moves).items())


def check_turn(tree: Tree, duel: Duel, you: int) -> None:
    """Check that one strip shows the turn or, at the end, the winner."""
    strips = {side: tree.text("group", duel.game.words.player(side)) for side in (1, 2)}
    words = {side: "Your move." if side == you else "to move" for side in (1, 2)}
    assert [side for side in (1, 2) if words[side] in strips[side]] == ([] if duel.outcome else [duel.turn])
    winner = duel.outcome.winner if duel.outcome else None
    assert [side for side in (1, 2) if "winner" in strips[side]] == ([winner] if winner else [])


def check_played(tree: Tree, duel: Duel, played: list[str]) -> None:
    """Check the list of moves, with values after the end, and the label of the last move's cell."""
    listed = tree.names("button", within="Moves")
    assert [name[: len(told)] for name, told in zip(listed, played, strict=True)] == played
    assert listed == played or duel.outcome
    last = board_of(duel).last
    said = [number for number, name in enumerate(tree.names("gridcell")) if "last move" in name]
    assert said == ([last.cell] if last else [])


def check_possible(tree: Tree, duel: Duel, you: int) -> None:
    """Check that only the player to move can choose legal moves on the cells."""
    found = [(number, OFFER.search(name)) for number, name in enumerate(tree.names("gridcell"))]
    said = [(number, offer[0]) for number, offer in found if offer]
    assert said == (offers(duel) if duel.turn == you and not duel.outcome else [])


def after_each_move(duel: Duel) -> Iterator[tuple[Duel, str, list[str]]]:
    """Yield each move of a game, the duel after it, and the list of moves so far."""
    told: list[str] = []
    for before, move in steps(duel):
        told = [*told, f"move {before.ply + 1}, {before.game.words.player(before.turn)}: {words(before, move)}"]
        yield before.play(move), move, told


def sit_down(visit: Visit, server: Server, game: str) -> dict[int, Visitor]:
    """Return two people with their own browsers in a new game."""
    made = server.begin(game, seat=1)
    joined = server.post(f"duels/{made['id']}/join", {"invite": made["invite"]})
    players = {1: visit(), 2: visit()}
    players[1].sit({**made, "invite": None})
    players[2].sit({**made, "invite": None, "seat": joined})
    return players


@pytest.mark.heavy
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_followed_through_the_accessibility_tree(visit: Visit, server: Server, game: str) -> None:
    players = sit_down(visit, server, game)
    before = Duel(short_game(game).game)
    for you, visitor in players.items():
        player = before.game.words.player(1)
        visitor.is_told(f"Your move ({player})." if you == 1 else f"{player} to move.")
        check_turn(Tree(visitor), before, you)
        check_possible(Tree(visitor), before, you)
    for duel, move, played in after_each_move(short_game(game)):
        mover = before.game.words.player(before.turn)
        players[before.turn].play(before, move)
        for you, visitor in players.items():
            visitor.sees_ply(duel.ply)
            result = "" if not duel.outcome else "You won." if duel.outcome.winner == you else "You lost."
            visitor.is_told(result or f"{mover}: {words(before, move)}.")
            tree = Tree(visitor)
            check_turn(tree, duel, you)
            check_played(tree, duel, played)
            check_possible(tree, duel, you)
        before = duel
    for you, visitor in players.items():
        assert ("You won." if before.ended.winner == you else "You lost.") in Tree(visitor).names("heading")
