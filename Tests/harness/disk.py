"""A small file system of a test's own, and filling it."""
import contextlib
import os
import subprocess

import pytest

from harness.places import open_folder

SIZE = 96 << 20


@contextlib.contextmanager
def small_disk():
    """The folder of a file system of `SIZE` bytes; skips the test where none may be mounted."""
    with open_folder() as place:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=755", "tmpfs", place], capture_output=True, text=True)
        if mounted.returncode:
            pytest.skip(f"no file system may be mounted here: {mounted.stderr.strip()}")
        try:
            yield place
        finally:
            subprocess.run(["umount", "-l", place], check=True)


def fill(disk, leaving):
    """Takes the room on a disk but for so many bytes, with a file that it answers."""
    filler = disk / "filler"
    facts = os.statvfs(disk)
    with open(filler, "ab") as file, contextlib.suppress(OSError):
        for size in (1 << 20, 4096):
            while (facts := os.statvfs(disk)).f_bavail * facts.f_frsize >= leaving + size:
                file.write(b"\0" * size)
                file.flush()
    return filler
