"""Read XML from outside safely: no entities, no external documents, bounded sizes; each element knows its line."""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat

from bough.errors import ModelError
from bough.formats.findings import Findings

DEEPEST, MOST_ELEMENTS = 1000, 20_000_000


class Element:
    """An element: its tag, its attributes as texts, its children, and the line on which it starts."""

    __slots__ = ("attributes", "children", "line", "tag")

    def __init__(self, tag: str, attributes: dict[str, str], line: int):
        self.tag, self.attributes, self.line = tag, attributes, line
        self.children: list[Element] = []

    def all(self, tag: str) -> Iterator[Element]:
        """Its children with that tag."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element | None:
        """Its first child with that tag, if there is one."""
        for child in self.children:
            if child.tag == tag:
                return child
        return None


def parse(text: bytes, findings: Findings) -> Element:
    """The root element of a document; text between elements is ignored, since neither URDF nor MJCF has any."""
    parser = expat.ParserCreate()
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    root: list[Element] = []
    open_elements: list[Element] = []
    count = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        element = Element(tag, attributes, parser.CurrentLineNumber)
        if len(open_elements) >= DEEPEST:
            raise findings.fail(f"elements are nested more than {DEEPEST} deep; flatten the file.", line=element.line)
        if count > MOST_ELEMENTS:
            raise findings.fail(f"there are more than {MOST_ELEMENTS:,} elements; split the model.", line=element.line)
        (open_elements[-1].children if open_elements else root).append(element)
        open_elements.append(element)

    def end(tag: str) -> None:
        open_elements.pop()

    def refuse(*_: object) -> None:
        line = parser.CurrentLineNumber
        raise findings.fail("the file declares entities, which are not read; write out what they stand for.", line=line)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise findings.fail(
            f"this is not well-formed XML: {expat.ErrorString(error.code)}.", line=error.lineno
        ) from None
    except ModelError:  # (which is a ValueError)
        raise
    except (ValueError, LookupError) as error:  # an unknown encoding
        raise findings.fail(f"this cannot be read as XML: {' '.join(str(error).split())}.") from None
    return root[0]
