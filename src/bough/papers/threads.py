"""One thread for all, so that times are comparable."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def one_thread() -> Iterator[None]:
    """Run LAPACK on one thread, like bough's own kernels."""
    import scipy.linalg  # noqa: F401  (only a library that is loaded can be limited)
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        yield
