"""`./stoa up` looks after its server: what crashed is started again, what refused or was told to stop is not."""
import os
import pathlib
import re
import signal
import socket

import pytest

from harness.checkout import Checkout
from harness.client import Client
from harness.server import BINARY, READY

CRASHES = '#!/bin/sh\necho "server" >>"$CALLS"\nkill -SEGV $$\n'
NOTED_SLEEP = '#!/bin/sh\necho "sleep $*" >>"$CALLS"\n'


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path, package_state="ii ")


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def child_of(process):
    """The one program that the script runs, past the small ones that became it."""
    [server] = [int(word) for word in pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    return server


def calls(checkout):
    return [call for call in checkout.calls() if not call.startswith("dpkg-query")]


def wait_until_ready(process):
    for line in process.stdout:
        if READY.match(line.rstrip()):
            return
    raise AssertionError("the server ended before it was ready")


@pytest.mark.parametrize("how", [signal.SIGSEGV, signal.SIGKILL])
def test_a_server_that_died_answers_again_and_ctrl_c_ends_both(checkout, tmp_path, how):
    port = free_port()
    with open(tmp_path / "log", "wb") as log:
        up = checkout.built(BINARY).begin("up", "--no-demo", "--data", tmp_path / "site", "--port", str(port), log=log)
    try:
        wait_until_ready(up)
        first = child_of(up)
        os.kill(first, how)
        wait_until_ready(up)
        assert child_of(up) != first
        assert Client(f"http://localhost:{port}").get("/health/ready").status == 200
        said = (tmp_path / "log").read_text()
        assert f"stoa: the server crashed ({how.name}). Its log is in {tmp_path / 'log'}. Starting it again in 1 s." in said
        up.send_signal(signal.SIGINT)
        assert up.wait(20) == 0
        with socket.socket() as again:
            again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            again.bind(("127.0.0.1", port))
    finally:
        up.kill()


def test_a_server_that_keeps_crashing_stays_off_after_five_times(checkout):
    checkout.built(CRASHES).program("sleep", NOTED_SLEEP)
    run = checkout.stoa("up", "--no-demo")
    assert run.returncode == 128 + signal.SIGSEGV
    assert calls(checkout) == ["server", "sleep 1", "server", "sleep 2", "server", "sleep 4", "server", "sleep 8", "server"]
    assert run.stderr.count("Starting it again") == 4 and "./stoa doctor" in run.stderr
    assert not re.search(r"line \d+:", run.stderr), "the shell's own words about it help nobody"


def test_stand_ins_that_are_gone_are_started_again_with_the_server(checkout):
    """Those of this test end at once, so each start needs new ones."""
    checkout.built(CRASHES).program("sleep", NOTED_SLEEP)
    checkout.stoa("up")
    begun = [call.split()[0] for call in calls(checkout)]
    assert begun.count("stand-ins") == begun.count("server") == 5


def test_a_port_that_is_taken_ends_it_at_once(checkout, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        run = checkout.built(BINARY).stoa("up", "--no-demo", "--data", tmp_path / "site", "--port", str(taken.getsockname()[1]))
    assert 0 < run.returncode < 128, run.stderr
    assert "--port" in run.stderr and "again" not in run.stderr


@pytest.mark.parametrize("end, status", [("exit 0", 0), ("exit 70", 70), ("kill -TERM $$", 128 + signal.SIGTERM)])
def test_a_server_that_ended_in_an_ordinary_way_is_not_started_again(checkout, end, status):
    run = checkout.built(f"#!/bin/sh\n{end}\n").stoa("up", "--no-demo")
    assert run.returncode == status and "crashed" not in run.stderr


def test_ctrl_c_during_the_pause_ends_it(checkout, tmp_path):
    checkout.built(CRASHES).program("sleep", '#!/bin/sh\nkill -INT $PPID\nexec /bin/sleep 30\n')
    with open(tmp_path / "log", "wb") as log:
        assert checkout.begin("up", "--no-demo", log=log).wait(10) == 0
    assert calls(checkout) == ["server"]


def test_the_server_ends_when_the_script_is_killed(checkout, tmp_path):
    checkout.built('#!/bin/sh\ntrap "exit 0" TERM\necho ready\nwhile :; do /bin/sleep 0.05; done\n')
    with open(tmp_path / "log", "wb") as log:
        up = checkout.begin("up", "--no-demo", log=log)
    assert up.stdout.readline() == "ready\n"
    up.kill()
    assert up.stdout.read() == "", "the other end is closed once the server has gone"
    up.wait(10)
