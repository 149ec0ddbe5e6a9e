"""A copy of the script `./stoa` in a checkout small enough to throw away."""
import shutil
import subprocess

from harness.server import ROOT

RELEASE_BINARY = '#!/bin/sh\necho "binary: $*"\n'
STAND_INS = "#!/bin/sh\necho ready\n"
SWIFT = f"""#!/bin/sh
echo "swift $*" >>"$CALLS"
case "$*" in
    --version) echo "Swift version $SWIFT_VERSION (swift-release)" ;;
    *stoa-standins*) printf '%s' '{STAND_INS}' >"$CHECKOUT/.build/release/stoa-standins"; chmod +x "$CHECKOUT/.build/release/stoa-standins" ;;
    *stoa-converter*) mkdir -p "$CHECKOUT/.build/release"; touch "$CHECKOUT/.build/release/stoa-converter"; chmod +x "$CHECKOUT/.build/release/stoa-converter" ;;
    build*) mkdir -p "$CHECKOUT/.build/release"; printf '%s' '{RELEASE_BINARY}' >"$CHECKOUT/.build/release/stoa"; chmod +x "$CHECKOUT/.build/release/stoa" ;;
esac
"""


class Checkout:
    """A clone small enough to throw away, and programs in front of the real ones that note each call."""

    def __init__(self, folder, package_state):
        self.root = folder / "checkout"
        self.programs = folder / "programs"
        self.calls_file = folder / "calls"
        demo = self.root / "Sources/Apps/LibraryApp/Resources/demo"
        demo.mkdir(parents=True)
        (self.root / "Sources/Server").mkdir()
        self.programs.mkdir()
        self.calls_file.touch()
        shutil.copy(ROOT / "stoa", self.root)
        (self.root / "Package.swift").touch()
        (self.root / "Sources/Server/Main.swift").touch()
        self.program("prepare", "#!/bin/sh\n", demo)
        self.program("dpkg-query", f'#!/bin/sh\necho "dpkg-query $*" >>"$CALLS"\nprintf "{package_state}"\n')
        self.program("apt-get", '#!/bin/sh\necho "apt-get $*" >>"$CALLS"\n')
        self.program("sudo", '#!/bin/sh\necho "sudo $*" >>"$CALLS"\nexit 1\n')

    def program(self, name, text, folder=None):
        path = (folder or self.programs) / name
        path.write_text(text)
        path.chmod(0o755)

    def built(self, binary):
        """As after a build whose server is `binary`: a program, or the text of one."""
        release = self.root / ".build/release"
        (self.root / ".build/stoa").mkdir(parents=True)
        release.mkdir()
        if isinstance(binary, str):
            self.program("stoa", binary, release)
        else:
            (release / "stoa").symlink_to(binary)
        self.program("stoa-standins", '#!/bin/sh\necho "stand-ins $*" >>"$CALLS"\necho ready\n', release)
        self.program("stoa-converter", "#!/bin/sh\n", release)
        for stamp in ("built-release", "built-converter", "built-standins"):
            (self.root / ".build/stoa" / stamp).touch()
        return self

    def environment(self, swift="6.3.1"):
        # Swift's own handler prints where a signal struck and goes on, for a real fault strikes again and a sent one does not.
        found = {"PATH": f"{self.programs}:/usr/bin:/bin", "CALLS": str(self.calls_file), "CHECKOUT": str(self.root),
                 "SWIFT_BACKTRACE": "enable=no"}
        if swift:
            self.program("swift", SWIFT)
            found["SWIFT_VERSION"] = swift
        return found

    def stoa(self, *words, user=None, swift="6.3.1"):
        """Runs the script to its end."""
        return subprocess.run(
            [self.root / "stoa", *words], env=self.environment(swift), cwd=self.root, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=60, user=user)

    def begin(self, *words, log):
        """Starts the script; its standard output can be read, standard error goes to the file `log`."""
        # A run in the background has Ctrl-C turned off, and what a shell finds off stays off.
        return subprocess.Popen(
            ["env", "--default-signal=INT", self.root / "stoa", *words], env=self.environment(), cwd=self.root,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True)

    def calls(self):
        """What was called since the last look."""
        found = self.calls_file.read_text().splitlines()
        self.calls_file.write_text("")
        return found
