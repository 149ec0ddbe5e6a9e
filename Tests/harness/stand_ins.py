"""The program that plays Google, Facebook and Apple, started for a test and always ended with it."""
import json
import re
import subprocess
import urllib.request

from harness.server import BINARY

READY = re.compile(r"^stoa-standins is ready at (http://127\.0\.0\.1:\d+)$")


class StandIns:
    """`stoa-standins` on a free port. Use it as a context; hand `options` to a demo `Server`."""

    def __init__(self, folder):
        self.description = folder / "stand-ins.json"
        self.url = None
        self.process = None

    @property
    def options(self):
        return ["--stand-ins", str(self.description)]

    def order(self, stand_in, **order):
        """Tells one of them how to behave: `order("google", faultMode="expired")`."""
        body = json.dumps({"standIn": stand_in} | order).encode()
        request = urllib.request.Request(f"{self.url}/control", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            assert answer.status == 204

    def __enter__(self):
        program = BINARY.with_name("stoa-standins")
        self.process = subprocess.Popen(
            [program, "--describe", self.description, "--with-parent"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        match = READY.match(self.process.stdout.readline().rstrip())
        assert match, "the stand-ins did not start"
        self.url = match.group(1)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)
