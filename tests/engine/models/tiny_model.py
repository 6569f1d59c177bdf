"""Makes language models and projectors of random weights, some 200 KB: real for llama.cpp, senseless to read."""

from __future__ import annotations

import string
from pathlib import Path

import gguf
import numpy as np

_WIDTH, _HEADS, _HIDDEN = 64, 2, 64
#: Turns between marks of one letter, as small as a chat template can be.
_TEMPLATE = (
    "{% for message in messages %}{{ '<' + message['role'][0] + '>' + message['content'] }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<a>' }}{% endif %}"
)

#: The same for turns that may have pictures: those are parts of a turn, which llama.cpp marks as text.
SEEING_TEMPLATE = (
    "{% for message in messages %}{{ '[' + message['role'][0] + ']' }}{% if message['content'] is string %}"
    "{{ message['content'] }}{% else %}{% for part in message['content'] %}{{ part['text'] }}{% endfor %}{% endif %}"
    "{% endfor %}{% if add_generation_prompt %}{{ '[a]' }}{% endif %}"
)
_PATCH, _PICTURE = 14, 28


def make_tiny_model(path: Path, *, template: str = _TEMPLATE, context: int = 2048) -> Path:
    """Write a llama of one layer, whose vocabulary is bytes and printable characters."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(context)
    writer.add_embedding_length(_WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(_HIDDEN)
    writer.add_head_count(_HEADS)
    writer.add_head_count_kv(_HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(_WIDTH // _HEADS)
    size = _write_vocabulary(writer)
    if template:
        writer.add_chat_template(template)
    random = np.random.default_rng(0)

    def drawn(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return random.normal(0, 0.4, shape).astype(np.float32)

    writer.add_tensor("token_embd.weight", drawn(size, _WIDTH))
    for name in ("attn_norm", "ffn_norm"):
        writer.add_tensor(f"blk.0.{name}.weight", np.ones(_WIDTH, np.float32))
    for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
        writer.add_tensor(f"blk.0.{name}.weight", drawn(_WIDTH, _WIDTH))
    for name in ("ffn_gate", "ffn_up", "ffn_down"):
        writer.add_tensor(f"blk.0.{name}.weight", drawn(_HIDDEN, _WIDTH))
    writer.add_tensor("output_norm.weight", np.ones(_WIDTH, np.float32))
    writer.add_tensor("output.weight", drawn(size, _WIDTH))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def make_tiny_projector(path: Path, *, width: int = _WIDTH) -> Path:
    """Write a projector of one layer that makes four vectors of ``width`` of a picture."""
    writer = gguf.GGUFWriter(path, "clip")
    writer.add_bool("clip.has_vision_encoder", True)
    writer.add_string("clip.projector_type", "mlp")
    writer.add_file_type(0)
    for name, value in (
        ("image_size", _PICTURE),
        ("patch_size", _PATCH),
        ("embedding_length", _WIDTH),
        ("feed_forward_length", _WIDTH),
        ("projection_dim", width),
        ("block_count", 1),
        ("attention.head_count", _HEADS),
    ):
        writer.add_uint32(f"clip.vision.{name}", value)
    writer.add_float32("clip.vision.attention.layer_norm_epsilon", 1e-5)
    writer.add_array("clip.vision.image_mean", [0.5] * 3)
    writer.add_array("clip.vision.image_std", [0.5] * 3)
    writer.add_bool("clip.use_gelu", False)
    random = np.random.default_rng(1)

    def drawn(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return random.normal(0, 0.4, shape).astype(np.float32)

    writer.add_tensor("v.class_embd", drawn(_WIDTH))
    writer.add_tensor("v.patch_embd.weight", drawn(_WIDTH, 3, _PATCH, _PATCH))
    writer.add_tensor("v.position_embd.weight", drawn((_PICTURE // _PATCH) ** 2 + 1, _WIDTH))
    for name in ("v.pre_ln", "v.post_ln", "v.blk.0.ln1", "v.blk.0.ln2"):
        writer.add_tensor(f"{name}.weight", np.ones(_WIDTH, np.float32))
        writer.add_tensor(f"{name}.bias", np.zeros(_WIDTH, np.float32))
    inner = ("attn_q", "attn_k", "attn_v", "attn_out", "ffn_up", "ffn_down")
    for name in (*(f"v.blk.0.{each}" for each in inner), "mm.0"):
        writer.add_tensor(f"{name}.weight", drawn(_WIDTH, _WIDTH))
        writer.add_tensor(f"{name}.bias", np.zeros(_WIDTH, np.float32))
    writer.add_tensor("mm.2.weight", drawn(width, _WIDTH))
    writer.add_tensor("mm.2.bias", np.zeros(width, np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _write_vocabulary(writer: gguf.GGUFWriter) -> int:
    kinds = gguf.TokenType
    tokens = [("<unk>", kinds.UNKNOWN), ("<s>", kinds.CONTROL), ("</s>", kinds.CONTROL)]
    tokens += [(f"<0x{byte:02X}>", kinds.BYTE) for byte in range(256)]
    printable = string.ascii_letters + string.digits + string.punctuation
    tokens += [(each, kinds.NORMAL) for each in ("▁", *printable, "th", "er", "▁the", '",▁"')]
    writer.add_tokenizer_model("llama")
    writer.add_token_list([text for text, _ in tokens])
    writer.add_token_scores([-float(at) for at in range(len(tokens))])
    writer.add_token_types([kind for _, kind in tokens])
    writer.add_vocab_size(len(tokens))
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    return len(tokens)
