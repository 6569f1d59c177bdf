"""A work that is not held as a record to be taken out: by what reference lists of the library say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twintree.base.citations import Reference
from twintree.base.ids import PaperId
from twintree.base.records import FieldValue, Paper, PaperRow
from twintree.knowledge.refparser import Fields, parse_reference

#: Fields of an entry by which the fullest one is told.
_TOLD = ("title", "authors", "year", "venue", "volume", "pages", "doi", "arxiv", "url")


def as_record(row: PaperRow, entries: Sequence[Reference], doi: str = "") -> Paper:
    """A work with all that an entry for it says: venue, volume, issue, pages, publisher, identifiers.

    Of several entries the fullest speaks, so that no record is pieced together of two works; a DOI or arXiv id
    that it lacks is another one's.

    Args:
        row: its id, key, title, authors and year, as they are shown.
        entries: of any paper's reference list, those that stand for it.
        doi: as it is known.
    """
    ranked = sorted(entries, key=lambda each: -sum(bool(getattr(each, name)) for name in _TOLD))
    if not ranked:
        return Paper(row=row, doi=doi)
    best = ranked[0]
    said = parse_reference(best.raw)
    values = {
        "volume": best.volume,
        "number": said.issue,
        "pages": best.pages,
        "publisher": said.publisher,
        "url": best.url,
        "kind": _kind(best, said),
    }
    return Paper(
        row=PaperRow(
            id=PaperId(row.id),
            key=row.key,
            title=row.title or best.title,
            authors=row.authors or best.authors,
            year=row.year or best.year,
            venue=best.venue,
        ),
        doi=doi or _first(ranked, "doi"),
        arxiv=_first(ranked, "arxiv"),
        fields=tuple(_fields(values)),
    )


def _kind(entry: Reference, said: Fields) -> str:
    """What BibTeX calls it; ``""`` where its venue's name has to tell."""
    if entry.venue:
        within = said.within and entry.venue == said.venue
        return "" if not within else "incollection" if said.publisher else "inproceedings"
    return "preprint" if entry.arxiv else "book" if said.publisher else "misc"


def _first(entries: Sequence[Reference], name: str) -> str:
    return next((str(value) for each in entries if (value := getattr(each, name))), "")


def _fields(values: Mapping[str, str]) -> list[FieldValue]:
    return [
        FieldValue(field=name, value=value, source="references", confidence=1.0, chosen=True)
        for name, value in values.items()
        if value
    ]
