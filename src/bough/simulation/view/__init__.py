"""Runs and mechanisms as pages for a browser, each one file."""
