"""Requests without end, mostly nearly right: no answer is a failure, nothing crashes, hangs, leaks or is left behind.

A run is repeated with `STOA_FUZZ_SEED=…`, as it is printed; `STOA_FUZZ_REPLAY=FILE` sends what a run kept, and shows the answer.
"""
import contextlib
import os
import pathlib
import time

import pytest

from harness import postgres
from harness.certificate import self_signed
from harness.fuzz import routes, run
from harness.fuzz.people import everybody
from harness.fuzz.shrink import replayed, written
from harness.rounds import IS_FULL_LENGTH, seed
from harness.server import ROOT

# 100,000 at full length; a slice of that in every test run.
REQUESTS = 100_000 if IS_FULL_LENGTH else 3_000
SEED = seed("STOA_FUZZ_SEED")
ENGINES = ["sqlite", "postgres"]
# One request in so many goes through Stoa's own TLS.
ENCRYPTED = 8
# Kilobytes by which the second half of a run may use more than the first: at full length a leak of 1 KB a request adds 50 MB, while caches are full.
# In RAM there is also what malloc keeps for later, in pieces between others.
ALLOCATED, RESIDENT = 24 << 10, 96 << 10
# Descriptors that may be open for a moment more.
DESCRIPTORS = 24


def kept(name, findings):
    """Writes what was found to files that can be sent again; answers a list for people."""
    folder = ROOT / ".build/fuzz"
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for number, finding in enumerate(findings):
        file = folder / f"{name}-{number}.http"
        file.write_bytes(written(finding))
        lines.append(f"{finding.what} | {finding.route} | {finding.who} | {finding.cause}\n  {finding.answer}\n  STOA_FUZZ_REPLAY={file}")
    return "\n".join(lines)


def settled(server, within=60):
    """Waits until what was asked for has been done: nothing lies in the temporary folder."""
    end = time.monotonic() + within
    while left := sorted(pathlib.Path(server.folder / "tmp").rglob("*")):
        if time.monotonic() > end:
            return left
        time.sleep(0.2)
    return []


def judged(server, name, requests):
    outcome = run.fuzz(server, f"{SEED}/{name}", requests)
    distinct = list({each.key: each for each in outcome.findings}.values())
    used, held = run.grown(outcome, outcome.allocated), run.grown(outcome, outcome.resident)
    said = (f"seed {SEED} ({outcome.sent} requests in {outcome.seconds:.0f} s, {len(outcome.routes)} routes, {sorted(outcome.statuses.items())}, "
            f"{outcome.allocated[-1][1] >> 10} MB used, {used / 1024:+.1f} in the second half, {outcome.resident[-1][1] >> 10} MB held, {held / 1024:+.1f})")
    print(said)
    assert not distinct, f"{said}\n{kept(name, distinct)}"
    assert outcome.sent >= requests - 10, said
    assert server.process.poll() is None
    errors = [line for line in server.log.splitlines() if '"level":"error"' in line or not line.startswith("{")]
    assert not errors, f"{said}\n" + "\n".join(errors[:20])
    assert used < ALLOCATED, (said, outcome.allocated[::max(1, len(outcome.allocated) // 30)])
    assert held < RESIDENT, (said, outcome.resident[::max(1, len(outcome.resident) // 30)])
    assert settled(server) == [], said
    assert outcome.descriptors[-1] <= outcome.descriptors[0] + DESCRIPTORS, (said, outcome.descriptors)


@contextlib.contextmanager
def site(folder, engine, options=()):
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(postgres.database()) if engine == "postgres" else None
        yield stack.enter_context(run.site(folder / "site", database, options))


@pytest.mark.covers("CORE-050")
@pytest.mark.parametrize("engine", ENGINES)
def test_fuzz(tmp_path, engine):
    with site(tmp_path, engine) as server:
        judged(server, engine, REQUESTS)


@pytest.mark.covers("CORE-050")
# What TLS changes is the same beside either database.
@pytest.mark.parametrize("engine", ENGINES if IS_FULL_LENGTH else ENGINES[:1])
def test_fuzz_encrypted(tmp_path, engine):
    with site(tmp_path, engine, self_signed(tmp_path).options) as server:
        assert server.scheme == "https"
        judged(server, f"{engine}-encrypted", REQUESTS // ENCRYPTED)


if file := os.environ.get("STOA_FUZZ_REPLAY"):

    @pytest.mark.parametrize("engine", ENGINES)
    def test_what_was_kept(tmp_path, engine):
        with site(tmp_path, engine) as server:
            replies, wrong = replayed(pathlib.Path(file), everybody(server), server.port, routes.Known().codes)
            for reply in replies:
                print(reply.head.decode("latin-1"), reply.body.decode("utf-8", "replace"), sep="\n\n")
            assert not wrong and server.process.poll() is None
