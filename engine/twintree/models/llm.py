"""The language model's side of the host process: loading within memory, grammar, streaming, giving way, counting."""

from __future__ import annotations

import contextlib
import json
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import psutil

from twintree.base import process
from twintree.base.errors import Cancelled, ModelUnavailable
from twintree.base.records import Record
from twintree.models.grammar import GrammarGate, grammar_of
from twintree.models.prefixes import PrefixShelf
from twintree.models.sight import eyes, turns

log = logging.getLogger(__name__)

#: Tokens that are evaluated at once on a GPU, so that the token is looked at in between (DESIGN §5).
_GPU_BATCH = 256
_CPU_BATCH = 512
#: How often the same words must have been written before they end a text, see ``Generation.repeats``.
_ROUNDS = 4
#: Shares of the model's layers that are tried on the GPU, from all down to none.
_OFFLOAD_STEPS = (1.0, 0.75, 0.5, 0.25)
#: Memory beside weights and cache: llama.cpp's own buffers.
_OVERHEAD = 300 << 20
_SHORTER = "Try a shorter question or a larger context."


class Message(Record, frozen=True):
    """A turn of a chat: ``system``, ``user`` or ``assistant``; ``images`` are PNG files, for a model that sees."""

    role: str
    content: str
    images: tuple[bytes, ...] = ()


class Generation(Record, frozen=True, kw_only=True):
    """What a model is asked to write.

    Attributes:
        model: path of the GGUF file.
        messages: the chat so far; a shared beginning is evaluated once and kept (KV prefix).
        schema: a JSON schema that the answer must follow, as JSON text; ``""`` for free text.
        max_tokens: at most so many are written.
        temperature: 0 everywhere but where several candidates are wanted.
        seed: of the sampling.
        context: tokens of context to load the model with.
        chat_format: only for a GGUF without a template of its own, as the person chose.
        projector: path of the GGUF that lets the model see; needed where a message has pictures.
        repeats: ends the text (``repeats``) when its last so many characters stand in it for the fourth time; 0: never.
    """

    model: str
    messages: tuple[Message, ...]
    schema: str = ""
    max_tokens: int = 512
    temperature: float = 0.0
    seed: int = 0
    context: int = 4096
    chat_format: str = ""
    projector: str = ""
    repeats: int = 0


class Generated(Record, frozen=True, kw_only=True):
    """What a model wrote, and what it cost; ``cached`` are prompt tokens that were not evaluated again."""

    text: str
    prompt_tokens: int
    cached: int
    written: int
    seconds: float
    first_token: float
    backend: str  #: ``cpu`` or ``gpu, 20 of 28 layers``
    reason: str = ""  #: why it is not, or not wholly, on a GPU
    stopped: str = ""  #: ``stop`` | ``length`` | ``repeats``


class _GiveWay(Exception):
    """An urgent call waits for the model."""


class LlmService:
    """One loaded model, one call at a time; background calls give way to urgent ones and begin again."""

    def __init__(self, urgent_waiting: Callable[[], bool]) -> None:
        self._urgent_waiting = urgent_waiting
        self._model_lock = threading.Lock()
        self._loaded: _Loaded | None = None
        self._stop: Callable[[], bool] = lambda: False

    def generate(self, argument: Any, task: Any) -> Generated:
        """Write; see ``Generation``.

        Raises:
            ModelUnavailable: the file is no model, has no chat template, or does not fit in memory.
            Cancelled: the call was aborted.
        """
        request = msgspec.convert(argument, Generation) if isinstance(argument, dict) else argument
        while True:
            task.step()
            with self._model_lock:
                self._stop = lambda: task.aborted or (not task.urgent and self._urgent_waiting())
                try:
                    return self._load(request).write(request, task.part, self._stop)
                except _GiveWay:
                    if task.aborted:
                        raise Cancelled from None
                finally:
                    self._stop = lambda: False

    def unload(self, _: Any, __: Any) -> None:
        """Let go of the model's memory."""
        with self._model_lock:
            if self._loaded is not None:
                self._loaded.close()
                self._loaded = None

    def _load(self, request: Generation) -> _Loaded:
        have = self._loaded
        if have is not None and have.path == request.model and have.context >= request.context:
            return have
        if have is not None:
            have.close()
            self._loaded = None
        self._loaded = _Loaded(request.model, request.context, request.chat_format, lambda: self._stop())
        return self._loaded


class _Loaded:
    """A model in memory."""

    def __init__(self, path: str, context: int, chat_format: str, stop: Callable[[], bool]) -> None:
        import llama_cpp

        _silenced()
        _must_fit(Path(path), context)
        self.path, self.context = path, context
        self._llama_cpp: Any = llama_cpp
        self.model, self.backend, self.reason = _open(path, context, chat_format)
        if not chat_format and "tokenizer.chat_template" not in self.model.metadata:
            self.close()
            raise ModelUnavailable(
                f"{Path(path).name} has no chat template, so it would be talked to in the wrong form.",
                "Choose another model, or name its chat format.",
                code="no_template",
            )
        self._prefixes = PrefixShelf(llama_cpp, self.model)
        self._eyes: Any = None
        # Kept as an attribute: llama.cpp holds only the address.
        self._callback = llama_cpp.ggml_abort_callback(lambda _: bool(stop()))
        llama_cpp.llama_set_abort_callback(self.model.ctx, self._callback, None)

    def write(
        self, request: Generation, part: Callable[[str, int], None], stop: Callable[[], bool]
    ) -> Generated:
        """Write one answer, streaming its pieces through ``part``, each with the characters before it counted."""
        seeing = any(each.images for each in request.messages)
        if seeing:
            self._prefixes.leave()
            self._open_eyes(request.projector)
        else:
            self._prefixes.begin(request.messages[:-1])
        gate = self._gate(request)
        before = list(self.model.input_ids[: self.model.n_tokens])
        begun = time.perf_counter()
        pieces: list[str] = []
        first, why = 0.0, ""
        try:
            for delta, reason in self._stream(request, gate):
                if stop():
                    raise _GiveWay
                if delta:
                    first = first or time.perf_counter() - begun
                    part(delta, sum(map(len, pieces)))
                    pieces.append(delta)
                why = reason or why
                if delta and request.repeats and goes_round("".join(pieces), request.repeats):
                    why = "repeats"
                    break
        except (RuntimeError, ValueError) as error:
            # llama.cpp reports an evaluation that the callback ended as a failed one. What was evaluated before it
            # stands: whoever comes next begins there, and need not read the task's beginning again.
            if stop():
                raise _GiveWay from None
            self.model.reset()
            way_out = "Check that the projector is the model's own." if seeing else _SHORTER
            raise ModelUnavailable(f"The model failed: {error}.", way_out) from error
        finally:
            usage = self._usage("".join(pieces))
            told = list(self.model.input_ids[: usage[0]])
            if seeing:
                self._forget()
            self._prefixes.ended(self.model.n_tokens)
            if gate is not None:
                gate.close()
        if not seeing:
            self._prefixes.ended(usage[0])
        return Generated(
            text="".join(pieces),
            prompt_tokens=usage[0],
            cached=0 if seeing else _shared(before, told),
            written=usage[1],
            seconds=round(time.perf_counter() - begun, 3),
            first_token=round(first, 3),
            backend=self.backend,
            reason=self.reason,
            stopped=why,
        )

    def _open_eyes(self, projector: str) -> None:
        if self._eyes is None or self._eyes.clip_model_path != projector:
            opened = eyes(projector, _silenced())
            _must_have(Path(projector).name, Path(projector).stat().st_size + _OVERHEAD)
            self._eyes = opened  # last: what was refused for want of memory is refused the next time too
        self.model.chat_handler = self._eyes

    def _forget(self) -> None:
        """Let nothing of a chat with pictures stand: where they were, the memory has no tokens to compare."""
        self.model.chat_handler = None
        self.model.reset()
        memory = self._llama_cpp.llama_get_memory(self.model.ctx)
        self._llama_cpp.llama_memory_clear(memory, True)

    def _gate(self, request: Generation) -> GrammarGate | None:
        if not request.schema:
            return None
        grammar = grammar_of(self._llama_cpp, request.schema)
        vocabulary = self._llama_cpp.llama_model_get_vocab(self.model.model)
        return GrammarGate(self._llama_cpp, vocabulary, grammar, greedy=request.temperature == 0)

    def _stream(self, request: Generation, gate: GrammarGate | None) -> Iterator[tuple[str, str]]:
        chunks = self.model.create_chat_completion(
            messages=turns(request.messages),
            logits_processor=self._llama_cpp.LogitsProcessorList([gate]) if gate else None,
            max_tokens=request.max_tokens,
            temperature=request.temperature,
            seed=request.seed,
            top_k=1 if request.temperature == 0 else 40,
            repeat_penalty=1.0,
            stream=True,
        )
        for chunk in chunks:
            choice = chunk["choices"][0]
            yield choice["delta"].get("content") or "", choice.get("finish_reason") or ""

    def _usage(self, text: str) -> tuple[int, int]:
        written = len(self.model.tokenize(text.encode(), add_bos=False, special=False)) if text else 0
        return max(0, self.model.n_tokens - written), written

    def close(self) -> None:
        """Free the model; safe to call twice."""
        with contextlib.suppress(Exception):
            self.model.close()


def goes_round(text: str, size: int) -> bool:
    """Whether the last ``size`` characters of a text stand in it for the fourth time: a model that is in a circle."""
    return len(text) > _ROUNDS * size and text.count(text[-size:]) >= _ROUNDS


def _shared(before: Sequence[int], now: Sequence[int]) -> int:
    """How many tokens two evaluations begin with together: those were not evaluated again."""
    pairs = zip(before, now, strict=False)
    same = next((at for at, (old, new) in enumerate(pairs) if old != new), min(len(before), len(now)))
    # The last token of a prompt is evaluated in any case: what follows it is read off there.
    return min(same, max(0, len(now) - 1))


def _open(path: str, context: int, chat_format: str) -> tuple[Any, str, str]:
    """The model with as many layers on the GPU as fit, and why they are not more."""
    import llama_cpp

    gpu = bool(llama_cpp.llama_supports_gpu_offload())
    reason = "" if gpu else "this build of llama.cpp has no GPU support"
    layers = _layers(path) if gpu else 0
    tries = [round(layers * share) for share in _OFFLOAD_STEPS] if gpu else []
    for count in [*tries, 0]:
        try:
            model = llama_cpp.Llama(
                model_path=path,
                n_ctx=context,
                n_gpu_layers=count,
                n_batch=_GPU_BATCH if count else _CPU_BATCH,
                n_threads=min(8, process.cores()),
                chat_format=chat_format or None,
                verbose=False,
            )
        except (ValueError, RuntimeError, OSError) as error:
            if count == 0:
                raise ModelUnavailable(
                    f"{Path(path).name} cannot be loaded: {error}.",
                    "Check it with `twintree models list`, or fetch it again.",
                ) from error
            reason = f"{count} of {layers} layers did not fit on the GPU"
            continue
        return model, f"gpu, {count} of {layers} layers" if count else "cpu", reason
    raise AssertionError("unreachable: the last try is without a GPU")


@cache
def _silenced() -> Any:
    """llama.cpp without its chatter on standard error; the callback is kept, since only its address is."""
    import llama_cpp

    callback = llama_cpp.llama_log_callback(lambda level, text, data: None)
    llama_cpp.llama_log_set(callback, None)
    return callback


def _layers(path: str) -> int:
    return int(_header(path).get("block_count", 32)) + 1


def _header(path: str) -> dict[str, str]:
    """What the file says of its shape: layers, heads, widths; empty when it cannot be read."""
    import llama_cpp

    parameters = llama_cpp.llama_model_default_params()
    parameters.vocab_only = True
    model = llama_cpp.llama_model_load_from_file(path.encode(), parameters)
    if not model:
        return {}
    try:
        architecture = _value(model, "general.architecture")
        names = ("block_count", "attention.head_count", "attention.head_count_kv", "embedding_length")
        found = {name: _value(model, f"{architecture}.{name}") for name in names}
        return {name: value for name, value in found.items() if value.isdigit()}
    finally:
        llama_cpp.llama_model_free(model)


def _value(model: Any, key: str) -> str:
    import ctypes

    import llama_cpp

    text = ctypes.create_string_buffer(256)
    return (
        text.value.decode() if llama_cpp.llama_model_meta_val_str(model, key.encode(), text, 256) >= 0 else ""
    )


def memory_needed(path: Path, context: int) -> int:
    """Bytes that a model takes: its weights, its cache of ``context`` tokens (float16), and buffers."""
    shape = _header(str(path))
    layers = int(shape.get("block_count", 32))
    heads = int(shape.get("attention.head_count", 32)) or 1
    kv_heads = int(shape.get("attention.head_count_kv", heads))
    width = int(shape.get("embedding_length", 4096))
    cache = 2 * 2 * layers * context * (width // heads) * kv_heads
    return path.stat().st_size + cache + _OVERHEAD


def needed_by(path: Any, _: Any) -> int:
    """``memory_needed`` as a service, with the context that models are loaded with."""
    _silenced()
    return memory_needed(Path(path), Generation(model=path, messages=()).context)


def _must_fit(path: Path, context: int) -> None:
    if not path.is_file():
        raise ModelUnavailable(
            f"The model file {path} is not there.", "Fetch it again, or choose another model."
        )
    _must_have(path.name, memory_needed(path, context))


def _must_have(name: str, needed: int) -> None:
    free = psutil.virtual_memory().available
    if needed > free:
        raise ModelUnavailable(
            f"{name} needs about {needed / 1e9:.1f} GB of memory, and {free / 1e9:.1f} GB are free.",
            "Close other programs, or choose a smaller model.",
            code="memory",
        )


def schema_text(schema: dict[str, Any]) -> str:
    """A schema as ``Generation`` takes it."""
    return json.dumps(schema, separators=(",", ":"))
