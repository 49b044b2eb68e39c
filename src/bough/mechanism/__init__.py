"""What is simulated: inertias, joints, mechanisms, their topology, and generators of typical ones."""
