"""One browser for all tests of pages, and pages that have to end without a complaint."""

from pathlib import Path

import pytest
from helpers.browser import browser

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items):
    """One browser is enough: all tests here stay on one worker, and wait for make test-slow."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.xdist_group("browser"))
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="package")
def chromium():
    with browser() as found:
        yield found


@pytest.fixture
def tabs(chromium):
    """Opens pages; at the end of the test they are closed, and nothing may have gone wrong in them."""
    yield chromium
    assert chromium.close() == []
