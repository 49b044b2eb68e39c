"""URDF, the format of ROS: ``reading.py`` makes the mechanism, the other files read its parts."""
