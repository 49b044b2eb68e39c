"""A page read as a browser would read it."""

import json
import re
from html.parser import HTMLParser

VOID = {"img", "br", "hr", "input", "link", "meta"}


class Reader(HTMLParser):
    """Tables, facts, and tags of a page, as a browser would find them."""

    def __init__(self, page: str):
        super().__init__()
        self.tags, self.attributes, self.open = set(), set(), []
        self.tables, self.facts, self.text = [], {}, ""
        self.feed(page)
        self.close()
        assert self.open == []  # all that was opened is closed

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag in VOID:
            return
        self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        elif tag == "dt":
            self.facts[""] = ""

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        if tag == "dt":
            self.last = self.facts.pop("")
            self.facts[self.last] = ""

    def handle_data(self, data):
        inside = self.open[-1] if self.open else ""
        if inside in ("td", "th"):
            self.tables[-1][-1][-1] += data
        elif inside == "dt":
            self.facts[""] += data
        elif inside == "dd":
            self.facts[self.last] += data
        if inside != "style":
            self.text += data


def document_in(page: str) -> dict:
    """The data that a page of bough shows."""
    ((text,),) = [re.findall(r'<script type="application/json" id="document">(.*?)</script>', page, re.DOTALL)]
    return json.loads(text)
