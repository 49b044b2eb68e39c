"""Equilibria of mechanisms, their stability, and curves of them."""
