"""The journal or conference is read off running heads, margins, and a first page's line of volume and number."""

from __future__ import annotations

import pytest

from twintree.base.pages import Line, PageText
from twintree.base.records import Rect
from twintree.sources.identifiers import find_venue


def page(*lines: tuple[str, float]) -> PageText:
    """A page 800 points high of lines, each with how far down it stands."""
    text, found = "", []
    for said, down in lines:
        start = len(text)
        text += f"{said}\n"
        edges = tuple(float(at) for at in range(len(said) + 1))
        found.append(Line(start, start + len(said), Rect(50, down, 500, down + 10), edges, 9.0))
    return PageText(1, "1", 600.0, 800.0, text, len(text), tuple(found))


HEAD, UPPER, FOOT = 30.0, 150.0, 760.0


@pytest.mark.parametrize(
    ("line", "down", "venue"),
    [
        ("Moreau et al. BMC Insects (2015) 16:413", HEAD, "BMC Insects"),
        ("Moreau et al. BMC Insects Research 2014, 14:1", HEAD, "BMC Insects Research"),
        ("Ants 2018, 11, 940; doi:10.3390/ants11060940", HEAD, "Ants"),
        ("Insect World, EISSN: 2231-0916", FOOT, "Insect World"),
        ("HIVE ONE | https://doi.org/10.1371/hive.1 March 20, 2018", FOOT, "HIVE ONE"),
        ("Sixth SIGHIVE Workshop on Insect Language Processing", FOOT,
         "Sixth SIGHIVE Workshop on Insect Language Processing"),
        ("Proceedings of the 21st International Conference on Insects and 44th Annual Meeting of the ACI, "
         "pages 705–712", FOOT,
         "Proceedings of the 21st International Conference on Insects and 44th Annual Meeting of the ACI"),
    ],
)  # fmt: skip
def test_a_line_of_volume_and_number_names_the_journal(line: str, down: float, venue: str) -> None:
    found = find_venue([page(("How Ants Count", 100.0), (line, down), ("Ants count.", 500.0))])
    assert found is not None
    assert found[0] == venue


def test_publisher_journal_and_volume_over_several_first_lines_are_read_as_one() -> None:
    lines = [
        ("Hindawi", 60.0),
        ("Insects and Cellular Longevity", 90.0),
        ("Volume 2017, Article ID 92", 110.0),
    ]
    found = find_venue([page(*lines, ("How Ants Count", UPPER))])
    assert found is not None
    assert found[0] == "Insects and Cellular Longevity"


def test_a_name_that_a_line_cuts_off_is_completed_by_a_line_that_has_all_of_it() -> None:
    pages = [
        page(("Journal of Open", HEAD)),
        page(("Journal of Open", HEAD)),
        page(("Journal of Open Hives", HEAD)),
    ]
    found = find_venue(pages)
    assert found is not None
    assert found[0] == "Journal of Open Hives"


@pytest.mark.parametrize(
    "line",
    [
        "In 2015, 16 ants counted to 413",
        "Ants 2018 are counted in this paper",
        "The workshop on ants was held",
        # With each hyphen tried as a space too, this line alone would take hours.
        "-".join(["Ala", "Gly", "Ser"] * 20) + " is a peptide",
    ],
)
def test_running_text_names_no_venue(line: str) -> None:
    assert find_venue([page(("How Ants Count", 100.0), (line, UPPER), ("Ants count.", 500.0))]) is None
