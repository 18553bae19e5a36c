"""Connection: a seat in a duel on a server, asked on threads, so that the screen never waits for the network."""

from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, Any, Final, TypeVar

from gridduels.match import FIRST
from gridduels.protocol.answers import Lobby
from gridduels.protocol.requests import NewDuel
from gridduels.terminal.arcade.work import Background
from gridduels.terminal.online.answers import State
from gridduels.terminal.online.server import Server
from gridduels.terminal.online.start import Seated, begin_duel, keep_seat, kept_seat, read_server
from gridduels.terminal.settings import Setup

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress

__all__ = ["Connection", "begin", "connect", "look"]

_WAIT: Final = 20
"""Seconds a server may take until it says that nothing has changed."""
_PACE: Final = 0.05
"""Seconds between two questions, however fast the server answers."""
_LONGER_PACE: Final = 1.0
"""The same where it says at once that nothing has changed."""
Result = TypeVar("Result")
Learn = Callable[[State], None]
Fail = Callable[[Exception], None]
Say = Callable[[str], None]
Later = Callable[[float, Callable[[], None]], object]


def connect(question: Callable[[Say], Result], done: Callable[[Result], None], failed: Fail) -> Background[Result]:
    """Asks a server something; what it says about the connection meanwhile is not shown."""
    return Background(lambda progress: question(lambda sentence: progress(sentence, 0, None)), done, failed)


def begin(address: str, setup: Setup, name: str, say: Say) -> Seated:
    """A duel as somebody has set it up."""
    game, (one, two) = setup.game(), setup.players
    first: Any = setup.first if setup.first in FIRST else None
    rulings = dict(game.rulings)
    wanted = NewDuel(game.id, size=game.size, rule=rulings, first=first, p1=one, p2=two, name=name or None)
    return begin_duel(address, wanted, say)


def look(address: str, after: str, say: Say) -> Lobby:
    """The lobby of a server: as it is, or, after one that is known, as soon as it is another one."""
    query = {"after": after, "wait": _WAIT} if after else None
    return Server(read_server(address), say).ask(Lobby, "/api/lobby", query)


class Connection:
    """Asks and watches one duel."""

    def __init__(self, seated: Seated, learn: Learn, failed: Fail, say: Say, later: Later) -> None:
        """`learn` gets what changes, `say` what happens to the connection, and `later` calls something in a while."""
        self.url, self.state, self._secret = seated.server.url, seated.state, seated.secret
        self._learn, self._failed, self._say, self._later = learn, failed, say, later
        self._asked, self._watched = seated.server, copy(seated.server)
        """One connection each, so that nobody waits for the other; what is lost is asked again."""
        self._asking: Background[State] | None = None
        self._watching: Background[State] | None = None

    @property
    def busy(self) -> bool:
        """Whether the answer to something is awaited."""
        return self._asking is not None

    @property
    def invites(self) -> bool:
        """Whether there is a link for whoever is to sit down."""
        return "open" in self.state.chairs and kept_seat(self.url, self.state.id, "invite") is not None

    @property
    def links(self) -> list[str]:
        """What others can open, each with whom it is for."""
        address = f"{self.url}/duel/{self.state.id}"
        friend = f"For the other player:\n{address}#join={kept_seat(self.url, self.state.id, 'invite')}"
        return [*([friend] if self.invites else []), f"To watch:\n{address}"]

    def post(self, action: str, **fields: Any) -> None:
        """Does something in the duel."""
        state, secret = self.state, self._secret

        def answered(state: State) -> None:
            self._asking = None
            self._take(state)

        def refused(error: Exception) -> None:
            self._asking = None
            self._failed(error)

        ask = _asking(self._asked, lambda server: server.act(state, action, secret, **fields))
        self._asking = Background(ask, answered, refused, self._hear)

    def watch(self) -> None:
        """Waits for the next change."""
        query = {"after": self.state.version, "wait": _WAIT}
        id, secret = self.state.id, self._secret
        self._wait_for(lambda server: server.state(id, query, secret=secret))

    def follow(self, id: str, seat: str) -> None:
        """Goes on in the next duel, in a seat there."""
        self.close()
        keep_seat(self.url, id, secret=seat)
        self._secret = seat
        self._wait_for(lambda server: server.state(id, secret=seat))

    def _wait_for(self, question: Callable[[Server], State]) -> None:
        """Learns the answer, and then waits for the next change, unless somebody has turned to another duel."""

        def heard(state: State) -> None:
            news = self._take(state)
            if self._watching is under_way:
                self._later(_PACE if news else _LONGER_PACE, self.watch)

        under_way = self._watching = Background(_asking(self._watched, question), heard, self._failed, self._hear)

    def _take(self, state: State) -> bool:
        """Whether an answer says something new."""
        news = state.id != self.state.id or state.version > self.state.version
        if news:
            self.state = state
            self._learn(state)
        return news

    def close(self) -> None:
        """Nobody wants to hear of the duel any more."""
        for each in (self._asking, self._watching):
            if each:
                each.cancel()
        self._asking = self._watching = None

    def _hear(self, sentence: str, done: int, total: int | None) -> None:
        self._say(sentence)


def _asking(server: Server, question: Callable[[Server], State]) -> "Callable[[Progress], State]":
    def work(progress: "Progress") -> State:
        server.say = lambda sentence: progress(sentence, 0, None)
        return question(server)

    return work
