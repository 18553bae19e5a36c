"""HelpScreen: a game in which exact values can be asked for: hints in steps, and what every move is worth."""

from typing import TYPE_CHECKING

from gridduels.duel import Duel
from gridduels.terminal.arcade.screens.board import BoardScreen
from gridduels.terminal.arcade.texts.worth import labels, summary
from gridduels.terminal.arcade.work.background import Background
from gridduels.terminal.arcade.work.questions import ask_evaluation, ask_hint

if TYPE_CHECKING:
    from gridduels.analysis.hints import Hint
    from gridduels.engine import Evaluation

__all__ = ["HelpScreen"]


class HelpScreen(BoardScreen):
    """The board of a game, and what is known about it."""

    def __init__(self, duel: Duel) -> None:
        super().__init__(duel)
        self._knowing: Background[Evaluation] | Background[Hint] | None = None
        self._hints: Hint | None = None
        self._hint_step = 0
        self._worth: dict[str, str] = {}
        """What is written on the cell of each move."""
        self._values_shown = False

    def labels(self) -> dict[str, str]:
        return self._worth if self._values_shown else {}

    def do_hint(self) -> None:
        """Where to look; asked again the move; asked again why, with what refutes another move played out."""
        self.fresh()
        if self._hints:
            self._hint_step = min(self._hint_step + 1, len(self._hints.steps) - 1)
            self._tell_hint(self._hints)
        else:
            self._ask_hint()

    def take_help(self) -> None:
        """Somebody asks."""

    def _ask_hint(self) -> None:
        self.take_help()
        self._forget_knowing()

        def done(hint: "Hint") -> None:
            self._knowing = None
            self.hide_progress()
            self._hints, self._hint_step = hint, 0
            self._tell_hint(hint)

        plies = self.arcade.unit(self.duel.game) == "plies"
        self._knowing = ask_hint(self.duel, plies, done, self._not_known, self.show_progress)
        self.say("Working out what the moves are worth.")

    def _tell_hint(self, hint: "Hint") -> None:
        step, last = self._hint_step, len(hint.steps) - 1
        if step:
            self.hint = hint.move
            self.selection.choose_word(hint.move)
        more = "" if step == last else f" {('Once more: the move.', 'Enter plays it; once more: why.')[step]}"
        if step == last and self.arcade.settings.animate:
            self.play_out(hint.line)
        self.say(hint.steps[step] + more)

    def do_values(self) -> None:
        self.fresh()
        self._values_shown = not self._values_shown
        if self._values_shown:
            self._ask_worth()
        else:
            self._forget_knowing()
            self.show()

    def _ask_worth(self) -> None:
        self.take_help()
        self._forget_knowing()

        def done(evaluation: "Evaluation") -> None:
            self._knowing = None
            self.hide_progress()
            unit = self.arcade.unit(self.duel.game)
            self._worth = labels(evaluation, unit)
            self.say(summary(evaluation, unit))

        self._knowing = ask_evaluation(self.duel, done, self._not_known, self.show_progress)
        self.say("Working out what the moves are worth.")

    def _not_known(self, error: Exception) -> None:
        self._knowing, self._values_shown = None, False
        self.hide_progress()
        self.say(f"That cannot be worked out: {error}")

    def _forget_help(self) -> None:
        """What was known is of no use any more: another position is on the board."""
        self._forget_knowing()
        self._hints, self.hint, self._worth = None, None, {}

    def _forget_knowing(self) -> None:
        if self._knowing:
            self._knowing.cancel()
            self._knowing = None
            self.hide_progress()
