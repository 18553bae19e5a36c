"""axe finds no violations in any state of the newer pages: light and dark, phone and desktop."""

import pytest

from tests.flaky import BROWSER
from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.states import STATES
from tests.web.browser.test_accessibility import check

pytestmark = BROWSER


@pytest.mark.heavy
@pytest.mark.parametrize("name", STATES)
def test_axe_finds_nothing(visit: Visit, server: Server, name: str) -> None:
    visitor = visit(allow="409")
    STATES[name](visitor, server)
    check(visitor)
