"""Load by wrk, with its latencies read from the script's own report."""
import json
import os
import pathlib
import signal
import statistics
import subprocess
import tempfile
import time

SCRIPT = pathlib.Path(__file__).with_name("wrk.lua")
ONCE = pathlib.Path(__file__).with_name("wrk-once.lua")
THREADS = 2


def round_of(url, paths, connections, seconds, headers=None, body=None):
    """One run of wrk over `paths` in turn, which posts `body` to each if there is one. Answers {rate, p50, p95, p99}; any answer but success ends the bench."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(paths) + "\n")
        listed.flush()
        environment = os.environ | {
            "BENCH_PATHS": listed.name, "BENCH_HEADERS": "\n".join(f"{name}: {value}" for name, value in (headers or {}).items())}
        if body is not None:
            environment["BENCH_BODY"] = body
        run = subprocess.run(
            ["wrk", "-t", str(min(THREADS, connections)), "-c", str(connections), "-d", f"{seconds}s", "-s", SCRIPT, url],
            env=environment, capture_output=True, text=True, check=True)
    figures = json.loads(run.stdout.strip().splitlines()[-1])
    if figures.pop("errors"):
        raise SystemExit(f"not every answer from {url}{paths[0]} was a success:\n{run.stdout}")
    return figures


def timed(url, path, posts, connections, **environment):
    """Posts each (body, header field) or (body, header field, path) once. Answers the seconds from the first of them to the last answer, and {p50, p95, p99}."""
    with tempfile.TemporaryDirectory() as folder:
        marks, threads = pathlib.Path(folder), min(THREADS, connections)
        figures = once(url, path, posts, connections, until=lambda: len(list(marks.glob("done-*"))) == threads, BENCH_MARKS=folder, **environment)
        return max(mark.stat().st_mtime for mark in marks.glob("done-*")) - min(mark.stat().st_mtime for mark in marks.glob("begun-*")), figures


def phase(url, path, posts, connections, **environment):
    """The seconds of `timed` alone."""
    return timed(url, path, posts, connections, **environment)[0]


def once(url, path, posts, connections, until, within=120, **environment):
    """Posts each (body, header field) or (body, header field, path) once to `path`, and ends when `until()` says so. Answers {p50, p95, p99}; any answer
    but success ends the bench. `BENCH_METHOD` and `BENCH_TYPE` say what is sent, where it is no posted form."""
    threads = min(THREADS, connections)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.writelines("\t".join(post) + "\n" for post in posts)
        listed.flush()
        environment |= os.environ | {"BENCH_BODIES": listed.name, "BENCH_PATH": path, "BENCH_THREADS": str(threads)}
        run = subprocess.Popen(
            ["wrk", "-t", str(threads), "-c", str(connections), "-d", f"{within}s", "--timeout", f"{within}s", "-s", ONCE, url], env=environment,
            stdout=subprocess.PIPE, text=True)
        end = time.monotonic() + within
        while not until() and run.poll() is None and time.monotonic() < end:
            time.sleep(0.1)
        # The last answers are on their way.
        time.sleep(0.2)
        run.send_signal(signal.SIGINT)
        printed, _ = run.communicate(timeout=30)
    figures = json.loads(printed.strip().splitlines()[-1])
    if figures.pop("errors"):
        raise SystemExit(f"not every answer from {url}{path} was a success:\n{printed}")
    return figures


def median_of(rounds):
    """The middle of several rounds, figure by figure."""
    return {figure: statistics.median(each[figure] for each in rounds) for figure in rounds[0]}
