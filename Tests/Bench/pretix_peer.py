"""pretix, the ticket shop with a scanner's API, on PostgreSQL and Redis as its administrators' guide has it: the peer at which tickets are redeemed."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time
import urllib.request

import load
import tools
from places import RESULTS, say

FOLDER = RESULTS / "pretix"
HERE = pathlib.Path(__file__).parent
POSTGRES = pathlib.Path("/usr/lib/postgresql/15/bin")
TICKETS = 6_000
ROUND = 1_000
WORKERS = 4

# Raise it whenever the filling makes something else.
GENERATION = "1"


class Pretix:
    """Its server with two processes for each core, and the two that it needs. Use it as a context: leaving it ends them."""

    def __init__(self):
        self.running = []
        self.next = 0

    def __enter__(self):
        if not shutil.which("redis-server"):
            raise tools.Unavailable("redis-server of Debian is not installed")
        self.programs = tools.installed("pretix", "gunicorn", apart="pretix")
        try:
            self.begin()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_):
        self.end()

    def begin(self):
        self.port, self.redis, self.postgres = free_ports(3)
        self.environment = os.environ | {
            "PRETIX_CONFIG_FILE": str(FOLDER / "pretix.cfg"), "DATA_DIR": str(FOLDER / "data"), "DJANGO_SETTINGS_MODULE": "pretix.settings",
            "PYTHONPATH": str(HERE)}
        is_new = self.prepare()
        self.start(self.as_postgres(POSTGRES / "postgres", "-D", FOLDER / "database", "-k", FOLDER / "database", "-h", "127.0.0.1", "-p", self.postgres), self.postgres)
        self.start(["redis-server", "--port", str(self.redis), "--bind", "127.0.0.1", "--save", "", "--dir", str(FOLDER)], self.redis)
        if is_new:
            say("Filling pretix")
            self.fill("tickets", TICKETS)
            (FOLDER / "complete").write_text(GENERATION)
        self.token, self.list, *self.secrets = self.fill("secrets").split()
        # Its guide puts nginx in front, which holds connections that wait; here threads do.
        self.start(
            [self.programs / "gunicorn", "pretix.wsgi", "-w", str(WORKERS), "--threads", "4", "--preload", "--keep-alive", "120", "-b", f"127.0.0.1:{self.port}", "--log-level", "warning"],
            self.port)
        # The first answers of each process take seconds.
        for secret in self.secrets[-4 * WORKERS:]:
            self.redeem(secret)

    def end(self):
        for process in reversed(self.running):
            # PostgreSQL would wait for its clients at SIGTERM.
            process.send_signal(signal.SIGINT)
            process.wait(30)

    def prepare(self):
        """Makes the folders and the database cluster. Answers whether they are new."""
        mark = FOLDER / "complete"
        is_new = not mark.exists() or mark.read_text() != GENERATION
        if is_new:
            shutil.rmtree(FOLDER, ignore_errors=True)
            (FOLDER / "data").mkdir(parents=True)
            database = FOLDER / "database"
            database.mkdir()
            if os.getuid() == 0:
                shutil.chown(database, "postgres")
            subprocess.run(
                self.as_postgres(POSTGRES / "initdb", "-D", database, "-U", "pretix", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"), cwd="/", check=True,
                capture_output=True)
        (FOLDER / "pretix.cfg").write_text(
            f"[pretix]\ninstance_name=bench\nurl=http://127.0.0.1:{self.port}\ndatadir={FOLDER}/data\n"
            f"[database]\nbackend=postgresql\nname=postgres\nuser=pretix\nhost=127.0.0.1\nport={self.postgres}\n"
            f"[redis]\nlocation=redis://127.0.0.1:{self.redis}/0\nsessions=true\n"
            f"[celery]\nbackend=redis://127.0.0.1:{self.redis}/1\nbroker=redis://127.0.0.1:{self.redis}/2\n"
            "[django]\nsecret=only-for-the-bench\n")
        return is_new

    @staticmethod
    def as_postgres(*command):
        """PostgreSQL refuses to run as root."""
        words = [str(word) for word in command]
        return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", *words] if os.getuid() == 0 else words

    def start(self, command, port):
        with open(RESULTS / "pretix.log", "ab") as log:
            process = subprocess.Popen(command, cwd="/", env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.running.append(process)
        end = time.monotonic() + 90
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), 1).close()
            except OSError:
                if process.poll() is not None or time.monotonic() > end:
                    raise SystemExit(f"{command[0]} did not start; its log is .build/bench/pretix.log") from None
                time.sleep(0.1)

    def fill(self, *words):
        run = subprocess.run(
            [self.programs / "python", HERE / "pretix_filling.py", *map(str, words)], env=self.environment, cwd=FOLDER, capture_output=True, text=True, check=False)
        if run.returncode:
            raise SystemExit(f"pretix could not be filled:\n{run.stderr[-3000:]}")
        return run.stdout

    def body(self, secret):
        return f'{{"lists": [{self.list}], "secret": "{secret}", "nonce": "n-{secret}"}}'

    def redeem(self, secret):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/v1/organizers/bench/checkinrpc/redeem/", self.body(secret).encode(),
            {"Content-Type": "application/json", "Authorization": f"Token {self.token}"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status

    def round(self, connections):
        """Has so many scanners redeem tickets that nobody has shown yet. Answers the redemptions per second."""
        secrets = self.secrets[self.next:self.next + ROUND]
        self.next += ROUND
        before = int(self.fill("redeemed"))
        seconds = load.phase(
            f"http://127.0.0.1:{self.port}", "/api/v1/organizers/bench/checkinrpc/redeem/",
            [(self.body(secret), f"Authorization: Token {self.token}") for secret in secrets], connections, BENCH_TYPE="application/json")
        done = int(self.fill("redeemed")) - before
        if done != ROUND:
            raise SystemExit(f"pretix redeemed {done} of {ROUND} tickets; its log is .build/bench/pretix.log")
        return ROUND / seconds


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports
