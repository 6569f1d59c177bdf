"""From pages to a verified section tree."""
