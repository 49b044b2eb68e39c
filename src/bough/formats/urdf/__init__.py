"""URDF, the format of ROS: ``reading.py`` makes the mechanism, the others see to its parts."""
