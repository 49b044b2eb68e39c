"""bough's own files: ``sheet.py`` knows keys, lines and errors, ``values.py`` how numbers are written, ``reading.py`` what makes a mechanism."""
