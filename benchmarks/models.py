"""The mechanisms that are measured, with their counterparts in Pinocchio and MuJoCo, to import from one place."""

from __future__ import annotations

from mechanisms import agree, alternating_chain, humanoid, mechanisms, states
from pinocchio_calls import Pinocchio  # puts the converters of the tests on the path

from helpers.mujoco_peer import MujocoPeer  # isort: skip

__all__ = ["MujocoPeer", "Pinocchio", "agree", "alternating_chain", "humanoid", "mechanisms", "states"]
