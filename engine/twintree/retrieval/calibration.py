"""Constants of fusion and gates for each embedder, as ``bench/retrieval.py`` calibrates them."""

from __future__ import annotations

from twintree.base.records import Record


class Calibration(Record, frozen=True, kw_only=True):
    """How scores of one embedder and of words are weighed (DESIGN §10: marked c).

    Attributes:
        embedder: name before the ``@`` of the embedder's id; ``""`` when there is none.
        weight_section: of the best section's cosine, added to the best cosine, whose weight is 1.
        weight_words: of BM25 over the query's idf mass.
        weight_coverage: of the share of the query's idf mass that is matched at all.
        gate_dense: cosine from which meaning alone lets a paper through.
        gate_words: share of the query's idf mass from which words alone let it through.
        strong_dense: in a small library, cosine that needs no second retriever.
        strong_words: in a small library, share that needs none.
        share: in a large library, share of the best score under which papers are dropped.
        source: the data and command that these come from.
    """

    embedder: str
    weight_section: float
    weight_words: float
    weight_coverage: float
    gate_dense: float
    gate_words: float
    strong_dense: float
    strong_words: float
    share: float
    source: str


_MINILM = Calibration(
    embedder="all-MiniLM-L6-v2",
    weight_section=0.3,
    weight_words=0.6,
    weight_coverage=0.4,
    gate_dense=0.35,
    gate_words=0.18,
    strong_dense=0.64,
    strong_words=0.61,
    share=0.49,
    source="SciFact claims, calibrate half of split.json: twintree bench retrieval",
)

#: Without vectors, or with an embedder that nobody has calibrated: its cosines say nothing by themselves.
_UNKNOWN = Calibration(
    embedder="",
    weight_section=0.3,
    weight_words=0.6,
    weight_coverage=0.3,
    gate_dense=0.5,
    gate_words=0.17,
    strong_dense=0.7,
    strong_words=0.6,
    share=0.5,
    source="words as for MiniLM; cosines as in VecTree-RAG §3.4, made stricter",
)


def calibration_for(embedder: str) -> Calibration:
    """The constants for an embedder's id (``name@hash``)."""
    return _MINILM if embedder.split("@", maxsplit=1)[0] == _MINILM.embedder else _UNKNOWN


#: Share of BM25 in a paragraph's score; the rest is its cosine. Between the best on QASPER's training pairs (0.3)
#: and on the calibrate halves of gold/found.jsonl and gold/pages.jsonl (0.5); 0.2 to 0.5 are alike (decision 0006).
PASSAGE_WORDS = 0.4
