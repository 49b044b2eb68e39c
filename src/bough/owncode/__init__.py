"""A mechanism's own code: kernels traced for one mechanism, and what is made of the graph."""
