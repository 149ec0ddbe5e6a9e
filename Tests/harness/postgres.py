"""Databases on a PostgreSQL server: the throw-away one of `./stoa test`, or one of a test's own that may be broken."""
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import uuid

TOOLS = next(iter(sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), pathlib.Path("/nowhere"))


def ask(url, statement):
    """Runs one statement outside of Stoa; answers what it says, one row per line."""
    done = subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", statement], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, (statement, done.stderr)
    return done.stdout.strip()


@contextlib.contextmanager
def database(cluster=None):
    """The address of an empty database that is gone afterwards."""
    with contextlib.ExitStack() as stack:
        url = cluster.url if cluster else os.environ.get("STOA_TEST_POSTGRES") or stack.enter_context(Cluster()).url
        name = f"stoa_live_{uuid.uuid4().hex[:12]}"
        ask(url, f"CREATE DATABASE {name} TEMPLATE template0")
        try:
            yield f"{url} dbname={name}"
        finally:
            ask(url, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


class Cluster:
    """A PostgreSQL server on a socket in a folder of its own. Use it as a context: leaving it ends the server."""

    def __init__(self, **settings):
        self.settings = {"fsync": "off", "max_connections": "50"} | settings
        # Short, because a socket's path may have no more than 107 bytes.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="stoa-pg-", dir="/tmp"))
        self._as_server = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []

    @property
    def url(self):
        return f"host={self.folder} user=stoa dbname=postgres"

    @property
    def process(self):
        """The id of the server's first process."""
        return int((self.folder / "data/postmaster.pid").read_text().split()[0])

    def __enter__(self):
        if self._as_server:
            shutil.chown(self.folder, "postgres")
        self._run("initdb", "-D", self.folder / "data", "-U", "stoa", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")
        return self.start()

    def __exit__(self, *_):
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, **settings):
        """Starts the server, with settings that hold for this run of it."""
        options = " ".join(f"-c {name}={value}" for name, value in (self.settings | settings).items())
        self._run("pg_ctl", "-D", self.folder / "data", "-s", "-w", "-l", self.folder / "log", "-o", f"-h '' -k {self.folder} {options}", "start")
        return self

    def stop(self, mode):
        """`smart`, `fast` or `immediate`, as pg_ctl has them."""
        self._run("pg_ctl", "-D", self.folder / "data", "-s", "-w", "-m", mode, "stop", check=False)

    def kill(self):
        """Ends the server as a power cut does, with all of its processes."""
        first = self.process
        children = pathlib.Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for each in [first, *map(int, children)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        end = time.monotonic() + 10
        while pathlib.Path(f"/proc/{first}").exists() and time.monotonic() < end:
            time.sleep(0.01)

    def _run(self, program, *words, check=True):
        subprocess.run([*self._as_server, TOOLS / program, *words], cwd="/", check=check, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=60)
