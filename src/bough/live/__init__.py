"""A mechanism that is posed, run and pushed in the browser."""
