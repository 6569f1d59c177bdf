"""Methods out of papers: segments, the deterministic and the model extractor, canonical methods."""
