"""Whether a proposal may be committed: each check says what is wrong, or ``""`` (StateRAG, Table S2)."""

from __future__ import annotations

from collections.abc import Sequence

from twintree.base.state import EvidenceItem, Plan, TypedPath, Verdict
from twintree.trees.hierarchy import EvidenceGraph

_OBJECTIVE = 600


def why_bad_plan(plan: Plan, most: int) -> str:
    """A plan has an objective, and 1 to ``most`` targets with words in them."""
    if not plan.objective.strip() or len(plan.objective) > 4 * _OBJECTIVE:
        return "the plan has no objective, or one that is too long"
    if not 1 <= len(plan.targets) <= most:
        return f"the plan has {len(plan.targets)} targets, not 1 to {most}"
    if any(not any(c.isalnum() for c in target.text) for target in plan.targets):
        return "a target of the plan is empty"
    return ""


def why_bad_path(path: TypedPath | None, graph: EvidenceGraph) -> str:
    """A path is a completed trace of the graph."""
    return "no path was completed" if path is None else graph.why_inadmissible(path.nodes)


def why_bad_evidence(
    evidence: Sequence[EvidenceItem], offered: Sequence[EvidenceItem], region: Sequence[str], most: int
) -> str:
    """Every item is one of those offered, unchanged, of the retrieval region (or pinned), once; not too many."""
    known = {item.id: item for item in offered}
    for item in evidence:
        if item.id not in known:
            return f"there is no evidence {item.id} in the retrieval region"
        if (item.paper, item.file, item.spans) != (
            known[item.id].paper,
            known[item.id].file,
            known[item.id].spans,
        ):
            return f"the evidence {item.id} names a place that is not its own"
        if item.region not in region and not item.pinned:
            return f"the evidence {item.id} lies outside of the retrieval region"
    if len({item.id for item in evidence}) != len(evidence):
        return "an evidence item is given twice"
    return f"{len(evidence)} evidence items are more than {most}" if len(evidence) > most else ""


def why_bad_verdict(verdict: Verdict) -> str:
    """A verdict is Pass or Fail, and a Fail says why."""
    if verdict.status not in ("Pass", "Fail"):
        return f"a cycle cannot end with the verdict {verdict.status!r}"
    return "a Fail must say what is missing" if verdict.status == "Fail" and not verdict.why.strip() else ""
