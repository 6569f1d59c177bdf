"""Twintree's engine: papers in, page-checked answers out, on this machine alone."""

__version__ = "0.1.0"
