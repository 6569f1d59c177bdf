"""``python -m twintree_desktop`` starts the window."""

from twintree_desktop.app import main

if __name__ == "__main__":
    raise SystemExit(main())
