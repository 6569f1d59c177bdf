"""Keeps the evaluated beginnings of a model's chats, so that going from one task to another costs no reading again.

Each task begins with its own instructions and worked examples (prefix of hundreds of tokens). llama.cpp keeps only
what was evaluated last; an answer in steps asks for planning, navigation, retrieval and verification in turn, and would
read each of those beginnings anew every time: 5 to 15 s a call on two cores with a model of 1.5 B parameters.
"""

from __future__ import annotations

import ctypes
import logging
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from twintree.base.records import Record

log = logging.getLogger(__name__)

#: Bytes of evaluated beginnings that are kept of one model (28 KB a token with 1.5 B parameters, 150 KB with 4 B).
_MOST_BYTES = 400 << 20
#: Beginnings shorter than this are evaluated faster than they are worth keeping.
_FEWEST_TOKENS = 48


class _Kept(Record, frozen=True):
    tokens: tuple[int, ...]
    state: bytes


class PrefixShelf:
    """Swaps the evaluated tokens of one kind of chat for those of another; not safe to share between threads.

    Args:
        llama_cpp: the library.
        model: the loaded model, a ``llama_cpp.Llama``.
        most_bytes: of all that is kept; the longest unused goes first.
    """

    def __init__(self, llama_cpp: Any, model: Any, most_bytes: int = _MOST_BYTES) -> None:
        self._llama_cpp, self._model, self._most = llama_cpp, model, most_bytes
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._now: Hashable = None
        self._prompt = 0

    def begin(self, chat: Hashable) -> None:
        """A call with this beginning comes: what was evaluated for it before is put back, if it is still kept."""
        if chat == self._now:
            return
        self._keep()
        self._now, self._prompt = chat, 0
        kept = self._kept.get(chat)
        if kept is not None:
            self._kept.move_to_end(chat)
            self._restore(kept)

    def leave(self) -> None:
        """A call comes that shares its beginning with none: what stands is kept for its own kind, as far as it goes."""
        self._keep()
        self._now, self._prompt = None, 0

    def ended(self, prompt: int) -> None:
        """The call is over; its first ``prompt`` tokens were what was asked."""
        self._prompt = prompt

    def _keep(self) -> None:
        # Without its last token, so that a call with the very same prompt still has one to evaluate.
        count = min(self._prompt - 1, self._model.n_tokens)
        if self._now is None or count < _FEWEST_TOKENS:
            return
        context = self._model.ctx
        if not self._llama_cpp.llama_memory_seq_rm(self._llama_cpp.llama_get_memory(context), 0, count, -1):
            return  # a recurrent model's memory cannot be cut
        size = self._llama_cpp.llama_state_seq_get_size(context, 0)
        if size > self._most:
            return
        state = (ctypes.c_uint8 * size)()
        if self._llama_cpp.llama_state_seq_get_data(context, state, size, 0) != size:
            return
        tokens = tuple(int(each) for each in self._model.input_ids[:count])
        self._kept[self._now] = _Kept(tokens, bytes(state))
        self._kept.move_to_end(self._now)
        while sum(len(each.state) for each in self._kept.values()) > self._most:
            self._kept.popitem(last=False)

    def _restore(self, kept: _Kept) -> None:
        llama, context = self._llama_cpp, self._model.ctx
        llama.llama_memory_clear(llama.llama_get_memory(context), True)
        state = (ctypes.c_uint8 * len(kept.state)).from_buffer_copy(kept.state)
        if not llama.llama_state_seq_set_data(context, state, len(kept.state), 0):
            log.warning("llama.cpp did not take back a kept beginning; it is evaluated again")
            self._model.reset()
            return
        self._model.input_ids[: len(kept.tokens)] = kept.tokens
        self._model.n_tokens = len(kept.tokens)
