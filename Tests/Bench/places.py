"""Where things are, and the release binary as a process."""
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RELEASE = ROOT / ".build/release/stoa"
RESULTS = ROOT / ".build/bench"
SITE = RESULTS / "site"
MATERIAL = RESULTS / "material"

# The tests' server and client serve here too; what is measured is the release build.
os.environ.setdefault("STOA_BINARY", str(RELEASE))
os.environ.setdefault("STOA_LOG", "warning")
sys.path.insert(0, str(ROOT / "Tests"))


def say(text):
    print(text, file=sys.stderr, flush=True)
