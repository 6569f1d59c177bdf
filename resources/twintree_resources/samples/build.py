"""Typeset the sample papers from their sources: `python -m twintree_resources.samples.build`.

The result depends on the sources and the typst release only: typst's own fonts, no clock, no network.
"""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from twintree_resources.samples import FOLDER

SOURCES = FOLDER / "sources"
TIMESTAMP = int(datetime(2026, 11, 1, tzinfo=UTC).timestamp())
"""The clock typst sees. Each paper states its own date, so this only keeps the PDF's bytes still."""

SHARED = {"template.typ"}


def sources() -> list[Path]:
    """Return the papers' sources, sorted by name, without the template that they share."""
    return sorted(path for path in SOURCES.glob("*.typ") if path.name not in SHARED)


def build(target: Path) -> list[Path]:
    """Typeset every paper into the folder `target` and return the PDFs in the order of `sources`.

    Raises:
        ModuleNotFoundError: the package `typst`, needed for building only, is not installed.
        typst.TypstError: a source is wrong, for instance because it cites an unknown key.
    """
    import typst  # here, because reading the samples must not need the typesetter

    target.mkdir(parents=True, exist_ok=True)
    built = []
    for source in sources():
        pdf = target / f"{source.stem}.pdf"
        typst.compile(
            source,
            output=pdf,
            root=SOURCES,
            ignore_system_fonts=True,
            timestamp=TIMESTAMP,
        )
        built.append(pdf)
    return built


def main(arguments: list[str] | None = None) -> int:
    """Build into the package, or into the folder named on the command line."""
    parser = argparse.ArgumentParser(description="Typeset the sample papers.")
    parser.add_argument(
        "target",
        nargs="?",
        type=Path,
        default=FOLDER,
        help="folder for the PDFs (default: where the committed ones lie)",
    )
    for pdf in build(parser.parse_args(arguments).target):
        sys.stdout.write(f"{pdf}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
