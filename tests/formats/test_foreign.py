"""Files that are no models and no studies: they are told by what they are, with what can be done with them."""

import gzip

import numpy as np
import pytest

import bough as bo
from bough.studies.files.reading import load_study

STL = (
    "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n"
)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("others")
    chain = bo.chain(2)
    chain.save(folder / "model.toml")
    (folder / "model.toml.gz").write_bytes(gzip.compress((folder / "model.toml").read_bytes()))
    np.savez(folder / "numbers.npz", x=np.arange(3.0))
    np.save(folder / "numbers.npy", np.arange(3.0))
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    (folder / "picture.toml").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    (folder / "part.stl").write_text(STL)
    (folder / "motion.csv").write_text("t,x\n0,0\n1,0.2\n2,0.1\n")
    (folder / "page.html").write_text("<!doctype html><title>a page</title>")
    (folder / "noise.bin").write_bytes(b"\0\xfe\xfc\1\2\0")
    (folder / "latin.toml").write_bytes('bough = 1\nname = "Käfer"\n'.encode("latin-1"))
    bo.simulate(chain, 0.1).save(folder / "run.nc")
    varied = bo.Study(chain, {"link1.mass": (1.0, 2.0)}, {"duration": 0.1}, {"fast": "max |u.link1|"}, runs=2)
    varied.run(folder / "store.zarr")
    varied.run(folder / "store.nc")
    return folder


SAID = {
    "model.toml.gz": "gzip.*unpack",
    "numbers.npz": "NumPy",
    "numbers.npy": "NumPy",
    "picture.png": r"a picture.*\.toml, \.urdf, \.xml or \.mjcf",
    "picture.toml": "a picture",
    "part.stl": "a mesh.*bough.Visual",
    "motion.csv": "a table.*bough.motions.read_motion",
    "page.html": "a page.*browser",
    "noise.bin": "no text",
    "run.nc": "a saved run.*bough view or bough plot",
    "store.zarr": "the store of a study.*bough view",
    "store.nc": "the store of a study.*bough view",
}


@pytest.mark.parametrize("name", SAID)
@pytest.mark.parametrize("read", [bo.load, bo.model, load_study])
def test_a_file_that_is_something_else_is_told_by_what_it_is(files, name, read, monkeypatch):
    monkeypatch.chdir(files)
    with pytest.raises((bo.errors.ModelError, bo.errors.FileError), match=SAID[name]) as told:
        read(name)
    assert name in str(told.value)
    assert not any(word in str(told.value) for word in ("UTF-8", "valid TOML", "well-formed", "did you mean"))


def test_what_is_advised_works(files):
    assert list(bo.motions.read_motion(files / "motion.csv")) == ["x"]
    assert bo.Visual("mesh", file="part.stl").file == "part.stl"
    assert bo.Trajectory.load(files / "run.nc").status == "completed"
    for store in ("store.zarr", "store.nc"):
        assert len(bo.open_study(files / store).dataset["fast"]) == 2


def test_a_text_in_another_encoding_is_still_told_so(files):
    with pytest.raises(bo.errors.ModelError, match="byte 0xe4 is not valid UTF-8; save the file as UTF-8"):
        bo.load(files / "latin.toml")
