"""A power cut during backup and restore: a backup or a site is whole, or it is not there."""
import json
import shutil
import subprocess
import tarfile
import time

import pytest

from harness.client import Client
from harness.samples import long_markdown
from harness.server import BINARY, Server, run
from harness.uploads import accepted, finished

ROUNDS = 12


def backups(site):
    return sorted((site / "backups").glob("*")) if (site / "backups").exists() else []


def assert_whole(file):
    """Every member is what the manifest, its last member, says."""
    with tarfile.open(file) as tar:
        names = tar.getnames()
        assert names[-1] == "manifest.json", names
        manifest = json.load(tar.extractfile("manifest.json"))
        assert names[:-1] == [entry["name"] for entry in manifest["files"]]


@pytest.fixture
def filled(tmp_path):
    site = tmp_path / "site"
    with Server(site, owner=True) as server:
        owner = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
        for number in range(3):
            finished(owner, accepted(owner, f"book{number}.md", long_markdown(f"Book {number}", 8, 3000)))
    return site


def killed_after(seconds, *words):
    process = subprocess.Popen([BINARY, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    process.kill()
    process.wait(10)


@pytest.mark.covers("CORE-040")
def test_a_killed_backup_leaves_a_whole_file_or_none(filled):
    began = time.monotonic()
    assert run("backup", data=filled).returncode == 0
    longest = 1.2 * (time.monotonic() - began)
    for number in range(ROUNDS):
        before = len(backups(filled))
        killed_after(longest * (number + 0.5) / ROUNDS, "backup", "--data", filled)
        assert len(backups(filled)) - before in (0, 1)
        for file in backups(filled):
            assert_whole(file)
    made = run("backup", data=filled)
    assert made.returncode == 0, made.stderr


@pytest.mark.covers("CORE-040")
def test_a_killed_restore_leaves_a_whole_site_or_none(filled, tmp_path):
    assert run("backup", data=filled).returncode == 0
    file = backups(filled)[-1]
    target = tmp_path / "again" / "site"
    target.parent.mkdir()
    began = time.monotonic()
    assert run("restore", file, data=target).returncode == 0
    longest = 1.2 * (time.monotonic() - began)
    shutil.rmtree(target)
    for number in range(ROUNDS):
        killed_after(longest * (number + 0.5) / ROUNDS, "restore", file, "--data", target)
        if target.exists():
            verified = run("audit", "verify", data=target)
            assert verified.returncode == 0, verified.stderr
            shutil.rmtree(target)
    assert run("restore", file, data=target).returncode == 0
    with Server(target) as server:
        titles = server.titles()
        owner = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
        assert owner is not None and titles is not None
    doctor = run("doctor", data=target)
    assert doctor.returncode == 0, doctor.stdout
    assert "The database answers and is up to date." in doctor.stdout


@pytest.mark.covers("LIB-117")
def test_the_doctor_names_what_is_broken_and_what_to_do(filled):
    (filled / "site.key").chmod(0o644)
    found = run("doctor", data=filled)
    assert found.returncode == 1
    assert "chmod 600" in found.stdout
    (filled / "site.key").chmod(0o600)
    (filled / "stoa.db").write_bytes(b"not a database at all" * 500)
    for leftover in ["stoa.db-wal", "stoa.db-shm"]:
        (filled / leftover).unlink(missing_ok=True)
    found = run("doctor", data=filled)
    assert found.returncode == 1
    assert "FAIL  The database" in found.stdout
    assert run("doctor", data=filled / "nowhere").returncode == 1
