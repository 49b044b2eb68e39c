"""A run in a notebook: the player in a frame of its own, or facts if its page were too large for a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bough.errors import BoughError
from bough.simulation.draw.card import card, folding, safe
from bough.simulation.view.page import page
from bough.simulation.view.showing import document_of

if TYPE_CHECKING:
    from bough.simulation.results.trajectory import Trajectory

HEIGHT = 600  # pixels
MOST_BODIES = 2000
MOST_BYTES = 2_500_000  # of an output: servers of notebooks hold back more than about 3 MB at once


def trajectory_html(run: Trajectory) -> str:
    """What a notebook shows of a run."""
    said = folding(repr(run).splitlines()[0].lstrip("<").rstrip(">"), f"<pre>{safe_lines(repr(run))}</pre>", False)
    if len(run.mechanism) > MOST_BODIES:
        return _facts(run, f"{len(run.mechanism):,} bodies are too many for a notebook", said)
    try:
        text = page(document_of(run))
    except BoughError as error:
        return _facts(run, str(error), said)
    if len(text) > MOST_BYTES:
        return _facts(run, f"its page has {len(text) / 1e6:.3g} MB, too much for a notebook", said)
    # the page is on its own: it sees nothing of the notebook, and the notebook nothing of it
    return (
        f"<div><iframe srcdoc='{as_attribute(text)}' sandbox=\"allow-scripts allow-downloads\" "
        f'title="motion of {safe(run.mechanism.name)}" allow="fullscreen" width="100%" height="{HEIGHT}" '
        f'style="border:1px solid rgba(128,128,128,.4);border-radius:8px"></iframe><small>{said}</small></div>'
    )


def as_attribute(text: str) -> str:
    """A text for an attribute in single quotes, of which pages have few."""
    return text.replace("&", "&amp;").replace("'", "&#39;")


def safe_lines(text: str) -> str:
    return "\n".join(map(safe, text.splitlines()))


def _facts(run: Trajectory, reason: str, said: str) -> str:
    hint = {
        "shown": f"not here: {reason.rstrip('.')}",
        "instead": "run.show() opens it, run.view('run.html') writes it",
    }
    return card(f"motion of {run.mechanism.name}", "", hint, said)
