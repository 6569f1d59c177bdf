"""Data that Twintree ships with: prompts, operators, schemas, catalogues, icons and sample papers."""
