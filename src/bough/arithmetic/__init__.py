"""Arithmetic of kernels: scalars (a double, a SIMD register, a counting number), vectors, tensors, runs of memory."""
