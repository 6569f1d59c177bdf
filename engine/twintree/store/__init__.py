"""The ledger, and the projections that are computed from it."""
