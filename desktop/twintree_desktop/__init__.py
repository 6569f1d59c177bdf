"""Twintree's window: views over the engine, with no knowledge of storage or models."""
