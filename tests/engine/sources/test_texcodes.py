"""Ligatures of TeX's bitmap fonts, which reach MuPDF as control codes."""

from __future__ import annotations

import pymupdf
import pytest

from twintree.sources.parser import read_pages
from twintree.sources.pieces import read_raw
from twintree.sources.texcodes import rejoined, with_letters

#: A bitmap font as dvips writes it: glyphs by number, a picture each, no map to Unicode.
_FONT = """<< /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] /FontMatrix [0.001 0 0 0.001 0 0]
/FirstChar 0 /LastChar 255 /Widths [{widths}] /Encoding << /Type /Encoding /Differences [0 {names}] >>
/CharProcs << {procs} >> /Resources << >> >>"""
_GLYPH = b"600 0 0 0 500 700 d1 0 0 500 700 re f"


def type3(*lines: bytes) -> bytes:
    """A PDF of one page whose font's codes are the Cork encoding's, with nothing that says so."""
    document = pymupdf.open()
    page = document.new_page()
    glyph, font, content = (document.get_new_xref() for _ in range(3))
    document.update_object(glyph, "<<>>")
    document.update_stream(glyph, _GLYPH)
    document.update_object(
        font,
        _FONT.format(
            widths=" ".join(["600"] * 256),
            names=" ".join(f"/a{code}" for code in range(256)),
            procs=" ".join(f"/a{code} {glyph} 0 R" for code in range(256)),
        ),
    )
    shown = b"\n".join(
        b"BT /F1 10 Tf 50 %d Td <%s> Tj ET" % (700 - 20 * at, line.hex().encode())
        for at, line in enumerate(lines)
    )
    document.update_object(content, "<<>>")
    document.update_stream(content, shown)
    document.xref_set_key(page.xref, "Contents", f"{content} 0 R")
    document.xref_set_key(page.xref, "Resources", f"<< /Font << /F1 {font} 0 R >> >>")
    return bytes(document.tobytes())


def texts(*lines: bytes) -> list[str]:
    raw = read_raw(pymupdf.open("pdf", type3(*lines))[0], 1)
    assert all(len(piece.edges) == len(piece.text) + 1 for piece in raw.pieces)
    return [piece.text for piece in raw.pieces]


def test_words_are_whole_again() -> None:
    assert texts(
        b"self-modi\x1ccation of e\x1ecient code (di\x1berent \x1dows)", b"it \x1cnds ba\x1fed ones"
    ) == ["self-modification of efficient code (different flows)", "it finds baffled ones"]


def test_each_letter_lies_where_its_word_is_printed() -> None:
    piece = read_raw(pymupdf.open("pdf", type3(b"a modi\x1ccation ends"))[0], 1).pieces[0]
    at = piece.text.index("cation")
    # Seven glyphs of 6 points before it, from 50: the letters of a word share its box by their usual widths.
    assert piece.edges[at] == pytest.approx(50 + 6 * 7, abs=6)
    assert piece.edges[piece.text.index("ends")] == pytest.approx(50 + 6 * 14, abs=0.5)


def test_a_ligature_at_a_words_beginning_widens_its_box() -> None:
    piece = read_raw(pymupdf.open("pdf", type3(b"the \x1dows"))[0], 1).pieces[0]
    assert piece.text == "the flows"
    assert piece.edges[piece.text.index("flows")] < 50 + 6 * 5


@pytest.mark.parametrize("line", [b"\x19\x1b\x1a\x1d\x1c rate", b"x\x0c\x1cy", b"a \x1c b"])
def test_codes_of_other_fonts_stay_out(line: bytes) -> None:
    """A selection of a font has codes of its own: what they mean is not known."""
    assert not {"fi", "ff", "fl"} & {part for text in texts(line) for part in text.split()}
    assert all("fi" not in text and "fl" not in text for text in texts(line))


def test_a_file_is_read_with_them(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "thesis.pdf"
    path.write_bytes(type3(b"A simpli\x1ced de\x1cnition of the \x1dow graph"))
    (page,) = read_pages(path)
    assert page.text == "A simplified definition of the flow graph"


def test_words_that_do_not_agree_with_the_line_are_left() -> None:
    words = [(0.0, 0.0, 10.0, 10.0, "modi", 0, 0, 0)]
    assert rejoined(words, "<p>modi&#x1c;cation</p>") is words


def test_the_html_of_a_line_has_the_letters_too() -> None:
    assert with_letters("<b>modi&#x1c;ed</b> a &#x1c; b") == "<b>modified</b> a &#x1c; b"
