"""The person's own data: every action is undone, redone, and refused when it would destroy later work."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paper_cases import add_file, add_paper, hurry, proposals

from twintree.base.answers import Answer
from twintree.base.errors import NotFound, TwintreeError, WrongUse
from twintree.base.records import Change, SectionTree, Span
from twintree.store.export import canonical
from twintree.store.ledger import Ledger
from twintree.store.papers import PaperStore
from twintree.store.person import PersonStore
from twintree.store.runs import RunStore
from twintree.store.words import WordIndex


class World:
    """A small library and random actions on it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.ledger = Ledger(folder / "ledger.sqlite")
        hurry(self.ledger)
        self.papers = PaperStore(self.ledger)
        self.person = PersonStore(self.ledger)
        self.runs = RunStore(self.ledger)
        self.random = random.Random(seed)
        self.ids = [
            add_paper(
                self.papers, [f"Words of paper {n}.", "More of it."], title=f"Paper {n}", authors=[f"A B{n}"]
            )[0]
            for n in range(3)
        ]
        add_file(self.papers, self.ids[0], ["A supplement."], name="s.pdf")
        self.ids.append(add_paper(self.papers, title="A record", year=1999)[0])
        self.runs.save(Answer(run="R1", question="Why?", created="2026"))  # type: ignore[arg-type]

    def paper(self) -> str:
        return self.random.choice(self.ids)

    def act(self, name: str) -> Change | None:
        """One action by name; None when it made no sense here."""
        try:
            return getattr(self, "do_" + name)()  # type: ignore[no-any-return]
        except TwintreeError:
            return None

    def any_of(self, ids: list[str]) -> str:
        return self.random.choice(ids or ["none"])

    def do_collection(self) -> Change:
        parents = [None, *(each.id for each in self.person.collections())]
        return self.person.create_collection(f"C{self.random.randint(0, 99)}", self.random.choice(parents))

    def collection(self) -> str:
        return self.any_of([each.id for each in self.person.collections()])

    def do_rename_collection(self) -> Change:
        return self.person.rename_collection(self.collection(), f"D{self.random.randint(0, 99)}")

    def do_move_collection(self) -> Change:
        return self.person.move_collection(self.collection(), self.collection(), self.random.randint(0, 3))

    def do_delete_collection(self) -> Change:
        return self.person.delete_collection(self.collection())

    def do_file_under(self) -> Change:
        return self.person.add_to_collection(self.collection(), [self.paper(), self.paper()])

    def do_take_out(self) -> Change:
        return self.person.remove_from_collection(self.collection(), [self.paper(), self.paper()])

    def tag(self) -> str:
        return self.random.choice(["ai", "AI", "bio", "to do"])

    def do_tag(self) -> Change:
        return self.person.tag([self.paper(), self.paper()], self.tag(), "#123456")

    def do_untag(self) -> Change:
        return self.person.untag(self.paper(), self.tag())

    def do_recolour(self) -> Change:
        return self.person.recolour_tag(self.tag(), self.random.choice(["", "#000000"]))

    def do_rename_tag(self) -> Change:
        return self.person.rename_tag(self.tag(), self.tag())

    def do_delete_tag(self) -> Change:
        return self.person.delete_tag(self.tag())

    def do_note(self) -> Change:
        return self.person.add_note(self.paper(), f"note {self.random.randint(0, 99)}")

    def note(self) -> str:
        return self.any_of([note.id for paper in self.ids for note in self.person.notes(paper)])

    def do_edit_note(self) -> Change:
        return self.person.edit_note(self.note(), f"edited {self.random.randint(0, 9)}")

    def do_delete_note(self) -> Change:
        return self.person.delete_note(self.note())

    def do_highlight(self) -> Change:
        file = self.any_of([file.id for file in self.papers.files(self.paper())])
        return self.person.add_highlight(file, [Span(1, 0, self.random.randint(1, 9))])

    def highlight(self) -> str:
        return self.any_of([each.id for paper in self.ids for each in self.person.highlights(paper)])

    def do_edit_highlight(self) -> Change:
        return self.person.edit_highlight(self.highlight(), colour="#00ff00", note="n", spans=[Span(1, 2, 4)])

    def do_delete_highlight(self) -> Change:
        return self.person.delete_highlight(self.highlight())

    def do_read(self) -> Change:
        return self.person.set_read_state([self.paper()], self.random.choice(["read", "unread", "to_read"]))

    def do_star(self) -> Change:
        return self.person.set_starred(self.paper(), self.random.random() < 0.5)

    def do_field(self) -> Change:
        field, value = self.random.choice(
            [("title", "New title"), ("year", 2001), ("authors", ["X Y"]), ("venue", "V"), ("key", "k2")]
        )
        return self.person.set_field(self.paper(), field, value)

    def do_clear(self) -> Change:
        return self.person.clear_field(self.paper(), self.random.choice(["title", "year", "authors", "key"]))

    def do_search(self) -> Change:
        known = [each.id for each in self.person.saved_searches()]
        return self.person.save_search(
            "s", f"q{self.random.randint(0, 9)}", self.random.choice([None, *known])
        )

    def do_delete_search(self) -> Change:
        return self.person.delete_search(self.any_of([each.id for each in self.person.saved_searches()]))

    def do_correct(self) -> Change:
        paper = self.paper()
        return self.person.correct(
            paper, "section", f"{paper}.s0001", {"title": f"T{self.random.randint(0, 9)}"}
        )

    def do_withdraw(self) -> Change:
        paper = self.paper()
        return self.person.withdraw_correction(paper, "section", f"{paper}.s0001")

    def do_bin(self) -> Change:
        return self.person.bin([self.paper(), self.paper()])

    def do_restore(self) -> Change:
        return self.person.restore(self.paper())

    def do_setting(self) -> Change:
        return self.person.set_setting("window", self.random.choice([None, {"x": 1}, 7]))

    def do_merge(self) -> Change:
        return self.person.merge(self.paper(), self.paper())

    def do_split(self) -> Change:
        return self.person.split(self.paper())

    def do_split_file(self) -> Change:
        return self.person.split_file(self.any_of([file.id for file in self.papers.files(self.paper())]))

    def do_distinct(self) -> Change:
        return self.person.mark_distinct(self.ids[0], self.ids[1])

    def do_conversation(self) -> Change:
        return self.runs.create_conversation("talk")

    def conversation(self) -> str:
        return self.any_of([each.id for each in self.runs.conversations()])

    def do_put_into(self) -> Change:
        return self.runs.put_into("R1", self.conversation())

    def do_rename_conversation(self) -> Change:
        return self.runs.rename_conversation(self.conversation(), "other talk")

    def do_delete_conversation(self) -> Change:
        return self.runs.delete_conversation(self.conversation())

    def do_delete_run(self) -> Change:
        return self.runs.delete("R1")


ACTIONS = sorted(name[3:] for name in dir(World) if name.startswith("do_"))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1 << 30), st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=12))
def test_undoing_everything_returns_every_state_and_redoing_brings_it_back(
    seed: int, names: list[str]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder), seed)
        try:
            states = [canonical(world.ledger)]
            changes = []
            for name in names:
                change = world.act(name)
                if change is not None and change.id:
                    changes.append(change)
                    states.append(canonical(world.ledger))
                else:
                    assert canonical(world.ledger) == states[-1], (
                        f"{name} changed something and did not say so"
                    )
            for change, state in zip(reversed(changes), reversed(states[:-1]), strict=True):
                assert world.person.undo().subject == str(change.id)
                assert canonical(world.ledger) == state, f"undoing {change.action}"
            with pytest.raises(WrongUse, match="nothing to undo"):
                world.person.undo()
            for state in states[1:]:
                world.person.redo()
                assert canonical(world.ledger) == state
            with world.ledger.write() as connection:
                connection.execute("INSERT INTO paper_words (paper_words) VALUES ('integrity-check')")
                assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        finally:
            world.ledger.close()


def test_every_action_is_exercised_and_undone_once(tmp_path: Path) -> None:
    world = World(tmp_path, 7)
    done = set()
    try:
        for _ in range(20):
            if done == set(ACTIONS):
                break
            for name in world.random.sample(ACTIONS, len(ACTIONS)):
                before = canonical(world.ledger)
                change = world.act(name)
                if change is not None and change.id:
                    done.add(name)
                    world.person.undo(change.id)
                    assert canonical(world.ledger) == before, name
                    if (
                        not name.startswith("delete") and world.random.random() < 0.6
                    ):  # or nothing would be left to act on
                        world.person.redo()
    finally:
        world.ledger.close()
    assert done == set(ACTIONS), sorted(set(ACTIONS) - done)


def test_a_change_says_what_it_did_and_to_which_papers(papers: PaperStore, person: PersonStore) -> None:
    paper, _ = add_paper(papers, title="Trees", authors=["A B"])
    change = person.tag(paper, "ai")
    assert (change.action, change.subject, change.papers) == ("tag", "ai", (paper,))
    assert change.summary
    assert person.changes()[0] == change
    assert person.tag(paper, "ai").id == 0, "what changes nothing is no change"


def test_an_earlier_change_can_be_undone_alone(papers: PaperStore, person: PersonStore) -> None:
    paper, _ = add_paper(papers, title="Trees")
    star = person.set_starred(paper)
    person.tag(paper, "ai")
    person.undo(star.id)
    row = papers.get(paper).row
    assert (row.starred, row.tags) == (False, ("ai",))


def test_undoing_what_was_changed_since_is_refused_and_changes_nothing(
    ledger: Ledger, papers: PaperStore, person: PersonStore
) -> None:
    paper, _ = add_paper(papers, title="Trees")
    first = person.add_note(paper, "one")
    person.edit_note(first.subject, "two")
    before = canonical(ledger)
    with pytest.raises(WrongUse, match="changed afterwards") as caught:
        person.undo(first.id)
    assert caught.value.way_out
    assert canonical(ledger) == before
    with pytest.raises(NotFound):
        person.undo(999)
    person.undo()
    person.undo(first.id)
    with pytest.raises(WrongUse, match="undone already"):
        person.undo(first.id)
    assert person.notes(paper) == []


def test_redo_ends_with_the_next_change(papers: PaperStore, person: PersonStore) -> None:
    paper, _ = add_paper(papers, title="Trees")
    person.set_starred(paper)
    undone = person.undo()
    assert person.undo(undone.id).action == "redo"
    assert papers.get(paper).row.starred
    person.undo()
    person.tag(paper, "ai")
    with pytest.raises(WrongUse, match="nothing to do again"):
        person.redo()


def test_an_undo_raises_the_revision(ledger: Ledger, papers: PaperStore, person: PersonStore) -> None:
    paper, _ = add_paper(papers, title="Trees")
    sql = "SELECT revision FROM paper WHERE id = ?"
    steps: list[Callable[[], Change]] = [
        lambda: person.set_field(paper, "title", "X"),
        person.undo,
        person.redo,
    ]
    for step in steps:
        (before,) = ledger.read().execute(sql, (paper,)).fetchone()
        step()
        (after,) = ledger.read().execute(sql, (paper,)).fetchone()
        assert after > before


def test_better_metadata_found_meanwhile_shows_after_an_undo(papers: PaperStore, person: PersonStore) -> None:
    paper, _ = add_paper(papers, title="Misread titel", authors=["A B"])
    person.set_field(paper, "title", "Mine")
    papers.write_fields(paper, proposals("bibtex", title="The real title"))
    assert papers.get(paper).row.title == "Mine"
    person.undo()
    assert papers.get(paper).row.title == "The real title"


def test_a_deleted_collection_comes_back_with_those_below_it(papers: PaperStore, person: PersonStore) -> None:
    paper, _ = add_paper(papers, title="Trees")
    outer = person.create_collection("Outer").subject
    inner = person.create_collection("Inner", outer).subject
    person.add_to_collection(inner, paper)
    with pytest.raises(WrongUse, match="into itself"):
        person.move_collection(outer, inner)
    person.delete_collection("Outer")
    assert person.collections() == []
    person.undo()
    assert {(each.name, each.parent, each.papers) for each in person.collections()} == {
        ("Outer", None, 0),
        ("Inner", outer, 1),
    }
    assert person.collection_named("Inner") == inner
    assert person.collection_named("New one") != inner


def test_a_name_is_found_with_the_spaces_that_it_was_given_with(
    papers: PaperStore, person: PersonStore
) -> None:
    made = person.collection_named(" a  b")
    assert person.collection_named("a  b ") == made
    assert [each.name for each in person.collections()] == ["a b"]
    paper, _ = add_paper(papers, title="Trees")
    person.tag(paper, "so  so")
    person.tag(paper, " so so")
    assert person.find_tag("so  so") == "so so"
    assert [each.name for each in person.tags()] == ["so so"]


def test_renaming_a_tag_onto_another_joins_them(papers: PaperStore, person: PersonStore) -> None:
    first, _ = add_paper(papers, title="One")
    second, _ = add_paper(papers, title="Two")
    person.tag(first, "nlp", "#111111")
    person.tag([first, second], "NLP methods", "#222222")
    person.rename_tag("nlp", "nlp methods")
    assert [(tag.name, tag.colour, tag.papers) for tag in person.tags()] == [("NLP methods", "#222222", 2)]
    person.undo()
    assert [(tag.name, tag.papers) for tag in person.tags()] == [("nlp", 1), ("NLP methods", 2)]


@pytest.mark.parametrize("name", ["", "   ", "x" * 201])
def test_names_that_say_nothing_are_refused(person: PersonStore, name: str) -> None:
    with pytest.raises(WrongUse, match="name"):
        person.create_collection(name)


def test_highlights_outside_the_text_are_refused(papers: PaperStore, person: PersonStore) -> None:
    paper, file = add_paper(papers, ["Ten letters"], title="T")
    assert file is not None
    for spans in ([Span(1, 0, 99)], [Span(1, 5, 5)], []):
        with pytest.raises(WrongUse):
            person.add_highlight(file, spans)
    with pytest.raises(NotFound):
        person.add_highlight(file, [Span(2, 0, 1)])
    change = person.add_highlight(file, [Span(1, 0, 3), Span(1, 4, 11)])
    (kept,) = person.highlights(paper)
    assert (kept.id, kept.quote) == (change.subject, "Ten letters")


def test_a_corrected_section_shows_at_once_and_survives(papers: PaperStore, person: PersonStore) -> None:
    from twintree.base.ids import section_id
    from twintree.base.records import Section

    paper, _ = add_paper(papers, ["x"], title="T")
    section = Section(id=section_id(paper, 1), title="Introdution", level=1, start_page=1, end_page=1)
    papers.write_tree(SectionTree(paper=paper, nodes=(section,)), 2)
    person.correct(paper, "section", section.id, {"title": "Introduction", "start_page": 2})
    assert papers.tree(paper).nodes[0].title == "Introduction"
    (kept,) = person.corrections(paper)
    assert kept.subject == section.id
    # What the extraction called it is kept too, so that a later one knows it again.
    assert kept.content == {"title": "Introduction", "start_page": 2, "was": ["Introdution", 1, 0]}
    with pytest.raises(WrongUse):
        person.correct(paper, "section", section.id, {"level": "two"})
    person.undo()
    assert papers.tree(paper).nodes[0].title == "Introdution"
    assert person.corrections(paper) == []


def test_binned_papers_are_out_of_sight_and_come_back(
    ledger: Ledger, papers: PaperStore, person: PersonStore
) -> None:
    paper, _ = add_paper(papers, ["some words"], title="Trees")
    person.bin([paper])
    assert person.is_binned(paper)
    assert papers.rows() == []
    assert WordIndex(ledger).passages("words") == []
    person.restore([paper])
    assert [row.id for row in papers.rows()] == [paper]
    assert len(WordIndex(ledger).passages("words")) == 1
