"""Every integrator against SciPy's DOP853 in a loop of its own: over the catalogue, published robots and random mechanisms with all kinds of forces; motions, and the moments at which something happens."""

import numpy as np
import pytest
from helpers.robot_files import published
from helpers.second_opinion import FORM, SecondOpinion, fitting

import bough as bo
from bough.formats import read
from bough.integrate.methods import methods

pytestmark = pytest.mark.slow

ADAPTIVE = {
    "dop853": [(1e-9, 1e-11), (1e-11, 1e-12)],
    "dopri5": [(1e-8, 1e-10)],
    "DOP853": [(1e-9, 1e-11)],
    "RK45": [(1e-7, 1e-9)],
    "RK23": [(1e-5, 1e-7)],
    "LSODA": [(1e-8, 1e-10)],
    "Radau": [(1e-6, 1e-8)],
    "BDF": [(1e-6, 1e-8)],
}
WITH_EVENTS = ("dop853", "dopri5", "DOP853", "LSODA")
FIXED = [name for name, method in methods().items() if not method.is_adaptive]
MOST_SHORT = 20_000  # steps after which an implicit method is given up
RANDOM, TOGETHER = 200, 5  # seeds, and how many of them a test takes
# robots that cannot be simulated: no links, or fingers without mass
HOPELESS = (
    "ur_description/urdf/ur3.urdf",
    "romeo_description/urdf/romeo.urdf",
    "romeo_description/urdf/romeo_laas_small.urdf",
)


# --- mechanisms -----------------------------------------------------------------------------------------------------------


def machine(name):
    """A machine of the catalogue, from where its own motion starts."""
    mechanism = bo.model(name)
    start = mechanism.coordinates(mechanism.q0), mechanism.velocities(mechanism.u0)
    return SecondOpinion(mechanism, *start, fitting(mechanism, *start, 0.5))


def robot(name, floating):
    """A published robot in some motion, with its stops, damping and friction, or without where these make it so stiff that it would hardly get anywhere."""
    for forces in (True, False):
        mechanism, _ = read(published()[name], floating=floating, forces=forces)
        if not mechanism.n:  # one rigid body, which needs a free root to move
            return robot(name, True)
        u = 0.1 * np.random.default_rng(len(name)).standard_normal(mechanism.n)
        start = mechanism.coordinates(mechanism.q0), u
        if np.linalg.cond(bo.mass_matrix(mechanism, start[0])) > 1e13:
            pytest.skip("its mass matrix is singular but for rounding: it cannot be simulated")
        if (duration := fitting(mechanism, *start, 0.1)) > 1e-3:
            break
    return SecondOpinion(mechanism, *start, duration)


def mixed(seed):
    """A random tree with joints of all kinds, some of them driven, and forces of all kinds."""
    rng = np.random.default_rng(seed)
    tree = bo.models.random_tree(int(rng.integers(2, 6)), seed, roots=int(rng.integers(1, 3)))
    mechanism = bo.Mechanism(f"mixed {seed}", gravity=tree.gravity)
    for body in tree.bodies:
        joint = body.joint
        if isinstance(joint, bo.Revolute | bo.Prismatic | bo.Helical) and rng.random() < 0.25:
            joint = bo.Driven(joint, f"{rng.uniform(0.1, 0.5):.3f}*sin({rng.uniform(1, 6):.3f}*t)")
        armature = rng.uniform(0, 0.5, len(joint.u_names)) * (rng.random() < 0.3)
        mechanism.add_body(body.name, body.parent, joint, body.at, body.rotation, body.inertia, armature=armature)
    if not mechanism.n:  # fixed and driven joints only
        mechanism.add_body(
            "free", mechanism.body_names[-1], bo.Revolute((1, 0, 0)), inertia=bo.Inertia.sphere(0.2, 1.0)
        )
    bodies = mechanism.body_names
    moving = [body.name for body in mechanism.bodies if body.joint.u_names]
    hinges = [body.name for body in mechanism.bodies if len(body.joint.u_names) == 1]
    for name in moving:
        if rng.random() < 0.4:
            mechanism.add_force(f"{name} damper", bo.JointDamper(name, rng.uniform(0.1, 2.0)))
    for name in hinges:
        force = (
            bo.JointSpring(name, rng.uniform(1, 50), rng.uniform(-0.5, 0.5)),
            bo.Motor(name, f"{rng.uniform(-5, 5):.3f}*cos({rng.uniform(1, 8):.3f}*t)"),
            bo.Servo(name, f"sin({rng.uniform(1, 4):.3f}*t)", rng.uniform(5, 50), rng.uniform(0.5, 3), most=5.0),
            bo.JointFriction(name, rng.uniform(0.1, 2.0), 0.1),
            bo.JointLimit(name, -0.2, 0.2, stiffness=100.0, softness=0.1),
        )[rng.integers(5)]
        mechanism.add_force(f"{name} force", force)
    a, b = bodies[rng.integers(len(bodies))], (*bodies, "ground")[rng.integers(len(bodies) + 1)]
    if a != b:
        line = bo.SpringDamper(a, b, (0.1, 0, 0), (0, 0.2, 2.0), stiffness=rng.uniform(5, 50), damping=0.5, rest=0.3)
        mechanism.add_force("line", line)
        if rng.random() < 0.5:
            mechanism.add_force(
                "mount", bo.Bushing(a, b, stiffness=(10, 10, 10, 1, 1, 1), damping=(1, 1, 1, 0.1, 0.1, 0.1))
            )
    if rng.random() < 0.3:
        mechanism.add_force("wind", bo.Wrench(a, force=("sin(2*t)", 1.0, "smooth(t, 0, 0.3)")))
    start = bo.models.random_state(mechanism, seed)
    return SecondOpinion(mechanism, *start, fitting(mechanism, *start, 0.5))


MAKERS = {"machine": machine, "robot": robot, "mixed": mixed}


def cases():
    found = [pytest.param([("machine", (name,))], id=name) for name in bo.catalogue()]
    for k, name in enumerate(name for name in published() if name not in HOPELESS):
        found.append(pytest.param([("robot", (name, k % 2 == 1))], id=name))
    for first in range(0, RANDOM, TOGETHER):
        found.append(pytest.param([("mixed", (seed,)) for seed in range(first, first + TOGETHER)], id=f"mixed-{first}"))
    return found


# --- what is compared -----------------------------------------------------------------------------------------------------


def pairs(found):
    """By integrators of fixed steps, a few of them to one of dop853's, and more where an implicit one does not converge: (how at h/2, states at h, states at h/2)."""
    run, _ = found.simulated()
    step = found.duration / (4 * max(8, run.statistics["steps"]))
    for name in FIXED:
        how = {"integrator": name, "formulation": "hamilton-recursive" if name == "verlet" else FORM}
        if bo.methods.why_unsupported(found.mechanism, how["formulation"]) is None:
            yield settled(found, how, step)


def settled(found, how, step):
    try:
        (_, coarse), (_, fine) = (found.simulated(step=h, **how) for h in (step, step / 2))
    except bo.errors.StepError as error:
        if "does not converge" not in str(error) or step < found.duration / MOST_SHORT:
            raise
        return settled(found, how, step / 4)
    return {**how, "step": step / 2}, coarse, fine


def complaints_on_adaptive(found, event):
    """Those that keep to tolerances."""
    for name, tolerances in ADAPTIVE.items():
        for rtol, atol in tolerances:
            how = {"integrator": name, "rtol": rtol, "atol": atol}
            run, states = found.simulated(**how)
            error, allowed = found.error(states), found.allowed(rtol, atol, run.statistics["steps"])
            if not error < allowed:
                yield f"{name} at {rtol:g} is off by {error:.2g}, allowed {allowed:.2g}"
            if event and name in WITH_EVENTS:
                yield from complaints_on_event(found, event, how, allowed, states)


def complaints_on_fixed(found, event):
    """Those of fixed steps: results at h and h/2 are as far apart as the error at h/2, at the least.

    A kink of a force leaves an error of order two. Its factor depends on where in a step the kink falls, so that results at
    h and h/2 may be close by chance; then those at 2 h and h count by their share.
    """
    for how, coarse, fine in pairs(found):
        rounding = found.allowed(1e-15, 1e-15, found.duration / how["step"])
        error, apart = found.error(fine), float(np.abs(coarse - fine).max())
        if not error < 2.0 * apart + rounding:
            _, coarser = found.simulated(**{**how, "step": 4 * how["step"]})
            apart = max(apart, float(np.abs(coarser - coarse).max()) / 16)
        allowed = 2.0 * apart + rounding
        if not error < allowed:
            yield f"{how['integrator']} at h = {how['step']:.2g} is off by {error:.2g}, allowed {allowed:.2g}"
        if event:
            yield from complaints_on_event(found, event, how, allowed, fine)


def complaints_on_event(found, crossing, how, apart, without):
    """An event is as late as the motion is off, over the speed at which it passes."""
    run, states = found.simulated((found.event(crossing),), **how)
    times, who = [event["time"] for event in run.events], how["integrator"]
    if len(times) != len(crossing.times):
        yield f"{who} finds events at {times}, not at {crossing.times}"
        return
    late, allowed = np.abs(np.array(times) - crossing.times).max(), apart / crossing.slowest
    if not late < allowed:
        yield f"the event by {who} is off by {late:.2g} s, allowed {allowed:.2g} s"
    if not np.abs(states - without).max() < apart:
        yield f"{who} moves otherwise where an event is looked for"


def complaints_on_stop(found, crossing):
    """A run that ends at the event has all states before it, and none after."""
    run, _ = found.simulated((found.event(crossing, stops=True),))
    times, before = run.time.values, found.times[found.times < crossing.times[0]]
    is_cut = len(times) <= len(before) + 1 and times[-1] < crossing.times[0] + 1e-6 * found.duration
    if run.status != "completed" or len(run.events) != 1 or not is_cut or not np.isin(before, times).all():
        yield f"a run that stops at {crossing.times[0]} has states at {times}"


@pytest.mark.parametrize("names", cases())
def test_all_integrators_agree_on_motions_and_events(names):
    complaints = []
    for kind, name in names:
        found = MAKERS[kind](*name)
        event = found.crossing()
        told = [*complaints_on_adaptive(found, event), *complaints_on_fixed(found, event)]
        told += complaints_on_stop(found, event) if event else ()
        complaints += [f"{kind} {name}: {complaint}" for complaint in told]
    assert not complaints, "\n".join(complaints)
