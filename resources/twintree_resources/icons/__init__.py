"""The application's own pictures; interface icons come from a font package."""
