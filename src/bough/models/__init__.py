"""Machines that come with bough, and mechanisms from a short text."""
