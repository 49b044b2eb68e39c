"""Studies run by own code, which is there in a fraction of the time that shared kernels take to compile."""

import pytest


@pytest.fixture(autouse=True)
def own_code(monkeypatch):
    monkeypatch.delenv("BOUGH_CODE", raising=False)
