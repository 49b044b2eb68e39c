"""A mechanism that is posed, run and pushed in the browser: a session without a network, and its server."""

from bough.live.serving import Live, live, serve

__all__ = ["Live", "live", "serve"]
