"""Long work that survives crashes: queue, stages, pause, resume, cancel."""
