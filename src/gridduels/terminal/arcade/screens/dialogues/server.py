"""ServerDialogue: asks for a server to play on, or for the link of a duel to join or to watch, and goes there."""

from collections.abc import Callable

from gridduels.errors import GridDuelsError
from gridduels.terminal.arcade.screens.dialogues.ask import AskDialogue
from gridduels.terminal.arcade.work.background import Background
from gridduels.terminal.arcade.work.connection import connect, look
from gridduels.terminal.online.lobby import Lobby
from gridduels.terminal.online.seats import read_link, read_server
from gridduels.terminal.online.start import Seated, open_duel

__all__ = ["Found", "ServerDialogue"]

Found = Seated | tuple[str, Lobby]


class ServerDialogue(AskDialogue):
    """Is dismissed with a duel, with a server's address and its lobby, or with nothing; why there is none is said, and
    the text stays."""

    def __init__(self, address: str, name: str) -> None:
        question = "Type the address of a server to see who plays there, or the link of a duel to join or to watch it."
        super().__init__(question, address, _checked)
        self._called = name
        self._connecting: Background[Found] | None = None

    def on_unmount(self) -> None:
        self._stop()

    def submit(self, text: str) -> None:
        self._stop()
        try:
            _checked(text)
        except GridDuelsError as error:
            self.complain(str(error))
            return
        self.complain(f"Asking {text} ...")
        self._connecting = connect(lambda say: _go(text, self._called, say), self._connected, self._failed)

    def _connected(self, found: "Found") -> None:
        self._connecting = None
        self.dismiss(found)

    def _failed(self, error: Exception) -> None:
        self._connecting = None
        self.complain(f"{str(error).rstrip('.')}. Is it the right address, and does gridduels serve run there?")

    def _stop(self) -> None:
        if self._connecting:
            self._connecting.cancel()
            self._connecting = None


def _go(where: str, name: str, say: Callable[[str], None]) -> "Found":
    if "/duel/" in where:
        return open_duel(read_link(where, None), say, name)
    return read_server(where), look(where, "", say)


def _checked(where: str) -> str:
    """An address or a link; what is neither is refused."""
    return read_link(where, None).server if "/duel/" in where else read_server(where)
