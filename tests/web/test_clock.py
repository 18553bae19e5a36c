"""The machine's clock: whatever it shows, there is never an internal error."""

import time
from pathlib import Path
from typing import Final

import pytest

from gridduels.cli import main
from gridduels.web.dates import utc
from gridduels.web.stores.sqlite import SqliteStore
from tests.web.house import House, in_house, wishes
from tests.web.server import Server

_YEAR: Final = 365.2425 * 86_400
UNREADABLE: Final = "this machine's clock is past the year 2262; correct it, then restart the server"
_JUMPS: Final = """
import sys, time
real, until = time.time, time.monotonic() + {seconds}

def jumping():
    if time.monotonic() > until:
        raise OverflowError("timestamp too large to convert to C _PyTime_t")  # as Python does after 2262
    return real()

time.time = jumping
from gridduels.cli import main
sys.exit(main(sys.argv[1:]))
"""


class JumpingServer(Server):
    """A server whose clock jumps to the year 10226 after some seconds."""

    def program(self) -> list[str]:
        return ["-c", _JUMPS.format(seconds=4.0)]


@pytest.mark.heavy
def test_a_server_whose_clock_jumps_out_of_range_shuts_down_cleanly(tmp_path: Path) -> None:
    server = JumpingServer(tmp_path)
    server.start()
    made = server.create(seat="both")
    server.post(made["id"], "move", made["seat"]["secret"], ply=0, move="up")
    assert server.ended() == 2
    assert server.log.splitlines()[-1] == f"gridduels: {UNREADABLE}"
    assert "internal error" not in server.log
    assert not list(tmp_path.glob("*-wal"))  # everything is in the one file
    with Server(tmp_path) as again:
        assert again.state(made["id"])["moves"] == ["up"]


def test_a_server_that_cannot_read_the_clock_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unreadable() -> float:
        raise OverflowError("timestamp too large to convert to C _PyTime_t")

    monkeypatch.setattr(time, "time", unreadable)
    assert main(["serve", "--db", str(tmp_path / "db"), "--port", "0"]) == 2
    assert capsys.readouterr().err.strip() == f"gridduels: {UNREADABLE}"


@pytest.mark.parametrize("years", [8200.0, 1e20, -8200.0])
def test_a_duel_of_any_year_is_shown(years: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store's time may be anything: it comes from a file, or from other servers."""
    real = SqliteStore.now

    async def play(house: House) -> None:
        room, _ = await house.rooms.create(wishes(seat="both"))
        monkeypatch.setattr(SqliteStore, "now", lambda store: real(store) + years * _YEAR)
        later, _ = await house.rooms.create(wishes(seat="both"))
        for each in (room, later):
            assert each.state().expires
            assert utc(each.live.saved.created).date().isoformat()  # the date in a record

    in_house(tmp_path, play)
