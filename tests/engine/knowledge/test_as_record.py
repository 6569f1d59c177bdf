"""Works that are not held, as records to be taken out: with all that the entries for them say."""

from __future__ import annotations

from twintree.base.citations import Reference
from twintree.base.ids import PaperId
from twintree.base.records import PaperRow
from twintree.knowledge.asrecord import as_record
from twintree.knowledge.refparser import parse_reference
from twintree.store import citing

ARTICLE = (
    "Kalita J, Vajpayee A, Misra UK. Comparison of prednisolone with piroxicam in complex regional pain "
    "syndrome following stroke: a randomized controlled trial. QJM. 2006;99(2):89-95."
)
SHORT = "Kalita J, Vajpayee A, Misra UK. Comparison of prednisolone with piroxicam. 2006."


def _entry(raw: str) -> Reference:
    said = parse_reference(raw)
    names = ("authors", "title", "year", "venue", "volume", "pages", "doi", "arxiv", "url")
    return Reference(id="P1.ref001", index=1, raw=raw, **{name: getattr(said, name) for name in names})


def _row() -> PaperRow:
    return PaperRow(id=PaperId("W1"), key="W1", title="Comparison of prednisolone", year=2006)


def test_a_work_is_taken_out_with_the_journal_volume_issue_and_pages_of_its_fullest_entry() -> None:
    record = as_record(_row(), [_entry(SHORT), _entry(ARTICLE)])
    written = citing.bibtex([record])
    for line in ("journal = {QJM}", "volume = {99}", "number = {2}", "pages = {89–95}"):
        assert line in written
    assert "@article{W1" in written
    assert "Kalita" in written
    lines = citing.ris([record]).splitlines()
    assert {"VL  - 99", "IS  - 2", "SP  - 89", "EP  - 95", "T2  - QJM"} <= set(lines)


def test_a_book_is_one_with_its_publisher() -> None:
    record = as_record(
        _row(), [_entry("Pepe, M. 2003. The Evaluation of Medical Tests. Oxford University Press.")]
    )
    written = citing.bibtex([record])
    assert written.startswith("@book{")
    assert "publisher = {Oxford University Press}" in written


def test_a_work_of_which_no_entry_is_known_keeps_what_is_shown_of_it() -> None:
    record = as_record(_row(), [], "10.1000/182")
    assert (record.row, record.doi, record.fields) == (_row(), "10.1000/182", ())


def test_what_a_person_corrected_counts_more_than_the_printed_string() -> None:
    entry = _entry(ARTICLE)
    fixed = Reference(
        **{name: getattr(entry, name) for name in entry.__struct_fields__ if name != "venue"}, venue="Q J Med"
    )
    assert "journal = {Q J Med}" in citing.bibtex([as_record(_row(), [fixed])])
