"""A measurement's rows, as a table for people and as JSON for programs."""
import json
from dataclasses import asdict, dataclass

from places import RESULTS


@dataclass
class Row:
    name: str
    unit: str
    stoa: float | None = None
    reference: float | None = None
    ratio: float | None = None
    p50: float | None = None
    p95: float | None = None
    p99: float | None = None


def covers(*rows):
    """Names the rows of Docs/requirements.md that a measurement proves."""

    def named(measurement):
        measurement.covers = rows
        return measurement

    return named


@dataclass
class Goal:
    """What a row has to reach: `Goal("p99", below=50)`, `Goal("ratio", least=0.5)`."""

    figure: str
    below: float | None = None
    least: float | None = None
    exactly: float | None = None

    def holds(self, row):
        value = getattr(row, self.figure)
        if self.exactly is not None:
            return value == self.exactly
        return value < self.below if self.below is not None else value >= self.least

    def __str__(self):
        if self.exactly is not None:
            return f"{self.figure} = {self.exactly:g}"
        return f"{self.figure} < {self.below:g}" if self.below is not None else f"{self.figure} ≥ {self.least:g}"


def report(name, measured):
    """Prints and writes the rows: pairs of (Row, Goal or None). Answers 1 when a goal is missed, else 0."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps([asdict(row) for row, _ in measured], indent=2) + "\n")
    head = ["", "unit", "stoa", "reference", "ratio", "p50", "p95", "p99", "goal"]
    lines = [head] + [
        [row.name, row.unit, *(shown(getattr(row, figure)) for figure in head[2:8]), verdict(row, goal)] for row, goal in measured]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    print(f"\n{name}")
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
    return int(any(goal and not goal.holds(row) for row, goal in measured))


def verdict(row, goal):
    return "" if goal is None else f"{goal}: {'holds' if goal.holds(row) else 'MISSED'}"


def shown(value):
    if value is None:
        return "–"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}"
