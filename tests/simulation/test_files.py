"""What is saved is loaded again to the last bit; what is not ours, or damaged, is refused in one sentence."""

import csv
import os
import re
import sys

import numpy as np
import pytest
import xarray as xr
from helpers.example_runs import batch, driven, swing
from scipy.interpolate import CubicSpline, make_interp_spline

import bough as bo
from bough.files import _beginning, write_sealed, written
from bough.simulation.run.checkpoint import Checkpoint


def fixed():
    """A mechanism that cannot move."""
    mechanism = bo.Mechanism("shelf")
    mechanism.add_body("board", "ground", bo.Fixed(), inertia=bo.Inertia.box((1, 0.3, 0.02), 2.0))
    return bo.Trajectory(mechanism, [0.0, 1.0], np.empty((2, 0)), np.empty((2, 0)))


def large():
    """Its description is longer than what an attribute of HDF5 can hold."""
    mechanism = bo.chain(400)
    q, u = bo.models.random_state(mechanism, states=2)
    return bo.Trajectory(mechanism, [0.0, 0.1], q, u, momenta=u)


def refused(call, *arguments, words=()):
    with pytest.raises(bo.errors.FileError) as caught:
        call(*arguments)
    message = str(caught.value)
    assert all(word in message for word in words), message
    assert "\n" not in message
    assert message[-1] in ".?"


@pytest.mark.parametrize(
    "make",
    [swing, driven, batch, fixed, pytest.param(large, marks=pytest.mark.slow)],
    ids=["swing", "driven", "batch", "fixed", "large"],
)
def test_saved_and_loaded(make, tmp_path):
    run = make()
    run.save(tmp_path / "run.nc")
    again = bo.Trajectory.load(tmp_path / "run.nc")
    assert again.dataset.identical(run.dataset)
    for name in ("status", "message", "statistics", "events", "provenance"):
        assert getattr(again, name) == getattr(run, name)
    assert bo.models.fingerprint(again.mechanism) == bo.models.fingerprint(run.mechanism)
    assert [path.name for path in tmp_path.iterdir()] == ["run.nc"]
    # others read it, too
    with xr.open_dataset(tmp_path / "run.nc", engine="h5netcdf") as dataset:
        assert np.array_equal(dataset.q, run.q, equal_nan=True)
        assert dataset.attrs["fingerprint"] == run.provenance["fingerprint"]


def test_what_follows_from_a_loaded_run_is_the_same(tmp_path):
    run = driven()
    run.save(tmp_path / "run.nc")
    again = bo.Trajectory.load(tmp_path / "run.nc")
    assert again.energy().identical(run.energy())
    assert again.reactions().identical(run.reactions())


def followed(*signals):
    """A motion of a mechanism that follows these signals."""
    mechanism = bo.chain(len(signals))
    for k, signal in enumerate(signals):
        mechanism.add_force(f"motor {k}", bo.Motor(f"link{k + 1}", signal))
    zeros = np.zeros((2, len(signals)))
    return bo.Trajectory(mechanism, [0.0, 1.0], zeros, zeros)


def test_splines_are_saved_with_the_motion_and_come_back(tmp_path):
    times, values = np.arange(6.0), np.sin(np.arange(6.0))
    splines = (
        CubicSpline(times, values),
        CubicSpline(times, np.append(values[:5], 0.0), bc_type="periodic"),
        make_interp_spline(times, values, k=4),
    )
    run = followed(*splines)
    run.save(tmp_path / "run.nc")  # without a warning
    again = bo.Trajectory.load(tmp_path / "run.nc").mechanism
    assert bo.models.fingerprint(again) == bo.models.fingerprint(run.mechanism)
    assert bo.models.fingerprint(again) != bo.models.fingerprint(followed(splines[0], splines[1], splines[0]).mechanism)
    for k, spline in enumerate(splines):
        back = again.forces[f"motor {k}"].force
        t = np.linspace(-1.0, 9.0, 101)
        np.testing.assert_array_equal(back(t), spline(t))


def slope(t):
    return 3.0 * t


def level(t):
    return 3.0


def test_a_file_that_cannot_be_loaded_alone_says_so_at_once(tmp_path):
    path, run = tmp_path / "run.nc", followed("2*sin(3*t)", slope)
    with pytest.warns(
        bo.BoughWarning, match=r"run\.nc' cannot be loaded by itself.*slope of force 'motor 1'.*mechanism="
    ) as told:
        run.save(path)
    assert told[0].filename == __file__
    refused(bo.Trajectory.load, path, words=("run.nc", "slope", "mechanism="))
    again = bo.Trajectory.load(path, run.mechanism)
    assert again.dataset.identical(run.dataset)
    # made anew it is still the mechanism of the run; with another function of this name it is not
    assert bo.Trajectory.load(path, followed("2*sin(3*t)", slope).mechanism).status == "completed"

    def other(t):
        return 30.0 * t

    other.__qualname__ = slope.__qualname__
    with pytest.warns(
        bo.BoughWarning, match=r"run\.nc' is a motion by another function than.*slope' of force 'motor 1'"
    ):
        bo.Trajectory.load(path, followed("2*sin(3*t)", other).mechanism)
    refused(bo.Trajectory.load, path, followed("2*sin(3*t)", level).mechanism, words=("another mechanism",))


def test_variants_with_functions_are_loaded_with_a_list(tmp_path):
    path, one, two = tmp_path / "run.nc", followed(slope).mechanism, followed(level).mechanism
    zeros = np.zeros((2, 3, 1))
    run = bo.Trajectory(one, [0.0, 1.0, 2.0], zeros, zeros, variants=(one, two))
    with pytest.warns(bo.BoughWarning, match=r"slope.*level"):
        run.save(path)
    refused(bo.Trajectory.load, path, words=("slope", "the 2 of the runs, as a list"))
    refused(bo.Trajectory.load, path, one, words=("2 mechanisms", "1 are given"))
    refused(bo.Trajectory.load, path, [two, one], words=("another mechanism",))
    assert bo.Trajectory.load(path, [one, two]).variants == (one, two)


def test_a_given_mechanism_has_to_be_the_one_of_the_run(tmp_path):
    swing().save(tmp_path / "run.nc")
    own = swing().mechanism
    assert bo.Trajectory.load(tmp_path / "run.nc", own).mechanism is own
    refused(bo.Trajectory.load, tmp_path / "run.nc", bo.chain(2), words=("run.nc", "another mechanism", "chain of 2"))


def damaged(content, rng, count):
    """Copies of a file with bits flipped, cut short, with stretches zeroed, moved, or filled with noise, or with more at the end."""
    for k in range(count):
        at, size = (int(x) for x in rng.integers(0, len(content), 2))
        page = at // 512 * 512
        bad = bytearray(content)
        match k % 6:
            case 0 | 1:
                bad[at] ^= 1 << int(rng.integers(8))
            case 2:
                del bad[at:]
            case 3:
                bad[page : page + 512] = bytes(len(bad[page : page + 512]))
            case 4:
                bad[at : at + size] = rng.bytes(len(bad[at : at + size]))
            case 5:
                bad += rng.bytes(1 + size % 100)
        if bad != content:
            yield bytes(bad)


@pytest.mark.parametrize("count", [200, pytest.param(6000, marks=pytest.mark.slow)])
def test_damaged_files_are_refused_before_anybody_reads_them(count, tmp_path, monkeypatch):
    """HDF5 may hang on damage, or not see it."""
    import h5py

    path = tmp_path / "run.nc"
    swing().save(path)
    content, seen = path.read_bytes(), []
    monkeypatch.setattr(h5py, "File", lambda *arguments, **options: seen.append(arguments))
    refusals = 0
    for bad in damaged(content, np.random.default_rng(3), count):
        path.write_bytes(bad)
        refused(bo.Trajectory.load, path, words=("run.nc", "damaged or changed"))
        refusals += 1
    assert refusals > 0.9 * count
    assert not seen


def test_foreign_files(tmp_path):
    load = bo.Trajectory.load
    refused(load, tmp_path / "none.nc", words=("no file", "none.nc"))
    refused(load, tmp_path, words=("no file",))
    (tmp_path / "text.nc").write_text("time,q\n0,1\n")
    refused(load, tmp_path / "text.nc", words=("text.nc", "Trajectory.save"))
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
    refused(bo.Trajectory.load, path, words=("run.nc", "damaged or changed"))
    # one who knows the seal can make it anew
    content = path.read_bytes()
    with path.open("wb") as file:
        write_sealed(file, content)
    return path


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda d: d.drop_vars("u"), "Trajectory.save"),
        (lambda d: d.isel(velocity=slice(1)), "u has shape"),
        (lambda d: d.drop_vars("run_record"), "Trajectory.save"),
        (lambda d: d.assign(run_record="[" * 100_000), "Trajectory.save"),
        (lambda d: d.assign(run_record="{}"), "Trajectory.save"),
        (lambda d: d.assign(run_record=re.sub(r'"digests": \[[^]]*', '"digests": [', d.run_record.item())), "Trajectory.save"),
        (lambda d: d.assign(mechanism_description="[]"), "Trajectory.save"),
        (lambda d: d.assign(mechanism_description='{"name": 1}'), "cannot be rebuilt"),
        (lambda d: d.assign(mechanism_description=str(d.mechanism_description.item()).replace("2.0", "2.5")), "another mechanism"),
        (lambda d: d.assign_attrs(format="bough trajectory 99"), "Trajectory.save"),
        (lambda d: d.assign(q=d.q * np.nan), "not finite"),
    ],
)  # fmt: skip
def test_contents_that_do_not_fit(change, word, tmp_path):
    refused(bo.Trajectory.load, tampered(tmp_path / "run.nc", change), words=("run.nc", word))


@pytest.mark.parametrize("how", ["save", "to_csv", "to_parquet"])
def test_a_failed_write_leaves_what_was_there(how, tmp_path, monkeypatch):
    path = tmp_path / "run.nc"
    getattr(swing(), how)(path)
    before = path.read_bytes()

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    refused(getattr(driven(), how), path, words=("run.nc", "No space left"))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    refused(getattr(swing(), how), tmp_path / "none" / "run.nc", words=("no folder", "none"))
    for nothing in ("", "run\0.nc"):
        refused(getattr(swing(), how), nothing, words=("not a file name",))


def test_all_is_on_the_disk_before_a_file_gets_its_name(tmp_path, monkeypatch):
    """Or a machine that loses power could leave an empty file under a name that was a good one."""
    order = []
    fsync, replace = os.fsync, os.replace

    def flushed(handle):
        fsync(handle)
        order.append(("flushed", os.fstat(handle).st_ino, os.fstat(handle).st_size))

    def named(source, target):
        order.append(("named", os.stat(source).st_ino, os.stat(source).st_size))
        replace(source, target)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(os, "replace", named)
    jobs = {
        "run.nc": swing().save,
        "run.csv": swing().to_csv,
        "arm.toml": swing().mechanism.save,
        "part.npz": lambda path: Checkpoint(path.with_name("folder"), "id", "test", "form", None),
    }
    for name, job in jobs.items():
        order.clear()
        job(tmp_path / name)
        assert [what for what, *_ in order] == ["flushed", "named"]
        assert order[0][1:] == order[1][1:]
        assert order[0][2] > 0


def test_what_killed_programs_left_is_cleared_and_nothing_else(tmp_path):
    path = tmp_path / "run.nc"
    beginning = _beginning(path)
    left = tmp_path / f"{beginning}0123abcd.nc"
    others = [
        tmp_path / f"{_beginning(tmp_path / 'other.nc')}0123abcd.nc",  # of another path
        tmp_path / f"{beginning}mine.nc",
        tmp_path / ".run-0123abcd.nc",
        tmp_path / "run.nc.bak",
    ]
    linked = tmp_path / f"{beginning}89ef4567.nc"
    for file in (left, *others):
        file.write_text("half")
    linked.symlink_to(others[-1])
    with written(path) as going:
        assert not left.exists()
        going.write_text("first")
        # what is still being written by somebody is none
        swing().save(path)
        assert going.read_text() == "first"
    assert path.read_text() == "first"
    assert set(tmp_path.iterdir()) == {path, linked, *others}


def test_names_as_long_as_a_folder_allows_can_be_written(tmp_path):
    path = tmp_path / ("ä" * 126 + ".nc")
    swing().save(path)
    assert list(tmp_path.iterdir()) == [path]


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
    with pytest.raises(
        bo.errors.UnsupportedError, match=r'need pyarrow: install it with pip install "bough\[parquet\]"'
    ):
        swing().to_parquet(tmp_path / "run.parquet")


@pytest.mark.parametrize("path", [3, None, ["run.nc"]])
def test_what_is_no_path_is_refused_with_a_sentence(path):
    run = bo.simulate(bo.chain(1), 0.01)
    for write in (run.save, run.to_csv):
        with pytest.raises(
            bo.errors.FileError, match=rf"a path must be a text or a pathlib.Path, not .* {type(path).__name__}"
        ):
            write(path)
