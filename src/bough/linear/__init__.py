"""Linear models of mechanisms: modes, responses, diagrams."""
