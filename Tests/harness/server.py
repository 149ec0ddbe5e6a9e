"""The real program, started on a site of the test's own and always ended with it."""
import json
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import threading
import time

from harness.client import Client

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED_DATA = ROOT.parent / "shared" / "data"
BINARY = pathlib.Path(os.environ.get("STOA_BINARY", ROOT / ".build/debug/stoa"))
DEMO_FILES = ROOT / ".build/demo"
# What the apps bring into a demo, by their ids.
DEMO_SCRIPTS = {path.parts[-4][: -len("App")].lower(): path for path in sorted(ROOT.glob("Sources/Apps/*App/Resources/demo/demo.json"))}


def demo_people():
    """Everybody of a demo as its files name them."""
    people = json.loads((ROOT / "Sources/Server/Demo/people.json").read_text())
    return people + [person for script in DEMO_SCRIPTS.values() for person in json.loads(script.read_text())["people"]]


READY = re.compile(r"^Stoa is ready at (https?)://localhost:(\d+)$")


def run(*words, data=None, environment=None, timeout=120, stdin=""):
    """Runs one command of the binary to its end."""
    line = [BINARY, *map(str, words)] + (["--data", str(data)] if data else [])
    return subprocess.run(
        line, input=stdin, capture_output=True, text=True, timeout=timeout, env=os.environ | (environment or {}))


class Server:
    """`stoa serve` on a free port. Use it as a context: leaving it ends the process."""

    OWNER_EMAIL = "owner@tests.example"
    OWNER_PASSWORD = "seven-olive-trees-7"

    def __init__(self, folder, *options, demo=False, owner=False, environment=None, ready_within=90, user=None, through=()):
        self.folder = pathlib.Path(folder)
        self.options = [*options]
        self.environment = dict(environment or {})
        if demo:
            self.options += ["--demo", "--demo-files", str(DEMO_FILES)]
        if owner:
            self.environment |= {"STOA_OWNER_EMAIL": self.OWNER_EMAIL, "STOA_OWNER_PASSWORD": self.OWNER_PASSWORD}
        self.ready_within = ready_within
        # A command that becomes the server, such as a shell that sets something up before.
        self.through = through
        # Who it runs as; whoever runs the tests, unless said.
        self.user = {} if user is None else {"user": user, "group": user, "extra_groups": []}
        self.printed = []
        self.scheme = "http"
        self.port = None
        self.process = None

    @property
    def url(self):
        return f"{self.scheme}://localhost:{self.port}"

    @property
    def log(self):
        """What the server wrote to its log so far."""
        return self._log_path.read_text(errors="replace")

    @property
    def _log_path(self):
        return self.folder.parent / f"{self.folder.name}.log"

    def start(self, port=0):
        """Starts the server, on a port that happens to be free unless one is wanted, e.g. the one that it had before."""
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        ready = threading.Event()
        self.port = None
        with open(self._log_path, "ab") as log:
            self.process = subprocess.Popen(
                [*self.through, BINARY, "serve", "--data", self.folder, "--port", str(port), *self.options],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ | self.environment, **self.user)
        threading.Thread(target=self._follow, args=(self.process, ready), daemon=True).start()
        if not ready.wait(self.ready_within) or self.port is None:
            self.kill()
            raise AssertionError(f"the server did not become ready:\n{''.join(self.printed)}{self.log[-4000:]}")
        return self

    def _follow(self, process, ready):
        for line in process.stdout:
            self.printed.append(line)
            if match := READY.match(line.rstrip()):
                self.scheme, self.port = match.group(1), int(match.group(2))
                ready.set()
        ready.set()

    def stop(self, within=20):
        """Asks the server to end as Ctrl-C does; answers its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the server did not end within {within} s:\n{self.log[-4000:]}") from None

    def kill(self):
        """Ends the server as a power cut does."""
        if self.process and self.process.poll() is None:
            self.process.kill()
        if self.process:
            self.process.wait(10)

    def peak_kilobytes(self):
        """The most memory that the process has held in RAM so far."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status).group(1))

    def forget_peak(self):
        """From now on `peak_kilobytes` counts anew (proc(5), clear_refs)."""
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def wait_for_content(self, within=240):
        """Waits until every demo item whose file stands is in the catalogue, and every app has said that nothing is left to bring in."""
        items = json.loads(DEMO_SCRIPTS["library"].read_text())["items"]
        folders = [DEMO_SCRIPTS["library"].parent, DEMO_FILES / "library"]
        wanted = {item["title"] for item in items if any((folder / item["file"]).exists() for folder in folders)}
        end = time.monotonic() + within
        while (missing := wanted - self.titles()) or '"demo.filled"' not in self.log:
            if time.monotonic() > end:
                raise AssertionError(f"the demo still lacks {sorted(missing)}:\n{self.log[-4000:]}")
            time.sleep(0.3)

    def wait_for_demo(self, within=240):
        """Waits until every app of a demo has said that nothing is left to bring in; the log says so at the level `info`."""
        end = time.monotonic() + within
        while '"demo.filled"' not in self.log:
            assert time.monotonic() < end, self.log[-4000:]
            time.sleep(0.2)

    def wait_for_people(self, within=240):
        """Waits until a demo's people have a book to read, talk to one another and can order lunch; its longer books may still be missing."""
        end = time.monotonic() + within
        someone = Client(self.url).sign_in("astrid@stoa.example", "birch-window-5")

        def is_ready():
            if "Seven Mornings" not in self.titles() or not someone.get("/api/v1/messages/conversations").json()["items"]:
                return False
            menu = someone.get("/api/v1/cafeteria/menu")
            return menu.status == 404 or len(menu.json()["items"]) >= 10

        while not is_ready():
            if time.monotonic() > end:
                raise AssertionError(f"the demo's people are not ready:\n{self.log[-4000:]}")
            time.sleep(0.2)

    def hurry(self, kind, seconds):
        """Brings jobs of a kind that wait for a later moment forward; the server looks for what is due at least every half minute."""
        with sqlite3.connect(self.folder / "stoa.db", timeout=10) as database:
            moved = database.execute("UPDATE job_task SET run_at = run_at - ? WHERE kind = ? AND state = 'waiting'", (seconds * 1000, kind))
            assert moved.rowcount > 0, f"no {kind} waits"

    def titles(self):
        """The titles of everything that is published."""
        return {item["title"] for item in Client(self.url).every("/api/v1/library/items")}

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()
