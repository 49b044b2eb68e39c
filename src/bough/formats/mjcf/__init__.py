"""MJCF, MuJoCo's format: ``guard.py`` checks the files, MuJoCo compiles them, ``reading.py`` makes the mechanism."""
