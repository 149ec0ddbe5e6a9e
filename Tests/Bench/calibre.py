"""calibre's content server of Debian with its full-text index, on the same books and records: the peer at which searches are compared."""
import os
import pathlib
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

import material
import tools
from places import MATERIAL, RESULTS, say

FOLDER = RESULTS / "calibre"
FILLING = pathlib.Path(__file__).with_name("calibre_filling.py")
LIBRARY = FOLDER / "library"

# Raise it whenever the filling makes something else.
GENERATION = "1"


class Calibre:
    """Its server as it comes. Use it as a context: leaving it ends it."""

    def __enter__(self):
        if not shutil.which("calibre-server"):
            raise tools.Unavailable("calibre of Debian is not installed")
        # What calibre keeps beside a library: its settings and what it makes for browsers.
        self.environment = os.environ | {name: str(FOLDER / "home") for name in ("HOME", "CALIBRE_CONFIG_DIRECTORY", "CALIBRE_CACHE_DIRECTORY")}
        self.fill()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = self.run("calibre-server", "--listen-on", "127.0.0.1", "--port", self.port, "--disable-use-bonjour", LIBRARY)
        end = time.monotonic() + 60
        while True:
            try:
                self.get("/ajax/library-info")
                return self
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > end or self.process.poll() is not None:
                    self.__exit__()
                    raise SystemExit(f"calibre did not start; see {FOLDER / 'log'}") from None
                time.sleep(0.1)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)

    def fill(self):
        """The books with their texts, and the records by their title, author and description: to read the texts of so many files, one process for
        each, would take it an hour. So it has less to look through than Stoa."""
        mark = FOLDER / "complete"
        wanted = f"{GENERATION} {material.GENERATION}"
        if mark.exists() and mark.read_text() == wanted:
            return
        shutil.rmtree(FOLDER, ignore_errors=True)
        (FOLDER / "home").mkdir(parents=True)
        material.prepare()
        say("Filling calibre, which takes some ten minutes")
        for command in (["calibre-debug", "-e", FILLING, "--", LIBRARY, MATERIAL],
                        ["calibredb", "--with-library", LIBRARY, "fts_index", "enable", "--wait-for-completion", "--indexing-speed", "fast"]):
            if self.run(*command).wait():
                raise SystemExit(f"calibre was not filled; see {FOLDER / 'log'}")
        mark.write_text(wanted)

    def run(self, *command):
        with open(FOLDER / "log", "ab") as log:
            return subprocess.Popen([*map(str, command)], env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def get(self, path):
        with urllib.request.urlopen(self.url + path, timeout=60) as answer:
            return answer.read()


def path(address, words, **fields):
    """Each word has to stand there, as in Stoa; quoted, because some would be operators."""
    query = " ".join('"' + word.replace('"', '""') + '"' for word in words.split())
    return f"{address}?{urllib.parse.urlencode({'query': query} | fields)}"
