"""Files of strangers are read in a box: by another program, in namespaces of its own, with nothing of the site in sight."""
import os
import pathlib
import subprocess
import time

import pytest

from harness import samples
from harness.client import Client
from harness.places import open_folder
from harness.server import BINARY, Server
from harness.uploads import accepted, finished

CONVERTER = BINARY.parent / "stoa-converter"
PARSERS = ("libgumbo", "libcmark-gfm", "libxml2")


def needed(program):
    """The libraries that a program names itself."""
    return subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout


@pytest.mark.covers("LIB-092")
def test_the_server_does_not_link_what_reads_files():
    assert not [name for name in PARSERS if name in needed(BINARY)]
    assert all(name in needed(CONVERTER) for name in PARSERS)


def descendants(process):
    """Every process below this one."""
    found = []
    for task in pathlib.Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *descendants(child)]
    return found


def command(process):
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[0].decode()
    except OSError:
        return ""


def test_a_book_is_read_in_namespaces_of_its_own(owner, server):
    book = samples.epub("A Long Book", [(f"Chapter {number}", "<p>words of the chapter</p>" * 4000) for number in range(30)])
    upload = accepted(owner, "long.epub", book)
    end, seen = time.monotonic() + 60, {}
    while not seen and time.monotonic() < end:
        for process in descendants(server.process.pid):
            if command(process) == "/stoa-converter":
                try:
                    seen[process] = {name: os.readlink(f"/proc/{process}/ns/{name}") for name in ("mnt", "net", "pid", "user", "ipc", "uts")}
                    root = set(os.listdir(f"/proc/{process}/root"))
                except OSError:
                    seen.pop(process, None)
    assert seen, "the converter was seen at work"
    assert finished(owner, upload)["status"] == "done"
    for spaces in seen.values():
        for name, space in spaces.items():
            assert space != os.readlink(f"/proc/{server.process.pid}/ns/{name}"), name
    assert root <= {"bin", "dev", "etc", "in", "lib", "lib64", "opt", "out", "proc", "root", "stoa-converter", "tmp", "usr", "var", "home"}
    server.stop()
    # The machine takes its time to end what was killed.
    end = time.monotonic() + 30
    while left := [process for process in seen if command(process) == "/stoa-converter"]:
        assert time.monotonic() < end, f"the box ends with the server: {left}"
        time.sleep(0.1)


NOBODY = 65534


@pytest.mark.covers("LIB-092")
def test_folders_that_a_converter_closed_are_gone_at_the_next_start():
    with open_folder() as place:
        folder = place / "site"
        with Server(folder, owner=True) as server:
            pass
        closed = folder / "tmp" / "box-1" / "out" / "a" / "b"
        closed.mkdir(parents=True)
        (closed / "file").write_text("left behind")
        user = None
        if os.getuid() == 0:
            # Closed folders keep nobody out who may do everything.
            user = NOBODY
            for path in (folder, *folder.rglob("*")):
                os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
        for path in (closed, closed.parent, closed.parent.parent):
            path.chmod(0)
        with Server(folder, user=user) as server:
            assert Client(server.url).get("/health/ready").status == 200
            assert os.listdir(folder / "tmp") == []
