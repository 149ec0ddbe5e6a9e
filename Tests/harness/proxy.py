"""HAProxy in front of a server, as Docs/operators.md has it but for the certificate."""
import socket
import subprocess
import time

CONFIGURATION = """
defaults
    mode http
    timeout connect 5s
    timeout client 30s
    timeout server 60s
    timeout http-request 10s
frontend site
    bind 127.0.0.1:{port}
    option forwardfor
    http-request set-header X-Forwarded-Proto https
    default_backend stoa
backend stoa
    server stoa 127.0.0.1:{backend}
"""


class Proxy:
    """A proxy on a free port that speaks plain HTTP and says that it was HTTPS. Use it as a context."""

    def __init__(self, folder, backend):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.file = folder / "haproxy.cfg"
        self.file.write_text(CONFIGURATION.format(port=self.port, backend=backend))
        self.process = None

    def __enter__(self):
        self.process = subprocess.Popen(
            ["/usr/sbin/haproxy", "-db", "-q", "-f", self.file], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        end = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
                return self
            except ConnectionRefusedError:
                assert self.process.poll() is None and time.monotonic() < end, "HAProxy did not start"
                time.sleep(0.02)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()
