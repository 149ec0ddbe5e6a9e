"""The content filter's score on labelled lines that were neither learnt from nor read to write a rule."""
import json
import pathlib
import subprocess
import sys

import pytest

from harness.server import BINARY, SHARED_DATA

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Moderation"))
import labelled  # noqa: E402

DATA = SHARED_DATA / "moderation"


def run(*words):
    return subprocess.run([BINARY, "moderation", "score", *map(str, words)], capture_output=True, text=True, timeout=300)


def rows(path):
    out = run(path, "--json")
    assert out.returncode == 0, out.stderr
    return {(row["kind"], row["language"]): row for row in map(json.loads, out.stdout.splitlines())}


def write(folder, name, lines):
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps({"text": text, "language": language, "label": label}) + "\n" for text, language, label in lines))
    return path


@pytest.fixture(scope="module")
def held_out(tmp_path_factory):
    if not DATA.is_dir():
        pytest.skip("the folder of third-party test data is not beside this checkout")
    ours = ("posts", "board", "unseen", "judged", "neighbours", "talk", "street", "square")
    lines = [(labelled.tidy(text), *rest) for name, lines in labelled.sets(DATA) if not name.startswith(ours) for text, *rest in lines]
    return rows(write(tmp_path_factory.mktemp("scores"), "held-out", [line for line in lines if line[0] and labelled.is_held_out(line[0])]))


@pytest.mark.covers("CORE-025", "VOL-035")
@pytest.mark.parametrize("kind, precision, recall", [("profanity", 0.95, 0.90), ("spam", 0.90, 0.85)])
def test_english_reaches_the_goal(held_out, kind, precision, recall):
    row = held_out[kind, "en"]
    assert row["n"] > 100
    assert row["precision"] >= precision and row["recall"] >= recall, row


@pytest.mark.covers("VOL-046", "CORE-025")
@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("hand", ["unseen", "judged"])
def test_posts_by_somebody_who_knew_neither_rules_nor_training_are_judged_well(tmp_path, language, hand):
    found = rows(write(tmp_path, language, labelled.posts(labelled.HERE / f"{hand}.{language}.tsv", language)))
    goals = [("money", 0.95, 0.80), ("spam", 0.95, 0.85)] + ([("profanity", 0.95, 0.90)] if hand == "unseen" else [])
    for kind, precision, recall in goals:
        row = found[kind, language]
        assert row["n"] >= 80
        assert row["precision"] >= precision and row["recall"] >= recall, row
    assert found["clean", language]["recall"] >= 0.95


@pytest.mark.covers("VOL-034", "VOL-046", "CORE-025")
@pytest.mark.parametrize("language", ["en", "sv"])
def test_neighbours_are_seldom_stopped_and_harm_between_people_is_held(tmp_path, language):
    """Of posts on purpose hard to judge, the halves that nothing was learnt from; `Docs/moderation.md` says what is still wanted."""
    name = f"neighbours-{language}"
    lines = [line for line in labelled.posts(labelled.HERE / f"neighbours.{language}.tsv", language) if labelled.is_held_out(line[0], name)]
    lines += labelled.posts(labelled.HERE / f"street-unread.{language}.tsv", language)
    found = rows(write(tmp_path, language, lines))
    assert found["clean", language]["n"] > 150 and found["clean", language]["recall"] >= 0.94
    for kind, precision, recall in (("money", 0.87, 0.91), ("spam", 0.95, 0.94), ("profanity", 0.92, 1), ("people", 0.94, 0.73)):
        row = found[kind, language]
        assert row["precision"] >= precision and row["recall"] >= recall, row


@pytest.mark.covers("CORE-025")
def test_ordinary_swedish_passes(held_out):
    assert held_out["clean", "sv"]["recall"] >= 0.97


@pytest.mark.covers("CORE-025")
def test_a_line_that_cannot_be_read_is_named(tmp_path):
    path = tmp_path / "lines.jsonl"
    path.write_text('{"text": "hello", "language": "en", "label": "clean"}\n{"text": "hello", "language": "en", "label": "nice"}\n')
    out = run(path)
    assert out.returncode == 1
    assert "line 2" in out.stderr and "nice" in out.stderr
