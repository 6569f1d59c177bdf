"""What papers say: methods, claims, citations (to come)."""
