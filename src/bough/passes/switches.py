"""Switches from the kind of a joint or a force to its kernel, generated from the catalogues.

A switch compares the kind with every code of the catalogue in turn; the compiler turns that into a jump. If no case
fits, the result is NaN and the evaluation fails. Names in the generated text come from this package alone.
"""

from collections.abc import Callable, Mapping
from math import nan
from typing import Any

from bough.arithmetic.scalar import get, kernel, load, out_of_line, put, store, zero_of
from bough.arithmetic.spatial import load6, store6
from bough.mechanism.forces import BODY_FORCES, JOINT_FORCES
from bough.mechanism.joints import KINDS, OWN_KINDS

Function = Callable[..., Any]


def switch(
    name: str,
    arguments: str,
    cases: Mapping[int, Function],
    otherwise: Function,
    rare: Mapping[int, Function] | None = None,
) -> Any:
    """A kernel (kind, arguments) that calls the case of a kind, or ``otherwise`` if there is none.

    ``rare`` cases are together in a function out of line: machines that do not need them pay nothing for them.
    """
    rare = rare or {}
    lines = [f"def {name}(kind, {arguments}):", *_calls(cases, arguments)]
    if rare:
        lines += [f"    if kind in {tuple(rare)}:", f"        return rare(kind, {arguments})"]
    lines.append(f"    return otherwise({arguments})")
    if rare:
        head = f"def rare(kind, {arguments}):"
        lines += [head, "    out_of_line()", *_calls(rare, arguments), f"    return otherwise({arguments})"]
    names = {f"case_{code:d}": case for code, case in {**cases, **rare}.items()}
    names |= {"out_of_line": out_of_line, "otherwise": otherwise}
    exec(compile("\n".join(lines), f"<switch {name}>", "exec"), names)
    for made in (name, "rare") if rare else (name,):
        names[made].__module__ = __name__
        kernel(names[made], is_inlined=made == name)
    return names[name]


def _calls(cases: Mapping[int, Function], arguments: str) -> list[str]:
    """The lines of all cases; kinds with one function are one case, so that it is compiled once."""
    codes: dict[Function, list[int]] = {}
    for code, case in cases.items():
        codes.setdefault(case, []).append(code)
    lines = []
    for alike in codes.values():
        test = f"kind == {alike[0]:d}" if len(alike) == 1 else f"kind in {tuple(alike)}"
        lines += [f"    if {test}:", f"        return case_{alike[0]:d}({arguments})"]
    return lines


def joint_switch(name: str, arguments: str, cases: Mapping[int, Function], otherwise: Function) -> Any:
    """The same over the joints of the catalogue."""
    known = [case for code, case in cases.items() if KINDS[code].is_common]
    rare = {code: case for code, case in cases.items() if case not in known}
    common = {code: case for code, case in cases.items() if code not in rare}
    return switch(name, arguments, common, otherwise, rare)


def _kernels(name: str, hinges: bool = True) -> dict[int, Callable[..., Any]]:
    """The kernels of that name, by the codes of the joints that have one."""
    found = {kind.code: getattr(kind, name) for kind in KINDS if hinges or not kind.is_hinge}
    return {code: function for code, function in found.items() if function is not None}


def _only(trait: str) -> int:
    """The code of the one kind with a trait."""
    (code,) = (kind.code for kind in KINDS if getattr(kind, trait))
    return code


# kinds that passes treat separately
HINGE, DRIVEN, LOCKING = _only("is_hinge"), _only("is_driven"), _only("can_lock")
FIRST_OWN = OWN_KINDS[0].code  # joints of the users' own have the last codes


# --- joints ---------------------------------------------------------------------------------------------------------


@kernel
def place_unknown(tree, i, r, q, work):
    """For a kind that is not in the catalogue: NaN, and so is everything that depends on it."""
    x = zero_of(r[0]) + nan
    return (x, x, x, x, x, x, x, x, x), (x, x, x)


@kernel
def no_drift(tree, i, u, work):
    zero = zero_of(load(work.offset, 0, 0))
    return (zero, zero, zero), (zero, zero, zero)


@kernel
def no_normals(tree, i, r, work):
    """A free body has none."""


@kernel
def own_duals(tree, i, work):
    """Orthonormal columns are their own duals."""
    for d in range(tree.dof[i], tree.dof[i + 1]):
        store6(work.duals, d, 0, load6(work.columns, d, 0))
    return True


@kernel
def own_rate(q, at, u, u_at, q_dot, count):
    """q̇ = u."""
    for k in range(count):
        put(q_dot, at + k, get(u, u_at + k))


@kernel
def own_velocity(q, at, q_dot, u_at, u, count):
    """u = q̇."""
    for k in range(count):
        put(u, u_at + k, get(q_dot, at + k))


@kernel
def no_measure(tree, i, r, s, q):
    """Nothing moves, so there is nothing to measure."""


@kernel
def no_bend(tree, i, u, first, work):
    """The parent, the joint's own motion or the body carries all columns."""
    return False


@kernel
def no_search(tree, i, r, s, work):
    """The coordinates are measured."""
    return False


# (a hinge's place has a shorter way, in ``passes/sweep.py``)
place_kind = joint_switch("place_kind", "tree, i, r, q, work", _kernels("place", hinges=False), place_unknown)
drift_of_kind = joint_switch("drift_of_kind", "tree, i, u, work", _kernels("drift"), no_drift)
normals_of_kind = joint_switch("normals_of_kind", "tree, i, r, work", _kernels("normals"), no_normals)
duals_of_kind = joint_switch("duals_of_kind", "tree, i, work", _kernels("duals"), own_duals)
rate_of_kind = joint_switch("rate_of_kind", "q, at, u, u_at, q_dot, count", _kernels("rate"), own_rate)
velocity_of_kind = joint_switch("velocity_of_kind", "q, at, q_dot, u_at, u, count", _kernels("velocity"), own_velocity)
measure_of_kind = joint_switch("measure_of_kind", "tree, i, r, s, q", _kernels("measure"), no_measure)
bend_of_kind = joint_switch("bend_of_kind", "tree, i, u, first, work", _kernels("bend"), no_bend)
search_of_kind = joint_switch("search_of_kind", "tree, i, r, s, work", _kernels("search"), no_search)


def _successive() -> Any:
    cases = {}
    for kind in KINDS:
        if kind.successive < len(kind.columns):
            cases[kind.code] = _constant(kind.successive)
    return switch("successive_of_kind", "dofs", cases, own_count)


def _constant(number: int) -> Callable[[int], int]:
    @kernel
    def constant(dofs):
        return number

    return constant


@kernel
def own_count(dofs):
    return dofs


# how many of the DoFs' columns the parent and the joint's own motion carry; the body carries the others
successive_of_kind = _successive()


# --- forces ---------------------------------------------------------------------------------------------------------


@kernel
def unknown_joint_force(tree, at, where, t, x, v):
    """For a kind that is not in the catalogue: NaN, and so is everything that depends on it."""
    return zero_of(v) + nan, zero_of(v)


@kernel
def unknown_body_force(tree, at, where, t, work):
    x = zero_of(t) + nan
    store(work.force, 0, 0, x)
    return x, x


def _acts(forces) -> dict[int, Callable[..., Any]]:
    return {force.kind.code: force.kind.act for force in forces if not force.kind.gives_several}


joint_force_of_kind = switch(
    "joint_force_of_kind", "tree, at, where, t, x, v", _acts(JOINT_FORCES), unknown_joint_force
)
body_force_of_kind = switch("body_force_of_kind", "tree, at, where, t, work", _acts(BODY_FORCES), unknown_body_force)
# the one joint force that gives several at once: a user's function
(SEVERAL,) = (force.kind for force in JOINT_FORCES if force.kind.gives_several)
