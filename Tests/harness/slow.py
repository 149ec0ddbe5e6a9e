"""A server that takes its time with forms: another port of it, behind which every POST and its answer are held up."""
import contextlib
import socket
import threading
import time


class Slow:
    """Use it as a context; it speaks HTTP for `port` on a port of its own."""

    def __init__(self, port, seconds):
        self.backend, self.seconds = port, seconds
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://localhost:{self.listener.getsockname()[1]}"

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                browser, _ = self.listener.accept()
                server = socket.create_connection(("127.0.0.1", self.backend))
                threading.Thread(target=self._pass, args=(browser, server), daemon=True).start()
                threading.Thread(target=self._pass, args=(server, browser), daemon=True).start()

    def _pass(self, source, target):
        with contextlib.suppress(OSError):
            while received := source.recv(65536):
                if received.startswith(b"POST "):
                    time.sleep(self.seconds)
                target.sendall(received)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
