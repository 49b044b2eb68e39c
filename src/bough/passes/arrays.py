"""The flat arrays that kernels see: a mechanism's constants (``Tree``) and the memory of one evaluation (``Work``).

Everything is resolved along the ground's axes and referred to the body's own origin. The papers' C_i is then a pure
shift [[E, -ρ̃], [0, E]], and only inertias are rotated. Bodies are in regular numbering, depth first: a parent comes
before its children, and a body's first child is the next row.
"""

from typing import NamedTuple

import numpy as np

from bough.mechanism.pieces import WIDTH as PIECE_WIDTH


class Tree(NamedTuple):
    """A mechanism compiled to flat arrays; one row per body unless noted otherwise."""

    bodies: int  # rows
    user_bodies: int  # bodies of the user, fixed ones included
    dofs: int  # n
    coordinates: int  # n_q, plus one for the time if it is timed
    beside: int  # numbers that are integrated besides q and u: C, L and separation, if M is parametrised
    quaternions: int
    constraints: int  # Σ m_i
    rheonomic: int  # driven joints, whose motion does not depend on u
    rotors: int  # DoFs with armature
    forces: int  # rows of the mechanism's own forces
    body_forces: int  # how many of these rows act on bodies
    named_forces: int  # forces that the user added
    audited: int  # whether energies, powers and wrenches of forces are recorded
    loader: int  # address of the compiled code that applies forces; set when memory is allocated
    timed: int  # whether something depends on time; the time then follows the coordinates in q
    loops: int  # joints that close loops; each has a row of a body after those of the bodies and one more
    surveyed: int  # of these, those measured for forces; also where steps leave the tree open and `loops` is 0
    loop_constraints: int  # constraints of these joints
    loop_coordinates: int  # coordinates of these joints
    loop_entries: int  # couplings among them, where they are closed body by body
    loop_paths: int  # whether rows of G are wanted
    stretches: int  # stretches of DoFs on the paths of loops, each with the same loops throughout
    surveyor: int  # address of the compiled code that surveys loops; set when memory is allocated
    closer: int  # address of the compiled code that closes the loops of accelerations; set when memory is allocated
    spanner: int  # address of the compiled code that closes loops body by body; set when memory is allocated
    projector: int  # address of the compiled code that closes the loops of a state; set for integrators
    corrector: int  # address of the compiled code that asks what would close them; set for velocities
    unknowns: int  # unknowns of a sparse system, which are its steps too; 0 without one
    sparse_values: int  # its entries, with those that fill in
    sparse_bounds: int  # whether sizes of its pivots follow from its entries
    moved_joints: int  # joints that drives move: those of driven joints, loops included
    driver: int  # address of the compiled code that places driven joints; set when memory is allocated
    loop_forces: int  # rows of forces that act on joints that close loops, or read their coordinates
    parent: np.ndarray  # row of the parent body; -1 for the ground
    kind: np.ndarray  # code of the joint that leads to the body
    q_at: np.ndarray  # where the joint's coordinates start in the user's q
    u_at: np.ndarray  # where the joint's velocities start in the user's u
    # (these three are empty without driven joints)
    driven_by: np.ndarray  # the first signal that a driven joint follows, else -1
    moved: np.ndarray  # row of the joint that a driven joint's drive moves; these rows follow all others
    moved_turn: np.ndarray  # how that joint's quaternion is given, see joints/driven.py
    quaternion: np.ndarray  # where each quaternion starts in the user's q (per quaternion)
    dof: np.ndarray  # where the joint's DoFs start in tree order (one row more: the total)
    normal: np.ndarray  # where the joint's constraints start in tree order (one row more: the total)
    slot: np.ndarray  # row of a branching body (two children or more) in the branch memory, else -1
    children: np.ndarray  # number of children
    younger: np.ndarray  # whether a later sibling exists, which an inward loop visits first
    sliding: np.ndarray  # wittenburg: whether the body's origin moves in the parent
    upright: np.ndarray  # whether the joint frame is parallel to the parent's frame
    dof_parent: np.ndarray  # extended parent array: the DoF before this one on the path to the ground (per DoF)
    dof_user: np.ndarray  # the DoF's index in the user's u (per DoF)
    row_at: np.ndarray  # where a DoF's packed path row starts (per DoF, one more: the total)
    level: np.ndarray  # position of a DoF in its path's line, deepest level first (per DoF)
    cousin: np.ndarray  # the DoF before this one on the same level, or -1 (per DoF)
    path_at: np.ndarray  # where the columns of B of a body start in the direct method's memory
    path_length: np.ndarray  # DoFs on the body's path
    normal_parent: np.ndarray  # the constraint before this one in the elimination of the multipliers (per constraint)
    normal_row_at: np.ndarray  # where a constraint's packed row starts (per constraint, one more: the total)
    normal_level: np.ndarray  # as level (per constraint)
    normal_cousin: np.ndarray  # as cousin (per constraint)
    normal_dof: np.ndarray  # DoF whose armature a constraint stands for, else -1 (per constraint; empty without any)
    loop_body: np.ndarray  # row of the body that a loop's joint leads to; -1 for the ground (per loop)
    loop_root: np.ndarray  # row of the last body on both paths of a loop; -1 for the ground (per loop)
    loop_at: np.ndarray  # where a loop's constraints start (per loop, one more: the total)
    loop_own: np.ndarray  # DoFs on the path of the loop's body up to the loop's root (per loop)
    loop_either: np.ndarray  # the same plus those on the path of the other body (per loop)
    loop_dof_at: np.ndarray  # where a loop's DoFs start in loop_dofs (per loop, one more: the total)
    loop_dofs: np.ndarray  # DoFs: of the body up to the root, of the other body up to the root, from there on
    loop_half_at: np.ndarray  # where a loop's rows of Y start (per loop, one more: the total)
    stretch_at: np.ndarray  # where the loops of a stretch start (per stretch, one more: the total)
    stretch_length: np.ndarray  # its DoFs, which follow one another in the rows of all its loops (per stretch)
    stretch_width: np.ndarray  # constraints of its loops (per stretch)
    stretch_loop: np.ndarray  # the loop (per stretch and loop, in their order)
    stretch_half: np.ndarray  # where the stretch starts in the loop's first row of Y (per stretch and loop)
    stretch_run: np.ndarray  # where the loops end that follow this one without a gap (per stretch and loop)
    # loops closed body by body (passes/spans.py); a loop spans the bodies on its two paths up to its root
    loop_event_at: np.ndarray  # where those start in loop_order whose root a body is, or that end there (two per body)
    loop_order: np.ndarray  # loops in the order of their elimination
    loop_block: np.ndarray  # where the couplings of a loop with itself start (per loop)
    span_at: np.ndarray  # where the loops that span a body start in span_loop (one row more: the total)
    span_loop: np.ndarray  # the loop (per body and loop that spans it)
    span_row: np.ndarray  # where its wrenches start (per body and loop that spans it)
    span_pair_at: np.ndarray  # where the pairs of loops that span a body start (one row more: the total)
    span_pairs: np.ndarray  # where the couplings of a pair start (per body and pair)
    span_value_at: np.ndarray  # where y of a body starts (one row more: the total)
    front_at: np.ndarray  # where the loops start that a loop is coupled with when it is eliminated (per loop, one more)
    front_loop: np.ndarray  # such a loop
    front_block: np.ndarray  # where its couplings start
    front_row: np.ndarray  # where its wrenches start, -1 at the ground
    front_pair_at: np.ndarray  # where the pairs of such loops start (per loop, one more: the total)
    front_pairs: np.ndarray  # where the couplings of a pair start
    sparse_turned: np.ndarray  # sparse systems: whether a joint's unknowns are along the ground's axes (per body)
    sparse_half: (
        np.ndarray
    )  # sparse systems: 1 if a column has only its linear half, 2 the angular one, else 0 (per DoF)
    attached_at: (
        np.ndarray
    )  # multipliers with loops: where the wrenches on a body start (per body, one more: the total)
    attached: np.ndarray  # these wrenches: rows of work.shifted
    attached_to: np.ndarray  # the multiplier of each
    sparse_place: np.ndarray  # where an entry of a sparse system is among its values (per entry)
    sparse_column: np.ndarray  # the unknown that a value is multiplied by (per value)
    sparse_pivot: np.ndarray  # the pivot's place (per step)
    sparse_end: np.ndarray  # where the pivot's row ends (per step)
    sparse_unknown: np.ndarray  # the pivot's unknown (per step)
    sparse_sign: np.ndarray  # the pivot if it is a constant ±1, else 0 (per step)
    sparse_size: np.ndarray  # row of the size that it is compared with; -1 - c for constraint c of loops (per step)
    sparse_bound_at: np.ndarray  # where the bounds start of which a size consists (per size, one more: the total)
    sparse_bound: np.ndarray  # places of three entries of a and three of M's diagonal (per bound)
    sparse_step_at: np.ndarray  # where its updates start (per step, one more: the total)
    sparse_steps: np.ndarray  # updates, see solvers/sparse.py
    sparse_diagonal: np.ndarray  # place of the diagonal entry (per constraint of loops)
    sparse_watch_at: np.ndarray  # where the constraints start whose diagonals it changes (per constraint, one more)
    sparse_watch: np.ndarray  # these constraints
    carrier: np.ndarray  # row of the tree that carries a body of the user (per user body)
    signal_at: np.ndarray  # where the pieces of a signal start (per signal, one more: the total)
    signal_pieces: np.ndarray  # start, middle, 1 over half width, coefficients of powers (per piece)
    force_kind: np.ndarray  # code of the force (per row of a force)
    force_owner: np.ndarray  # which of the forces it belongs to (per row of a force)
    force_row: np.ndarray  # row of the tree with the body that it acts on, -1 for the ground (per row of a force)
    force_at: np.ndarray  # where its numbers start (per row of a force)
    force_place_at: np.ndarray  # where its places start (per row of a force)
    force_places: np.ndarray  # rows, DoFs, indices, signals, addresses; each force has its own layout
    force_numbers: np.ndarray  # numbers; each force has its own layout
    own_at: np.ndarray  # where the block of a user's own joint starts in work.own (empty without such joints)
    # addresses of the compiled programs of a user's own joint (four per row); set when memory is allocated
    own_programs: np.ndarray
    own_drifts: np.ndarray  # whether its columns move as seen from the parent
    own_first_piece: np.ndarray  # where its curves start among own_pieces
    own_pieces: np.ndarray  # pieces of the curves that users' own joints follow, as in signal_pieces
    mount: np.ndarray  # joint frame in the parent's frame: rotation (9), origin (3)
    constants: np.ndarray  # constants of the joint
    inertia: np.ndarray  # mass, mass times centre (3), inertia about the origin (6), body axes
    compliance: np.ndarray  # 1/mass, centre of mass (3), inverse of the tensor about it (6), body axes
    # augmented body: mass times centre (3), inertia about the origin (6), body axes; mass that its joint carries
    augmented: np.ndarray
    armature: np.ndarray  # inertia of the DoF itself, such as a rotor's (per DoF; empty without any)
    # per DoF: 1 over the root of about its inertia; the preference for it among dependent DoFs
    loop_weights: np.ndarray
    loop_mount: np.ndarray  # the frame that a loop's joint moves, in its body: rotation (9), origin (3) (per loop)
    attach: np.ndarray  # user's body frame in the frame of its carrier: rotation (9), origin (3) (per user body)
    gravity: np.ndarray  # one row of 3
    own_joints: np.ndarray  # objects: the motion of a user's own joint, else None; for kernels that run interpreted
    laws: np.ndarray  # objects: keeps the users' functions alive, since force_places holds their addresses


class Work(NamedTuple):
    """The memory of one evaluation, with a trailing lane axis for W states; forms allocate what they need."""

    rotation: np.ndarray  # body axes to ground axes (9)
    offset: np.ndarray  # ρ: origin minus the parent's origin (3)
    motion: np.ndarray  # ω, and the accelerations (v̇, ω̇) that the body has when u̇ = 0, gravity included (9)
    inertia: np.ndarray  # mass times centre (3), inertia about the origin (6), of the body or of the augmented body
    force: np.ndarray  # wrench (force, moment) that this motion requires, minus external wrenches (6)
    columns: np.ndarray  # tangent basis A: one column of 6 per DoF
    duals: np.ndarray  # A(AᵀA)⁻¹: one column of 6 per DoF
    normals: np.ndarray  # orthogonal basis Z: one column of 6 per constraint
    shifted: np.ndarray  # multipliers: Z about the parent's origin, CᵀZ
    compliance: np.ndarray  # multipliers: centre of mass (3), inverse of the tensor about it (6)
    reaction: np.ndarray  # multipliers: wrench that a joint passes on to its body (6)
    travel: np.ndarray  # position of the origin (3), its velocity (3), angular velocity (3)
    response: np.ndarray  # Δ: the accelerations that u̇ adds, or the velocities that u adds (6)
    # driven joints: V^J, the velocity that the joint adds to its body; the acceleration that it adds, seen from the
    # parent; β, the velocity that all driven joints together give the body (18)
    drift: np.ndarray
    # the time, then per joint that a drive moves: coordinates (7), their rates (7) and accelerations (7), u (6), u̇ (6)
    moved: np.ndarray
    momentum: np.ndarray  # momenta (6) and forces (6) on their way to the parent
    # separate bodies, per DoF: articulated inertia times column over pivot (6), force over pivot, 1 over pivot
    pivots: np.ndarray
    impulse: np.ndarray  # impulses of loops on the body (6)
    stack: np.ndarray  # separate bodies: articulated inertias (21) and wrenches (6) on their way to the parent
    branch: np.ndarray  # separate bodies, per branching body: its Δ (6)
    composite: np.ndarray  # composite bodies: mass, mass times centre (3), inertia about the origin (6)
    rates: np.ndarray  # rate of the mass matrix: of ρ (3), of the composite's mass times centre (3) and inertia (6)
    column_rates: np.ndarray  # rate of the mass matrix: of the columns of A (6)
    path: np.ndarray  # direct: the columns of B, packed by body along its path (6)
    rows: np.ndarray  # packed path rows of the mass matrix, or of the multipliers' matrix (1)
    vector: np.ndarray  # a right-hand side in tree order (1)
    line: np.ndarray  # the numbers of one path during a factorisation or substitution (1)
    diagonal: np.ndarray  # upper bounds of the diagonal entries of the mass matrix (1)
    basis: np.ndarray  # eigen: C, by rows: the eigenvectors; independent: Nᵀ, by rows, then a particular u̇ (1)
    matrix: np.ndarray  # eigen: L = C M Cᵀ, by rows; independent: NᵀMN, then its factor: lower triangle by rows (1)
    spin: np.ndarray  # eigen: Ω, by rows (1)
    # of the warm-started solvers, one column each; n is the number of unknowns
    inverse: np.ndarray  # H, or the factors of A_k, as a full lower triangle by rows
    factors: np.ndarray  # packed rows that become the factors for a new start of the iteration
    weights: np.ndarray  # 1 over the diagonal entries of A
    solution: np.ndarray  # x; at the start of a call that of the last one
    earlier: np.ndarray  # x of the call before the last one
    residual: np.ndarray  # r = b - Ax
    direction: np.ndarray  # g of the last correction
    image: np.ndarray  # g = H r
    # of a sparse system
    values: np.ndarray  # its entries, row after row in the order of its steps, then its factors (1)
    found: np.ndarray  # its unknowns, and -1 for the right-hand side (1)
    largest: np.ndarray  # per constraint of loops: the largest value that its diagonal entry had (1)
    # of joints that close loops
    measured: np.ndarray  # their coordinates, then their velocities (1)
    point: np.ndarray  # per loop: origin of the frame that the joint moves (3)
    gap: np.ndarray  # per constraint: gap, its rate, its acceleration when u̇ = 0, 0 if its row of G vanishes (4)
    half: np.ndarray  # rows of G, then of Y = G U⁻ᵀ D⁻½, by loop (1)
    meeting: np.ndarray  # per DoF of a stretch: the entries of Y of all its loops (1)
    pivot_scale: np.ndarray  # per DoF: 1 over the root of its pivot (1)
    scattered: np.ndarray  # per DoF: Yλ, then M⁻¹Gᵀλ (1)
    schur: np.ndarray  # G M⁻¹ Gᵀ, then its factor: upper triangle by rows (1)
    multiplier: np.ndarray  # per constraint: right-hand side, then λ (1)
    # per constraint: 1 if it counts, 0 if it depends on those before it; then whether that is given; per constraint, the
    # choice of the step before; then whether the factors are U D Uᵀ (1)
    chosen: np.ndarray
    # of loops closed body by body
    carried: np.ndarray  # per constraint: its wrench on its way inward from the body, then those from the other one (6)
    # per constraint: upper bound of its coupling with itself, squares of both halves of z, this coupling at first (4)
    extent: np.ndarray
    spanned: np.ndarray  # per DoF and constraint that spans it: y/d (1)
    blocks: np.ndarray  # couplings S of constraints, by pairs of loops (1)
    # of independent accelerations
    reduced: np.ndarray  # rows of G that count, with their right-hand sides, in reduced echelon form (1)
    pivot_dof: np.ndarray  # per such row: the DoF that depends on the others by it (1)
    slots: np.ndarray  # per unknown: whether there is one, its DoF, an upper bound of its diagonal entry (3)
    unknowns: np.ndarray  # per unknown: right-hand side, then v̇ (1)
    shift: np.ndarray  # per constraint, of symplectic steps: multipliers ν and μ, and what they lack (4)
    anchor: np.ndarray  # the closed state at the start of such a step, and an estimate of that at its end (1)
    own: np.ndarray  # blocks of the users' own joints (1), see mechanism/joints/own/programs.py
    # of the mechanism's own forces
    given: np.ndarray  # q and u as forces see them; then, if they act on loops, what is measured there (1)
    law: np.ndarray  # inputs and outputs of a user's function (1)
    account: np.ndarray  # per force: energy, power, wrench on the row of its body, joint forces (14)
    # of integrators, one column each except loads
    state: np.ndarray  # q, then u or p, in the user's order
    slope: np.ndarray  # its rate
    stages: np.ndarray  # vectors that an integrator keeps within a step, each as long as the state
    jacobian: np.ndarray  # of implicit steps: derivatives and a system of equations (``integrate/jacobian.py``)
    clock: np.ndarray  # time, length of the step, whether the last one was rejected
    drive: np.ndarray  # joint forces from outside, in the user's order: none
    loads: np.ndarray  # wrenches from outside on the user's bodies: none (6)
    report: np.ndarray  # settings, state and statistics of the iteration, see solvers/warm.py
    locks: np.ndarray  # velocities that are held, and what holds them (integrate/locking.py)


# columns of the tables of a Tree; its other arrays are lists of integers
TREE_NUMBERS = (
    "bodies",
    "user_bodies",
    "dofs",
    "coordinates",
    "beside",
    "quaternions",
    "constraints",
    "rheonomic",
    "rotors",
    "forces",
    "body_forces",
    "named_forces",
    "audited",
    "loader",
    "timed",
    "loops",
    "surveyed",
    "loop_constraints",
    "loop_coordinates",
    "loop_entries",
    "loop_paths",
    "stretches",
    "surveyor",
    "closer",
    "spanner",
    "projector",
    "corrector",
    "unknowns",
    "sparse_values",
    "sparse_bounds",
    "moved_joints",
    "driver",
    "loop_forces",
)
TREE_WIDTHS = {
    "force_numbers": 1,
    "signal_pieces": PIECE_WIDTH,
    "own_pieces": PIECE_WIDTH,
    "mount": 12,
    "constants": 6,
    "inertia": 10,
    "armature": 1,
    "attach": 12,
    "loop_weights": 2,
    "loop_mount": 12,
    "gravity": 3,
    "compliance": 10,
    "augmented": 10,
}
# tables whose numbers may differ among variants that run side by side
VARYING = tuple(name for name in TREE_WIDTHS if not name.endswith("_pieces"))
# rows (per body, DoF, constraint; empty: set by the form) and columns of the arrays of a Work
WORK_SHAPES = {
    "rotation": ("body", 9),
    "offset": ("body", 3),
    "motion": ("body", 9),
    "inertia": ("body", 9),
    "force": ("body", 6),
    "columns": ("dof", 6),
    "duals": ("dof", 6),
    "normals": ("constraint", 6),
    "shifted": ("constraint", 6),
    "compliance": ("body", 9),
    "reaction": ("body", 6),
    "travel": ("body", 9),
    "response": ("body", 6),
    "drift": ("body", 18),
    "moved": ("", 1),
    "momentum": ("body", 12),
    "pivots": ("dof", 8),
    "impulse": ("body", 6),
    "stack": ("branch", 27),
    "branch": ("branch", 6),
    "composite": ("body", 10),
    "rates": ("body", 12),
    "column_rates": ("dof", 6),
    "path": ("", 6),
    "rows": ("", 1),
    "vector": ("dof", 1),
    "line": ("dof", 1),
    "diagonal": ("dof", 1),
    "basis": ("", 1),
    "matrix": ("", 1),
    "spin": ("", 1),
    "inverse": ("", 1),
    "factors": ("", 1),
    "weights": ("", 1),
    "solution": ("", 1),
    "earlier": ("", 1),
    "residual": ("", 1),
    "direction": ("", 1),
    "image": ("", 1),
    "values": ("", 1),
    "found": ("", 1),
    "largest": ("", 1),
    "measured": ("", 1),
    "point": ("", 3),
    "gap": ("", 4),
    "half": ("", 1),
    "meeting": ("", 1),
    "pivot_scale": ("", 1),
    "scattered": ("", 1),
    "schur": ("", 1),
    "multiplier": ("", 1),
    "chosen": ("", 1),
    "carried": ("", 6),
    "extent": ("", 4),
    "spanned": ("", 1),
    "blocks": ("", 1),
    "reduced": ("", 1),
    "pivot_dof": ("", 1),
    "slots": ("", 3),
    "unknowns": ("", 1),
    "shift": ("", 4),
    "anchor": ("", 1),
    "own": ("", 1),
    "given": ("", 1),
    "law": ("", 1),
    "account": ("", 14),
    "state": ("", 1),
    "slope": ("", 1),
    "stages": ("", 1),
    "jacobian": ("", 1),
    "clock": ("", 1),
    "drive": ("", 1),
    "loads": ("", 6),
    "report": ("", 1),
    "locks": ("", 1),
}
# where rates, accelerations, u and u̇ of a joint that a drive moves come after its coordinates in work.moved, and all
MOVED_RATES, MOVED_ACCELERATIONS, MOVED_U, MOVED_U_DOT, MOVED = 7, 14, 21, 27, 33
# arrays that the outward sweep fills
SWEEP = ("rotation", "offset", "motion", "inertia", "force", "columns")
# arrays that a warm-started solver keeps from call to call
KEPT = ("inverse", "solution", "earlier", "direction", "report")
