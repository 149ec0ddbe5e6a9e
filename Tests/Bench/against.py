"""Measures this checkout and another one by turns, so that both see the same machine, and prints how they compare."""
import json
import os
import pathlib
import statistics
import subprocess
import sys

from places import ROOT, say

# No row may fall below this part of what the other checkout reaches.
LEAST = 0.95


def compare(other, names, turns):
    """`other` is a checkout that is built for release. Answers 1 when a row fell below LEAST, else 0."""
    checkouts = {"before": pathlib.Path(other).resolve(), "now": ROOT}
    if not (checkouts["before"] / ".build/release/stoa").exists():
        raise SystemExit(f"{other} has no release build; run `./stoa bench start` there first")
    return max([compare_one(checkouts, name, turns) for name in names])


def compare_one(checkouts, name, turns):
    taken = {which: [] for which in checkouts}
    for turn in range(turns):
        # Before, now, now, before: a machine that slows down steadily favours neither.
        for which in list(checkouts)[:: 1 if turn % 2 == 0 else -1]:
            say(f"{name}, turn {turn + 1} of {turns}: {which}")
            taken[which].append(measured(checkouts[which], name))
    print(f"\n{name}\n{'':14}{'unit':12}{'before':>12}{'now':>12}{'ratio':>8}")
    ratios = [shown(row, taken) for row in taken["now"][0]]
    return int(min(ratios) < LEAST)


def measured(checkout, name):
    """One run of a checkout's own measurement, with its own binary: its rows by name. A goal that it misses is its own affair."""
    environment = {each: value for each, value in os.environ.items() if each != "STOA_BINARY"}
    run = subprocess.run([sys.executable, checkout / "Tests/Bench/run.py", name], env=environment, stdout=subprocess.DEVNULL, check=False)
    if run.returncode not in (0, 1):
        raise SystemExit(f"`bench {name}` failed in {checkout}")
    return {row["name"]: row for row in json.loads((checkout / f".build/bench/{name}.json").read_text())}


def shown(name, taken):
    """Prints the row and answers its ratio, which is above 1 where this checkout is the faster one."""
    before, now = (statistics.median(figure(rows[name]) for rows in taken[which]) for which in ("before", "now"))
    unit = taken["now"][0][name]["unit"]
    ratio = now / before if unit.endswith("/s") else before / now
    print(f"{name:14}{unit:12}{before:12,.2f}{now:12,.2f}{ratio:8.2f}{'' if ratio >= LEAST else '  WORSE'}")
    return ratio


def figure(row):
    """What is compared: the rate, or the median of the times."""
    return row["stoa"] if row["unit"].endswith("/s") or row["p50"] is None else row["p50"]
