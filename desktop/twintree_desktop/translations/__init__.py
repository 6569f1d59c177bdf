"""The interface in other languages: sources (.ts) and what Qt reads (.qm)."""
