"""A measured site that is made once and copied for every run, for runs write to it. Each function takes the folder where it stands."""
import contextlib
import shutil
import sqlite3
import time

from places import say

from harness.server import Server


def serve(folder, **options):
    return Server(folder, owner=True, ready_within=120, **options)


@contextlib.contextmanager
def database(folder):
    """A site's database, also beside the running server; what is changed is committed at the end."""
    with contextlib.closing(sqlite3.connect(folder / "stoa.db", timeout=60)) as opened, opened:
        yield opened


def filled(folder, generation, fill):
    """Makes sure that the site stands as `fill` made it, of this generation."""
    template = folder.with_name(folder.name.replace("-site", "-template"))
    mark = template.with_suffix(".complete")
    if not mark.exists() or mark.read_text() != generation:
        mark.unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        say(f"Making {folder.name}")
        with serve(folder):
            pass
        fill()
        shutil.rmtree(template, ignore_errors=True)
        folder.rename(template)
        mark.write_text(generation)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(template, folder)


def settled(folder, within=300):
    """Waits until no job is due."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        with database(folder) as site:
            if not site.execute("SELECT 1 FROM job_task WHERE state = 'running' OR state = 'waiting' AND run_at <= ? LIMIT 1", (time.time() * 1000,)).fetchone():
                return
        time.sleep(0.2)
    raise SystemExit("the jobs are not done")
