"""Words that bough used before, and words of other packages, with bough's words for them: the one table of both.

Names that do not exist answer with the word that was probably meant. Files with former words are read as before.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

# former names, also of types in files
FORMER = {
    "BodyLaw": "CustomBodyForce",
    "Bounce": "Impact",
    "JointLaw": "CustomJointForce",
    "Moment": "EventContext",
    "OwnConstraint": "CustomConstraint",
    "OwnJoint": "CustomJoint",
    "Sampled": "SampledController",
    "Together": "LinkedParameters",
    "describe": "models.to_dict",
    "digest": "models.fingerprint",
    "formulations": "methods.formulations",
    "papers": "methods.papers",
    "rebuild": "models.from_dict",
    "supports": "methods.why_unsupported",
}
# former arguments, also of settings in files
FORMER_ARGUMENTS = {"longest_step": "max_step"}
# names by what other packages call them
_NAMES = {
    "Revolute": "Hinge Pin",
    "Prismatic": "Slider Slide",
    "Ball": "Spherical BallJoint SphericalJoint",
    "Universal": "Cardan Hooke",
    "Helical": "Screw",
    "Fixed": "Weld Rigid",
    "Free": "Floating FloatingBase FreeFlyer SixDof",
    "SpringDamper": "Spring LinearSpring TSDA Dashpot",
    "JointSpring": "TorsionSpring RotationalSpring RSDA",
    "JointDamper": "Damper",
    "JointLimit": "EndStop Stop",
    "JointFriction": "Friction",
    "Motor": "Actuator",
    "Wrench": "ExternalForce Torque",
    "Inertia": "RigidBodyInertia SpatialInertia",
    "Mechanism": "Model MultibodyPlant MultibodySystem RigidBodyTree System World",
    "Mechanism.add_body": "Body Link Part RigidBody add_joint add_link add_rigid_body",
    "Mechanism.add_force": "add_actuator add_damper add_motor add_spring add_torque",
    "Mechanism.add_loop": "add_constraint close_loop",
    "Mechanism.n": "dof dofs ndof nv",
    "Mechanism.n_q": "nq",
    "Mechanism.bodies": "links",
    "Mechanism.save": "save",
    "SampledController": "Controller",
    "Event": "Callback",
    "Impact": "Restitution",
    "Table": "Spline",
    "simulate": "Simulation Simulator run solve solve_ivp",
    "Stepper": "step",
    "Trajectory.load": "load_result load_results load_run open_run",
    "Trajectory.plot": "animate plot",
    "view": "render visualize",
    "load": "from_urdf load_model load_urdf open read_urdf",
    "forward_dynamics": "aba",
    "inverse_dynamics": "rnea",
    "mass_matrix": "crba inertia_matrix",
    "body_poses": "fk forward_kinematics",
    "kinematics.point_jacobian": "jacobian",
    "inverse_kinematics": "ik",
    "equilibrium": "static_equilibrium trim",
    "results.LinearModel.modes": "eigenfrequencies eigenmodes modal modes",
    "Study": "monte_carlo parameter_study sweep",
    "optimise": "minimise minimize",
    "motions.synchronised": "synchronized",
    "export_c": "codegen",
    "export_fmu": "fmu to_fmu",
}
# the same of arguments
_ARGUMENTS = {
    "duration": "end_time stop_time t_end t_final t_stop tf",
    "start": "start_time t0 t_start",
    "times": "t_eval time_points",
    "every": "dt_out output_step saveat",
    "step": "dt h step_size time_step",
    "max_step": "h_max maximum_step",
    "rtol": "reltol tol",
    "atol": "abstol",
    "integrator": "method",
    "q0": "qpos x0",
    "u0": "dq0 qd0 qdot0 qvel v0",
    "events": "callbacks",
    "control": "controller",
    "tau": "ctrl forces torques",
    "threads": "cores n_jobs workers",
    "at": "location offset origin pos position",
    "rotation": "orientation quat quaternion rot rpy",
    "inertia": "mass",
    "visuals": "geometry visual",
}
# most names that are searched for the one probably meant
_MOST_ALIKE = 10_000


def _plain(word: str) -> str:
    return word.replace("_", "").lower()


def _by_word(table: Mapping[str, str]) -> dict[str, str]:
    return {_plain(word): name for name, words in table.items() for word in words.split()}


_NAME_OF, _ARGUMENT_OF = _by_word(_NAMES), _by_word(_ARGUMENTS)
_NOW = {**FORMER, **FORMER_ARGUMENTS}
_BEFORE = {word: former for former, word in _NOW.items()}


def now(word: Any) -> Any:
    """A word of a file that may have been written before it was renamed."""
    return _NOW.get(word, word) if isinstance(word, str) else word


def before(word: str) -> str:
    """What a word was when it first came into files: fingerprints are made of these."""
    return _BEFORE.get(word, word)


def meant(name: object, known: Iterable[str]) -> str | None:
    """The known name that was probably meant by an unknown one, or None."""
    known, name = list(known), str(name)
    word = _plain(name)
    for other in (_NOW.get(name), _NAME_OF.get(word), _ARGUMENT_OF.get(word)):
        if other in known:
            return other
    # the comparison takes time in proportion to the number of names, and to the square of their length
    close = [other for other in known if other.lower() == name.lower()]
    if not close and len(known) <= _MOST_ALIKE and len(name) <= 100:
        close = difflib.get_close_matches(name, known, 1)
    return close[0] if close else None


def lacking(owner: str, name: str, places: Mapping[str, str]) -> AttributeError:
    """The error on a name that ``owner`` lacks; ``places``: where each of the names that it has is, as seen from bough."""
    import bough

    if name in FORMER:
        hint = f"it is now bough.{FORMER[name]}."
    elif name in places or name in dir(bough):
        hint = f"it is bough.{places.get(name, name)}."
    elif (place := _NAME_OF.get(_plain(name)) or places.get(meant(name, places) or "")) is not None:
        hint = f"did you mean bough.{place}?"
    else:
        hint = "dir() lists what there is."
    return AttributeError(f"{owner} has no attribute '{name}': {hint}")


def refuse(function: Callable[..., Any], unknown: Mapping[str, object]) -> NoReturn:
    """Refuse keyword arguments that a function does not have, as Python does, but with those that were probably meant."""
    (name, *_), known = (
        unknown,
        [each for each in inspect.signature(function).parameters if each not in ("self", "unknown")],
    )
    known = [each for each in known if not each.startswith("_")]
    close = meant(name, known)
    hint = (
        f"it is now '{close}'"
        if name in FORMER_ARGUMENTS
        else f"did you mean '{close}'?"
        if close
        else f"it takes {', '.join(known)}"
    )
    raise TypeError(f"{function.__qualname__}() got an unexpected keyword argument '{name}': {hint}")
