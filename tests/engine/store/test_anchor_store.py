"""Anchors in the ledger and the graph, their pictures on the disk, and what check and rebuild make of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from paper_cases import add_paper, hurry

from twintree.base.anchors import Anchor
from twintree.base.errors import NotFound
from twintree.base.ids import FileId, SectionId
from twintree.base.pages import LayoutBox
from twintree.base.records import Rect, Section, SectionTree, Span
from twintree.store.anchors import AnchorStore
from twintree.store.deletion import delete_paper
from twintree.store.export import canonical, export
from twintree.store.files import FileStore
from twintree.store.graph import GraphProjection
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.rowcheck import picture_problems

TEXTS = ("Figure 1: Bees.\nTable 2: Ants.", "A second page.")


class Shelf:
    """A ledger with one paper of two pages, and its anchors."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.ledger = Ledger(root / "ledger.sqlite")
        hurry(self.ledger)
        self.files = FileStore(root)
        self.papers = PaperStore(self.ledger, self.files)
        self.anchors = AnchorStore(self.ledger)
        self.paper, file = add_paper(self.papers, TEXTS, title="Swarms")
        self.file = FileId(file or "")
        node = Section(id=SectionId(f"{self.paper}.s0001"), title="All", level=1, start_page=1, end_page=2)
        self.papers.write_tree(SectionTree(paper=self.paper, nodes=(node,)), 2)

    def anchor(self, kind: str, number: str, span: tuple[int, int], **more: object) -> Anchor:
        plain = Anchor(
            id=f"{self.paper}.{kind[:3]}{number}",
            paper=self.paper,
            file=self.file,
            kind=kind,
            number=number,
            label=f"{kind.capitalize()} {number}",
            page=1,
            box=Rect(50, float(span[0]), 90, 60),
            caption=TEXTS[0][slice(*span)],
            spans=(Span(1, *span),),
            section=SectionId(f"{self.paper}.s0001"),
        )
        return replace(plain, **more)

    def both(self) -> list[Anchor]:
        cells = (("Run", "Cost"), ("ants", "7"))
        return [
            self.anchor("figure", "1", (0, 15)),
            self.anchor(
                "table", "2", (16, 30), cells=cells, header=1, source="layout", inside=(Span(1, 3, 9),)
            ),
        ]


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = Shelf(tmp_path)
    yield made
    made.ledger.close()


def test_anchors_come_back_as_they_were_written_in_the_order_of_the_page(shelf: Shelf) -> None:
    shelf.anchors.write(shelf.file, shelf.both()[::-1])
    assert shelf.anchors.of(shelf.paper) == shelf.both()
    assert shelf.anchors.of(shelf.paper, ("table",)) == shelf.both()[1:]
    assert shelf.anchors.get(f"{shelf.paper}.tab2").cells[1] == ("ants", "7")
    with pytest.raises(NotFound, match="no figure"):
        shelf.anchors.get("P.fig9")


def test_writing_the_same_anchors_again_changes_nothing(shelf: Shelf) -> None:
    shelf.anchors.write(shelf.file, shelf.both())
    before = canonical(shelf.ledger), revision(shelf)
    shelf.anchors.write(shelf.file, shelf.both())
    assert (canonical(shelf.ledger), revision(shelf)) == before
    assert any(row["label"] == "Table 2" for row in json.loads(before[0])["tables"]["anchor"])


def revision(shelf: Shelf) -> int:
    return int(shelf.ledger.read().execute("SELECT revision FROM paper").fetchone()[0])


def test_a_picture_is_kept_swept_when_unnamed_and_gone_with_its_paper(shelf: Shelf) -> None:
    """PAINS 23: a deletion removes the paper's contribution everywhere."""
    figure = shelf.anchors.keep_picture(shelf.both()[0], b"\x89PNG one")
    shelf.anchors.keep_picture(shelf.both()[1], b"\x89PNG two")
    shelf.anchors.write(shelf.file, [figure])
    shelf.anchors.sweep(shelf.file)
    assert [path.read_bytes() for path in (shelf.root / "figures").iterdir()] == [b"\x89PNG one"]
    shelf.anchors.write_layout(shelf.file, 1, [LayoutBox("text", Rect(0, 0, 9, 9))])
    delete_paper(shelf.ledger, shelf.files, shelf.paper)
    assert list((shelf.root / "figures").iterdir()) == []
    tables = json.loads(canonical(shelf.ledger))["tables"]
    assert (tables["anchor"], tables["layout_page"]) == ([], [])


def test_a_papers_export_holds_its_anchors(shelf: Shelf) -> None:
    shelf.anchors.write(shelf.file, shelf.both())
    told = json.loads(export(shelf.ledger, "json", [shelf.paper]))
    assert [each["label"] for each in told["anchors"]] == ["Figure 1", "Table 2"]


def test_layout_is_kept_by_page_and_replaced_page_by_page(shelf: Shelf) -> None:
    box = LayoutBox("picture", Rect(1, 2, 3, 4))
    shelf.anchors.write_layout(shelf.file, 2, [box])
    shelf.anchors.write_layout(shelf.file, 1, [])
    shelf.anchors.write_layout(shelf.file, 2, [box, box])
    assert shelf.anchors.layout(shelf.file) == {1: (), 2: (box, box)}


def test_check_names_lost_and_stray_pictures_and_mending_lets_them_be_cut_again(shelf: Shelf) -> None:
    figure = shelf.anchors.keep_picture(shelf.both()[0], b"\x89PNG")
    shelf.anchors.write(shelf.file, [figure])
    shelf.papers.finish_stage(shelf.file, "layout", "1")
    folder = shelf.root / "figures"
    Path(figure.image).unlink()
    (folder / f"{shelf.file}.fig9.png").write_bytes(b"stray")
    named = [subject for _, subject in picture_problems(shelf.ledger.read(), shelf.root)]
    assert named == [figure.id, f"{shelf.file}.fig9.png"]
    shelf.anchors.mend()
    assert list(picture_problems(shelf.ledger.read(), shelf.root)) == []
    assert shelf.papers.stages(shelf.file) == {}


def test_the_graph_knows_which_section_a_figure_belongs_to(shelf: Shelf) -> None:
    shelf.anchors.write(shelf.file, shelf.both())
    graph = GraphProjection(shelf.root / "graph.kuzu")
    try:
        graph.sync(shelf.ledger)
        shown = "MATCH (:Paper)-[:HAS_ANCHOR]->(a:Anchor)-[:BELONGS_TO]->(s:Section)"
        path = f"{shown} RETURN a.label, s.title ORDER BY a.label"
        assert graph.query(path) == [("Figure 1", "All"), ("Table 2", "All")]
        shelf.anchors.write(shelf.file, shelf.both()[:1])
        graph.sync(shelf.ledger)
        assert graph.query(path) == [("Figure 1", "All")]
        assert graph.problems(shelf.ledger) == []
    finally:
        graph.close()
