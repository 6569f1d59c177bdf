"""Explore: outward from a question through the citations, planned before and explained afterwards."""
