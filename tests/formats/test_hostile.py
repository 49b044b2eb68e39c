"""Files from outside are hostile until checked: whatever is in them ends in errors that say where, or in a mechanism that works."""

from pathlib import Path

import numpy as np
import pytest
from helpers.urdf_texts import chain, joint, link, robot
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bough as bo
from bough.formats import xml
from bough.formats.loading import read
from bough.formats.toml.writing import toml_text

MJCF = """<mujoco model="arm">
  <compiler angle="radian"/>
  <default><joint damping="0.1" armature="0.01"/></default>
  <worldbody>
    <body name="base" pos="0 0 1"><freejoint name="root"/><inertial pos="0 0 0" mass="3" diaginertia="0.1 0.1 0.1"/>
      <body name="upper" pos="0.1 0 0" euler="0 0.3 0">
        <joint name="swing" axis="1 0 0"/><joint name="lift" axis="0 1 0" pos="0 0 0.1" stiffness="3" springref="0.1"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.03" mass="1"/>
        <body name="lower" pos="0 0 -0.4"><joint name="slide" type="slide" axis="0 0 1" range="-1 1"/>
          <inertial pos="0 0 -0.1" mass="1" diaginertia="0.01 0.01 0.002"/></body>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="lift" gear="2"/><position joint="slide" kp="10"/></actuator>
</mujoco>
"""
SHALLOW = {"r.urdf": robot(link("a"), link("b"), joint()), "r.xml": MJCF}


def arm() -> str:
    """One of bough's own files, with something of everything."""
    made = bo.models.random_tree(6, seed=4)
    made.about, made.settings = "a tree", {"duration": 2.0, "integrator": "rk4", "step": 0.01}
    hinge = made.add_body(
        "hinge", "body2", bo.Revolute((0, 1, 0)), inertia=bo.Inertia.box((1, 2, 3), 4.0), armature=0.1
    )
    made.add_force("motor", bo.Motor(hinge.name, "2*sin(3*t) if t < 2 else smooth(t, 2, 3)"))
    made.add_force("push", bo.Wrench(hinge.name, force=bo.Table((0.0, 1.0), ((0, 0, 1), (1, 2, 3)))))
    made.add_force("stop", bo.JointLimit(hinge.name, -1.0, 1.0, stiffness=100.0, softness=0.01))
    made.q0, made.u0 = {hinge.name: 0.3}, {hinge.name: -1.0}
    return toml_text(made)


def looked_at(path: Path) -> bo.Mechanism | None:
    """What a file gives: a mechanism whose equations can be formed, or nothing, but errors that are fit to be read."""
    try:
        mechanism, findings = read(path)
    except bo.errors.ModelError as error:
        wrong = [finding for finding in error.findings if finding.severity == "error"]
        assert wrong
        for finding in wrong:
            assert finding.file == path.name
            assert len(finding.message) < 700
            assert finding.message.isprintable()
        return None
    assert all(len(finding.message) < 700 for finding in findings)
    assert np.isfinite(mechanism.coordinates(mechanism.q0)).all()
    assert mechanism.topology.bodies == len(mechanism)
    assert np.isfinite([body.inertia.mass for body in mechanism.bodies]).all()
    toml_text(mechanism)  # what was read can be written
    return mechanism


def refused(folder: Path, name: str, text: str | bytes) -> str:
    """The errors of a file, as a user sees them."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(bo.errors.ModelError) as caught:
        bo.load(path)
    return str(caught.value)


# --- files of other kinds ---------------------------------------------------------------------------------------------


def test_files_of_other_kinds_are_told_with_what_to_do(tmp_path):
    told = refused(tmp_path, "part.xml", "<mujocoinclude><worldbody/></mujocoinclude>")
    assert "part that MJCF files include; load the file that includes it" in told
    told = refused(tmp_path, "m.sdf", '<?xml version="1.0"?>\n<sdf version="1.6"><model name="m"/></sdf>')
    assert told.startswith("m.sdf:2: this is SDF, which is not read; convert it to MJCF by sdf2mjcf")
    told = refused(tmp_path, "r.urdf", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
    assert "not XML, although it ends with .urdf: it starts with 'version https://git-lfs" in told
    assert "not XML, although it ends with .xml: it is empty" in refused(tmp_path, "m.xml", "\n")
    assert "<html> is neither URDF" in refused(tmp_path, "page.urdf", "<html/>")


def test_a_run_that_is_loaded_as_a_model_is_told_how_to_open_it(tmp_path):
    path = tmp_path / "run.nc"
    bo.simulate(bo.chain(1), 0.01).save(path)
    with pytest.raises(bo.errors.ModelError, match=r"a saved run, and not a model; .*bough\.Trajectory\.load"):
        bo.load(path)
    assert bo.Trajectory.load(path).mechanism.n == 1


# --- XML ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHALLOW)
def test_entities_are_not_read(tmp_path, name):
    body = SHALLOW[name]
    laughs = "".join(f'<!ENTITY a{k} "{f"&a{k - 1};" * 10 if k else "ha"}">' for k in range(12))
    tag = body.split("<", 1)[1].split()[0]
    for declared in (
        laughs,
        '<!ENTITY a SYSTEM "file:///etc/hostname">',
        '<!ENTITY % a SYSTEM "http://localhost:1/x">',
    ):
        told = refused(tmp_path, name, f"<!DOCTYPE {tag} [\n{declared}]>\n{body}")
        assert f"{name}:2" in told
        assert told.count("entities") == 1
    # a document type that is only named does no harm
    path = tmp_path / name
    path.write_text(f'<!DOCTYPE {tag} SYSTEM "http://localhost:1/x.dtd">\n{body}')
    assert looked_at(path) is not None


@pytest.mark.parametrize("name", SHALLOW)
def test_elements_nested_too_deep(tmp_path, name):
    tag = SHALLOW[name].split("<", 1)[1].split()[0]
    told = refused(tmp_path, name, f"<{tag}>" + "<body>" * 100_000 + "</body>" * 100_000 + f"</{tag}>")
    assert told.count("nested") == 1


@pytest.mark.parametrize("name", SHALLOW)
def test_too_many_elements_are_told_once(tmp_path, name, monkeypatch):
    monkeypatch.setattr(xml, "MOST_ELEMENTS", 2)
    told = refused(tmp_path, name, SHALLOW[name])
    assert told.count("more than 2 elements") == told.count(f"{name}:") == 1


@pytest.mark.parametrize("name", SHALLOW)
@pytest.mark.parametrize("encoding", ["utf-16", "latin-1", "utf-8-sig"])
def test_other_encodings(tmp_path, name, encoding):
    """XML says its encoding, or marks it at its beginning; anything else is no UTF-8. MuJoCo's parser reads nothing but that."""
    path = tmp_path / name
    text = SHALLOW[name].replace('"a"', '"ä"').replace('"upper"', '"ä"')
    path.write_bytes(text.encode(encoding))
    found = looked_at(path)
    assert (found is None) == (encoding == "latin-1" or (encoding, name) == ("utf-16", "r.xml"))
    assert found is None or "ä" in found


def test_text_that_is_no_utf_8(tmp_path):
    assert "t.toml:3" in refused(tmp_path, "t.toml", b'bough = 1\n\nname = "\xff"\n')
    assert "r.urdf:2" in refused(tmp_path, "r.urdf", b'<robot name="r">\n<link name="\xff"/></robot>')


# --- sizes --------------------------------------------------------------------------------------------------------------


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    path = tmp_path / "huge.toml"
    with open(path, "wb") as file:
        file.truncate(10 * 2**30)  # takes no room on the disk
    with pytest.raises(bo.errors.FileError, match="larger than"):
        bo.load(path)


def test_what_is_no_file(tmp_path):
    for path in (tmp_path, tmp_path / "nothing.urdf", Path("/dev/zero"), "no\0thing.toml"):
        with pytest.raises(bo.errors.FileError):
            bo.load(path)


def test_an_ending_does_not_hide_what_a_file_is(tmp_path):
    for name, text in (
        ("arm.txt", arm()),
        ("arm.urdf.bak", chain(2)),
        ("arm.mjcf", MJCF),
        ("arm.xml", "\n \n" + chain(2)),
    ):
        path = tmp_path / name
        path.write_text(text)
        assert looked_at(path) is not None
    with pytest.raises(bo.errors.FileError, match="is a folder"):
        bo.load(tmp_path)


def test_what_was_meant_in_other_units_is_told(tmp_path):
    path = tmp_path / "t.toml"
    hinge = '[bodies.a]\njoint = "Revolute"\ninertia = { shape = "sphere", radius = 1, mass = 1 }\n'
    stop = '[forces.stop]\ntype = "JointLimit"\njoint = "a"\nupper = 80\nstiffness = 1\nsoftness = 1\n'
    path.write_text(f"bough = 1\ngravity = [0, 0, -9810]\n{hinge}{stop}[start]\ncoordinates.a = 30\n")
    told = [(finding.element, finding.message) for finding in read(path)[1] if finding.severity == "warning"]
    assert [element for element, _ in told] == ["", "start of 'a'", "force 'stop'"]
    assert "9810 m/s²" in told[0][1]
    assert '"30*deg"' in told[1][1]
    assert '"80*deg"' in told[2][1]


def test_a_long_chain_in_any_order(tmp_path):
    """Thousands of links, each before the one that it hangs on: neither deep recursion nor a search per link."""
    links = [link(f"l{k}") for k in range(5001)]
    joints = [joint(f"j{k}", f"l{k - 1}", f"l{k}") for k in range(5000, 0, -1)]
    path = tmp_path / "r.urdf"
    path.write_text(robot(*links, *joints))
    assert looked_at(path).n == 5000
    bodies = "".join(f'[bodies.l{k}]\nparent = "l{k - 1}"\njoint = "Ball"\n' for k in range(5000, 0, -1))
    path = tmp_path / "t.toml"
    path.write_text(f'bough = 1\n{bodies}[bodies.l0]\njoint = "Fixed"\n')
    assert looked_at(path).n == 15000


def test_toml_nested_too_deep(tmp_path):
    for text in ("a = " + "[" * 100_000, "a." * 100_000 + "b = 1", "a = " + "{b = " * 100_000):
        refused(tmp_path, "t.toml", text)
        refused(tmp_path, "t.toml", f"bough = 1\n{text}")


# --- damage -------------------------------------------------------------------------------------------------------------


def everything() -> dict[str, bytes]:
    return {"r.urdf": chain(3).encode(), "r.xml": MJCF.encode(), "t.toml": arm().encode()}


@pytest.mark.parametrize("name", ["r.urdf", "r.xml", "t.toml"])
def test_truncated_files(tmp_path, name):
    whole = everything()[name]
    path = tmp_path / name
    path.write_bytes(whole)
    assert looked_at(path) is not None
    read_anyway = 0
    for length in range(0, len(whole) - 12, max(1, len(whole) // 60)):
        path.write_bytes(whole[:length])
        read_anyway += looked_at(path) is not None
    # a table may end anywhere between two of its lines, but an element must be closed
    assert not read_anyway or name == "t.toml"


NUMBERS = [
    "nan",
    "inf",
    "-inf",
    "1e400",
    "-0.0",
    "1e-320",
    "-1",
    "0",
    "1e308",
    "9" * 400,
    "0x10",
    "1_0",
    "٣",
    "1,0",
    "",
    " ",
    "1e",
    "--1",
]
TEXTS = [
    "",
    " ",
    "\0",
    "ground",
    "world",
    "../../../etc/passwd",
    "file:///etc/passwd",
    "package://../x",
    "a" * 5000,
    "💥",
    "\u202e",
    "l1.x",
    "${x}",
    "&#0;",
]
hazards = st.sampled_from(NUMBERS + TEXTS) | st.text(max_size=5)


@st.composite
def damaged(draw, whole: bytes) -> bytes:
    """A file with a few of its parts replaced, doubled, moved or left out."""
    text = whole.decode()
    for _ in range(draw(st.integers(1, 3))):
        lines = text.splitlines(keepends=True)
        line = draw(st.integers(0, len(lines) - 1))
        match draw(st.integers(0, 5)):
            case 0:  # a value
                parts = lines[line].split('"') if '"' in lines[line] else lines[line].split(" ")
                parts[draw(st.integers(0, len(parts) - 1))] = draw(hazards)
                lines[line] = ('"' if '"' in lines[line] else " ").join(parts)
            case 1:
                lines.insert(draw(st.integers(0, len(lines))), lines[line])
            case 2:
                del lines[line]
            case 3:
                lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(line))
            case 4:  # a character
                at = draw(st.integers(0, max(0, len(lines[line]) - 1)))
                lines[line] = lines[line][:at] + draw(st.characters()) + lines[line][at + 1 :]
            case _:  # a number
                words = lines[line].replace(",", " , ").split(" ")
                numeric = [
                    k for k, word in enumerate(words) if word.strip('"[]').replace(".", "").replace("-", "").isdigit()
                ]
                if numeric:
                    words[draw(st.sampled_from(numeric))] = draw(st.sampled_from(NUMBERS))
                lines[line] = " ".join(words)
        text = "".join(lines) or " "
    return text.encode("utf-8", "surrogatepass")


@pytest.mark.parametrize("name", ["r.urdf", "r.xml", "t.toml"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
@given(data=st.data())
def test_damaged_files_end_in_errors_or_mechanisms(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data.draw(damaged(everything()[name])))
    looked_at(path)


@pytest.mark.parametrize("name", ["r.urdf", "r.xml", "t.toml"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes_end_in_errors_or_mechanisms(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    looked_at(path)
