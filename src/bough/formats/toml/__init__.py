"""bough's own files: ``sheet.py`` has keys, lines and errors, ``values.py`` numbers, ``reading.py`` the mechanism."""
