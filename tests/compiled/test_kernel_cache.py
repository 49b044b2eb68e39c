"""Compiled kernels on disk: whatever happens to the files, the answers are right, and what cannot be kept is said once."""

import hashlib
import os
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from numba import int64
from numba.core import compiler

import bough as bo
from bough.arithmetic.lanes import WIDTH
from bough.compiled import cache
from bough.compiled import files as stored
from bough.compiled.cache import compiled_address, compiled_function
from bough.compiled.files import KEPT_GENERATIONS, cache_folder

STAMP = ("sources", "core")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("BOUGH_CACHE", str(tmp_path / "kernels"))
    monkeypatch.setattr(stored, "_told", False)
    return tmp_path / "kernels"


def seven_times(stamp=STAMP):
    """A small function, compiled or loaded."""

    def times(x):
        return 7 * x

    return compiled_function(times, int64(int64), stamp, "a test", nogil=False)


def refuse(monkeypatch):
    def compile_extra(*arguments, **options):
        raise AssertionError("compiled anew")

    monkeypatch.setattr(compiler, "compile_extra", compile_extra)


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_a_kernel_is_kept_in_one_file_and_found_again(folder, monkeypatch):
    assert seven_times()(6) == 42
    assert len(files(folder)) == 1
    refuse(monkeypatch)
    assert seven_times()(6) == 42


def test_a_callback_is_found_again_as_well(folder, monkeypatch):
    import ctypes

    def make():
        def more(x):
            return x + 1

        return compiled_address(more, int64(int64), STAMP, "a test")

    def answer(address):
        return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(address)(41)

    assert answer(make()) == 42
    refuse(monkeypatch)
    assert answer(make()) == 42


@pytest.mark.parametrize("stamp", [("others", "core"), ("sources", "other")])
def test_other_sources_are_another_kernel(folder, stamp):
    seven_times()
    seven_times(stamp)
    assert len(files(folder)) == 2


def is_whole(path: Path) -> bool:
    """Whether a file begins with a digest of the rest."""
    content = path.read_bytes()
    return hashlib.sha256(content[32:]).digest() == content[:32]


def damages() -> dict:
    """What may become of a file's bytes."""
    found = {"empty": lambda x: b"", "longer": lambda x: x + b"\0", "text": lambda x: b"not a kernel at all" * 10}
    for share in (0.001, 0.01, 0.3, 0.9, 0.999):
        found[f"cut at {share}"] = lambda x, share=share: x[: int(share * len(x))]
        found[f"zeros from {share} on"] = lambda x, share=share: x[: (k := int(share * len(x)))] + bytes(len(x) - k)
    for k in (0, 5, 31, 32, 33, 40, 100, -200, -1):
        found[f"a bit of byte {k}"] = lambda x, k=k: x[: k % len(x)] + bytes([x[k] ^ 1]) + x[k % len(x) + 1 :]
    return found


@pytest.mark.parametrize("damage", damages())
def test_a_damaged_file_is_found_out_and_replaced(folder, damage):
    seven_times()
    (path,) = files(folder)
    whole = path.read_bytes()
    path.write_bytes(damages()[damage](whole))
    assert seven_times()(6) == 42
    assert files(folder) == [path]
    assert is_whole(path)


def test_a_file_that_is_whole_but_of_something_else_is_replaced(folder):
    """Its digest is right, its content is not: what a program with the same versions should never write."""
    seven_times()
    (path,) = files(folder)
    stored.keep(path, b"whole, but no kernel")
    assert seven_times()(6) == 42
    assert b"no kernel" not in path.read_bytes()


def test_where_nothing_can_be_written_kernels_are_compiled_and_that_is_said_once(folder, monkeypatch):
    folder.write_text("a file where the folder should be")
    with pytest.warns(bo.BoughWarning, match=r"not kept for later runs.*kernels' cannot be written .*set BOUGH_CACHE"):
        assert seven_times()(6) == 42
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert seven_times()(6) == 42
    assert folder.is_file()


def test_without_a_home_kernels_are_compiled_and_rates_are_those_that_come_with_bough(monkeypatch):
    """As in a container whose user is nobody."""
    from bough.choice.rates import built_in, rates, store

    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setattr(stored, "_told", False)
    for name in (
        "BOUGH_CACHE",
        "BOUGH_RATES",
        "XDG_CACHE_HOME",
        "XDG_CONFIG_HOME",
        "LOCALAPPDATA",
        "APPDATA",
        "NUMBA_CACHE_DIR",
    ):
        monkeypatch.delenv(name, raising=False)
    with pytest.warns(bo.BoughWarning, match=r"there is no home folder; set BOUGH_CACHE"):
        assert seven_times()(6) == 42
    assert rates() is built_in()
    with pytest.raises(bo.FileError, match=r"there is no home folder.*set BOUGH_RATES"):
        store(built_in())


def test_rates_that_nobody_may_look_at_are_those_that_come_with_bough(tmp_path, monkeypatch):
    from bough.choice.rates import built_in, rates

    def forbidden(self, **options):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setenv("BOUGH_RATES", str(tmp_path / "rates.json"))
    monkeypatch.setattr(Path, "stat", forbidden)
    assert rates() is built_in()


def test_an_empty_name_of_a_folder_means_none_and_nothing_is_said(monkeypatch):
    monkeypatch.setenv("BOUGH_CACHE", "")
    assert cache_folder() is None
    assert seven_times()(6) == 42


def test_the_folder_is_where_caches_of_users_belong(monkeypatch, tmp_path):
    monkeypatch.delenv("BOUGH_CACHE", raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert cache_folder() == tmp_path / "bough"
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "bough"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert cache_folder() == tmp_path / ".cache" / "bough"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_folder() == tmp_path / "Library" / "Caches" / "bough"


def test_kernels_of_older_versions_go_when_a_new_one_comes(folder):
    """Those that were used last stay, and whatever is not ours."""
    folder.mkdir()
    (folder / "holiday pictures").mkdir()
    old = [folder / f"{k:016x}" for k in range(KEPT_GENERATIONS + 3)]
    for k, generation in enumerate(old):
        generation.mkdir()
        (generation / "single-0.kernel").write_bytes(b"")
        os.utime(generation, (1e9 + k, 1e9 + k))
    seven_times()
    left = {path.name for path in folder.iterdir()}
    assert {path.name for path in old} & left == {path.name for path in old[-(KEPT_GENERATIONS - 1) :]}
    assert "holiday pictures" in left
    assert len(left) == KEPT_GENERATIONS + 1


def test_a_kernel_that_is_used_makes_its_version_a_recent_one(folder, monkeypatch):
    seven_times()
    (path,) = files(folder)
    os.utime(path.parent, (1e9, 1e9))
    monkeypatch.setattr(stored, "_used", set())
    seven_times()
    assert path.parent.stat().st_mtime > 1e9


WRITERS = """
from numba import int64
from bough.compiled.cache import compiled_function

def make(k):
    def times(x):
        return k * x
    return compiled_function(times, int64(int64), ("sources", "core"), "a test", nogil=False)

for k in range(12):
    assert make(k)(6) == 6 * k
"""


@pytest.mark.slow
def test_processes_may_write_at_the_same_time(folder):
    """Numba's own index mixed up what two of them had compiled."""
    running = [subprocess.Popen([sys.executable, "-c", WRITERS], stderr=subprocess.PIPE, text=True) for _ in range(4)]
    try:
        errors = [process.communicate(timeout=300)[1] for process in running]
    finally:
        for process in running:
            process.kill()
            process.wait()
    assert [process.returncode for process in running] == [0] * 4, errors
    assert len(files(folder)) == 12
    assert all(map(is_whole, files(folder)))


@pytest.mark.slow
def test_a_user_who_can_write_nowhere_gets_results_and_one_warning(tmp_path):
    """From the outside: no home, no cache, every call works."""
    (tmp_path / "file").write_text("")
    code = (
        "import warnings, bough as bo\n"
        "with warnings.catch_warnings(record=True) as found:\n"
        "    warnings.simplefilter('always')\n"
        "    arm = bo.chain(2)\n"
        "    for _ in range(2):\n"
        "        assert bo.forward_dynamics(arm, [0.1, 0.2], [0.0, 0.0]).shape == (2,)\n"
        "    assert bo.mass_matrix(arm, [0.1, 0.2]).shape == (2, 2)\n"
        "print([str(x.message) for x in found])\n"
    )
    nowhere = str(tmp_path / "file" / "home")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "NUMBA_", "BOUGH_"))}
    environment |= {"HOME": nowhere, "LOCALAPPDATA": nowhere}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("not kept for later runs") == 1
    assert "Error" not in done.stderr


def test_the_width_of_lanes_is_part_of_the_key(folder, monkeypatch):
    seven_times()
    monkeypatch.setattr(cache, "WIDTH", 2 * WIDTH)
    seven_times()
    assert len(files(folder)) == 2
    assert np.prod([len(list(path.iterdir())) for path in folder.iterdir()]) == 1
