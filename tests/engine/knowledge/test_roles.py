"""Role, level and strength after the rubric of Agents-K1, Appendix A."""

from __future__ import annotations

from typing import Any

import pytest

from twintree.base.records import Span
from twintree.knowledge.mentions import FoundMention
from twintree.knowledge.roles import Judged, judge, weigh


def mention(sentence: str, marker: str = "[1]", **more: Any) -> FoundMention:
    span = Span(1, 0, len(sentence))
    return FoundMention(entry=0, marker=marker, at=span, spans=(span,), sentence=sentence, **more)


@pytest.mark.parametrize(
    ("sentence", "role", "level"),
    [
        ("We build upon the framework of Chieu and Ng [1] in every part.", "extend", 5),
        ("Following the methodology of [1], all samples were split in two.", "extend", 5),
        ("We compare our framework against the tagger of [1] on three corpora.", "compare", 4),
        ("As demonstrated by [1], this effect grows with temperature.", "support", 4),
        ("Our results are consistent with the findings in [1].", "support", 4),
        ("This is consistent with findings in rats [1].", "support", 3),
        ("In contrast to [1], we find no effect of age.", "contrast", 4),
        ("Several recent studies have explored this question [1].", "background", 2),
        ("For a general overview, see [1].", "background", 1),
        ("We used the parser of [1] to obtain trees.", "use", 4),
    ],
)
def test_wordings_of_the_rubric_give_its_roles_and_levels(sentence: str, role: str, level: int) -> None:
    judged = judge(mention(sentence))
    assert (judged.role, judged.level) == (role, level)


def test_one_of_many_in_a_bracket_maps_a_landscape() -> None:
    assert judge(mention("We use trees [1].", company=8)).level == 2


def test_a_work_that_is_only_listed_is_peripheral() -> None:
    whole = weigh([], [])
    assert (whole.level, whole.role, whole.strong, whole.direct) == (1, "background", False, False)


def test_levels_are_max_pooled_and_the_role_is_that_mention_s() -> None:
    mentions = [mention("A [1].", company=3), mention("B [1].")]
    whole = weigh(mentions, [Judged("background", 2, 0.9), Judged("extend", 5, 0.6)])
    assert (whole.role, whole.level, whole.direct, whole.strong) == ("extend", 5, True, True)


def test_more_mentions_in_more_parts_are_stronger() -> None:
    once = weigh([mention("A [1].")], [Judged("use", 3, 0.9)])
    often = weigh(
        [mention("A [1].", section_role=role) for role in ("introduction", "methods", "results")],
        [Judged("use", 3, 0.9)] * 3,
    )
    assert 0 <= once.strength < often.strength <= 1
