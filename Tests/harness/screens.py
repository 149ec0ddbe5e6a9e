"""The screens that pages are looked at on, and the pictures that are kept of them when somebody wants to look too."""
import os
import re

from harness.server import ROOT

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}
THEMES = ("light", "dark")

# STOA_SCREENSHOTS=1 keeps pictures; without it none is made, for a thousand of them take minutes.
FOLDER = ROOT / ".build/screenshots" if os.environ.get("STOA_SCREENSHOTS") else None


def keep(take, name):
    """Lets `take(path=…)` make a picture of that name under .build/screenshots, if pictures are wanted."""
    if FOLDER:
        FOLDER.mkdir(parents=True, exist_ok=True)
        take(path=FOLDER / f"{re.sub(r'[^a-z0-9-]+', '-', name.lower())}.png")
