"""What papers say: references, citations and their roles; methods and claims to come."""
