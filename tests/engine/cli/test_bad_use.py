"""What a script gets when something is wrong: still one JSON object, an exit code, and never a raw error."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from twintree.base.errors import StorageProblem
from twintree.base.jobs import Problem
from twintree.cli.main import run
from twintree.library import Library
from twintree.store import durable


@pytest.fixture
def said(capfdbinary: pytest.CaptureFixture[bytes]) -> Callable[..., tuple[int, Any]]:
    """Run a command; its exit code and the one object it printed."""

    def ask(*arguments: str) -> tuple[int, Any]:
        code = run(list(arguments))
        out = capfdbinary.readouterr().out
        assert out.count(b"\n") == 1, out
        return code, json.loads(out)

    return ask


@pytest.fixture
def small(tmp_path: Path) -> Path:
    with Library.create(tmp_path / "small") as library:
        return library.path


def test_a_path_that_no_system_takes_is_named_in_one_object(said: Callable[..., Any], small: Path) -> None:
    for arguments in (
        ("new", "x" * 300),
        ("--library", "x" * 300, "list"),
        ("new", str(small / "lock" / "x")),
    ):
        code, answer = said(*arguments, "--json")
        assert code in (1, 2)
        assert answer["error"]["message"]
        assert answer["error"]["code"] in ("storage", "not_found")


def test_the_library_named_on_the_line_overrules_the_one_of_the_environment(
    said: Callable[..., Any], small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TWINTREE_LIBRARY", str(small / "nothing here"))
    assert said("--library", str(small), "list", "--json") == (0, {"papers": []})
    assert said("list", "--library", str(small), "--json") == (0, {"papers": []})
    monkeypatch.setenv("TWINTREE_LIBRARY", str(small))
    assert said("list", "--json") == (0, {"papers": []})


@pytest.mark.parametrize("group", ["runs", "jobs"])
def test_a_group_takes_its_options_before_and_after_its_command(
    said: Callable[..., Any], small: Path, group: str
) -> None:
    expected = (0, {group: []})
    assert said(group, "--json", "--library", str(small)) == expected
    assert said(group, "--library", str(small), "--json", "list") == expected
    assert said(group, "list", "--library", str(small), "--json") == expected


def test_every_command_that_reads_or_writes_a_library_answers_scripts() -> None:
    import typer

    from twintree.cli.main import app

    def commands(group: Any, path: str = "") -> Any:
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                yield from commands(command, f"{path}{name} ")
            else:
                yield f"{path}{name}", command

    without = {
        name
        for name, command in commands(typer.main.get_command(app))
        if all("--json" not in parameter.opts for parameter in command.params)
    }
    assert without <= {"demo", "gui", "citation-graph", "watch remove"}


def test_an_export_goes_into_the_object_or_into_a_file(
    said: Callable[..., Any], small: Path, tmp_path: Path
) -> None:
    assert said("--library", str(small), "export", "--json") == (0, {"format": "bibtex", "text": ""})
    target = tmp_path / "out.bib"
    assert said("--library", str(small), "export", "--json", "-o", str(target))[1]["output"] == str(target)
    assert target.is_file()
    code, answer = said("--library", str(small), "export", "--json", "-o", str(tmp_path / "no" / "out.bib"))
    assert (code, answer["error"]["code"]) == (1, "storage")


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_an_export_that_fails_leaves_the_file_that_was_there(
    said: Callable[..., Any],
    small: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: BaseException,
) -> None:
    target, link = tmp_path / "refs.bib", tmp_path / "link.bib"
    target.write_text("@article{mine}")
    target.chmod(0o640)
    link.symlink_to(target)

    def fail(_: int) -> None:
        raise fault

    with monkeypatch.context() as broken:
        broken.setattr(durable, "os", SimpleNamespace(**(vars(os) | {"fsync": fail})))
        code, _ = said("--library", str(small), "export", "--json", "-o", str(target))
    assert code != 0
    assert target.read_text() == "@article{mine}"
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix != "") == ["link.bib", "refs.bib"]
    assert said("--library", str(small), "export", "--format", "json", "--json", "-o", str(link))[0] == 0
    assert link.is_symlink()
    assert isinstance(json.loads(target.read_text()), dict)
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_fault_of_our_own_is_told_as_one(
    said: Callable[..., Any], small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a slip")

    monkeypatch.setattr(Library, "search", fail)
    code, answer = said("--library", str(small), "search", "bees", "--json")
    assert (code, answer["error"]["code"]) == (1, "internal")
    assert "a slip" in answer["error"]["message"]


def test_control_characters_of_a_title_do_not_reach_the_terminal(
    small: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    with Library.open(small) as library:
        library.person.create_collection("red \x1b[31m ink")
    assert run(["collection", "list", "--library", str(small)]) == 0
    out = capfdbinary.readouterr().out
    assert b"\x1b" not in out
    assert "red \N{REPLACEMENT CHARACTER}[31m ink".encode() in out


@pytest.mark.skipif(os.name == "nt", reason="POSIX closes streams so")
@pytest.mark.parametrize("closed", ["<&-", ">&-", ">&- 2>&-"])
def test_a_closed_stream_neither_ends_the_command_nor_harms_the_ledger(small: Path, closed: str) -> None:
    command = f'"{sys.executable}" -m twintree.cli.main --library "{small}" tag list {closed}'
    assert (
        subprocess.run(["sh", "-c", command], check=False, capture_output=True, timeout=120).returncode == 0
    )
    with Library.open(small) as library:
        assert library.check() == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no named pipes in folders")
def test_a_pipe_is_refused_instead_of_waited_for(
    said: Callable[..., Any], small: Path, tmp_path: Path
) -> None:
    for name in ("pipe.pdf", "pipe.bib"):
        os.mkfifo(tmp_path / name)
    code, answer = said(
        "--library", str(small), "import", str(tmp_path / "pipe.pdf"), str(tmp_path / "pipe.bib"), "--json"
    )
    assert code == 1
    assert [each["code"] for each in answer["failed"]] == ["unreadable"] * 2


def test_a_refused_file_is_called_by_its_own_name(
    said: Callable[..., Any], small: Path, tmp_path: Path
) -> None:
    (tmp_path / "torn.pdf").write_bytes(b"%PDF-1.7\n" + bytes(range(256)))
    too_long = tmp_path / ("n" * 300 + ".pdf")
    code, answer = said(
        "--library", str(small), "import", str(tmp_path / "torn.pdf"), str(too_long), "--json"
    )
    assert code == 1
    reasons = {each["file"]: each["reason"] for each in answer["failed"]}
    assert reasons.keys() == {str(tmp_path / "torn.pdf"), str(too_long)}
    assert reasons[str(tmp_path / "torn.pdf")].startswith("“torn.pdf” ")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems' names are Unicode")
def test_a_name_that_is_no_unicode_is_imported_and_reads_back(
    said: Callable[..., Any], small: Path, make_pdf: Callable[..., Path]
) -> None:
    plain = make_pdf("plain.pdf", "Bees dance to show where food is.")
    strange = plain.with_name(os.fsdecode(b"caf\xe9.pdf"))
    plain.rename(strange)
    code, answer = said("--library", str(small), "import", str(strange), "--json")
    assert code == 0, answer
    assert answer["imported"][0]["file"] == str(strange)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems' names are Unicode")
def test_a_name_that_no_link_can_lead_to_costs_its_own_file_alone(
    said: Callable[..., Any], small: Path, make_pdf: Callable[..., Path]
) -> None:
    plain = make_pdf("plain.pdf", "Ants lay trails.")
    strange = plain.with_name(os.fsdecode(b"bad\xff\xfe.pdf"))
    plain.rename(strange)
    good = make_pdf("good.pdf", "Bees dance to show where food is.")
    code, answer = said("--library", str(small), "import", "--link", str(strange), str(good), "--json")
    assert code == 3
    assert [each["file"] for each in answer["imported"]] == [str(good)]
    assert "bad\\xff\\xfe.pdf” has a name" in answer["failed"][0]["reason"]
    assert answer["failed"][0]["reason"].endswith("Import it without --link, or rename it.")
    assert len(said("--library", str(small), "list", "--json")[1]["papers"]) == 1
    assert said("--library", str(small), "import", str(strange), "--json")[0] == 0


def test_paths_are_reported_as_given_and_kept_whole(
    said: Callable[..., Any], small: Path, make_pdf: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_pdf("folder/bees.pdf", "Bees dance to show where food is.").parent
    monkeypatch.chdir(folder.parent)
    assert said("--library", str(small), "import", "folder", "--json")[1]["imported"][0]["file"] == str(
        Path("folder", "bees.pdf")
    )
    with Library.open(small) as library:
        job = library.job_list()[0]
        assert [item.path for item in library.job_items(job.id)] == [str(folder / "bees.pdf")]


@pytest.mark.parametrize("lost", ["missing", "empty"])
def test_a_library_without_its_ledger_is_not_taken_for_an_empty_one(
    said: Callable[..., Any], small: Path, lost: str
) -> None:
    """A new ledger in the old one's place would make every stored paper a leftover, for rebuild to remove."""
    kept = small / "files" / "ab" / "cd" / ("0" * 60 + ".pdf")
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"%PDF-1.7")
    if lost == "missing":
        (small / "ledger.sqlite").unlink()
    else:
        (small / "ledger.sqlite").write_bytes(b"")
    for command in ("list", "check", "rebuild"):
        code, answer = said("--library", str(small), command, "--json")
        assert (code, answer["error"]["code"]) == (1, "damaged")
    assert kept.is_file()


def test_a_library_that_lost_its_marker_says_how_to_write_it_anew(
    said: Callable[..., Any], small: Path
) -> None:
    (small / "library.toml").unlink()
    for command in (("list",), ("import", "x.pdf")):
        code, answer = said("--library", str(small), *command, "--json")
        assert (code, answer["error"]["code"]) == (1, "damaged")
    assert "format = 1" in answer["error"]["way_out"]
    (small / "library.toml").write_text("format = 1\n")
    assert said("--library", str(small), "list", "--json") == (0, {"papers": []})


def test_interrupting_a_command_is_told_in_one_object(
    said: Callable[..., Any], small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Library, "search", interrupted)
    code, answer = said("--library", str(small), "search", "bees", "--json")
    assert (code, answer["error"]["code"]) == (130, "cancelled")


def test_an_edit_with_one_wrong_field_changes_nothing(said: Callable[..., Any], small: Path) -> None:
    with Library.open(small) as library:
        from twintree.store.intake import IntakeStore

        with IntakeStore(library._ledger).transaction():
            paper = library.papers.create()
    line = ("--library", str(small), "edit", paper, "--json")
    assert said(*line, "title=Bees", "year=then")[0] == 2
    assert said(*line, "title=Bees", "colour=red")[0] == 2
    assert said("--library", str(small), "undo", "--list", "--json")[1] == {"changes": []}
    assert said(*line, "title=Bees", "year=2026")[0] == 0
    assert said("--library", str(small), "undo", "--json")[0] == 0
    assert said("--library", str(small), "show", paper, "--json")[1]["title"] == ""


@pytest.mark.parametrize("command", ["check", "rebuild"])
def test_what_is_damaged_is_named_and_alike_damage_counted(
    small: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    lost = [
        Problem(where="files", what="The original was changed.", subject=f"P{n}, {n}.pdf", repairable=False)
        for n in range(7)
    ]
    stray = [Problem(where="files", what="A picture is missing.", subject=f"P1.f{n}") for n in range(70)]
    one = Problem(where="graph", what="The graph is missing.", subject="graph.kuzu")
    monkeypatch.setattr(Library, command, lambda _: [*lost, *stray, one])
    assert run(["--library", str(small), command]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "files: The original was changed. (7 times) Importing the same file again brings it back." in lines
    assert all(f"    P{n}, {n}.pdf" in lines for n in range(7))
    at = lines.index("files: A picture is missing. (70 times) `twintree rebuild` repairs it.")
    assert lines[at + 1 : at + 7] == [*(f"    P1.f{n}" for n in range(5)), "    and 65 more"]
    assert lines[at + 7 : at + 9] == [
        "graph: The graph is missing. `twintree rebuild` repairs it.",
        "    graph.kuzu",
    ]
    assert "78 problems" in lines[-1]


def test_an_unknown_collection_is_not_an_empty_one(said: Callable[..., Any], small: Path) -> None:
    code, answer = said("--library", str(small), "list", "--collection", "nowhere", "--json")
    assert (code, answer["error"]["code"]) == (1, "not_found")


def test_collections_of_one_name_are_listed_with_their_ids(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Library.open(small) as library:
        twins = {library.person.create_collection("Bees").subject for _ in range(2)}
        one = library.person.create_collection("Ants").subject
    assert run(["--library", str(small), "collection", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line.rpartition("(")[2].rstrip(")") for line in lines if "Bees" in line} == twins
    assert not any(one in line for line in lines)


@pytest.mark.parametrize("command", [("search", "bees"), ("ask", "What do bees do?"), ("list",)])
def test_an_unknown_tag_is_not_an_empty_one(
    said: Callable[..., Any], small: Path, command: tuple[str, ...]
) -> None:
    for option in ("--tag", "--collection"):
        code, answer = said("--library", str(small), *command, option, "nope", "--json")
        assert (code, answer["error"]["code"]) == (1, "not_found")
        assert "'nope'" in answer["error"]["message"]


def test_years_that_run_backwards_are_told(said: Callable[..., Any], small: Path) -> None:
    line = ("--library", str(small), "search", "bees", "--json")
    code, answer = said(*line, "--year-min", "2023", "--year-max", "2019")
    assert (code, answer["error"]["code"]) == (2, "wrong_use")
    assert "--year-min 2019 --year-max 2023" in answer["error"]["way_out"]
    code, answer = said(*line, "--year-min", "20255")
    assert (code, answer["error"]["code"]) == (2, "wrong_use")
    assert "is no year" in answer["error"]["message"]


def test_a_number_that_no_library_can_hold_is_told(said: Callable[..., Any], small: Path) -> None:
    code, answer = said("--library", str(small), "undo", "9" * 30, "--json")
    assert (code, answer["error"]["code"]) == (2, "wrong_use")
    assert "too large" in answer["error"]["message"]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("bees year:2023..2019", "Do you mean year:2019..2023 ?"),
        ("bees in:nowhere", "No paper has a section “nowhere”. Sections go by"),
        ("bees in:metods", "Do you mean in:methods ?"),
        ('bees in:"relted work"', 'Do you mean in:"related work" ?'),
        ("bees tag:swarm", "There is no tag “swarm”. Do you mean tag:swarms ?"),
        ("bees tag:SWARMS", ""),
        ("bees year:2019..2023", ""),
    ],
)
def test_a_search_that_cannot_find_what_was_meant_says_why(
    said: Callable[..., Any], small: Path, line: str, hint: str
) -> None:
    with Library.open(small) as library:
        from twintree.store.intake import IntakeStore

        with IntakeStore(library._ledger).transaction():
            paper = library.papers.create()
        library.person.tag(paper, "swarms")
    code, answer = said("--library", str(small), "search", line, "--json")
    assert code == 0
    assert hint in answer.get("hint", "")
    assert bool(answer.get("hint")) == bool(hint)


def test_stray_bytes_in_a_question_are_read_over(said: Callable[..., Any], small: Path) -> None:
    stray = os.fsdecode(b"bees \xff?") if os.name != "nt" else "bees \udcff?"
    assert said("--library", str(small), "search", stray, "--json") == (0, {"results": []})
    assert said("--library", str(small), "ask", stray, "--json")[1]["found"] is False


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems' names are Unicode")
def test_stray_bytes_on_the_line_are_read_over_in_words_and_kept_in_paths(
    said: Callable[..., Any], small: Path, tmp_path: Path
) -> None:
    def ask(*arguments: str) -> tuple[int, Any]:
        return said("--library", str(small), *arguments, "--json")

    with Library.open(small) as library:
        paper = library.papers.create()
    stray = os.fsdecode(b"b\xff")
    folder = tmp_path / stray
    folder.mkdir()
    assert ask("collection", "new", stray)[0] == ask("tag", "add", paper, stray)[0] == 0
    assert [each["name"] for each in ask("collection", "list")[1]["collections"]] == ["b?"]
    assert [each["name"] for each in ask("tag", "list")[1]["tags"]] == ["b?"]
    assert ask("show", stray)[1]["error"]["code"] == ask("delete", stray)[1]["error"]["code"] == "not_found"
    assert ask("watch", "add", str(folder))[1] == {"folder": str(folder)}
    assert ask("watch", "list")[1] == {"folders": [{"folder": str(folder), "there": True}]}
    assert "no UTF-8" in ask("collection", "bib", stray, str(folder / "x.bib"))[1]["error"]["message"]
    assert ask("export", "--output", str(folder / stray))[0] == 0
    assert (folder / stray).is_file()
    missing = ask("import", "--collection", stray, "--tag", stray, str(folder / "nothing.pdf"))
    assert missing[1]["error"]["code"] == "not_found"


@pytest.mark.parametrize("name", ["ü" * 127, "x" * 255])
def test_an_export_may_have_the_longest_name_that_a_file_can_have(
    said: Callable[..., Any], small: Path, tmp_path: Path, name: str
) -> None:
    assert said("--library", str(small), "export", "-o", str(tmp_path / name), "--json")[0] == 0
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == [name]
    code, answer = said("--library", str(small), "export", "-o", str(tmp_path / (name + "xx")), "--json")
    assert (code, "xx): File name too long" in answer["error"]["message"]) == (1, True)


def test_files_that_a_full_disk_left_undone_say_so() -> None:
    from twintree.base.events import JobFailed
    from twintree.base.ids import JobId
    from twintree.base.jobs import JobItem
    from twintree.cli.library_commands import import_result, stopped

    items = [JobItem(path="a.pdf", state="done"), JobItem(path="b.pdf", state="queued")]
    ended = JobFailed(JobId("J1"), "The disk is full.", "Free some space.", "disk_full")
    told = import_result(stopped(items, ended))
    assert [each["file"] for each in told["imported"]] == ["a.pdf"]
    assert told["failed"][0] | {"paper": None} == {
        "file": "b.pdf",
        "reason": "The disk is full. Free some space.",
        "code": "disk_full",
        "paper": None,
    }


def test_a_file_that_can_be_searched_when_the_disk_is_full_is_not_called_undone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from twintree.base.events import JobFailed
    from twintree.base.ids import JobId
    from twintree.base.jobs import JobItem
    from twintree.cli.library_commands import _report_failures, import_result, stopped

    items = [
        JobItem(path="a.pdf", state="queued", status="searchable"),
        JobItem(path="b.pdf", state="running", status="structured"),
        JobItem(path="c.pdf", state="queued"),
    ]
    _report_failures(items)
    said = capsys.readouterr().err
    assert "2 files can be searched already" in said
    assert "1 could not be imported:\n  c.pdf: not done" in said
    assert "a.pdf" not in said
    told = import_result(stopped(items, JobFailed(JobId("J1"), "The disk is full.", "", "disk_full")))
    assert [each["reason"].startswith("It can be searched") for each in told["failed"]] == [True, True, False]


@pytest.mark.parametrize("free", [1000, 20 << 20])
def test_a_full_disk_is_told_before_a_graph_is_made(
    said: Callable[..., Any], small: Path, monkeypatch: pytest.MonkeyPatch, free: int
) -> None:
    """Kùzu ends the whole process where the disk fills up under it: a graph of ten papers needs more than 11 MB."""
    from shutil import disk_usage

    monkeypatch.setattr("shutil.disk_usage", lambda path: disk_usage(path)._replace(free=free))
    code, answer = said("--library", str(small), "check", "--json")
    (problem,) = answer["problems"]
    assert (code, answer["clean"], problem["where"], problem["repairable"]) == (1, False, "graph", False)
    assert problem["what"].startswith("It could not be checked. The disk is full. Free some space")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_library_that_cannot_be_written_can_be_read(said: Callable[..., Any], small: Path) -> None:
    small.chmod(0o555)
    (small / "lock").chmod(0o444)
    try:
        assert said("--library", str(small), "list", "--json") == (0, {"papers": []})
        code, answer = said("--library", str(small), "collection", "new", "x", "--json")
        assert (code, answer["error"]["code"]) == (1, "read_only")
    finally:
        small.chmod(0o755)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_folders_and_files_that_may_not_be_read_are_named_and_the_rest_goes_on(
    said: Callable[..., Any], small: Path, make_pdf: Callable[..., Path]
) -> None:
    good = make_pdf("all/good.pdf", "Bees dance to show where food is.")
    secret = make_pdf("all/secret.pdf", "Secret bees.")
    closed = make_pdf("all/closed/inside.pdf", "Closed bees.").parent
    secret.chmod(0)
    closed.chmod(0)
    try:
        for line in ((good.parent,), (good, secret, closed)):
            code, answer = said("--library", str(small), "import", *map(str, line), "--json")
            assert code == 3
            assert {each["file"]: each["code"] for each in answer["failed"]} == {
                str(secret): "unreadable",
                str(closed): "unreadable",
            }
    finally:
        closed.chmod(0o755)


def test_a_full_disk_keeps_nobody_from_reading(
    said: Callable[..., Any], small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Library.open

    def full(path: Path, *, readonly: bool = False) -> Library:
        if not readonly:
            raise StorageProblem("The disk is full.", "Free some space.", code="disk_full")
        return opened(path, readonly=True)

    monkeypatch.setattr(Library, "open", full)
    assert said("--library", str(small), "list", "--json") == (0, {"papers": []})
    assert said("--library", str(small), "undo", "--json")[1]["error"]["code"] == "disk_full"


def test_an_empty_name_is_not_the_folder_at_hand(
    said: Callable[..., tuple[int, Any]], small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script's unset variable would import whatever lies there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.txt").write_text("A note that nobody named.")
    code, told = said("import", "", "--library", str(small), "--json")
    assert code == 2
    assert "empty name" in told["error"]["message"]
    with Library.open(small) as library:
        assert not library.papers.rows()
