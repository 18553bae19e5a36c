"""ComputerScreen: a match in which computers may play: their moves, their pace among themselves, the pie rule."""

from gridduels.duel import Duel
from gridduels.errors import Forfeit, GridDuelsError
from gridduels.match import Match
from gridduels.terminal.arcade.screens.help import HelpScreen
from gridduels.terminal.arcade.texts.names import name_in_match
from gridduels.terminal.arcade.work.background import Background
from gridduels.terminal.arcade.work.pace import Pace
from gridduels.terminal.arcade.work.thinker import Thinker
from gridduels.terminal.live_match import LiveMatch

__all__ = ["ComputerScreen"]


class ComputerScreen(HelpScreen):
    """Lets the computer move beside the screen's own thread. Whoever asks for help has had it: the match says so."""

    def __init__(self, live: LiveMatch) -> None:
        super().__init__(live.duel)
        self.live = live
        self._thinker = Thinker(live, self.show_progress)
        self._paused = False
        self._pace = Pace()
        self._swapping: Background[bool] | None = None
        self._keeps_side = False
        """Whether the computer has decided not to change sides."""

    @property
    def duel(self) -> Duel:
        return self.live.duel

    @property
    def match(self) -> Match:
        return self.live.match

    def _become(self, match: Match) -> None:
        """The match is further, or back."""
        raise NotImplementedError

    def take_help(self) -> None:
        if self.match.opponent and not self.match.helped:
            self.notify("With help, this game does not count in your record.", timeout=6)
        self.arcade.keep(lambda: self.live.become(self.match.take_help()))

    def _named(self, player: int) -> str:
        return name_in_match(self.match, player)

    def _let_computer_move(self) -> None:
        self._paused = False
        moves = self.match.computer_to_move and not self._pace.halted
        if moves and self.match.may_swap and not self._keeps_side:
            self._let_computer_swap(self.match)
        elif moves:
            try:
                self._thinker.start(self._computer_chose, self._computer_failed)
            except GridDuelsError as error:
                self._paused, self.message = True, str(error)
        self.show()

    def do_halt(self) -> None:
        """Computers among themselves wait for whoever watches, or go on."""
        self.fresh()
        self._pace.halted = not self._pace.halted
        if self._pace.halted:
            self._thinker.stop()
        self._let_computer_move()

    def do_step(self) -> None:
        """One move, and then they wait."""
        self.fresh()
        self._pace.halted = False
        self._pace.steps = True
        if not self._thinker.busy:
            self._let_computer_move()

    def do_faster(self) -> None:
        self.say(self._pace.change(-1))

    def do_slower(self) -> None:
        self.say(self._pace.change(+1))

    def _let_computer_swap(self, match: Match) -> None:
        """The pie rule: the computer decides whether it changes sides, beside the screen's own thread."""

        def decided(wants: bool) -> None:
            self._swapping = None
            if wants:
                self.do_change_sides()
            else:
                self._keeps_side = True
                self._let_computer_move()

        self._swapping = Background(
            lambda progress: self.live.computers.wants_to_swap(match), decided, self._computer_failed
        )

    def _forget_swapping(self) -> None:
        if self._swapping:
            self._swapping.cancel()
            self._swapping = None

    def do_change_sides(self) -> None:
        self.fresh()
        who = self._named(self.duel.turn)
        self._become(self.match.change_sides())
        self.say(f"{who} has taken the side of who began.")

    def _computer_chose(self, word: str, note: str) -> None:
        self.hide_progress()
        if wait := 0.0 if self.match.people else self._pace.wait():
            self.set_timer(wait, lambda: self._computer_moves(self.match, word, note))
        else:
            self._computer_moves(self.match, word, note)

    def _computer_moves(self, match: Match, word: str, note: str) -> None:
        """Unless something else has happened while the move was held back."""
        if match is not self.match or self._pace.halted:
            return
        self.message = note
        if not match.people:
            self._pace.moved()
        if self.arcade.settings.sound:
            self.app.bell()
        self.play(word)

    def _computer_failed(self, error: Exception) -> None:
        self.hide_progress()
        if isinstance(error, Forfeit):
            mover = self._named(self.duel.turn)
            self._become(self.match.forfeit(error.code))
            self.say(f"{mover}: {str(error).rstrip('.')}.")
        else:
            self._paused = True
            why = str(error) if isinstance(error, GridDuelsError) else f"{type(error).__name__}: {error}"
            self.say(f"The computer cannot move: {why}")
