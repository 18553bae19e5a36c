"""Log lines, for programs and for people."""

import json
import logging
from collections.abc import Iterator

import pytest

from gridduels.web.serve import set_up_logs


@pytest.fixture
def restored() -> Iterator[None]:
    """Restore the loggers afterwards."""
    names = ("gridduels", "uvicorn")
    before = [(logging.getLogger(name).handlers, logging.getLogger(name).propagate) for name in names]
    yield
    for name, (handlers, propagate) in zip(names, before, strict=True):
        logging.getLogger(name).handlers, logging.getLogger(name).propagate = handlers, propagate


@pytest.mark.usefixtures("restored")
def test_an_event_is_a_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("json")
    try:
        raise ValueError("a line\nand another")
    except ValueError:
        logging.getLogger("gridduels.web").exception("internal error", extra={"path": "/x"})
    logging.getLogger("gridduels.web").debug("not worth a line")
    [line] = capsys.readouterr().err.splitlines()
    event = json.loads(line)
    assert (event["level"], event["event"], event["path"]) == ("error", "internal error", "/x")
    assert event["trace"].endswith("ValueError: a line\nand another")


@pytest.mark.usefixtures("restored")
def test_the_text_format_has_one_line_per_event(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("text")
    logging.getLogger("gridduels.web").info("duel began", extra={"game": "pathway"})
    [line] = capsys.readouterr().err.splitlines()
    assert line.endswith("info    duel began game=pathway")
