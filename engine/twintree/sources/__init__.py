"""From files to pages: text, geometry, outline, embedded metadata."""
