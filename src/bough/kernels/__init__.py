"""Compiled inner loops: the scalars, the algebra on small tuples, and the entries through which Python calls them."""
