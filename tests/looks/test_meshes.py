"""Meshes of visuals: the shapes that trimesh reads, in the file's colours, within a budget; and files that mean harm."""

import base64
import io
import json
import sys
import zipfile

import numpy as np
import pytest
import trimesh
from trimesh.exchange.dae import export_collada

import bough as bo
from bough.looks import meshes, reading, scenes
from bough.looks.figure import looks_of
from bough.looks.meshes import FEWEST, Meshes
from bough.looks.simplify import level

RED, BLUE = (0.8, 0.2, 0.2, 1.0), (0.2, 0.2, 0.8, 1.0)
CUT = trimesh.creation.annulus(0.3, 0.5, 0.4, sections=24)  # neither convex nor about its own middle
CUT.apply_translation((0.1, 0.2, 0.7))


def painted(mesh, colour):
    mesh = mesh.copy()
    material = trimesh.visual.material.PBRMaterial(baseColorFactor=[round(255 * x) for x in colour])
    mesh.visual = trimesh.visual.TextureVisuals(material=material)
    return mesh


def exported(kind, *found):
    return export_collada(list(found)) if kind == "dae" else trimesh.Scene(list(found)).export(file_type=kind)


def with_mesh(folder, name, data=None, color=None, size=(1.0, 1.0, 1.0), others=()):
    """A mechanism of a model in a folder; its body 'b' has the mesh, its body 'c' other visuals."""
    if data is not None:
        (folder / name).write_bytes(data)
    mechanism = bo.Mechanism("m")
    box = bo.Inertia.box((0.4, 0.3, 0.2), mass=3.0, center=(0, 0, 0.1))
    mechanism.add_body("b", "ground", bo.Free(), inertia=box, visuals=[bo.Visual("mesh", size, name, color=color)])
    mechanism.add_body("c", "b", bo.Revolute(), at=(1, 0, 0), inertia=box, visuals=others)
    mechanism.folder = folder
    return mechanism


def looks(mechanism, **options):
    return looks_of(mechanism, np.stack([np.eye(4)] * len(mechanism)), **options)


def solids_of(mechanism):
    return [solid for solid in looks(mechanism).solids if solid.mesh is not None]


def refused(folder, name, data=None):
    """The sentence on why a file is not shown; nothing of it may be shown."""
    found = looks(with_mesh(folder, name, data))
    assert all(solid.mesh is None for solid in found.solids)
    (note,) = found.notes
    assert note.startswith(f"the mesh '{name}' of body 'b' cannot be shown: ")
    assert ";" in note or "install" in note  # and what to do
    return note


# --- shapes ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["stl", "stl_ascii", "obj", "dae", "glb"])
def test_a_mesh_has_the_volume_and_place_that_trimesh_finds(kind, tmp_path):
    data = CUT.export(file_type=kind)
    name = f"cut.{kind.partition('_')[0]}"
    factors = (1.0, 2.0, -3.0)
    (solid,) = solids_of(with_mesh(tmp_path, name, data if isinstance(data, bytes) else data.encode(), size=factors))
    assert solid.size == factors
    mesh = trimesh.Trimesh(solid.mesh.points, solid.mesh.faces, process=False)
    assert mesh.is_watertight  # equal points are one
    assert mesh.volume == pytest.approx(CUT.volume, rel=1e-5)
    assert mesh.area == pytest.approx(CUT.area, rel=1e-5)
    assert mesh.bounds == pytest.approx(CUT.bounds, abs=1e-6)


def test_parts_of_a_scene_are_where_its_nodes_put_them(tmp_path):
    """In both formats: two parts, one of them turned and shifted, in a colour each."""
    turn = trimesh.transformations.rotation_matrix(0.7, (0.6, 0.0, 0.8), (1.0, 2.0, 3.0))
    scene = trimesh.Scene([painted(CUT, RED)])
    scene.add_geometry(painted(CUT, BLUE), transform=turn)
    before, between, after = export_collada([painted(CUT, RED), painted(CUT, BLUE)]).split(b"<instance_geometry")
    matrix = " ".join(map(repr, turn.ravel().tolist()))
    dae = before + b"<instance_geometry" + between + f"<matrix>{matrix}</matrix><instance_geometry".encode() + after
    for kind, data in (("dae", dae), ("glb", scene.export(file_type="glb"))):
        solids = solids_of(with_mesh(tmp_path, f"scene.{kind}", data))
        by_colour = {tuple(np.round(solid.colour, 1)): solid.mesh.points for solid in solids}
        for colour, move in ((RED, np.eye(4)), (BLUE, turn)):
            expected = CUT.copy().apply_transform(move).bounds
            found = by_colour[colour]
            assert np.stack((found.min(axis=0), found.max(axis=0))) == pytest.approx(expected, abs=1e-5)


def test_a_file_in_millimetres_is_in_metres(tmp_path):
    data = exported("dae", CUT).replace(b"<up_axis>", b'<unit name="millimeter" meter="0.001"/><up_axis>')
    (solid,) = solids_of(with_mesh(tmp_path, "small.dae", data))
    assert np.ptp(solid.mesh.points, axis=0) == pytest.approx(np.ptp(CUT.bounds, axis=0) / 1000, rel=1e-5)


def test_the_visual_s_colour_comes_before_the_file_s(tmp_path):
    data = exported("glb", painted(CUT, RED))
    (own,) = solids_of(with_mesh(tmp_path, "red.glb", data))
    assert own.colour == pytest.approx(RED, abs=0.01)
    (given,) = solids_of(with_mesh(tmp_path, "red.glb", data, color=BLUE))
    assert given.colour == pytest.approx(BLUE)


def test_an_obj_has_the_colours_of_its_materials(tmp_path):
    (tmp_path / "two.mtl").write_text("newmtl red\nKd 0.8 0.2 0.2\nnewmtl pale blue\nKd 0.2 0.2 0.8\nd 0.5\n")
    lines = ["mtllib two.mtl", "v 0 0 0", "v 1 0 0", "v 0 1 0", "v 0 0 1", "usemtl red", "f 1 2 3", "usemtl pale blue"]
    found = solids_of(with_mesh(tmp_path, "two.obj", "\n".join([*lines, "f 1 2 4 3"]).encode()))
    assert [tuple(solid.colour) for solid in found] == [RED, (*BLUE[:3], 0.5)]
    assert [len(solid.mesh.faces) for solid in found] == [1, 2]


def test_a_dae_with_a_broken_material_still_has_its_shape(tmp_path):
    data = exported("dae", painted(CUT, RED))
    start, end = data.index(b"<library_effects>"), data.index(b"</library_effects>") + len(b"</library_effects>")
    (solid,) = solids_of(with_mesh(tmp_path, "bare.dae", data[:start] + data[end:]))
    assert len(solid.mesh.faces) == len(CUT.faces)


# --- budgets --------------------------------------------------------------------------------------------------------------------


def test_all_meshes_together_keep_to_the_budget(tmp_path):
    ball = trimesh.creation.icosphere(subdivisions=5)  # 20 480 triangles
    small = trimesh.creation.icosphere(subdivisions=2)  # 320
    (tmp_path / "small.stl").write_bytes(small.export(file_type="stl"))
    other = bo.Visual("mesh", (1, 1, 1), "small.stl")
    mechanism = with_mesh(tmp_path, "ball.stl", ball.export(file_type="stl"), others=[other, other])
    found = [solid.mesh for solid in looks(mechanism, triangles=4000).solids if solid.mesh is not None]
    large, *little = found
    assert little[0] is little[1]  # a file is read and kept once
    assert len(little[0].faces) == 320  # small ones are left as they are
    assert 3000 < len(large.faces) <= 4000 - 320
    assert trimesh.Trimesh(*large).volume == pytest.approx(ball.volume, rel=0.005)


@pytest.mark.parametrize("counts", [[5], [10, 20, 3000], [1000] * 7, [1, 1, 100_000, 5_000, 60_000], []])
def test_a_budget_is_used_and_not_exceeded(counts):
    most = 10_000
    share = level(counts, most, FEWEST)
    used = sum(min(count, share) for count in counts)
    assert used <= most
    assert used == sum(counts) or used > most - len(counts)


def test_meshes_are_coarser_without_the_extra_too(tmp_path, monkeypatch):
    monkeypatch.setattr("bough.looks.simplify.has", lambda package: False)
    ball = trimesh.creation.icosphere(subdivisions=5)
    mechanism = with_mesh(tmp_path, "ball.stl", ball.export(file_type="stl"))
    (mesh,) = (solid.mesh for solid in looks(mechanism, triangles=3000).solids if solid.mesh is not None)
    assert 500 < len(mesh.faces) <= 3000
    assert abs(trimesh.Trimesh(*mesh).volume) == pytest.approx(ball.volume, rel=0.03)


# --- files that cannot be shown -------------------------------------------------------------------------------------------------


def test_a_body_whose_mesh_is_missing_is_a_box_among_others(tmp_path):
    found = looks(with_mesh(tmp_path, "lost.stl", others=[bo.Visual("sphere", 0.1)]))
    assert "there is no such file near the model; check its name" in found.notes[0]
    (box,) = (solid for solid in found.solids if solid.body == 0)
    assert box.shape == "box"
    assert sorted(box.size) == pytest.approx((0.2, 0.3, 0.4))
    assert np.array_equal(box.at, (0, 0, 0.1))


def test_a_robot_without_any_of_its_meshes_is_drawn_as_links(tmp_path):
    found = looks(with_mesh(tmp_path, "lost.stl", others=[bo.Visual("mesh", (1, 1, 1), "gone.dae")]))
    (note,) = found.notes
    assert "'lost.stl' of body 'b', and 1 more mesh," in note
    assert [solid.shape for solid in found.solids if solid.body == 0 and solid.role == "link"] == ["capsule"]


def test_a_mechanism_without_a_file_has_no_folder_to_look_in(tmp_path):
    mechanism = with_mesh(tmp_path, "cut.stl", CUT.export(file_type="stl"))
    mechanism.folder = None
    assert "does not come from a file" in looks(mechanism).notes[0]


@pytest.mark.parametrize("package", ["trimesh", "collada"])
def test_without_trimesh_the_note_says_what_to_install(package, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    assert f'need {package}: install it with pip install "bough[meshes]".' in refused(tmp_path, "a.dae", b"<COLLADA/>")
    assert solids_of(with_mesh(tmp_path, "cut.stl", CUT.export(file_type="stl")))  # which needs none


@pytest.mark.parametrize("suffix", ["stl", "obj", "dae", "glb", "gltf"])
@pytest.mark.parametrize(
    "data",
    [b"", b"solid", b"\xff" * 300, b"glTF" + b"\xff" * 40, b"{}", b"[" * 9999, b"<COLLADA>" * 300, b"<COLLADA/>", b"f 1 2 3"],
    ids=["empty", "word", "noise", "chunk", "object", "nested", "open", "nothing", "faces"],
)  # fmt: skip
def test_a_file_that_is_no_mesh_is_told(suffix, data, tmp_path):
    refused(tmp_path, f"bad.{suffix}", data)


@pytest.mark.parametrize("kind", ["dae", "glb"])
def test_a_file_cut_short_is_told(kind, tmp_path):
    data = exported(kind, CUT)
    refused(tmp_path, f"short.{kind}", data[: len(data) // 2])


@pytest.mark.parametrize("name", ["mesh.3mf", "mesh.zip", "mesh.pkl", "mesh.ply", "mesh", "mesh.dae.zip"])
def test_other_files_are_not_opened(name, tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "contents", lambda path: pytest.fail("opened"))
    assert "save it as STL, OBJ, DAE or glTF" in refused(tmp_path, name, b"PK")


def test_large_files_are_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "LARGEST", 2**20)
    assert "2 MB, more than 1; simplify it" in refused(tmp_path, "large.stl", bytes(2**21))
    monkeypatch.setattr(reading, "MOST_READ", 50)
    assert "more than 50" in refused(tmp_path, "fine.stl", CUT.export(file_type="stl"))


def test_points_too_far_away_are_told(tmp_path):
    far = CUT.copy().apply_scale(1e12)
    assert "check its units" in refused(tmp_path, "far.stl", far.export(file_type="stl"))


def test_reading_ends_when_patience_does(tmp_path, monkeypatch):
    monkeypatch.setattr(meshes, "PATIENCE", -1.0)
    assert "simplify them" in refused(tmp_path, "cut.stl", CUT.export(file_type="stl"))


# --- files that mean harm -------------------------------------------------------------------------------------------------------

LAUGHS = b'<!DOCTYPE c [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused(encoding, tmp_path):
    text = exported("dae", CUT).decode()
    start = text.index("<COLLADA")
    laughing = f'<?xml version="1.0" encoding="{encoding}"?>{LAUGHS.decode()}{text[start:]}'
    assert "declares entities" in refused(tmp_path, "laugh.dae", laughing.encode(encoding))


def test_archives_are_refused_whatever_they_are_called(tmp_path):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("mesh.dae", exported("dae", CUT))
    assert "archive; unpack it" in refused(tmp_path, "mesh.dae", data.getvalue())


def nodes(depth, width):
    """A library of nodes, each of which repeats the next so many times."""
    uses = [f'<instance_node url="#n{k + 1}"/>' * width for k in range(depth)]
    library = "".join(f'<node id="n{k}">{use}</node>' for k, use in enumerate(uses))
    return f'<library_nodes>{library}<node id="n{depth}"><instance_geometry url="#g"/></node></library_nodes>'


@pytest.mark.parametrize("library", [nodes(40, 2), nodes(1, 60_000), '<library_nodes><node id="n0"><instance_node url="#n0"/></node></library_nodes>'])  # fmt: skip
def test_parts_that_repeat_parts_without_end_are_refused(library, tmp_path):
    text = f'<COLLADA><library_visual_scenes><visual_scene id="s"><node><instance_node url="#n0"/></node></visual_scene></library_visual_scenes>{library}</COLLADA>'
    assert "repeats its parts too often" in refused(tmp_path, "many.dae", text.encode())


def gltf(**changes):
    """A triangle, in a glTF file with its buffer inside."""
    points = np.array(((0, 0, 0), (1, 0, 0), (0, 1, 0)), "<f4").tobytes()
    tree = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "buffers": [{"byteLength": 36, "uri": "data:;base64," + base64.b64encode(points).decode()}],
    }
    return json.dumps(tree | changes).encode()


@pytest.mark.parametrize(
    "changes",
    [
        {"accessors": [{"componentType": 5126, "count": 10**12, "type": "VEC3"}]},
        {"accessors": [{"bufferView": 0, "componentType": 5126, "count": -3, "type": "VEC3"}]},
        {"bufferViews": [{"buffer": 0, "byteLength": 36}] + [{"buffer": 0, "byteLength": 2**28}] * 2},
        {"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}] * 60_000}]},
        {"nodes": [{"mesh": 0}] * 60_000},
    ],
    ids=["count", "negative", "views", "primitives", "nodes"],
)
def test_a_small_gltf_cannot_take_much_memory(changes, tmp_path):
    assert "repeats its parts too often" in refused(tmp_path, "many.gltf", gltf(**changes))


@pytest.mark.parametrize("uri", ["http://example.com/a.bin", "file:///etc/hostname", "../../secret.bin", "/etc/hostname", "link.bin"])  # fmt: skip
def test_buffers_elsewhere_are_not_read(uri, tmp_path, monkeypatch):
    folder = tmp_path / "model" / "urdf"
    folder.mkdir(parents=True)
    (tmp_path / "secret.bin").write_bytes(np.array(((0, 0, 0), (1, 0, 0), (0, 1, 0)), "<f4").tobytes())
    (folder / "link.bin").symlink_to(tmp_path / "secret.bin")
    note = refused(folder, "a.gltf", gltf(buffers=[{"byteLength": 36, "uri": uri}]))
    assert "nothing is fetched" in note or "outside of the model's folder" in note


def test_a_buffer_beside_the_model_is_read(tmp_path):
    folder = tmp_path / "urdf"
    folder.mkdir()
    (tmp_path / "a b.bin").write_bytes(np.array(((0, 0, 0), (2, 0, 0), (0, 2, 0)), "<f4").tobytes())
    data = gltf(buffers=[{"byteLength": 36, "uri": "../a%20b.bin"}])
    (solid,) = solids_of(with_mesh(folder, "a.gltf", data))
    assert trimesh.Trimesh(*solid.mesh).area == pytest.approx(2.0)
    assert "which is not there" in refused(tmp_path, "b.gltf", gltf(buffers=[{"byteLength": 36, "uri": "no.bin"}]))


def test_pictures_are_never_opened(tmp_path, monkeypatch):
    monkeypatch.setattr("PIL.Image.open", lambda *_: pytest.fail("a picture was opened"))
    data = gltf(
        images=[{"uri": "data:image/png;base64,AAAA"}],
        textures=[{"source": 0}],
        materials=[{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "baseColorFactor": [0.8, 0.2, 0.2, 1]}}],
        meshes=[{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
    )
    (solid,) = solids_of(with_mesh(tmp_path, "a.gltf", data))
    assert solid.colour == pytest.approx(RED, abs=0.01)


def test_what_compresses_points_is_told(tmp_path):
    note = refused(tmp_path, "a.gltf", gltf(extensionsRequired=["KHR_draco_mesh_compression"]))
    assert "needs the extension 'KHR_draco_mesh_compression'; save it without" in note


def test_materials_elsewhere_are_not_read(tmp_path):
    folder = tmp_path / "model" / "urdf"
    folder.mkdir(parents=True)
    (tmp_path / "a.mtl").write_text("newmtl red\nKd 0.8 0.2 0.2\n")
    data = b"mtllib ../../a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n"
    (solid,) = solids_of(with_mesh(folder, "a.obj", data))
    assert not np.allclose(solid.colour, RED)


def test_a_mesh_within_a_name_is_read_and_a_damaged_one_told(tmp_path):
    name = reading.inline(CUT.triangles)
    (solid,) = solids_of(with_mesh(tmp_path, name))
    assert trimesh.Trimesh(*solid.mesh).volume == pytest.approx(CUT.volume, rel=1e-5)
    for damaged in (reading.INLINE + "AAAA", reading.INLINE + "!", name[:-40]):
        (note,) = Meshes(with_mesh(tmp_path, damaged), 1000).notes
        assert "of body 'b' cannot be shown" in note
        assert len(note) < 300


def test_trimesh_is_asked_for_nothing_but_what_was_checked():
    with pytest.raises(KeyError):
        scenes._Given({"0": b""})["/etc/hostname"]


def test_a_film_warns_of_what_it_cannot_show(tmp_path):
    mechanism = with_mesh(tmp_path, "lost.stl")
    run = bo.Trajectory(mechanism, [0.0], mechanism.coordinates()[None], mechanism.velocities()[None])
    with pytest.warns(bo.BoughWarning, match=r"the mesh 'lost.stl' of body 'b' cannot be shown: there is no such file"):
        run.animate(tmp_path / "film.gif", size=(64, 64))
    assert (tmp_path / "film.gif").exists()
