"""When full garbage collections run."""

import pytest

from gridduels.web.site import GarbageCollector


@pytest.mark.heavy
def test_garbage_is_collected_when_as_many_connections_have_ended_as_are_open() -> None:
    garbage = GarbageCollector()
    assert not garbage.collect(4000, 3999)
    assert garbage.collect(4000, 4000)
    assert not garbage.collect(10, 4999)  # not worth it for so few
    assert garbage.collect(10, 5000)
