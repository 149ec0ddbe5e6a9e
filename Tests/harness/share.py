"""The longest sweeps look at a third of their places in an ordinary run; which third follows from the commit, so that a few changes in a row look at
all of them. STOA_TEST_WHOLE=1 looks at all at once."""
import os
import subprocess
import zlib

from harness.server import ROOT

IS_WHOLE = bool(os.environ.get("STOA_TEST_WHOLE"))
PARTS = 3


def _turn():
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    return int(commit, 16) % PARTS if commit else 0


TURN = _turn()


def has_turn(name):
    """Whether the place of this name is looked at in this run."""
    return IS_WHOLE or zlib.crc32(name.encode()) % PARTS == TURN
