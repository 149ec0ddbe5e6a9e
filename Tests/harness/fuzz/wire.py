"""HTTP/1.1 as bytes on connections that are kept open: quick, and able to send what no proper client would."""
import gzip
import re
import socket
import ssl
from dataclasses import dataclass, field

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.IGNORECASE)
STREAM = re.compile(rb"\r\ncontent-type: *text/event-stream", re.IGNORECASE)
GZIPPED = re.compile(rb"\r\ncontent-encoding: *gzip", re.IGNORECASE)
CLOSES = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)


class Broken(Exception):
    """The server closed the connection, or broke off, before an answer was whole."""


@dataclass
class Reply:
    status: int
    head: bytes
    body: bytes

    @property
    def headers(self):
        """Names in small letters; of repeated ones the last."""
        lines = (line.partition(b":") for line in self.head.split(b"\r\n")[1:])
        return {name.strip().lower().decode("latin-1"): value.strip().decode("latin-1") for name, _, value in lines}

    @property
    def type(self):
        return self.headers.get("content-type", "")


@dataclass
class Wish:
    """A request that can still be changed."""
    method: str
    target: bytes
    headers: list = field(default_factory=list)
    body: bytes = b""
    # What the target was made of, for lists of findings.
    route: str = ""
    # Whether the body's length is said; requests that lie about it bring their own header.
    has_length: bool = True

    @property
    def bytes(self):
        lines = [self.method.encode() + b" " + self.target + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in self.headers]
        if self.has_length and (self.body or self.method in ("POST", "PUT", "PATCH")):
            lines.append(b"Content-Length: %d" % len(self.body))
        return b"\r\n".join(lines) + b"\r\n\r\n" + self.body


class Wire:
    """One client: an address of the loopback network, and one connection after the other."""

    def __init__(self, port, source="127.0.0.1", encrypted=False, timeout=30):
        self.port, self.source, self.timeout = port, source, timeout
        self.context = None
        if encrypted:
            self.context = ssl.create_default_context()
            self.context.check_hostname, self.context.verify_mode = False, ssl.CERT_NONE
        self.socket, self.rest = None, b""

    def open(self):
        self.close()
        self.socket = socket.create_connection(("127.0.0.1", self.port), self.timeout, (self.source, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.context:
            self.socket = self.context.wrap_socket(self.socket, server_hostname="localhost")

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket, self.rest = None, b""

    def ask(self, request, method="GET"):
        """Sends the bytes of one request and answers its reply. A connection that was closed meanwhile is opened again once.

        Raises `Broken` where the server ends without an answer, and `TimeoutError` where none comes in time.
        """
        for is_last in (False, True):
            is_fresh = self.socket is None
            try:
                if is_fresh:
                    self.open()
                self.send(request)
                return self.read(method)
            except (Broken, ConnectionError, ssl.SSLError) as trouble:
                self.close()
                if is_last or is_fresh:
                    raise Broken(repr(trouble)) from None

    def ask_at_once(self, wishes):
        """Sends several requests on a fresh connection before it reads the first reply; yields the replies for as long as the server keeps the connection."""
        self.open()
        self.send(b"".join(wish.bytes for wish in wishes))
        for wish in wishes:
            yield self.read(wish.method)
            if self.socket is None:
                return

    def send(self, request):
        try:
            self.socket.sendall(request)
        except (BrokenPipeError, ConnectionResetError, ssl.SSLEOFError):
            # A server that has heard enough closes while we still speak; its answer may be there all the same.
            pass

    def read(self, method="GET"):
        head, rest = self._until(b"\r\n\r\n")
        status = int(head[9:12])
        if 100 <= status < 200:
            self.rest = rest
            return self.read(method)
        if STREAM.search(head) and status == 200:
            # It ends when we go.
            self.close()
            return Reply(status, head, b"")
        if method == "HEAD" or status in (204, 304):
            body, self.rest = b"", rest
        elif (length := LENGTH.search(head)) is not None:
            wanted = int(length[1])
            while len(rest) < wanted:
                rest += self._more()
            body, self.rest = rest[:wanted], rest[wanted:]
            if GZIPPED.search(head):
                body = gzip.decompress(body)
        elif CHUNKED.search(head):
            body = self._chunks(rest)
        else:
            body = rest + self._to_the_end()
        if CLOSES.search(head):
            self.close()
        return Reply(status, head, body)

    def _chunks(self, rest):
        body = b""
        while True:
            line, rest = self._until(b"\r\n", rest)
            size = int(line.partition(b";")[0], 16)
            while len(rest) < size + 2:
                rest += self._more()
            body, rest = body + rest[:size], rest[size + 2:]
            if size == 0:
                self.rest = rest
                return body

    def _until(self, mark, rest=None):
        got = self.rest if rest is None else rest
        self.rest = b""
        while mark not in got:
            got += self._more()
        head, _, tail = got.partition(mark)
        return head, tail

    def _more(self):
        got = self.socket.recv(262144)
        if not got:
            raise Broken("the server closed the connection")
        return got

    def _to_the_end(self):
        got = b""
        while part := self.socket.recv(262144):
            got += part
        return got
