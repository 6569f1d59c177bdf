"""Opening documents with MuPDF: what a file is, whether it can be read, and in plain words why not.

Runs in worker processes only: MuPDF is not thread-safe and can crash on hostile files.
"""

from __future__ import annotations

import codecs
from pathlib import Path

import pymupdf

from twintree.base.errors import UnreadableFile
from twintree.base.supplements import CODE, PLAIN, bare_name

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)
# MuPDF sets lines of code as long as they are, and cuts them off at the sheet's edge: their ends could not be read.
pymupdf.mupdf.fz_set_user_css("pre { white-space: pre-wrap; overflow-wrap: break-word }")

#: File name endings that are read, and the format word that is stored for each.
FORMATS = {
    ".pdf": "pdf", ".epub": "epub", ".xps": "xps", ".oxps": "xps", ".html": "html", ".htm": "html",
    ".xhtml": "html", ".txt": "txt", ".text": "txt", ".md": "md", ".markdown": "md", ".docx": "docx",
    ".fb2": "fb2", ".mobi": "mobi", ".png": "image", ".jpg": "image", ".jpeg": "image", ".tif": "image",
    ".tiff": "image", ".bmp": "image", ".svg": "svg",
    # Cards of data sets and models, and programs: what lies beside a paper.
    ".rst": "txt", ".json": "txt", ".yaml": "txt", ".yml": "txt", ".toml": "txt", ".cff": "txt",
    **dict.fromkeys((f".{ending}" for ending in CODE), "code"),
}  # fmt: skip
_FLOWING = {"epub", "html", "txt", "md", "docx", "fb2", "mobi", "code"}
#: The sheet on which flowing formats are laid out, in points: A4, so that page numbers stay the same.
_SHEET = (595.0, 842.0, 11.0)
_HEAD = 64 * 1024
#: Formats that are text through and through.
_PLAIN_TEXT = frozenset(("txt", "md", "code"))
#: The longest plain text that is read, in bytes: about 1,400 pages, which take a minute. The longest novels have
#: three million, a dump of data many more.
LONGEST_TEXT = 4 << 20
#: What no text holds; line ends, tabs, page breaks, ESC of older Japanese files and DOS's ^Z are none of it.
_NO_TEXT = bytes([*range(9), *range(14, 26), *range(28, 32), 127])
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def format_of(path: Path) -> str | None:
    """The format word for a file name, None when its ending is not one that is read."""
    name = Path(bare_name(path.name))
    if not name.suffix and name.name.lower() in PLAIN:
        return "txt"
    return FORMATS.get(name.suffix.lower())


def open_document(path: Path, password: str | None = None) -> pymupdf.Document:
    """Open a document, decrypted and laid out.

    Args:
        path: the file.
        password: what the person typed, for encrypted files.

    Raises:
        UnreadableFile: ``vanished``, ``empty``, ``not_a_pdf``, ``truncated``, ``encrypted``,
            ``wrong_password``, ``memory``, ``too_large`` or ``unsupported``.
    """
    name = path.name
    head, tail = _ends(path)
    kind = format_of(path) or ("pdf" if b"%PDF-" in head[:1024] else None)
    if kind is None:
        raise UnreadableFile(
            f"“{name}” has a format that Twintree does not read.",
            "PDF, EPUB, XPS, HTML, DOCX, Markdown, plain text and images can be read.",
            code="unsupported",
        )
    if kind == "pdf" and not _looks_like_pdf(head):
        raise UnreadableFile(
            f"“{name}” is not a PDF{_what_it_is(head)}.", "Fetch the file again.", code="not_a_pdf"
        )
    if kind in _PLAIN_TEXT:
        _check_text(path, head)
    document = _open(path, kind, tail)
    _unlock(document, name, password)
    if kind in _FLOWING:
        document.layout(width=_SHEET[0], height=_SHEET[1], fontsize=_SHEET[2])
    if _pages(document) < 1:
        document.close()
        raise _broken(name, kind, tail)
    return document


def _ends(path: Path) -> tuple[bytes, bytes]:
    try:
        with path.open("rb") as stream:
            head = stream.read(_HEAD)
            stream.seek(0, 2)
            size = stream.tell()
            stream.seek(max(0, size - 2048))
            tail = stream.read()
    except IsADirectoryError as error:
        raise UnreadableFile(f"“{path.name}” is a folder.", code="unsupported") from error
    except OSError as error:
        raise UnreadableFile(
            f"“{path.name}” can no longer be read: {error.strerror or error}.",
            "Check that the folder or volume is there and may be read.",
            code="vanished",
        ) from error
    if not head.strip(b"\0 \t\r\n"):
        raise UnreadableFile(f"“{path.name}” is empty.", "Fetch the file again.", code="empty")
    return head, tail


def _check_text(path: Path, head: bytes) -> None:
    """Refuse what is no text whatever its name says, and what nobody wrote to be read."""
    if not _is_text(head):
        raise UnreadableFile(
            f"“{path.name}” is not text{_what_it_is(head)}.",
            "Give it the ending of what it is, or leave it out.",
            code="unsupported",
        )
    size = path.stat().st_size
    if size > LONGEST_TEXT:
        raise UnreadableFile(
            f"“{path.name}” holds {size / (1 << 20):.1f} MB of text; at most {LONGEST_TEXT >> 20} MB are read.",
            "Import the part of it that belongs to the paper.",
            code="too_large",
        )


def _is_text(head: bytes) -> bool:
    """Whether the first bytes of a file can be text, in whatever encoding."""
    if head.startswith(_UTF_16):
        try:
            # The last character may be cut in two: it is waited for, not complained of.
            return "\0" not in codecs.getincrementaldecoder("utf-16")().decode(head)
        except UnicodeDecodeError:
            return False
    strange = len(head) - len(head.translate(None, _NO_TEXT))
    return 0 not in head and strange <= 1 + len(head) / 200


def _looks_like_pdf(head: bytes) -> bool:
    return b"%PDF-" in head or b" obj" in head


def _what_it_is(head: bytes) -> str:
    start = head[:512].lstrip().lower()
    if start.startswith(b"%pdf-"):
        return ": it is a PDF"
    if start.startswith((b"<!doctype html", b"<html", b"<?xml")) or b"<html" in start:
        return ": it is a web page saved under that name"
    if start.startswith(b"pk\x03\x04"):
        return ": it is a ZIP archive or an Office document"
    if start.startswith((b"\x89png", b"\xff\xd8\xff", b"gif8")):
        return ": it is a picture"
    if start.startswith(b"%!ps"):
        return ": it is PostScript"
    return ""


def _open(path: Path, kind: str, tail: bytes) -> pymupdf.Document:
    filetype = {"image": path.suffix[1:].lower(), "md": "txt", "code": "txt"}.get(kind, kind)
    try:
        return pymupdf.open(str(path), filetype=filetype)
    except (MemoryError, RuntimeError, ValueError, TypeError, KeyError, IndexError) as error:
        if is_memory_error(error):
            raise too_much_memory(path.name) from error
        raise _broken(path.name, kind, tail) from error


def is_memory_error(error: BaseException) -> bool:
    """Whether MuPDF or Python ran into the memory limit."""
    text = str(error).lower()
    return isinstance(error, MemoryError) or "malloc" in text or "out of memory" in text


def too_much_memory(name: str) -> UnreadableFile:
    """The error for a file that needs more memory than a worker may use."""
    return UnreadableFile(
        f"“{name}” needs more memory than a file may use.",
        "Raise the memory limit in the settings, or split the file.",
        code="memory",
    )


def _broken(name: str, kind: str, tail: bytes) -> UnreadableFile:
    if kind != "pdf":
        return UnreadableFile(
            f"“{name}” cannot be read as {kind.upper()}: it is damaged, or unpacks to more than a file may hold.",
            "Fetch the file again.",
            code="unsupported",
        )
    if b"%%EOF" not in tail:
        return UnreadableFile(
            f"“{name}” is cut off or damaged: it begins like a PDF, but its end is missing and no page "
            "can be recovered.",
            "Fetch the file again.",
            code="truncated",
        )
    return UnreadableFile(
        f"“{name}” begins like a PDF but holds no page that can be read.",
        "Fetch the file again.",
        code="not_a_pdf",
    )


def _unlock(document: pymupdf.Document, name: str, password: str | None) -> None:
    if not document.needs_pass:
        return
    if not password:
        document.close()
        raise UnreadableFile(
            f"“{name}” is encrypted and asks for a password.", "Give its password.", code="encrypted"
        )
    if not document.authenticate(password):
        document.close()
        raise UnreadableFile(
            f"The password given does not open “{name}”.", "Try another one.", code="wrong_password"
        )


def _pages(document: pymupdf.Document) -> int:
    try:
        return int(document.page_count)
    except (RuntimeError, ValueError):
        return 0
