"""One browser for all tests of pages, and pages that have to end without a complaint."""

from pathlib import Path

import pytest
from helpers.browser import MissingError, browser, skip
from helpers.player import Player

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items):
    """One browser is enough: all tests here stay on one worker, and wait for make test-slow.

    A browser that draws by software on a busy machine may stall or die. What fails counts if it fails again in a new one.
    """
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.xdist_group("browser"))
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.fixture(scope="package")
def program():
    try:
        with browser() as found:
            yield found
    except MissingError as why:
        skip(why)


@pytest.fixture
def chromium(program, request):
    """The browser; a new one for a test that is tried again."""
    if getattr(request.node, "execution_count", 1) > 1:
        program.restart()
    return program


@pytest.fixture
def tabs(chromium):
    """Opens pages; at the end of the test they are closed, and nothing may have gone wrong in them."""
    yield chromium
    assert chromium.close() == []


@pytest.fixture
def show(tabs, tmp_path):
    """Writes the page of a run and opens it: ``show(run, size=…, touch=…)`` is its player."""
    pages = []

    def shown(run, size=(1280, 800), screen=None, **options):
        path = tmp_path / f"page{len(pages)}.html"
        run.view(path, **options)
        pages.append(path)
        return Player(tabs.open(path, size, **(screen or {})))

    return shown
