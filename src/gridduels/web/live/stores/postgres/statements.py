"""What a PostgresStore says to its database."""

from typing import Final

from gridduels.web.live.saved import Saved
from gridduels.web.live.stores.rows import COLUMNS

__all__ = [
    "ALLOW",
    "EXPIRE",
    "FORGET",
    "LISTED",
    "LOAD",
    "NOTIFY",
    "OFFERED",
    "OVERDUE",
    "PAGE",
    "SAVE",
    "UNFINISHED",
    "VERSIONS",
]

_TYPES: Final = {str: "text", int: "bigint", float: "double precision", bytes: "bytea"}


def _type(name: str) -> str:
    """The type of a column, by that of its field."""
    annotation = Saved.__annotations__.get(name, int)
    return next(_TYPES[kind] for kind in (*getattr(annotation, "__args__", ()), annotation) if kind in _TYPES)


_NAMES: Final = ", ".join(COLUMNS)
_ARRAYS: Final = ", ".join(f"${at}::{_type(name)}[]" for at, name in enumerate(COLUMNS, 1))
_SET: Final = ", ".join(f"{name} = new.{name}" for name in COLUMNS if name != "id")

SAVE: Final = f"""
    WITH new AS (SELECT * FROM unnest({_ARRAYS}) AS row ({_NAMES})),
    changed AS (
        UPDATE duels SET {_SET} FROM new WHERE duels.id = new.id AND duels.version = new.version - 1
        RETURNING duels.id
    ),
    begun AS (
        INSERT INTO duels ({_NAMES}) SELECT {_NAMES} FROM new WHERE version = 0 ON CONFLICT (id) DO NOTHING
        RETURNING id
    )
    SELECT id, (SELECT count(pg_notify(${len(COLUMNS) + 1}, notice)) FROM unnest(${len(COLUMNS) + 2}::text[]) AS notice)
    FROM (SELECT id FROM changed UNION ALL SELECT id FROM begun) AS kept
"""
"""Rows as an array for each column, the channel, and the notices that go out with the commit; the ids that are kept."""
LOAD: Final = f"SELECT {_NAMES} FROM duels WHERE id = ANY ($1)"
PAGE: Final = f"SELECT {_NAMES} FROM duels WHERE id > $1 ORDER BY id LIMIT 1000"
VERSIONS: Final = "SELECT id, version FROM duels WHERE id = ANY ($1)"
UNFINISHED: Final = "SELECT count(*) FROM duels WHERE over = 0"
OVERDUE: Final = "SELECT id FROM duels WHERE deadline <= $1 ORDER BY deadline LIMIT $2"
OFFERED: Final = f"SELECT {_NAMES} FROM duels WHERE offered > $1 AND over = 0 ORDER BY created LIMIT $2"
LISTED: Final = f"""
    SELECT {_NAMES} FROM duels
    WHERE listed = 1 AND over = 0 AND offered IS NULL AND moves <> '' AND changed > $1 ORDER BY created DESC LIMIT $2
"""
EXPIRE: Final = """
    DELETE FROM duels WHERE id IN (
        SELECT id FROM duels WHERE changed < CASE over WHEN 0 THEN $1::double precision ELSE $2 END
        LIMIT 500 FOR UPDATE SKIP LOCKED
    ) RETURNING id
"""
NOTIFY: Final = "SELECT pg_notify($1, $2)"
ALLOW: Final = """
    INSERT INTO buckets AS bucket (address, tokens, at) VALUES ($1, $3::double precision - 1, $4)
    ON CONFLICT (address) DO UPDATE SET
        tokens = least($3, bucket.tokens + greatest($4 - bucket.at, 0) * $2::double precision) - 1,
        at = greatest(bucket.at, $4)
    WHERE least($3, bucket.tokens + greatest($4 - bucket.at, 0) * $2::double precision) >= 1
    RETURNING tokens
"""
"""A token bucket: the address, tokens a second, the most there are, now; no row where none is left."""
FORGET: Final = "DELETE FROM buckets WHERE at < $1::double precision - 86400"
