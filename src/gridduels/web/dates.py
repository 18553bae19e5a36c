"""Human-readable dates. Python's calendar ends with the year 9999; a machine's clock or a file's timestamp may not."""

import time
from datetime import UTC, date, datetime
from typing import Final

from gridduels.errors import SetupError

_FIRST: Final = datetime(1, 1, 1, tzinfo=UTC).timestamp()
_LAST: Final = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC).timestamp()


def utc(seconds: float) -> datetime:
    """Return the date this many seconds after 1970, or the nearest one Python can represent.

    >>> utc(0).isoformat(), utc(1e300).isoformat(), utc(float("nan")).isoformat()
    ('1970-01-01T00:00:00+00:00', '9999-12-31T23:59:59+00:00', '9999-12-31T23:59:59+00:00')
    """
    return datetime.fromtimestamp(max(_FIRST, seconds) if seconds <= _LAST else _LAST, UTC)


def today() -> date:
    """Return the current day in UTC, the same for everyone."""
    return utc(time.time()).date()


def check_clock() -> None:
    """Raise SetupError if Python cannot read the clock: its 64-bit nanosecond count ends in the year 2262."""
    try:
        time.time()
    except OverflowError:
        raise SetupError("this machine's clock is past the year 2262; correct it, then restart the server") from None
