"""From a mechanism to its flat arrays: regular numbering, joints turned about z, fixed joints merged."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from bough.arithmetic.scalar import Symbol
from bough.compiled.driven import driven_rows, driven_tables, moved_rows
from bough.compiled.functions import Law, law_of
from bough.compiled.inertias import Inertias
from bough.compiled.loops import closing_memory, loop_places, loop_tables, path_tables, spanning_memory, survey_memory
from bough.compiled.multipliers import multiplier_lengths, multiplier_rows
from bough.compiled.own import own_tables
from bough.compiled.prepared import prepared_of
from bough.compiled.rows import Joints, rows_of
from bough.locks import PREPARING
from bough.mechanism.checks import numbers as array_of
from bough.mechanism.forces import Force
from bough.mechanism.forces.base import ON_BODIES, Places
from bough.mechanism.joints import KINDS, Driven, Joint
from bough.mechanism.mechanism import Mechanism
from bough.passes.arrays import TREE_NUMBERS, TREE_WIDTHS, WORK_SHAPES, Tree
from bough.passes.prices import Census
from bough.solvers.packed import levels_of


class CompiledTree:
    """A mechanism's ``Tree`` with its sizes and names.

    With ``merge`` a body on a fixed joint becomes part of its parent, as equations of motion need it; without, every
    body of the user has its own row, as reactions and poses need it.
    """

    def __init__(self, mechanism: Mechanism, merge: bool):
        _ = mechanism.topology  # raises
        self.user_bodies = len(mechanism)
        signals = _signals(mechanism)  # (over the times that it covers)
        user, mechanism = mechanism, mechanism.parted
        self.mechanism = mechanism
        joints = Joints.of(mechanism)
        rows = rows_of(mechanism, joints, merge)
        self.topology, self.names = rows.topology, rows.topology.names
        self.inertias = Inertias(self.topology, rows.mount[:, 9:], rows.mass, rows.moment, rows.tensor)
        self.constraints = 6 - self.topology.dofs
        q_at = _starts(joints.ask(lambda joint: len(joint.q_names), dtype=int))
        u_at = _starts(joints.ask(lambda joint: len(joint.u_names), dtype=int))
        order, joints = self.topology.order, joints[self.topology.order]
        self.coordinates = mechanism.n_q + mechanism.is_timed  # q, and the time if something depends on it
        self._arrays = {
            **self._structure(),
            **_joint_tables(joints, q_at[order]),
            "u_at": u_at[order],
            "dof_user": np.repeat(u_at[order] - self.topology.dof_start[:-1], self.topology.dofs)
            + np.arange(self.topology.n),
            "upright": np.abs(rows.mount[:, :9] - np.eye(3).ravel()).max(axis=1, initial=0.0) < 1e-15,
            "mount": rows.mount,
            "inertia": self.inertias.table(),
            "carrier": rows.carrier,
            "attach": rows.attach,
            "gravity": np.array(mechanism.gravity).reshape(1, 3),
            **signals,
        }
        self.laws: list[Law] = []
        self.loop_forces = 0
        self.own_laws: dict[tuple[Any, ...], Law] = {}  # by force, shape and number of outputs
        if mechanism.forces:
            self._arrays |= self._forces(user, q_at, u_at)
        self.sliding = joints.ask(_slides, dtype=bool)  # whether a body's origin moves in its parent
        self.rheonomic = int(joints.ask(lambda joint: isinstance(joint, Driven), dtype=bool).sum())
        self._driven_by = user.first_motions
        self.loops = len(mechanism.loops)
        self._loops = loop_tables(mechanism, rows, self._arrays) if mechanism.loops else {}
        bodies = mechanism.bodies
        of_rows = [bodies[k].joint for k in self.topology.order.tolist()]
        of_loops = [None, *(loop.joint for loop in mechanism.loops.values())] if mechanism.loops else []
        self._joints = of_rows, of_loops
        self.rotors = 0
        if any(body.armature for body in mechanism.bodies):
            self._arrays["armature"] = mechanism.armature[self._arrays["dof_user"], None]
            self.rotors = sum(isinstance(x, Symbol) or x != 0.0 for x in self._arrays["armature"][:, 0].tolist())

    def _structure(self) -> dict[str, np.ndarray]:
        """Arrays that follow from the topology and the numbers of DoFs."""
        parent, rows = self.topology.parent, np.arange(len(self.names))
        children = np.bincount(parent[parent >= 0], minlength=len(rows))
        branching = children > 1
        self.branches = int(branching.sum())
        last_child = np.full(len(rows) + 1, -1)
        last_child[parent] = rows
        level, cousin = levels_of(self.topology.extended_parent)
        return {
            "parent": parent,
            "children": children,
            "younger": last_child[parent] != rows,
            "slot": np.where(branching, np.cumsum(branching) - 1, -1),
            "dof": self.topology.dof_start,
            "normal": np.concatenate(([0], np.cumsum(self.constraints))),
            "dof_parent": self.topology.extended_parent,
            "level": level,
            "cousin": cousin,
            "row_at": np.concatenate(([0], np.cumsum(self.topology.depth))),
        }

    @property
    def kinds(self) -> np.ndarray:
        """The codes of the bodies' joints."""
        return self._arrays["kind"]

    @cached_property
    def census(self) -> Census:
        """The numbers from which operations are counted."""
        return Census(self.arrays, self.topology)

    @cached_property
    def arrays(self) -> Tree:
        """The arrays that every form needs."""
        return self._tree(self._paths)

    @cached_property
    def arrays_for_spans(self) -> Tree:
        """The same without the paths of loops to the ground, for forms that close loops body by body."""
        return self._tree({})

    @cached_property
    def arrays_of_bodies(self) -> Tree:
        """The same, without the rows of loops."""
        return self._tree({}, has_loops=False)

    @cached_property
    def arrays_for_multipliers(self) -> Tree:
        """The same, with inverse inertias and the multipliers' rows; DoFs with armature count as constraints."""
        tree = self._tree(self._paths | self._multiplier_rows() | {"compliance": self.inertias.compliance()})
        return tree._replace(constraints=int(self.multipliers.sum()))

    @cached_property
    def arrays_for_direct(self) -> Tree:
        """The same, with the places of the columns of B."""
        return self._tree(self._paths | self._path_places())

    @cached_property
    def arrays_for_wittenburg(self) -> Tree:
        """The same, with the augmented bodies, and which of them slide."""
        return self._tree(self._paths | {"augmented": self.inertias.augmented(self.sliding), "sliding": self.sliding})

    @cached_property
    def arrays_of_forms(self) -> dict[str, Any]:
        """What forms keep here, by name: plans of sparse systems, and arrays with their tables."""
        return {}

    def arrays_with(self, tables: dict[str, np.ndarray], **numbers: Any) -> Tree:
        """The arrays that every form needs, with further tables; the normals of bodies come after those of loops."""
        tree, bodies = self._tree(self._paths | tables)._replace(**numbers), len(self.names)
        if not self.loops:
            return tree
        return tree._replace(
            normal=np.concatenate((tree.normal[: bodies + 1] + tree.loop_constraints, tree.normal[bodies + 1 :]))
        )

    @cached_property
    def closings(self) -> list[Any]:
        """Unused memories that close states (``integrate/closing.py``)."""
        return []

    @cached_property
    def arrays_for_independent(self) -> Tree:
        """The same, with the weights by which dependent DoFs are chosen."""
        return self._tree(self._paths | {"loop_weights": self._loop_weights()})

    def _tree(self, more: dict[str, np.ndarray], has_loops: bool = True) -> Tree:
        arrays = {**self._arrays, **(self._loops if has_loops else {}), **more}
        driven = driven_rows(self.mechanism, self.names, has_loops) if self._driven_by else {}
        own = [*self._joints[0], *(self._joints[1] if has_loops else ())]
        if driven:
            arrays |= driven_tables(arrays, driven, self._driven_by)
            own += [None, *(joint.joint for joint, _ in driven.values())]
        arrays |= own_tables(own)
        fields: dict[str, Any] = {
            "bodies": len(self.names),
            "user_bodies": self.user_bodies,
            "dofs": self.topology.n,
            "coordinates": self.coordinates,
            "beside": 0,
            "quaternions": len(arrays["quaternion"]),
            "constraints": int(self.constraints.sum()),
            "rheonomic": self.rheonomic,
            "rotors": self.rotors,
            "forces": len(arrays.get("force_kind", ())),
            "body_forces": int(np.sum(arrays.get("force_kind", np.empty(0)) >= ON_BODIES)),
            "named_forces": len(self.mechanism.forces),
            "audited": 0,
            "loader": 0,
            "timed": int(self.mechanism.is_timed),
            "loops": self.loops if has_loops else 0,
            "surveyed": self.loops if has_loops else 0,
            "loop_constraints": sum(6 - len(loop.joint.u_names) for loop in self.mechanism.loops.values()),
            "loop_coordinates": sum(len(loop.joint.q_names) for loop in self.mechanism.loops.values()),
            "loop_entries": int(arrays["loop_entries_at"][0]) if "loop_entries_at" in arrays else 0,
            "loop_paths": int("loop_dofs" in arrays),
            "stretches": len(arrays.get("stretch_length", ())),
            "surveyor": 0,
            "closer": 0,
            "spanner": 0,
            "projector": 0,
            "corrector": 0,
            "unknowns": 0,
            "sparse_values": 0,
            "sparse_bounds": 0,
            "moved_joints": len(driven),
            "driver": 0,
            "loop_forces": self.loop_forces if "force_kind" in arrays and has_loops else 0,
        }
        fields["own_joints"] = arrays.get("own_joints", np.empty(0, object))
        fields["laws"] = np.array(self.laws if fields["forces"] else [], object)
        for name in Tree._fields[len(TREE_NUMBERS) : -2]:
            width = TREE_WIDTHS.get(name)
            empty = np.empty(0, np.int64) if width is None else np.empty((0, width))
            table = arrays.get(name, empty)
            is_symbolic = width is not None and table.dtype == object  # (of parameters, for tracing)
            dtype = object if is_symbolic else np.int64 if width is None else float
            fields[name] = np.ascontiguousarray(table, dtype)
        return Tree(**fields)

    def _forces(
        self, mechanism: Mechanism, first_coordinate: np.ndarray, first_velocity: np.ndarray
    ) -> dict[str, np.ndarray]:
        """The rows of all forces of the user's mechanism."""
        arrays, known = self._arrays, prepared_of(mechanism).laws

        def law(force: Force, shape: tuple[int | None, ...], outputs: int) -> int:
            key = (owner, shape, outputs)
            made = known.get(key) or law_of(force.function, shape, outputs, force.whose)  # type: ignore[attr-defined]
            self.laws.append(made)
            self.own_laws[key] = made
            return made.address

        rows: list[tuple[int, int, Sequence[float], Sequence[int]]] = []
        loops = loop_places(self.mechanism, self.topology, self.coordinates)
        measured: list[str] = []
        carriers: list[int] = []
        first_signal = 0
        for owner, force in enumerate(mechanism.forces.values()):
            places = Places(
                mechanism,
                arrays["carrier"],
                arrays["attach"],
                arrays["dof"],
                first_coordinate,
                first_velocity,
                self.coordinates,
                first_signal,
                law,
                loops,
                measured,
            )
            made_rows = force.rows(places)
            rows += [(force.code, owner, *row) for row in made_rows]
            cut = force.cut_by(mechanism)
            acted = mechanism.parted.body_index.get(force.acted_on(mechanism) if cut is None else cut.name)
            carriers += [-1 if acted is None else int(arrays["carrier"][acted])] * len(made_rows)
            first_signal += len(force.signals)
        kinds, owners, numbers, where = zip(*rows, strict=True) if rows else ((), (), (), ())
        self.loop_forces = len(measured)
        self._law_numbers = max((x.inputs + x.outputs for x in self.laws), default=0)
        return {
            "force_kind": np.array(kinds, np.int64),
            "force_owner": np.array(owners, np.int64),
            "force_row": np.array(carriers, np.int64),
            "force_at": np.cumsum([0, *map(len, numbers)])[:-1],
            "force_place_at": np.cumsum([0, *map(len, where)])[:-1],
            "force_numbers": array_of([x for row in numbers for x in row]).reshape(-1, 1),
            "force_places": np.array([x for row in where for x in row], np.int64),
        }

    @property
    def unloaded(self) -> CompiledTree:
        """The same without forces."""
        if not self.mechanism.forces:
            return self
        bare = copy.copy(self)
        for name in tuple(vars(bare)):
            if name.startswith("arrays"):  # they contain forces
                del bare.__dict__[name]
        bare._arrays = {name: array for name, array in self._arrays.items() if not name.startswith("force_")}
        return bare

    @cached_property
    def arrays_for_account(self) -> Tree:
        """The same, with forces that report their energies and powers."""
        return self.arrays._replace(audited=1)

    def memory(self, *fields: str, **rows: int) -> dict[str, int]:
        """Rows of the work arrays that a form needs: by name, or with the form's own number."""
        sizes = {
            "body": len(self.names),
            "dof": self.topology.n,
            "constraint": int(self.constraints.sum()),
            "branch": self.branches + 3,  # also the ground, a row of zeros, and the body at hand
        }
        if self.mechanism.forces:
            fields += ("duals", "travel")
            rows["given"] = self.coordinates + self.topology.n
            rows["law"] = self._law_numbers
            rows["account"] = len(self.mechanism.forces)
        if self.rheonomic:
            fields = (*fields, "drift")
            rows["moved"] = moved_rows(self.arrays)
            if "columns" in fields:
                rows["columns"] = int(self.arrays.dof[-1])  # (with those of the joints that drives move)
        if len(self.arrays.own_at):
            rows["own"] = int(self.arrays.own_at[-1])
        found = {**{field: sizes[WORK_SHAPES[field][0]] for field in fields}, **rows}
        if self.loop_forces:
            found |= {name: max(count, found.get(name, 0)) for name, count in self.survey_memory().items()}
        return found

    def survey_memory(self) -> dict[str, int]:
        """Rows of the work arrays for a survey of loops, besides those of a sweep; none without loops."""
        return survey_memory(self.arrays) if self.loops else {}

    def closing_memory(self) -> dict[str, int]:
        """The same for closing them by the factors of the mass matrix."""
        return closing_memory(self.arrays) if self.loops else {}

    def spanning_memory(self) -> dict[str, int]:
        """The same for closing them body by body."""
        return spanning_memory(self.arrays_for_spans) if self.loops else {}

    @cached_property
    def _paths(self) -> dict[str, np.ndarray]:
        """Tables of loops for forms that need the rows of G."""
        return path_tables(self.topology.parent, self.topology.dof_start, self._loops) if self.loops else {}

    @property
    def mass_entries(self) -> int:
        """Entries of the packed mass matrix."""
        return self.topology.N1 + self.topology.n

    def _path_places(self) -> dict[str, np.ndarray]:
        """The place of each body's columns of B: after those of its parent, so that branches share the same memory."""
        parent, dofs = self.topology.parent.tolist(), self.topology.dofs.tolist()
        at, length = [0] * (len(parent) + 1), [0] * (len(parent) + 1)  # the last entries are for the ground
        for i, p in enumerate(parent):
            at[i] = at[p] + length[p]
            length[i] = length[p] + dofs[i]
        return {"path_at": np.array(at[:-1]), "path_length": np.array(length[:-1])}

    def _loop_weights(self) -> np.ndarray:
        """Weights of the DoFs; a DoF on few loops is preferred, since eliminating it couples few rows."""
        kinds, (mass, inertia) = self.kinds.tolist(), self.inertias.carried
        mass, inertia = mass + self._arrays["inertia"][:, 0], inertia + self.inertias.moment_bound
        shapes = np.array(list("".join(KINDS[code].columns for code in kinds)))
        of_dof = np.repeat(np.arange(len(kinds)), self.topology.dofs)
        size = np.where(shapes == "l", 0.0, inertia[of_dof]) + np.where(shapes == "a", 0.0, mass[of_dof])
        if self.rotors:
            size += self._arrays["armature"][:, 0]
        loops, starts = np.zeros(self.topology.n), self._loops.get("loop_dof_at", [0])[:-1]
        for start, count in zip(starts, self._loops.get("loop_either", ()), strict=True):
            loops[self._loops["loop_dofs"][start : start + count]] += 1.0
        return np.column_stack((1.0 / np.sqrt(np.where(size > 0.0, size, 1.0)), 1.0 / np.clip(loops, 1.0, 10.0) ** 2))

    @cached_property
    def multipliers(self) -> np.ndarray:
        """Multipliers of each joint: one for each constraint, and one for each DoF with armature."""
        if not self.rotors:
            return self.constraints
        return self.constraints + np.bincount(self._rotor_bodies, minlength=len(self.names))

    @property
    def _rotor_bodies(self) -> np.ndarray:
        """The body of each DoF with armature."""
        bodies = np.repeat(np.arange(len(self.names)), self.topology.dofs)
        return bodies[np.flatnonzero(self._arrays["armature"])]

    def _multiplier_rows(self) -> dict[str, np.ndarray]:
        """The rows of the multipliers' matrix, and where DoFs with armature are among them."""
        rows = multiplier_rows(self.topology.parent, self.multipliers)
        rows["normal_row_at"] = np.concatenate(([0], np.cumsum(self.multiplier_lengths)))
        if not self.rotors:
            return rows
        start = np.concatenate(([0], np.cumsum(self.multipliers)))
        dof, body = np.full(start[-1], -1), self._rotor_bodies
        within = np.arange(len(body)) - np.searchsorted(body, body)
        dof[start[body] + self.constraints[body] + within] = np.flatnonzero(self._arrays["armature"])
        of_loops = self._loops["normal"][len(self.names) + 1 :] if self.loops else np.empty(0, np.int64)
        return rows | {"normal": np.append(start, of_loops), "normal_dof": dof}

    @cached_property
    def multiplier_lengths(self) -> np.ndarray:
        """Entries of the packed rows of the multipliers' matrix."""
        return multiplier_lengths(self.topology.parent, self.multipliers)


def compiled(mechanism: Mechanism, merge: bool = True) -> CompiledTree:
    """The mechanism's compiled tree, created at first use: with fixed bodies merged, or with a row for every body."""
    key = merge or not mechanism.parted.has_fixed_joints
    tree = prepared_of(mechanism).trees.get(key)
    if tree is None:
        with PREPARING:
            tree = prepared_of(mechanism).trees.get(key)
            if tree is None:
                tree = CompiledTree(mechanism, merge)  # (which may cover the first times)
                mechanism.freeze()
                prepared = prepared_of(mechanism)
                prepared.trees[key] = tree
                prepared.laws.update(tree.own_laws)
    return tree


def _slides(joint: Joint) -> bool:
    return not (joint.joint if isinstance(joint, Driven) else joint).kind.only_turns


def _starts(sizes: np.ndarray) -> np.ndarray:
    return np.cumsum(sizes) - sizes


def _joint_tables(joints: Joints, q_at: np.ndarray) -> dict[str, np.ndarray]:
    """The data of each row's joint for the kernels."""
    quaternions = joints.ask(lambda joint: len(joint.q_names) - 4 if joint.has_quaternion else -1, dtype=int)
    return {
        "kind": joints.ask(lambda joint: joint.code, dtype=int),
        "constants": joints.ask(lambda joint: [*joint.constants(), *[0.0] * 6][:6], 6),
        "q_at": q_at,
        "quaternion": (q_at + quaternions)[quaternions >= 0],
    }


def _signals(mechanism: Mechanism) -> dict[str, np.ndarray]:
    """The pieces of all signals, over the times that the mechanism covers."""
    pieces = mechanism.signal_pieces()
    if not pieces:
        return {}
    return {"signal_at": np.cumsum([0, *map(len, pieces)]), "signal_pieces": np.concatenate(pieces)}
