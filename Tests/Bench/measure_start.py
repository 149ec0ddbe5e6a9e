"""Row `start`: from the start of the process to its first page, on the site of 10,000 items."""
import http.client
import socket
import statistics
import subprocess
import time

import measured_site
from places import RELEASE, SITE
from report import Goal, Row

ROUNDS = 15


def measure():
    measured_site.filled()
    once()  # the first run may have a migration or a cold disk to deal with
    times = [once() for _ in range(ROUNDS)]
    cuts = statistics.quantiles(times, n=100)
    return [(Row("start", "ms", statistics.median(times), None, None, cuts[49], cuts[94], cuts[98]), Goal("stoa", below=100))]


def once(site=SITE):
    """Milliseconds until a page of the catalogue has come whole."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    began = time.monotonic()
    process = subprocess.Popen(
        [RELEASE, "serve", "--data", site, "--port", str(port)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not answered(port):
            if process.poll() is not None or time.monotonic() - began > 30:
                raise SystemExit("the server did not start")
            time.sleep(0.001)
        return (time.monotonic() - began) * 1000
    finally:
        process.terminate()
        process.wait(20)


def answered(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/library/books", headers={"Host": f"localhost:{port}"})
        answer = connection.getresponse()
        answer.read()
        return answer.status == 200
    except ConnectionRefusedError:
        return False
    finally:
        connection.close()
