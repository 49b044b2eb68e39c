"""What kernels compute with: scalars (one double, a SIMD register of them, one that counts), vectors and tensors, runs along memory."""
