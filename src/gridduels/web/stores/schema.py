"""The schema and its versions, the same for every database. Databases are migrated forwards step by step, never
backwards.

A new column in `Saved` requires a new step here, with the field's default; a released step is never edited.
"""

from typing import Final, NamedTuple

from gridduels.errors import SetupError


class Dialect(NamedTuple):
    """Database-specific names for the same concepts."""

    integer: str
    real: str
    blob: str
    options: str
    """Options at the end of CREATE TABLE: ordered by key, with space next to each row for its next version."""
    shared: bool
    """Whether several servers share the database."""


class _Step(NamedTuple):
    """The statements that migrate one version to the next."""

    statements: tuple[str, ...]
    shared: tuple[str, ...] = ()
    """Only for databases shared by several servers."""


SQLITE: Final = Dialect("INTEGER", "REAL", "BLOB", " WITHOUT ROWID", shared=False)
POSTGRES: Final = Dialect("bigint", "double precision", "bytea", " WITH (fillfactor = 70)", shared=True)

_STEPS: Final = (
    _Step(
        (
            """CREATE TABLE duels (
                id TEXT PRIMARY KEY, game TEXT NOT NULL, size {integer} NOT NULL, rulings TEXT NOT NULL,
                start TEXT NOT NULL, p1 TEXT NOT NULL, p2 TEXT NOT NULL, seed {integer} NOT NULL,
                created {real} NOT NULL, changed {real} NOT NULL, seat1 {blob}, seat2 {blob}, invite {blob},
                seconds {real}, increment {real} NOT NULL, left1 {real} NOT NULL, left2 {real} NOT NULL,
                version {integer} NOT NULL, moves TEXT NOT NULL, winner {integer}, reason TEXT,
                takeback_by {integer}, takeback_to {integer}, rematch_by {integer}, rematch_seat {blob},
                next TEXT, next_began {integer} NOT NULL, note TEXT, over {integer} NOT NULL
            ){options}""",
        )
    ),
    _Step(
        (
            "ALTER TABLE duels ADD COLUMN code1 {blob}",
            "ALTER TABLE duels ADD COLUMN code2 {blob}",
        )
    ),
    _Step(
        (
            "ALTER TABLE duels ADD COLUMN deadline {real}",
            "ALTER TABLE duels ADD COLUMN checksum {integer} NOT NULL DEFAULT -1",
            "CREATE INDEX duels_deadline ON duels (deadline) WHERE deadline IS NOT NULL",
            "CREATE INDEX duels_unfinished ON duels (id) WHERE over = 0",
            "CREATE TABLE counted (seconds {real} NOT NULL)",
        ),
        shared=(
            "CREATE UNLOGGED TABLE buckets (address TEXT PRIMARY KEY, tokens {real} NOT NULL, at {real} NOT NULL)",
        ),
    ),
    _Step(
        (
            "ALTER TABLE duels ADD COLUMN round {integer} NOT NULL DEFAULT 1",
            "ALTER TABLE duels ADD COLUMN earlier1 {integer} NOT NULL DEFAULT 0",
            "ALTER TABLE duels ADD COLUMN earlier2 {integer} NOT NULL DEFAULT 0",
        )
    ),
    _Step(
        (
            "ALTER TABLE duels ADD COLUMN offered {real}",
            "ALTER TABLE duels ADD COLUMN stand_in TEXT",
            "ALTER TABLE duels ADD COLUMN listed {integer} NOT NULL DEFAULT 0",
            "CREATE INDEX duels_offered ON duels (offered) WHERE offered IS NOT NULL",
            # Indexed by `created`, because an index on `changed` would make every move more expensive.
            "CREATE INDEX duels_listed ON duels (created) WHERE listed = 1 AND over = 0",
        )
    ),
    _Step(
        (
            "ALTER TABLE duels ADD COLUMN name1 TEXT",
            "ALTER TABLE duels ADD COLUMN name2 TEXT",
        )
    ),
    _Step(("ALTER TABLE duels ADD COLUMN swap TEXT NOT NULL DEFAULT ''",)),
    _Step(
        (
            "ALTER TABLE duels ADD COLUMN asked1 {integer} NOT NULL DEFAULT 0",
            "ALTER TABLE duels ADD COLUMN asked2 {integer} NOT NULL DEFAULT 0",
            "ALTER TABLE duels ADD COLUMN missed1 {real}",
            "ALTER TABLE duels ADD COLUMN missed2 {real}",
        )
    ),
)
LATEST: Final = len(_STEPS)


def steps_after(version: int, dialect: Dialect, name: str) -> list[str]:
    """Return the statements that migrate a database from a version (0 if empty) to the latest.

    >>> steps_after(LATEST, SQLITE, "duels.sqlite")
    []
    >>> steps_after(99, SQLITE, "duels.sqlite")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gridduels.errors.SetupError: duels.sqlite was written by a newer gridduels (schema 99; this version knows ...)
    """
    if version > LATEST:
        raise SetupError(f"{name} was written by a newer gridduels (schema {version}; this version knows {LATEST})")
    statements = (
        each for step in _STEPS[version:] for each in (*step.statements, *(step.shared if dialect.shared else ()))
    )
    return [statement.format(**dialect._asdict()) for statement in statements]
