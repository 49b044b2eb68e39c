"""The page itself: one HTML file that asks nobody for anything."""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

from bough.simulation.view.document import Document


def page(document: Document, connect: str = "'none'") -> str:
    """The document with its player; ``connect``: the address of the one socket that a live page may open."""
    program, style = _part("player.js"), _part("player.css")
    policy = (
        f"default-src 'none'; script-src '{_hash(program)}'; style-src '{_hash(style)}'; img-src data: blob:; "
        f"media-src blob:; connect-src {connect}; base-uri 'none'; form-action 'none'"
    )
    return (
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
        f'<meta http-equiv=Content-Security-Policy content="{escape(policy)}">'
        "<meta name=viewport content='width=device-width, initial-scale=1'>"
        "<meta name=color-scheme content='light dark'><meta name=referrer content=no-referrer>"
        f"<title>{escape(document.data['title'])}</title><style>{style}</style></head>\n<body>"
        f"<noscript>{escape(_unscripted(document.data))}</noscript>\n"
        f'<script type="application/json" id="document">{as_script(document.data)}</script>\n'
        f'<script type="application/octet-stream" id="bytes">{document.numbers.packed()}</script>\n'
        f"<script>{program}</script></body></html>\n"
    )


def as_script(data: Any) -> str:
    """JSON that may stand inside a script element: no text in it can end the element or open another."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _unscripted(data: dict[str, Any]) -> str:
    return f"This page shows the motion of {data['title']} with a program of its own; allow scripts to see it."


@cache
def _part(name: str) -> str:
    return files("bough.simulation.view").joinpath("page", name).read_text("utf-8")


def _hash(text: str) -> str:
    """A text by its hash, as a content policy names it."""
    return f"sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"
