"""From a duel and what is laid over it to what is painted."""

from collections.abc import Mapping

from gridduels.duel import Duel
from gridduels.targets import PLACE, kind_of_marks, target_of, targets, token_of
from gridduels.terminal.arcade.board.painting import View, cells_between
from gridduels.terminal.arcade.board.selection import Selection

__all__ = ["labels_by_cell", "view_of", "view_of_selection"]


def view_of(duel: Duel, unicode: bool = True) -> View:
    """A duel as it stands, for looking only."""
    last = 0
    if duel.ply:
        before, after = duel.history()[-2:]
        last = target_of(duel.game, before, after).cell
    return View(duel.game, duel.position, kind_of_marks(duel), last=last, unicode=unicode)


def view_of_selection(selection: Selection, worth: Mapping[str, str], hint: str | None, unicode: bool = True) -> View:
    """A duel in which a person is to move: what can be chosen, what is, and what it is worth."""
    duel = selection.duel
    plain = view_of(duel, unicode)
    origin = token_of(duel)
    sliding = selection.cell and not selection.placing
    return View(
        game=plain.game,
        position=plain.position,
        kinds=plain.kinds,
        legal=selection.legal_cells,
        labels=labels_by_cell(duel, worth, selection.placing),
        hint=selection.targets[hint].cell if hint in selection.targets else 0,
        selected=selection.cell,
        ghost=_ghost(selection),
        path=cells_between(duel.game.columns, origin, selection.cell) if sliding else frozenset(),
        last=plain.last,
        unicode=unicode,
    )


def labels_by_cell(duel: Duel, worth: Mapping[str, str], placing: bool) -> dict[int, str]:
    """What each move is worth, on the cell it leads to."""
    return {
        target.cell: worth[word]
        for word, target in targets(duel).items()
        if word in worth and target.cell and (target.kind == PLACE) == placing
    }


def _ghost(selection: Selection) -> str:
    if not selection.cell:
        return ""
    if selection.placing:
        return "X" if selection.word else "!"
    game, player = selection.duel.game, selection.duel.turn
    signs = dict(game.statement.token_signs)
    mine = next((signs[number] for number in game.statement.tokens[player - 1]), "")
    return game.words.letter(player) if mine == str(player) else mine
