"""What is saved is loaded again to the last bit; what is not ours, or damaged, is refused in one sentence."""

import csv
import sys
from contextlib import suppress

import numpy as np
import pytest
import xarray as xr
from example_runs import batch, driven, swing
from hypothesis import given
from hypothesis import strategies as st

import bough as bo


def fixed():
    """A mechanism that cannot move."""
    mechanism = bo.Mechanism("shelf")
    mechanism.add_body("board", "ground", bo.Fixed(), inertia=bo.Inertia.box((1, 0.3, 0.02), 2.0))
    return bo.Trajectory(mechanism, [0.0, 1.0], np.empty((2, 0)), np.empty((2, 0)))


def large():
    """Its description is longer than what an attribute of HDF5 can hold."""
    mechanism = bo.chain(400)
    q, u = bo.random_state(mechanism, states=2)
    return bo.Trajectory(mechanism, [0.0, 0.1], q, u, momenta=u)


def refused(call, *arguments, words=()):
    with pytest.raises(bo.FileError) as caught:
        call(*arguments)
    message = str(caught.value)
    assert all(word in message for word in words), message
    assert "\n" not in message
    assert message[-1] in ".?"


@pytest.mark.parametrize("make", [swing, driven, batch, fixed, large], ids=lambda make: make.__name__)
def test_saved_and_loaded(make, tmp_path):
    run = make()
    run.save(tmp_path / "run.nc")
    again = bo.Trajectory.load(tmp_path / "run.nc")
    assert again.dataset.identical(run.dataset)
    for name in ("status", "message", "statistics", "events", "provenance"):
        assert getattr(again, name) == getattr(run, name)
    assert bo.digest(again.mechanism) == bo.digest(run.mechanism)
    assert [path.name for path in tmp_path.iterdir()] == ["run.nc"]
    # others read it, too
    with xr.open_dataset(tmp_path / "run.nc", engine="h5netcdf") as dataset:
        assert np.array_equal(dataset.q, run.q, equal_nan=True)
        assert dataset.attrs["digest"] == run.provenance["digest"]


def test_what_follows_from_a_loaded_run_is_the_same(tmp_path):
    run = driven()
    run.save(tmp_path / "run.nc")
    again = bo.Trajectory.load(tmp_path / "run.nc")
    assert again.energy().identical(run.energy())
    assert again.reactions().identical(run.reactions())


def test_a_given_mechanism_has_to_be_the_one_of_the_run(tmp_path):
    swing().save(tmp_path / "run.nc")
    own = swing().mechanism
    assert bo.Trajectory.load(tmp_path / "run.nc", own).mechanism is own
    refused(bo.Trajectory.load, tmp_path / "run.nc", bo.chain(2), words=("run.nc", "another mechanism", "chain of 2"))


@given(st.data())
def test_damaged_files(tmp_path_factory, data):
    """Cut short anywhere, or with a byte changed anywhere, a file is refused or still holds the same numbers."""
    path = tmp_path_factory.mktemp("files") / "run.nc"
    swing().save(path)
    contents = path.read_bytes()
    at = data.draw(st.integers(0, len(contents) - 1))
    if data.draw(st.booleans()):
        path.write_bytes(contents[:at])
    else:
        path.write_bytes(contents[:at] + bytes([contents[at] ^ data.draw(st.integers(1, 255))]) + contents[at + 1 :])
    with suppress(bo.FileError):
        again = bo.Trajectory.load(path)
        for name in ("q", "u", "time"):
            assert np.array_equal(getattr(again, name), getattr(swing(), name))


def test_foreign_files(tmp_path):
    load = bo.Trajectory.load
    refused(load, tmp_path / "none.nc", words=("no file", "none.nc"))
    refused(load, tmp_path, words=("no file",))
    (tmp_path / "text.nc").write_text("time,q\n0,1\n")
    refused(load, tmp_path / "text.nc", words=("text.nc", "not a netCDF file"))
    (tmp_path / "empty.nc").touch()
    refused(load, tmp_path / "empty.nc", words=("empty.nc",))
    xr.Dataset({"q": ("time", [1.0])}).to_netcdf(tmp_path / "other.nc", engine="h5netcdf")
    refused(load, tmp_path / "other.nc", words=("other.nc", "Trajectory.save"))


def tampered(path, change):
    """The file of a swing in which something was changed by another program."""
    swing().save(path)
    with xr.open_dataset(path, engine="h5netcdf") as dataset:
        changed = change(dataset.load())
    changed.to_netcdf(path, engine="h5netcdf", mode="w")
    return path


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda d: d.drop_vars("u"), "Trajectory.save"),
        (lambda d: d.isel(velocity=slice(1)), "u has shape"),
        (lambda d: d.drop_vars("run_record"), "Trajectory.save"),
        (lambda d: d.assign(run_record="[" * 100_000), "Trajectory.save"),
        (lambda d: d.assign(run_record="{}"), "Trajectory.save"),
        (lambda d: d.assign(mechanism_description='{"name": 1}'), "cannot be rebuilt"),
        (lambda d: d.assign(mechanism_description=str(d.mechanism_description.item()).replace("2.0", "2.5")), "another mechanism"),
        (lambda d: d.assign_attrs(format="bough trajectory 99"), "Trajectory.save"),
        (lambda d: d.assign(q=d.q * np.nan), "not finite"),
    ],
)  # fmt: skip
def test_contents_that_do_not_fit(change, word, tmp_path):
    refused(bo.Trajectory.load, tampered(tmp_path / "run.nc", change), words=("run.nc", word))


def test_a_failed_write_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "run.nc"
    swing().save(path)
    before = path.read_bytes()

    def full(self, target, **options):
        target.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(xr.Dataset, "to_netcdf", full)
    refused(driven().save, path, words=("run.nc", "No space left"))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    refused(swing().save, tmp_path / "none" / "run.nc", words=("no folder", "none"))
    refused(swing().to_csv, tmp_path / "none" / "run.csv", words=("no folder", "none"))


@pytest.mark.parametrize("make", [swing, driven, batch], ids=lambda make: make.__name__)
def test_tables_read_back_equal(make, tmp_path):
    import pandas as pd

    run = make()
    table = run.to_dataframe()
    run.to_csv(tmp_path / "run.csv")
    run.to_parquet(tmp_path / "run.parquet")
    with (tmp_path / "run.csv").open(newline="") as file:
        names, *rows = csv.reader(file)
    flat = table.reset_index()
    assert names == list(flat.columns)
    assert np.array_equal(np.array(rows, float), flat.to_numpy(float))
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "run.parquet"), table, check_exact=True)
    values = run["u." + run.mechanism.u_names[0]].values.reshape(-1)
    assert np.array_equal(table[f"u.{run.mechanism.u_names[0]}"], values[~np.isnan(values)])


def test_parquet_without_pyarrow(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(bo.UnsupportedError, match="pyarrow: pip install"):
        swing().to_parquet(tmp_path / "run.parquet")
