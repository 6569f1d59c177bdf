"""From a question to sentences whose quotes stand on their pages."""
