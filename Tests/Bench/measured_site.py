"""The measured site, filled through the real program, and made anew when its material changes."""
import json
import shutil
import subprocess
import time

import material
from places import RELEASE, SITE, say

from harness.client import Client
from harness.server import Server

READER = ("reader@bench.example", "quiet-corner-12")


def serve(**options):
    """The release build on the measured site."""
    return Server(SITE, owner=True, ready_within=60, **options)


def filled():
    """Makes sure that the site of 10,000 records and 320 books stands."""
    mark = SITE.with_suffix(".complete")
    if not mark.exists() or mark.read_text() != material.GENERATION:
        fill()


def fill():
    """Fills a new site. Answers the seconds that each record and each book took, and the server's highest memory in kB."""
    mark = SITE.with_suffix(".complete")
    mark.unlink(missing_ok=True)
    shutil.rmtree(SITE, ignore_errors=True)
    records, books = material.prepare()
    with serve() as server:
        imported(records[: material.WARM_UP])
        say(f"Importing {material.RECORDS} records")
        record_seconds = imported(records[material.WARM_UP :])
        say(f"Importing {len(books)} books")
        book_seconds = imported(books)
        add_reader()
        peak = server.peak_kilobytes()
    mark.write_text(material.GENERATION)
    return record_seconds, book_seconds, peak


def imported(files):
    """Imports files beside the running server, one call; answers the time from each line to the next."""
    seconds = []
    with subprocess.Popen(
        [RELEASE, "import", "library", "--json", "--data", SITE, *files], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
    ) as process:
        last = time.monotonic()
        for line in process.stdout:
            now = time.monotonic()
            outcome = json.loads(line)
            if outcome["status"] != "ok":
                raise SystemExit(f"the import refused {outcome['file']}: {outcome['reason']}")
            seconds.append(now - last)
            last = now
            if len(seconds) % 1000 == 0:
                say(f"  {len(seconds)}")
    if process.returncode != 0 or len(seconds) != len(files):
        raise SystemExit(f"the import ended with {process.returncode} after {len(seconds)} of {len(files)} files")
    return seconds


def add_reader():
    email, password = READER
    subprocess.run(
        [RELEASE, "user", "add", "--email", email, "--name", "Bench Reader", "--data", SITE], input=password + "\n", text=True,
        check=True, stdout=subprocess.DEVNULL)


def token(server):
    return Client(server.url).sign_in(*READER).bearer
