"""Models on this machine: catalogue, host process, embedder."""
