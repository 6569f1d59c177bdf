"""A font that loses the h of its Th: mended where the file's own words show it, and nowhere else."""

from __future__ import annotations

import pytest

from twintree.base.pages import Lead
from twintree.sources.ligatures import LigatureMender
from twintree.sources.pieces import Piece, RawPage

BROKEN = ["Te first study", "Tis is new.", "Tese mice ran.", "in Pain Terapy by Teodora"]


def page(*texts: str) -> RawPage:
    raw = RawPage(1, 600.0, 800.0)
    for text in texts:
        raw.pieces.append(Piece(text, [float(10 * at) for at in range(len(text) + 1)], (0, 0, 10, 10), 0))
    return raw


def mended(*texts: str) -> list[str]:
    made = page(*texts)
    LigatureMender().mend([made])
    assert all(len(piece.edges) == len(piece.text) + 1 for piece in made.pieces)
    assert all(piece.edges == sorted(piece.edges) for piece in made.pieces)
    return [piece.text for piece in made.pieces]


def test_the_letter_comes_back_into_words_that_lack_it_and_shares_its_box() -> None:
    assert mended(*BROKEN) == [
        "The first study",
        "This is new.",
        "These mice ran.",
        "in Pain Therapy by Teodora",
    ]


@pytest.mark.parametrize(
    "texts",
    [
        [*BROKEN, "The others"],  # one whole word: the font is sound, and Te is something else
        ["Te quiero", "Tus ojos", "Te veo"],
        ["Die Tat", "Te Deum", "Tis"],
    ],
)
def test_other_files_stay_as_they_are(texts: list[str]) -> None:
    assert mended(*texts) == texts


def test_a_lead_that_holds_the_word_grows_with_it() -> None:
    made = page(*BROKEN)
    made.pieces[0].lead = Lead(2, bold=True)
    made.pieces[3].lead = Lead(2, bold=True)
    LigatureMender().mend([made])
    assert [made.pieces[at].lead for at in (0, 3)] == [Lead(3, bold=True), Lead(2, bold=True)]
