"""The provenance tree and the abstraction tree (to come)."""
