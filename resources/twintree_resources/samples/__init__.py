"""Seven papers about Twintree, written for it: its method documentation, and a library to try it on."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def paths() -> list[Path]:
    """Return the sample PDFs, sorted by name; each is named after its citation key."""
    return sorted(FOLDER.glob("*.pdf"))
