"""Benchmarks, each with a trivial row and an interval."""
