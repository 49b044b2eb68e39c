"""Mechanisms of every kind that mixes features, and every documented entry point as numbers of a state."""

import math
import warnings
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import bough as bo
from bough.export.model import model_of
from bough.gym import Environment
from helpers.exported import Exported

Y = (0, 1, 0)
HINGE = bo.Revolute(axis=Y)


def _push(t, q, u):
    return -0.3 * u - 0.1 * q * q * q + 0.2 * math.sin(3.0 * t)


def _drag(t, position, rotation, velocity, spin):
    return (-0.2 * velocity[0], -0.2 * velocity[1], -0.2 * velocity[2]), (0.0, -0.01 * spin[1], 0.0)


def _rod(length, mass):
    return bo.Inertia.rod(length, mass=mass, radius=0.01, axis=(1, 0, 0), center=(length / 2, 0, 0))


def _arm(first, mass):
    mechanism = bo.Mechanism("arm")
    mechanism.add_body("base", "ground", first, at=(0, 0, 1), inertia=_rod(0.5, mass))
    mechanism.add_body("elbow", "base", HINGE, at=(0.5, 0, 0), inertia=_rod(0.4, 2.0))
    mechanism.add_body("hand", "elbow", bo.Ball(), at=(0.4, 0, 0), inertia=bo.Inertia.box((0.1, 0.2, 0.3), mass=0.7))
    mechanism.add_force("damper", bo.JointDamper("elbow", 0.1))
    mechanism.add_force("spring", bo.SpringDamper("hand", "ground", stiffness=20.0, rest=0.3, damping=0.5))
    return mechanism


def _bars(factor, cut, *forces, drive=None):
    mechanism = bo.Mechanism("four-bar")
    crank = HINGE if drive is None else bo.Driven(HINGE, drive)
    for name, parent, joint, at, length in (
        ("crank", "ground", crank, 0.0, 0.2),
        ("coupler", "crank", HINGE, 0.2, 0.5),
        ("rocker", "ground", HINGE, 0.5, 0.4),
    ):
        mechanism.add_body(name, parent, joint, at=(at, 0, 0), inertia=_rod(length, 5 * length * factor))
    mechanism.add_loop("pin", "coupler", "rocker", HINGE, at=(0.5, 0, 0), other_at=(0.4, 0, 0), cut=cut)
    own = {"spring": bo.JointSpring("rocker", 2.0, -1.0), "brake": bo.JointDamper("pin", 0.05)}
    for name, force in {**own, **dict(forces)}.items():
        mechanism.add_force(name, force)
    mechanism.q0.update({"rocker": -1.5} if drive else {"crank": -1.0, "rocker": -1.5})
    return mechanism


def _geared(q):
    return (0.02 * q, 0, 0), [((0, 1, 0), q)]


GEARED = bo.CustomJoint(_geared, coordinates={"q": "rad"})
LAWS = {"law": bo.CustomJointForce("crank", _push), "drag": bo.CustomBodyForce("coupler", _drag)}
OWN = {"law": bo.CustomJointForce("elbow", _push), "drag": bo.CustomBodyForce("hand", _drag)}


def _with(mechanism, forces):
    for name, force in forces.items():
        mechanism.add_force(name, force)
    return mechanism


# from a factor of masses
KINDS = {
    "tree": lambda mass=1.0: _arm(HINGE, mass),
    "driven": lambda mass=1.0: _arm(bo.Driven(HINGE, "0.4*sin(2*t)"), mass),
    "own joint": lambda mass=1.0: _arm(GEARED, mass),
    "laws": lambda mass=1.0: _with(_arm(HINGE, mass), OWN),
    "loop cut at a joint": lambda mass=1.0: _bars(mass, "joint"),
    "loop cut at a body": lambda mass=1.0: _bars(mass, "body"),
    "loop, laws": lambda mass=1.0: _bars(mass, "joint", *LAWS.items()),
    "loop cut at a body, laws": lambda mass=1.0: _bars(mass, "body", *LAWS.items()),
    "loop, driven": lambda mass=1.0: _bars(mass, "joint", drive="0.3*t"),
    "loop, driven, law": lambda mass=1.0: _bars(
        mass, "joint", ("law", bo.CustomJointForce("rocker", _push)), drive="0.3*t"
    ),
}


def state(mechanism, seed=1, time=0.4):
    """A state that is closed, and moves."""
    rng = np.random.default_rng(seed)
    if not mechanism.loops:
        q, u = bo.models.random_state(mechanism, seed)
        return q, u
    q = bo.assemble(mechanism, time=time)
    u = bo.kinematics.consistent_velocities(mechanism, q, 0.5 * rng.normal(size=mechanism.n), time=time)
    return q, u


def _linear(m, q, u, t):
    model = bo.linearise(m, q, u, time=t)
    return np.sort_complex(np.linalg.eigvals(model.A)) if model.A.size else np.zeros(0)


def _simulated(**how):
    def run(m, q, u, t):
        found = bo.simulate(m, times=(t, t + 0.05, t + 0.1), start=t, q0=q, u0=u, **how)
        return np.concatenate((found.q.values, found.u.values), axis=-1)

    return run


def _stepped(m, q, u, t):
    stepper = bo.Stepper(m, integrator="rk4", step=1e-3, q0=q, u0=u, start=t)
    for _ in range(5):
        stepper.step()
    return np.concatenate((stepper.q, stepper.u), axis=-1)


def _ran(m, q, u, t, **how):
    return bo.simulate(m, times=(t, t + 0.05, t + 0.1), start=t, q0=q, u0=u, rtol=1e-10, atol=1e-12, **how)


def _side_by_side(m, u):
    """Velocities of several runs; a loop that is driven has but one choice."""
    return u if m.loops and m.driven_names else np.outer((1.0, 0.5, 0.2), u)


def _account(m, q, u, t):
    energy = _ran(m, q, u, t).energy()
    return np.concatenate([energy[name].values.ravel() for name in energy.data_vars])


def _quantities(m, q, u, t):
    run = _ran(m, q, u, t)
    return run.to_dataframe(list(run.quantities())).to_numpy(float)


def _saved(m, q, u, t):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run.nc"
        with warnings.catch_warnings(action="ignore", category=bo.BoughWarning):  # (files hold no functions)
            _ran(m, q, u, t).save(path)
        run = bo.Trajectory.load(path, mechanism=m).continue_(0.05)
    return np.concatenate((run.q.values, run.u.values), axis=-1)


def _held(t, q, u, memory):
    return 0.1 - 0.5 * np.asarray(u)


def _slowed(moment):
    name = moment.mechanism.u_names[-1]
    moment.u[name] = 0.5 * moment.u[name]


def _ended(run):
    return np.concatenate((run.q.values, run.u.values), axis=-1)[..., -1, :]


def _studied(m, q, u, t):
    start = {"q0": dict(zip(m.q_names, q, strict=True)), "u0": dict(zip(m.u_names, u, strict=True))}
    vary = {f"{m.body_names[0]}.mass": (1.0, 2.0)}
    run = {"duration": 0.05, "start": t, **start}
    study = bo.Study(
        m, vary, run, {"energy": "max energy.kinetic", "load": f"max reaction.{m.body_names[0]}.force"}, runs=3
    )
    found = study.run(progress=False)
    return np.stack([found[name] for name in ("energy", "load")])


def _reached(m, q, u, t):
    name = m.body_names[-1]
    pose = bo.body_poses(m, q, time=t)[-1]
    found = bo.reach(m, {f"{name}(0.1, 0, 0)": pose[:3, 3] + 0.1 * pose[:3, 0]}, q=q, time=t, limits=False)
    return found.q


def _exported(m, q, u, t):
    with TemporaryDirectory() as folder:
        model = model_of(m, duration=1.0, q0=dict(zip(m.q_names, bo.assemble(m), strict=True)))
        failed, u_dot = Exported(model, Path(folder))(t, q, u, np.zeros(m.n))["forward"]
    assert not failed
    return u_dot


def _parametrised(m, q, u, t):
    name = f"{m.body_names[0]}.mass"
    marked = m.with_parameters([name])
    return bo.forward_dynamics(marked, q, u, time=t, parameters=dict(marked.parameters))


def _loads(m, q, u, t):
    drives = {"drives": m.u_names[: bo.kinematics.mobility(m, np.atleast_2d(q)[0], time=t).dofs]} if m.loops else {}
    found = bo.dynamics.kinetostatics(m, q, u, 0.3 * u, time=t, **drives)
    return np.concatenate([np.reshape(part, (*np.shape(q)[:-1], -1)) for part in found], axis=-1)


def _written(m, q, u, t):
    with TemporaryDirectory() as folder:
        m.save(Path(folder) / "it.toml")
        return bo.forward_dynamics(bo.load(Path(folder) / "it.toml", joints={"_geared": GEARED}), q, u, time=t)


def _trained(m, q, u, t):
    q0, actions = bo.assemble(m), {m.u_names[-1]: (-1.0, 1.0)}
    how = {"q0": q0, "u0": bo.kinematics.consistent_velocities(m, q0)}
    it = Environment(m, lambda state, action: 0.0, period=0.01, actions=actions, **how)
    it.reset(seed=1)
    return np.concatenate([it.step(np.array([0.5]))[0] for _ in range(3)])


# of one state or of a batch
OF_STATES = {
    "forward_dynamics": lambda m, q, u, t: bo.forward_dynamics(m, q, u, time=t),
    "inverse_dynamics": lambda m, q, u, t: bo.inverse_dynamics(m, q, u, 0.3 * u, time=t),
    "mass_matrix": lambda m, q, u, t: bo.mass_matrix(m, q, time=t),
    "mass_matrix_rate": lambda m, q, u, t: bo.dynamics.mass_matrix_rate(m, q, u, time=t),
    "solve_mass_matrix": lambda m, q, u, t: bo.dynamics.solve_mass_matrix(m, q, 1.0 + u, time=t),
    "body_poses": lambda m, q, u, t: bo.body_poses(m, q, time=t),
    "body_twists": lambda m, q, u, t: bo.body_twists(m, q, u, time=t),
    "body_accelerations": lambda m, q, u, t: bo.body_accelerations(m, q, u, 0.3 * u, time=t),
    "kinetic_energy": lambda m, q, u, t: bo.kinetic_energy(m, q, u, time=t),
    "potential_energy": lambda m, q, u, t: bo.potential_energy(m, q, time=t),
    "coordinate_rates": lambda m, q, u, t: bo.kinematics.coordinate_rates(m, q, u, time=t),
    "momenta": lambda m, q, u, t: bo.dynamics.momenta(m, q, u, time=t),
    "velocities": lambda m, q, u, t: bo.dynamics.velocities(m, q, u, time=t),
    "hamiltonian": lambda m, q, u, t: bo.dynamics.hamiltonian(m, q, u, time=t),
    "canonical_rates": lambda m, q, u, t: np.concatenate(bo.dynamics.canonical_rates(m, q, u, time=t), axis=-1),
    "force_energies": lambda m, q, u, t: bo.dynamics.force_energies(m, q, time=t),
    "force_powers": lambda m, q, u, t: bo.dynamics.force_powers(m, q, u, time=t),
    "force_wrenches": lambda m, q, u, t: bo.dynamics.force_wrenches(m, q, u, time=t),
    "drive_forces": lambda m, q, u, t: bo.dynamics.drive_forces(m, q, u, time=t),
    "forward_derivatives": lambda m, q, u, t: bo.derivatives.forward_derivatives(m, q, u, time=t).by_q,
    "inverse_derivatives": lambda m, q, u, t: bo.derivatives.inverse_derivatives(m, q, u, 0.3 * u, time=t).by_q,
    "kinetostatics": _loads,
    "reactions": lambda m, q, u, t: bo.forward_dynamics(m, q, u, time=t, reactions=True)[1],
    "point_jacobian": lambda m, q, u, t: bo.kinematics.point_jacobian(m, q, m.body_names[-1], (0.1, 0.2, 0.3), time=t),
    "point_jacobian_rate": lambda m, q, u, t: bo.kinematics.point_jacobian_rate(m, q, u, m.body_names[-1], time=t),
}
# of one state
OF_ONE = {
    "linearise": _linear,
    "equilibrium": lambda m, q, u, t: bo.equilibrium(m, q, time=t).q,
    "simulate": _simulated(rtol=1e-10, atol=1e-12),
    "simulate, rk4": _simulated(integrator="rk4", step=1e-3),
    "simulate, gauss4": _simulated(integrator="gauss4", step=2e-3),
    "simulate, verlet": _simulated(integrator="verlet", step=5e-4),
    "simulate, rodas5p": _simulated(integrator="rodas5p", rtol=1e-9, atol=1e-11),
    "simulate, runs": lambda m, q, u, t: _ended(_ran(m, q, _side_by_side(m, u), t)),
    "simulate, control": lambda m, q, u, t: _ended(_ran(m, q, u, t, control=bo.SampledController(_held, 0.013))),
    "simulate, event": lambda m, q, u, t: _ended(_ran(m, q, u, t, events=[bo.Event(at=t + 0.03, then=_slowed)])),
    "stepper": _stepped,
    "stepper, runs": lambda m, q, u, t: _stepped(m, q, _side_by_side(m, u), t),
    "energy": _account,
    "quantities": _quantities,
    "continue_": _saved,
    "study": _studied,
    "environment": _trained,
    "reach": _reached,
    "matrices": lambda m, q, u, t: bo.dynamics.matrices(m, q, u, time=t).M,
    "parameters": _parametrised,
    "save": _written,
    "export_c": _exported,
}
# those that compile, or go through files, for seconds
LONG = ("simulate, event", "stepper, runs", "quantities", "study", "environment", "parameters", "save", "export_c")
# what gives the same by another way
AS = {"parameters": "forward_dynamics", "save": "forward_dynamics", "export_c": "forward_dynamics"}


@contextmanager
def by(code, monkeypatch):
    """What ``auto`` means for code."""
    with monkeypatch.context() as patch:
        patch.setenv("BOUGH_CODE", code)
        yield
