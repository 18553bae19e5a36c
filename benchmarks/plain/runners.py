"""The duels of two pieces that step: Light Cycle Duel, Pathway Duel and Grid Runner Duel."""

from plain.environment import DIRECTIONS, EMPTY, WALL, Cell, Environment

__all__ = ["GridRunner", "LightCycle", "Pathway", "Runners"]


class Runners(Environment):
    """Two pieces that step onto empty cells; where there are goals, each is the cell the other started on."""

    def starts(self) -> tuple[Cell, Cell]:
        return (0, 0), (self.size - 1, self.size - 1)

    def set_up(self) -> None:
        first, second = self.starts()
        self.positions = {1: first, 2: second}
        self.goals = {1: second, 2: first}
        self.board[first] = 1
        self.board[second] = 2

    def target(self, action: int) -> Cell:
        row, column = self.positions[self.player]
        down, right = DIRECTIONS[action]
        return row + down, column + right

    def is_valid(self, action: int) -> bool:
        target = self.target(action)
        return self.on_board(*target) and not self.board[target]

    def step_to(self, target: Cell, has_stragglers: int) -> None:
        self.board[self.positions[self.player]] = has_stragglers
        self.board[target] = self.player
        self.positions[self.player] = target

    def has_won(self, player: int) -> bool:
        return self.positions[player] == self.goals[player]


class LightCycle(Runners):
    def starts(self) -> tuple[Cell, Cell]:
        return (self.size // 2, 0), (self.size // 2, self.size - 1)

    def move(self, action: int) -> None:
        self.step_to(self.target(action), WALL)

    def has_won(self, player: int) -> bool:
        return False


class Pathway(Runners):
    def is_valid(self, action: int) -> bool:
        target = self.target(action)
        if target == self.goals[self.player]:
            return target != self.positions[3 - self.player]
        return self.on_board(*target) and not self.board[target]

    def move(self, action: int) -> None:
        self.step_to(self.target(action), WALL)


class GridRunner(Runners):
    def move(self, action: int) -> None:
        self.step_to(self.target(action), EMPTY)
