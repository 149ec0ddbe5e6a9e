"""The bare C program that answers the same query: compiled here, run beside Stoa on a copy of its database."""
import os
import pathlib
import sqlite3
import subprocess

from places import RESULTS, SITE


class Reference:
    def __enter__(self):
        program = RESULTS / "reference"
        source = pathlib.Path(__file__).with_name("reference.c")
        subprocess.run(["cc", "-O2", "-o", program, source, "-lmicrohttpd", "-lsqlite3", "-lpthread"], check=True)
        copy = RESULTS / "reference.db"
        copy.unlink(missing_ok=True)
        with sqlite3.connect(SITE / "stoa.db") as live, sqlite3.connect(copy) as own:
            live.backup(own)
        self.process = subprocess.Popen(
            [program, copy, str(os.cpu_count())], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = f"http://localhost:{self.process.stdout.readline().strip()}"
        return self

    def __exit__(self, *_):
        self.process.communicate()
