"""A server whose wall clock the test sets."""
import contextlib
import glob
import os

from harness.server import Server

LIBRARY = next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), None)


class Clock:
    """The wall clock of a server; the steady one stays as it is."""

    def __init__(self, folder):
        self.file = folder / "clock"
        self.set(0)

    @contextlib.contextmanager
    def server(self, folder, *options, port=0, **others):
        """A server that keeps this clock, on a port that happens to be free unless one is wanted; it takes what `Server` takes."""
        environment = {
            "LD_PRELOAD": LIBRARY, "FAKETIME_TIMESTAMP_FILE": str(self.file), "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        # The library puts a variable of its own into the environment, which moves it, and Swift then finds no arguments. So a shell
        # lets the library do that, and becomes the server.
        server = Server(folder, *options, environment=environment, through=["sh", "-c", 'exec "$0" "$@"'], **({"owner": True} | others))
        try:
            yield server.start(port)
            server.__exit__()
        finally:
            server.kill()
            for left in glob.glob(f"/dev/shm/*faketime_*_{server.process.pid}"):
                os.unlink(left)

    def set(self, seconds):
        """Sets it so far from the machine's own."""
        draft = self.file.with_suffix(".draft")
        draft.write_text(f"{seconds:+d}\n")
        draft.rename(self.file)
