"""MJCF, the format of MuJoCo: ``guard.py`` looks at the files, MuJoCo compiles them (``compiler.py``), ``reading.py`` makes the mechanism, the others see to its parts."""
