"""Tables across both columns are read row by row; a table's rows take no running text into their sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from twintree.base.pages import PageText
from twintree.sources.parser import read_pages

MakePdf = Callable[..., Path]

_WORDS = (
    "the bees of the northern ledger were counted on every plot of clover by two keepers in the month of May "
    "and again in June when the lime was out and the weather allowed it"
).split()

HEAD = [("Number", "Compound and", "Retention time", "Area", "Molecular", "Molar mass"),
        ("of peak", "structure", "(min)", "", "formula", "(g/mol)")]  # fmt: skip
ROWS = [("1", "thujene", "5.48", "0.19", "C10H16", "136.23"),
        ("2", "camphene", "5.62", "0.21", "C10H16", "136.24"),
        ("3", "sabinene", "6.33", "0.13", "C10H16", "136.25")]  # fmt: skip
PLACES = (60, 120, 220, 330, 400, 480)


def _column(x: float, y: float, name: str, rows: int) -> list[tuple]:
    return [
        (
            x,
            y + 13 * row,
            f"{name}{row} " + " ".join(_WORDS[(5 * row + n) % len(_WORDS)] for n in range(8)),
            9,
        )
        for row in range(rows)
    ]


def _table(y: float) -> list[tuple]:
    """Cells, those of the left half first: as a file has them whose columns were set one after the other."""
    cells = [
        (x, y + 13 * row, cell, 9)
        for row, line in enumerate([*HEAD, *ROWS])
        for x, cell in zip(PLACES, line, strict=True)
        if cell
    ]
    return sorted(cells, key=lambda each: each[0] > 300)


def _read(path: Path) -> PageText:
    return next(iter(read_pages(path)))


def _caption(y: float) -> tuple:
    return (
        60,
        y,
        "Table 1. Chemical composition of the oils of clover as it was found on all plots of the north",
        9,
    )


EXPECTED = "\n".join(" ".join(filter(None, row)) for row in [*HEAD, *ROWS])


def test_a_table_under_a_caption_across_the_columns_is_read_row_by_row(make_pdf: MakePdf) -> None:
    items = [_caption(80), *_table(100), *_column(60, 200, "left", 20), *_column(310, 200, "right", 20)]
    text = _read(make_pdf("wide.pdf", [items])).text
    assert EXPECTED in text
    assert text.index("left0 ") < text.index("left19 ") < text.index("right0 ")


def test_a_table_over_its_caption_is_read_row_by_row_and_columns_above_it_stay_apart(
    make_pdf: MakePdf,
) -> None:
    items = [*_column(60, 80, "left", 20), *_column(310, 80, "right", 20), *_table(360), _caption(440)]
    text = _read(make_pdf("wide.pdf", [items])).text
    assert EXPECTED in text
    assert text.index("left19 ") < text.index("right0 ") < text.index("Number Compound")


def test_columns_of_text_under_a_wide_caption_are_no_table(make_pdf: MakePdf) -> None:
    items = [_caption(80), *_column(60, 100, "left", 25), *_column(310, 100, "right", 25)]
    text = _read(make_pdf("wide.pdf", [items])).text
    assert text.index("left24 ") < text.index("right0 ")


def test_a_row_of_a_table_does_not_run_on_into_a_sentence(make_pdf: MakePdf) -> None:
    """A column that begins with a row of its own over the rest of its table, and text that goes on from before."""
    left = [(60, 100, "Total papers", 9), (200, 100, "81.1M", 9)]
    left += [
        (x, 118 + 13 * row, cell, 9)
        for row, cells in enumerate([("Papers with files", "28.9M"), ("Papers with lists", "27.6M")])
        for x, cell in zip((60, 200), cells, strict=True)
    ]
    left += [(60, 160, "Table 3: Where the papers of the ledger come from.", 9)]
    goes_on = _column(60, 190, "vast majority of", 12)
    text = _read(make_pdf("fused.pdf", [[*left, *goes_on, *_column(310, 100, "right", 25)]])).text
    assert "81.1M vast" not in " ".join(text.split("\n"))
    assert "Total papers 81.1M\n" in text


def test_a_sentence_runs_on_into_the_table_that_it_names(make_pdf: MakePdf) -> None:
    lines = [
        "The bees of the northern ledger were counted on every plot, and the counts are given in",
        "Table 4. Again the plots of clover had more of them than all of the other plots together,",
        "which was to be expected of plots that were sown by the keepers of the northern ledger.",
    ]
    text = _read(
        make_pdf("named.pdf", [[(60, 100 + 13 * at, line, 9) for at, line in enumerate(lines)]])
    ).text
    assert "given in Table 4. Again the" in text
