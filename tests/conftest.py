"""How random examples are drawn in all tests: the same ones at every run, and no clock on them (kernels compile at first use). And the rates that forms are chosen by: those
that come with bough, whatever this machine's user has measured. Tests run the users' default, a mechanism's own code; those marked ``shared_kernels`` try many
mechanisms or forms, each for a moment, by the kernels that all share. ``BOUGH_CODE=shared`` runs all tests by these."""

import datetime
import os
from pathlib import Path

import pytest
from hypothesis import settings

os.environ["BOUGH_RATES"] = ""
settings.register_profile("bough", derandomize=True, deadline=None, max_examples=30)
settings.load_profile("bough")

HERE = Path(__file__).parent
# tests that compile the same kernels stay on one worker, so that no two workers compile them side by side
GROUPS = {
    "loops": ("loops",),
    "forms": (
        "formulations",
        "solvers",
        "api/test_armature.py",
        "api/test_driven.py",
        "api/test_driven_joints.py",
        "test_large.py",
    ),
}


def pytest_collection_modifyitems(items):
    for item in items:
        for name, places in GROUPS.items():
            if any(item.path.is_relative_to(HERE / place) for place in places):
                item.add_marker(pytest.mark.xdist_group(name))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item, nextitem):
    """Set what "auto" means for code before the fixtures of a test are made."""
    with pytest.MonkeyPatch.context() as patch:
        if item.get_closest_marker("shared_kernels"):
            patch.setenv("BOUGH_CODE", "shared")
        return (yield)


def pytest_terminal_summary(terminalreporter):
    """At the end, as nothing of the header is printed in quiet runs."""
    seed = os.environ.get("BOUGH_SEED", datetime.date.today().toordinal())
    terminalreporter.write_line(f"random mechanisms of today: BOUGH_SEED={seed}")
