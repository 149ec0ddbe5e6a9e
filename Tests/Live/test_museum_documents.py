"""The museum's documents are there, and speak of what they promise."""
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def document(name):
    return (ROOT / "Docs/museum" / name).read_text()


@pytest.mark.covers("MUS-064")
def test_the_architecture_note_names_model_view_controller_and_every_feature():
    note = document("architecture.md")
    assert all(word in note for word in ["Model–View–Controller", "| model |", "| view |", "| controller |"])
    folders = {path.name for path in (ROOT / "Sources/Apps/MuseumApp").iterdir() if path.is_dir()} - {"Resources", "Demo", "Help"}
    missing = [folder for folder in sorted(folders) if f"`{folder}`" not in note]
    assert not missing, f"name them in Docs/museum/architecture.md: {missing}"


@pytest.mark.covers("MUS-064")
def test_the_work_list_has_high_priority_first():
    work = document("work-list.md")
    assert work.index("## Done") < work.index("## Next, high priority") < work.index("## Next\n")


@pytest.mark.covers("MUS-065", "MUS-062")
def test_the_test_matrix_names_both_platforms_from_the_versions_that_are_promised():
    matrix = document("test-matrix.md")
    assert "iOS 12" in matrix and "Android 8" in matrix and "## Stores" in matrix and "## Licences" in matrix
