"""The cost of a model's reading is what its calls took; chosen segments are fewer than all."""

from __future__ import annotations

import json
from typing import Any

import pytest

from twintree.base.ids import FileId, PaperId
from twintree.base.pages import PageText
from twintree.base.records import SectionTree
from twintree.bench import method_cost
from twintree.bench.methods import Gold
from twintree.knowledge.methods.reading import PaperReading
from twintree.knowledge.methods.segments import cut_segments
from twintree.models.llm import Generated, Generation
from twintree.models.shelf import InstalledModel

TEXT = (
    "We propose LatticeParser, a new model for dependency parsing. LatticeParser is based on the Conditional Random "
    "Field (CRF) model and uses the Viterbi algorithm for decoding. LatticeParser outperforms the CRF model. "
)
PLAIN = "The weather was fine on all of the days on which we walked along the river and by the sea. "
GOLD = Gold(
    paper="p",
    file="p.pdf",
    methods=({"name": "LatticeParser", "aliases": [], "kind": "model", "role": "derived"},),
    relations=(),
)
MODEL = InstalledModel(id="fake", kind="llm", path="fake.gguf", sha256="", size=1, name="fake")


class Host:
    """Answers every request with one method, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Generation] = []

    def call(self, name: str, request: Generation, **more: Any) -> Generated:
        self.asked.append(request)
        method = {
            "name": "LatticeParser",
            "aliases": [],
            "kind": "model",
            "role": "derived",
            "summary": "A model.",
        }
        return Generated(
            text=json.dumps({"methods": [method], "relations": []}),
            prompt_tokens=1000,
            cached=900,
            written=50,
            seconds=2.0,
            first_token=0.1,
            backend="cpu",
        )


def paper() -> PaperReading:
    text = "\n\n".join([TEXT.strip(), PLAIN * 6])
    page = PageText(number=1, label="", width=1, height=1, text=text, body_end=len(text), lines=())
    ids = PaperId("P123456789abc"), FileId("F123456789abc")
    return PaperReading(
        "LatticeParser: a parser",
        cut_segments(*ids, [page], SectionTree(paper=ids[0], nodes=()), threshold=60),
    )


@pytest.mark.parametrize(("whole", "forgets"), [(False, False), (False, True), (True, False)])
def test_only_what_is_read_is_paid_for(whole: bool, forgets: bool) -> None:
    host, read = Host(), paper()
    assert len(read.segments) > 1
    cost, f1 = method_cost._by_model(host, MODEL, GOLD, read, whole, forgets)  # type: ignore[arg-type]
    assert cost.segments == (len(read.segments) if whole else 1)
    asked = host.asked
    beginnings = {str(each.messages[0].content) for each in asked}
    assert len(beginnings) == (len(asked) if forgets else 1)
    assert (cost.prompt, cost.written, cost.seconds) == (1000 * len(asked), 50 * len(asked), 2.0 * len(asked))
    assert cost.fell_back == 0
    assert f1 > method_cost._by_rules(GOLD, read)[1]
