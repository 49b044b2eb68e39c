"""Pictures and pages of studies."""
