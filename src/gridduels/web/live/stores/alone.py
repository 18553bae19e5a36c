"""Alone: the part of a Store whose only server this is. Nobody else changes anything, holds anything, or is there."""

from gridduels.web.live.stores.notices import Here, News

__all__ = ["Alone"]


class Alone:
    """What a Store has to say of other servers, where there are none."""

    shared = False

    def __init__(self) -> None:
        super().__init__()
        self.news: News | None = None

    async def allow(self, address: str, rate: float, most: float) -> bool:
        return True

    async def claim(self, id: str, version: int) -> bool:
        return True

    async def release(self, id: str) -> None: ...

    async def hold(self, name: str) -> bool:
        return True

    async def let_go(self, name: str) -> None: ...

    def tell_here(self, id: str, here: Here) -> None: ...

    def ask_here(self, id: str) -> None: ...
