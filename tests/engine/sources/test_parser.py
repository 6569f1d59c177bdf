"""Page text: reading order, joined words, furniture, geometry."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pymupdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from twintree.base.errors import UnreadableFile
from twintree.base.pages import PageText, pack_lines, rects_of, unpack_lines
from twintree.sources.opening import LONGEST_TEXT
from twintree.sources.parser import is_garbled, read_head, read_pages
from twintree.sources.passages import LONGEST, passages
from twintree.sources.pieces import clean

MakePdf = Callable[..., Path]

_SENTENCE = (
    "the methods of this paper describe how trees grow from many sources and why readers trust them when "
    "every sentence carries a page that was checked before it was shown to anyone who asked about the library"
)
_WORDS = _SENTENCE.split()


def _column(x: float, y: float, name: str, rows: int, per_row: int = 6) -> list[tuple]:
    """Lines of running text that begin with ``name`` and its row, so that order can be told."""
    lines = []
    for row in range(rows):
        words = [_WORDS[(row * per_row + n) % len(_WORDS)] for n in range(per_row)]
        stop = "." if row == rows - 1 else ""
        lines.append((x, y + 13 * row, f"{name}{row} {' '.join(words)}{stop}", 9))
    return lines


def _first(path: Path) -> PageText:
    return next(iter(read_pages(path)))


def _in_order(text: str, names: list[str]) -> bool:
    places = [text.find(name) for name in names]
    return -1 not in places and places == sorted(places)


def test_two_columns_are_read_one_after_the_other_even_when_written_row_by_row(make_pdf: MakePdf) -> None:
    left, right = _column(60, 150, "left", 30), _column(310, 150, "right", 30)
    rows = [line for pair in zip(left, right, strict=True) for line in pair]
    title = [(90, 90, "A Title That Stands Across Both Columns Of The Page", 16)]
    text = _first(make_pdf("a.pdf", [title + rows])).text
    names = ["A Title", *(f"left{n} " for n in range(30)), *(f"right{n} " for n in range(30))]
    assert _in_order(text, names)


def test_a_full_width_caption_divides_the_columns_above_and_below_it(make_pdf: MakePdf) -> None:
    items = _column(60, 100, "one", 12) + _column(310, 100, "two", 12)
    items += [
        (
            60,
            290,
            "Figure 1: a caption that runs across the whole width of the page, under both columns of it.",
            9,
        )
    ]
    items += _column(60, 330, "three", 12) + _column(310, 330, "four", 12)
    text = _first(make_pdf("a.pdf", [items])).text
    assert _in_order(text, ["one0 ", "one11 ", "two0 ", "two11 ", "Figure 1", "three0 ", "four0 ", "four11 "])


def test_a_sentence_runs_on_from_column_to_column_without_a_blank_line(make_pdf: MakePdf) -> None:
    left = _column(60, 100, "left", 20)
    left[-1] = (60, 360, "this column ends in the midst of a sentence", 9)
    note = [(60, 700, "1 A footnote stands at the foot of the column.", 7)]
    text = _first(make_pdf("a.pdf", [left + note + _column(310, 100, "and", 20)])).text
    assert "in the midst of a sentence and0 " in text
    assert text.endswith("A footnote stands at the foot of the column.")


def test_a_caption_in_the_midst_of_a_sentence_takes_nothing_of_it(make_pdf: MakePdf) -> None:
    left = _column(60, 100, "left", 20)
    left[-1] = (60, 347, "we think that all this is now rather well known", 9)
    table = [
        (x, y, cell, 9)
        for y, row in (
            (100, ("Insect", "May", "June")),
            (113, ("Bees", "12.5", "7.1")),
            (126, ("Ants", "3.2", "2.0")),
        )
        for x, cell in zip((320, 420, 470), row, strict=True)
    ]
    caption = [(310, 145, "Table 3: Weight of honey by insect and month", 9)]
    right = [(310, 178, "due to the following reasons:", 9), *_column(310, 210, "Lime", 8)]
    text = _first(make_pdf("a.pdf", [left + table + caption + right])).text
    assert "well known due to the following reasons:" in text
    assert "insect and month\n\n" in text


def test_a_centred_caption_goes_on_in_its_second_line(make_pdf: MakePdf) -> None:
    first, rest = "Figure 2: Performance of all. Each point of the plot stands for a pair of", "run times."
    middle = 72 + pymupdf.get_text_length(first, "tiro", 10) / 2
    at = middle - pymupdf.get_text_length(rest, "tiro", 10) / 2
    (page,) = read_pages(make_pdf("caption.pdf", [[(72, 300, first), (at, 318, rest)]]))
    assert page.text == f"{first} {rest}"


def test_a_divided_word_is_joined_and_a_compound_keeps_its_hyphen(make_pdf: MakePdf) -> None:
    lines = [
        "We measure how much infor-",
        "mation survives in a state-of-the-",
        "art system; information is counted twice, and the well-",
        "known value is known well. The Levenberg-",
        "Marquardt method is used by the LSTM-",
        "based reader, pre- and post-",
        "training alike, as COVID-",
        "19 reports demand from everyone.",
    ]
    text = _first(make_pdf("a.pdf", [[(60, 100 + 12 * n, line) for n, line in enumerate(lines)]])).text
    for wanted in (
        "much information survives",
        "state-of-the-art system",
        "well-known value",
        "Levenberg-Marquardt method",
        "LSTM-based reader",
        "pre- and",
        "COVID-19 reports",
    ):
        assert wanted in text, (wanted, text)


def test_running_heads_and_page_numbers_stand_behind_the_body(make_pdf: MakePdf) -> None:
    pages = [
        [
            (60, 40, "Journal of Trees 12 (2020)", 8),
            *_column(60, 100, f"page{n}row", 20),
            (290, 810, str(n + 41), 8),
        ]
        for n in range(5)
    ]
    for number, page in enumerate(read_pages(make_pdf("a.pdf", pages))):
        assert "Journal of Trees" not in page.text[: page.body_end]
        assert "Journal of Trees" in page.text[page.body_end :]
        assert page.label == str(number + 41), "the printed number is the label (PAINS 14)"


def test_line_numbers_of_a_preprint_are_no_text(make_pdf: MakePdf) -> None:
    body = _column(90, 100, "row", 30)
    numbers = [(50, 100 + 13 * n, str(n + 1), 7) for n in range(30)]
    page = _first(make_pdf("a.pdf", [body + numbers]))
    assert "row5 the" in page.text or "row5 " in page.text
    assert not any(word.isdigit() for word in page.text[: page.body_end].split())


def test_a_stamp_in_the_margin_is_furniture(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((20, 500), "arXiv:2601.01234v1 [cs.CL] 3 Jan 2026", rotate=90, fontsize=14)
    for row in range(20):
        page.insert_text(
            (90, 100 + 14 * row), f"Row {row} of the running text of this page, which is long enough."
        )
    path = tmp_path / "a.pdf"
    document.save(path)
    first = _first(path)
    assert "arXiv:2601.01234v1" in first.text[first.body_end :]
    stamp = next(line for line in first.lines if line.furniture)
    assert stamp.direction == 90
    assert stamp.edges[0] > stamp.edges[-1]


def test_a_word_that_is_divided_wherever_it_stands_is_joined(make_pdf: MakePdf) -> None:
    lines = ["We thank the organisers of the Understanding Confer-", "ences for an ex-", "cellent week."]
    items = [(60, 100 + 14 * n, line) for n, line in enumerate(lines * 4)]
    text = _first(make_pdf("a.pdf", [items])).text
    assert text.count("Understanding Conferences for an excellent week.") == 4


def test_paragraphs_are_divided_by_blank_lines_and_lines_within_them_by_spaces(make_pdf: MakePdf) -> None:
    first = ["The first paragraph begins here and fills its line quite well,", "and its second line ends it."]
    second = ["The second paragraph begins after a gap and fills its line too,", "and ends here."]
    items = [(60, 100 + 12 * n, line) for n, line in enumerate(first)]
    items += [(60, 150 + 12 * n, line) for n, line in enumerate(second)]
    text = _first(make_pdf("a.pdf", [items])).text
    assert text == " ".join(first) + "\n\n" + " ".join(second)


def test_a_bold_title_behind_a_plain_number_ends_where_the_text_begins(make_pdf: MakePdf) -> None:
    """Words that stand close enough are one line; its number is in the print of the text that follows."""
    number, title, text = "3.", "Counting the colonies", "We went to see all of the plots"
    at = 72 + pymupdf.get_text_length("3. ", "tiro", 10)
    behind = at + pymupdf.get_text_length(f"{title} ", "tibo", 10)
    path = make_pdf(
        "led.pdf",
        [[(72, 90, number), (at, 90, title, 10, "tibo"), (behind, 90, text), *_column(72, 104, "a", 9)]],
    )
    (page,) = read_pages(path)
    line = next(line for line in page.lines if page.text[line.start : line.end].startswith(number))
    assert line.lead is not None
    assert line.lead.bold
    assert page.text[line.start : line.start + line.lead.length] == f"{number} {title}"


def test_a_table_of_numbers_keeps_its_rows(make_pdf: MakePdf) -> None:
    items = [(60 + 90 * c, 100 + 14 * r, f"{r}.{c}5") for r in range(6) for c in range(4)]
    text = _first(make_pdf("a.pdf", [items])).text
    rows = [" ".join(row.split()) for row in text.split("\n") if row.strip()]
    assert rows == [" ".join(f"{r}.{c}5" for c in range(4)) for r in range(6)]


def test_a_page_that_cannot_be_read_is_marked_and_the_others_go_on(make_pdf: MakePdf) -> None:
    """PAINS 2."""
    path = make_pdf("a.pdf", [[(60, 100, f"Page {n} has words")] for n in range(1, 5)])
    document = pymupdf.open(path)
    document.xref_set_key(document[2].xref, "Contents", "null")
    document.xref_set_key(document[1].xref, "MediaBox", "[0 0 (broken) /x]")
    document.xref_set_key(document[1].xref, "Type", "/Nothing")
    broken = path.with_name("broken.pdf")
    document.save(broken)
    pages = list(read_pages(broken))
    assert len(pages) == 4
    assert pages[0].text == "Page 1 has words"
    assert pages[3].text == "Page 4 has words"
    assert pages[2].how == "empty"
    assert pages[2].problem


def test_a_page_that_is_a_picture_says_so(tmp_path: Path) -> None:
    """PAINS 9, 16."""
    document = pymupdf.open()
    page = document.new_page()
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 80), False)
    picture.clear_with(180)
    page.insert_image(page.rect, pixmap=picture)
    path = tmp_path / "scan.pdf"
    document.save(path)
    first = _first(path)
    assert first.how == "empty"
    assert "picture" in first.problem


def test_text_of_broken_fonts_is_told_from_text() -> None:
    assert is_garbled("\ufffd\ufffd \ue001\ue002\ue003 \ufffd\ufffd and more \ue010\ue011")
    assert is_garbled("xkjz qwrt pdfg mnbv cxzl kjhg fdsp zxcv bnmk lkjh gfds wrtp " * 12)
    assert not is_garbled("The methods of this paper describe how trees grow from many sources. " * 12)
    assert not is_garbled("Методы этой статьи описывают деревья. " * 12)
    assert not is_garbled("本論文は木がどのように成長するかを述べる。" * 12)


def test_ligatures_accents_and_hidden_characters_come_out_plain() -> None:
    assert clean("eﬃcient") == "efficient"
    assert clean("G¨odel") == "Gödel"
    assert clean("Ju¨rges") == "Jürges"
    assert clean("Fran¸cois") == "François" or clean("Franc¸ois") == "François"
    assert clean("soft\u00adhyphen") == "softhyphen"
    assert clean("zero\u200bwidth\ufeff") == "zerowidth"
    assert clean("\ud800lone") == "lone"


def test_the_outline_has_physical_pages_and_heights(make_pdf: MakePdf) -> None:
    path = make_pdf("a.pdf", [[(60, 100, "One")], [(60, 300, "Two")]])
    document = pymupdf.open(path)
    document.set_toc(
        [[1, "Einführung", 1, {"kind": 1, "to": pymupdf.Point(60, 90), "page": 0}], [2, "Deeper", 2]]
    )
    document.set_metadata({"title": "A Title", "author": "Jane Doe"})
    named = path.with_name("b.pdf")
    document.save(named)
    head = read_head(named)
    assert [(item.level, item.title, item.page) for item in head.outline] == [
        (1, "Einführung", 1),
        (2, "Deeper", 2),
    ]
    assert head.info["title"] == "A Title"


def test_plain_text_and_html_are_read_as_pages(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Some words of a plain text file.\n" * 5, "utf-8")
    (tmp_path / "b.html").write_text(
        "<html><body><h1>Heading</h1><p>Words in HTML.</p></body></html>", "utf-8"
    )
    assert "plain text file" in _first(tmp_path / "a.txt").text
    assert read_head(tmp_path / "b.html").format == "html"
    assert "Words in HTML." in _first(tmp_path / "b.html").text


FENCED = """# How to run it

Then the whole of the corpus is read once more by the command that stands here, and the model is asked for it, with

```python
for name in corpus:  \n    parse(name)

    {long}
return corpus
```

and no more than `this` is printed.
"""


def test_lines_of_code_in_markdown_end_where_their_author_ended_them(tmp_path: Path) -> None:
    long = " + ".join(f"value_{number}" for number in range(60))
    (tmp_path / "a.md").write_text(FENCED.format(long=long), "utf-8")
    before, code, more, after = _first(tmp_path / "a.md").text.split("\n\n")[1:]
    assert before.endswith("asked for it, with"), "code that follows is no part of the sentence"
    assert code == "for name in corpus:\nparse(name)", "two blanks at a line's end are no part of it"
    assert more == f"{long}\nreturn corpus", "a line that is longer than the sheet is read to its end"
    assert after == "and no more than this is printed."


def test_lines_of_code_in_html_end_where_their_author_ended_them(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        "<p>It is called like this:</p><pre>for name in corpus:\n  parse(name)</pre><p>and prints.</p>",
        "utf-8",
    )
    parts = _first(tmp_path / "a.html").text.split("\n\n")
    assert parts == ["It is called like this:", "for name in corpus:\nparse(name)", "and prints."]


@pytest.mark.parametrize("name", ["a.py", "b.txt", "c.md", "README"])
def test_what_is_no_text_is_refused_whatever_its_name_says(tmp_path: Path, name: str) -> None:
    noise = random.Random(name).randbytes(5000)
    for content in (noise, noise.replace(b"\0", b""), b"\xff\xfe" + noise, b"Words,\0 and a hole."):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(UnreadableFile, match=f"“{name}” is not text") as refusal:
            read_head(tmp_path / name)
        assert refusal.value.way_out
    (tmp_path / name).write_bytes(b"%PDF-1.7\n" + noise)
    with pytest.raises(UnreadableFile, match="is not text: it is a PDF"):
        read_head(tmp_path / name)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16", "iso2022_jp"])
def test_text_of_any_encoding_is_taken(tmp_path: Path, encoding: str) -> None:
    words = "東京の蜂\n" if encoding == "iso2022_jp" else "Über Bienen – naïve Ästhetik\n".replace("–", "-")
    (tmp_path / "a.txt").write_bytes((words * 400).encode(encoding) + b"\x1a")
    assert read_head(tmp_path / "a.txt").pages > 1


def test_a_text_that_nobody_wrote_to_be_read_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "dump.py"
    path.write_bytes(b"x = 1  # one line of very many\n" * (LONGEST_TEXT // 30))
    with pytest.raises(UnreadableFile, match="MB of text; at most 4 MB are read") as refusal:
        read_head(path)
    assert refusal.value.code == "too_large"


def _holds(page: PageText) -> None:
    """What must be true of every page, whatever it shows."""
    end = 0
    for line in page.lines:
        assert end <= line.start < line.end <= len(page.text)
        assert not page.text[end : line.start].strip()
        assert len(line.edges) == line.end - line.start + 1
        assert line.furniture == (line.start >= page.body_end)
        end = line.end
    assert not page.text[end:].strip()
    assert page.body_end <= len(page.text)
    for rect in rects_of(page.lines, 0, len(page.text)):
        assert -0.01 <= rect.x0 <= rect.x1 <= page.width + 0.01
        assert -0.01 <= rect.y0 <= rect.y1 <= page.height + 0.01
    packed = unpack_lines(pack_lines(page.lines))
    assert [(line.start, line.end, line.block) for line in packed] == [
        (line.start, line.end, line.block) for line in page.lines
    ]
    found = passages(page)
    assert all(a[1] <= b[0] for a, b in pairwise(found))
    assert all(end - start <= LONGEST for start, end in found)
    kept = "".join("".join(page.text[a:b].split()) for a, b in found)
    assert kept == "".join(page.text[: page.body_end].split())


_ITEM = st.tuples(
    st.floats(-40, 600), st.floats(-20, 860), st.text("abc Def-ghi.1 23 éß", min_size=1, max_size=60),
    st.floats(5, 30), st.sampled_from([0, 90, 180, 270]),
)  # fmt: skip


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    pages=st.lists(st.lists(_ITEM, max_size=25), min_size=1, max_size=4),
    rotation=st.sampled_from([0, 90, 180]),
)
def test_every_character_has_its_place_on_any_page(tmp_path: Path, pages: list, rotation: int) -> None:
    document = pymupdf.open()
    for items in pages:
        page = document.new_page()
        for x, y, text, size, turn in items:
            page.insert_text((x, y), text, fontsize=size, rotate=turn)
        page.set_rotation(rotation)
    path = tmp_path / "any.pdf"
    document.save(path)
    document.close()
    for page in read_pages(path):
        assert page.how in ("text", "empty", "garbled")
        _holds(page)


def test_real_papers_hold_together(shared_library: Path) -> None:
    for path in sorted(shared_library.glob("*/*.pdf"))[5:100:19]:
        for page in read_pages(path, 1, 6):
            _holds(page)


def test_words_lie_where_a_second_extraction_finds_them(shared_library: Path) -> None:
    path = sorted(shared_library.glob("nlp-citing/*.pdf"))[10]
    page = _first(path)
    words = pymupdf.open(path)[0].get_text("words")
    for x0, y0, _, _, word, *_ in words[50:400:25]:
        places = [at for at in range(len(page.text)) if page.text.startswith(word, at)]
        rects = [next(rects_of(page.lines, at, at + len(word)), None) for at in places]
        assert (
            any(r and abs(r.x0 - x0) < 6 and abs(r.y0 - y0) < 6 for r in rects)
            or word[-1] == "-"
            or not places
        )


def test_pages_that_are_all_alike_keep_their_text(tmp_path: Path) -> None:
    path = tmp_path / "alike.pdf"
    document = pymupdf.open()
    for number in range(20):
        document.new_page().insert_text((72, 72), f"Page {number} speaks of bees and of nothing else.")
    document.save(path)
    document.close()
    for page in read_pages(path, 1, 20):
        assert "bees" in page.text[: page.body_end]
