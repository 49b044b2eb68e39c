"""What follows from results: the best variant, what matters, the best design."""
