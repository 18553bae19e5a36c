"""UnfinishedScreen: the games that were left or cut off, to go on with or to throw away."""

from gridduels.record import Record
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.screens.lists.kept import KeptScreen
from gridduels.terminal.arcade.texts.names import player_name
from gridduels.terminal.keeping.autosave import Unfinished
from gridduels.words import count

__all__ = ["UnfinishedScreen"]


class UnfinishedScreen(KeptScreen[Unfinished]):
    """Games to go on with."""

    HEADING = "Unfinished games"

    def line(self, game: Unfinished) -> str:
        return game.record.duel.game.title

    def about(self, record: Record) -> str:
        duel = record.duel
        players = " - ".join(player_name(name, 20) for name in record.players)
        when = record.tags.get("Date", "undated")
        lines = [f"{duel.game.board}, {players}", f"{count(duel.ply, 'move')}, {when}"]
        return "\n".join([*lines, f"{duel.game.words.player(duel.turn)} to move"])

    def note(self) -> str:
        return "You can go on with any of these games."

    def wanted(self) -> list[Command]:
        found = [Command("enter", "resume", "go on"), Command("space", "resume", "")]
        found += [Command("d", "throw_away", "throw away"), Command("escape", "leave", "not now")]
        return [*found, Command("n", "leave", ""), Command("q", "leave", "")]

    def open(self) -> None:
        self.do_resume()

    def do_resume(self) -> None:
        game = self.chosen
        self.app.pop_screen()
        self.arcade.resume(game)
