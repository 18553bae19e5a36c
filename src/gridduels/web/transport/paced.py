"""Paced: a websocket may send so many bytes a second, messages or not.

It stands in for uvicorn's websocket protocol (`uvicorn.Config(ws=...)`). Pings and pongs never reach the application,
which counts messages: a flood of them would keep the server busy, and the answers would pile up for who does not read.
"""

from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gridduels.web.settings import Settings
from gridduels.web.transport.limits import TokenBucket

__all__ = ["PacedProtocol"]


class PacedProtocol(WebSocketsSansIOProtocol):
    """One websocket; who sends too much is cut off."""

    def __init__(self, config: uvicorn.Config, **more: Any) -> None:
        super().__init__(config, **more)
        app: Any = config.app
        settings: Settings = app.state.site.settings
        self._bucket = TokenBucket(settings.socket_bytes_a_second, settings.socket_bytes_at_once)

    def data_received(self, data: bytes) -> None:
        if self._bucket.take(len(data)):
            super().data_received(data)
        else:
            self.transport.abort()
