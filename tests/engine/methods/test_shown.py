"""A segment's text has tables row by row and equations in LaTeX, and every place in it leads to the page."""

from __future__ import annotations

from method_cases import Shelf, pages_of
from msgspec.structs import replace

from twintree.base.anchors import Anchor
from twintree.base.ids import FileId, PaperId
from twintree.base.methods import Extraction, Segment
from twintree.base.pages import PageText
from twintree.base.progress import CancelToken
from twintree.base.records import Rect, SectionTree, Span
from twintree.knowledge.methods.assembling import assemble
from twintree.knowledge.methods.deterministic import DeterministicExtractor
from twintree.knowledge.methods.reading import PaperReading
from twintree.knowledge.methods.segments import cut_segments, read_text, spans_of

PAPER, FILE = PaperId("P123456789abc"), FileId("F123456789abc")
BEFORE = (
    "We compare LatticeParser with the Hidden Markov Model (HMM) on the Penn Treebank corpus, and the parser is "
    "better on each of the parts of that corpus, as the table below shows for all of them.\n\n"
)
CAPTION = "Table 1: Accuracy of the parsers on the Penn Treebank corpus.\n"
#: As pages have it: column by column.
TABLE = "Parser\nLatticeParser\nHMM\nTest\n86.2\n81.0"
BETWEEN = "\n\nThe probability of a tree is as follows.\n\n"
EQUATION = "P (t) = e w f (t) / Z"
AFTER = (
    "\n\nHere Z is the sum over all of the trees of a sentence, and the weights are learned from a treebank."
)
TEXT = BEFORE + CAPTION + TABLE + BETWEEN + EQUATION + AFTER
CELLS = (("Parser", "Test"), ("LatticeParser", "86.2"), ("HMM", "81.0"))
LATEX = r"P(t) = \frac{e^{w f(t)}}{Z}"


def span_of(part: str) -> Span:
    return Span(1, TEXT.index(part), TEXT.index(part) + len(part))


def anchor(kind: str, **said: object) -> Anchor:
    return Anchor(id=kind, paper=PAPER, file=FILE, kind=kind, page=1, box=Rect(0, 0, 1, 1), **said)  # type: ignore[arg-type]


TABLE_ANCHOR = anchor("table", cells=CELLS, header=1, inside=(span_of(TABLE),), caption=CAPTION)
EQUATION_ANCHOR = anchor("equation", latex=LATEX, spans=(span_of(EQUATION),))


def cut(*anchors: Anchor) -> tuple[Segment, list[PageText]]:
    pages = pages_of(TEXT)
    (segment,) = cut_segments(PAPER, FILE, pages, SectionTree(paper=PAPER, nodes=()), anchors=anchors)
    return segment, pages


def on_page(segment: Segment, said: str) -> list[str]:
    start = segment.text.index(said)
    return [TEXT[span.start : span.end] for span in spans_of(segment, start, start + len(said))]


def test_tables_stand_row_by_row_and_equations_in_latex_beside_their_captions() -> None:
    segment, pages = cut(TABLE_ANCHOR, EQUATION_ANCHOR)

    rows = "Parser | Test\nLatticeParser | 86.2\nHMM | 81.0"
    assert segment.text == TEXT.replace(TABLE, rows).replace(EQUATION, rf"\({LATEX}\)")
    assert read_text(segment.pieces, pages) == segment.text


def test_without_cells_and_latex_the_text_is_that_of_the_page() -> None:
    segment, pages = cut(
        anchor("table", inside=(span_of(TABLE),)), anchor("equation", spans=(span_of(EQUATION),))
    )

    assert segment.text == TEXT == read_text(segment.pieces, pages)


def test_every_place_leads_to_the_cell_the_equation_or_the_words_on_the_page() -> None:
    segment, _ = cut(TABLE_ANCHOR, EQUATION_ANCHOR)

    assert on_page(segment, "LatticeParser | 86.2") == ["LatticeParser", "86.2"]
    assert on_page(segment, "HMM | 81") == ["HMM", "81.0"]
    assert on_page(segment, r"\frac") == [EQUATION]
    assert on_page(segment, "Here Z is") == ["Here Z is"]


def test_a_table_in_several_stretches_is_written_once_and_a_cell_that_is_nowhere_leads_to_the_table() -> None:
    first, second = span_of("Parser\nLatticeParser\nHMM"), span_of("86.2\n81.0")
    table = anchor("table", cells=(("LatticeParser", "86.2"), ("HMM", "(not read)")), inside=(first, second))
    segment, pages = cut(table)

    assert segment.text.count("LatticeParser | 86.2\nHMM | (not read)") == 1
    assert read_text(segment.pieces, pages) == segment.text
    assert on_page(segment, "(not read)") == ["Parser\nLatticeParser\nHMM"]


def test_a_method_in_a_table_is_quoted_with_its_row() -> None:
    segment, pages = cut(TABLE_ANCHOR)
    paper = PaperReading("", [segment])
    content = DeterministicExtractor().extract(paper, segment, CancelToken()).content
    (found,) = [each for each in content.methods if "HMM" in each.aliases]
    at = segment.text.index("HMM | 81.0")
    told = Extraction(methods=(replace(found, at=((at, at + 3),)),))
    (source,) = assemble([(segment, told, "")], {FILE: pages}).sources

    assert [each.quote for each in source.mentions] == ["HMM 81.0"]
    assert TEXT[source.mentions[0].at.start : source.mentions[0].at.end] == "HMM"


def test_no_method_is_read_out_of_latex() -> None:
    equation = anchor("equation", latex=r"BERT_{CRF} = ReLU(x)", spans=(span_of(EQUATION),))
    segment, _ = cut(equation)
    names = {each.name for each in PaperReading("", [segment]).candidates}

    assert names
    assert not any("BERT" in name or "CRF" in name or "ReLU" in name for name in names)


def test_the_segments_of_a_paper_follow_its_layout(shelf: Shelf) -> None:
    paper = shelf.add("lattice", TEXT)
    file = shelf.papers.files(paper)[0].id
    assert not shelf.finder.is_cut_otherwise(paper, file)

    shelf.anchors.write(file, [replace(TABLE_ANCHOR, file=file, paper=paper)])

    assert shelf.finder.is_cut_otherwise(paper, file)
    assert "LatticeParser | 86.2" in shelf.finder.reading(paper).segments[0].text
    shelf.finder.find_for(paper, file, CancelToken())
    assert not shelf.finder.is_cut_otherwise(paper, file)
