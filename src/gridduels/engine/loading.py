"""What takes long to load is loaded beside the main thread: Ctrl-C there would leave it half loaded for good.

Whoever waits for it may be interrupted; the loading goes on, and the next one to ask finds it further on.
"""

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from typing import Any

__all__ = ["load_meanwhile", "load_once"]

_BEAT = 0.1
_loading: dict[Hashable, Future[Any]] = {}


@lru_cache(None)
def _worker() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "loading")


def load_once(key: Hashable, load: Callable[[], Any]) -> Any:
    """What `load` gives, called once for each key.

    >>> load_once("one", lambda: 1), load_once("one", lambda: 2)
    (1, 1)
    """
    if key not in _loading:
        _loading[key] = _worker().submit(load)
    while True:
        try:
            return _loading[key].result(_BEAT)  # without a beat, not every system hears Ctrl-C
        except TimeoutError:
            if _loading[key].done():
                raise
        except Exception:
            del _loading[key]
            raise


def load_meanwhile(key: Hashable, load: Callable[[], Any]) -> bool:
    """Begins to load something that can be done without; whether it is there by now. What fails is not tried again."""
    if key not in _loading:
        _loading[key] = _worker().submit(load)
    return _loading[key].done() and _loading[key].exception() is None
