"""What is kept of each run: quantities by name, reduced as the run goes."""
