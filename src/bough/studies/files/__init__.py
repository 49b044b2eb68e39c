"""Studies in TOML files."""
