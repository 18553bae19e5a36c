"""`gridduels serve` with PostgreSQL, for `python benchmarks web`: one server, and two that share every game."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from web_client import Chair
from web_servers import GridDuels, cpu_of

sys.path.insert(0, str(Path(__file__).parent.parent))  # the cluster is that of the tests
from tests.postgres import Cluster, binaries

__all__ = ["Postgres", "PostgresTwice"]


class Postgres(GridDuels):
    """One server; PostgreSQL is as it comes, so it has every move on the disk as well (fsync, synchronous_commit)."""

    name = "gridduels, PostgreSQL"
    servers = 1
    cluster: Cluster
    others: list[GridDuels]

    @staticmethod
    def set_up() -> str | None:
        """Why it cannot be had."""
        return None if binaries() else "PostgreSQL is not installed"

    @classmethod
    @contextmanager
    def running(cls) -> Iterator["Postgres"]:
        """Servers on a cluster of their own."""
        programs = binaries()
        assert programs
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            cluster = stack.enter_context(Cluster(folder, programs, settings=("listen_addresses=",)))
            db = cluster.database()
            first, *others = [stack.enter_context(cls.started(db)) for _ in range(cls.servers)]
            assert isinstance(first, Postgres)
            first.cluster, first.others = cluster, others
            yield first

    def cpu(self) -> float:
        return super().cpu() + sum(GridDuels.cpu(other) for other in self.others)

    def memory(self) -> int:
        return super().memory() + sum(GridDuels.memory(other) for other in self.others)

    def database(self) -> tuple[float, int]:
        return cpu_of(self.cluster.process), int(self.cluster.ask("SELECT pg_current_wal_lsn() - '0/0'"))


class PostgresTwice(Postgres):
    """Two servers; the players of each game are at different ones, so that every move goes from one to the other."""

    name = "gridduels, PostgreSQL, 2 servers"
    servers = 2

    def chairs(self) -> tuple[Chair, Chair]:
        one, two = super().chairs()
        return one, two._replace(port=self.others[0].port)
