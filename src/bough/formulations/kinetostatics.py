"""Kinetostatics: drives and reactions for a prescribed motion of all joints, in one pass, in O(N).

C §3, elsewhere inverse dynamics. With Δ known from u̇, the middle equation of the one linear system gives R_i = f_i +
M_i Δ_i + Σ Cᵀ R_j over the children. The drives are its tangent part, τ = AᵀR (plus a u̇ with armature); the bearings
carry its orthogonal part, Zλ with λ = (ZᵀZ)⁻¹ZᵀR. The columns of every joint's Z are orthogonal to one another.
Unknowns: R. Cost: linear in bodies. Serves every mechanism.
"""

from bough.arithmetic.scalar import kernel, put_row, zero_of
from bough.arithmetic.spatial import add_scaled, dot, load3, load9
from bough.arithmetic.tally import ADD_SCALED, CALL, DOT, DOT6, QUOTIENT, SUM, TERM, Operations
from bough.formulations.formulation import ARMATURE, DRIVEN_JOINTS, DRIVES_AND_REACTIONS, Recursion
from bough.formulations.reductions.references import applied
from bough.passes import prices
from bough.passes.arrays import SWEEP
from bough.passes.inverse import drive, pass_inward, respond
from bough.passes.sweep import put_in_body_axes, sweep
from bough.passes.switches import DRIVEN, normals_of_kind

# columns of the result, per body: whole reaction, the bearing's part of it, drives of the joint (at most six; for a
# driven joint, the drive forces)
REACTION, BEARING, DRIVE, COLUMNS = 0, 6, 12, 18


def reference(m, u_dot):
    """(τ, R) of a given motion: V̇ = T(A u̇ + w*), R = Tᵀ(M V̇ - F'), τ = AᵀR."""
    reactions = m.T.T @ (m.M @ m.T @ (m.A @ u_dot + m.w) - applied(m))
    return m.A.T @ reactions, reactions


@kernel
def drives_and_reactions(tree, work, q, u, u_dot, wrenches, out):
    """Per user body a row of drives and reactions, from (q, u, u̇); the tree has a row for every body."""
    sweep(tree, q, u, wrenches, work)
    respond(tree, u_dot, work)
    for i in range(tree.bodies - 1, -1, -1):
        pass_inward(tree, i, work)
    fine = True
    for b in range(tree.user_bodies):
        i = tree.carrier[b]
        force, moment = load3(work.force, i, 0), load3(work.force, i, 3)
        fine = put_in_body_axes(tree, work, b, force, moment, out, REACTION) and fine
        for k in range(tree.dof[i + 1] - tree.dof[i]):
            put_row(out, b, DRIVE + k, drive(tree, tree.dof[i] + k, u_dot, force, moment, work))
        row = i
        if tree.kind[i] == DRIVEN:
            # what the joint would leave to its bearings if it were free belongs to them; the rest is the drive's
            row = tree.moved[i]
            for d in range(tree.dof[row], tree.dof[row + 1]):
                x = dot(load3(work.columns, d, 0), force) + dot(load3(work.columns, d, 3), moment)
                put_row(out, b, DRIVE + d - tree.dof[row], x)
        normals_of_kind(tree.kind[row], tree, row, load9(work.rotation, i, 0), work)
        zero = zero_of(force[0])
        push, twist = (zero, zero, zero), (zero, zero, zero)
        for k in range(6 - (tree.dof[row + 1] - tree.dof[row])):
            c = tree.normal[row] + k
            along, axis = load3(work.normals, c, 0), load3(work.normals, c, 3)
            x = (dot(along, force) + dot(axis, moment)) / (dot(along, along) + dot(axis, axis))
            push, twist = add_scaled(push, x, along), add_scaled(twist, x, axis)
        fine = put_in_body_axes(tree, work, b, push, twist, out, BEARING) and fine
    return fine


def memory(tree):
    """Rows of the work arrays."""
    return tree.memory(*SWEEP, "response", "normals")


def price(tree):
    census = tree.census
    varying, screws = census.normals("l", "a", "s"), census.normals("s")
    bearings = census.over_joints(lambda prices: prices.normals)
    count, driven = census.constraints, 0
    for kind in census.moved:  # (the normals of driven joints themselves are constants)
        count, driven = count - len(kind.columns), driven + len(kind.columns)
        varying += sum(kind.normal_columns.count(letter) for letter in "las")
        screws += kind.normal_columns.count("s")
        bearings += kind.prices.normals
    bearings += count * (DOT6 + QUOTIENT + 2 * ADD_SCALED) + varying * (DOT + SUM) + screws * DOT
    drives = (census.dofs + driven) * DOT6
    if census.rotors:
        drives += census.dofs * TERM
    handed_over = census.bodies * (CALL + 2 * prices.PUT_IN_BODY_AXES) + bearings + drives
    passes = prices.respond(census) + prices.pass_inward(census) + handed_over
    return Operations(sweep=prices.sweep(census), passes=passes)


FORMULATION = Recursion(
    name="kinetostatics",
    summary="motion given: drives and all joint reactions in one recursion",
    reference="C §3",
    in_numpy=reference,
    core=drives_and_reactions,
    memory=memory,
    price=price,
    gives=DRIVES_AND_REACTIONS,
    serves=frozenset((ARMATURE, DRIVEN_JOINTS)),
)
