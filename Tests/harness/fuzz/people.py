"""Those who ask: guests, members, moderators and owners, each by cookie or by token, from an address of their own.

A request may end what it was sent with: the session, the password, the account. Then somebody new comes in.
"""
import json
import urllib.parse

from harness.fuzz.wire import Wire
from harness.server import run

ROLES = {
    "guest": [], "member": [], "librarian": ["--role", "library.librarian"],
    "moderator": ["--role", "volunteers.moderator", "--role", "messages.moderator", "--role", "moderation.moderator"], "owner": ["--owner"]}
PASSWORD = "seven-olive-trees-7"
# Who asks, and whether by token instead of by cookie.
CAST = [("guest", False), ("guest", False), ("member", False), ("member", True), ("moderator", False), ("librarian", True), ("owner", False), ("owner", True)]
# How long anybody waits for an answer, in seconds: far more than the slowest takes on a busy machine.
PATIENCE = 60


class Person:
    """Somebody with a role; `credentials` are the header fields that prove it. `number` sets one apart from all others of a run."""

    def __init__(self, role, by_token, server, number):
        self.role, self.by_token, self.folder, self.scheme, self.number = role, by_token, server.folder, server.scheme, number
        self.lives, self.credentials = 0, []
        self.wire = Wire(server.port, f"127.{number}.0.1", server.scheme == "https", PATIENCE)
        self.host = f"localhost:{server.port}"
        if role != "guest":
            self.come()

    @property
    def label(self):
        return self.role if self.role == "guest" else f"{self.role} by {'token' if self.by_token else 'cookie'}"

    def come(self):
        """Makes an account and signs in, from an address whose attempts nobody has counted yet."""
        self.lives += 1
        self.wire.close()
        self.wire.source = f"127.{self.number}.{self.lives >> 8}.{self.lives & 255}"
        email = f"n{self.number}-{self.lives}@fuzz.example"
        made = run("user", "add", "--email", email, "--name", f"{self.role.title()} {self.number}", *ROLES[self.role], data=self.folder, environment={"STOA_PASSWORD": PASSWORD})
        assert made.returncode == 0, made.stderr
        self.credentials = self.signed_in(email, PASSWORD)
        self.form("/terms/volunteers", {"version": "1", "accepted": "true"})

    def signed_in(self, email, password):
        if self.by_token:
            body = json.dumps({"email": email, "password": password}).encode()
            reply = self.send("POST", "/api/v1/sessions", body, "application/json", [])
            assert reply.status == 201, (reply.status, reply.body[:300])
            return [(b"Authorization", b"Bearer " + json.loads(reply.body)["token"].encode())]
        reply = self.form("/account/sign-in", {"email": email, "password": password}, [])
        cookies = [line.partition(b":")[2].strip().partition(b";")[0] for line in reply.head.split(b"\r\n") if line.lower().startswith(b"set-cookie:")]
        assert reply.status == 303 and cookies, (reply.status, reply.body[:300])
        return [(b"Cookie", b"; ".join(cookies))]

    def is_in(self):
        """Whether the session still stands."""
        return self.role == "guest" or self.send("GET", "/api/v1/session").status == 200

    def form(self, path, fields, credentials=None):
        return self.send("POST", path, urllib.parse.urlencode(fields).encode(), "application/x-www-form-urlencoded", credentials)

    def send(self, method, path, body=b"", kind="", credentials=None):
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", f"Origin: {self.scheme}://{self.host}"] + ([f"Content-Type: {kind}"] if kind else [])
        head = "\r\n".join(lines).encode() + b"".join(b"\r\n" + name + b": " + value for name, value in (self.credentials if credentials is None else credentials))
        return self.wire.ask(head + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body)


def everybody(server, place=0):
    """One person of each kind; others at each place."""
    return [Person(role, by_token, server, place * len(CAST) + number) for number, (role, by_token) in enumerate(CAST, 1)]
