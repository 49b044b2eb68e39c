"""Where keys stand in TOML."""

import rtoml
from hypothesis import given
from hypothesis import strategies as st

from bough.formats.toml.lines import lines_of

C = ("bodies", "a b", "c.d")
K = ("bodies", "k", "visuals")
# each line with what is first named on it
DOCUMENT = [
    ("# no = 1", []),
    ("bough = 1", [("bough",)]),
    ('about = """', [("about",)]),
    ("[bodies.no] # no", []),
    (r'no = 1 \""" "" \\"""', []),
    ('quotes = """""a""" # no', [("quotes",)]),
    ('ends = """', [("ends",)]),
    ('no = ""a"""""', []),
    ("lines = '''", [("lines",)]),
    ("[no] ''no''''", []),
    (r"path = 'C:\'", [("path",)]),
    ("gravity = [0, # no]", [("gravity",), ("gravity", 0)]),
    ("  0,", [("gravity", 1)]),
    ("# [no", []),
    ("  -9.81]", [("gravity", 2)]),
    ("when = 1979-05-27 07:32:00", [("when",)]),
    ("""[ bodies . "a b".'c.d' ]""", [C[:1], C[:2], C]),
    ("joint = { type = 'R, ]}', axis = [0, 0, 1],joint={type=1}}", [(*C, "joint"), (*C, "joint", "type"), (*C, "joint", "axis"), (*C, "joint", "joint"), (*C, "joint", "joint", "type")]),
    ("looks = [", [(*C, "looks")]),
    ("  { shape = 1, size = [1, 2] },", [(*C, "looks", 0), (*C, "looks", 0, "shape"), (*C, "looks", 0, "size")]),
    ("  [[1, 2],", [(*C, "looks", 1), (*C, "looks", 1, 0)]),
    ('  ["]"]], {}]', [(*C, "looks", 1, 1), (*C, "looks", 1, 1, 0), (*C, "looks", 2)]),
    ("x.y = 5", [(*C, "x"), (*C, "x", "y")]),
    ("[[bodies.k.visuals]]", [K[:2], K, (*K, 0)]),
    ("s = 1", [(*K, 0, "s")]),
    ("[bodies.k.visuals.turn]", [(*K, 0, "turn")]),
    ("r = true", [(*K, 0, "turn", "r")]),
    ("[[bodies.k.visuals]]", [(*K, 1)]),
    ("s = 2", [(*K, 1, "s")]),
    (r'["a\"b\u00e9"]', [('a"bé',)]),
    ('"" = -inf', [('a"bé', "")]),
]  # fmt: skip


def test_every_key_has_its_line():
    for end in ("\n", "\r\n"):
        text = end.join(line for line, _ in DOCUMENT)
        rtoml.loads(text)  # it is valid
        assert lines_of(text) == {path: k for k, (_, paths) in enumerate(DOCUMENT, 1) for path in paths}


data = st.recursive(
    st.booleans() | st.floats() | st.integers(-5, 5) | st.text(max_size=5) | st.datetimes(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=10,
)


def paths(value, path=()):
    """All tables and keys."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        if isinstance(value, dict):
            yield (*path, key)
        yield from paths(entry, (*path, key))


@given(st.dictionaries(st.text(max_size=3), data, max_size=4), st.booleans())
def test_whatever_the_document_no_key_is_overlooked(document, pretty):
    text = rtoml.dumps(document, pretty=pretty)
    found = lines_of(text)
    assert set(paths(rtoml.loads(text))) <= set(found)
    assert all(1 <= line <= text.count("\n") + 1 for line in found.values())
