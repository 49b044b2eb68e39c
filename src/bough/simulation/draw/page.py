"""Parts of a self-contained HTML page, for phones, wide screens and paper, light and dark."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any


def document(title: str, header: str, main: str) -> str:
    """The whole page; ``header`` and ``main`` are HTML."""
    return (
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width, initial-scale=1'><meta name=color-scheme content='light dark'>"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><header>{header}</header>\n"
        f"<main>{main}</main></body></html>\n"
    )


def pairs(values: Mapping[str, Any]) -> str:
    """Names with what they stand for, in a line."""
    said = "".join(f"<div><dt>{escape(key)}<dd>{escape(str(value))}</div>" for key, value in values.items())
    return f"<dl>{said}</dl>"


def picture(drawing: bytes, title: str) -> str:
    """A drawing in SVG, inside the page."""
    data = b64encode(drawing).decode("ascii")
    return f"<div class=picture><img alt='{escape(title)}' src='data:image/svg+xml;base64,{data}'></div>"


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    if not rows:
        return ""
    numeric = [all(is_number(row[k]) or row[k] is None for row in rows) for k in range(len(columns))]
    marks = [" class=n" if right else "" for right in numeric]
    head = "".join(f"<th{mark}>{escape(str(name))}" for mark, name in zip(marks, columns, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{mark}>{escape(cell(x))}" for mark, x in zip(marks, row, strict=True)) for row in rows
    )
    return f"<div class=table><table><thead><tr>{head}<tbody>{body}</table></div>"


def is_number(x: Any) -> bool:
    return hasattr(x, "__float__") and not isinstance(x, bool)


def cell(x: Any) -> str:
    """A value for reading; the CSV file has all digits."""
    if x is None:
        return "–"
    if isinstance(x, bool):
        return "yes" if x else "no"
    if hasattr(x, "__index__"):
        return f"{int(x):,}".replace(",", "\u202f")
    if is_number(x):
        return f"{float(x):.4g}"
    return str(x)


STYLE = """
:root{--paper:#fff;--card:#f7f8fa;--ink:#1f2933;--muted:#52606d;--line:#d5dae0;--link:#1b6ca8;--holds:#2a6b35;--fails:#b3261e;--open:#7a5200}
@media(prefers-color-scheme:dark){:root{--paper:#14191f;--card:#1d242c;--ink:#e4e7eb;--muted:#9aa5b1;--line:#39434f;--link:#7cc0f0;--holds:#7bd389;
--fails:#ff9a8f;--open:#f0c35e}}
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;-webkit-text-size-adjust:100%}
body{max-width:76rem;margin:0 auto;padding:1.25rem 1rem 4rem}
h1{font-size:clamp(1.6rem,5vw,2.3rem);line-height:1.2;margin:.5rem 0}
h2{font-size:1.45rem;margin:3rem 0 .2rem;line-height:1.25;padding-top:1rem;border-top:2px solid var(--ink)}
h3{font-size:1.12rem;margin:0 0 .4rem;line-height:1.3}
p{margin:.5rem 0;max-width:52rem}
h1,h2,h3,p,dd{overflow-wrap:anywhere}
a{color:var(--link)}
.source,.files,.missing,dl{color:var(--muted);font-size:.86rem}
.missing{font-weight:600}
.files a{margin-right:.8rem;display:inline-block}
ul{list-style:none;margin:0;padding:0}
.tally{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}
.tally li{border:1px solid currentColor;border-radius:.5rem;padding:.15rem .8rem;font-weight:600}
.tally b{font-size:1.35rem;font-variant-numeric:tabular-nums}
.holds{color:var(--holds)}.fails{color:var(--fails)}.open{color:var(--open)}
nav li{margin:.15rem 0}
dl{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;margin:1rem 0 0}
dl div{display:flex;gap:.4rem}
dt::after{content:":"}
dd{margin:0;color:var(--ink);min-width:0}
article{background:var(--card);border:1px solid var(--line);border-radius:.7rem;padding:1rem 1.1rem;margin:1.2rem 0;scroll-margin-top:.5rem}
.said{display:grid;gap:.6rem;margin:.9rem 0}
.said li{border-left:4px solid currentColor;padding:.1rem 0 .1rem .8rem}
.said p{color:var(--ink);margin:.15rem 0}
.claim{font-weight:600}
.verdict{font-size:.8rem;font-weight:700;letter-spacing:.03em;text-transform:uppercase}
.picture,.table{overflow-x:auto;margin:.9rem 0}
.picture{background:#fff;border-radius:.4rem;padding:.4rem}
.picture img{display:block;width:100%;min-width:38rem;height:auto}
table{border-collapse:collapse;font-size:.84rem;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .5rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
th{border-bottom:2px solid var(--muted);vertical-align:bottom;min-width:3.2rem}
td{white-space:nowrap}
.n{text-align:right}
.natural .picture img{width:auto;min-width:0;max-width:100%}
.wide td{white-space:normal}
.wide .n{white-space:nowrap}
pre{background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.7rem;overflow-x:auto;font-size:.82rem;line-height:1.4}
summary{cursor:pointer;color:var(--link);margin:.6rem 0}
@media(max-width:40rem){article{padding:.8rem .7rem;margin:1rem -.4rem}}
@media(min-width:64rem){.said{grid-template-columns:1fr 1fr}}
@media print{:root{--paper:#fff;--card:#fff;--ink:#000;--muted:#444;--line:#bbb;--link:#000;--holds:#2a6b35;--fails:#b3261e;--open:#7a5200}
html{font-size:10.5pt}body{max-width:none;padding:0}nav,.files{display:none}article{border:0;padding:0;border-radius:0}
.picture,.said li,tr{break-inside:avoid}h2,h3{break-after:avoid}section+section h2{break-before:page}.picture img{min-width:0}.table{overflow:visible}td{white-space:normal}.wide td{overflow-wrap:anywhere}table{font-size:8pt}th,td{padding:.15rem .35rem}th{min-width:0}}
"""
