"""Citations as they are pasted: styles, keys, pages, quotes."""

from __future__ import annotations

import pytest

from twintree.base.errors import NotFound, WrongUse
from twintree.base.pages import PageText
from twintree.base.records import FieldValue, Paper
from twintree.knowledge.formatted import KEYED, STYLES, cite, quoted_from
from twintree.store.papers import PaperStore


def paper(papers: PaperStore, **values: object) -> Paper:
    fields = [
        FieldValue(field=name, value=value, source="bibtex", confidence=1.0, chosen=True)
        for name, value in values.items()
    ]
    return papers.get(papers.create(fields))


@pytest.fixture
def meng(papers: PaperStore) -> Paper:
    return paper(
        papers,
        title="Explaining engines",
        authors=["Meng, Xia", "Liu, Bo", "Chen, Cai"],
        year=2026,
        venue="Journal of Trees",
        volume="3",
        pages="5-16",
        doi="10.1/x",
        kind="article",
    )


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("apa", "(Meng et al., 2026, p. 5)"),
        ("chicago", "(Meng, Liu, and Chen 2026, 5)"),
        ("harvard", "(Meng, Liu and Chen, 2026, p. 5)"),
        ("ieee", "[1, p. 5]"),
        ("vancouver", "(1, p. 5)"),
    ],
)
def test_a_page_stands_in_the_citation_in_every_style(meng: Paper, style: str, text: str) -> None:
    cited = cite([meng], style, page="5")
    assert cited.text == text
    (entry,) = cited.entries
    assert all(part in entry for part in ("Meng", "Explaining engines", "Journal of Trees", "10.1/x"))


def test_keys_are_cited_with_page_and_quote(meng: Paper) -> None:
    key = meng.row.key
    assert cite([meng], "latex").text == f"\\cite{{{key}}}"
    assert cite([meng], "latex", page="5–7", quote="5% of all").text == (
        f"``5\\% of all''~\\cite[pp.~5--7]{{{key}}}"
    )
    assert cite([meng], "pandoc", page="5").text == f"[@{key}, p. 5]"


def test_a_quote_stands_before_its_citation(meng: Paper) -> None:
    assert cite([meng], "apa", page="5", quote="engines\nexplain").text == (
        "“engines explain” (Meng et al., 2026, p. 5)"
    )


def test_several_papers_are_cited_together(papers: PaperStore, meng: Paper) -> None:
    other = paper(papers, title="Woods", authors=["Wood, W."], year=2001)
    assert cite([meng, other], "apa").text == "(Meng et al., 2026; Wood, 2001)"
    assert cite([meng, other], "pandoc").text == f"[@{meng.row.key}; @{other.row.key}]"
    with pytest.raises(WrongUse, match="one paper"):
        cite([meng, other], "apa", page="5")


@pytest.mark.parametrize("style", STYLES + KEYED)
def test_a_paper_of_which_little_is_known_can_be_cited_all_the_same(papers: PaperStore, style: str) -> None:
    """Nothing is invented: what is unknown is left out, or said to be."""
    cited = cite(
        [paper(papers, title="A title & nothing else", authors=["World Health Organization"])], style
    )
    assert cited.text
    assert "None" not in cited.text + "".join(cited.entries)
    assert "&amp;" not in "".join(cited.entries)


def test_an_unknown_style_is_refused_with_those_there_are(meng: Paper) -> None:
    with pytest.raises(WrongUse) as caught:
        cite([meng], "mla9000")
    assert "vancouver" in caught.value.way_out


def test_a_quote_is_found_with_the_number_of_its_page_and_its_words_as_they_stand_there() -> None:
    pages = [PageText(n, label, 1, 1, text, len(text), ()) for n, label, text in
             ((1, "xi", "Nothing here."), (2, "xii", "Trees are well-known\nto grow 3 × 3 leaves."))]  # fmt: skip
    assert quoted_from(pages, "trees are well-known to grow") == ("xii", "Trees are well-known to grow")
    assert quoted_from(pages, "to grow 3 × 3") == ("xii", "to grow 3 × 3")
    with pytest.raises(NotFound):
        quoted_from(pages, "trees are shrinking")


def test_a_quote_copied_over_the_end_of_a_line_is_found() -> None:
    pages = [PageText(1, "1", 1, 1, "Their implementation is well-known.", 35, ())]
    for copied in ("imple-\nmentation is well-known", "implementation is well-\nknown"):
        assert quoted_from(pages, copied) == ("1", "implementation is well-known")
