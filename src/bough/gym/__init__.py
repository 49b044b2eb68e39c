"""Mechanisms as environments of Gymnasium."""
