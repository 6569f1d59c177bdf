"""``python -m twintree`` and the command ``twintree``: loads the command line, which takes a while, and runs it."""

from __future__ import annotations

import sys

#: As shells tell a program that Ctrl+C ended.
_INTERRUPTED = 130


def main() -> None:
    """Run the command line; Ctrl+C ends it with a word at any moment, also while it is being loaded."""
    try:
        # Here, not above: nobody could catch what interrupts an import at the top.
        from twintree.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
