"""The script `./stoa`, run on a copy of itself with stand-ins for the compiler and the package manager."""
import os
import re
import subprocess
import time

import pytest

from harness.checkout import Checkout
from harness.server import BINARY, ROOT


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path, package_state="ii ")


@pytest.mark.parametrize("words", [["conquer"], [], ["--frob"], ["up", "--frob"], ["up", "--port", "x"], ["bench", "speed"]])
def test_a_wrong_word_prints_the_usage_and_exits_64(checkout, words):
    run = checkout.stoa(*words)
    assert run.returncode == 64
    assert "usage: ./stoa COMMAND" in run.stderr
    assert not [call for call in checkout.calls() if call.startswith(("swift build", "apt-get"))]


def test_help_names_every_command(checkout):
    run = checkout.stoa("--help")
    assert run.returncode == 0
    for word in ("up", "test", "bench", "check", "serve", "import", "user", "migrate"):
        assert word in run.stdout


def test_the_first_start_builds_and_the_second_calls_neither_compiler_nor_package_manager(checkout):
    assert checkout.stoa("up", "--data", "here").stdout.startswith("binary: serve --data here --port 8080 --demo")
    assert any(call.startswith("swift build") and "release" in call for call in checkout.calls())
    began = time.monotonic()
    run = checkout.stoa("up", "--data", "here")
    assert time.monotonic() - began < 1
    assert run.stdout.startswith("binary: serve")
    assert checkout.calls() == []


@pytest.mark.parametrize("change", ["edit", "add", "remove"])
def test_a_changed_source_is_built_again(checkout, change):
    checkout.stoa("up")
    checkout.calls()
    time.sleep(0.02)
    source = checkout.root / "Sources/Server/Main.swift"
    {"edit": lambda: source.write_text("// new"), "add": lambda: (source.parent / "New.swift").touch(), "remove": source.unlink}[change]()
    checkout.stoa("up")
    assert any(call.startswith("swift build") for call in checkout.calls())


def test_without_demo_the_binary_is_asked_for_none(checkout):
    assert checkout.stoa("up", "--no-demo", "--port", "9000").stdout == "binary: serve --data site --port 9000\n"


def test_other_words_go_to_the_binary_as_they_are(checkout):
    assert checkout.stoa("import", "library", "a b.epub", "--json").stdout == "binary: import library a b.epub --json\n"


def test_every_command_that_the_binary_and_the_guides_name_can_be_typed(checkout):
    overview = subprocess.run([BINARY, "--help"], capture_output=True, text=True, check=True).stdout
    of_binary = set(re.findall(r"^  ([a-z]+)", overview, re.MULTILINE))
    guides = [ROOT / "README.md", *(ROOT / "Docs").rglob("*.md")]
    named = {word for guide in guides for word in re.findall(r"\./stoa ([a-z]+)", guide.read_text())}
    usage = checkout.stoa("--help").stdout
    assert len(of_binary) > 8 and len(named) > 8
    for word in of_binary:
        assert checkout.stoa(word, "x").stdout == f"binary: {word} x\n"
    for word in named | of_binary:
        assert re.search(rf"\b{word}\b", usage), f"./stoa {word} is not explained"


@pytest.mark.parametrize("version", [None, "6.1"])
def test_a_missing_or_old_toolchain_is_explained(checkout, version):
    run = checkout.stoa("up", swift=version)
    assert run.returncode == 69
    assert "6.3" in run.stderr and "swift.org/install" in run.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_who_may_not_install_packages_is_told_the_command(tmp_path):
    for folder in (tmp_path, *tmp_path.parents[:3]):
        folder.chmod(0o755)
    checkout = Checkout(tmp_path, package_state="")
    subprocess.run(["chown", "-R", "nobody", tmp_path], check=True)
    run = checkout.stoa("up", user="nobody")
    assert run.returncode == 77
    assert "needs libsqlite3-dev (build): embedded database" in run.stderr
    assert "apt-get install -y --no-install-recommends pkg-config" in run.stderr
    assert not any(call.startswith("apt-get") for call in checkout.calls())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root installs packages without asking")
def test_root_gets_what_is_missing_installed(tmp_path):
    checkout = Checkout(tmp_path, package_state="")
    run = checkout.stoa("up", "--no-demo")
    assert run.returncode == 0, run.stderr
    installs = [call for call in checkout.calls() if call.startswith("apt-get install")]
    assert len(installs) == 1 and "poppler-utils" in installs[0] and "espeak-ng" not in installs[0]
