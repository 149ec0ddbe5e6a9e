"""The cafeteria's documents, held to the catalogue, to the tests and to the code: what they name is there, and what is there is named."""
import json
import re

import pytest

from harness.documents import assert_tests_are_there, cells, covered_by, rows_of, suites, tables
from harness.server import ROOT

CATALOGUE = (ROOT / "Docs/requirements.md").read_text()
ROW = re.compile(r"(?:CAF|CORE)-\d{3}")
# 500 ms, 10,000, 99.5 %, 1.2, 4.5:1, 44×44.
FIGURE = re.compile(r"(?<![\w.])(\d+(?:[.,:×]\d+)*)(?:\+? ?([A-Za-z%]+))?")
UNITS = {"s", "ms", "%", "minutes", "hour", "days", "inches", "users", "concurrent", "KES", "characters", "points"}


def document(name):
    return (ROOT / "Docs/cafeteria" / name).read_text()


def catalogue_rows():
    """Id of each row of the catalogue: its requirement, and what it answers of the seed."""
    lines = [cells(line) for line in CATALOGUE.split("\n") if re.match(r"\| (?:CAF|CORE)-\d{3} \|", line)]
    return {line[0]: (line[1], line[3]) for line in lines}


def figures(text):
    """The numbers of a text with the unit behind them, where it is one; ids of rows are none."""
    text = re.sub(r"[A-Z]+-\d+", "", text.replace("\u00a0", " "))
    return {f"{number} {unit if unit in UNITS else ''}".strip() for number, unit in FIGURE.findall(text)}


# --- Traceability

REQUIREMENTS = rows_of(document("traceability.md"), "Requirement")


@pytest.mark.covers("CAF-060")
def test_each_requirement_of_the_seed_is_traced_once():
    wanted = [f"FR{number}" for number in range(1, 36)] + [f"NFR{number}" for number in range(1, 19)]
    assert [row["Requirement"] for row in REQUIREMENTS] == wanted
    for row in REQUIREMENTS:
        assert all(row[column] for column in ("Summary", "Category", "Test cases", "Rows", "Automatic tests")), row
    objectives = {row["Objective"] for row in tables(document("traceability.md"))[0]}
    assert {row["Objective"] for row in REQUIREMENTS} == objectives


@pytest.mark.covers("CAF-060")
def test_test_cases_are_numbered_through_and_each_says_what_to_do():
    cases = {row["Requirement"]: row["Test cases"].split(", ") for row in REQUIREMENTS}
    assert (cases["FR1"][0], cases["FR12"][0], cases["FR19"][0], cases["NFR1"][0]) == ("TC-001", "TC-015", "TC-025", "TC-045")
    every = [case for named in cases.values() for case in named]
    assert every == [f"TC-{number:03}" for number in range(1, len(every) + 1)]
    assert [row["Test case"] for row in rows_of(document("traceability.md"), "Test case")] == every


@pytest.mark.covers("CAF-060")
def test_rows_and_priorities_are_the_catalogues():
    catalogue = {cells(line)[0]: cells(line) for line in CATALOGUE.split("\n") if re.match(r"\| CAF-\d{3} \|", line)}
    assert {row for each in REQUIREMENTS for row in ROW.findall(each["Rows"]) if row.startswith("CAF")} == set(catalogue)
    for each in REQUIREMENTS:
        own = {row for row, (_, _, _, seed) in catalogue.items() if each["Requirement"] in re.split(r",\s*", seed)}
        assert own <= set(ROW.findall(each["Rows"])), each["Requirement"]
        if each["Requirement"].startswith("FR"):
            assert {catalogue[row][2] for row in own} == {each["Priority"]}, each["Requirement"]
        else:
            assert each["Priority"] == "—"


@pytest.mark.covers("CAF-060")
@pytest.mark.parametrize("each", REQUIREMENTS, ids=lambda row: row["Requirement"])
def test_the_automatic_tests_of_a_requirement_cover_its_rows(each):
    rows = ROW.findall(each["Rows"])
    files = re.findall(r"`([^`]+)`", each["Automatic tests"])
    assert_tests_are_there(files, rows)
    if not files:
        assert each["Automatic tests"] == "none yet"
        own = {row for row in rows if row.startswith("CAF")}
        there = [str(path.relative_to(ROOT / "Tests")) for path in suites() if covered_by(path) & own]
        assert not there, f"name them in Docs/cafeteria/traceability.md: {there}"


# --- Test plan

PLAN = document("test-plan.md")
MEASUREMENTS = rows_of(PLAN, "Measurement")
KEY = re.compile(r"\b[AH]\d+\b")


@pytest.mark.covers("CAF-059")
@pytest.mark.parametrize("each", MEASUREMENTS, ids=lambda row: row["Row"])
def test_the_figures_of_a_measurement_are_the_catalogues(each):
    catalogue = catalogue_rows()
    rows = ROW.findall(each["Rows"])
    asked = figures(" ".join(catalogue[row][0] for row in rows))
    assert figures(each["Figure"]) <= asked, rows


@pytest.mark.covers("CAF-059")
def test_every_figure_that_the_seed_asks_to_measure_is_measured():
    measured = {}
    for each in [*MEASUREMENTS, {"Rows": "CAF-056", "Figure": PLAN.split("### Devices")[1].split("### Browsers")[0]}]:
        for row in ROW.findall(each["Rows"]):
            measured.setdefault(row, set()).update(figures(each["Figure"]))
    for row, (requirement, seed) in catalogue_rows().items():
        # The rows of documents name all of them at once.
        if row.startswith("CAF") and "NFR" in seed and re.fullmatch(r"(?:N?FR\d+(?:, )?)+", seed):
            assert figures(requirement) <= measured.get(row, set()), row


@pytest.mark.covers("CAF-059")
def test_each_cell_of_the_matrix_says_who_tests_it():
    automatic = {row[""]: row for row in rows_of(PLAN, "What it shows for the cafeteria")}
    by_hand = {row[""]: row for row in rows_of(PLAN, "Passes when")}
    named = set()
    for each in MEASUREMENTS + rows_of(PLAN, "Device") + rows_of(PLAN, "Browser, current"):
        first, *rest = [column for column in each if column not in ("Row", "Measurement", "Figure", "Rows")]
        checked = [each[column] for column in ([first, *rest] if "Row" in each else rest)]
        for cell in checked:
            assert cell == "–" or set(KEY.findall(cell)) == set(re.split(r",\s*", cell)), (each, cell)
            named |= set(KEY.findall(cell))
        assert any(cell != "–" for cell in checked), each
    assert named == set(automatic) | set(by_hand)
    for row in automatic.values():
        assert_tests_are_there(re.findall(r"`([^`]+)`", row["File"]), ROW.findall(row["Rows"]))


@pytest.mark.covers("CAF-059")
def test_the_usability_test_can_be_run_as_it_is_written():
    text = PLAN.split("## Usability test")[1].split("## Test matrix")[0]
    for part in ("Recruitment", "Setting", "Script", "Form", "When it passes"):
        assert f"### {part}" in text
    asked = figures(catalogue_rows()["CAF-058"][0]) | {"15"}
    assert asked == {"3 minutes", "15"} and asked <= figures(text)


# --- Privacy

PRIVACY = document("privacy.md")
# Columns that say something of a person; `debit` is an account of the ledger, which may be a person's.
PERSONAL = {"person_id", "customer", "instructions", "phone", "body", "debit", "remark"}


def personal_tables():
    """Every table of the cafeteria and of payments with a column about a person."""
    parts = ("Apps/CafeteriaApp", "Kernel/Payments")
    schema = "".join(path.read_text() for part in parts for path in sorted((ROOT / "Sources" / part).rglob("*Migrations.swift")))
    tables = re.findall(r"CREATE TABLE (\w+) \((.*?)\n        \);", schema, re.DOTALL)
    assert len(tables) > 10
    return {table for table, columns in tables if PERSONAL & set(re.findall(r"^\s+(\w+) ", columns, re.MULTILINE))}


@pytest.mark.covers("CAF-061")
def test_the_policy_lists_every_table_with_something_of_a_person():
    listed = [row["Table"].strip("`") for row in rows_of(PRIVACY, "Table")]
    assert set(listed) == personal_tables() and len(listed) == len(set(listed))


@pytest.mark.covers("CAF-061")
def test_the_policy_says_for_how_long_things_are_kept():
    policy = PRIVACY.split("## What is kept")[0]
    for source, name, words in [
        ("Notifications/Inbox/NotificationRetention.swift", "notifications.read-days", {182: "6 months once read"}),
        ("Notifications/Inbox/NotificationRetention.swift", "notifications.days", {365: "otherwise a year"}),
        ("Mail/Emails/EmailRetention.swift", "mail.sent-days", {30: "[30 days]"}),
        ("Accounts/AccountsSettings.swift", "accounts.export-days", {7: "[7 days]"}),
    ]:
        text = (ROOT / "Sources/Kernel" / source).read_text()
        days = int(re.search(rf'"{re.escape(name)}".*?days: (\d+)', text, re.DOTALL).group(1))
        assert words[days] in policy, name
    # Until there is one, the page says that nobody can choose for how long callbacks are kept.
    kept = "".join(path.read_text() for path in (ROOT / "Sources/Kernel/Payments").rglob("*.swift"))
    assert ("Retention(" in kept) != ("no setting" in PRIVACY)


@pytest.mark.covers("CAF-061")
def test_the_policy_names_what_people_can_take_along():
    for part, source in [("cafeteria", "Apps/CafeteriaApp/CafeteriaData.swift"), ("payments", "Kernel/Payments/PaymentsData.swift")]:
        files = re.findall(r'as: "([\w-]+\.json)"', (ROOT / "Sources" / source).read_text())
        assert files
        assert set(re.findall(rf"`{part}/([\w-]+\.json)`", PRIVACY)) == set(files)


def numbered(text):
    """`Art. 12–14, 5(1)(e)` as the numbers 5, 12, 13 and 14."""
    found = re.findall(r"(?<![\d(])(\d+)(?:–(\d+))?", text)
    return {number for first, last in found for number in range(int(first), int(last or first) + 1)}


@pytest.mark.covers("CAF-061")
def test_the_check_list_goes_through_both_laws():
    points = rows_of(PRIVACY, "GDPR")
    articles, sections = (numbered(" ".join(row[law] for row in points)) for law in ("GDPR", "Kenya"))
    # Principles, bases, rights, duties and transfers; in Kenya registration, the officer, and parts IV to VI.
    assert {5, 6, 7, 8, 9, *range(12, 19), 20, 21, 22, 25, 28, 30, *range(32, 36), 37, *range(44, 50)} <= articles
    assert {18, 24, 25, 26, *range(28, 47), 48, 49, 50} <= sections
    for row in points:
        assert all(row.values()), row
        assert row["What Stoa does"] != "–" or row["Left to you"] != "–", row
        for path in re.findall(r"`([^`]+)`", row["Where"]):
            assert (ROOT / path).exists(), path


# --- Guides


def labels():
    """Every English text of the interface as a pattern, and the words of the cafeteria's own code for what stands in its tables."""
    texts = {text for path in (ROOT / "Sources").glob("*/*/Resources/sv.json") for text in json.loads(path.read_text())}
    # “%1 of %2” would match almost anything.
    patterns = [re.compile(re.sub(r"%\d", ".+", re.escape(text))) for text in texts if len(re.sub(r"%\d", "", text)) > 8]
    parts = [ROOT / "Sources" / part for part in ("Apps/CafeteriaApp", "Kernel/Payments")]
    code = "".join(path.read_text() for part in parts for path in part.rglob("*.swift"))
    return texts, patterns, code


@pytest.mark.parametrize("guide, section", [("readers", "Cafeteria"), ("staff", "Cafeteria"), ("operators", "Cafeteria and payments")])
def test_the_guides_call_screens_and_buttons_by_their_names(guide, section):
    texts, patterns, code = labels()
    words = (ROOT / f"Docs/{guide}.md").read_text().split(f"## {section}\n")[1].split("\n## ")[0]
    named = [label for run in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", words) for label in re.sub(r"\s+", " ", run).split(" → ")]
    assert len(named) > 5
    for label in named:
        known = any(text.startswith(label) for text in texts) or any(pattern.fullmatch(label) for pattern in patterns)
        # Names of the first stations, and of a role at Safaricom.
        assert known or f"'{label}'" in code or f"“{label}”" in code, label
