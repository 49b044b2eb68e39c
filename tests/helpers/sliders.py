"""A mass on a slide, for tests whose motion has a closed form."""

import bough as bo


def mass_on_slide(stiffness=0.0, damping=0.0):
    """A mass of 2 kg, perhaps on a spring."""
    slider = bo.Mechanism("slider", gravity=(0, 0, 0))
    slider.add_body("mass", joint=bo.Prismatic((1, 0, 0)), inertia=bo.Inertia.point(2.0))
    if stiffness:
        slider.add_force("spring", bo.JointSpring("mass", stiffness))
    if damping:
        slider.add_force("damper", bo.JointDamper("mass", damping))
    return slider
