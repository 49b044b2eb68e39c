"""The page itself: one HTML file that asks nobody for anything."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

from bough.simulation.view.document import Document

# a page that broke off on its way has no program at its end: then a sentence appears after a moment
CUT = (
    "#cut{visibility:hidden;animation:told 0s 4s forwards;max-width:32em;margin:20vh auto;padding:1em;"
    "font:16px system-ui,sans-serif}@keyframes told{to{visibility:visible}}"
    "body:has(.bough,.apology) #cut{display:none}"
)
CUT_SHORT = "This page does not start: the file may be cut short. Copy it again, or write it again with bough."


def page(document: Document, connect: str = "'none'") -> str:
    """The document with its player; ``connect``: the address of the one socket that a live page may open."""
    program, style = _part("player.js"), _part("player.css") + CUT
    policy = (
        f"default-src 'none'; script-src '{_hash(program)}'; style-src '{_hash(style)}'; img-src data: blob:; "
        f"media-src blob:; connect-src {connect}; base-uri 'none'; form-action 'none'"
    )
    return (
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
        f'<meta http-equiv=Content-Security-Policy content="{escape(policy)}">'
        "<meta name=viewport content='width=device-width, initial-scale=1'>"
        "<meta name=color-scheme content='light dark'><meta name=referrer content=no-referrer>"
        f"<title>{_text(document.data['title'])}</title><style>{style}</style></head>\n<body>"
        f"<noscript>{_text(_unscripted(document.data))}</noscript><p id=cut>{CUT_SHORT}</p>\n"
        f'<script type="application/json" id="document">{as_script(document.data)}</script>\n'
        f'<script type="application/octet-stream" id="bytes">{document.numbers.packed()}</script>\n'
        f"<script>{program}</script></body></html>\n"
    )


def as_script(data: Any) -> str:
    """JSON that may stand inside a script element: no text in it can end the element or open another.

    Marks that turn the direction of writing are replaced: what follows them could be read as something else.
    """
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    text = re.sub(r"\\u(202[a-e]|206[6-9])", r"\\ufffd", text)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _text(text: str) -> str:
    """A text between tags; half a pair of UTF-16, which UTF-8 cannot hold, is a question mark."""
    return escape(text).encode("utf-8", "replace").decode("utf-8")


def _unscripted(data: dict[str, Any]) -> str:
    return f"This page shows the motion of {data['title']} with a program of its own; allow scripts to see it."


@cache
def _part(name: str) -> str:
    return files("bough.simulation.view").joinpath("page", name).read_text("utf-8")


def _hash(text: str) -> str:
    """A text by its hash, as a content policy names it."""
    return f"sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"
