"""django-oscar, a shop on SQLite too: the peer that the same orders are placed with."""
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import time

import load
import tools
from places import RESULTS, say

FOLDER = RESULTS / "oscar"
HERE = pathlib.Path(__file__).parent
ORDERS = 300
SHOPPERS = 150
WORKERS = 2

# Raise it whenever the filling makes something else.
GENERATION = "3"


class Oscar:
    """Its server with as many processes as there are cores. Use it as a context: leaving it ends them."""

    def __enter__(self):
        self.programs = tools.installed("django-oscar", "gunicorn", "sorl-thumbnail")
        self.environment = os.environ | {"OSCAR_FOLDER": str(FOLDER), "PYTHONPATH": str(HERE)}
        self.filled()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        with open(RESULTS / "oscar.log", "ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "gunicorn", "-w", str(WORKERS), "--threads", "4", "--keep-alive", "120", "--preload", "-b", f"127.0.0.1:{self.port}", "--log-level", "warning", "oscar_shop"],
                cwd=HERE, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        end = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return self
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise SystemExit("django-oscar did not start; its log is .build/bench/oscar.log") from None
                time.sleep(0.1)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)

    def fill(self, *words):
        return subprocess.run(
            [self.programs / "python", HERE / "oscar_filling.py", *map(str, words)], env=self.environment, check=True, capture_output=True, text=True).stdout

    def filled(self):
        """Makes sure that the shop has its products and people."""
        mark = FOLDER.with_suffix(".complete")
        if mark.exists() and mark.read_text() == GENERATION:
            return
        say("Filling django-oscar")
        mark.unlink(missing_ok=True)
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
        self.fill("items", 10_000)
        mark.write_text(GENERATION)

    def shop(self, connections):
        """The whole of an order: two things put into the basket, the summary, the confirmation. Answers the orders per second."""
        baskets = [line.split() for line in self.fill("shoppers", SHOPPERS).splitlines()]
        cookies = [f"Cookie: sessionid={cookie}" for cookie, *_ in baskets]
        before = self.ask("SELECT count(*) FROM order_order")[0]
        adding = ([(f"quantity={at}", cookie, f"/basket/add/{basket[at]}/") for basket, cookie in zip(baskets, cookies)] for at in (1, 2))
        # Whoever posts to the summary without confirming it is shown it.
        checkout = ([(f"action={action}", cookie, "/checkout/preview/") for cookie in cookies] for action in ("", "place_order"))
        seconds = sum(load.phase(f"http://127.0.0.1:{self.port}", "/", posts, connections) for posts in (*adding, *checkout))
        placed = self.ask("SELECT count(*) FROM order_order")[0] - before
        if placed != SHOPPERS:
            raise SystemExit(f"django-oscar placed {placed} of {SHOPPERS} orders; its log is .build/bench/oscar.log")
        return SHOPPERS / seconds

    def round(self, connections):
        """Has people confirm their baskets, all at once. Answers the orders per second, by the times that the orders themselves carry."""
        cookies = self.fill("baskets", ORDERS).split()
        before = self.ask("SELECT coalesce(max(id), 0) FROM order_order")[0]
        load.once(
            f"http://127.0.0.1:{self.port}", "/checkout/preview/", [("action=place_order", f"Cookie: sessionid={cookie}") for cookie in cookies], connections,
            until=lambda: self.ask(f"SELECT count(*) FROM order_order WHERE id > {before}")[0] >= ORDERS)
        count, first, last = self.ask(
            f"SELECT count(*), min(julianday(date_placed)), max(julianday(date_placed)) FROM order_order WHERE id > {before}")
        if count != ORDERS:
            raise SystemExit(f"django-oscar placed {count} of {ORDERS} orders; its log is .build/bench/oscar.log")
        return (count - 1) / ((last - first) * 86_400)

    def ask(self, statement):
        with sqlite3.connect(f"file:{FOLDER}/shop.db?mode=ro", uri=True, timeout=60) as shop:
            return shop.execute(statement).fetchone()
