"""The command line: as thin as the window."""
