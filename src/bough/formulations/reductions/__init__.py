"""Three ways to reduce the one linear system behind all forms of the equations of motion.

    S Δ = A x,    M Δ - Sᵀ Y = -f,    Aᵀ Y = t

Accelerations: x = u̇, Y = R (reactions), t = τ, f the wrench of the motion at u̇ = 0. Momenta: x = u, Y = P*
(accumulated momenta), t = p, f = Mβ with β the velocities at u = 0, which only driven joints give. Projected on the
tangent space it is M x = y; projected on the orthogonal space it is a system in multipliers; eliminated body by body it
is a recursion.
"""
