"""What a mechanism looks like: solids and what stretches between them, for films, pages and live models."""
