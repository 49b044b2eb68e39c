"""What the page of a live model is told: once what there is, and whenever it changes how things are."""

from __future__ import annotations

from typing import Any

from bough.api.methods import formulations, why_unsupported
from bough.errors import BoughError
from bough.formulations.formulation import DRIVES_AND_REACTIONS
from bough.live.session import FASTEST, SLOWEST, Session
from bough.mechanism.mechanism import Mechanism
from bough.simulation.run.simulate import integrators


def description_of(session: Session) -> dict[str, Any]:
    """Sliders, methods, and what frames hold, in their order."""
    return {
        "coordinates": [one.plain for one in session.coordinates],
        "forces": [one.plain for one in session.forces],
        "signals": [{**one.slider.plain, "kind": one.kind} for one in session.followed],
        "forms": [
            {"name": form.name, "solvers": list(form.solvers)}
            for form in formulations()
            if form.gives != DRIVES_AND_REACTIONS and _serves(session.mechanism, form.name)
        ],
        "integrators": [{"name": name, "about": about} for name, about in integrators().items()],
        "speeds": [SLOWEST, FASTEST],
        **session.layout.plain,
    }


def _serves(mechanism: Mechanism, form: str) -> bool:
    try:
        return why_unsupported(mechanism, form) is None
    except BoughError:
        return False


def status_of(session: Session) -> dict[str, Any]:
    """What runs, how, what is by hand, and what there is to say."""
    manner = session.manner
    return {
        "running": session.running,
        "speed": session.speed,
        "message": session.message,
        "manner": {
            "form": manner.formulation or "auto",
            "solver": manner.solver or "auto",
            "integrator": manner.integrator or "auto",
            "step": manner.step,
        },
        "used": {name: value for name, value in session.settings.items() if isinstance(value, str | float | int)},
        "forces": session.tau.tolist(),
        "hands": session.hands.values,
    }
