"""ServerDialogue: asks for a server to begin a duel on, or for the link of one to join or to watch, and goes there."""

from gridduels.errors import GridDuelsError
from gridduels.terminal.arcade.screens.dialogues.ask import AskDialogue
from gridduels.terminal.arcade.work.background import Background
from gridduels.terminal.arcade.work.connection import connect
from gridduels.terminal.keeping.setup import Setup
from gridduels.terminal.online.seats import read_link, read_server
from gridduels.terminal.online.start import Seated

__all__ = ["ServerDialogue"]


class ServerDialogue(AskDialogue):
    """Is dismissed with a duel on a server, or with nothing; why there is none is said, and the text stays."""

    def __init__(self, address: str, setup: Setup) -> None:
        question = (
            f"Type the address of a server to begin {setup.definition.title} there, with the players of its options, "
            "or the link of a duel to join it or to watch it."
        )
        super().__init__(question, address, _checked)
        self._setup = setup
        self._connecting: Background[Seated] | None = None

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
        self._connecting = connect(text, self._setup, self._connected, self._failed)

    def _connected(self, seated: Seated) -> None:
        self._connecting = None
        self.dismiss(seated)

    def _failed(self, error: Exception) -> None:
        self._connecting = None
        self.complain(f"{str(error).rstrip('.')}. Is it the right address, and does gridduels serve run there?")

    def _stop(self) -> None:
        if self._connecting:
            self._connecting.cancel()
            self._connecting = None


def _checked(where: str) -> str:
    """An address or a link; what is neither is refused."""
    return read_link(where, None).server if "/duel/" in where else read_server(where)
