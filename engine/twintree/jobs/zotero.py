"""Takes a Zotero profile in: works, shelves, notes and marks at once, the files behind them one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from twintree.base.ids import PaperId
from twintree.base.progress import CancelToken
from twintree.base.text import counted
from twintree.jobs.options import ImportOptions, Outcome
from twintree.jobs.records import (
    BATCH,
    FOLLOWED,
    embed_records,
    holding_of,
    proposals_of,
    write_record_entries,
)
from twintree.jobs.stages import Workshop
from twintree.sources.recognition import KnownPapers
from twintree.sources.zotero import ZoteroAttachment, ZoteroItem, ZoteroLibrary, read_profile
from twintree.store.files import sha256_of
from twintree.store.incoming import Origin, version_of

_SHELVES = "zotero_collections"
_SOURCE = "zotero"


def take_profile(
    shop: Workshop,
    folder: Path,
    options: ImportOptions,
    cancel: CancelToken,
    on_page: Callable[[int, int], None],
) -> Outcome:
    """Take a profile's items in; their files follow as items of the same job.

    A second time brings what is new or was changed there. Nothing is taken away here, nothing that the
    person wrote here is replaced, and nothing at all is written there.

    Raises:
        WrongUse: the folder holds no Zotero database.
        UnreadableFile: the database cannot be read.
    """
    libraries = read_profile(folder, Path(options.base) if options.base else None)
    total = sum(len(library.items) for library in libraries)
    intake = _Intake(shop, options)
    done = 0
    for library in libraries:
        reader = _LibraryIntake(intake, library)
        items = iter(library.items)
        while batch := list(islice(items, BATCH)):
            cancel.check()
            with shop.incoming.transaction():
                for item in batch:
                    reader.take(item)
            done += len(batch)
            on_page(done, total)
    embed_records(shop, intake.changed, options, cancel)
    return intake.outcome()


class _Intake:
    """What is known and counted over all libraries of a profile."""

    def __init__(self, shop: Workshop, options: ImportOptions) -> None:
        self.shop = shop
        self.options = options
        self.known = KnownPapers(shop.incoming.holdings())
        self.sizes = shop.incoming.file_sizes()
        self.files = shop.incoming.file_names()
        self.counts: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.papers: dict[PaperId, None] = {}
        self.changed: list[PaperId] = []
        self.more: dict[str, PaperId] = {}
        self.missing: list[str] = []

    def outcome(self) -> Outcome:
        """What became of the profile, with what was lost of it."""
        papers = list(self.papers)
        changed = self.counts["new"] + self.counts["completed"]
        return Outcome(
            state="done" if changed or self.more or not papers else "duplicate",
            paper=papers[0] if papers else None,
            status="record",
            papers=len(papers),
            reason=" ".join(self._sentences()),
            code="" if changed or self.more or not papers else "duplicate",
            more=tuple(self.more.items()),
        )

    def _sentences(self) -> Iterator[str]:
        counts = self.counts
        told = (
            (counts["new"], "new"),
            (counts["completed"], "brought up to date"),
            (counts["same"], "as before"),
        )
        shown = ", ".join(f"{number} {what}" for number, what in told if number) or "none"
        total = sum(number for number, _ in told)
        yield f"{counted(total, 'item')}: {shown}."
        if self.missing:
            names = ", ".join(self.missing[:3]) + (", …" if len(self.missing) > 3 else "")
            yield f"{len(self.missing)} files are not on this machine ({names})."
        if counts["nothing"]:
            yield f"{counts['nothing']} files without an item and without bytes were left out."
        if self.lost:
            yield f"Not taken over: {', '.join(name for name, _ in self.lost.most_common(8))}."


class _LibraryIntake:
    """One library of a profile on its way in."""

    def __init__(self, intake: _Intake, library: ZoteroLibrary) -> None:
        self._intake = intake
        self._shop = intake.shop
        self._name = library.name
        self._origins = dict(self._shop.incoming.origins(library.name))
        self._notes = self._shop.incoming.origins(f"{library.name}:note")
        self._shelves = self._collections(library)

    def _collections(self, library: ZoteroLibrary) -> Mapping[str, str]:
        """Their collections' keys -> ours; one that the person deleted here stays away."""
        kept: dict[str, str] = self._shop.person.setting(_SHELVES, {})
        there = {each.id for each in self._shop.person.collections()}
        theirs = {each.key: each for each in library.collections}
        found: dict[str, str] = {}
        known = dict(kept)

        def place(key: str, seen: tuple[str, ...] = ()) -> str | None:
            if key not in theirs or key in seen:
                return None
            name = f"{library.name}/{key}"
            if key in found or (name in known and known[name] not in there):
                return found.get(key)
            above = place(theirs[key].parent, (*seen, key))
            own = self._shop.incoming.collection(known.get(name, ""), theirs[key].name, above)
            there.add(own)
            found[key] = known[name] = own
            return own

        with self._shop.incoming.transaction():
            for key in theirs:
                place(key)
        if known != kept:
            self._shop.incoming.keep_setting(_SHELVES, known)
        return found

    def take(self, item: ZoteroItem) -> None:
        """Take one item in; call inside a transaction."""
        intake = self._intake
        intake.lost.update(item.lost)
        intake.missing += [file.written for file in item.attachments if file.path is None]
        version = version_of(item)
        origin = self._origins.get(item.key)
        if origin is not None and origin.version == version:
            intake.counts["same"] += 1
            paper = origin.paper
        elif not item.fields and not any(file.path for file in item.attachments):
            intake.counts["nothing"] += 1
            return
        else:
            paper = self._write(item, origin)
            self._shop.incoming.note_origin(self._name, item.key, version, paper)
            intake.changed.append(paper)
        intake.papers[paper] = None
        self._follow(item, paper, changed=origin is None or origin.version != version)

    def _write(self, item: ZoteroItem, origin: Origin | None) -> PaperId:
        intake, incoming = self._intake, self._shop.incoming
        paper = origin.paper if origin else intake.known.find(item.fields) or self._by_file(item)
        intake.counts["completed" if paper else "new"] += 1
        proposals = proposals_of(item.fields, _SOURCE)
        if paper is None:
            paper = self._shop.papers.create(proposals, status="record")
        else:
            if origin is None:
                incoming.leave_bin(paper)
            incoming.replace_fields(paper, _SOURCE, proposals)
        intake.known.add(holding_of(paper, item.fields))
        if item.citation_key:
            incoming.offer_key(paper, item.citation_key)
        if item.added:
            incoming.set_added(paper, item.added)
        incoming.put_tags(paper, (*item.tags, *intake.options.tags))
        shelves = [self._shelves[key] for key in item.collections if key in self._shelves]
        for shelf in filter(None, (*shelves, intake.options.collection)):
            incoming.put_into(shelf, paper)
        self._write_notes(item, paper)
        write_record_entries(self._shop, paper)
        return paper

    def _write_notes(self, item: ZoteroItem, paper: PaperId) -> None:
        source = f"{self._name}:note"
        for note in item.notes:
            version = version_of(note.text)
            known = self._notes.get(note.key)
            if known is None:
                made = self._shop.incoming.put_note(paper, note.text, note.added)
                self._shop.incoming.note_origin(source, note.key, version, paper, made)
            elif known.version != version:
                self._shop.incoming.follow_note(known.made, known.version, note.text)
                self._shop.incoming.note_origin(source, note.key, version, known.paper, known.made)

    def _follow(self, item: ZoteroItem, paper: PaperId, *, changed: bool) -> None:
        """See that files which are not here yet, or have new marks, are taken next."""
        for file in item.attachments:
            if file.path is None or Path(file.path).suffix.lower() not in FOLLOWED:
                continue
            name = Path(file.path).name
            here = (paper, name) in self._intake.files
            if changed and file.marks:
                self._shop.incoming.keep_waiting(f"{self._name}:mark", paper, name, file.marks)
            if not here or (changed and file.marks):
                self._intake.more.setdefault(file.path, paper)

    def _by_file(self, item: ZoteroItem) -> PaperId | None:
        for file in _present(item.attachments):
            # Only a file of a size that the library has need be read to be known.
            if file.stat().st_size not in self._intake.sizes:
                continue
            for row in self._shop.papers.files_with_hash(sha256_of(file)[0]):
                if self._intake.known.may_be(row.paper, item.fields):
                    return row.paper
        return None


def _present(attachments: Sequence[ZoteroAttachment]) -> Iterator[Path]:
    for each in attachments:
        if each.path is not None:
            yield Path(each.path)
