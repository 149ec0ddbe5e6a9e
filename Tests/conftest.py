"""What every Python suite shares: choosing tests by name, and servers that end with their test."""
import contextlib
import fcntl
import os
import re
import shutil

import pytest

from harness import share
from harness.client import Client
from harness.server import ROOT, SHARED_DATA, Server, demo_people


def pytest_addoption(parser):
    parser.addoption("--matching", help="run only tests whose id matches this regular expression")


class FailuresAtOnce:
    """Says what failed as soon as it did: a run that is ended from outside has no summary."""

    LAST = 3000

    def __init__(self, terminal):
        self.terminal = terminal

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.terminal.ensure_newline()
            self.terminal.write_line(f"failed: {report.nodeid} ({report.when}, {report.duration:.0f} s)\n{str(report.longrepr)[-self.LAST:]}")


# After the terminal's own plugin.
@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    if terminal := config.pluginmanager.get_plugin("terminalreporter"):
        config.pluginmanager.register(FailuresAtOnce(terminal))


def pytest_report_header(config):
    if not share.IS_WHOLE:
        return f"sweeps: part {share.TURN + 1} of {share.PARTS} of all pages and screens; STOA_TEST_WHOLE=1 takes all"


def pytest_collection_modifyitems(config, items):
    pattern = config.getoption("--matching")
    if not pattern:
        later = [item for item in items if not share.has_view(item)]
        if later:
            config.hook.pytest_deselected(items=later)
            items[:] = [item for item in items if share.has_view(item)]
        return
    chosen = re.compile(pattern)
    config.hook.pytest_deselected(items=[item for item in items if not chosen.search(item.nodeid)])
    items[:] = [item for item in items if chosen.search(item.nodeid)]


@pytest.fixture(scope="session")
def cast():
    """The demo people by the first word of their e-mail address: owner, librarian, member, moderator, astrid …"""
    return {person["email"].split("@")[0]: person for person in demo_people()}


@pytest.fixture
def site_folder(tmp_path):
    """A folder in which no site stands yet."""
    return tmp_path / "site"


@pytest.fixture(scope="session")
def owned_site(tmp_path_factory):
    """The folder of a site with an owner and nothing else, to be copied: a first start costs four times what a start costs."""
    folder = tmp_path_factory.mktemp("owned") / "site"
    with Server(folder, owner=True):
        pass
    return folder


@pytest.fixture
def server(owned_site, site_folder):
    """A running server of an empty site with an owner, ended with the test."""
    shutil.copytree(owned_site, site_folder)
    with Server(site_folder) as running:
        yield running


@pytest.fixture
def guest(server):
    """A client of `server` without an account."""
    return Client(server.url)


@pytest.fixture
def owner(server):
    """A client of `server` signed in as its owner."""
    return Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)


@contextlib.contextmanager
def alone(lock):
    """One process of the run at a time, by the lock on this file."""
    with open(lock, "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def filled_demo(tmp_path_factory):
    """`filled_demo(folder)` copies a demo site with all its content into a new folder, which it answers; `apps="stories"` one with Stories alone.

    Filling takes half a minute: whoever asks first does it, for all processes of the run.
    """
    own = tmp_path_factory.getbasetemp()
    # The folder of pytest-xdist, above those of its processes.
    run = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own

    def copied(folder, apps=None):
        template = run / f"filled-demo-{apps or 'all'}"
        with alone(run / f"{template.name}.lock"):
            if not template.exists():
                made = tmp_path_factory.mktemp("filling") / "site"
                with Server(made, *(["--apps", apps] if apps else []), demo=True) as server:
                    server.wait_for_demo() if apps else server.wait_for_content()
                # Stopped, so that its database is one file; named at the end, so that nobody copies half of it.
                made.rename(template)
        shutil.copytree(template, folder)
        return folder

    return copied


@pytest.fixture(scope="session")
def demo(filled_demo, tmp_path_factory):
    """A running demo site with all its content, shared by the tests that only read or bring their own person."""
    with Server(filled_demo(tmp_path_factory.mktemp("demo") / "site"), demo=True) as running:
        yield running


@pytest.fixture
def shared_data():
    """The folder of real input that stands beside the project on some machines."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"no shared test data at ../{SHARED_DATA.parent.name}/{SHARED_DATA.name}")
    return SHARED_DATA
