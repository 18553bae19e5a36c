"""When memory is tidied up."""

from gridduels.web.garbage import Memory


def test_it_is_tidied_when_as_many_connections_have_ended_as_are_open() -> None:
    memory = Memory()
    assert not memory.tidy(4000, 3999)
    assert memory.tidy(4000, 4000)
    assert not memory.tidy(10, 4999)  # not worth it for few
    assert memory.tidy(10, 5000)
