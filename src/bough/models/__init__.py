"""Machines that come with bough, and mechanisms by a short text."""
