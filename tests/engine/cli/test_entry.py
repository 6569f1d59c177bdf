"""How the command line is started, and how it ends when somebody presses Ctrl+C."""

from __future__ import annotations

import json
import subprocess
import sys
from types import ModuleType

import pytest

from twintree import __main__ as entry
from twintree import __version__
from twintree.cli import main as cli
from twintree.library import Library


def test_python_m_twintree_is_the_command_line() -> None:
    command = [sys.executable, "-m", "twintree", "--version"]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip() == (
        f"twintree {__version__}"
    )


def test_ctrl_c_while_the_command_line_is_loaded_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Loading(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "twintree.cli.main", Loading("twintree.cli.main"))
    with pytest.raises(SystemExit) as ended:
        entry.main()
    assert ended.value.code == 130
    assert capsys.readouterr().err == "Stopped.\n"


def test_ctrl_c_in_a_command_is_one_word_and_the_exit_code_that_shells_know(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(Library, "is_library", interrupted)
    assert cli.run(["--library", "x", "list"]) == 130
    assert "Stopped." in capfd.readouterr().err
    assert cli.run(["--library", "x", "list", "--json"]) == 130
    assert json.loads(capfd.readouterr().out)["error"]["code"] == "cancelled"
