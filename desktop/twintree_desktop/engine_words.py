"""Sentences of the engine in the window's language: what it did, why it refused, how an answer was found.

The engine speaks English, to scripts as well. The sentences that a person meets daily are known here by their
pattern; one that is not known stays as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from twintree_desktop.words import singular, tr

_PLACE = re.compile(r"\\\{(\d)\\\}")
_SENTENCE_END = re.compile(r"(?<=[.;!?]) +(?=[A-Z“0-9])")


def _changes() -> list[tuple[str, str]]:
    """What a person did, as the undo history calls it."""
    return [
        ("New collection “{0}”", tr("New collection “{0}”")),
        ("Collection renamed to “{0}”", tr("Collection renamed to “{0}”")),
        ("Collection “{0}” moved", tr("Collection “{0}” moved")),
        ("Collection “{0}” deleted", tr("Collection “{0}” deleted")),
        ("Tag “{0}” put on {1} papers", tr("Tag “{0}” put on {1} papers")),
        ("Tag “{0}” put on {1}", tr("Tag “{0}” put on {1}")),
        ("Tag “{0}” taken off {1} papers", tr("Tag “{0}” taken off {1} papers")),
        ("Tag “{0}” taken off {1}", tr("Tag “{0}” taken off {1}")),
        ("Tag “{0}” recoloured", tr("Tag “{0}” recoloured")),
        ("Tag “{0}” renamed to “{1}”", tr("Tag “{0}” renamed to “{1}”")),
        ("Tag “{0}” deleted", tr("Tag “{0}” deleted")),
        ("Search “{0}” kept", tr("Search “{0}” kept")),
        ("Search deleted", tr("Search deleted")),
        ("Note on {0}", tr("Note on {0}")),
        ("Note edited", tr("Note edited")),
        ("Note deleted", tr("Note deleted")),
        ("Words highlighted", tr("Words highlighted")),
        ("Highlight edited", tr("Highlight edited")),
        ("Highlight deleted", tr("Highlight deleted")),
        ("{0} merged into {1}", tr("{0} merged into {1}")),
        ("Marked as two papers", tr("Marked as two papers")),
        ("Put into the bin: {0}", tr("Put into the bin: {0}")),
        ("Taken out of the bin: {0}", tr("Taken out of the bin: {0}")),
        ("Key of {0} changed to {1}", tr("Key of {0} changed to {1}")),
        ("{0} of {1} changed", tr("{0} of {1} changed")),
        ("Answer deleted", tr("Answer deleted")),
        ("New conversation “{0}”", tr("New conversation “{0}”")),
        ("Conversation renamed to “{0}”", tr("Conversation renamed to “{0}”")),
        ("Conversation deleted", tr("Conversation deleted")),
        ("Claim {0} of {1} corrected", tr("Claim {0} of {1} corrected")),
        ("Claim {0} of {1} removed", tr("Claim {0} of {1} removed")),
        ("Claim {0} of {1} added", tr("Claim {0} of {1} added")),
        ("{0} edited", tr("{0} edited")),
        ("{0} split", tr("{0} split")),
        ("{0} deleted", tr("{0} deleted")),
        ("{0} → {1} rated {2}", tr("{0} → {1} rated {2}")),
        ("Theme {0} described", tr("Theme {0} described")),
    ]


def _answers() -> list[tuple[str, str]]:
    """How an answer was found, and why there is none."""
    return [
        (
            "Your library holds no answer to this: {0} (certainty {1}).",
            tr("Your library holds no answer to this: {0} (certainty {1})."),
        ),
        ("Your library holds no answer to this: {0}.", tr("Your library holds no answer to this: {0}.")),
        ("not in your library: {0} (certainty {1})", tr("not in your library: {0} (certainty {1})")),
        ("not in your library: {0}", tr("not in your library: {0}")),
        ("nothing read supports an answer", tr("nothing read supports an answer")),
        ("no paper in scope matches the question", tr("no paper in scope matches the question")),
        ("the place that it names is not there", tr("the place that it names is not there")),
        (
            "the pages read hold no sentence that could carry an answer",
            tr("the pages read hold no sentence that could carry an answer"),
        ),
        ("no quote could be found on its page", tr("no quote could be found on its page")),
        ("no quote found on any page read", tr("no quote found on any page read")),
        (
            "counted in the library's own records, not quoted from a page",
            tr("counted in the library's own records, not quoted from a page"),
        ),
        (
            "read off the library's own records, not quoted from a page",
            tr("read off the library's own records, not quoted from a page"),
        ),
        (
            "The nearest paper, {0}, speaks of {1}, and nowhere of {2}.",
            tr("The nearest paper, {0}, speaks of {1}, and nowhere of {2}."),
        ),
        ("The nearest paper, {0}, speaks of {1}.", tr("The nearest paper, {0}, speaks of {1}.")),
        ("Stopped by you.", tr("Stopped by you.")),
        ("{0} papers counted in the ledger", tr("{0} papers counted in the ledger")),
        ("1 paper counted in the ledger", tr("1 paper counted in the ledger")),
        ("1 paper", tr("1 paper")),
        ("1 page read", tr("1 page read")),
        ("1 sentence weighed", tr("1 sentence weighed")),
        ("1 sentence stands on its page, {0} did not", tr("1 sentence stands on its page, {0} did not")),
        ("1 sentence stands on its page", tr("1 sentence stands on its page")),
        ("{0} papers", tr("{0} papers")),
        ("{0} looked at", tr("{0} looked at")),
        ("{0} pages read", tr("{0} pages read")),
        ("{0} sentences weighed", tr("{0} sentences weighed")),
        (
            "an answer is in what was read with certainty {0}",
            tr("an answer is in what was read with certainty {0}"),
        ),
        (
            "{0} sentences stand on their pages, {1} did not",
            tr("{0} sentences stand on their pages, {1} did not"),
        ),
        ("{0} sentences stand on their pages", tr("{0} sentences stand on their pages")),
        ("asked as: {0}", tr("asked as: {0}")),
        ("named, but not there", tr("named, but not there")),
    ]


def _steps() -> list[tuple[str, str]]:
    """The steps of an answer that was sought step by step or by an agent, and why one was broken off."""
    return [
        ("{0} regions of {1} papers", tr("{0} regions of {1} papers")),
        ("at most {0} moves", tr("at most {0} moves")),
        (
            "{0} of {1} tokens and {2} of {3} model calls used",
            tr("{0} of {1} tokens and {2} of {3} model calls used"),
        ),
        ("{0} of {1} reads found something ({2})", tr("{0} of {1} reads found something ({2})")),
        ("{0} kept in and {1} left out by you", tr("{0} kept in and {1} left out by you")),
        ("{0} calls, {1} pages read; {2}", tr("{0} calls, {1} pages read; {2}")),
        ("{0} calls, {1} pages read", tr("{0} calls, {1} pages read")),
        ("The limit of {0} moves is reached.", tr("The limit of {0} moves is reached.")),
        (
            "The limit of {0} model calls for one question is reached.",
            tr("The limit of {0} model calls for one question is reached."),
        ),
        (
            "The limit of {0} tokens for one question is reached ({1} are used).",
            tr("The limit of {0} tokens for one question is reached ({1} are used)."),
        ),
        ("The {0} failed: {1}", tr("The {0} failed: {1}")),
        ("What the {0} proposed was rejected: {1}.", tr("What the {0} proposed was rejected: {1}.")),
        ("planner", tr("planner")),
        ("navigator", tr("navigator")),
        ("retriever", tr("retriever")),
        ("verifier", tr("verifier")),
        (
            "the plan has no objective, or one that is too long",
            tr("the plan has no objective, or one that is too long"),
        ),
        ("the plan has {0} targets, not 1 to {1}", tr("the plan has {0} targets, not 1 to {1}")),
        ("a target of the plan is empty", tr("a target of the plan is empty")),
        ("no path was completed", tr("no path was completed")),
        ("the path does not begin at the root", tr("the path does not begin at the root")),
        (
            "there is no evidence {0} in the retrieval region",
            tr("there is no evidence {0} in the retrieval region"),
        ),
        (
            "the evidence {0} names a place that is not its own",
            tr("the evidence {0} names a place that is not its own"),
        ),
        (
            "the evidence {0} lies outside of the retrieval region",
            tr("the evidence {0} lies outside of the retrieval region"),
        ),
        ("an evidence item is given twice", tr("an evidence item is given twice")),
        ("{0} evidence items are more than {1}", tr("{0} evidence items are more than {1}")),
        ("a Fail must say what is missing", tr("a Fail must say what is missing")),
        (
            "the evidence holds an answer with certainty {0}",
            tr("the evidence holds an answer with certainty {0}"),
        ),
        (
            "certainty {0} that the evidence answers; missing: {1}",
            tr("certainty {0} that the evidence answers; missing: {1}"),
        ),
        (
            "certainty {0} that the evidence answers; its words stand there, its answer does not",
            tr("certainty {0} that the evidence answers; its words stand there, its answer does not"),
        ),
        ("nothing was found for: {0}", tr("nothing was found for: {0}")),
        ("the papers that were found hold no text", tr("the papers that were found hold no text")),
        ("no page was found that could answer it", tr("no page was found that could answer it")),
        ("No page was read before the run ended.", tr("No page was read before the run ended.")),
        (
            "{0} wrote {1} sentences, {2} stand on their pages",
            tr("{0} wrote {1} sentences, {2} stand on their pages"),
        ),
        ("{0} did not answer: {1}", tr("{0} did not answer: {1}")),
        ("its evidence says the opposite", tr("its evidence says the opposite")),
    ]


def _trees() -> list[tuple[str, str]]:
    """What the two trees were asked for an answer."""
    return [
        ("no method is called “{0}”", tr("no method is called “{0}”")),
        ("{0} edges, origin of {1}", tr("{0} edges, origin of {1}")),
        ("{0} edges, outcome of {1}", tr("{0} edges, outcome of {1}")),
        ("{0} and {1}: descends", tr("{0} and {1}: descends")),
        ("{0} and {1}: common origin", tr("{0} and {1}: common origin")),
        ("{0} and {1}: common outcome", tr("{0} and {1}: common outcome")),
        ("{0} and {1}: none", tr("{0} and {1}: none")),
        (
            "{0} themes on the way to {1} methods, {2} compared",
            tr("{0} themes on the way to {1} methods, {2} compared"),
        ),
        (
            "{0}: {1} of {2} sentences from the trees stand on their pages",
            tr("{0}: {1} of {2} sentences from the trees stand on their pages"),
        ),
        ("origin", tr("origin")),
        ("outcome", tr("outcome")),
        ("relation", tr("relation")),
        ("approaches", tr("approaches")),
    ]


def _modes() -> list[tuple[str, str]]:
    """Why a mode was taken, and how far an answer is."""
    return [
        (
            "it asks how methods hang together, which the trees are looked at for",
            tr("it asks how methods hang together, which the trees are looked at for"),
        ),
        (
            "it asks what several papers say, so each of them is looked at",
            tr("it asks what several papers say, so each of them is looked at"),
        ),
        (
            "it asks {0} things, and each is sought by itself",
            tr("it asks {0} things, and each is sought by itself"),
        ),
        (
            "it asks one thing, which the quickest way finds as well",
            tr("it asks one thing, which the quickest way finds as well"),
        ),
        ("looking for papers", tr("looking for papers")),
        ("reading passages", tr("reading passages")),
        ("reading highlights", tr("reading highlights")),
        ("ordering the evidence", tr("ordering the evidence")),
        (
            "seeking evidence: {0} of {1} tokens and {2} of {3} model calls used",
            tr("seeking evidence: {0} of {1} tokens and {2} of {3} model calls used"),
        ),
        ("seeking evidence", tr("seeking evidence")),
        ("weighing sentences", tr("weighing sentences")),
        ("writing the answer", tr("writing the answer")),
        ("preparing 1 paper for step-by-step answers", tr("preparing 1 paper for step-by-step answers")),
        (
            "preparing {0} papers for step-by-step answers",
            tr("preparing {0} papers for step-by-step answers"),
        ),
        (
            "This call was made before; its result stands above. Use it, or ask for something else.",
            tr("This call was made before; its result stands above. Use it, or ask for something else."),
        ),
    ]


def _imports() -> list[tuple[str, str]]:
    """How far an import is, and what is wrong with a file."""
    return [
        ("{0} of {1} files done", tr("{0} of {1} files done")),
        (
            "{0} of {1} files done · {2} of {3} pages read",
            tr("{0} of {1} files done · {2} of {3} pages read"),
        ),
        (
            "{0} of {1} files can be searched, {2} are done · {3} of {4} pages read",
            tr("{0} of {1} files can be searched, {2} are done · {3} of {4} pages read"),
        ),
        ("{0} of {1} papers done", tr("{0} of {1} papers done")),
        (
            "{0} of {1} papers done · {2} of {3} pages read",
            tr("{0} of {1} papers done · {2} of {3} pages read"),
        ),
        (
            "{0} of {1} papers done · {2} of {3} sections read",
            tr("{0} of {1} papers done · {2} of {3} sections read"),
        ),
        (
            "{0} of {1} papers done · {2} of {3} parts read",
            tr("{0} of {1} papers done · {2} of {3} parts read"),
        ),
        ("{0} of {1} themes done", tr("{0} of {1} themes done")),
        ("bringing the index up to date", tr("bringing the index up to date")),
        ("{0} files could not be read.", tr("{0} files could not be read.")),
        ("{0} files", tr("{0} files")),
        ("“{0}” is not a PDF.", tr("“{0}” is not a PDF.")),
        ("“{0}” is not text.", tr("“{0}” is not text.")),
        ("“{0}” is not text: it is a PDF.", tr("“{0}” is not text: it is a PDF.")),
        (
            "Give it the ending of what it is, or leave it out.",
            tr("Give it the ending of what it is, or leave it out."),
        ),
        (
            "“{0}” holds {1} MB of text; at most {2} MB are read.",
            tr("“{0}” holds {1} MB of text; at most {2} MB are read."),
        ),
        (
            "Import the part of it that belongs to the paper.",
            tr("Import the part of it that belongs to the paper."),
        ),
        ("“{0}” is empty.", tr("“{0}” is empty.")),
        ("“{0}” is a folder.", tr("“{0}” is a folder.")),
        ("Fetch the file again.", tr("Fetch the file again.")),
        ("Check the path.", tr("Check the path.")),
        (
            "“{0}” has a format that Twintree does not read.",
            tr("“{0}” has a format that Twintree does not read."),
        ),
        (
            "“{0}” begins like a PDF but holds no page that can be read.",
            tr("“{0}” begins like a PDF but holds no page that can be read."),
        ),
        (
            "“{0}” is cut off or damaged: it begins like a PDF, but its end is missing and no page can be "
            "recovered.",
            tr("“{0}” is cut off or damaged; no page of it can be recovered."),
        ),
        (
            "“{0}” is encrypted and asks for a password.",
            tr("“{0}” is encrypted and asks for a password."),
        ),
        ("Give its password.", tr("Give its password.")),
        ("{0} is not there.", tr("{0} is not there.")),
        ("The same file is in the library already.", tr("The same file is in the library already.")),
        (
            "No text was found in this file; its pages are empty, or pictures.",
            tr("No text was found in this file; its pages are empty, or pictures."),
        ),
        (
            "{0} of {1} pages have fonts without readable text.",
            tr("{0} of {1} pages have fonts without readable text."),
        ),
        ("{0} of {1} pages could not be read.", tr("{0} of {1} pages could not be read.")),
        (
            "{0} of {1} pages were read by text recognition.",
            tr("{0} of {1} pages were read by text recognition."),
        ),
    ]


def _jobs() -> list[tuple[str, str]]:
    """What jobs are called, and how those of models and those that were broken off stand."""
    return [
        (
            "Interrupted; resuming it goes on with what is left.",
            tr("Interrupted; resuming it goes on with what is left."),
        ),
        ("Interrupted; a later job does this work.", tr("Interrupted; a later job does this work.")),
        (
            "Its {0} minutes are over; resume it to go on.",
            tr("Its {0} minutes are over; resume it to go on."),
        ),
        ("{0} papers failed.", tr("{0} papers failed.")),
        ("Pages of {0} papers", tr("Pages of {0} papers")),
        ("Figures and scans of {0} papers", tr("Figures and scans of {0} papers")),
        ("Figures and scans of {0}", tr("Figures and scans of {0}")),
        ("summaries of {0} papers", tr("summaries of {0} papers")),
        ("methods of {0} papers", tr("methods of {0} papers")),
        ("{0} themes", tr("{0} themes")),
        (
            "{0} sections summarised, {1} sentences by the model.",
            tr("{0} sections summarised, {1} sentences by the model."),
        ),
        (
            "{0} sections summarised, {1} sentences by the model; "
            "{2} failed their check and gave way to the paper's own.",
            tr(
                "{0} sections summarised, {1} sentences by the model; "
                "{2} failed their check and gave way to the paper's own."
            ),
        ),
        (
            "{0} sections summarised, {1} sentences by the model; {2} sections are too long for the model.",
            tr(
                "{0} sections summarised, {1} sentences by the model; {2} sections are too long for the model."
            ),
        ),
        (
            "{0} sections summarised, {1} sentences by the model; "
            "{2} failed their check and gave way to the paper's own; {3} sections are too long for the model.",
            tr(
                "{0} sections summarised, {1} sentences by the model; "
                "{2} failed their check and gave way to the paper's own; {3} sections are too long for the model."
            ),
        ),
    ]


def _explorations() -> list[tuple[str, str]]:
    """What an exploration looked at, and what became of papers and citations."""
    return [
        ("The question is empty.", tr("The question is empty.")),
        ("Ask what the papers should be about.", tr("Ask what the papers should be about.")),
        ("The question has {0} characters.", tr("The question has {0} characters.")),
        ("Ask in at most {0}.", tr("Ask in at most {0}.")),
        (
            "No paper of this library is near enough to the question to start from.",
            tr("No paper of this library is near enough to the question to start from."),
        ),
        (
            "None of the {0} papers that the question finds cites, or is cited by, anything known here.",
            tr("None of the {0} papers that the question finds cites, or is cited by, anything known here."),
        ),
        (
            "None of the {0} citations around the {1} seeds is carried by claims: the neighbourhood is empty "
            "of what the question asks.",
            tr(
                "None of the {0} citations around the {1} seeds is carried by claims: the neighbourhood is empty "
                "of what the question asks."
            ),
        ),
        (
            "Stopped: {0} of {1} citations were judged, and are kept.",
            tr("Stopped: {0} of {1} citations were judged, and are kept."),
        ),
        (
            "Citers are those in this library; who else cites a paper is not known here.",
            tr("Citers are those in this library; who else cites a paper is not known here."),
        ),
        (
            "{0} of the {1} papers here are seeds, since the library is small: with fewer seeds a query the "
            "citations between papers tell more.",
            tr(
                "{0} of the {1} papers here are seeds, since the library is small: with fewer seeds a query the "
                "citations between papers tell more."
            ),
        ),
        (
            "By their claims none of the {0} citations judged is carried: links alone rank here.",
            tr("By their claims none of the {0} citations judged is carried: links alone rank here."),
        ),
        (
            "“{0}” has more than {1} links; the {2} weakest were not followed.",
            tr("“{0}” has more than {1} links; the {2} weakest were not followed."),
        ),
        (
            "“{0}” has more than {1} links; the weakest was not followed.",
            tr("“{0}” has more than {1} links; the weakest was not followed."),
        ),
        ("The rules judge the citations, since {0}.", tr("The rules judge the citations, since {0}.")),
        (
            "Kept, as nothing is pruned: {0} of its claims are carried by the cited paper's.",
            tr("Kept, as nothing is pruned: {0} of its claims are carried by the cited paper's."),
        ),
        (
            "Kept: {0} of its claims are carried by the cited paper's, at least {1}.",
            tr("Kept: {0} of its claims are carried by the cited paper's, at least {1}."),
        ),
        (
            "Pruned: {0} of its claims are carried by the cited paper's, less than {1}.",
            tr("Pruned: {0} of its claims are carried by the cited paper's, less than {1}."),
        ),
        (
            "Not checkable: {0}; weighed by its role ({1}).",
            tr("Not checkable: {0}; weighed by its role ({1})."),
        ),
        ("an end is not held", tr("an end is not held")),
        ("an end has no claims", tr("an end has no claims")),
        ("Not judged yet.", tr("Not judged yet.")),
        ("Not ranked: the exploration was stopped.", tr("Not ranked: the exploration was stopped.")),
        (
            "A seed, found by {0} of the plan's queries, with 1 kept citation.",
            tr("A seed, found by {0} of the plan's queries, with 1 kept citation."),
        ),
        (
            "A seed, found by {0} of the plan's queries, with {1} kept citations.",
            tr("A seed, found by {0} of the plan's queries, with {1} kept citations."),
        ),
        (
            "A seed, found by {0} of the plan's queries; no citation of it is kept.",
            tr("A seed, found by {0} of the plan's queries; no citation of it is kept."),
        ),
        ("Reached through 1 kept citation.", tr("Reached through 1 kept citation.")),
        ("Reached through {0} kept citations.", tr("Reached through {0} kept citations.")),
        (
            "Dropped: all citations that lead to it were pruned.",
            tr("Dropped: all citations that lead to it were pruned."),
        ),
        ("Dropped: the walk never comes here.", tr("Dropped: the walk never comes here.")),
        (
            "It fits the question, but no seed leads to it.",
            tr("It fits the question, but no seed leads to it."),
        ),
        ("reading claims", tr("reading claims")),
        ("judging citations", tr("judging citations")),
    ]


def _claims() -> list[tuple[str, str]]:
    """Why a claim is refused."""
    return [
        ("These words do not stand on page {0}.", tr("These words do not stand on page {0}.")),
        ("Copy them from the page as it shows them.", tr("Copy them from the page as it shows them.")),
        ("A claim has no words.", tr("A claim has no words.")),
        ("A claim of {0} characters is too long.", tr("A claim of {0} characters is too long.")),
        (
            "Write one sentence of at most {0} characters.",
            tr("Write one sentence of at most {0} characters."),
        ),
    ]


@lru_cache(maxsize=4)
def _known(_sample: str) -> list[tuple[re.Pattern[str], str]]:
    """Patterns with their translations, made once a language; empty in the engine's own."""
    # The longest first: a short pattern fits into many a sentence.
    every = [*_changes(), *_answers(), *_steps(), *_trees(), *_modes(), *_imports(), *_jobs()]
    every += [*_explorations(), *_claims()]
    pairs = sorted(every, key=lambda pair: -len(pair[0]))
    if all(source == said for source, said in _answers()):
        return []
    return [
        (re.compile(_PLACE.sub(r"(?P<p\1>.+?)", re.escape(source)), re.DOTALL), said)
        for source, said in pairs
    ]


def in_words(text: str) -> str:
    """A sentence or two of the engine's in the window's language, as far as they are known here."""
    known = _known(tr("{0} papers"))
    if not known or not text:
        return singular(text)
    if "\n" in text:
        return "\n".join(map(in_words, text.split("\n")))
    whole = _translated(text, known)
    if whole is None:
        whole = " ".join(_translated(part, known) or part for part in _SENTENCE_END.split(text))
    return singular(whole)


def _translated(text: str, known: list[tuple[re.Pattern[str], str]]) -> str | None:
    for pattern, said in known:
        match = pattern.fullmatch(text)
        if match is not None:
            values = [match[name] for name in sorted(match.groupdict())]
            return said.format(*(_translated(value, known) or value for value in values))
    return None
