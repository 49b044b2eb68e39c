"""Names in models are hostile: they must not get out of identifiers, comments, strings, Makefiles or XML."""

import re
import zipfile
from xml.etree import ElementTree

import pytest
from helpers.exported import STRICT, compile_strictly, needs_compiler, run

import bough as bo
from bough.export.names import constants, distinct, identifier, literal, remark, xml_name
from bough.mechanism.checks import printable

NAMES = [
    'quote"; int hacked = 1; "',
    "apostrophe' and `backticks` and $(shell touch hacked)",
    "*/ int hacked; /*",
    "// comment \\",
    "ends with a backslash\\",
    "line\nbreak\r\n#error hacked",
    "trigraph ??/\n??' ??) *??/",
    "%s%n%d",
    "]]> <!-- --> &amp; <hacked/>",
    "tab\tand\x00null\x07bell\x1b[31m",
    "größe 質量 🦾 \u202e right to left",
    "\ud800 alone",
    "\uffff\ufffe",
    "int",
    "Int",
    "INT",
    "int_2",
    "1",
    "---",
    "___",
    "x" * 5000,
]


def hostile():
    mechanism = bo.Mechanism(
        '"*/ #include </etc/passwd> ??/\n$(touch it) ]]> & < % \\', about="</fmiModelDescription>\n\x00"
    )
    parent = "ground"
    for name in NAMES:
        mechanism.add_body(
            name, parent, bo.Revolute((0, 1, 0)), at=(0, 0, -0.1), inertia=bo.Inertia.box((1, 1, 1), 1.0)
        )
        parent = name
    mechanism.add_body("*/ driven", parent, bo.Driven(bo.Prismatic(), "0.1*t"), inertia=bo.Inertia.box((1, 1, 1), 1.0))
    mechanism.add_force('*/ motor " \n', bo.Motor(NAMES[0], "sin(t)"))
    return mechanism.with_parameters([f"{name}.mass" for name in NAMES])


@pytest.mark.parametrize("name", [*NAMES, "", "main", "math", "con", "\N{LATIN SMALL LETTER LONG S}tdio", "STDIO"])
def test_identifiers_are_made_of_a_safe_alphabet(name):
    word = identifier(name)
    assert re.fullmatch(r"[a-z][a-z0-9_]{0,63}", word, re.ASCII)
    assert word not in ("main", "math", "con", "stdio")
    assert all(re.fullmatch(r"IT_Q[A-Z0-9_]*", one, re.ASCII) for one in constants("IT_Q", [name]))


def test_identifiers_are_kept_apart():
    words = constants("IT_Q", NAMES)
    assert len(set(words)) == len(NAMES)
    assert distinct(["a", "a_2", "a", "a"]) == ["a", "a_2", "a_3", "a_4"]


@pytest.mark.parametrize("name", NAMES)
def test_texts_stay_within_their_quotes(name):
    text = literal(name)
    assert text.isascii()
    assert re.fullmatch(r'"([^"\\?\n]|\\[0-7]{3})*"', text)
    assert not set(remark(name)) & set('*/\\?\n\r"$#`<>&%')
    # exactly the characters of XML 1.0, in one line
    ElementTree.fromstring(
        f"<x y='{xml_name(name).replace('&', '&amp;').replace('<', '&lt;').replace(chr(39), '&apos;')}'/>"
    )


@needs_compiler
def test_c_of_hostile_names_compiles_and_gives_them_back(tmp_path):
    mechanism = hostile()
    files = bo.export_c(mechanism, tmp_path / "folder")
    word = identifier(mechanism.name)
    assert sorted(path.name for path in files) == sorted([f"{word}.c", f"{word}.h", "main.c", "Makefile"])
    assert all(path.read_bytes().isascii() for path in files)
    for path in files:
        assert "hacked" not in re.sub(
            r'"[^"\n]*"|/\*.*?\*/|^# .*|[A-Z0-9_]*HACKED[A-Z0-9_]*', "", path.read_text(), flags=re.S | re.M
        )
    run("make", "-s", "-C", tmp_path / "folder", f"CFLAGS=-O0 {' '.join(STRICT)}", "main")
    lines = f"    for (int k = 0; k < {len(NAMES) + 1}; ++k) puts({word}_body_name(k));\n"
    (tmp_path / "names.c").write_text(
        f'#include "folder/{word}.h"\n#include <stdio.h>\nint main(void)\n{{\n{lines}    return 0;\n}}\n'
    )
    compile_strictly(
        "cc", "-O0", tmp_path / "names.c", tmp_path / "folder" / f"{word}.o", "-o", tmp_path / "names", "-lm"
    )
    expected = [printable(name) for name in mechanism.body_names]
    expected = [name if len(name) <= 500 else name[:499] + "…" for name in expected]
    assert run(tmp_path / "names").splitlines() == expected
    head, *rows = run(tmp_path / "folder" / "main", 0.01, 0.01, 0.01).splitlines()
    assert len(rows) == 2
    assert head.count('"') % 2 == 0
    assert not list(tmp_path.rglob("hacked*"))


@needs_compiler
@pytest.mark.parametrize("fmi", ["2.0", "3.0"])
def test_fmus_of_hostile_names_are_well_formed(fmi, tmp_path):
    mechanism = hostile()
    path = bo.export_fmu(mechanism, tmp_path / "hostile.fmu", fmi=fmi)
    with zipfile.ZipFile(path) as archive:
        assert all(re.fullmatch(r"[A-Za-z0-9_./-]+", name) and ".." not in name for name in archive.namelist())
        root = ElementTree.fromstring(archive.read("modelDescription.xml"))
    variables = root.findall("./ModelVariables/*")
    names = [variable.get("name") for variable in variables]
    assert len(set(names)) == len(names)
    assert all(name.isprintable() or "\u202e" in name for name in names)
    assert {variable.tag for variable in variables} == {"ScalarVariable" if fmi == "2.0" else "Float64"}
    assert f"q.{NAMES[0]}" in names
    assert f"q.{NAMES[8]}" in names
    assert f"{NAMES[8]}.mass" in names
