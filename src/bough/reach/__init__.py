"""Inverse kinematics by names."""
