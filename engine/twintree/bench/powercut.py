"""Power cuts by replay: what a process writes below a folder is recorded, and put back less the unsynced.

A small library between the process and the system (C, built by the machine's compiler, for Linux) notes each
open, write, truncation, renaming, deletion and sync. A cut after any of these gives back a folder in which
only synced data and synced folder entries are sure; of the rest a random part is there.
"""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from twintree.base.records import Record

_SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))
static char *names[65536];
static char appending[65536];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_fd = -1;

static const char *root(void) { return getenv("TWINTREE_POWER_ROOT"); }

static int inside(const char *path) {
    const char *at = root();
    return at && path && strncmp(path, at, strlen(at)) == 0;
}

static void whole(int dir, const char *path, char *out) {
    if (path[0] == '/') { snprintf(out, PATH_MAX, "%s", path); return; }
    char base[PATH_MAX] = "";
    if (dir == AT_FDCWD) { if (!getcwd(base, sizeof base)) base[0] = 0; }
    else {
        char link[64]; snprintf(link, sizeof link, "/proc/self/fd/%d", dir);
        ssize_t n = readlink(link, base, sizeof base - 1); base[n > 0 ? n : 0] = 0;
    }
    if (snprintf(out, PATH_MAX, "%s/%s", base, path) < 0) out[0] = 0;
}

static void note(char kind, const char *a, const char *b, uint64_t at, const void *data, uint64_t size) {
    int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    if (log_fd < 0) log_fd = REAL(open)(getenv("TWINTREE_POWER_LOG"), flags, 0644);
    uint32_t la = strlen(a), lb = b ? strlen(b) : 0;
    struct { uint32_t kind, la, lb, pad; uint64_t at, size; } head = { kind, la, lb, 0, at, size };
    struct iovec parts[4] = {
        { &head, sizeof head }, { (void *) a, la }, { (void *) b, lb }, { (void *) data, size }
    };
    REAL(writev)(log_fd, parts, 4);
}

static int opened(int fd, int flags, const char *path) {
    if (fd < 0 || fd >= 65536) return fd;
    free(names[fd]); names[fd] = NULL;
    if (inside(path)) {
        names[fd] = strdup(path);
        appending[fd] = (flags & O_APPEND) != 0;
        if (flags & (O_CREAT | O_TRUNC)) note(flags & O_TRUNC ? 'T' : 'C', path, NULL, 0, NULL, 0);
    }
    return fd;
}

#define OPEN(name) \
int name(const char *path, int flags, ...) { \
    va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, int); va_end(rest); \
    char full[PATH_MAX]; whole(AT_FDCWD, path, full); \
    pthread_mutex_lock(&lock); \
    int fd = opened(REAL(name)(path, flags, mode), flags, full); \
    pthread_mutex_unlock(&lock); return fd; }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
int name(int dir, const char *path, int flags, ...) { \
    va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, int); va_end(rest); \
    char full[PATH_MAX]; whole(dir, path, full); \
    pthread_mutex_lock(&lock); \
    int fd = opened(REAL(name)(dir, path, flags, mode), flags, full); \
    pthread_mutex_unlock(&lock); return fd; }
OPENAT(openat)
OPENAT(openat64)

static const char *name_of(int fd) { return fd >= 0 && fd < 65536 ? names[fd] : NULL; }

ssize_t write(int fd, const void *data, size_t size) {
    const char *name = name_of(fd);
    if (!name) return REAL(write)(fd, data, size);
    pthread_mutex_lock(&lock);
    off_t at = lseek(fd, 0, appending[fd] ? SEEK_END : SEEK_CUR);
    ssize_t n = REAL(write)(fd, data, size);
    if (n > 0) note('W', name, NULL, at, data, n);
    pthread_mutex_unlock(&lock); return n;
}

#define PWRITE(name, off) \
ssize_t name(int fd, const void *data, size_t size, off at) { \
    const char *to = name_of(fd); \
    if (!to) return REAL(name)(fd, data, size, at); \
    pthread_mutex_lock(&lock); \
    ssize_t n = REAL(name)(fd, data, size, at); \
    if (n > 0) note('W', to, NULL, at, data, n); \
    pthread_mutex_unlock(&lock); return n; }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t writev(int fd, const struct iovec *parts, int count) {
    if (!name_of(fd)) return REAL(writev)(fd, parts, count);
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t n = write(fd, parts[i].iov_base, parts[i].iov_len);
        if (n < 0) return total ? total : n;
        total += n;
    }
    return total;
}

#define CUT(name, off) \
int name(int fd, off size) { \
    const char *to = name_of(fd); \
    if (!to) return REAL(name)(fd, size); \
    pthread_mutex_lock(&lock); \
    int rc = REAL(name)(fd, size); \
    if (rc == 0) note('G', to, NULL, size, NULL, 0); \
    pthread_mutex_unlock(&lock); return rc; }
CUT(ftruncate, off_t)
CUT(ftruncate64, off64_t)

#define SYNC(name) \
int name(int fd) { \
    const char *to = name_of(fd); \
    if (!to) return REAL(name)(fd); \
    pthread_mutex_lock(&lock); \
    int rc = REAL(name)(fd); \
    if (rc == 0) note('F', to, NULL, 0, NULL, 0); \
    pthread_mutex_unlock(&lock); return rc; }
SYNC(fsync)
SYNC(fdatasync)

int close(int fd) {
    if (!name_of(fd)) return REAL(close)(fd);
    pthread_mutex_lock(&lock);
    free(names[fd]); names[fd] = NULL;
    int rc = REAL(close)(fd);
    pthread_mutex_unlock(&lock); return rc;
}

static int renamed(int rc, const char *from, const char *to) {
    if (rc == 0 && (inside(from) || inside(to))) note('R', from, to, 0, NULL, 0);
    return rc;
}

int rename(const char *from, const char *to) {
    char a[PATH_MAX], b[PATH_MAX]; whole(AT_FDCWD, from, a); whole(AT_FDCWD, to, b);
    pthread_mutex_lock(&lock);
    int rc = renamed(REAL(rename)(from, to), a, b);
    pthread_mutex_unlock(&lock); return rc;
}

int renameat(int d, const char *from, int e, const char *to) {
    char a[PATH_MAX], b[PATH_MAX]; whole(d, from, a); whole(e, to, b);
    pthread_mutex_lock(&lock);
    int rc = renamed(REAL(renameat)(d, from, e, to), a, b);
    pthread_mutex_unlock(&lock); return rc;
}

int unlink(const char *path) {
    char a[PATH_MAX]; whole(AT_FDCWD, path, a);
    pthread_mutex_lock(&lock);
    int rc = REAL(unlink)(path);
    if (rc == 0 && inside(a)) note('U', a, NULL, 0, NULL, 0);
    pthread_mutex_unlock(&lock); return rc;
}

int unlinkat(int dir, const char *path, int flags) {
    char a[PATH_MAX]; whole(dir, path, a);
    pthread_mutex_lock(&lock);
    int rc = REAL(unlinkat)(dir, path, flags);
    if (rc == 0 && !(flags & AT_REMOVEDIR) && inside(a)) note('U', a, NULL, 0, NULL, 0);
    pthread_mutex_unlock(&lock); return rc;
}

int remove(const char *path) { return unlink(path) == 0 ? 0 : REAL(remove)(path); }
"""

_HEAD = struct.Struct("<IIIIQQ")
#: Shared memory of SQLite, made anew after any cut; and the lock's note of its holder.
_PASSING = ("-shm", "/lock")


class Step(Record, frozen=True):
    """One thing done below the folder: Create, Truncate, Write, F sync, G set length, Rename, Unlink."""

    kind: str
    path: str
    target: str
    at: int
    data: bytes


def build(folder: Path) -> Path | None:
    """Compile the recorder; None where that cannot be done (no Linux, no C compiler)."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not sys.platform.startswith("linux") or compiler is None:
        return None
    source, library = folder / "recorder.c", folder / "recorder.so"
    source.write_text(_SOURCE, "utf-8")
    command = [
        compiler,
        "-shared",
        "-fPIC",
        "-O1",
        "-w",
        "-o",
        str(library),
        str(source),
        "-ldl",
        "-lpthread",
    ]
    done = subprocess.run(command, check=False, capture_output=True)
    return library if done.returncode == 0 else None


def environment(recorder: Path, root: Path, log: Path) -> dict[str, str]:
    """What a process must find in its environment to be recorded."""
    return {"LD_PRELOAD": str(recorder), "TWINTREE_POWER_ROOT": str(root), "TWINTREE_POWER_LOG": str(log)}


def read_steps(log: Path) -> list[Step]:
    """The recorded steps, in order."""
    return list(_parse(log.read_bytes()))


def _parse(data: bytes) -> Iterator[Step]:
    place = 0
    while place < len(data):
        kind, first, second, _, at, size = _HEAD.unpack_from(data, place)
        place += _HEAD.size
        path = data[place : place + first].decode()
        target = data[place + first : place + first + second].decode()
        place += first + second
        yield Step(chr(kind), path, target, at, data[place : place + size])
        place += size


class _File:
    """Bytes of which some are safe, and what was done to them since."""

    def __init__(self, safe: bytes = b"") -> None:
        self.safe = bytearray(safe)
        self.since: list[Step] = []

    def sync(self) -> None:
        for step in self.since:
            _apply(self.safe, step)
        self.since.clear()

    def after_cut(self, rng: random.Random, lost: float) -> bytes:
        content = bytearray(self.safe)
        for step in self.since:
            if rng.random() >= lost:
                torn = lost > 0 and step.kind == "W" and rng.random() < 0.1
                part = (
                    Step(step.kind, step.path, "", step.at, step.data[: len(step.data) // 2])
                    if torn
                    else step
                )
                _apply(content, part)
        return bytes(content)


def _apply(content: bytearray, step: Step) -> None:
    if step.kind == "W":
        if len(content) < step.at:
            content.extend(bytes(step.at - len(content)))
        content[step.at : step.at + len(step.data)] = step.data
    elif step.at < len(content):
        del content[step.at :]
    else:
        content.extend(bytes(step.at - len(content)))


class Disk:
    """The folder as the disk knows it; ``root`` is where the recorded process saw it."""

    def __init__(self, root: Path, start: Path) -> None:
        self.root = root
        files = {
            str(root / path.relative_to(start)): _File(path.read_bytes())
            for path in start.rglob("*")
            if path.is_file()
        }
        self.entries = dict(files)  # as processes see them
        self.safe = dict(files)  # as the disk holds them
        self.waiting: list[tuple[str, str, _File | None]] = []  # (folder, path, file or gone)

    def do(self, step: Step) -> None:
        """Take up one step."""
        if step.path.endswith(_PASSING):
            return
        if step.kind in "CT":
            if step.path not in self.entries:
                self._set(step.path, _File())
            if step.kind == "T":
                self.entries[step.path].since.append(Step("G", step.path, "", 0, b""))
        elif step.kind in "WG":
            if step.path in self.entries:
                self.entries[step.path].since.append(step)
        elif step.kind == "F":
            self._sync(step.path)
        elif step.kind == "U":
            if self.entries.pop(step.path, None) is not None:
                self.waiting.append((str(Path(step.path).parent), step.path, None))
        elif step.kind == "R":
            self._rename(step.path, step.target)

    def _set(self, path: str, file: _File) -> None:
        self.entries[path] = file
        self.waiting.append((str(Path(path).parent), path, file))

    def _sync(self, path: str) -> None:
        if path in self.entries:
            self.entries[path].sync()
            return
        # A folder: its entries are safe now, in the order in which they came.
        for folder, name, file in [each for each in self.waiting if each[0] == path]:
            self._settle(name, file)
            self.waiting.remove((folder, name, file))

    def _rename(self, path: str, target: str) -> None:
        below = [name for name in self.entries if name == path or name.startswith(path + "/")]
        for name in below:
            file = self.entries.pop(name)
            self.waiting.append((str(Path(name).parent), name, None))
            if target.startswith(str(self.root)):
                self._set(target + name[len(path) :], file)

    def _settle(self, path: str, file: _File | None) -> None:
        if file is None:
            self.safe.pop(path, None)
        else:
            self.safe[path] = file

    def cut(self, out: Path, rng: random.Random, lost: float = 0.5) -> None:
        """Write the folder as it is found when the power comes back.

        Args:
            out: where to; must not exist.
            rng: decides what of the unsynced was lucky.
            lost: share of unsynced steps that are lost; 0 gives what processes saw.
        """
        entries = dict(self.safe)
        # A journal keeps the order of folder changes: what is lost is lost from some point on.
        lucky = len(self.waiting) if lost == 0 else rng.randint(0, len(self.waiting))
        for _, path, file in self.waiting[:lucky]:
            if file is None:
                entries.pop(path, None)
            else:
                entries[path] = file
        for path, file in entries.items():
            place = out / Path(path).relative_to(self.root)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(file.after_cut(rng, lost))
