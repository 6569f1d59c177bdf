"""Opens ONNX sessions that leave the processor alone between calls and send nothing home."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def session(path: Path, threads: int) -> Any:
    """An ``onnxruntime.InferenceSession`` on the CPU whose idle threads sleep instead of spinning."""
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.inter_op.allow_spinning", "0")
    # The arena keeps the peak of the largest batch for ever.
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
