"""What a notebook shows of an object: a heading, facts, and tables that fold; plain HTML without any script.

Colours are those of the text around it, so that it is legible on light and on dark pages. Everything is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from bough.mechanism.checks import printable

MOST_ROWS = 200  # of a table


def card(title: str, about: str, facts: Mapping[str, Any], *parts: str) -> str:
    """The whole of it; ``parts`` are HTML, such as those of :func:`folding`."""
    said = "".join(f"<div><dt>{safe(name)}</dt><dd>{safe(text)}</dd></div>" for name, text in facts.items())
    below = f"<p>{safe(about)}</p>" if about else ""
    return (
        f'<div class="bough-card"><style>{STYLE}</style><div class="bough-title">{safe(title)}</div>{below}'
        f"<dl>{said}</dl>{''.join(parts)}</div>"
    )


def folding(summary: str, body: str, is_open: bool = True) -> str:
    """A part that can be folded away; ``body`` is HTML."""
    return f"<details{' open' if is_open else ''}><summary>{safe(summary)}</summary>{body}</details>" if body else ""


def rows(heads: Sequence[str], lines: Iterable[Sequence[Any]], right: Sequence[int] = (), tree: bool = False) -> str:
    """A table; columns in ``right`` hold numbers. ``tree``: the first column starts with the guides of a tree."""
    lines = list(lines)
    more = len(lines) - MOST_ROWS
    marks = [' class="n"' if k in right else "" for k in range(len(heads))]
    if tree:
        marks[0] = ' class="t"'
    head = "".join(f"<th{mark}>{safe(name)}</th>" for mark, name in zip(marks, heads, strict=True))
    cells = "".join(
        f"<tr>{''.join(f'<td{mark}>{safe(x)}</td>' for mark, x in zip(marks, line, strict=True))}</tr>"
        for line in lines[:MOST_ROWS]
    )
    rest = f"<p>… and {more:,} more</p>" if more > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{cells}</tbody></table>{rest}" if lines else ""


def safe(text: Any) -> str:
    """A text for HTML, without characters that cannot be printed."""
    return escape(printable(str(text)))


STYLE = """
div.bough-card{font:13px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:inherit;max-width:60rem;
border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:8px;padding:10px 14px;margin:4px 0;overflow-x:auto}
div.bough-card .bough-title{font-size:16px;font-weight:650;overflow-wrap:anywhere}
div.bough-card p{margin:2px 0;opacity:.8;overflow-wrap:anywhere}
div.bough-card dl{display:grid;grid-template-columns:max-content 1fr;gap:1px 14px;margin:8px 0;padding:0}
div.bough-card dl div{display:contents}
div.bough-card dt{font-weight:400;opacity:.7;margin:0;padding:0}
div.bough-card dd{margin:0;padding:0;overflow-wrap:anywhere}
div.bough-card summary{cursor:pointer;font-weight:600;margin:6px 0 2px}
div.bough-card table{border-collapse:collapse;border:0;margin:2px 0 6px;font-size:12.5px;font-variant-numeric:tabular-nums;width:auto}
div.bough-card table th,div.bough-card table td{text-align:left;vertical-align:top;padding:1px 16px 1px 0;border:0;color:inherit;background:none;white-space:nowrap;max-width:none}
div.bough-card table tbody tr:nth-child(n){background:none}
div.bough-card table thead tr th{font-weight:400;opacity:.7;border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent)}
div.bough-card table th.n,div.bough-card table td.n{text-align:right}
div.bough-card table td.t{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre;line-height:1.45}
"""
