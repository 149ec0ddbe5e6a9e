"""Several nodes of one site behind Caddy: one PostgreSQL, one folder of files, one key."""
import json
import pathlib
import shutil
import socket
import subprocess
import time
import urllib.request

from harness.server import Server

CONFIGURATION = """
{{
    admin off
    auto_https off
}}
http://localhost:{port} {{
    reverse_proxy {nodes} {{
        lb_policy random
        lb_try_duration 5s
        lb_try_interval 100ms
        fail_duration 1s
        flush_interval -1
    }}
}}
"""


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Nodes:
    """The nodes and the proxy. Use it as a context; `url` is where people go. `options` are for the first start, which makes a demo."""

    def __init__(self, folder, database, count=3, options=()):
        self.folder = pathlib.Path(folder)
        self.ports = [free_port() for _ in range(count)]
        self.port = free_port()
        self.servers = [Server(self.folder / f"node{number}", "--behind-proxy", "--host", "stoa.tests.example", ready_within=120) for number in range(count)]
        self.database, self.options = database, options
        self.proxy = None

    @property
    def url(self):
        return f"http://localhost:{self.port}"

    def __enter__(self):
        media = self.folder / "media"
        media.mkdir(parents=True)
        for server in self.servers:
            server.folder.mkdir()
            (server.folder / "site.json").write_text(json.dumps({"database": self.database, "media": str(media)}))
        # The first start makes the people of the demo, at the address that people will go to; its providers are played by nobody.
        first = Server(self.servers[0].folder, *self.options, demo=True).start(self.port)
        try:
            first.wait_for_people()
        finally:
            first.stop()
        for server in self.servers[1:]:
            shutil.copy(self.servers[0].folder / "site.key", server.folder / "site.key")
        for server, port in zip(self.servers, self.ports):
            server.start(port)
        self._start_proxy()
        return self

    def __exit__(self, *_):
        if self.proxy:
            # Open streams would keep it waiting.
            self.proxy.kill()
            self.proxy.wait(10)
        for server in self.servers:
            server.stop()

    def _start_proxy(self):
        file = self.folder / "Caddyfile"
        file.write_text(CONFIGURATION.format(port=self.port, nodes=" ".join(f"127.0.0.1:{port}" for port in self.ports)))
        with open(self.folder / "caddy.log", "wb") as log:
            self.proxy = subprocess.Popen(["caddy", "run", "--config", file, "--adapter", "caddyfile"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        end = time.monotonic() + 20
        while True:
            try:
                urllib.request.urlopen(self.url + "/health/live", timeout=5).close()
                return
            except OSError:
                assert self.proxy.poll() is None and time.monotonic() < end, (self.folder / "caddy.log").read_text()[-2000:]
                time.sleep(0.05)
