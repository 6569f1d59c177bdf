"""Numbered, final steps from one ledger format to the next."""
