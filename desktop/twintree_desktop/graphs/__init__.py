"""Graphs in the window: one canvas, and the views that are drawn on it."""
