"""Games of a match as files, as a person asks for them; and those that were left unfinished, offered again."""

from pathlib import Path

from gridduels.board import size_text
from gridduels.errors import GridDuelsError
from gridduels.files import write_whole
from gridduels.record import HUMAN, Record, dumps
from gridduels.terminal.console import Console
from gridduels.terminal.keeping.autosave import Unfinished, unfinished
from gridduels.words import count, shorten

__all__ = ["SavedGames", "offer_unfinished"]


class SavedGames:
    """Writes games to files; only files of its own are written again."""

    def __init__(self) -> None:
        self._own: set[Path] = set()

    def save(self, name: str, record: Record) -> Path:
        """Writes a game to the file with this name."""
        try:
            path = Path(name).expanduser()
            if path.exists() and path not in self._own:
                raise GridDuelsError(f"{shorten(name)} exists already: choose another name.")
            write_whole(path, dumps(record))
        except (OSError, RuntimeError, ValueError) as error:  # no such place, no such home, no such name
            reason = error.strerror if isinstance(error, OSError) else str(error).rstrip(".")
            raise GridDuelsError(f"Cannot write {shorten(name)}: {reason}.") from None
        self._own.add(path)
        return path


def offer_unfinished(console: Console, id: str) -> Unfinished | None:
    """The game of this kind that a person left last, if they want to go on with it."""
    complaints: list[str] = []
    kept = [each for each in unfinished(complaints) if each.record.duel.game.id == id]
    for sentence in complaints:
        console.say(sentence)
    if not kept:
        return None
    console.say(f"You left {_in_words(kept[0].record)}.")
    while True:
        answer = console.ask("Go on with it? (yes/no/forget): ").strip().lower()
        if answer and "forget".startswith(answer):
            kept[0].forget()
            console.say("It is forgotten.\n")
            return None
        if answer and any(word.startswith(answer) for word in ("yes", "no")):
            console.say()
            return kept[0] if "yes".startswith(answer) else None
        console.say("Type yes, no or forget.")


def _in_words(record: Record) -> str:
    """A game that goes on, for somebody who has to remember it."""
    duel = record.duel
    computers = [name for name in record.players if name != HUMAN]
    against = f" against {computers[0]}" if len(computers) == 1 else ""
    return f"a game of {duel.game.title}, {size_text(duel.game.size)},{against} after {count(duel.ply, 'move')}"
