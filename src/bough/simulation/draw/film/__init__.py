"""A small renderer in NumPy: shapes, the figure that a mechanism makes of them, a camera, a z-buffer, and writers of films."""
