"""Commands for claims and explorations: claims, claim, explore, explorations."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from twintree.base.claims import Claim, ClaimRelation
from twintree.base.errors import WrongUse
from twintree.base.exploring import (
    EdgeEvidence,
    Exploration,
    ExploredEdge,
    ExploredPaper,
    ExploreSettings,
)
from twintree.base.progress import CancelToken, Progress
from twintree.cli.ask_commands import CollectionOption, PapersOption, TagOption
from twintree.cli.common import (
    JsonOption,
    LibraryOption,
    PaperArgument,
    reading,
    scope_of,
    why_not_kept,
    writing,
)
from twintree.cli.explore_printing import print_exploration, print_plan
from twintree.cli.output import DONE, PARTLY, bar, emit, heading, muted, save, say, told, warn

if TYPE_CHECKING:
    from twintree.library import Library

_DEFAULT = ExploreSettings()


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("claims")(claims)
    app.command("claim")(claim)
    app.command("explore")(explore)
    app.command("explorations")(explorations)


# ── claims ───────────────────────────────────────────────────────────────────────────────────────────


def claims(
    paper: PaperArgument,
    relations: Annotated[
        bool, typer.Option("--relations", help="Show who in the library supports or contradicts each.")
    ] = False,
    model: Annotated[
        bool, typer.Option("--model", help="Let the model that was found fit write them anew.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """What a paper claims of its own, each claim with its type and the words of the page it rests on."""
    with reading(library) as opened:
        known = opened.papers.find(paper)
        listed = opened.claims.write_anew(known) if model else opened.claims.of(known)
        related = opened.claims.relations(known) if relations else []
        if model and not any(each.source.startswith("model:") for each in listed):
            warn(
                "No model wrote these: none was found fit to, or too little of what it wrote could be anchored."
            )
        if as_json:
            told_claims = [_claim(opened, each) for each in listed]
            more = {"relations": [_relation(opened, each) for each in related]} if relations else {}
            emit({"paper": known, "claims": told_claims, **more})
            return DONE
        if not listed:
            muted("No claims: this paper has no abstract, introduction or conclusion with text.")
        for each in listed:
            heading(f"{each.id.rpartition('.')[2]}  {each.type}")
            say(f"  {each.text}")
            muted(f"  p. {each.page}: “{each.quote}”")
            for relation in related:
                if relation.claim == each.id:
                    _show_relation(relation)
    return DONE


def _claim(library: Library, claim: Claim) -> dict[str, Any]:
    return {
        "id": claim.id,
        "type": claim.type,
        "text": claim.text,
        "paper": claim.paper,
        "file": library.papers.file(claim.file).path,
        "page": claim.page,
        "spans": claim.spans,
        "quote": claim.quote,
        "section": claim.section,
        "source": claim.source,
        "confidence": claim.confidence,
    }


def _relation(library: Library, relation: ClaimRelation) -> dict[str, Any]:
    return {
        "claim": relation.claim,
        "other": _claim(library, relation.other),
        "title": relation.paper.title,
        "verdict": relation.verdict.label,
        "supports": relation.verdict.supports,
        "contradicts": relation.verdict.contradicts,
        "link": relation.link,
    }


def _show_relation(relation: ClaimRelation) -> None:
    verdict = relation.verdict
    word = "supported" if verdict.supports >= verdict.contradicts else "contradicted"
    link = {"cites": ", which cites it", "cited": ", which it cites"}.get(relation.link, "")
    muted(
        f"    {word} ({max(verdict.supports, verdict.contradicts):.2f}) by {relation.paper.key}{link}, "
        f"p. {relation.other.page}: “{relation.other.quote}”"
    )


def claim(
    claim: Annotated[str, typer.Argument(help="A claim, as `claims --json` names it (P….c03).")],
    text: Annotated[str | None, typer.Option(help="Say what it says.")] = None,
    kind: Annotated[
        str | None, typer.Option("--type", help="EMPIRICAL, THEORETICAL, METHODOLOGICAL or CONTEXTUAL.")
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="It is no claim of the paper.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Show one claim, or correct it: no later run changes what you say, and `undo` takes it back."""
    if not remove and text is None and kind is None:
        with reading(library) as opened:
            found = opened.claims.store.get(claim)
            if as_json:
                emit({"claim": _claim(opened, found)})
            else:
                say(f"{found.type}  {found.text}")
                muted(f"p. {found.page}: “{found.quote}”")
        return DONE
    if remove and (text is not None or kind is not None):
        raise WrongUse(
            "A claim is either removed or corrected.", "Leave --remove, or --text and --type, out."
        )
    with writing(library) as opened:
        desk = opened.claims
        change = desk.remove(claim) if remove else desk.correct(claim, text=text, kind=kind)
        return told(change, as_json=as_json)


# ── explorations ─────────────────────────────────────────────────────────────────────────────────────


def explore(
    question: Annotated[str, typer.Argument(help="What the papers should be about.")],
    paper: PapersOption = None,
    collection: CollectionOption = "",
    tag: TagOption = "",
    queries: Annotated[int, typer.Option(help="Keyword queries that it is turned into.")] = _DEFAULT.queries,
    seeds: Annotated[int, typer.Option(help="Papers to start from, for each query.")] = _DEFAULT.seeds,
    seeding: Annotated[
        str, typer.Option(help="What leads to a seed: both, relevance or recency.")
    ] = _DEFAULT.seeding,
    hops: Annotated[float, typer.Option(help="1, 1.5 or 2.")] = _DEFAULT.hops,
    cap: Annotated[int, typer.Option(help="Links of one paper that are followed.")] = _DEFAULT.cap,
    prune: Annotated[
        bool, typer.Option("--prune/--no-prune", help="Leave citations out whose claims are not carried.")
    ] = _DEFAULT.prune,
    threshold: Annotated[
        float, typer.Option(help="Share of claims carried from which a citation is kept.")
    ] = _DEFAULT.threshold,
    ranking: Annotated[str, typer.Option(help="pagerank or salsa.")] = _DEFAULT.ranking,
    year: Annotated[
        int | None, typer.Option(help="Leave later papers out, and count ages from this year.")
    ] = None,
    plan: Annotated[bool, typer.Option("--plan", help="Only tell what it would look at and cost.")] = False,
    to_get: Annotated[
        Path | None, typer.Option("--reading-list", help="Write the works to get: a .bib or .ris file.")
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Explore outward from a question through citations, within bounds: every paper's and link's fate is told."""
    settings = ExploreSettings(
        queries=queries,
        seeds=seeds,
        seeding=seeding,
        hops=hops,
        cap=cap,
        prune=prune,
        threshold=threshold,
        ranking=ranking,
        year=year,
    )
    kind = _list_format(to_get)
    with reading(library) as opened:
        scope = scope_of(opened, paper, collection, tag)
        if plan:
            found = opened.explorations.plan(question, settings, scope)
        else:
            with _stoppable() as cancel, bar("Exploring", quiet=as_json) as update:
                found = opened.explorations.explore(
                    question,
                    settings,
                    scope,
                    progress=Progress(update),
                    cancel=cancel,
                    on_planned=None if as_json else print_plan,
                )
        if to_get is not None:
            _save_list(opened, found, kind, to_get, quiet=as_json)
        if as_json:
            emit(_exploration(opened, found) | _not_kept(opened, plan=plan))
        elif plan:
            print_plan(found)
        else:
            print_exploration(opened, found)
            if why := why_not_kept(opened, "exploration"):
                warn(why)
    return PARTLY if found.status == "cancelled" else DONE


def _save_list(library: Library, found: Exploration, kind: str, path: Path, *, quiet: bool) -> None:
    content = library.explorations.reading_list(found, kind).encode()
    save(content, kind, path, "the reading list", quiet=quiet)


def _list_format(path: Path | None) -> str:
    if path is None or path.suffix in (".bib", ".ris"):
        return "ris" if path is not None and path.suffix == ".ris" else "bibtex"
    raise WrongUse(
        f"A reading list is no {path.suffix or 'file without an ending'}.", "Name a .bib or .ris file."
    )


@contextlib.contextmanager
def _stoppable() -> Iterator[CancelToken]:
    """A token that Ctrl+C sets, so that what was judged is kept and told."""
    token = CancelToken()
    before = signal.signal(signal.SIGINT, lambda *_: token.cancel())
    try:
        yield token
    finally:
        signal.signal(signal.SIGINT, before)


def _exploration(library: Library, found: Exploration) -> dict[str, Any]:
    paths = {
        row.id: row.path for paper in found.papers if paper.paper for row in library.papers.files(paper.paper)
    }
    return {
        "run": found.run,
        "question": found.question,
        "status": found.status,
        "reason": found.reason,
        "found": found.found,
        "plan": found.plan,
        "planned_by": found.planned_by,
        "judge": found.judge,
        "settings": found.settings,
        "planned_calls": found.calls.planned,
        "cached_calls": found.calls.cached,
        "skipped_calls": found.calls.skipped,
        "made_calls": found.calls.made,
        "bound": found.calls.bound,
        "why_skipped": found.calls.why_skipped,
        "estimated_seconds": found.calls.seconds,
        "seconds": found.seconds,
        "papers": [_paper(each) for each in found.papers],
        "edges": [_edge(paths, each) for each in found.edges],
        "unreached": [_paper(each) for each in found.unreached],
        "notes": found.notes,
    }


def _not_kept(library: Library, *, plan: bool) -> dict[str, Any]:
    """Whether an exploration can be come back to, and why not; a plan never can."""
    why = "" if plan else why_not_kept(library, "exploration")
    return {"kept": not plan and not why, "why_not_kept": why}


def _paper(each: ExploredPaper) -> dict[str, Any]:
    name = {"paper": each.paper} if each.paper else {"work": each.work}
    return name | {
        "title": each.title,
        "authors": each.authors,
        "year": each.year,
        "doi": each.doi,
        "score": each.score,
        "held": each.held,
        "seed": each.seed,
        "kept": each.kept,
        "why": each.why,
        "queries": each.queries,
        "claims": each.claims,
        "capped": each.capped,
    }


def _edge(paths: Mapping[Any, str], each: ExploredEdge) -> dict[str, Any]:
    return {
        "source": each.source,
        "target": each.target,
        "affinity": each.affinity,
        "weight": each.weight,
        "kept": each.kept,
        "checkable": each.checkable,
        "role": each.role,
        "why": each.why,
        "evidence": [_evidence(paths, one) for one in each.evidence],
    }


def _evidence(paths: Mapping[Any, str], each: EdgeEvidence) -> dict[str, Any]:
    if each.mention is not None:
        mention = each.mention
        return {
            "kind": "sentence",
            "file": paths.get(mention.file, ""),
            "page": mention.page,
            "spans": mention.spans,
            "quote": mention.sentence,
            "role": mention.role,
        }
    carried = each.claims
    if carried is None:
        return {}
    return {
        "kind": "claims",
        "carried": carried.carried,
        "supports": carried.verdict.supports,
        "contradicts": carried.verdict.contradicts,
        **{
            side: {
                "claim": one.id,
                "text": one.text,
                "file": paths.get(one.file, ""),
                "page": one.page,
                "spans": one.spans,
                "quote": one.quote,
            }
            for side, one in (("citing", carried.citing), ("cited", carried.cited))
        },
    }


def explorations(
    run: Annotated[str, typer.Argument(help="One of them, to show again; none: the list.")] = "",
    delete: Annotated[bool, typer.Option("--delete", help="Delete it for good.")] = False,
    to_get: Annotated[
        Path | None, typer.Option("--reading-list", help="Write its works to get: a .bib or .ris file.")
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> int:
    """Explorations that were kept: list, show, delete, take out the reading list."""
    if delete:
        if not run:
            raise WrongUse("Which exploration is to be deleted?", "`twintree explorations` lists them.")
        with writing(library) as opened:
            opened.explorations.delete(run)
        emit({"deleted": run}) if as_json else say(f"{run} deleted.")
        return DONE
    with reading(library) as opened:
        if not run:
            rows = opened.explorations.list()
            if as_json:
                emit({"explorations": rows})
                return DONE
            for row in rows:
                say(f"{row.run}  {row.created[:16]}  {row.status:<9}  {row.question}")
            if not rows:
                muted("Nothing was explored yet.")
            return DONE
        found = opened.explorations.get(run)
        if to_get is not None:
            _save_list(opened, found, _list_format(to_get), to_get, quiet=as_json)
        if as_json:
            emit(_exploration(opened, found))
        else:
            print_exploration(opened, found)
    return DONE
