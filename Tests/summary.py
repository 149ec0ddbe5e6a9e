#!/usr/bin/env python3
"""Adds up the results of the Swift and Python tests, names what failed, and prints the last line of `./stoa test`.

usage: summary.py FOLDER      (JUnit files, and NAME.failed beside one whose run ended badly)
"""
import pathlib
import sys
import xml.etree.ElementTree as xml


def count(report: pathlib.Path) -> dict[str, int]:
    """How many test cases of a JUnit report passed, failed and were skipped; names those that failed."""
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for case in xml.parse(report).iter("testcase"):
        kinds = {child.tag for child in case}
        if kinds & {"failure", "error"}:
            counts["failed"] += 1
            print(f"failed: {case.get('classname')}: {case.get('name')}")
            for child in case:
                if child.tag in ("failure", "error"):
                    print(f"  {child.get('message', '')[:600]}")
        else:
            counts["skipped" if "skipped" in kinds else "passed"] += 1
    return counts


def main(folder: pathlib.Path) -> int:
    total = {"passed": 0, "failed": 0, "skipped": 0}
    red = set()
    for report in sorted(folder.glob("*.xml")):
        try:
            counts = count(report)
        except xml.ParseError:
            print(f"{report.name} is not a whole report", file=sys.stderr)
            counts = {"failed": 1}
        for kind, number in counts.items():
            total[kind] += number
        if counts["failed"]:
            red.add(report.name)
    for mark in sorted(folder.glob("*.failed")):
        # A crash leaves no report, or one that names no failure: it must not pass for success.
        if not any(name.startswith(mark.stem) for name in red):
            print(f"the {mark.stem} tests ended with status {mark.read_text().strip()}", file=sys.stderr)
            total["failed"] += 1
    if not any(total.values()):
        print("no test matches", file=sys.stderr)
        total["failed"] += 1
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**total))
    return 1 if total["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
