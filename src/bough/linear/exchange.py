"""Linear models for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bough.extras import need

if TYPE_CHECKING:
    from bough.linear.model import LinearModel


def to_control(model: LinearModel) -> Any:
    need("models of python-control")
    import control

    # (dots separate systems from signals there)
    name = str(model.mechanism.name).replace(".", "_")
    return control.ss(
        *(part.values for part in (model.A, model.B, model.C, model.D)),
        states=[label.replace(".", "_") for label in model.states],
        inputs=[label.replace(".", "_") for label in model.inputs],
        outputs=[label.replace(".", "_") for label in model.outputs],
        name=name,
    )
