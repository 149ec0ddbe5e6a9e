"""A mail server of somebody else's making (aiosmtpd), in a process of its own, that keeps what it is given."""
import email
import email.policy
import pathlib
import socket
import subprocess
import sys
import time

KEEPER = """
import sys, uuid, pathlib
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
folder = pathlib.Path(sys.argv[1])
refused = sys.argv[3:]
class Keeper:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address in refused:
            return "550 5.1.1 nobody here by that name"
        envelope.rcpt_tos.append(address)
        return "250 OK"
    async def handle_DATA(self, server, session, envelope):
        name = uuid.uuid4().hex
        draft = folder / (name + ".draft")
        draft.write_bytes(envelope.content)
        draft.rename(folder / (name + ".eml"))
        return "250 kept"
def check(server, session, envelope, mechanism, data):
    return AuthResult(success=(data.login, data.password) == (b"stoa", b"right"))
controller = Controller(Keeper(), hostname="127.0.0.1", port=int(sys.argv[2]), authenticator=check, auth_require_tls=False)
controller.start()
print("ready", flush=True)
sys.stdin.read()
controller.stop()
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class MailServer:
    """Use it as a context: leaving it ends the process. What it took stays in `folder`."""

    def __init__(self, folder, port=None, refused=()):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port = port or free_port()
        self.refused = refused

    @property
    def url(self):
        return f"smtp://127.0.0.1:{self.port}"

    def __enter__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-c", KEEPER, self.folder, str(self.port), *self.refused],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "ready\n"
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)

    def letters(self):
        """Everything that was taken so far, oldest first."""
        files = sorted(self.folder.glob("*.eml"), key=lambda file: file.stat().st_mtime_ns)
        return [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files]

    def wait_for(self, count, within=30):
        end = time.monotonic() + within
        while len(self.letters()) < count:
            assert time.monotonic() < end, f"{len(self.letters())} of {count} letters came"
            time.sleep(0.1)
        return self.letters()
