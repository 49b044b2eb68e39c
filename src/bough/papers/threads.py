"""One thread for all, so that times can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def one_thread() -> Iterator[None]:
    """LAPACK on one thread, as bough's own kernels are."""
    import scipy.linalg  # noqa: F401  (only a library that is loaded can be limited)
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        yield
