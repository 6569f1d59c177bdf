"""From a query to papers, sections and passages."""
