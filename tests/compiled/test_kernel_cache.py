"""Compiled kernels on disk: whatever happens to the files, the answers are right, and what cannot be kept is said once."""

import hashlib
import os
import pickle
import re
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
    """Whether a file begins with a digest of its name and the rest."""
    content = path.read_bytes()
    return hashlib.sha256(path.name.encode() + b"\0" + content[32:]).digest() == content[:32]


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


def test_a_file_that_is_whole_but_of_another_kernel_is_replaced(folder):
    def eight(x):
        return 8

    seven_times()
    (path,) = files(folder)
    compiled_address(eight, int64(int64), STAMP, "a test")
    (other,) = set(files(folder)) - {path}
    os.replace(other, path)
    assert seven_times()(6) == 42
    assert is_whole(path)


class Bomb:
    """Unpickled, it leaves a mark."""

    def __init__(self, mark: Path):
        self.mark = mark

    def __reduce__(self):
        return Path.touch, (self.mark,)


def test_nothing_is_unpickled(folder, monkeypatch, tmp_path):
    seven_times()
    (path,) = files(folder)
    bomb = pickle.dumps(Bomb(tmp_path / "mark"))
    path.write_bytes(hashlib.sha256(bomb).digest() + bomb)
    path.with_suffix(".kernel").write_bytes(hashlib.sha256(bomb).digest() + bomb)
    assert seven_times()(6) == 42
    assert is_whole(path)
    refuse(monkeypatch)
    monkeypatch.setattr(pickle, "loads", None)
    monkeypatch.setattr(pickle, "Unpickler", None)
    assert seven_times()(6) == 42
    assert not (tmp_path / "mark").exists()


own_folders_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
root_only = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")


def modes(folder: Path) -> dict[str, str]:
    return {"folders" if path.is_dir() else "files": oct(path.stat().st_mode & 0o777) for path in folder.rglob("*")}


@own_folders_only
def test_others_can_neither_write_nor_read_what_is_kept_whatever_the_mask(folder, monkeypatch):
    monkeypatch.setenv("BOUGH_CACHE", str(folder / "new" / "deeper"))
    before = os.umask(0)
    try:
        seven_times()
    finally:
        os.umask(before)
    assert modes(folder.parent) == {"folders": "0o700", "files": "0o600"}
    assert (folder / "new" / "deeper").is_dir()


def rebuilt(path: Path) -> None:
    """The file is not run but replaced by a private one, and nothing is said."""

    # a kernel that would be run gives another answer: that of a function of the same name and signature
    def times(x):
        return 7 * x + 1

    other = cache._compiled(times, int64(int64), "a test")[0]
    content = hashlib.sha256(path.name.encode() + b"\0" + other).digest() + other
    inode = path.stat().st_ino
    with open(path, "r+b") as file:
        file.write(content)
        file.truncate()
    assert path.stat().st_ino == inode
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert seven_times()(6) == 42
    assert path.lstat().st_mode == 0o100600
    assert path.lstat().st_uid == os.geteuid()
    assert is_whole(path)


@own_folders_only
@pytest.mark.parametrize("mode", [0o666, 0o620, 0o602])
def test_a_file_that_others_may_write_is_not_run(folder, mode):
    seven_times()
    (path,) = files(folder)
    path.chmod(mode)
    rebuilt(path)


@root_only
def test_a_file_of_another_user_is_not_run(folder):
    seven_times()
    (path,) = files(folder)
    os.chown(path, 12345, -1)
    rebuilt(path)


@own_folders_only
def test_a_link_to_a_file_is_not_followed(folder, tmp_path):
    seven_times()
    (path,) = files(folder)
    os.replace(path, tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    rebuilt(path)
    assert not path.is_symlink()


def open_to_all(folder: Path) -> None:
    folder.chmod(0o777)


def given_away(folder: Path) -> None:
    os.chown(folder, 12345, -1)


@own_folders_only
@pytest.mark.parametrize("which", ["cache", "version"])
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (open_to_all, "other users may write to '{}'"),
        pytest.param(given_away, "'{}' belongs to another user", marks=root_only),
    ],
)
def test_a_folder_that_may_be_of_others_is_neither_read_nor_written(folder, monkeypatch, change, why, which):
    seven_times()
    (path,) = files(folder)
    doubtful = folder if which == "cache" else path.parent
    change(doubtful)
    path.write_bytes(b"")
    with pytest.warns(
        bo.BoughWarning, match=re.escape(why.format(doubtful)) + ".*; set BOUGH_CACHE to a folder that you alone"
    ):
        assert seven_times()(6) == 42
    assert files(folder) == [path]
    assert path.read_bytes() == b""


@own_folders_only
def test_the_folder_may_be_a_link_of_the_user(folder, monkeypatch, tmp_path):
    (tmp_path / "scratch").mkdir()
    folder.symlink_to(tmp_path / "scratch")
    seven_times()
    assert len(files(tmp_path / "scratch")) == 1
    refuse(monkeypatch)
    assert seven_times()(6) == 42


@root_only
def test_the_folder_may_not_be_a_link_of_another_user(folder, tmp_path):
    (tmp_path / "scratch").mkdir(0o700)
    folder.symlink_to(tmp_path / "scratch")
    os.lchown(folder, 12345, -1)
    with pytest.warns(bo.BoughWarning, match=r"'.*kernels' is a link of another user; set BOUGH_CACHE"):
        assert seven_times()(6) == 42
    assert files(tmp_path) == []


@pytest.mark.slow
@own_folders_only
def test_loops_of_steps_and_own_code_are_read_from_own_files_only(folder, monkeypatch):
    """They are kept by the same functions: code that others may have written is made again, with the same numbers."""
    code = (
        "import bough as bo\n"
        "run = bo.simulate(bo.chain(2), 0.1, q0=[0.1, 0.2], integrator='rk4', step=0.01)\n"
        "print(run._q[-1].tolist())\n"
    )

    def answer():
        environment = {**os.environ, "BOUGH_CODE": "own", "BOUGH_CACHE": str(folder)}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        return done.stdout

    first = answer()
    kept = files(folder)
    assert {path.name.split("-")[0] for path in kept} >= {"own", "explicit"}
    for path in kept:
        path.write_bytes(b"\0" * 32 + path.read_bytes()[32:])
        path.chmod(0o666)
    assert answer() == first
    assert files(folder) == kept
    assert all(map(is_whole, kept))


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
    with pytest.raises(bo.errors.FileError, match=r"there is no home folder.*set BOUGH_RATES"):
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


FAULTY = """
import ctypes
from numba import int64
from bough.compiled.cache import compiled_address

def faulty(x):
    if x > 3:
        raise ValueError("too large")
    return x

address = compiled_address(faulty, int64(int64), ("sources", "core"), "a test")
ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(address)(5)
"""


@pytest.mark.slow
def test_a_kernel_from_a_file_finds_what_it_calls_in_numba(folder):
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", FAULTY], capture_output=True, text=True, check=False)
        assert done.returncode == 0
        assert "ValueError: too large" in done.stderr
    assert len(files(folder)) == 1


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
