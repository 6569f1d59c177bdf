"""Pictures for models that see: the projector beside a GGUF, and chats that carry pictures.

A projector (``mmproj-….gguf``) turns a picture into vectors that the language model reads like words. llama.cpp keeps
them in its memory without tokens of their own, so nothing of such a chat may be taken for the beginning of another.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twintree.base.errors import ModelUnavailable

_MARK = "mmproj"


def projector_beside(model: Path) -> Path | None:
    """The projector of a model in the folder where it lies; None where there is none, or no telling which.

    Of several projectors it is the one that is named as the model is, but for its quantisation.
    """
    found = sorted(
        each for each in model.parent.glob("*.gguf") if _MARK in each.name.casefold() and each != model
    )
    models = [each for each in model.parent.glob("*.gguf") if _MARK not in each.name.casefold()]
    if len(found) == 1 and models == [model]:
        return found[0]
    named = [each for each in found if _bare(each) == _bare(model)]
    return named[0] if named else None


def _bare(path: Path) -> str:
    """A file's name without the mark of a projector and how its weights are stored."""
    return re.sub(r"(^|[-_.])(mmproj|i?q\d\w*|b?f(16|32))(?=[-_.]|$)", "", path.stem.casefold()).strip("-_.")


def turns(messages: Sequence[Any]) -> list[dict[str, Any]]:
    """Messages as llama.cpp takes them: a picture stands before the words of its turn."""
    return [
        {"role": each.role, "content": [*map(_picture, each.images), {"type": "text", "text": each.content}]}
        if each.images
        else {"role": each.role, "content": each.content}
        for each in messages
    ]


def _picture(png: bytes) -> dict[str, Any]:
    # In the message itself: an address would be opened by the library, and nothing here opens addresses.
    return {
        "type": "image_url",
        "image_url": {"url": "data:image/png;base64," + base64.b64encode(png).decode()},
    }


def eyes(projector: str, log: Any) -> Any:
    """What reads chats with pictures for a ``llama_cpp.Llama``, once it is its ``chat_handler``.

    Args:
        projector: path of the GGUF.
        log: llama.cpp's callback for its chatter.

    Raises:
        ModelUnavailable: there is no such file.
    """
    from llama_cpp import mtmd_cpp
    from llama_cpp.llama_chat_format import MTMDChatHandler

    if not projector or not Path(projector).is_file():
        raise ModelUnavailable(
            f"The model's projector {projector or '(none)'} is not there, so it cannot see pictures.",
            "Put it back, or add the model again with --projector.",
            code="no_projector",
        )
    mtmd_cpp.mtmd_log_set(log, None)
    mtmd_cpp.mtmd_helper_log_set(log, None)
    return MTMDChatHandler(clip_model_path=projector, verbose=False)
