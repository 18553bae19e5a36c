"""The selection: the cell or move a person points at, with keys or mouse. The Duel decides what is legal."""

from typing import Final

from gridduels.board import DIRECTIONS, cell, where
from gridduels.duel import Duel
from gridduels.errors import GridDuelsError, IllegalMove
from gridduels.statement import VECTORS, Going
from gridduels.targets import MOVE, PLACE, moves_or_places, placements, ray, targets, token_of, word_towards

_STEPS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class Selection:
    """The cell being pointed at, with the move it represents or the reason it represents none.

    >>> from gridduels import load_game
    >>> selection = Selection(Duel(load_game("gridlock")))
    >>> selection.press("up"), selection.press("up"), selection.word
    (False, False, 'up2')
    """

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.targets = targets(duel)
        self.cell = 0
        self.word: str | None = None
        self.sentence = ""
        self.hovering = False
        """Whether the mouse is merely hovering over the cell, with nothing chosen yet."""
        kinds = {target.kind for target in self.targets.values()}
        self.placing = PLACE in kinds and MOVE not in kinds

    @property
    def can_place(self) -> bool:
        """Return whether a move in this game can mark a cell instead of moving a token."""
        return moves_or_places(self.duel.game)

    @property
    def takes_several_keys(self) -> bool:
        """Whether tokens also move diagonally or leap, so the keys lead to a cell instead of giving a direction."""
        moves = [kind for kind in self.duel.game.statement.action_space if isinstance(kind, Going)]
        return any(vector not in VECTORS for kind in moves for vector in kind.vectors)

    @property
    def legal_cells(self) -> frozenset[int]:
        """Return the cells that can currently be chosen."""
        kind = PLACE if self.placing else MOVE
        return frozenset(target.cell for target in self.targets.values() if target.kind == kind)

    def words_by_cell(self) -> dict[int, str]:
        kind = PLACE if self.placing else MOVE
        return {target.cell: word for word, target in self.targets.items() if target.kind == kind}

    def clear(self) -> None:
        self.cell, self.word, self.sentence, self.hovering = 0, None, "", False

    def toggle_placing(self) -> None:
        """Switch between moving and placing."""
        self.clear()
        self.placing = not self.placing and self.can_place
        if self.placing:
            rows, columns = self.duel.game.shape
            self._place_at(cell(columns, rows // 2, columns // 2))

    def press(self, direction: str) -> bool:
        """Handle a movement key. Return whether it completes the move in `word`."""
        self.sentence, self.hovering = "", False
        if self.placing:
            self._place_at(self._shifted(self.cell, direction))
            return False
        if self.takes_several_keys:
            self._lead(direction)
            return False
        origin, legal = token_of(self.duel), list(self.legal_cells)
        ahead = ray(self.duel.game.columns, origin, DIRECTIONS.index(direction), legal)
        behind = ray(self.duel.game.columns, origin, DIRECTIONS.index(direction) ^ 1, legal)
        if self.cell in behind and self.duel.game.statement.slides:
            self._choose(([0, *behind])[behind.index(self.cell)])
            return False
        if not ahead:
            self.clear()
            self.sentence = self._refusal(direction)
            return False
        further = ahead.index(self.cell) + 1 if self.cell in ahead else 0
        self._choose(ahead[min(further, len(ahead) - 1)])
        return not self.duel.game.statement.slides

    def hover(self, cell: int) -> None:
        """Show what a click on a cell (0 for none) would do, or why it would do nothing."""
        if self.placing and cell:
            self._place_at(cell)
            self.hovering = True
        elif not self.placing and cell in self.legal_cells:
            self._choose(cell)
            self.sentence, self.hovering = "", True
        elif self.hovering and not self.placing:
            self.clear()

    def point(self, cell: int, twice: bool = False) -> bool:
        """Handle a click. Return whether it completes the move in `word`; with `twice`, only the second click does."""
        pointed = cell == self.cell
        clicked = pointed and not self.hovering
        self.sentence, self.hovering = "", False
        if self.placing:
            self._place_at(cell)
            return self.word is not None and (clicked if twice else pointed)
        if cell in self.legal_cells:
            self._choose(cell)
            return clicked or not twice
        if any(target.cell == cell and target.kind == PLACE for target in self.targets.values()):
            self.placing = True
            self._place_at(cell)
            return False
        self.clear()
        self.sentence = self._refusal_at(cell)
        return False

    def cycle(self, step: int = 1) -> None:
        """Point at the next legal move, of any kind."""
        words = self.duel.legal_moves
        if not words:
            return
        index = words.index(self.word) + step if self.word in words else 0 if step > 0 else -1
        self.choose_word(words[index % len(words)])

    def choose_word(self, word: str) -> None:
        """Point at a legal move's target."""
        target = self.targets[word]
        self.placing = target.kind == PLACE
        self.cell, self.word, self.sentence, self.hovering = target.cell, word, "", False

    def _choose(self, cell: int) -> None:
        self.cell, self.word = cell, self.words_by_cell().get(cell)

    def _lead(self, direction: str) -> None:
        """Point one cell further, starting from the token."""
        origin = token_of(self.duel)
        cell = self._shifted(self.cell or origin, direction)
        if cell == origin:
            refusal = "" if self.cell else self._refusal(direction)
            self.clear()
            self.sentence = refusal
            return
        self._choose(cell)
        self.sentence = "" if self.word else self._refusal_at(cell)

    def _shifted(self, origin: int, direction: str) -> int:
        """Return the next cell in a direction, or the same cell at the edge; without a cell, start from the centre."""
        rows, columns = self.duel.game.shape
        row, column = where(columns, origin) if origin else (rows // 2, columns // 2)
        down, right = _STEPS[direction]
        row, column = min(max(row + down, 0), rows - 1), min(max(column + right, 0), columns - 1)
        return cell(columns, row, column)

    def _place_at(self, cell: int) -> None:
        self._choose(cell)
        word = placements(self.duel.game).get(cell)
        self.sentence = "" if self.word or not word else self._why_not(word)

    def _refusal(self, direction: str) -> str:
        """Return why there is no legal move in a direction."""
        word = word_towards(self.duel.game, DIRECTIONS.index(direction), 1)
        return self._why_not(word) if word else f"You can't move {direction} now."

    def _refusal_at(self, cell: int) -> str:
        """Return why a clicked cell is not a legal move."""
        game = self.duel.game
        for direction in range(4):
            if cell in ray(game.columns, token_of(self.duel), direction, [cell]):
                (row, column), (to_row, to_column) = where(game.columns, token_of(self.duel)), where(game.columns, cell)
                distance = abs(row - to_row) + abs(column - to_column)
                if word := word_towards(game, direction, distance):
                    return self._why_not(word)
        return f"You can't move to {game.words.where(game, cell)}."

    def _why_not(self, word: str) -> str:
        try:
            self.duel.play(word)
        except IllegalMove as refusal:
            return str(refusal)
        except GridDuelsError:
            return ""
        return ""
