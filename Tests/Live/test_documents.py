"""Documents that the project holds: there, complete, and with links that lead somewhere."""
import re
import subprocess
import sys

import pytest

from harness.server import ROOT


@pytest.mark.parametrize("page", sorted(str(path.relative_to(ROOT)) for path in [ROOT / "README.md", *(ROOT / "Docs").rglob("*.md")]))
def test_links_between_documents_lead_somewhere(page):
    path = ROOT / page
    for target in re.findall(r"\]\(([^)#]+)", path.read_text()):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (path.parent / target).exists(), target


@pytest.mark.covers("CORE-056")
def test_the_readme_has_the_two_commands_the_map_and_how_to_add_an_app():
    text = (ROOT / "README.md").read_text()
    for part in ("./stoa up", "./stoa test", "## Map of the code", "## How to add an app", "Docs/images/"):
        assert part in text
    for folder in re.findall(r"Apps/(\w+)/", text):
        assert folder == "NameApp" or (ROOT / "Sources/Apps" / folder).is_dir()


@pytest.mark.covers("CORE-056")
def test_every_change_is_tested_by_one_script():
    assert "./stoa test" in (ROOT / ".ci/run").read_text()


@pytest.mark.covers("CORE-055")
def test_the_rules_of_the_architecture_hold():
    """No app imports another, the kernel names none, and every import is declared."""
    run = subprocess.run([sys.executable, ROOT / "Tests/Checks/architecture.py"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
