"""Stores: what was put in comes out to the last bit, for any reader; other studies and other processes are refused."""

import errno
import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest
import xarray as xr
from helpers.fake_study import TIMES, layout, rows

import bough as bo
from bough.studies.stores.store import Variable, open_results, open_store

COUNT, CHUNK = 23, 5
KINDS = ["study.zarr", "study.nc", None]


def at(tmp_path, kind):
    return None if kind is None else tmp_path / kind


def fill(store, failing=(), chunks=None):
    for first, last in store.pending()[slice(chunks)]:
        store.put(first, rows(first, last, failing))


def results(dataset):
    return {name: dataset[name].values for name in ("top", "swing", "path", "status", "reason")}


def expected(done, failing=()):
    """What a store should hold when the first variants are done."""
    whole = rows(0, COUNT, failing)
    whole["status"] = np.where(whole["status"] == 2, "failed", "completed").astype(object)
    for name in ("top", "swing", "path"):
        whole[name][done:] = np.nan
    whole["status"][done:], whole["reason"][done:] = "pending", ""
    return whole


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("chunks", [0, 2, None])
def test_results_come_out_as_they_went_in(kind, chunks, tmp_path):
    """Finished or not; numbers, words, times and reasons, by the user's names."""
    failing = (1, 7, 22)
    with open_store(at(tmp_path, kind), layout(COUNT), lambda: CHUNK) as store:
        fill(store, failing, chunks)
        done = COUNT if chunks is None else chunks * CHUNK
        assert (store.done, store.failed) == (done, sum(k < done for k in failing))
        assert store.pending() == [(k, min(k + CHUNK, COUNT)) for k in range(done, COUNT, CHUNK)]
        dataset = store.dataset()
    for name, values in expected(done, failing).items():
        np.testing.assert_array_equal(dataset[name], values)
    assert dataset.sizes == {"variant": COUNT, "time": 5}
    for name, column in layout(COUNT).columns.items():
        assert name in dataset.coords
        np.testing.assert_array_equal(dataset[name], column)
        assert dataset[name].dtype == column.dtype
    np.testing.assert_array_equal(dataset["time"], TIMES)
    assert dataset["top"].attrs == {"units": "m", "long_name": "highest point"}
    assert (dataset["boom.mass"].attrs["units"], dataset["time"].attrs["units"]) == ("kg", "s")
    assert dataset.attrs == {"made by": "a test", "versions": '{"bough": "0"}'}


@pytest.mark.parametrize("kind", KINDS[:2])
def test_a_store_goes_on_and_is_read_by_itself(kind, tmp_path):
    path = tmp_path / kind
    with open_store(path, layout(COUNT), lambda: CHUNK) as store:
        store.put(5, rows(5, 15, (7,)))
    with open_store(path, layout(COUNT), lambda: pytest.fail("the store knows its chunks")) as store:
        assert (store.chunk, store.done, store.failed) == (CHUNK, 10, 1)
        assert store.pending() == [(0, 5), (15, 20), (20, 23)]
        fill(store, (7,))
        assert store.pending() == []
        own = store.dataset()
    dataset, header = open_results(path)
    assert dataset.identical(own)
    for name, values in expected(COUNT, (7,)).items():
        np.testing.assert_array_equal(dataset[name], values)
    assert header["identity"] == layout(COUNT).identity
    assert header["provenance"] == layout(COUNT).provenance
    assert sorted(os.listdir(tmp_path)) == [kind]


def test_anybody_can_read_the_folder(tmp_path):
    """xarray alone, without a warning: names, units, coordinates, and codes by the CF conventions."""
    path = tmp_path / "study.zarr"
    with open_store(path, layout(COUNT), lambda: CHUNK) as store:
        fill(store, (7,), 3)
    for consolidated in (None, False):
        plain = xr.open_zarr(path, consolidated=consolidated)
        np.testing.assert_array_equal(plain["path"][:15], expected(15, (7,))["path"][:15])
        assert plain["path"][15:].isnull().all()
        assert {"boom.mass", "teeth", "rope", "locked", "time"} == set(plain.coords)
        assert plain["top"].attrs == {"units": "m", "long_name": "highest point"}
        assert plain["status"].attrs["flag_meanings"] == "pending completed failed"
        assert plain["status"].values.tolist() == [1] * 7 + [2] + [1] * 7 + [0] * 8
        words = plain["rope"].attrs["flag_meanings"].split()
        assert [words[k] for k in plain["rope"].values[:3]] == ["steel", "hemp_rope", "nylon"]
        check_plain_reasons(plain)


def check_plain_reasons(plain):
    """They are texts, one for each variant."""
    assert plain["reason"].dims == ("variant",)
    assert plain["reason"].attrs == {"long_name": "why the run failed"}
    assert plain["reason"].values.tolist() == [""] * 7 + ["variant 7 fails: η is negative"] + [""] * (COUNT - 8)


def test_anybody_can_read_the_reasons_in_a_file(tmp_path):
    path = tmp_path / "study.nc"
    with open_store(path, layout(COUNT), lambda: CHUNK) as store:
        fill(store, (7,), 3)
    with xr.open_dataset(path, engine="h5netcdf") as plain:
        check_plain_reasons(plain)


def test_names_of_all_kinds_come_back(tmp_path):
    """Names that are no names of files, or differ by case only; and reasons of any length."""
    names = ["a/b", "a b", "A b", "..", "zarr.json", "c" * 300, "größe μ", ""]
    one = Variable((), "f8")
    for kind in KINDS[:2]:
        long = Variable(("time of a/b",), "f8")
        wide = layout(
            2,
            columns={"q0.x/y": np.zeros(2)},
            variables={**dict.fromkeys(names, one), "long": long},
            axes={"time of a/b": np.arange(3.0)},
        )
        given = {name: np.array([k, -k], float) for k, name in enumerate(names)} | {"long": np.ones((2, 3))}
        reason = np.array(["é" * 300, "\ud800 half a letter"], object)
        with open_store(tmp_path / kind, wide, lambda: 2) as store:
            if kind == "study.zarr":
                store.put(0, {**given, "status": np.array([2, 2]), "reason": reason})
            else:
                store.put(0, {**given, "status": np.array([1, 1]), "reason": np.array(["", ""], object)})
        dataset, _ = open_results(tmp_path / kind)
        assert dataset["long"].dims == ("variant", "time of a/b")
        assert dataset["time of a/b"].values.tolist() == [0.0, 1.0, 2.0]
        assert dataset["time of a/b"].attrs["units"] == "s"
        for name in given:
            np.testing.assert_array_equal(dataset[name], given[name])
        if kind == "study.zarr":
            assert dataset["reason"].values.tolist() == ["é" * 300, "? half a letter"]


def test_a_name_is_used_once():
    for clash in ({"top": np.zeros(3)}, {"status": np.zeros(3)}, {"variant": np.zeros(3)}):
        with pytest.raises(bo.errors.StateError, match=f"'{next(iter(clash))}' is .* rename it"):
            layout(3, columns=clash)


# --- another study --------------------------------------------------------------------------------------------------


CHANGES = {
    "run.duration was 2, is 3": {"run": {"duration": 3.0, "integrator": "rk4"}},
    "run 'duration' is gone; run 'step' is new": {"run": {"integrator": "rk4", "step": 0.1}},
    "run.integrator was 'rk4', is 'dop853'": {"run": {"duration": 2.0, "integrator": "dop853"}},
    "keep 'top' is gone; keep 'end' is new": {"keep": {"end": "end q.boom"}},
    "seed was 1, is [1, 2]": {"seed": [1, 2]},
    "'model' is new": {"model": "0" * 64},
}


@pytest.mark.parametrize("kind", KINDS[:2])
@pytest.mark.parametrize("what", CHANGES)
def test_another_study_is_refused_and_told_apart(kind, what, tmp_path):
    path, mine = tmp_path / kind, layout(COUNT)
    with open_store(path, mine, lambda: CHUNK) as store:
        fill(store)
    other = layout(COUNT, identity={**mine.identity, **CHANGES[what]})
    with pytest.raises(bo.errors.StateError) as caught:
        open_store(path, other, lambda: CHUNK)
    assert str(caught.value) == (
        f"'{path}' holds another study: {what}; give this one another path, or delete '{kind}' if its results are not needed."
    )
    with open_store(path, layout(COUNT, provenance={"made by": "another"}), lambda: CHUNK) as store:
        assert store.done == COUNT  # provenance may differ


def test_differences_are_counted_and_digests_not_shown(tmp_path):
    path, mine = tmp_path / "study.zarr", layout(COUNT, identity={"model": "a" * 64, "nan": float("nan")})
    open_store(path, mine, lambda: CHUNK).close()
    open_store(path, mine, lambda: CHUNK).close()  # NaN is the same as NaN
    many = {f"new{k}": k for k in range(7)}
    with pytest.raises(
        bo.errors.StateError, match=r"model is different; 'nan' is gone; 'new0' is new; .*; and 4 more; give"
    ):
        open_store(path, layout(COUNT, identity={"model": "b" * 64, **many}), lambda: CHUNK)
    with pytest.raises(bo.errors.StateError, match="variants was 23, is 24"):
        open_store(path, layout(COUNT + 1, identity=mine.identity), lambda: CHUNK)
    moved = {**mine.columns, "boom.mass": mine.columns["boom.mass"] + 1e-15}
    with pytest.raises(bo.errors.StateError, match=r"columns\.boom\.mass\.digest is different"):
        open_store(path, layout(COUNT, identity=mine.identity, columns=moved), lambda: CHUNK)


# --- what is not a store ----------------------------------------------------------------------------------------------


def test_what_is_not_a_store_is_left_alone(tmp_path):
    for name in ("notes.txt", "study", 3):
        with pytest.raises(bo.errors.StateError, match=r"\.zarr.*\.nc"):
            open_store(name, layout(COUNT), lambda: CHUNK)
    (tmp_path / "folder.zarr").mkdir()
    (tmp_path / "folder.zarr" / "thesis.txt").write_text("all I have")
    (tmp_path / "file.zarr").write_text("all I have")
    (tmp_path / "file.nc").write_text("all I have")
    for name in ("folder.zarr", "file.zarr", "file.nc"):
        with pytest.raises(bo.errors.FileError, match="choose another path"):
            open_store(tmp_path / name, layout(COUNT), lambda: CHUNK)
        with pytest.raises(bo.errors.FileError):
            open_results(tmp_path / name)
    assert (tmp_path / "folder.zarr" / "thesis.txt").read_text() == "all I have"
    for kind in KINDS[:2]:
        with pytest.raises(bo.errors.FileError, match="there is no folder"):
            open_store(tmp_path / "nowhere" / kind, layout(COUNT), lambda: CHUNK)
        with pytest.raises(bo.errors.FileError, match=r"there is no folder '~' \(only shells expand '~'\)"):
            open_store(f"~/{kind}", layout(COUNT), lambda: CHUNK)
        with pytest.raises(bo.errors.FileError, match="there is no '"):
            open_results(tmp_path / kind)
    assert not [name for name in os.listdir(tmp_path) if name.endswith((".lock", ".new"))]


def test_a_large_study_is_no_file(tmp_path):
    long = layout(100, axes={"time": np.linspace(0.0, 1.0, 1_000_000)})
    with pytest.raises(bo.errors.StateError, match=r"100 variants are 763 MB, .* ends with \.zarr"):
        open_store(tmp_path / "study.nc", long, lambda: CHUNK)


def test_parts_that_do_not_fit_are_refused(tmp_path):
    with open_store(None, layout(COUNT), lambda: CHUNK) as store:
        with pytest.raises(bo.errors.StateError, match="whole chunks of 5"):
            store.put(5, rows(5, 12))
        with pytest.raises(bo.errors.StateError, match="whole chunks of 5"):
            store.put(2, rows(2, 10))
        with pytest.raises(bo.errors.StateError, match="'top' of variants 0 to 4 is missing"):
            store.put(0, {key: value for key, value in rows(0, 5).items() if key != "top"})
        with pytest.raises(bo.errors.StateError, match="status of variants 0 to 4"):
            store.put(0, {**rows(0, 5), "status": np.zeros(5)})
        assert store.done == 0


def test_there_are_not_too_many_chunks():
    with open_store(None, layout(100_000, columns={}), lambda: 8) as store:
        assert store.chunk == 16  # a multiple of what was wanted
        assert len(store.pending()) == 6250


# --- damage ---------------------------------------------------------------------------------------------------------


def flip(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("how", [flip, os.unlink, lambda path: path.write_bytes(b"")])
@pytest.mark.parametrize("name", ["top/c.1", "path/c.1.0", "status/c.1", "reason/c.1"])
def test_a_damaged_chunk_is_computed_again(how, name, tmp_path):
    path = tmp_path / "study.zarr"
    with open_store(path, layout(COUNT), lambda: CHUNK) as store:
        fill(store, (7,))
    how(path / name)
    gone = how is os.unlink and name == "status/c.1"  # then it was never done
    if not gone:
        with pytest.raises(bo.errors.FileError, match="damaged at variants 5 to 9; repeat the study"):
            open_results(path)
        with pytest.warns(bo.BoughWarning, match="damaged at variants 5 to 9; they are computed again"):
            store = open_store(path, layout(COUNT), lambda: CHUNK)
    else:
        store = open_store(path, layout(COUNT), lambda: CHUNK)
    with store:
        assert store.pending() == [(5, 10)]
        assert (store.done, store.failed) == (COUNT - 5, 0)
        assert store.dataset()["status"].values[5:10].tolist() == ["pending"] * 5
        assert gone or store.dataset()["path"][5:10].isnull().all()
        fill(store, (7,))
        for key, values in expected(COUNT, (7,)).items():
            np.testing.assert_array_equal(store.dataset()[key], values)


def test_damaged_coordinates_are_written_again(tmp_path):
    path = tmp_path / "study.zarr"
    open_store(path, layout(COUNT), lambda: CHUNK).close()
    flip(path / "boom.mass" / "c.0")
    open_store(path, layout(COUNT), lambda: CHUNK).close()
    np.testing.assert_array_equal(xr.open_zarr(path)["boom.mass"], layout(COUNT).columns["boom.mass"])


def test_a_damaged_file_is_refused(tmp_path):
    path = tmp_path / "study.nc"
    open_store(path, layout(COUNT), lambda: CHUNK).close()
    flip(path)
    with pytest.raises(bo.errors.FileError, match="damaged or changed"):
        open_store(path, layout(COUNT), lambda: CHUNK)
    (tmp_path / "study.zarr").mkdir()
    (tmp_path / "study.zarr" / "zarr.json").write_text('{"attributes": {"header": "{}"}}')
    with pytest.raises(bo.errors.FileError, match="is not a study"):
        open_store(tmp_path / "study.zarr", layout(COUNT), lambda: CHUNK)


# --- one process at a time --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS[:2])
def test_a_second_process_is_refused(kind, tmp_path):
    """Also a second store of this process; a reader is not."""
    path = tmp_path / kind
    text = """
    import sys
    import bough as bo
    from bough.studies.stores.store import open_store
    from helpers.fake_study import layout
    try:
        open_store(sys.argv[1], layout(23), lambda: 5)
    except bo.errors.FileError as error:
        print(error)
    """
    with open_store(path, layout(COUNT), lambda: CHUNK) as store:
        fill(store, (), 1)
        with pytest.raises(bo.errors.FileError, match=f"in use by process {os.getpid()} on '.*' since .*; wait"):
            open_store(path, layout(COUNT), lambda: CHUNK)
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", textwrap.dedent(text), path], env=environment(), capture_output=True, text=True
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        assert f"in use by process {os.getpid()} on" in done.stdout
        assert open_results(path)[0].sizes["variant"] == COUNT
    open_store(path, layout(COUNT), lambda: CHUNK).close()


def environment():
    """That of a program which finds what this one finds."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_a_forked_child_does_not_hold_its_parents_store(tmp_path):
    """Else a killed parent's workers would keep its store locked."""
    path = tmp_path / "study.zarr"
    text = """
    import os, sys, time
    from bough.studies.stores.store import open_store
    from helpers.fake_study import layout
    store = open_store(sys.argv[1], layout(23), lambda: 5)
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        time.sleep(60)
    os._exit(0)  # without closing anything
    """
    command = [sys.executable, "-c", textwrap.dedent(text), path]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True) as process:
        child = int(process.stdout.readline())
        process.wait()
        try:
            os.kill(child, 0)  # the child lives
            open_store(path, layout(COUNT), lambda: CHUNK).close()
        finally:
            os.kill(child, 9)


# --- full disks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS[:2])
def test_a_full_disk_loses_nothing(kind, tmp_path, monkeypatch):
    """Whichever write fails, the same call goes on afterwards."""
    path, replace = tmp_path / kind, os.replace
    monkeypatch.setattr("bough.studies.stores.file.PAUSE", 0.0)
    monkeypatch.setattr("bough.studies.stores.file.SHARE", float("inf"))
    messages = []
    for allowed in range(0, 60, 3):
        left = allowed

        def full(source, target):
            nonlocal left
            left -= 1
            if left < 0:
                raise OSError(errno.ENOSPC, "No space left on device")
            replace(source, target)

        monkeypatch.setattr(os, "replace", full)
        try:
            with open_store(path, layout(COUNT), lambda: CHUNK) as store:
                fill(store, (7,))
        except bo.errors.FileError as error:
            messages.append(str(error))
    assert 2 <= len(messages) < 20
    assert all("No space left on device; make room, then repeat the call" in text for text in messages)
    monkeypatch.setattr(os, "replace", replace)
    with open_store(path, layout(COUNT), lambda: CHUNK) as store:
        fill(store, (7,))
        for key, values in expected(COUNT, (7,)).items():
            np.testing.assert_array_equal(store.dataset()[key], values)
    assert os.listdir(tmp_path) == [kind]


@pytest.mark.slow
def test_a_million_variants_take_little_memory(tmp_path):
    """Neither filling a store nor reading it copies whole arrays again and again."""
    text = """
    import resource, sys
    import numpy as np
    import xarray, zarr
    from bough.studies.stores.store import Layout, Variable, open_store
    count, chunk = 1_000_000, 10_000
    layout = Layout(count, {"a": np.linspace(0, 1, count)}, {}, {n: Variable((), "f8") for n in "xyz"})
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with open_store(sys.argv[1], layout, lambda: chunk) as store:
        for first, last in store.pending():
            part = {n: np.full(last - first, 1.0) for n in "xyz"}
            store.put(first, {**part, "status": np.ones(last - first, "i1"), "reason": np.full(last - first, "", object)})
    with open_store(sys.argv[1], layout, lambda: chunk) as store:
        dataset = store.dataset()
        assert not store.pending() and float(dataset["z"].sum()) == count
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(text), tmp_path / "study.zarr"],
        env=environment(), capture_output=True, text=True,
    )  # fmt: skip
    assert done.stderr == ""
    scale = 1 if sys.platform == "darwin" else 1024
    assert int(done.stdout) * scale < 200e6
