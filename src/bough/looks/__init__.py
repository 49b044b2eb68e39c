"""What a mechanism looks like: solids of bodies and stretches between them, from visuals or derived from the mechanism."""
