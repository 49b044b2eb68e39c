"""The rate of the mass matrix along the motion, Ṁ = dM/dt, by composite bodies; analytic, at the cost of M: Σ η.

M_dj = a_j · w, w the wrench (force, moment) of composite body i under column a_d, carried along the path. Every factor
is a vector or a tensor along ground axes and has a rate of its own: what is fixed to a body turns with it (ḣ = ω × h,
J̇ = ω̃J - Jω̃), an offset changes by ρ̇ = ω_parent × ρ plus the joint's shift, a column turns with what carries it. The
rate of the product is Ṁ_dj = ȧ_j · w + a_j · ẇ.
"""

from bough.arithmetic.scalar import get, kernel, load, store, zero_of
from bough.arithmetic.spatial import add, add_cross, add_scaled, apply_symmetric, cross, dot, load3, load6, store3
from bough.formulations.reductions.tangent import add_composite, start_composites, steiner
from bough.mechanism.joints.own.kernels import column_rate
from bough.passes.switches import DRIVEN, bend_of_kind, successive_of_kind


@kernel
def turn(tree, u, work):
    """ω of every placed body, the rate of its offset, and the rates of its joint's columns."""
    for i in range(tree.bodies):
        p, d = tree.parent[i], tree.dof[i]
        offset = load3(work.offset, i, 0)
        zero = zero_of(offset[0])
        omega, shift = (zero, zero, zero), (zero, zero, zero)
        if p >= 0:
            omega = load3(work.motion, p, 0)
            shift = cross(omega, offset)
        if tree.kind[i] == DRIVEN:
            shift, omega = add(shift, load3(work.drift, i, 0)), add(omega, load3(work.drift, i, 3))
        # the parent and the joint's own motions up to a column carry it; the body may carry the last ones
        dofs = tree.dof[i + 1] - d
        successive = successive_of_kind(tree.kind[i], dofs)
        for k in range(dofs):
            rate = get(u, tree.u_at[i] + k)
            along, axis = load3(work.columns, d + k, 0), load3(work.columns, d + k, 3)
            omega, shift = add_scaled(omega, rate, axis), add_scaled(shift, rate, along)
            if k < successive:
                turn_column(work, d + k, omega)
        for k in range(successive, dofs):
            turn_column(work, d + k, omega)
        if bend_of_kind(tree.kind[i], tree, i, u, 0, work):
            for k in range(dofs):
                along, axis = column_rate(tree, i, k, work)
                store3(work.column_rates, d + k, 0, add(load3(work.column_rates, d + k, 0), along))
                store3(work.column_rates, d + k, 3, add(load3(work.column_rates, d + k, 3), axis))
        store3(work.motion, i, 0, omega)
        store3(work.rates, i, 0, shift)


@kernel
def turn_column(work, d, omega):
    store3(work.column_rates, d, 0, cross(omega, load3(work.columns, d, 0)))
    store3(work.column_rates, d, 3, cross(omega, load3(work.columns, d, 3)))


@kernel
def mass_rate_rows(tree, work):
    """The packed rows of Ṁ, from placed bodies and the results of ``turn``."""
    start_composites(tree, work)
    for i in range(tree.bodies):
        omega, (xx, xy, xz, yy, yz, zz) = load3(work.motion, i, 0), load6(work.inertia, i, 3)
        store3(work.rates, i, 3, cross(omega, load3(work.inertia, i, 0)))
        # ω̃J plus its transpose
        x, y, z = cross(omega, (xx, xy, xz)), cross(omega, (xy, yy, yz)), cross(omega, (xz, yz, zz))
        store3(work.rates, i, 6, (x[0] + x[0], x[1] + y[0], x[2] + z[0]))
        store3(work.rates, i, 9, (y[1] + y[1], y[2] + z[1], z[2] + z[2]))
    for i in range(tree.bodies - 1, -1, -1):
        p = tree.parent[i]
        if p >= 0:
            add_composite_rate(work, p, i)
            add_composite(work.composite, p, i, load3(work.offset, i, 0))
        for d in range(tree.dof[i], tree.dof[i + 1]):
            fill_rate_row(tree, work, i, d)


@kernel
def add_composite_rate(work, p, i):
    """Add the rates of composite body i to its parent's: the rates of what ``add_composite`` adds."""
    rates = work.rates
    m, h = load(work.composite, i, 0), load3(work.composite, i, 1)
    r, r_rate, h_rate = load3(work.offset, i, 0), load3(rates, i, 0), load3(rates, i, 3)
    store3(rates, p, 3, add(load3(rates, p, 3), add_scaled(h_rate, m, r_rate)))
    more, rest = steiner(r_rate, add_scaled(h, m, r)), steiner(r, h_rate)
    for k in range(6):
        store(rates, p, 6 + k, load(rates, p, 6 + k) + (load(rates, i, 6 + k) + (more[k] + rest[k])))


@kernel
def fill_rate_row(tree, work, i, d):
    """Row d of Ṁ: a_j · ẇ + ȧ_j · w for the columns on the path, w the wrench of composite body i under column d."""
    columns, turned = work.columns, work.column_rates
    m, h, tensor = load(work.composite, i, 0), load3(work.composite, i, 1), load6(work.composite, i, 4)
    h_rate, tensor_rate = load3(work.rates, i, 3), load6(work.rates, i, 6)
    along, axis, along_rate, axis_rate = (
        load3(columns, d, 0),
        load3(columns, d, 3),
        load3(turned, d, 0),
        load3(turned, d, 3),
    )
    force = add_scaled(cross(axis, h), m, along)
    moment = add_cross(apply_symmetric(tensor, axis), h, along)
    force_rate = add_scaled(add_cross(cross(axis_rate, h), axis, h_rate), m, along_rate)
    moment_rate = add(apply_symmetric(tensor, axis_rate), apply_symmetric(tensor_rate, axis))
    moment_rate = add_cross(add_cross(moment_rate, h_rate, along), h, along_rate)
    at, j, b = tree.row_at[d], d, i
    while True:
        while j >= tree.dof[b]:
            x = dot(load3(columns, j, 0), force_rate) + dot(load3(columns, j, 3), moment_rate)
            x = x + (dot(load3(turned, j, 0), force) + dot(load3(turned, j, 3), moment))
            store(work.rows, at, 0, x)
            at += 1
            j -= 1
        offset = load3(work.offset, b, 0)
        moment_rate = add_cross(add_cross(moment_rate, load3(work.rates, b, 0), force), offset, force_rate)
        moment = add_cross(moment, offset, force)
        b = tree.parent[b]
        if b < 0:
            break
        j = tree.dof[b + 1] - 1
