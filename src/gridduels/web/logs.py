"""Logging: one line per event on standard error, as JSON or text. Logs never contain secrets."""

import json
import logging
import sys
from typing import Any, Final

from gridduels.web.dates import utc

FORMATS: Final = ("json", "text")
_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


def set_up(form: str) -> None:
    """Send the server's logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    handler.addFilter(_without_trace)
    for name, level in (("gridduels", logging.INFO), ("uvicorn", logging.WARNING), ("mcp", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False


def _without_trace(record: logging.LogRecord) -> bool:
    """Log a visitor's malformed input as a one-line warning, without a traceback, which would not help."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError) and record.name.startswith("uvicorn"):
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    return True


def _event(formatter: logging.Formatter, record: logging.LogRecord) -> dict[str, Any]:
    event = {
        "time": utc(record.created).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "event": record.getMessage(),
    }
    event |= {name: value for name, value in vars(record).items() if name not in _USUAL}
    if record.exc_info:
        event["trace"] = formatter.formatException(record.exc_info)
    return event


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(_event(self, record), default=str)


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        event = _event(self, record)
        more = "".join(f" {name}={value}" for name, value in event.items() if name not in ("time", "level", "event"))
        return f"{event['time'][:19]} {event['level']:<7} {event['event']}{more}"
