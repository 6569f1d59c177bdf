"""Prompts and fitness cases, as data files."""
