"""The script `./stoa`, run on a copy of itself with stand-ins for the compiler and the package manager."""
import os
import re
import shutil
import subprocess
import time

import pytest

from harness.server import BINARY, ROOT

RELEASE_BINARY = '#!/bin/sh\necho "binary: $*"\n'
STAND_INS = "#!/bin/sh\necho ready\n"
SWIFT = f"""#!/bin/sh
echo "swift $*" >>"$CALLS"
case "$*" in
    --version) echo "Swift version $SWIFT_VERSION (swift-release)" ;;
    *stoa-standins*) printf '%s' '{STAND_INS}' >"$HOUSE/.build/release/stoa-standins"; chmod +x "$HOUSE/.build/release/stoa-standins" ;;
    build*) mkdir -p "$HOUSE/.build/release"; printf '%s' '{RELEASE_BINARY}' >"$HOUSE/.build/release/stoa"; chmod +x "$HOUSE/.build/release/stoa" ;;
esac
"""


class House:
    """A clone small enough to throw away, and programs in front of the real ones that note each call."""

    def __init__(self, folder, package_state):
        self.root = folder / "house"
        self.programs = folder / "programs"
        self.calls_file = folder / "calls"
        (self.root / "Sources/Server/Demo").mkdir(parents=True)
        self.programs.mkdir()
        self.calls_file.touch()
        shutil.copy(ROOT / "stoa", self.root)
        (self.root / "Package.swift").touch()
        (self.root / "Sources/Server/Main.swift").touch()
        self.program("prepare", "#!/bin/sh\n", self.root / "Sources/Server/Demo")
        self.program("dpkg-query", f'#!/bin/sh\necho "dpkg-query $*" >>"$CALLS"\nprintf "{package_state}"\n')
        self.program("apt-get", '#!/bin/sh\necho "apt-get $*" >>"$CALLS"\n')
        self.program("sudo", '#!/bin/sh\necho "sudo $*" >>"$CALLS"\nexit 1\n')

    def program(self, name, text, folder=None):
        path = (folder or self.programs) / name
        path.write_text(text)
        path.chmod(0o755)

    def stoa(self, *words, user=None, swift="6.3.1"):
        environment = {"PATH": f"{self.programs}:/usr/bin:/bin", "CALLS": str(self.calls_file), "HOUSE": str(self.root)}
        if swift:
            self.program("swift", SWIFT)
            environment["SWIFT_VERSION"] = swift
        return subprocess.run(
            [self.root / "stoa", *words], env=environment, cwd=self.root, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=60, user=user)

    def calls(self):
        """What was called since the last look."""
        found = self.calls_file.read_text().splitlines()
        self.calls_file.write_text("")
        return found


@pytest.fixture
def house(tmp_path):
    return House(tmp_path, package_state="ii ")


@pytest.mark.parametrize("words", [["conquer"], [], ["--frob"], ["up", "--frob"], ["up", "--port", "x"], ["bench", "speed"]])
def test_a_wrong_word_prints_the_usage_and_exits_64(house, words):
    run = house.stoa(*words)
    assert run.returncode == 64
    assert "usage: ./stoa COMMAND" in run.stderr
    assert not [call for call in house.calls() if call.startswith(("swift build", "apt-get"))]


def test_help_names_every_command(house):
    run = house.stoa("--help")
    assert run.returncode == 0
    for word in ("up", "test", "bench", "check", "serve", "import", "user", "migrate"):
        assert word in run.stdout


def test_the_first_start_builds_and_the_second_calls_neither_compiler_nor_package_manager(house):
    assert house.stoa("up", "--data", "here").stdout.startswith("binary: serve --data here --port 8080 --demo")
    assert any(call.startswith("swift build") and "release" in call for call in house.calls())
    began = time.monotonic()
    run = house.stoa("up", "--data", "here")
    assert time.monotonic() - began < 1
    assert run.stdout.startswith("binary: serve")
    assert house.calls() == []


@pytest.mark.parametrize("change", ["edit", "add", "remove"])
def test_a_changed_source_is_built_again(house, change):
    house.stoa("up")
    house.calls()
    time.sleep(0.02)
    source = house.root / "Sources/Server/Main.swift"
    {"edit": lambda: source.write_text("// new"), "add": lambda: (source.parent / "New.swift").touch(), "remove": source.unlink}[change]()
    house.stoa("up")
    assert any(call.startswith("swift build") for call in house.calls())


def test_without_demo_the_binary_is_asked_for_none(house):
    assert house.stoa("up", "--no-demo", "--port", "9000").stdout == "binary: serve --data site --port 9000\n"


def test_other_words_go_to_the_binary_as_they_are(house):
    assert house.stoa("import", "library", "a b.epub", "--json").stdout == "binary: import library a b.epub --json\n"


def test_every_command_that_the_binary_and_the_guides_name_can_be_typed(house):
    overview = subprocess.run([BINARY, "--help"], capture_output=True, text=True, check=True).stdout
    of_binary = set(re.findall(r"^  ([a-z]+)", overview, re.MULTILINE))
    guides = [ROOT / "README.md", *(ROOT / "Docs").rglob("*.md")]
    named = {word for guide in guides for word in re.findall(r"\./stoa ([a-z]+)", guide.read_text())}
    usage = house.stoa("--help").stdout
    assert len(of_binary) > 8 and len(named) > 8
    for word in of_binary:
        assert house.stoa(word, "x").stdout == f"binary: {word} x\n"
    for word in named | of_binary:
        assert re.search(rf"\b{word}\b", usage), f"./stoa {word} is not explained"


@pytest.mark.parametrize("version", [None, "6.1"])
def test_a_missing_or_old_toolchain_is_explained(house, version):
    run = house.stoa("up", swift=version)
    assert run.returncode == 69
    assert "6.3" in run.stderr and "swift.org/install" in run.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_who_may_not_install_packages_is_told_the_command(tmp_path):
    for folder in (tmp_path, *tmp_path.parents[:3]):
        folder.chmod(0o755)
    house = House(tmp_path, package_state="")
    subprocess.run(["chown", "-R", "nobody", tmp_path], check=True)
    run = house.stoa("up", user="nobody")
    assert run.returncode == 77
    assert "needs libsqlite3-dev (build): embedded database" in run.stderr
    assert "apt-get install -y --no-install-recommends pkg-config" in run.stderr
    assert not any(call.startswith("apt-get") for call in house.calls())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root installs packages without asking")
def test_root_gets_what_is_missing_installed(tmp_path):
    house = House(tmp_path, package_state="")
    run = house.stoa("up", "--no-demo")
    assert run.returncode == 0, run.stderr
    installs = [call for call in house.calls() if call.startswith("apt-get install")]
    assert len(installs) == 1 and "poppler-utils" in installs[0] and "espeak-ng" not in installs[0]
