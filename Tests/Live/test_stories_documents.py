"""The test plan of Stories names tests that are there, and each proves what it says."""
import re

import pytest

from harness.documents import assert_tests_are_there, covered_by, rows_of, suites
from harness.server import ROOT

PLAN = (ROOT / "Docs/stories/test-plan.md").read_text()
ROW = re.compile(r"STO-\d{3}")
# Rows of the whole project, proved where the kernel is.
KERNEL = {"STO-012", "STO-037", "STO-040", "STO-041", "STO-042", "STO-043", "STO-044"}


@pytest.mark.covers("STO-044")
@pytest.mark.parametrize("each", rows_of(PLAN, "File"), ids=lambda row: row["What is tried"])
def test_the_automatic_tests_of_the_plan_cover_its_rows(each):
    assert_tests_are_there(re.findall(r"`([^`]+)`", each["File"]), ROW.findall(each["Rows"]))


@pytest.mark.covers("STO-044")
def test_every_suite_of_stories_is_in_the_plan():
    named = set(re.findall(r"`([^`]+)`", " ".join(each["File"] for each in rows_of(PLAN, "File"))))
    proving = {str(path.relative_to(ROOT / "Tests")) for path in suites() if {row for row in covered_by(path) if row.startswith("STO")} - KERNEL}
    missing = {path for path in proving if path.startswith(("StoriesAppTests/", "Browser/test_stories", "Faults/test_stories"))} - named
    assert not missing


@pytest.mark.covers("STO-044")
def test_the_plan_says_when_each_step_by_hand_passes():
    steps = rows_of(PLAN, "Passes when")
    assert len(steps) >= 8 and all(each["Passes when"] for each in steps)
