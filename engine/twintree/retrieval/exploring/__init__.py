"""Bounded citation exploration, step by step: plan, seeds, neighbourhood, coverage, ranking (Crase)."""
