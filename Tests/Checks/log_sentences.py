#!/usr/bin/env python3
"""Finds kinds of things that the code notes in the system log and that no part names, and sentences of the log without Swedish.

The log tells every entry as a sentence. A kind without a name would stand there as its code (`library.item 17`). Prints each as
`file: what`; exits 1 if there is any.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = [re.compile(pattern) for pattern in [
    r'auditEntity: String \{ "([^"]+)" \}',
    r'AuditName\("([^"]+)"',
    r'(?<!\w)entity: "([a-z][a-z.-]*\.[a-z-]+)"',
]]
NAMED = re.compile(r'"([a-z][a-z-]*\.[a-z.-]+)": "[A-Z][^"]*"')
# What is between two quotes and holds an interpolation with a name: `"\(f.actor) warned \(f.person)."`
SENTENCE = re.compile(r'"((?:[^"\\\n]|\\[^(]|\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)"')


def key(literal: str) -> str:
    """The key of the catalogue: each interpolation is `%1`, `%2` …"""
    out, index, count = "", 0, 0
    while index < len(literal):
        if literal.startswith("\\(", index):
            count += 1
            out += f"%{count}"
            depth, index = 1, index + 2
            while depth:
                depth += {"(": 1, ")": -1}.get(literal[index], 0)
                index += 1
        else:
            out += literal[index]
            index += 1
    return out


def main() -> int:
    sources = {path: path.read_text() for path in (ROOT / "Sources").rglob("*.swift")}
    named = {name for text in sources.values() for name in NAMED.findall(text)}
    wrong = []
    for path, text in sources.items():
        for pattern in KINDS:
            wrong += [f"{path.relative_to(ROOT)}: no part names {kind} in the log" for kind in pattern.findall(text) if kind not in named]
        if path.name.endswith("Sentences.swift") or path.name == "AuditFacts.swift":
            module = ROOT.joinpath(*path.relative_to(ROOT).parts[:3])
            swedish = json.loads((module / "Resources/sv.json").read_text())
            for literal in SENTENCE.findall(text):
                sentence = key(literal)
                if "%" in sentence and re.search(r"[a-z]{2}", sentence) and sentence not in swedish:
                    wrong.append(f"{path.relative_to(ROOT)}: no Swedish for: {sentence}")
    for line in sorted(set(wrong)):
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
