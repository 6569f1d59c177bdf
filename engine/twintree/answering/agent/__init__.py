"""The locate-then-read agent: seven tools, a bounded loop, and a verified search of one paper's tree (VecTree-RAG)."""
