"""The stage that finds a paper's methods: segments, payloads, what they make together, and where it belongs."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from twintree.base.ids import FileId, PaperId
from twintree.base.methods import (
    Assignment,
    Extraction,
    MethodId,
    MethodSource,
    PaperMethods,
    Payload,
    Segment,
    method_text,
)
from twintree.base.pages import PageText
from twintree.base.progress import CancelToken
from twintree.base.records import FileRow
from twintree.knowledge.methods.assembling import assemble
from twintree.knowledge.methods.canonical import Known, assign, bounds_for, text_of
from twintree.knowledge.methods.deterministic import DeterministicExtractor
from twintree.knowledge.methods.protocol import MethodExtractor
from twintree.knowledge.methods.reading import PaperReading
from twintree.knowledge.methods.segments import cut_further, cut_segments, read_text
from twintree.models.protocol import Vectors
from twintree.store.anchors import AnchorStore
from twintree.store.citations import CitationStore
from twintree.store.methodintake import MethodIntake
from twintree.store.papers import PaperStore

#: The stage's name, and its version, which changes whenever a paper's methods may come out differently.
STAGE, VERSION = "methods", "10"
#: Done for a further file of a paper once its methods are sought together with the main one's.
BESIDE = "methods_beside"
Embed = Callable[[Sequence[str]], Vectors]


class MethodFinder:
    """Finds methods of papers with any extractor, and writes them; what was extracted is never extracted again."""

    def __init__(
        self,
        papers: PaperStore,
        citations: CitationStore,
        intake: MethodIntake,
        embed: Embed,
        anchors: AnchorStore,
    ) -> None:
        self._papers, self._citations, self._anchors = papers, citations, anchors
        self._intake = intake
        self._embed = embed
        # Two papers that are read at once must not each make a method of the name that both of them have.
        self._joining = threading.Lock()

    def find(self, paper: PaperId, file: FileId, cancel: CancelToken) -> None:
        """Segments of a paper, what the deterministic extractor says of them, and its methods.

        Further files of the paper (programs, data sets' cards, supplements) are read with it. What was merged into
        it as a paper of its own is read as that: with its own sections and references. What a model said of a
        segment before stays in use as long as the segment's text is the same.
        """
        own, merged = self._divided(paper, file)
        for lost, theirs in merged.items():
            self._find(lost, theirs, cancel)
        self._find(paper, own, cancel)

    def _find(self, paper: PaperId, files: Sequence[FileRow], cancel: CancelToken) -> None:
        pages = {each.id: list(self._papers.pages(each.id)) for each in files}
        segments = self._cut(paper, files, pages)
        self._intake.write_segments(paper, segments)
        self.extract(paper, segments, DeterministicExtractor(), cancel)
        self.use(paper, self._first_choice(paper, segments), pages)

    def _divided(
        self, paper: PaperId, main: FileId
    ) -> tuple[Sequence[FileRow], Mapping[PaperId, Sequence[FileRow]]]:
        """The files of a paper that are read as its own, the main one first, and those of papers merged into it."""
        owners = self._intake.owners(paper)
        own: list[FileRow] = []
        merged: dict[PaperId, list[FileRow]] = {}
        for each in sorted(self._papers.files(paper), key=lambda row: row.id != main):
            if each.id != main and each.id in owners:
                merged.setdefault(owners[each.id], []).append(each)
            elif each.id == main or self._papers.has_text(each.id):
                own.append(each)
        return own, merged

    def _cut(
        self, paper: PaperId, files: Sequence[FileRow], pages: Mapping[FileId, Sequence[PageText]]
    ) -> list[Segment]:
        if not files:
            return []
        main, *others = files
        tree, anchors = self._papers.tree(paper), self._anchors.of_file(main.id)
        segments = cut_segments(paper, main.id, pages[main.id], tree, anchors=anchors)
        for each in others:
            following = int(segments[-1].id.rpartition(".g")[2]) + 1 if segments else 1
            segments += cut_further(paper, each.id, each.name, pages[each.id], first=following)
        return segments

    def is_cut_otherwise(self, paper: PaperId, file: FileId) -> bool:
        """Whether a paper's segments would be others now than those that its methods were read from."""
        own, _ = self._divided(paper, file)
        cut = self._cut(paper, own, {each.id: list(self._papers.pages(each.id)) for each in own})
        return [each.hash for each in cut] != [each.hash for each in self._intake.segments(paper)]

    def find_for(self, paper: PaperId, file: FileId, cancel: CancelToken) -> None:
        """``find``, noted as done: for papers that came before this stage was there, or got a further file."""
        began = time.monotonic()
        self.find(paper, file, cancel)
        own, merged = self._divided(paper, file)
        took = time.monotonic() - began
        for each in own:
            self._papers.finish_stage(each.id, STAGE if each.id == file else BESIDE, VERSION, took)
        for each in (each for files in merged.values() for each in files):
            self._papers.finish_stage(each.id, STAGE, VERSION, took)

    def lacks(self, paper: PaperId, file: FileId) -> bool:
        """Whether a paper's methods are to be sought: they never were, it has a further file that was not read yet,
        or one that was read is another paper's now."""
        if not file or not self._papers.has_text(file):
            return False
        if self._papers.stages(file).get(STAGE) != VERSION or self._intake.is_elsewhere(paper):
            return True
        return any(
            each.id != file and self._papers.stages(each.id).get(BESIDE) != VERSION
            for each in self._divided(paper, file)[0]
        )

    def chosen(self, paper: PaperId, limit: int, *, whole: bool = False) -> list[Segment]:
        """The segments of a paper that a model should read, see ``telling``; all of them where ``whole``.

        Their texts may be left out: ``extract`` reads them. Of a paper whose methods were never sought nothing is
        written, so that this can be asked of a library that is open for reading only.
        """
        segments = self._intake.segments(paper)
        if not segments:
            reading = self.reading(paper)
            extractor, token = DeterministicExtractor(), CancelToken()
            told: dict[str, Extraction] = {
                each.id: extractor.extract(reading, each, token).content for each in reading.segments
            }
            return list(reading.segments) if whole else telling(reading.segments, told, limit)
        if whole:
            return segments
        rules: dict[str, Extraction] = {
            each.segment: each.content
            for each in self._intake.payloads(paper)
            if each.extractor == DeterministicExtractor.name
        }
        return telling(segments, rules, limit)

    def extract(
        self,
        paper: PaperId,
        segments: Sequence[Segment],
        extractor: MethodExtractor,
        cancel: CancelToken,
        on_segment: Callable[[int, int], None] = lambda done, total: None,
        since: str = "",
    ) -> list[Payload]:
        """Payloads of segments by an extractor, each kept as soon as it is there; what is kept is not done again.

        Segments that were cut anew since they were chosen are left out. ``since`` as in ``known``.
        """
        known = self.known(paper, segments, extractor, since)
        reading = self.reading(paper)
        whole = {each.hash: each for each in reading.segments}
        found = []
        for done, segment in enumerate(segments):
            cancel.check()
            on_segment(done, len(segments))
            if segment.hash not in whole:
                continue
            payload = known.get(segment.hash)
            # A deterministic reading of a segment rests on the whole paper: it is made again, which costs little.
            if payload is None or payload.segment != segment.id or not extractor.model:
                payload = _payload(extractor, reading, whole[segment.hash], cancel)
                self._intake.keep(paper, [payload])
            found.append(payload)
        on_segment(len(segments), len(segments))
        return found

    def known(
        self, paper: PaperId, segments: Sequence[Segment], extractor: MethodExtractor, since: str = ""
    ) -> dict[str, Payload]:
        """What this very extractor said of a paper's segments before, by the hash of their texts.

        What rules did before ``since``, because a model had no time for it, does not count.
        """
        kept = self._intake.kept(
            [each.hash for each in segments],
            extractor.name,
            extractor.version,
            extractor.model,
            extractor.prompt,
        )
        return {
            each.hash: each
            for each in kept
            if each.segment.startswith(f"{paper}.") and not (each.content.again and each.at < since)
        }

    def read_by_models(self, *, used: bool = False) -> Sequence[PaperId]:
        """Papers that a model has read segments of; ``used``: whose methods come from what it read."""
        return self._intake.read_by_models(used=used)

    def leave(self, payloads: Sequence[Payload], *, left: bool) -> None:
        """Note that a person does not want what a model said, or take that back."""
        self._intake.leave(payloads, left=left)

    def speed(self, model: str) -> float | None:
        """Seconds that a model took so far for a token of a segment; None where it has read none."""
        return self._intake.speed(model)

    def reading(self, paper: PaperId) -> PaperReading:
        """A paper as extractors read it."""
        files = self._read_from(paper)
        pages = {each.id: list(self._papers.pages(each.id)) for each in files}
        title = self._papers.row(paper).title
        segments = self._cut(paper, files, pages)
        # Whatever was merged: each paper's own files bring its own list.
        references = self._citations.references_in([each.id for each in files])
        return PaperReading(
            title, segments, self._papers.tree(paper), references, files[0].id if files else ""
        )

    def _read_from(self, paper: PaperId) -> Sequence[FileRow]:
        """The files that a paper's segments lie in; of a paper that was merged, wherever they are now."""
        held = self._papers.files(paper)
        known = list(dict.fromkeys(each.file for each in self._intake.segments(paper)))
        main = next((each for each in held if each.role == "main"), held[0] if held else None)
        if main is not None and main.id not in known:
            return self._divided(paper, main.id)[0]
        return [self._papers.file(each) for each in known]

    def _first_choice(self, paper: PaperId, segments: Sequence[Segment]) -> list[Payload]:
        """For each segment the payload in use where its text is the same, else the deterministic one."""
        wanted = {each.id: each.hash for each in segments}
        present = [each for each in self._intake.payloads(paper) if wanted.get(each.segment) == each.hash]
        chosen = {each.segment: each for each in in_use(present)}
        return [chosen[each.id] for each in segments if each.id in chosen]

    def assembled(
        self, payloads: Sequence[Payload], pages: Mapping[FileId, Sequence[PageText]] | None = None
    ) -> PaperMethods:
        """What payloads of one paper make together; ``pages`` of its files, where they are at hand."""
        if not payloads:
            return PaperMethods()
        paper = PaperId(payloads[0].segment.partition(".")[0])
        by_id = {each.id: each for each in self._intake.segments(paper)}
        if pages is None:
            files = {each.file for each in by_id.values()}
            pages = {file: list(self._papers.pages(file)) for file in files}
        told = []
        for each in payloads:
            segment = by_id.get(each.segment)
            if segment is not None:
                text = read_text(segment.pieces, pages[segment.file])
                # What rules did in a model's place is nobody's but the rules'.
                by = "" if each.content.note else each.model
                told.append((replace(segment, text=text), each.content, by))
        return assemble(told, pages)

    def use(
        self,
        paper: PaperId,
        payloads: Sequence[Payload],
        pages: Mapping[FileId, Sequence[PageText]] | None = None,
    ) -> bool:
        """Let a paper's methods come from these payloads; False: nothing was written, for one of them is of a segment
        that was cut anew meanwhile."""
        found = self.assembled(payloads, pages)
        self._embed([text_of(each) for each in found.sources])  # kept: under the lock it takes no time
        with self._joining:
            return self._intake.take_in(paper, payloads, found, self._assigned(paper, found))

    def _assigned(self, paper: PaperId, found: PaperMethods) -> list[Assignment]:
        """Where each of a paper's methods belongs; two of one paper never join the same by name alone."""
        if not found.sources:
            return []
        texts = [text_of(each) for each in found.sources]
        vectors = self._embed(texts)
        keys = {key for each in found.sources for key in each.keys}
        sharing = self._intake.sharing(keys, but=paper)
        known = [
            Known(method=source.method, keys=names, role=source.role, hash=text_hash, name=source.name)
            for source, names, text_hash in sharing
        ]
        others = self._vectors_of(sharing)
        bounds = bounds_for("")
        taken: set[MethodId] = set()
        assigned = []
        for draft, vector in zip(found.sources, vectors, strict=True):
            near = [each for each in known if each.keys & set(draft.keys)]
            choice = assign(draft, vector, near, others, bounds)
            if choice.method is not None and choice.method in taken:
                choice = Assignment()
            if choice.method is not None:
                taken.add(choice.method)
            assigned.append(choice)
        return assigned

    def _vectors_of(self, sharing: Sequence[tuple[MethodSource, frozenset[str], str]]) -> dict[str, Vectors]:
        texts = {text: method_text(each.name, each.summary, each.keywords) for each, _, text in sharing}
        return dict(zip(texts, self._embed(list(texts.values())), strict=True)) if texts else {}


def in_use(payloads: Iterable[Payload]) -> list[Payload]:
    """Of each segment the payload that its methods come from: the one that was taken over, else the rules'."""
    chosen: dict[str, Payload] = {}
    for each in payloads:
        rules = each.extractor == DeterministicExtractor.name
        if each.used or (rules and each.segment not in chosen):
            chosen[each.segment] = each
    return list(chosen.values())


def _payload(
    extractor: MethodExtractor, reading: PaperReading, segment: Segment, cancel: CancelToken
) -> Payload:
    got = extractor.extract(reading, segment, cancel)
    return Payload(
        segment=segment.id,
        hash=segment.hash,
        extractor=extractor.name,
        version=extractor.version,
        content=got.content,
        model=extractor.model,
        prompt=extractor.prompt,
        tokens=got.tokens,
        seconds=round(got.seconds, 3),
    )


def telling(segments: Sequence[Segment], told: Mapping[str, Extraction], limit: int) -> list[Segment]:
    """The segments of which most is known to be told: those with most methods and relations by the rules first.

    Args:
        segments: of one paper, in order.
        told: what the rules found in each, by its id.
        limit: in tokens; a first segment that alone is longer is taken all the same.
    """

    def worth(segment: Segment) -> float:
        content = told.get(segment.id)
        count = len(content.methods) + 2 * len(content.relations) if content else 0
        return count / math.sqrt(max(200, segment.tokens))

    taken: list[Segment] = []
    for each in sorted(segments, key=lambda s: (-worth(s), s.id)):
        if worth(each) and (not taken or sum(s.tokens for s in taken) + each.tokens <= limit):
            taken.append(each)
    return sorted(taken, key=lambda s: s.id)
