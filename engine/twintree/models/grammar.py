"""Holds what a model writes to a grammar without weighing the whole vocabulary for every token."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

_NEVER = -math.inf
#: llama.cpp's characters of a JSON string, and those that JSON allows: a bare line break would make it unreadable.
_CHARACTER, _ALLOWED = r'char ::= [^"\\]', r'char ::= [^"\\\x00-\x1F\x7F]'


def grammar_of(llama_cpp: Any, schema: str) -> str:
    """The grammar, in llama.cpp's notation, of JSON that follows a schema given as JSON text."""
    text: str = llama_cpp.LlamaGrammar.from_json_schema(schema, verbose=False)._grammar
    return text.replace(_CHARACTER, _ALLOWED, 1)


class GrammarGate:
    """A logits processor of llama.cpp: forbids every token that a grammar does not allow next.

    A grammar looks at the text of each of some 150,000 tokens, which takes as long as the model itself on two
    cores. The likeliest token nearly always fits, so it is looked at alone first; only where it does not fit are all
    others. For a greedy choice the outcome is the same.

    Args:
        llama_cpp: the library.
        vocabulary: the model's, as llama.cpp hands it out.
        grammar: in llama.cpp's notation, beginning at ``root``.
        greedy: whether the likeliest token that is left is always taken; else all are weighed every time.

    Raises:
        ValueError: llama.cpp does not take the grammar.
    """

    def __init__(self, llama_cpp: Any, vocabulary: Any, grammar: str, *, greedy: bool) -> None:
        self._llama_cpp, self._greedy = llama_cpp, greedy
        self._sampler = llama_cpp.llama_sampler_init_grammar(vocabulary, grammar.encode(), b"root")
        if not self._sampler:
            raise ValueError("llama.cpp does not take this grammar")
        self._seen = -1

    def __call__(self, tokens: Sequence[int], logits: NDArray[np.single]) -> NDArray[np.single]:
        """The logits with ``-inf`` where the grammar forbids; shape (vocabulary,) both ways."""
        # What stands there at the first call is the prompt: the grammar begins behind it.
        for token in tokens[self._seen :] if self._seen >= 0 else ():
            self._llama_cpp.llama_sampler_accept(self._sampler, int(token))
        self._seen = len(tokens)
        best = int(np.argmax(logits))
        if self._greedy and self._allows(best, float(logits[best])):
            return logits
        return self._held(logits)

    def close(self) -> None:
        """Free the grammar; safe to call twice."""
        if self._sampler:
            self._llama_cpp.llama_sampler_free(self._sampler)
            self._sampler = None

    def _allows(self, token: int, logit: float) -> bool:
        data = (self._llama_cpp.llama_token_data * 1)()
        data[0].id, data[0].logit = token, logit
        self._apply(data, 1)
        return bool(data[0].logit > _NEVER)

    def _held(self, logits: NDArray[np.single]) -> NDArray[np.single]:
        size = len(logits)
        data = (self._llama_cpp.llama_token_data * size)()
        seen = np.frombuffer(data, dtype=[("id", np.intc), ("logit", np.single), ("p", np.single)])
        seen["id"], seen["logit"] = np.arange(size), logits
        self._apply(data, size)
        return np.array(seen["logit"])

    def _apply(self, data: Any, size: int) -> None:
        array = self._llama_cpp.llama_token_data_array(data=data, size=size, selected=-1, sorted=False)
        self._llama_cpp.llama_sampler_apply(self._sampler, ctypes.byref(array))
