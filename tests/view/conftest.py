"""Studies run by own code, which is there in a fraction of the time that shared kernels take to compile."""

import pytest


@pytest.fixture(autouse=True, scope="module")
def own_code():
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("BOUGH_CODE", raising=False)
        yield
