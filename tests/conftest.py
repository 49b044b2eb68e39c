"""How random examples are drawn in all tests: the same ones at every run, and no clock on them (kernels compile at first use). And the rates that forms are chosen by: those
that come with bough, whatever this machine's user has measured."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

os.environ["BOUGH_RATES"] = ""
# most tests try many mechanisms, each for a moment: shared kernels serve them sooner; tests/owncode asks for own code
os.environ.setdefault("BOUGH_CODE", "shared")
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
