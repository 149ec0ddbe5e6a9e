"""The longest sweeps look at a third of their places in an ordinary run, and what is looked at on every screen at a third of the screens; which third
follows from the commit, so that a few changes in a row look at all of them. STOA_TEST_WHOLE=1 looks at all at once."""
import os
import subprocess
import zlib

from harness.screens import SIZES, THEMES
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


def has_view(item):
    """Whether a test that is run on each size in each theme is run on this one now: it is on two of the six, which differ in both."""
    view = getattr(item, "callspec", None) and item.callspec.params.get("view")
    if IS_WHOLE or not view:
        return True
    place = list(SIZES).index(view[0]) * len(THEMES) + THEMES.index(view[1])
    return (place + zlib.crc32(item.originalname.encode())) % PARTS == TURN
