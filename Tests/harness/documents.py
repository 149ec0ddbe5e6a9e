"""Documents that name tests and rows of the catalogue, read to be held to both."""
import re

from harness.server import ROOT


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables(text):
    """Every table of a document as its lines, each a dictionary by the words at the top of the columns."""
    found, lines = [], []
    for line in [*text.split("\n"), ""]:
        if line.startswith("|"):
            lines.append(cells(line))
        elif lines:
            found.append([dict(zip(lines[0], row, strict=True)) for row in lines[2:]])
            lines = []
    return found


def rows_of(text, column):
    return [row for table in tables(text) for row in table if column in row]


def covered_by(path):
    """The rows that the tests of a file say they prove."""
    return {row for trait in re.findall(r"covers\(([^)]*)\)", path.read_text()) for row in re.findall(r"[A-Z]+-\d{3}", trait)}


def suites():
    return [path for path in (ROOT / "Tests").rglob("*") if path.suffix in (".swift", ".py")]


def assert_tests_are_there(files, rows):
    for name in files:
        path = ROOT / "Tests" / name
        assert path.is_file(), name
        assert covered_by(path) & set(rows), f"{name} covers none of {rows}"
